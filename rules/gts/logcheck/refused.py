"""Accuses: proves that a move is illegal, and names what was refused in one that is excused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Protocol

from clubroute.builder.provenance import Provenance
from clubroute.rules.answer.model import mp
from clubroute.rules.ground.mapfile import SHOWN
from clubroute.rules.gts.logcheck import transport
from clubroute.rules.gts.logcheck.board import allowance_text
from clubroute.rules.gts.logcheck.chits import SERIES
from clubroute.rules.gts.logcheck.proof import Proof, Proofs, cost_text, reason, refused_text
from clubroute.rules.gts.logcheck.readings import Tried, WayReadings
from clubroute.rules.gts.logcheck.track import Drag, Track
from clubroute.rules.gts.movement_tables import MovementTable
from clubroute.rules.logs.check.finding import LogFinding, Verdict

ROUND_AND_SLIP = "that it went round, and was put wrong besides, are two things"
UNASKED = "the rules cannot be asked about it as the log has it"


class MakesFinding(Protocol):
    """Makes a finding about an activation."""

    def __call__(self, verdict: Verdict, why: str, **more: Any) -> LogFinding: ...


@dataclass(frozen=True, slots=True)
class Refusals:
    """Knows what the rules refuse of an activation. ``found`` makes a finding about it. ``own``:
    the players saw the map that the rules have."""

    readings: WayReadings
    proofs: Proofs
    tables: Mapping[str, MovementTable]
    found: MakesFinding
    own: bool

    @property
    def track(self) -> Track:
        """Return the activation."""
        return self.readings.track

    def rides(self) -> Iterator[transport.Ride]:
        """Judge each leg that a ferry can have made."""
        track, here = self.track, self.track.start
        for number, leg in enumerate(track.legs):
            if isinstance(leg, Drag):
                found = transport.ride(self.proofs, self.tables, track, number, here)
                if found is not None:
                    yield found
                here = leg.hex

    def proof_of(self, number: int, here: int, leg: Drag, shut: bool) -> Proof:
        """Prove that a drag is no move, nor a crossing by the ferry that lies there."""
        ride = transport.ride(self.proofs, self.tables, self.track, number, here)
        if ride is not None and ride.verdict == "illegal":
            return ride.proof
        return self.proofs.of_drag(self.track, number, here, leg, shut)

    def drag(self) -> Proof | None:
        """Find the first drag into a neighbouring hex that the rules refuse as it is, if any."""
        track, nth = self.track, -1
        refused = self.readings.refused(track.counter.move_class or "leg")
        for number, leg in enumerate(track.legs if refused else ()):
            if not isinstance(leg, Drag):
                continue
            nth += 1
            if nth in refused:
                proof = self.proof_of(number, track.hex_before(number), leg, shut=True)
                if proof.receipt is not None and proof.receipt["verdict"] == "illegal":
                    return proof
        return None

    def on_foot(self) -> str:
        """Name what keeps it from going as it went by itself."""
        refused, most = self.drag(), self.readings.allowance
        if refused is not None:
            return f"; by itself {refused_text(refused)}"
        one = self.readings.tried(self.track.counter.move_class or "leg")
        if one.walked.cost is None or most is None:
            return "; by itself no way leads there"
        cost = allowance_text(one.walked.cost + self.track.spent)
        return f"; by itself it costs at least {cost}, more than its {mp(most):g}"

    def as_shown(self, one: Tried) -> str:
        """Name what the rules refuse in what the log shows, and a reading excuses: a hexside, a
        price, a drag that shows no way."""
        readings, track = self.readings, self.track
        refused = self.drag() if readings.refused(one.move_class) else None
        if refused is not None:
            return f"; as shown {refused_text(refused)}"
        hexes, number = track.hexes, readings.map.number
        near, shut = readings.near(one.move_class), readings.mind.shut
        held = [drag.hex for drag in track.drags if drag.hex in shut(drag.before)]
        if held:
            return f"; as shown it was put into {number(held[0])}, which is shut to it"
        leaps = [
            f"{number(a)}–{number(b)}" for a, b in pairwise(hexes) if not near(a, b) and a != b
        ]
        if leaps:
            more = f" and {len(leaps) - 1} more" if len(leaps) > 1 else ""
            return f"; the log shows no way {leaps[0]}{more}{self.straight(one, leaps)}"
        if one.reading == "shown":
            return ""
        walked = readings.walked(one.move_class, track.legs, "shown")
        if walked.cost is None:
            return "; as shown it is not in the formation that the way takes"
        return f"; as shown it costs {allowance_text(walked.cost + track.spent)}"

    def straight(self, one: Tried, leaps: Sequence[str]) -> str:
        """Name the crossing that is closed on the straight way of a drag over several hexes, where
        a Second Action would pay the way round it."""
        if len(leaps) > 1 or self.readings.affordable(one):
            return ""
        track, mapfile = self.track, self.readings.map
        number = next(
            n
            for n, leg in enumerate(track.legs)
            if isinstance(leg, Drag)
            and leg.hex not in [side[track.hex_before(n)] for side in mapfile.beside]
        )
        leg = track.legs[number]
        assert isinstance(leg, Drag)
        here = track.hex_before(number)
        ends = {"from": mapfile.number(here), "to": mapfile.number(leg.hex)}
        asked = self.proofs.ask("move.best", track, leg.column, leg.before, ends)
        notes = (asked.receipt or {}).get("notes", ())
        return "".join(f"; {note}" for note in notes if "closed" in note)

    def stopped(self, tried: Tried, shut: bool) -> LogFinding:
        """Report a move that no reading completes: illegal if the rules' own answer says so.
        ``shut``: it stopped at a hex that is shut."""
        stop = tried.walked.stopped
        assert stop is not None
        leg = self.track.legs[stop.leg]
        if stop.at_end or not isinstance(leg, Drag):
            proof = self.proofs.of_formation(self.track, stop.hex, leg)
        else:
            proof = self.proof_of(stop.leg, stop.hex, leg, shut)
        if proof.receipt is None or proof.receipt["verdict"] != "illegal":
            why = "no way fits what the log shows, but the rules' own answer does not refuse it"
            needs = tuple(proof.receipt.get("needs", ())) if proof.receipt else ()
            return self.found("unchecked", why, receipt=proof.receipt, needs=needs)
        return self.accused(proof)

    def overspent(self, way: Tried) -> LogFinding:
        """Report a move whose cheapest legal way costs more than the allowance, or takes more for
        granted than one thing."""
        cost, most, track = way.walked.cost, self.readings.allowance, self.track
        assert cost is not None
        assert most is not None
        cost += track.spent
        bare = f"more than its {allowance_text(most)}"
        refused = self.drag()
        if refused is not None and cost <= most:
            return self.accused(refused, f"{reason(refused)}; {ROUND_AND_SLIP}")
        if refused is not None:
            proof = self.proofs.of_cost(track, way.reading or "ways", way.legs, cost, most)
            why = f"{reason(refused)}; the cheapest way round {cost_text(proof, cost)}, {bare}"
            return replace(self.accused(refused, why), around=proof.receipt)
        reading, legs, how = way.reading or "ways", way.legs, ""
        if self.readings.walked_out(way.move_class):
            shown = self.readings.walked(way.move_class, track.legs, "shown")
            if shown.cost is not None:
                cost, reading, legs = shown.cost + track.spent, "shown", track.legs
                how = " as it was dragged, hex by hex"
            elif shown.stopped is not None:
                how = ", and it was not in the formation that the way takes"
        proof = self.proofs.of_cost(track, reading, legs, cost, most)
        return self.accused(proof, f"{cost_text(proof, cost)}{how}, {bare}")

    def accused(self, proof: Proof, why: str = "") -> LogFinding:
        """Report an illegal move; unchecked if its proof rests on what the players did not see."""
        proof = self.proofs.with_allowance(proof, self.readings.allowance)
        receipt = proof.receipt
        if receipt is None:
            return self.found("unchecked", f"{why or reason(proof)}; {UNASKED}".lstrip("; "))
        refusing = [step for step in receipt["steps"] if step.get("verdict") == "illegal"]
        rests: Provenance = receipt["provenance"]
        verdict: Verdict = "illegal"
        needs: tuple[str, ...] = ()
        by_enemy = any("enemy" in step["why"] for step in refusing)
        if not (self.own or rests in SHOWN or by_enemy):
            verdict, needs = "unchecked", (f"the printed map: the answer rests on {rests} facts",)
        told: dict[str, Any] = {
            "rule": refusing[-1]["rule"] if refusing else SERIES,
            "needs": needs,
            "receipt": receipt,
            "method": proof.method,
            "asked": proof.asked,
            "provenance": rests,
        }
        return self.found(verdict, why or reason(proof), **told)
