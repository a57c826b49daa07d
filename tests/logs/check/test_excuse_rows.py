"""Every row of the excuses is held by a game that it explains and one beside that it does not.

:data:`ROWS` has the pair of each; a row without one fails. Taken out, the first game is accused;
doubled (it explains whatever would be accused), the second is no longer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from clubroute.builder.vassal.atoms import MovePiece, Undo
from clubroute.rules.asking.context import Context
from clubroute.rules.gts.logcheck import excuses, one_activation
from clubroute.rules.gts.logcheck.activations import ActivationJudge
from clubroute.rules.gts.logcheck.one_activation import OneActivation
from clubroute.rules.logs.check.finding import Excuse, LogFinding
from clubroute.rules.logs.check.module import Module
from tests.logs.check.game import Game
from tests.logs.check.scenario import Scenario
from tests.logs.check.test_excuses import (
    ENEMY,
    GAMES,
    GERMAN,
    RIDER,
    ROUND_BY_ROAD,
    A,
    C,
    D,
    E,
    Played,
)
from tests.logs.check.test_transport import (
    ARMOUR,
    GUARDS,
    JEEPS,
    together,
)

TANK = "101-a-44-rtr"
Deeds = Callable[[Played], Game]


@dataclass(frozen=True, slots=True)
class Pair:
    """A game that a row explains and one beside; the Unit, the chit, and what the judge is told."""

    excused: Deeds
    beside: Deeds
    unit: str = C
    chit: str = "chit-101-501"
    told: Mapping[str, Any] = field(default_factory=dict)
    dice: bool = True


def of(name: str) -> Deeds:
    return GAMES[name][0]


def far(game: Played) -> Game:
    return game.puts(C, "44.224").over()


def german_far(game: Played) -> Game:
    return game.puts(GERMAN, "44.230").over()


def carried_by_jeeps(to: str, alone: bool = False) -> Deeds:
    def play(game: Played) -> Game:
        game.puts(JEEPS, "76.128").draw("chit-101-independent")
        if alone:
            game.puts(C, to)
        else:
            together(game, C, to)
        return game.over()

    return play


def tank_and_rider(*hexes: str, chit: str = "") -> Deeds:
    def play(game: Played) -> Game:
        if chit:
            game.draw(chit)
        return game.puts(TANK, *hexes).puts(RIDER, *hexes).over()

    return play


def dismounts(*after: str) -> Deeds:
    def play(game: Played) -> Game:
        game.puts(GUARDS, "50.212").draw("chit-gds-hot")
        together(game, ARMOUR, "53.200")
        return game.puts(GUARDS, *after).over()

    return play


def two_riders(game: Played, chit: str) -> Game:
    game.puts(GUARDS, "50.212").puts("101-h-3-502", "50.212")
    recorder, ids = game.table.recorder, game.told.ids
    traits = recorder.game.pieces[ids[GUARDS]].traits
    (like,) = (one for one in traits if one.type.startswith("mark;UnitId"))
    text = like.state.replace(GUARDS, "gds-2-3-irishgds")
    recorder.change(ids["101-h-3-502"], "mark;UnitId", text)
    game.draw(chit)
    together(game, ARMOUR, "53.200")
    return game.over()


ROWS: dict[str, Pair] = {
    "OTHER_MOMENT": Pair(
        lambda g: g.puts(C, *ROUND_BY_ROAD[:9]).over(),
        of("by Road, Column not shown"),
        told={"second_actions": False},
    ),
    "OTHER_WAY": Pair(lambda g: g.puts(C, "74.127").over(), far),
    "PUT_BACK": Pair(of("slip put back"), of("bridge, one hex back")),
    "SLIP": Pair(of("slip over the bridge"), of("bridge, one hex back")),
    "SECOND_ACTION": Pair(of("in Column by Road"), of("by Road, Column not shown")),
    "RODE_TRANSPORT": Pair(
        carried_by_jeeps("44.224"),
        carried_by_jeeps("44.224", alone=True),
        told={"second_actions": False},
    ),
    "RODE_VEHICLE": Pair(
        tank_and_rider("64.167", "63.173", "66.171"),
        tank_and_rider("65.159", "63.158", "61.157"),
        RIDER,
        "chit-101-division",
        {"second_actions": False},
    ),
    "DISMOUNTED": Pair(
        dismounts("53.199", "53.198"),
        lambda g: g.puts(GUARDS, "44.224").over(),
        GUARDS,
        "chit-gds-division",
        {"second_actions": False},
    ),
    "SHARED_VEHICLE": Pair(
        lambda g: two_riders(g, "chit-gds-hot"),
        lambda g: g.puts(GUARDS, "44.224").over(),
        GUARDS,
        "chit-gds-division",
        {"second_actions": False},
    ),
    "RODE_OUT_OF_TURN": Pair(
        tank_and_rider("64.167", chit="chit-wal-division"),
        lambda g: g.puts(RIDER, "44.224").over(),
        RIDER,
        "chit-wal-107",
    ),
    "SHARED_OUT_OF_TURN": Pair(
        lambda g: two_riders(g, "chit-wal-division"),
        lambda g: g.puts(GUARDS, "44.224").over(),
        GUARDS,
        "chit-wal-107",
    ),
    "ASSAULT_OVER": Pair(of("assault"), of("through an enemy, straight on"), E),
    "ASSAULT_NO_DIE": Pair(
        lambda g: g.puts(E, "78.132").puts(ENEMY, "79.131").over(),
        of("through an enemy, straight on"),
        E,
    ),
    "ASSAULT_GOES_ON": Pair(lambda g: g.puts(E, "78.132"), of("through an enemy, straight on"), E),
    "ASSAULT_LEFT_LATE": Pair(
        lambda g: leaves_late(g),
        lambda g: g.puts(E, "78.132").rolls().over(),
        E,
    ),
    "RETREATED seen": Pair(of("retreat"), of("retreat too far"), GERMAN),
    "RETREATED elsewhere": Pair(
        lambda g: g.puts(GERMAN, "68.158").over(),
        german_far,
        GERMAN,
        told={"dice_elsewhere": True},
    ),
    "RETREATED late": Pair(
        lambda g: g.rolls().draws("chit-gds-hot").puts(GERMAN, "68.158").over(),
        lambda g: g.draws("chit-gds-hot").puts(GERMAN, "68.158").over(),
        GERMAN,
    ),
    "RETREATED none": Pair(
        lambda g: g.puts(GERMAN, "68.158").over(),
        german_far,
        GERMAN,
        dice=False,
    ),
}


def full() -> Callable[[Played], Played]:
    """Four Units of 501 PIR go into a hex."""

    def play(game: Played) -> Played:
        hex_ = "75.128"
        for unit in (A, "101-b-1-501", D):
            game.puts(unit, hex_)
        return game.puts(C, hex_)

    return play


def next_log(first: Deeds, then: Deeds) -> Deeds:
    """Two logs, of which the second is judged by itself."""

    def play(game: Played) -> Game:
        return then(resumed(first(game)))

    return play


def resumed(game: Game) -> Played:
    again = game.going_on()
    found = Played.__new__(Played)
    vars(found).update(vars(again))
    return found


ROWS["RETREATED before"] = Pair(
    next_log(lambda g: g, lambda g: g.puts(GERMAN, "68.158").over()), german_far, GERMAN
)
ROWS |= {
    "PILED": Pair(
        next_log(
            lambda g: g.puts("101-h-3-502", "95.110").puts(GERMAN, "95.110"),
            lambda g: g.draws("chit-101-division").rolls().puts(C, "95.110").over(),
        ),
        of("pile before a die"),
    ),
    "PILED_APART": Pair(of("pile"), of("pile before a die")),
    "PILED_FALLEN": Pair(
        lambda g: g.puts(E, "78.132").rolls().puts(E, "96.112").over(),
        lambda g: g.puts(E, "78.132").puts(E, "96.112").rolls().over(),
        E,
    ),
    "PUT_IN_PLACE": Pair(lambda g: came(g).puts(C, "44.224").over(), far),
    "BY_EVENT": Pair(lambda g: said(g, "event: they fly").puts(C, "44.224").over(), far),
    "STACKED_BY_RETREAT": Pair(
        lambda g: full()(g.rolls()).over(), lambda g: full()(g).over(), told={"stacking": 3}
    ),
    "STACKED_RIDERS": Pair(
        lambda g: g.puts(GUARDS, "50.212").over(),
        lambda g: g.puts(GUARDS, "76.128").over(),
        GUARDS,
        "chit-gds-hot",
        {"stacking": 1},
    ),
    "STACKED_EARLIER": Pair(
        next_log(lambda g: g, lambda g: full()(g).over()),
        lambda g: full()(g).over(),
        told={"stacking": 3},
    ),
    "LEFT_SO": Pair(
        next_log(
            lambda g: g.puts("59-3-i-1034-59", "44.232"),
            lambda g: g.puts("59-3-i-1034-59", "47.228").over(),
        ),
        lambda g: (
            g.puts("59-3-i-1034-59", "44.232")
            .draws("chit-101-501")
            .puts(C, "76.127")
            .draws("chit-wal-107")
        ),
        "59-3-i-1034-59",
        "chit-59-division",
    ),
    "BEGAN_BEFORE": Pair(
        next_log(lambda g: g.puts(GERMAN, "68.158"), german_far),
        next_log(lambda g: g.puts(C, "75.128"), german_far),
        GERMAN,
    ),
    "PUT_RIGHT": Pair(lambda g: g.puts(C, "44.222").draws("chit-101-502").puts(C, "75.128"), far),
    "PUTS_RIGHT": Pair(lambda g: g.puts(C, "44.222").draws("chit-101-502").puts(C, "75.128"), far),
    "OR_MOVED_ON": Pair(lambda g: g.puts(C, "75.128").draws("chit-101-502").puts(C, "75.127"), far),
    "PUT_RIGHT_LATE": Pair(
        lambda g: late(g, "76.127"),
        lambda g: late(g, "44.225"),
    ),
    "AWAITS_NEXT": Pair(lambda g: g.puts(C, "44.224"), far),
    "ON_ITS_WAY": Pair(full(), lambda g: full()(g).over(), told={"stacking": 3}),
    "OTHER_CHIT": Pair(of("two chits open"), of("two chits, the first is over")),
    "NO_OPEN_CHIT": Pair(
        next_log(
            lambda g: g.draws("chit-101-502"), lambda g: g.puts("gds-3-2-irishgds", "46.209").over()
        ),
        lambda g: g.puts("gds-3-2-irishgds", "46.209").over(),
        "gds-3-2-irishgds",
    ),
}


def next_of_two(first: Deeds, then: Deeds) -> Deeds:
    """Two logs, of which the second is judged with what the first left."""

    def play(game: Played) -> Game:
        begun = first(game)
        again = resumed(begun)
        again.left = begun.report().leaves
        return then(again)

    return play


def undoes(game: Played) -> Game:
    """Take back the slip of C that the log before ended with."""
    map_, piece = game.told.game.map, game.told.ids[C]
    there, here = game.told.pixel("44.224"), game.told.pixel("76.128")
    back = MovePiece(piece, map_, *here, None, map_, *there, None, "player1")
    game.table.recorder.step(Undo(True), back, Undo(False))
    return game.over()


ROWS["TAKEN_BACK"] = Pair(
    next_of_two(lambda g: g.puts(C, "44.224"), undoes),
    next_of_two(lambda g: g.puts(C, "44.224"), lambda g: g.over()),
)
ROWS["RETREATED late, a friend's chit"] = Pair(
    lambda g: g.rolls().draws("chit-wal-107").puts(GERMAN, "68.158").over(),
    lambda g: g.draws("chit-wal-107").puts(GERMAN, "68.158").over(),
    GERMAN,
)


def leaves_late(game: Played) -> Game:
    game.puts(E, "78.132").rolls().draws("chit-59-division")
    return game.puts(ENEMY, "79.131").over()


def late(game: Played, back: str) -> Game:
    game.puts(C, "44.224").draws("chit-59-division").draws("chit-wal-division")
    return game.puts(C, back).over()


def said(game: Played, words: str) -> Played:
    game.table.recorder.say("Anna", words)
    return game


def came(game: Played) -> Played:
    """Take C off the map and put it back elsewhere."""
    piece = game.told.ids[C]
    game.table.drag(piece, "Activation", (500, 190))
    return game.puts(C, "75.128")


class Judged:
    """Judges games of pairs: the worst finding about a Unit, and the rows that explained one."""

    def __init__(self, told: Scenario, module: Module, context: Context) -> None:
        self.frame = told, module, context

    def play(self, pair: Pair, deeds: Deeds) -> list[LogFinding]:
        game = deeds(Played(*self.frame, pair.chit, dice=pair.dice))
        report = game.report(before=game.left, **pair.told)
        return [one for one in report.findings if one.unit == pair.unit]


def rows() -> Mapping[str, Excuse]:
    found = {name: row for name, row in vars(excuses).items() if isinstance(row, Excuse)}
    return found | {f"RETREATED {die}": row for die, row in excuses.RETREATED.items()}


@pytest.fixture(scope="module")
def judged(told: Scenario, module: Module, context: Context) -> Judged:
    return Judged(told, module, context)


def test_every_row_has_a_pair() -> None:
    assert rows().keys() == {name.partition(",")[0] for name in ROWS}


@pytest.mark.parametrize("name", ROWS)
def test_a_row_taken_out_or_doubled_is_noticed(
    name: str, judged: Judged, monkeypatch: pytest.MonkeyPatch
) -> None:
    row, pair = rows()[name.partition(",")[0]], ROWS[name]
    excused, beside = judged.play(pair, pair.excused), judged.play(pair, pair.beside)
    accused = [one for one in beside if one.verdict == "illegal"]
    assert accused, [one.line() for one in beside]
    explains, judges = Excuse.explains, OneActivation.judged

    def taken_out(self: Excuse, found: LogFinding, **words: str) -> LogFinding:
        if self is row:
            return replace(found, verdict="illegal", why=f"taken out: {found.why}")
        return explains(self, found, **words)

    words = dict.fromkeys(
        ("price", "refused", "most", "announced", "hexes", "chit", "lies", "how"), ""
    )

    stacked, resumes = one_activation.stacking_finding, ActivationJudge.resume

    def always(found: LogFinding) -> LogFinding:
        return explains(row, found, **words) if found.verdict == "illegal" else found

    def resumed_so(self: ActivationJudge, *left: Any) -> None:
        resumes(self, *left)
        self.findings[:] = map(always, self.findings)

    with monkeypatch.context() as patch:
        patch.setattr(Excuse, "explains", taken_out)
        assert judged.play(pair, pair.excused) != excused, [one.line() for one in excused]
    with monkeypatch.context() as patch:
        patch.setattr(OneActivation, "judged", lambda self, event: always(judges(self, event)))
        patch.setattr(one_activation, "stacking_finding", lambda *told: always(stacked(*told)))
        patch.setattr(ActivationJudge, "resume", resumed_so)
        assert judged.play(pair, pair.beside) != beside
