"""Finds the phases of a turn that explain where a unit was put in it, by whatever rules.

A log does not show phases: a unit may have moved, fought, retreated, in an order that its series
says. What a phase explains, the series tells of some drags in a row; which of the drags belong to
which phase, and which were slips, is looked for here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from clubroute.builder.errors import InputError
from clubroute.rules.answer.model import mp
from clubroute.rules.answer.needs import need_texts
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.logs.check.excuses import GOES_ON, PUT_BACK, ROUND, SHED, SLIP, STEP_PAST
from clubroute.rules.logs.check.finding import LogFinding, with_breach
from clubroute.rules.logs.check.tracks import Die, Drag, Track, finding_about


@dataclass(frozen=True, slots=True)
class Explained:
    """Phases that explain a way: their names, half-MP of a single move and the most it may cost (0:
    whatever it costs), what they need.

    ``slips``: some hexes of the way were slips; ``round``: it led round a step that the rules
    refuse. ``ferry`` has the banks of a Ferry that the board draws and the way led over.
    """

    phases: tuple[str, ...] = ()
    cost: int = 0
    most: int = 0
    needs: tuple[str, ...] = ()
    slips: bool = False
    round: bool = False
    ferry: tuple[int, int] | None = None

    def then(self, more: Explained) -> Explained:
        """Add what comes after."""
        needs = tuple(dict.fromkeys((*self.needs, *more.needs)))
        cost, most = self.cost + more.cost, self.most + more.most
        slips, round_ = self.slips or more.slips, self.round or more.round
        phases, ferry = (*self.phases, *more.phases), self.ferry or more.ferry
        return Explained(phases, cost, most, needs, slips, round_, ferry)

    @property
    def price(self) -> str:
        """Say what a single move costs of its allowance."""
        left = f" of {mp(self.most):g}" if self.most else ""
        return f"{mp(self.cost):g}{left} MP"

    @property
    def doubt(self) -> tuple[bool, bool, int]:
        """Rank explanations: the surest and simplest first."""
        return bool(self.needs), self.slips or self.round, len(self.phases)


@dataclass(frozen=True, slots=True)
class FallenDice:
    """The dice that fell between a unit's drags and those before: whether any ``fell``, those that
    are ``shown``, whether others fell of which nobody knows what they were (``hidden``), and
    whether nobody saw what fell (``unseen``)."""

    fell: bool
    shown: Sequence[Die]
    hidden: bool
    unseen: bool

    @staticmethod
    def before(track: Track, drags: Sequence[Drag]) -> FallenDice:
        """List the dice that fell before some drags."""
        first = drags[0]
        at = track.drags.index(first)
        since = track.drags[at - 1].rolls if at else 0
        # Who is made retreat does so before other dice fall.
        unseen = first.untold or (first.early and not at and not first.rolls)
        # Of dice that the log before showed, or none shows, nobody knows what they were.
        hidden = since < 0 or len(first.dice) < first.rolls - max(since, 0)
        shown = first.dice[max(since - first.rolls + len(first.dice), 0) :]
        return FallenDice(first.rolls > since, shown, hidden, unseen)


class WayExplainer(ABC):
    """Explains ways on one map."""

    map: MapFile

    @abstractmethod
    def moved(
        self, track: Track, phase: str, drags: Sequence[Drag], ways: Sequence[int]
    ) -> Explained | None:
        """Explain drags by one move in a phase."""

    @abstractmethod
    def hopped(
        self, track: Track, phase: str, drags: Sequence[Drag], a: int, b: int
    ) -> Explained | None:
        """Explain drags by combat: an advance into a hex enemies held, or a retreat."""

    @abstractmethod
    def order(self, track: Track) -> Sequence[str]:
        """List the phases of a turn in which a unit may go somewhere, in their order."""

    @abstractmethod
    def segment(
        self, track: Track, phase: str, ways: Sequence[int], i: int, j: int
    ) -> Explained | None:
        """Explain the drags from the i-th to before the j-th by one phase, None if it does not.

        :param ways: the hex the unit stood in at first, and that of each drag.
        """

    def several(self, track: Track) -> Iterable[Explained]:
        """Explain one drag by phases of which the log does not show where they part."""
        return ()

    def explain(self, track: Track) -> Explained | None:
        """Find the surest and simplest phases that explain a whole way, None if none do."""
        drags, order = track.drags, self.order(track)
        ways = [track.start, *(drag.hex for drag in drags)]
        best: dict[tuple[int, int], Explained] = {(0, -1): Explained()}
        for i in range(len(drags)):
            for after in range(-1, len(order)):
                before = best.get((i, after))
                if before is None:
                    continue
                for phase in range(after + 1, len(order)):
                    for j in range(i + 1, len(drags) + 1):
                        told = self.segment(track, order[phase], ways, i, j)
                        if (told is None or told.needs) and j > i + 1:
                            told = self.direct(track, order[phase], ways, i, j) or told
                        if told is None:
                            continue
                        found = before.then(told)
                        known = best.get((j, phase))
                        if known is None or found.doubt < known.doubt:
                            best[j, phase] = found
        ends = [one for (j, _), one in best.items() if j == len(drags)]
        if len(drags) == 1 and not any(not one.needs for one in ends):
            ends += self.several(track)
        return min(ends, key=lambda one: one.doubt, default=None)

    def direct(
        self, track: Track, phase: str, ways: Sequence[int], i: int, j: int
    ) -> Explained | None:
        """Explain drags by one phase that goes straight to the last hex: the others were slips.

        Who was dragged hex by hex went that way: there only one hex can be a slip, which a single
        step leads past, or a round that was put back. Two drags alone may be a slip set right.
        """
        first, last = track.drags[i], track.drags[j - 1]
        if PUT_BACK.holds(ways[i] == ways[j]):
            return Explained((), slips=True)
        if not SLIP.holds(j - i == 2 or not self.walked_out(ways[i : j + 1])):
            return self.past(track, phase, ways, i, j)
        whole = replace(last, counter=first.counter, before=first.before)
        short = replace(track, drags=[*track.drags[:i], whole])
        found = self.segment(short, phase, [*ways[: i + 1], ways[j]], i, i + 1)
        return None if found is None else replace(found, slips=True)

    def walked_out(self, hexes: Sequence[int]) -> bool:
        """Tell whether a way was dragged hex by hex."""
        return all(self.beside(a, b) for a, b in pairwise(hexes))

    def beside(self, a: int, b: int) -> bool:
        """Tell whether a hex is another's neighbour, or itself."""
        return self.map.between(a, b) <= 1

    def past(
        self, track: Track, phase: str, ways: Sequence[int], i: int, j: int
    ) -> Explained | None:
        """Explain drags hex by hex by one phase without one of the hexes, or without a round."""
        for n, m in self.skipped(ways, i, j):
            kept = [*track.drags[: n - 1], *track.drags[m:]]
            left = [*ways[:n], *ways[m + 1 :]]
            short = replace(track, drags=kept)
            found = self.segment(short, phase, left, i, j - (m - n + 1))
            if found is not None:
                return replace(found, slips=True)
        return None

    def skipped(self, ways: Sequence[int], i: int, j: int) -> Iterator[tuple[int, int]]:
        """List the hexes of a way that may be slips, from the n-th to the m-th each."""
        for n in range(i + 1, j):
            for m in range(n, j):
                a, b = ways[n - 1], ways[m + 1]
                if ROUND.holds(a == b) or (m == n and STEP_PAST.holds(self.beside(a, b))):
                    yield n, m


# Says no, with the proof.


@dataclass(frozen=True, slots=True)
class Proof:
    """Holds a question to a method, and its receipt."""

    method: str
    asked: Mapping[str, Any]
    receipt: Mapping[str, Any]

    @property
    def verdict(self) -> str:
        """Return the receipt's verdict."""
        return str(self.receipt["verdict"])

    def under(self, found: LogFinding) -> LogFinding:
        """Put it under a finding."""
        return replace(
            found,
            method=self.method,
            asked=self.asked,
            receipt=self.receipt,
            provenance=self.receipt.get("provenance"),
        )


def last_no(receipt: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the line of a receipt that decides, {} if none says no."""
    refusing = [step for step in receipt.get("steps", ()) if step.get("verdict") == "illegal"]
    return refusing[-1] if refusing else {}


MOST_NEEDS = 4
"""What a finding names of all it needs."""
AS_IT_MOVED = "where the enemies stood as it moved in the log before"
UNPROVEN = "a proof: no method can be asked about it"


class MoveJudge(ABC):
    """Judges units' turns in a log (by name). ``series`` is the rule of what no rule of its own
    bars."""

    series: str

    def __init__(self, context: Context, mapfile: MapFile, log: str, phases: WayExplainer) -> None:
        self._context, self._map, self._log = context, mapfile, log
        self._explainer = phases

    # What a series says.

    @abstractmethod
    def granted(self, track: Track, found: Explained) -> LogFinding:
        """Report a way that phases explain."""

    @abstractmethod
    def refused(self, track: Track, doubts: Collection[str]) -> LogFinding:
        """Report a way that no phases explain, with the proof."""

    @abstractmethod
    def joined_enemies(self, track: Track, doubts: Collection[str]) -> LogFinding:
        """Report a unit that stays in a hex with enemies, with the proof."""

    def told_of(self, track: Track, proof: Proof, line: Mapping[str, Any]) -> tuple[str, str]:
        """Say why a way is refused, and by which rule, by the line of a proof that decides."""
        why = line.get("why") or proof.receipt.get("summary", "")
        return why, line.get("rule", self.series)

    def open_for(self, proof: Proof) -> Sequence[str]:
        """Name what might make a way legal that a proof refuses."""
        return ()

    def notes_on(self, track: Track) -> Sequence[str]:
        """Say what else is true of a way that is refused."""
        return ()

    @abstractmethod
    def lost(self, states: Iterable[str]) -> str:
        """Name states in words."""

    @abstractmethod
    def single(self, found: Explained) -> bool:
        """Tell whether a way is a single move, whose cost is one sum."""

    # What holds in any.

    def accused(self, track: Track, proof: Proof | None, doubts: Collection[str]) -> LogFinding:
        """Report what a proof says; what it does not prove, or what is in doubt, is unchecked."""
        if proof is None:
            why = "no phases of its turn explain it"
            return self.finding(track, "unchecked", why, needs=(UNPROVEN,))
        why, rule = self.told_of(track, proof, last_no(proof.receipt))
        needs = tuple(doubts)
        if proof.verdict != "illegal":
            needs = (*needs, *need_texts(proof.receipt)) or (UNPROVEN,)
            why = "no phases of its turn are known to explain it"
        else:
            needs = (*needs, *self.open_for(proof))
        told = {"rule": rule, "needs": needs, "notes": tuple(self.notes_on(track))}
        verdict = "unchecked" if needs else "illegal"
        return proof.under(self.finding(track, verdict, why, **told))

    def judge(self, track: Track, doubts: Collection[str], stuck: bool, over: bool) -> LogFinding:
        """Judge a unit's turn.

        ``doubts`` are what an accusation would need to be sure; ``stuck``: enemies are with it in
        the hex it ended in; ``over``: by what came next, not by the log's end.
        """
        found = self.judged(track, doubts, stuck, over)
        parts = (replace(track, drags=track.drags[:n]) for n in range(1, len(track.drags)))
        return with_breach(
            found, ((part.steps[-1], self.judged(part, doubts, False, True)) for part in parts)
        )

    def judged(self, track: Track, doubts: Collection[str], stuck: bool, over: bool) -> LogFinding:
        """Judge a unit's turn as :meth:`judge` does, without the step that broke a rule."""
        if stuck and GOES_ON.holds(not over):
            why, needs = f"an enemy unit is in {self.number(track.end)}", GOES_ON.needs
            return self.finding(track, GOES_ON.verdict, why, rule=self.series, needs=needs)
        if stuck:
            return self.joined_enemies(track, doubts)
        found = self.explained(track)
        if found is not None:
            return self.granted(track, found)
        if track.shed and SHED.holds(self.explained(replace(track, shed=()))):
            lost = self.lost(track.shed)
            why, needs = SHED.says.format(lost=lost), (SHED.asks(lost),)
            return self.finding(track, SHED.verdict, why, needs=needs)
        if track.prior and not self.explained_before(track):
            why = "with its way in the log before no phases of its turn are known to explain it"
            return self.finding(track, "unchecked", why, needs=(AS_IT_MOVED,))
        return self.refused(track, doubts)

    def explained(self, track: Track) -> Explained | None:
        """Find the surest phases of a unit's turn, with what the log before shows of it."""
        return self._explainer.explain(track.whole())

    def explained_before(self, track: Track) -> bool:
        """Tell whether phases explain what a unit did in the log before, as this one begins: where
        none do, the enemies stood elsewhere."""
        part = replace(track, start=track.prior[0], drags=track.earlier())
        return not part.drags or self._explainer.explain(part) is not None

    def paid(self, track: Track) -> tuple[float | None, float | None]:
        """Tell what a unit's turn costs and what it may, in MP; None where it is no single move,
        whose cost is one sum, or it is not limited."""
        found = self.explained(track)
        if found is None or not self.single(found):
            return None, None
        return mp(found.cost), mp(found.most) if found.most else None

    def finding(self, track: Track, verdict: Any, why: str, **more: Any) -> LogFinding:
        """Make a finding about a unit's turn."""
        return finding_about(track, self._map, self._log, verdict, why, **more)

    def number(self, hex_: int) -> str:
        """Write a hex as printed."""
        return self._map.number(hex_)

    def ask(self, method: str, asked: Mapping[str, Any]) -> Proof | None:
        """Ask a method; None if it cannot be asked so."""
        try:
            receipt = self._context.registry.ask(self._context, method, asked)
        except InputError:
            return None
        return Proof(method, asked, receipt)
