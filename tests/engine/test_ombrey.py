"""The Relief of Ombrey in the real engine: it opens without a word, and is played by its judge."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from clubroute.builder.authoring.saved_setup import saved_setup
from clubroute.builder.module.outline import shelf_of
from clubroute.builder.project import shipped_project
from clubroute.builder.vassal.archive import read_save
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.cli import main
from clubroute.rules.plain.game import game_of, set_up
from tests.engine.driver import Engine
from tests.engine.expectation import BuiltModule
from tests.engine.inspection import CHECKS, inspect_open

pytestmark = pytest.mark.engine

TURNS = {
    (1, "Crown movement"): {
        "hussars": "04.09",
        "royal": "09.08",
        "train": "09.09",
        "coldmoor": "08.09",
    },
    (1, "League movement"): {"scouts": "04.07", "lancers": "09.06", "rangers": "14.05"},
    (2, "Crown movement"): {"hussars": "04.08", "verrick": "08.07", "aldmark": "04.09"},
    (2, "League movement"): {"lancers": "13.04", "sorrel": "08.06", "brandt": "08.04"},
    (5, "Crown movement"): {"dragoons": "11.12", "crown-guns": "09.09"},
}
"""Where units go, by turn and phase."""
REFUSED = (
    ("hussars", "04.07", "Crown movement"),  # the ford is closed
    ("oldwall", "09.05", "League movement"),  # dug in
    ("lancers", "12.06", "League movement"),  # no horse in a marsh, in thaw
    ("dragoons", "11.11", "League movement"),  # not its turn
)


@pytest.fixture(scope="module")
def ombrey(ombrey_module: BuiltModule) -> BuiltModule:
    return ombrey_module


@pytest.fixture(scope="module")
def engine(ombrey_engine: Engine) -> Engine:
    return ombrey_engine


def test_it_opens_without_a_warning(engine: Engine, ombrey: BuiltModule) -> None:
    found = inspect_open(engine, ombrey.path, ombrey.expected)
    assert {name: found[name] for name in CHECKS if found.get(name) != []} == {}


def test_two_turns_are_played_by_moves_judged_legal(
    engine: Engine, ombrey: BuiltModule, tmp_path: Path
) -> None:
    """Each move is judged where the units stand then; a save has them where they went."""
    engine.start_setup("Bread for Ombrey")
    (one,) = ombrey.expected.maps
    pieces = {p.properties["UnitId"]: p.id for p in engine.pieces(["UnitId"])}
    standing = {
        unit.id: {"id": unit.id, "hex": unit.hex, "state": list(unit.state or ()), "back": False}
        for unit in set_up(game_of("ombrey"), "BREAD")
    }
    context = Context(ombrey.path.parent)

    def verdict(unit: str, to: str, turn: int, phase: str) -> str:
        state = {"turn": turn, "units": list(standing.values())}
        params = {"map": "ombrey", "unit": unit, "from": standing[unit]["hex"], "to": to}
        found = ask(context, "move.best", {**params, "state": state, "phase": phase})
        return f"{unit} to {to}: {found['verdict']}"

    for (turn, phase), moves in TURNS.items():
        for unit, to in moves.items():
            assert verdict(unit, to, turn, phase) == f"{unit} to {to}: legal"
            (spot,) = engine.places(one.name, one.boards[0].name, [to])
            assert spot is not None
            engine.move(pieces[unit], one.name, spot)
            standing[unit]["hex"] = to
    for unit, to, phase in REFUSED:
        assert verdict(unit, to, 5, phase) == f"{unit} to {to}: illegal"
    engine.save(tmp_path / "played.vsav")
    found = saved_setup(read_save(tmp_path / "played.vsav"), shelf_of(shipped_project(), "ombrey"))
    assert {row.id: row.hex for row in found.units} == {
        id_: unit["hex"] for id_, unit in standing.items()
    }
    engine.quiet()
    assert engine.problems == []


WRONG = {"rangers": "04.03"}
"""A unit far from all enemies, and where it goes in the second turn, farther than it can."""


@pytest.mark.parametrize("wrong", [{}, WRONG], ids=["legal", "illegal"])
def test_the_log_of_two_turns_is_judged(
    engine: Engine,
    ombrey: BuiltModule,
    wrong: dict[str, str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    engine.start_setup("Bread for Ombrey")
    (one,) = ombrey.expected.maps
    pieces = {p.properties["UnitId"]: p.id for p in engine.pieces(["UnitId"])}
    log = tmp_path / "played.vlog"
    engine.begin_log(log)
    for number in (1, 2):
        moves = [to for (turn, _), many in TURNS.items() if turn == number for to in many.items()]
        for unit, to in (*moves, *(wrong.items() if number == 2 else ())):
            (spot,) = engine.places(one.name, one.boards[0].name, [to])
            assert spot is not None
            engine.move(pieces[unit], one.name, spot)
        engine.turn(1)
    engine.end_log()
    main(["check", str(log), "--json"])
    found = json.loads(capsys.readouterr().out)
    units = [row["unit"] for row in found["findings"] if row["verdict"] == "illegal"]
    assert units == [*wrong], found
    assert found["counts"]["legal"] >= 10, found
