"""A log as a film: what it begins with, what each step changes, what it ends with."""

from __future__ import annotations

from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.module.setups import map_pixel
from clubroute.rules.asking.context import Context
from clubroute.rules.logs.check.check import check_log
from clubroute.rules.logs.check.series import open_referee, outlined
from clubroute.rules.logs.game import Game
from clubroute.rules.saves.reading import read_position
from clubroute.rules.saves.tape import read_tape
from tests.logs.recorder import Recorder
from tests.saves.setups import set_up, shelf

MAIN = "Market-Garden"


def pixel(game: str, number: str) -> tuple[int, int]:
    views = shelf(game).views
    return map_pixel(views, views[0].lattice.parse(number, views[0].window))


def piece_of(game: Game, id_: str, name: str = "UnitId") -> str:
    return next(one.id for one in game.pieces.values() if one.property_value(name) == id_)


@pytest.fixture(scope="module")
def log(context: Context, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """WED-2 begun: a Unit goes two hexes, a bridge is marked as destroyed by hand."""
    module = outlined(context, "Where Eagles Dare")
    assert module is not None
    recorder = Recorder(set_up("wed", "WED-2"), module.maps)
    unit = next(
        one
        for one in recorder.game.pieces.values()
        if one.map == MAIN and one.property_value("Kind") == "parachute"
    )
    recorder.say("Anna", "here we go")
    for number in ("67.158", "67.159"):
        recorder.move(unit.id, MAIN, *pixel("wed", number))
    path = tmp_path_factory.mktemp("tape") / "turn.vlog"
    recorder.write(path)
    return path


def test_each_moment_has_what_its_step_changes(context: Context, log: Path) -> None:
    tape = read_tape(context, log)
    assert [one.step for one in tape.moments] == [0, 1, 2]
    assert "here we go" in tape.moments[0].text[0]
    assert tape.moments[0].changed == ()
    (moved,) = {one.id for moment in tape.moments for one in moment.changed if one.hex}
    hexes = [[one.hex for one in moment.changed if one.id == moved] for moment in tape.moments]
    assert hexes == [[], ["67.158"], ["67.159"]]
    assert moved in {one.id for one in tape.start.units}
    assert [one.hex for one in tape.end.units if one.id == moved] == ["67.159"]


def test_the_changes_lead_from_the_start_to_the_end(context: Context, log: Path) -> None:
    tape = read_tape(context, log)
    counters = {one.piece: one for one in tape.start.counters}
    for moment in tape.moments:
        counters |= {one.piece: one for one in moment.changed}
        for gone in moment.gone:
            del counters[gone]
    assert counters == {one.piece: one for one in tape.end.counters}


def test_a_step_gives_the_position_before_it(context: Context, log: Path) -> None:
    tape = read_tape(context, log)
    assert read_position(context, log).state == tape.end.state
    assert read_position(context, log, 0).state == tape.start.state
    before = read_position(context, log, 2)
    (moved,) = {one.id for one in tape.moments[1].changed if one.hex}
    assert [one["hex"] for one in before.state["units"] if one["id"] == moved] == ["67.158"]
    assert (before.step, before.steps) == (2, 3)
    with pytest.raises(InputError, match="found 4, expected a step from 0 to 3"):
        read_position(context, log, 4)


def test_a_game_that_has_begun_has_nothing_of_its_set_up_but_bridges(
    context: Context, log: Path
) -> None:
    start, end = read_position(context, log, 0), read_position(context, log)
    assert (start.state["under_way"], end.state["under_way"]) == (False, True)
    params = {"map": "wed", "bridge": "66.156/66.157", "state": end.state}
    answer = context.registry.ask(context, "bridge.control", params)
    assert answer["verdict"] != "illegal"


def test_a_tape_has_the_findings_of_the_check(context: Context, log: Path) -> None:
    tape = read_tape(context, log)
    module = outlined(context, "Where Eagles Dare")
    assert module is not None
    assert tape.judged
    assert tape.findings
    report = check_log(tape.save.log, module, open_referee(context, module.name, None), {})
    assert tape.findings == report.findings
