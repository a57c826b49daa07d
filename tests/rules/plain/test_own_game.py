"""A project's own game is a game everywhere, though nobody judges its moves."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import pytest

from clubroute.builder.art.board import HexLabel
from clubroute.builder.errors import InputError
from clubroute.builder.project import Project, plugin_folders
from clubroute.builder.sources.lattice import read_lattice
from clubroute.rules import series as every
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.logs.check.check import check_bytes
from clubroute.rules.logs.check.series import series_of_module, series_of_window
from clubroute.rules.overlay import unit_marks
from clubroute.rules.room.pictures import country_record
from clubroute.rules.room.positions import scenario_list, scenario_tape
from clubroute.rules.saves.at import read_at
from clubroute.rules.saves.reading import position_at, save_of
from clubroute.rules.saves.writing import laid_out
from clubroute.rules.series import all_games, all_series, every_map, own_games, series_at
from clubroute.rules.words.grammar import Here, parse

UNITS = [
    {"id": "blue-1", "hex": "3.05", "state": ["tired"]},
    {"id": "red-1", "hex": "4.06", "back": True},
]


def told(context: Context, words: str) -> str:
    asked = parse(words, Here(context))
    answer: str = ask(context, asked.method, asked.params)["summary"]
    return answer


def test_its_map_is_asked_about(island: Context) -> None:
    assert own_games()[0] == "island"
    assert "ombrey" in own_games()
    assert every_map() == (*all_games(), *own_games())
    assert told(island, "where Bridgend map=island").startswith("4.05 Bridgend: village; ")
    assert told(island, "distance 1.05 4.05 island") == "1.05 to 4.05: 3 hexes"
    assert told(island, "where blue-1 map=island scenario=BRIDGE").startswith("2.05: clear; ")
    areas = ask(island, "area.list", {"map": "island"})["areas"]
    assert [one["id"] for one in areas] == ["bridgend", "advance"]
    bridges = ask(island, "bridge.list", {"map": "island"})["bridges"]
    assert [one["name"] for one in bridges] == ["Bridgend Bridge"]


def test_every_map_is_named_where_one_is_not_there(island: Context) -> None:
    expected = rf"one of {', '.join(every_map())} \(did you mean island\?\)"
    with pytest.raises(InputError, match=expected):
        ask(island, "area.list", {"map": "islend"})
    # Without tables of moves nobody asks about moves on it.
    with pytest.raises(InputError, match=r"one of wed, tdc, mg, ins, (?!.*\bisland\b)"):
        ask(island, "move.check", {"map": "islend"})
    with pytest.raises(InputError, match=expected):
        ask(island, "hex.distance", {"map": "islend", "from": "1.01", "to": "1.02"})
    with pytest.raises(InputError, match=expected):
        parse("where 4.05 map=islend", Here(island))
    with pytest.raises(InputError, match=r"found los\.check on map island, expected it on wed"):
        ask(island, "los.check", {"map": "island"})


def test_what_its_position_may_not_say_is_told_with_the_nearest(island: Context) -> None:
    asked = {"map": "island", "hex": "3.05"}
    for unit, found in (
        ({"id": "blue-1", "side": "Blau"}, r"state\.units\[0\]\.side: found 'Blau', .*Blue"),
        ({"id": "blue-1", "kind": "infantrie"}, r"kind: found 'infantrie', .*mean infantry"),
        ({"id": "blue-1", "state": ["tird"]}, r"state: found 'tird', .*mean tired"),
    ):
        with pytest.raises(InputError, match=found):
            ask(island, "hex.describe", {**asked, "state": {"units": [unit]}})


def test_the_room_has_its_map_and_set_ups(island: Context) -> None:
    own = [one for one in scenario_list() if one["map"] == "island"]
    assert [one["id"] for one in own] == ["BRIDGE", "empty"]
    # A room in its folder begins with it.
    assert [one for one in scenario_list() if one.get("opens")] == own[:1]
    tape = scenario_tape(island, "island", "BRIDGE")
    assert len(tape["counters"]) == 11
    second = tape["first"]["units"][2]
    assert (second["id"], second["hex"], second["state"]) == ("blue-2", "2.04", ["tired"])
    country = country_record(island, Project(island.folder.parent), "island")
    assert len(country["hexes"]) == 5 * 60
    assert country["bridges"][0]["states"] == []


def test_a_save_of_its_module_is_read_and_a_log_replayed(island: Context) -> None:
    state = {"units": UNITS, "turn": 2}
    saved = laid_out(island, "island", state)
    assert saved.left_out == ()
    found = position_at(save_of(island, saved.data, "mine.vsav"))
    assert found.map == "island"
    assert found.state["turn"] == 2
    assert found.state["units"] == [
        {"id": "blue-1", "hex": "3.05", "back": False, "state": ["tired"]},
        {"id": "red-1", "hex": "4.06", "back": True, "state": []},
    ]
    report, _ = check_bytes(island, saved.data, "mine.vsav")
    assert report.findings == ()
    assert report.notes == (
        "replayed, not judged: Island has no rules.toml that tells how units move",
    )


def test_a_log_that_no_series_claims_goes_to_none(island: Context) -> None:
    assert series_of_module("Where Eagles Dare").checks
    assert series_of_module("Island").windows == ("island",)
    assert series_of_window("island").windows == ("island",)
    nobodys = series_of_module("Somebody's Game")
    assert (nobodys.checks, nobodys.windows) == ({}, ())


def test_what_new_games_are_copied_from_answers_and_is_in_no_list() -> None:
    assert series_at("testland").title == "Testland"
    assert "testland" not in every_map()


SERIES_TOML = """
title = "Dummy Series"
short = "DUM"
lattice = "example"

[[games]]
id = "dummy"
title = "Dummy"
short = "DMY"

[families]
move = ["moves"]
"""

MOVES_PY = '''
from dataclasses import dataclass
from typing import Any
from clubroute.rules.asking.methods import method
from clubroute.rules.position.record import needed, plain

@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    window: str = needed(plain({"type": "string"}), "the map", name="map")

@method("move.dummy", answers={"type": "object"})
def dummy(context: Any, asked: Asked) -> Any:
    """Whether a dummy moves."""
    return {"moves": asked.window}
'''


def test_an_installed_package_brings_a_series(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "dummy_rules"
    package.mkdir()
    (package / "__init__.py").write_text("", encoding="utf-8")
    (package / "series.toml").write_text(SERIES_TOML, encoding="utf-8")
    (package / "moves.py").write_text(MOVES_PY, encoding="utf-8")
    told_of = tmp_path / "dummy_rules-1.0.dist-info"
    told_of.mkdir()
    entry = "[clubroute.series]\ndummy = dummy_rules\n"
    (told_of / "entry_points.txt").write_text(entry, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    all_series.cache_clear()
    plugin_folders.cache_clear()
    try:
        assert [one.id for one in every.all_series()] == ["gts", "scs", "dummy"]
        context = Context(tmp_path / "build")
        assert ask(context, "move.dummy", {"map": "dummy"}) == {"moves": "dummy"}
        assert "dummy" in every_map()
    finally:
        all_series.cache_clear()
        plugin_folders.cache_clear()


def test_its_units_are_drawn_in_the_colours_of_their_counters(island: Context) -> None:
    found = Project(Path.cwd())
    lattice = read_lattice(found.map_folder("island") / "lattice.toml").lattice
    marks = unit_marks(lattice, "island", {"units": [*UNITS, {"hex": "4.06", "side": "Red"}]})
    labels = [one for one in marks if isinstance(one, HexLabel)]
    assert [one.text for one in labels] == ["1", "2"]
    style = tomllib.loads(Path("counters/island/style.toml").read_text(encoding="utf-8"))
    bands = [style["side"][side]["band"] for side in ("Blue", "Red")]
    assert [f"#{one.ink[0]:02x}{one.ink[1]:02x}{one.ink[2]:02x}" for one in labels] == bands
    with pytest.raises(InputError, match=r"units\[0\]: found 3, expected"):
        unit_marks(lattice, "island", {"units": [3]})


def test_a_state_may_stand_beside_its_map_as_in_a_question(island: Context) -> None:
    path = Path("where.json")
    path.write_text('{"map": "island", "state": {"turn": 2}}', encoding="utf-8")
    at = read_at(island, str(path))
    assert (at.map, at.state) == ("island", {"turn": 2})
    path.write_text('{"map": "islend", "state": {"turn": 2}}', encoding="utf-8")
    with pytest.raises(InputError, match=r"where\.json:map: found 'islend', .*mean island"):
        read_at(island, str(path))
