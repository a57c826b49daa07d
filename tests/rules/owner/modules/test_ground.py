"""Questions on the ground of a module the owner has, beside those on ours."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.survey.compile import CompiledMap
from clubroute.builder.terrain.terrain_map import TerrainMap
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.maps import map_of
from clubroute.rules.owner.modules import known
from clubroute.rules.owner.modules.commands import import_here, use
from clubroute.rules.rulings.ruling import versions_of
from tests.rules.owner.modules.writer import (
    Sheet,
    WrittenSheet,
    module,
    written,
)

NAME = "GTS written"
EAST = Sheet("East", range(131, 151), range(20, 40))
STATE = {"state": {"module": NAME}}


@pytest.fixture(scope="module")
def terrain(gts_map: CompiledMap) -> TerrainMap:
    return gts_map.terrain


@pytest.fixture
def owned(
    map_folder: Path, terrain: TerrainMap, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[Callable[[WrittenSheet], None]], Context]:
    """A context whose owner has a module of a few boards, changed as a test likes."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(known, "LOOK_AGAIN", 0.0)

    def made(change: Callable[[WrittenSheet], None] = lambda board: None) -> Context:
        boards = written(terrain, [EAST])
        change(boards[0])
        path = tmp_path / "own.vmod"
        path.write_bytes(module(boards, name=NAME))
        context = Context(map_folder, owner_folder=tmp_path / "owner")
        import_here(context, path)
        return context

    return made


def woods_everywhere(board: WrittenSheet) -> None:
    """Paint every hex as Woods."""
    lines = [one for one in board.lines if not one.startswith("h,")]
    board.lines = [f"h,{c},{r},Woods" for c, r in board.cells.values()] + lines


def sight(context: Context, **more: Any) -> Any:
    return ask(context, "los.check", {"map": "tdc", "from": "42.34", "to": "42.36", **more})


def test_a_position_of_the_module_is_asked_about_on_its_ground(owned: Any) -> None:
    context = owned(woods_everywhere)
    theirs, ours = sight(context, **STATE), sight(context)
    assert (theirs["verdict"], theirs["provenance"]) == ("blocked", "owner")
    assert "(by your module's ground)" in theirs["summary"]
    assert (ours["verdict"], ours["provenance"]) == ("clear", "assumed")
    # Both are kept side by side, and a handle is as good as the state.
    handle = context.states.open({"module": NAME})
    assert sight(context, state=handle) == theirs
    assert sight(context) == ours


def test_who_uses_a_ground_asks_every_question_on_it(owned: Any) -> None:
    context = owned(woods_everywhere)
    assert sight(context)["verdict"] == "clear"
    (line,) = use(context, NAME)
    assert line.endswith("(used for every question)")
    assert sight(context)["verdict"] == "blocked"
    assert (
        ask(context, "los.check", {"map": "mg", "from": "42.34", "to": "42.36"})["provenance"]
        != "owner"
    )
    use(context, "ours")
    assert sight(context)["verdict"] == "clear"


def test_a_question_may_name_its_ground(owned: Any) -> None:
    context = owned(woods_everywhere)
    assert sight(context, ground=NAME)["verdict"] == "blocked"
    use(context, "gts-written")
    assert sight(context, ground="ours")["verdict"] == "clear"
    with pytest.raises(InputError, match="did you mean GTS written"):
        sight(context, ground="GTS writen")


def test_rulings_seal_the_ground(owned: Any) -> None:
    context = owned(woods_everywhere)
    grounded, _ = known.on_ground(context, {"map": "tdc", **STATE})
    assert versions_of(grounded, "tdc").terrain != versions_of(context, "tdc").terrain
    assert versions_of(grounded, "wed").terrain == versions_of(context, "wed").terrain


def test_our_map_on_its_boards_sees_as_ours(owned: Any) -> None:
    context = owned()
    theirs, _ = known.on_ground(context, {"map": "tdc", **STATE})
    numbers = [*map_of(theirs, "tdc").all_numbers()]
    assert len(numbers) == 400
    chance = random.Random(7)
    for _ in range(200):
        first, last = chance.sample(numbers, 2)
        line = {"map": "tdc", "from": first, "to": last}
        own, other = (ask(c, "los.check", line) for c in (theirs, context))
        assert own["verdict"] == other["verdict"] or "off the map" in str(own), line


def test_what_no_board_shows_is_off_the_map(owned: Any) -> None:
    context = owned()
    with pytest.raises(InputError, match="expected a hex of"):
        ask(context, "hex.describe", {"map": "tdc", "hex": "60.60", **GROUND})


GROUND = {"ground": NAME}


def test_a_folder_edited_is_read_again(owned: Any, tmp_path: Path) -> None:
    context = owned()
    assert sight(context, **STATE)["verdict"] == "clear"
    path = tmp_path / "owner" / "modules" / "gts-written" / "terrain.csv"
    lines = path.read_text("utf-8").splitlines()
    at = [n for n, line in enumerate(lines) if line.startswith(("hex,42.35,",))]
    for n in at:
        cells = lines[n].split(",")
        lines[n] = ",".join((*cells[:5], "woods", *cells[6:]))
    path.write_text("\n".join(lines) + "\n", "utf-8")
    assert sight(context, **STATE)["verdict"] == "blocked"
    path.write_text(path.read_text("utf-8").replace(",woods,", ",wood,", 1), "utf-8")
    with pytest.raises(InputError, match=r"terrain\.csv:\d+:ours"):
        sight(context, **STATE)


def test_another_modules_counters_are_held_to_none_of_ours(owned: Any) -> None:
    context = owned()
    unit = {"name": "1 AB Recce Sqn", "id": "77", "hex": "42.34", "formation": "of theirs"}
    unit |= {"division": "Guards Armored Division", "side": "Allied"}
    state: dict[str, Any] = {"units": [unit]}
    with pytest.raises(InputError, match=r"formation|division"):
        sight(context, state=state)
    assert sight(context, state={**state, "module": NAME})["verdict"] == "clear"
    assert sight(context, state={**state, "module": "Nobody's"})["verdict"] == "clear"
