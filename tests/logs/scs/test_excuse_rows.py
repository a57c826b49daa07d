"""Every row of the excuses is held by a game that it explains and one beside that it does not.

:data:`ROWS` has the pair of each; a row without one fails. Taken out (its evidence is never there),
somebody in the first game is accused; doubled (it always is), the second accuses one less.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from clubroute.builder.errors import Where
from clubroute.rules.logs.check import excuses as common
from clubroute.rules.logs.check.check import check_log, referee_in
from clubroute.rules.logs.check.finding import Excuse
from clubroute.rules.logs.read import log_of
from clubroute.rules.scs.logcheck import board as excuses
from clubroute.rules.scs.logcheck.series import COUNTERS
from tests.logs.scs.scenario import BLOWN, PREPARED, InsGame
from tests.logs.scs.test_judge import Log

FOOT, TANKS, FOE, OTHER_FOE = "1al-b-ksb", "irish-2-2", "107-2-pz", "107-1-pz"
BRIDGING, IMMOBILE = "xxx-128", "17fest-1"
FAR = "A60.19"
Deeds = Callable[[Log], None]


@dataclass(frozen=True, slots=True)
class Pair:
    """A game that a row explains and one beside; about whom they are, and what the judge is told.

    ``begun`` and ``over`` say whether a turn and a die come before the games, and a turn after;
    the second game has them where ``like`` is not False.
    """

    excused: Deeds
    beside: Deeds
    unit: str = FOOT
    begun: bool = True
    over: bool = True
    like: bool = True
    told: Mapping[str, Any] = field(default_factory=dict)
    told_beside: Mapping[str, Any] | None = None


def puts(unit: str, *hexes: str) -> Deeds:
    return lambda log: log.put(unit, *hexes)


def walks(*hexes: str) -> Deeds:
    return puts(FOOT, *hexes)


def after(*deeds: Deeds | str) -> Deeds:
    """Do things one after another: a turn, a die, or a deed."""

    def play(log: Log) -> None:
        for deed in deeds:
            if deed == "turn":
                log.table.next_turn()
            elif deed == "die":
                log.player.roll()
            elif not isinstance(deed, str):
                deed(log)

    return play


def shows(unit: str, state: str, on: bool = True) -> Deeds:
    return lambda log: log.player.show(unit, state, on)


def kills(unit: str) -> Deeds:
    return lambda log: log.player.kill(unit)


def turns(bridge: str, blown: bool) -> Deeds:
    return lambda log: log.turns_over(bridge, blown)


FARTHEST = ("A44.18", "A43.19", "A42.18", "A42.17", "A41.18", "A40.18")
"""A way of all that an infantry unit may, hex by hex."""
WITH_A_ROUND = ("A44.18", "A43.19", "A44.19", "A43.20", *FARTHEST[1:])
ABOUT = ("A46.18", "A45.18", "A45.17", "A46.17", "A46.16", "A45.16", "A44.16")
"""A way about, of more than it may, to a hex that it may reach."""
SHED_DG = (shows(FOOT, "dg"), "turn", "die", shows(FOOT, "dg", False))
ADVANCE = (puts("504-d-2", "A21.04"), kills(FOE), puts("504-d-2", "A20.04"))
STACK = "A47.14"
"""Where four units stand."""
FIFTH = "1abn-21"
OUT_OF_ZONE = puts(OTHER_FOE, "A20.02")

ROWS: dict[str, Pair] = {
    "SLIP": Pair(walks(FAR, "A43.19"), walks(*ABOUT)),
    "PUT_BACK": Pair(walks(*WITH_A_ROUND, "A41.18", "A40.18"), walks("A44.18", FAR)),
    "STEP_PAST": Pair(walks("A45.18", *FARTHEST), walks("A44.18", "A43.19", "A42.19", "A42.20")),
    "ROUND": Pair(
        walks(*WITH_A_ROUND),
        walks("A45.20", "A44.19", "A44.20", "A45.21", "A45.22", "A46.21", "A47.21"),
    ),
    "MARCH_AND_MOVE": Pair(
        after(shows(BRIDGING, "reduced", False), "turn", "die", puts(BRIDGING, "E2.14")),
        after(shows(BRIDGING, "reduced", False), "turn", "die", puts(BRIDGING, "A47.22")),
        BRIDGING,
    ),
    "ADVANCE_AND_EXPLOIT": Pair(
        after(OUT_OF_ZONE, "turn", "die", kills(FOE), puts(TANKS, "A18.11")),
        after(OUT_OF_ZONE, "turn", "die", kills(FOE), puts(TANKS, FAR)),
        TANKS,
    ),
    "MOVE_AND_EXPLOIT": Pair(puts(OTHER_FOE, "A11.03"), puts(OTHER_FOE, FAR), OTHER_FOE),
    "ADVANCED": Pair(
        after(puts(OTHER_FOE, "A21.09"), "turn", ADVANCE[0], "die", *ADVANCE[1:]),
        after(ADVANCE[0], "die", puts("504-d-2", FAR)),
        "504-d-2",
    ),
    "FELL_BACK": Pair(
        after(walks("A52.24"), "turn", "die", puts(IMMOBILE, "A52.26")),
        after(walks("A52.23"), "turn", "die", puts(IMMOBILE, "A52.26")),
        IMMOBILE,
    ),
    "UNSEEN_DIE": Pair(
        after(*ADVANCE), after(*ADVANCE), "504-d-2", told={"dice_elsewhere": True}, told_beside={}
    ),
    "FOUGHT": Pair(
        after("turn", walks("A44.18"), puts(OTHER_FOE, "A21.06"), "die", puts("504-d-2", "A22.02")),
        after("turn", walks("A44.18"), puts(OTHER_FOE, "A21.06"), "die", puts("508-b-1", "B21.18")),
        "",
    ),
    "GOES_ON": Pair(
        after(puts(TANKS, "A20.04"), walks("A44.18")),
        puts(TANKS, "A20.04"),
        TANKS,
        over=False,
        like=False,
    ),
    "STACKED_BY_RETREAT": Pair(
        after(puts(TANKS, "A21.02"), puts("irish-3-2", "A21.02")), puts(FIFTH, STACK), ""
    ),
    "TOO_MANY_YET": Pair(puts(FIFTH, STACK), puts(FIFTH, STACK), "", over=False, like=False),
    "SET_UP": Pair(walks(FAR), walks(FAR), begun=False, like=False),
    "PUT_RIGHT_NEXT": Pair(walks(FAR), walks(FAR), over=False, like=False),
    "TURN_UNTOLD": Pair(
        after("die", walks("A44.18", FAR), puts("508-b-1", "B21.18")),
        walks("A44.18", FAR),
        begun=False,
        over=False,
        like=False,
    ),
    "SPANNED": Pair(
        after(puts(BRIDGING, "A47.22"), shows(BRIDGING, "reduced"), walks(FAR)), walks(FAR)
    ),
    "FERRY": Pair(
        after(puts("1abn-9", "A43.15"), walks("A42.14")),
        after(puts("1abn-9", "A46.14"), walks("A42.14")),
    ),
    "ROUND_WAY": Pair(
        after(kills("82-c-307"), puts("504-g-3", "A22.01"), "turn", puts("504-g-3", "A23.01")),
        walks("A43.15", "A42.14"),
        "",
    ),
    "SHED": Pair(after(*SHED_DG, walks("A40.18")), after(*SHED_DG, walks(FAR))),
    "MARKED_BY_MISTAKE": Pair(
        after(shows(FOOT, "exploited"), shows(FOOT, "exploited", False)),
        shows(FOOT, "exploited"),
    ),
    "TURNED_BY_MISTAKE": Pair(
        after(turns(BLOWN, False), turns(BLOWN, True)), turns(BLOWN, False), BLOWN
    ),
    "BUILT": Pair(after(puts(BRIDGING, "B4.24"), turns(BLOWN, False)), turns(BLOWN, False), BLOWN),
    "BLOWN_BY_MISTAKE": Pair(
        after(
            puts("504-a-1", "B23.32"), "die", turns(PREPARED, True), "turn", turns(PREPARED, False)
        ),
        turns(BLOWN, False),
        "",
    ),
    "BLOWN_EARLIER": Pair(
        after("die", turns(BLOWN, False)), turns(BLOWN, False), BLOWN, begun=False, like=False
    ),
    "DIE_ELSEWHERE": Pair(
        after(puts("504-a-1", "B23.32"), "turn", turns(PREPARED, True)),
        turns(PREPARED, True),
        PREPARED,
    ),
    "OTHER_GROUND": Pair(walks(FAR), walks(FAR), told={"own": False}, told_beside={}),
    "OTHER_READING": Pair(
        after("turn", puts("504-d-2", "A21.04", "A22.05")),
        after("turn", puts("504-d-2", "A21.04", "A22.05")),
        "504-d-2",
        told_beside={"readings": ["zoc_stops=stop"]},
    ),
}
"""By row the games; the others that may speak in them are left out by their unit."""


def played(game: InsGame, pair: Pair, beside: bool) -> Log:
    """A game of a pair."""
    other = beside and not pair.like
    log = Log(game, begun=pair.begun or other)
    (pair.beside if beside else pair.excused)(log)
    if pair.over or other:
        log.table.next_turn()
    return log


def accused(log: Log, pair: Pair, beside: bool) -> Sequence[str]:
    """The accusations in a game: what is illegal, and who moves in whose turn."""
    told = pair.told_beside if beside and pair.told_beside is not None else pair.told
    told = dict(told)
    own = bool(told.pop("own", True))
    counters = None if own else COUNTERS
    referee = referee_in(log.game.context, log.game.module.name, counters)
    report = check_log(log_of(log.table.data(), Where("game.vlog")), log.game.module, referee, told)
    return [
        one.line()
        for one in report.findings
        if (one.verdict == "illegal" or one.check == "turn") and one.unit in (pair.unit or one.unit)
    ]


def rows() -> Mapping[str, Excuse]:
    named = {**vars(common), **vars(excuses)}
    return {name: row for name, row in named.items() if isinstance(row, Excuse)}


def test_every_row_has_a_pair() -> None:
    assert rows().keys() == ROWS.keys()


@pytest.mark.parametrize("name", ROWS)
def test_a_row_taken_out_or_doubled_is_noticed(
    name: str, ins_game: InsGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    row, pair = rows()[name], ROWS[name]
    excused, beside = (played(ins_game, pair, which) for which in (False, True))
    assert accused(excused, pair, False) == []
    before = accused(beside, pair, True)
    assert before
    holds = Excuse.holds

    def always(is_there: bool) -> Callable[[Excuse, object], bool]:
        return lambda self, seen: is_there if self is row else holds(self, seen)

    with monkeypatch.context() as patch:
        patch.setattr(Excuse, "holds", always(False))
        assert accused(excused, pair, False)
    with monkeypatch.context() as patch:
        patch.setattr(Excuse, "holds", always(True))
        assert len(accused(beside, pair, True)) < len(before)
