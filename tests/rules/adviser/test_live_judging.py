"""A live game is judged as the check judges its log: in step, and none the worse for questions."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from clubroute.rules.adviser.questions import table_of
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import GoneError
from clubroute.rules.ground.maps import map_of
from clubroute.rules.gts.logcheck.excuses import COMBAT, MOVED_ON, RETREAT
from clubroute.rules.logs.check.finding import PUT_RIGHT_NEXT, LogFinding
from clubroute.rules.logs.pieces import GamePiece
from tests.rules.adviser.costs import priced
from tests.rules.adviser.table import GRENADIERS, TANKS, UNITS, PlayedTable
from tests.saves.test_tape import MAIN

DRAGS = 16
COSTS = 30
SEED = 20


@pytest.fixture
def table(context: Context) -> PlayedTable:
    return PlayedTable(context)


def last_of(table: PlayedTable, unit: str) -> LogFinding:
    """What the check of the log so far says last of a unit's move."""
    report = table.checked()
    return [one for one in report.findings if one.unit == unit and one.hexes][-1]


def test_a_drag_is_told_before_and_after_as_the_check_tells_it(table: PlayedTable) -> None:
    piece = table.piece(GRENADIERS)
    before = table.ask("adviser.drag", piece=piece, to=table.place("93.149"))
    assert before["chit"] == "Pz-Brig. 107 Formation Activation"
    assert before["line"].startswith("93.149: ")
    table.move(piece, "93.149")
    after = table.ask("adviser.drag", piece=piece)
    assert after == before
    found = last_of(table, GRENADIERS)
    assert (after["verdict"], after["why"]) == (found.verdict, found.why)


def test_what_was_spent_counts(table: PlayedTable) -> None:
    piece = table.piece(GRENADIERS)
    first = table.ask("adviser.drag", piece=piece, to=table.place("93.149"))
    table.move(piece, "93.149")
    second = table.ask("adviser.drag", piece=piece, to=table.place("93.150"))
    assert first["spent"] == first["cost"]
    assert second["spent"] == first["cost"] + second["cost"]
    assert f"{second['spent']:g} spent".replace(".5", "½") in second["line"]


def test_an_undo_takes_its_step_back(table: PlayedTable) -> None:
    piece = table.piece(GRENADIERS)
    first = table.ask("adviser.drag", piece=piece, to=table.place("93.149"))
    table.move(piece, "95.148")
    other = table.ask("adviser.drag", piece=piece, to=table.place("93.149"))
    assert other["spent"] > first["spent"]
    table.undo()
    assert table.ask("adviser.drag", piece=piece) == {"line": "", "verdict": "none"}
    assert table.ask("adviser.drag", piece=piece, to=table.place("93.149")) == first


def test_a_replayed_command_is_played_and_not_judged(table: PlayedTable) -> None:
    piece = table.piece(GRENADIERS)
    table.recorder.move(piece, "Market-Garden", *xy(table.place("93.149")))
    table.send(table.recorder.steps[-1], source="replay")
    assert table.ask("adviser.drag", piece=piece)["line"] == ""
    now = table.ask("adviser.drag", piece=piece, to=table.place("93.150"))
    assert (now["from"], now["cost"]) == ("93.149", now["spent"])


def xy(place: dict[str, Any]) -> tuple[int, int]:
    return place["x"], place["y"]


def test_another_chit_begins_anew_and_is_named(table: PlayedTable) -> None:
    piece = table.piece(GRENADIERS)
    table.move(piece, "93.149")
    table.draw("501 PIR")
    now = table.ask("adviser.drag", piece=piece, to=table.place("93.150"))
    assert now["chit"] == "501 PIR Formation Activation"
    assert now["spent"] == now["cost"]
    assert "does not activate it" in now["line"]


@pytest.mark.parametrize(
    ("chit", "needs"),
    [
        ("KG Chill Divisional", (MOVED_ON,)),
        # An enemy under the chit may have fired from afar, with dice thrown elsewhere.
        ("501 PIR", (COMBAT, RETREAT)),
    ],
)
def test_what_may_put_an_earlier_drag_right_is_not_accused(
    chit: str, needs: tuple[str, ...], owned: Context
) -> None:
    table = PlayedTable(owned)
    piece = table.piece(GRENADIERS)
    table.move(table.piece(TANKS), "93.149")
    table.draw("KG Walther Division")
    table.move(piece, "93.149")
    table.draw(chit)
    told = table.ask("adviser.drag", piece=piece, to=table.place("93.150"))
    table.move(piece, "93.150")
    table.draw("502 PIR")  # so that nothing waits for the next log
    found = next(one for one in table.checked().findings if one.hexes[-1:] == ("93.150",))
    assert (told["verdict"], told["why"]) == (found.verdict, found.why)
    assert (found.verdict, *found.needs) == ("unchecked", *needs)


@pytest.mark.parametrize("told", [{"number": 1}, {"number": 3}, {"module": "It Never Snows"}])
def test_a_text_that_is_not_the_next_is_refused(table: PlayedTable, told: dict[str, Any]) -> None:
    piece = table.piece(GRENADIERS)
    table.move(piece, "93.149")
    table.recorder.move(piece, "Market-Garden", *xy(table.place("93.150")))
    with pytest.raises(GoneError, match="the game whole again"):
        table.send(table.recorder.steps[-1], **told)
    table.sent = 1
    table.send(table.recorder.steps[-1])
    assert table.ask("adviser.drag", piece=piece)["to"] == "93.150"


def random_play(table: PlayedTable, drags: int) -> Iterator[tuple[str, str]]:
    """Units and hexes to drag them into, near where they are, at random but always the same."""
    chance = random.Random(SEED)
    country = map_of(table.context, "wed")
    for _ in range(drags):
        unit = chance.choice(UNITS)
        position = table.context.states.position(table.opened["state"])
        here = next(one.hex for one in position.units if one.id == unit)
        near = country.around(country.id(here))
        if chance.random() < 0.3:
            near = [two for one in near for two in country.around(one)]
        yield unit, country.number(chance.choice(near))


@pytest.mark.parametrize("scenario", ["WED-4", "WED-CAMPAIGN"])
def test_a_drag_costs_what_the_check_of_its_way_says(context: Context, scenario: str) -> None:
    table, chance = PlayedTable(context, scenario), random.Random(SEED)
    country, costs = map_of(context, "wed"), []
    units = [one.id for one in table.recorder.game.pieces.values() if is_unit(one)]
    for _ in range(COSTS):
        piece = chance.choice(units)
        with table_of(context, table.game) as at:
            unit = at.unit(piece)
            assert unit is not None
            here = country.id(unit.hex or "")
        near = country.around(here)
        if chance.random() < 0.3:
            near = [two for one in near for two in country.around(one) if two != here]
        to = country.number(chance.choice(near))
        answer = table.ask("adviser.drag", piece=piece, to=table.place(to))
        with table_of(context, table.game) as at:
            costs.append(priced(at, piece, answer))
        table.move(piece, to)
    assert [one for one in costs if one is not None and one.apart] == []
    assert sum(one is not None and one.cost is not None for one in costs) > COSTS / 2


def is_unit(piece: GamePiece) -> bool:
    return piece.map == MAIN and bool(piece.property_value("UnitId"))


def test_a_gun_that_may_not_move_has_no_cost(context: Context) -> None:
    table = PlayedTable(context, "WED-CAMPAIGN")
    asked = {"piece": table.piece("wal-2-krause"), "to": table.place("60.199")}
    assert table.ask("adviser.drag", **asked)["line"].startswith("60.199: cost unknown; ")


def test_the_way_and_the_rules_are_those_of_the_cost(context: Context) -> None:
    """In Column another way would be cheaper: it costs 1 MP to get into it, which nobody did."""
    table = PlayedTable(context, "WED-CAMPAIGN")
    asked = {"piece": table.piece("gds-b-2-hhc"), "to": table.place("42.230")}
    answer = table.ask("adviser.drag", **asked)
    assert (answer["cost"], answer["way"]) == (6, ["42.229", "42.230"])
    assert "WED 2.16" not in answer["rules"]


def test_random_drags_and_undoes_are_told_as_the_check_tells_them(owned: Context) -> None:
    table, said = PlayedTable(owned), set()
    table.draw("KG Walther Division")
    for unit, number in random_play(table, DRAGS):
        piece = table.piece(unit)
        before = table.ask("adviser.drag", piece=piece, to=table.place(number))
        table.opened = table.move(piece, number)
        after = table.ask("adviser.drag", piece=piece)
        assert after == before
        assert len(after["line"]) <= 80
        if after["verdict"] == "none":  # it is where it began
            continue
        found = last_of(table, unit)
        told = (after["verdict"], after["why"])
        # An activation that the next log may put right is not accused yet (activations.unsettled).
        withheld = PUT_RIGHT_NEXT in found.needs and (found.verdict, told[0]) == (
            "unchecked",
            "illegal",
        )
        assert withheld or told == (found.verdict, found.why)
        said.add(after["verdict"])
        if after["verdict"] == "illegal":
            table.opened = table.undo()
    assert {"legal", "unchecked"} <= said


def test_the_live_game_is_the_logs_at_the_end(table: PlayedTable) -> None:
    from clubroute.rules.saves.live import live_game

    for unit, number in random_play(table, 12):
        table.opened = table.move(table.piece(unit), number)
    live = live_game(table.context, table.game, "game")
    assert live.game.digest() == table.recorder.game.digest()


class TimeUpError(Exception):
    """A question is broken off."""


@pytest.mark.parametrize("after", [0, 1, 2])
def test_a_question_that_is_broken_off_spoils_nothing(
    table: PlayedTable, after: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The service breaks questions off that take long, and begins them anew."""
    from clubroute.rules.gts.logcheck.watch import LogWatch

    piece = table.piece(GRENADIERS)
    for number in ("93.149", "93.150"):
        table.move(piece, number)
    step, begin, count = LogWatch.step, LogWatch.begin, iter(range(9))

    def broken(done: Any) -> Any:
        def until(*told: Any) -> Any:
            if next(count) == after:
                raise TimeUpError
            return done(*told)

        return until

    with monkeypatch.context() as patched:
        patched.setattr(LogWatch, "begin", broken(begin))
        patched.setattr(LogWatch, "step", broken(step))
        with pytest.raises(TimeUpError):
            table.ask("adviser.drag", piece=piece)
    found = table.ask("adviser.drag", piece=piece)
    assert (found["why"], found["verdict"]) == (lambda f: (f.why, f.verdict))(
        last_of(table, GRENADIERS)
    )


def test_a_text_that_is_broken_off_asks_for_the_whole_game(
    table: PlayedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    from clubroute.rules.saves.position import SeenCounters

    def broken(*_: Any) -> None:
        raise TimeUpError

    with monkeypatch.context() as patched:
        patched.setattr(SeenCounters, "put", broken)
        with pytest.raises(TimeUpError):
            table.move(table.piece(GRENADIERS), "93.149")
    with pytest.raises(GoneError):
        table.ask("adviser.menu")
