"""Makes the findings of a log that are no moves."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.logs.check.finding import LogFinding
from clubroute.rules.logs.check.refusal import line_of, refusal
from clubroute.rules.scs.logcheck.board import Standing
from clubroute.rules.scs.logcheck.excuses import SET_UP

SERIES = "SCS series"


@dataclass(slots=True)
class Teller:
    """Collects the findings of a log (by name). ``setup``: play may not have begun."""

    map: MapFile
    log: str
    setup: bool
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
        return LogFinding(
            self.log,
            tuple(dict.fromkeys(sorted(steps))),
            check,
            "unchecked",
            why,
            SERIES,
            self.turn,
            player=player,
            unit=who.counter.id if who else "",
            name=who.counter.name if who else "",
            hexes=tuple(map(self.number, hexes)),
            needs=(need,) if need else (),
        )

    def sure(self, found: LogFinding, rule: str) -> LogFinding:
        """Make a finding illegal by a rule, with its receipt; not while it may be set-up."""
        if SET_UP.holds(self.setup):
            return replace(found, rule=rule, needs=SET_UP.needs)
        receipt = refusal(found.why, [line_of(found.why, rule, refuses=True)])
        return replace(
            found, verdict="illegal", rule=rule, needs=(), receipt=receipt, provenance="rulebook"
        )
