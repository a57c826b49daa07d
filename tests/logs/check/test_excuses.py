"""An excuse explains only what it is evidence for, two never join, and what is excused is named.

Each row of :data:`GAMES` is a habit, or a violation beside one: its verdict, and the words that
name what was refused. Each of :data:`MUTATIONS` takes an excuse out or doubles it, and some row
has to notice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from clubroute.rules.asking.context import Context
from clubroute.rules.gts.logcheck import (
    activations,
    excuses,
    moves,
    one_activation,
    refused,
)
from clubroute.rules.gts.logcheck.chits import ChitMug
from clubroute.rules.gts.logcheck.excuses import Excuse, Retreats
from clubroute.rules.gts.logcheck.moves import Judgement
from clubroute.rules.gts.logcheck.refused import WayReadings
from clubroute.rules.logs.check.finding import LogFinding, Verdict
from clubroute.rules.logs.check.judge import Record
from clubroute.rules.logs.check.module import Module
from tests.cases import each
from tests.logs.check.game import Game
from tests.logs.check.scenario import Scenario

ALLIED = "501 PIR"
LOSS = "emb2;;128;A;Flip"
A, B, C, D, E = (f"101-{n}-501" for n in ("a-1", "b-1", "c-1", "d-2", "e-2"))
ENEMY, TANK, RIDER = "wal-3-pz-2107", "101-a-44-rtr", "101-c-1-506"
GERMAN = "59-1-i-1034-59"
ROUND_BY_ROAD = tuple(
    f"{hex_ // 1000}.{hex_ % 1000}"
    for hex_ in (
        *(76127, 77127, 76126, 76125, 75125, 74125, 73126, 72126, 71127, 70127),
        *(69128, 68128, 67129, 66128, 65129, 64128, 63128, 62127, 61127, 60126),
    )
)
"""Eleven MP in Column along Roads, from where C stands; it has seven."""
BRIDGE = "75.129–74.129: the bridge is destroyed"
DEAR = (
    "76.128",
    "76.127",
    "77.127",
    "78.127",
    "79.128",
    "80.128",
    "81.129",
    "82.128",
    "83.129",
    "84.129",
    "85.130",
    "86.130",
    "87.131",
    "88.131",
    "89.132",
    "90.131",
    "91.132",
    "92.131",
    "93.131",
    "94.131",
    "95.131",
    "96.131",
    "97.131",
    "98.131",
    "99.131",
    "00.130",
    "00.129",
)
"""A way of A in Column, hex by hex, for 14.5 MP: half a MP more than two Actions have."""


class Played(Game):
    """A game whose deeds may follow one another. ``left`` is what the log before it left."""

    left: Record | None = None

    def puts(self, unit: str, *hexes: str) -> Played:
        self.put(unit, *hexes)
        return self

    def rolls(self) -> Played:
        self.table.roll()
        return self

    def draws(self, chit: str) -> Played:
        self.draw(chit)
        return self

    def forms(self, unit: str) -> Played:
        self.form(unit)
        return self

    def over(self) -> Played:
        self.goes_on()
        return self


Deeds = Callable[[Played], Played]
GAMES: dict[str, tuple[Deeds, str, Verdict, str]] = {
    # ---- a crossing that cannot be made, one hex nearer and farther, with a die and without
    "bridge, beside it": (lambda g: g.puts(A, "74.129").over(), A, "illegal", "destroyed"),
    "bridge, one hex back": (
        lambda g: g.puts(C, "75.129", "74.129").over(),
        C,
        "illegal",
        "the bridge is destroyed; the cheapest way round",
    ),
    "bridge, two back": (
        lambda g: g.puts(C, "76.127", "75.128", "75.129", "74.129").over(),
        C,
        "illegal",
        "the bridge is destroyed",
    ),
    "bridge, after a die": (
        lambda g: g.rolls().puts(C, "75.129", "74.129").over(),
        C,
        "illegal",
        "the bridge is destroyed",
    ),
    "bridge, before a die": (
        lambda g: g.puts(C, "75.129", "74.129").rolls().over(),
        C,
        "illegal",
        "the bridge is destroyed",
    ),
    "bridge, and on hex by hex": (
        lambda g: g.puts(C, "75.129", "74.129", "74.128").over(),
        C,
        "illegal",
        "are two things",
    ),
    "bridge, after a slip": (
        lambda g: g.puts(C, "44.222", "75.129", "74.129").over(),
        C,
        "illegal",
        "the bridge is destroyed",
    ),
    # ---- slips
    "slip over the bridge": (
        lambda g: g.puts(C, "75.129", "74.129", "75.128").over(),
        C,
        "possible",
        BRIDGE,
    ),
    "slip put back": (
        lambda g: g.puts(C, "75.129", "74.129", "75.129", "75.128").over(),
        C,
        "possible",
        BRIDGE,
    ),
    "slip far away": (
        lambda g: g.puts(C, "44.222", "75.128").over(),
        C,
        "possible",
        "no way 76.128–44.222",
    ),
    "slip onto an enemy": (
        lambda g: g.puts(E, "78.132", "77.133").over(),
        E,
        "possible",
        "78.132",
    ),
    # ---- a Second Action
    "in Column by Road": (
        lambda g: g.forms(C).puts(C, *ROUND_BY_ROAD).forms(C).over(),
        C,
        "possible",
        "more than its 7 MP, which takes a Second Action",
    ),
    "by Road, Column not shown": (
        lambda g: g.puts(C, *ROUND_BY_ROAD).over(),
        C,
        "illegal",
        "more than its 7 MP",
    ),
    "over several hexes": (
        lambda g: g.puts(C, "74.129").over(),
        C,
        "possible",
        "75.129–74.129: the bridge is destroyed",
    ),
    "too far for two": (lambda g: g.puts(C, "44.224").over(), C, "illegal", "more than its 7"),
    # ---- piles
    "pile": (lambda g: g.rolls().puts(C, "95.110").over(), C, "unchecked", "more than its 7"),
    "pile before a die": (
        lambda g: g.puts(C, "95.110").rolls().over(),
        C,
        "illegal",
        "more than its 7",
    ),
    "pile, out of turn": (
        lambda g: g.puts(D, "77.129").draws("chit-59-division").rolls().puts(C, "95.110").over(),
        C,
        "unchecked",
        "does not activate",
    ),
    "pile, out of turn, before a die": (
        lambda g: g.puts(D, "77.129").draws("chit-59-division").puts(C, "95.110").rolls().over(),
        C,
        "illegal",
        "does not activate",
    ),
    # ---- a die
    "retreat": (
        lambda g: g.rolls().puts(GERMAN, "68.158").over(),
        GERMAN,
        "possible",
        "does not activate it",
    ),
    "retreat before a die": (
        lambda g: g.puts(GERMAN, "68.158").rolls().over(),
        GERMAN,
        "illegal",
        "does not activate it",
    ),
    "retreat too far": (
        lambda g: g.rolls().puts(GERMAN, "73.158").over(),
        GERMAN,
        "illegal",
        "does not activate it",
    ),
    "assault": (
        lambda g: g.puts(E, "78.132").rolls().puts(ENEMY, "79.131").over(),
        E,
        "possible",
        "an enemy Unit was in 78.132",
    ),
    "retreat on the way, after the die": (
        lambda g: g.rolls().puts(A, *DEAR).over(),
        A,
        "illegal",
        "as it was dragged, hex by hex, more than its 7 MP",
    ),
    "retreat after the way": (
        lambda g: g.puts(A, *DEAR[:-4]).rolls().puts(A, DEAR[-6]).over(),
        A,
        "possible",
        "",
    ),
    "walked on far after a die": (
        lambda g: g.rolls().puts(GERMAN, "68.158", "69.158", "70.158", "71.158", "72.158").over(),
        GERMAN,
        "illegal",
        "does not activate it",
    ),
    # ---- what is put in between changes nothing
    "dear way, another Unit between": (
        lambda g: g.puts(A, *DEAR[:3]).puts(D, "77.129").puts(A, *DEAR[3:]).over(),
        A,
        "illegal",
        "more than its 7 MP",
    ),
    "dear way, Column turned and back": (
        lambda g: g.forms(A).forms(A).puts(A, *DEAR).over(),
        A,
        "illegal",
        "more than its 7 MP",
    ),
    "dear way after a slip": (
        lambda g: g.puts(A, "44.222", DEAR[-1]).over(),
        A,
        "illegal",
        "more than its 7 MP",
    ),
    "bridge, over and back and over": (
        lambda g: g.puts(A, "74.129", "75.129", "74.129").over(),
        A,
        "illegal",
        "the bridge is destroyed",
    ),
    "bridge, a retreat after a die out of turn": (
        lambda g: (
            g.draws("chit-59-division").puts(GERMAN, "68.158").rolls().puts(A, "74.129").over()
        ),
        A,
        "illegal",
        "the bridge is destroyed",
    ),
    "through an enemy, straight on": (
        lambda g: g.puts(E, "77.134", "77.133", "78.132", "79.132").over(),
        E,
        "illegal",
        "an enemy Unit is in the hex",
    ),
    "through an enemy, a die after": (
        lambda g: g.puts(E, "77.134", "77.133", "78.132", "79.132").rolls().over(),
        E,
        "illegal",
        "an enemy Unit is in the hex",
    ),
    "Column leaves a friend's tank": (
        lambda g: g.puts("gds-1-2-irishgds", "50.203").over(),
        "gds-1-2-irishgds",
        "illegal",
        "does not activate it",
    ),
    # ---- chits
    "two chits open": (
        lambda g: g.draws("chit-59-division").puts(C, "76.127").over(),
        C,
        "possible",
        "501 PIR Formation Activation may be in play",
    ),
    "two chits, the first is over": (
        lambda g: g.puts(D, "77.129").draws("chit-59-division").puts(C, "76.127").over(),
        C,
        "illegal",
        "59th Infantry Division Activation does not activate it",
    ),
    "two chits, back to the first": (
        lambda g: (
            g.draws("chit-59-division").puts(C, "76.127").puts(GERMAN, "68.158").puts(D, "77.129")
        ).over(),
        D,
        "illegal",
        "59th Infantry Division Activation does not activate it",
    ),
}


@pytest.fixture
def play(told: Scenario, module: Module, context: Context) -> Callable[[str], tuple[str, str]]:
    def played(name: str) -> tuple[str, str]:
        deeds, unit, _, _ = GAMES[name]
        game = deeds(Played(told, module, context, "chit-101-501"))
        (found,) = (one for one in game.report().findings if one.unit == unit)
        return found.verdict, found.why

    return played


@each("name", GAMES)
def test_an_excuse_explains_only_what_it_is_evidence_for(
    name: str, play: Callable[[str], tuple[str, str]]
) -> None:
    _, _, verdict, words = GAMES[name]
    found, why = play(name)
    assert found == verdict, why
    assert words in why


FAR_GERMAN = "59-3-i-1034-59"
FLED: dict[str, tuple[str, tuple[str, ...], bool]] = {
    "a hex": (GERMAN, ("68.158",), True),
    "four hexes": (GERMAN, ("68.158", "69.158", "70.158", "71.158"), True),
    "a hex put wrong": (GERMAN, ("68.158", "68.159", "69.158", "70.158"), True),
    "there and back and away": (GERMAN, ("68.158", "69.158", "68.158", "67.158", "68.158"), True),
    "five hexes, round": (GERMAN, ("68.158", "69.158", "70.158", "70.159", "69.160"), False),
    "six hexes, round": (
        GERMAN,
        ("68.158", "69.158", "70.158", "70.159", "70.160", "69.160"),
        False,
    ),
    "far from all, away": (FAR_GERMAN, ("48.230",), True),
    "far from all, towards them": (FAR_GERMAN, ("47.228",), False),
}
"""By a way out of turn: the Unit, the hexes, and whether it may have fled."""


@each("how", ["a die", "no die in the log", "dice elsewhere"])
@each("name", FLED)
def test_a_retreat_goes_no_farther_and_not_to_the_enemy_with_dice_or_without(
    name: str, how: str, told: Scenario, module: Module, context: Context
) -> None:
    unit, hexes, fled = FLED[name]
    game = Played(told, module, context, "chit-101-501", dice=how != "no die in the log")
    if how == "a die":
        game.rolls()
    elif how == "no die in the log":
        game.table.recorder.say("Anna", "Rolled a 9 at the table: it retreats")
    game.puts(unit, *hexes).over()
    (found,) = (
        one
        for one in game.report(dice_elsewhere=how == "dice elsewhere").findings
        if one.unit == unit
    )
    excused = "possible" if how == "a die" else "unchecked"
    assert found.verdict == (excused if fled else "illegal"), found.line()


SIGNS: dict[str, tuple[Deeds, bool]] = {
    "nothing": (lambda g: g, False),
    "chat of nothing": (lambda g: chats(g, "my turn, no dice"), False),
    "chat of dice": (lambda g: chats(g, "a 9 on the d10"), True),
    "a loss": (lambda g: loses(g, D), True),
    "a Unit put aside": (lambda g: aside(g, D), True),
    "a Suppressed marker": (lambda g: g.puts("suppressed", "77.130"), True),
    "the enemy's chit": (lambda g: g.draws("chit-wal-107"), True),
}
"""By what stands in a log without dice: what was done, and whether who moves under a friend's
chit then, as in a retreat, may have retreated; under the enemy's he may have fired from afar."""


def chats(game: Played, words: str) -> Played:
    game.table.recorder.say("Anna", words)
    return game


def loses(game: Played, unit: str) -> Played:
    game.table.recorder.change(game.told.ids[unit], LOSS, "2")
    return game


def aside(game: Played, unit: str) -> Played:
    game.table.drag(game.told.ids[unit], "Club Route", game.told.box)
    return game


@pytest.mark.parametrize("sign", SIGNS)
def test_without_dice_a_retreat_takes_a_sign_of_combat(
    sign: str, told: Scenario, module: Module, context: Context
) -> None:
    deeds, excused = SIGNS[sign]
    game = Played(told, module, context, "chit-101-502", dice=False)
    report = deeds(game).puts(C, "75.128").over().report()
    (found,) = (one for one in report.findings if one.unit == C)
    assert found.verdict == ("unchecked" if excused else "illegal"), found.line()
    assert excused or any("--dice-elsewhere" in note for note in report.notes)


def never(*_: Any, **__: Any) -> None:
    return None


def no(*_: Any, **__: Any) -> bool:
    return False


def yes(*_: Any, **__: Any) -> bool:
    return True


def anywhere(*_: Any, **__: Any) -> Excuse:
    return excuses.PILED_APART


Patch = tuple[Any, str, Any]


def everywhere(name: str, value: Any) -> list[Patch]:
    return [(place, name, value) for place in (moves, one_activation, activations)]


MUTATIONS: dict[str, list[Patch]] = {
    "no slips": [(refused, "between", never)],
    "nothing put back": [(refused, "put_back", never)],
    "a way hex by hex may be slips": [(WayReadings, "near", lambda *_: no)],
    "two excuses join": [(refused, "ONE_EXCUSE", 2)],
    "no Second Action": [(Judgement, "twice", no)],
    "Second Actions doubled": [(moves, "ACTIONS", 4)],
    "nothing is refused": [(WayReadings, "refused", lambda *_: frozenset())],
    "no piles": everywhere("piled", never),
    "piles anywhere": everywhere("piled", anywhere),
    "no retreats": [(Retreats, "explain", no)],
    "any retreat": [(Retreats, "explain", yes)],
    "no assaults": [(Judgement, "assaulted", never)],
    "one chit": [(ChitMug, "take_up", never)],
}


@contextmanager
def mutated(patches: list[Patch]) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for place, name, value in patches:
            patch.setattr(place, name, value)
        yield


@pytest.mark.parametrize("mutation", MUTATIONS)
def test_taking_an_excuse_out_or_doubling_it_is_noticed(
    mutation: str, play: Callable[[str], tuple[str, str]]
) -> None:
    with mutated(MUTATIONS[mutation]):
        for name, (_, _, verdict, words) in GAMES.items():
            found, why = play(name)
            if found != verdict or words not in why:
                return
    raise AssertionError(f"nobody notices: {mutation}")


TO_THIN = (
    *("75.128", "74.127", "73.127", "72.126", "71.126", "71.125", "71.124", "71.123", "70.122"),
    *("70.121", "70.120", "70.119", "69.119"),
)
THIN = "69.119"
"""A hex without a Road that D reaches, and where nobody else is near."""


def test_nobody_is_piled_beside_a_living_friend(
    told: Scenario, module: Module, context: Context
) -> None:
    def piled(*first: str) -> LogFinding:
        game = Played(told, module, context, "chit-101-501")
        game.puts(D, *first).draws("chit-59-division").rolls().puts(C, THIN).over()
        (found,) = (one for one in game.report().findings if one.unit == C)
        return found

    assert piled("77.129").verdict == "unchecked"
    assert piled(THIN).verdict == "illegal"


def test_nobody_is_piled_who_walked_there(told: Scenario, module: Module, context: Context) -> None:
    game = Played(told, module, context, "chit-101-501").puts(D, "77.129")
    game.draws("chit-59-division").rolls().puts(C, THIN).over()
    assert game.of(C).verdict == "unchecked"
    game = Played(told, module, context, "chit-101-501").puts(D, "77.129")
    game.draws("chit-59-division").rolls().puts(C, *TO_THIN).over()
    assert game.of(C).verdict == "illegal"
