"""Lists what may explain what would be illegal in a log of any series that has turns and no
activations: each excuse with its evidence in the log, the verdict that it leaves and what would
settle it. What only one series knows stands beside its judge.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.logs.check.finding import PUT_RIGHT_NEXT as RIGHTED_NEXT
from clubroute.rules.logs.check.finding import Excuse, LogFinding, line_of, open_finding, refusal
from clubroute.rules.logs.check.tracks import Standing

# What the log leaves open of the way.
SLIPS = "if what lies between were slips"
SLIP = Excuse(
    "a slip",
    "a drag over several hexes into a hex or out of it, or the first of two drags",
    "possible",
    how=SLIPS,
)
PUT_BACK = Excuse("put back by hand", "it comes back into the hex it was in", "possible", how=SLIPS)
STEP_PAST = Excuse(
    "a slip of one hex", "one hex of a way dragged hex by hex, which a step leads past", "possible"
)
ROUND = Excuse(
    "a round put back", "a way dragged hex by hex that comes back into a hex it was in", "possible"
)

ROUND_WAY = Excuse(
    "another way",
    "a drag into a next hex that no step leads to, with a way round it within the allowance",
    "possible",
    how="by a way the log does not show",
)

# Combat.
ADVANCED = Excuse(
    "an advance", "a die since its last drag; a hex beside it that enemies held", "possible"
)
FELL_BACK = Excuse(
    "a retreat",
    "a die since its last drag; an enemy within two hexes, and the way leads no nearer to any",
    "possible",
)
UNSEEN_DIE = Excuse(
    "an advance or a retreat",
    "the log shows no dice, or begins within the turn",
    "unchecked",
    ("whether dice moved it: the log does not show that they were rolled",),
)
FOUGHT = Excuse(
    "moved by combat, out of its player turn",
    "dice in the turn; a few hexes from where enemies were within two hexes",
    "legal",
)
GOES_ON = Excuse(
    "combat that goes on",
    "the log ends in the turn in which it came among enemies",
    "possible",
    ("whether an overrun or attack goes on there",),
)
STACKED_BY_RETREAT = Excuse(
    "a retreat",
    "a die; one of them came from near enemies, and met one in the turn",
    "unchecked",
    ("whether a retreat stacked them there ({})",),
)
TOO_MANY_YET = Excuse(
    "too many yet",
    "the log ends in the turn in which they came together",
    "possible",
    ("whether their owner destroys what is too many ({})",),
)

# States.
SHED = Excuse(
    "a state that was taken off",
    "it began the turn with the state and had lost it before it moved",
    "unchecked",
    ("why it was no longer {} when it moved",),
    "it would be illegal for a unit that is {lost}, as it began the turn",
)

# The log itself.
SET_UP = Excuse(
    "set-up",
    "no die and no turn yet in a log that begins in a scenario's first turn",
    "unchecked",
    ("whether play had begun: no die was rolled yet, so that it may be set-up (--play-from)",),
)
PUT_RIGHT_NEXT = Excuse(
    "put right",
    "the log ends with it",
    "unchecked",
    (RIGHTED_NEXT,),
)
TURN_UNTOLD = Excuse(
    "a turn each",
    "several drags, and the log never moves the turn tracker",
    "unchecked",
    ("the turn: the log never moves the turn tracker",),
)


# Makes the findings of a log that are no moves.


@dataclass(slots=True)
class Teller:
    """Collects the findings of a log (by name). ``setup``: play may not have begun; ``series`` is
    the rule of what no rule of its own bars."""

    map: MapFile
    log: str
    setup: bool
    series: str
    turn: str = ""
    findings: list[LogFinding] = field(default_factory=list)

    def number(self, hex_: int) -> str:
        """Write a hex as printed."""
        return self.map.number(hex_)

    def far(self, a: int, b: int) -> int:
        """Count the hexes from one hex to another."""
        return self.map.between(a, b)

    def tell(self, *told: Any, **more: Any) -> None:
        """Report what :meth:`found` makes."""
        self.findings.append(self.found(*told, **more))

    def found(
        self,
        check: str,
        steps: tuple[int, ...],
        why: str,
        who: Standing | None = None,
        need: str = "",
        player: str = "",
        hexes: tuple[int, ...] = (),
    ) -> LogFinding:
        """Make a finding that is unchecked."""
        return open_finding(
            self.log,
            check,
            steps,
            why,
            self.series,
            self.turn,
            who=None if who is None else who.counter,
            need=need,
            player=player,
            hexes=tuple(map(self.number, hexes)),
        )

    def sure(self, found: LogFinding, rule: str) -> LogFinding:
        """Make a finding illegal by a rule, with its receipt; not while it may be set-up."""
        if SET_UP.holds(self.setup):
            return replace(found, rule=rule, needs=SET_UP.needs)
        receipt = refusal(found.why, [line_of(found.why, rule, refuses=True)])
        return replace(
            found, verdict="illegal", rule=rule, needs=(), receipt=receipt, provenance="rulebook"
        )
