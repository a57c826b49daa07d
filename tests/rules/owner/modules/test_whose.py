"""Whose word an answer rests on, asked on our map and on a module's boards that show the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.survey.compile import CompiledMap
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.maps import map_of
from clubroute.rules.gts.campaign.garrisons import say_ground
from clubroute.rules.gts.situation.zones import ZoneSource, ZoneSources
from clubroute.rules.owner.modules.commands import import_here
from clubroute.rules.owner.modules.known import on_ground
from tests.rules.needed import needed
from tests.rules.owner.modules.writer import (
    Numbers,
    Sheet,
    module,
    written,
)

NAMES = {"tdc": "GTS Grave", "wed": "GTS Veghel"}
SHEETS = {
    "tdc": Sheet("Grave", range(111, 133), range(70, 94), Numbers(less=100)),
    "wed": Sheet("Veghel", range(70, 90), range(140, 165), Numbers(stagger=True)),
}
NOBODY: dict[str, Any] = {"units": [], "fire_zones": {"Allied": [], "German": []}}
GARRISON = {
    "map": "tdc",
    "unit": {"id": "x", "class": "leg", "column": False, "side": "Allied", "garrison": "Grave"},
    "path": ["25.84", "26.84"],
    "state": NOBODY,
}
PANTHERS = {
    "map": "wed",
    "unit": {"name": "1./Pz 2107", "column": True},
    "path": ["77.150", "77.151"],
    "state": {"scenario": "WED-2", **NOBODY},
}
FERRY = {
    "map": "wed",
    "unit": {"class": "leg", "kind": "engineer"},
    "hex": "77.151",
    "to": "77.152",
}
LINES = {
    "how far a garrison goes": ("move.check", GARRISON, "out of range of Grave"),
    "a hex without a Road": ("move.check", PANTHERS, "it may not leave Column or a road hex"),
    "a hexside without a bridge": ("ferry.create", FERRY, "no bridge is destroyed"),
}
"""Questions, and the line of each that rests on the ground, by its first words."""


@pytest.fixture(scope="module")
def context(
    gts_map: CompiledMap, map_folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> Context:
    """An owner with a board of each game."""
    folder = tmp_path_factory.mktemp("whose")
    found = Context(map_folder, owner_folder=folder / "owner")
    for game, sheet in SHEETS.items():
        path = folder / f"{game}.vmod"
        boards = written(gts_map.terrain, [sheet])
        path.write_bytes(module(boards, name=NAMES[game], ruleset=game.upper()))
        import_here(found, path)
    return found


def line_of(answer: Any, words: str) -> Any:
    return next(step for step in answer["steps"] if step["why"].startswith(words))


@pytest.mark.parametrize("name", LINES)
def test_a_line_that_rests_on_the_ground_says_whose_it_is(name: str, context: Context) -> None:
    method, asked, words = LINES[name]
    theirs = ask(context, method, {**asked, "ground": NAMES[asked["map"]]})
    assert (theirs["verdict"], line_of(theirs, words)["provenance"]) == ("illegal", "owner")
    assert "our map" not in str(theirs)
    ours = ask(context, method, asked)
    if ours["verdict"] == "illegal":
        assert line_of(ours, words)["provenance"] in ("survey", "assumed")
        return
    # What our map does not show may stand on the players'.
    assert ours["verdict"] == "undetermined"
    assert "look at yours" in needed(ours)[0]


def test_what_an_enemy_sees_is_seen_on_that_ground(context: Context) -> None:
    for ground, wanted in ((NAMES["tdc"], "owner"), ("ours", "survey")):
        there, _ = on_ground(context, {"map": "tdc", "ground": ground})
        country = map_of(there, "tdc")
        enemy = ZoneSource(country.id("24.80"), "a watcher")
        zones = ZoneSources(country, None, 2, (enemy,), True, lambda _, __: True)
        told = zones.zone(country.id("24.82"))
        assert (told.verdict, told.provenance) == ("closed", wanted)
        assert zones.zone(country.id("24.81")).provenance == "rulebook"


def test_a_town_is_named_on_the_ground_that_shows_it(context: Context) -> None:
    told = []
    for ground, wanted in ((NAMES["tdc"], "owner"), ("ours", "survey")):
        there, _ = on_ground(context, {"map": "tdc", "ground": ground})
        work, country = Working(), map_of(there, "tdc")
        say_ground(work, there, country, "Grave")
        (line,) = work.steps
        assert line.provenance == wanted
        told.append(line.why)
    assert "on your module's ground" in told[0]
    assert "on our map" in told[1]


def test_a_bridge_is_missed_on_the_ground_that_shows_none(context: Context) -> None:
    asked = {"map": "tdc", "bridge": "22.80/22.81"}
    with pytest.raises(InputError, match="a bridge on your module's ground"):
        ask(context, "bridge.control", {**asked, "ground": NAMES["tdc"]})
    with pytest.raises(InputError, match="a bridge on our map"):
        ask(context, "bridge.control", asked)
