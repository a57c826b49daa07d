"""Asks the movement methods the questions whose answers prove a finding."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clubroute.builder.errors import InputError
from clubroute.builder.grid import distance
from clubroute.rules.answer.model import mp
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import SHOWN, MapFile
from clubroute.rules.gts.logcheck.board import Snapshot, allowance_text, state_of
from clubroute.rules.gts.logcheck.chits import SERIES
from clubroute.rules.gts.logcheck.ground import Reading
from clubroute.rules.gts.logcheck.track import Drag, Leg, Track
from clubroute.rules.logs.check.refusal import line_of, refusal


@dataclass(frozen=True, slots=True)
class Proof:
    """Holds a question to a method and its receipt, None where it cannot be asked."""

    method: str
    asked: Mapping[str, Any]
    receipt: Mapping[str, Any] | None


def reason(proof: Proof) -> str:
    """Return a proof's own words for why."""
    receipt = proof.receipt or {}
    refusing = [step for step in receipt.get("steps", ()) if step.get("verdict") == "illegal"]
    return str(refusing[-1]["why"] if refusing else receipt.get("summary", ""))


def refused_text(proof: Proof) -> str:
    """Name the first step that a proof refuses, with its reason and rule."""
    for step in (proof.receipt or {}).get("steps", ()):
        if step.get("verdict") == "illegal":
            return f"{step['from']}–{step['to']}: {step['why']} ({step['rule']})"
    return reason(proof)


@dataclass(frozen=True, slots=True)
class Proofs:
    """Asks the rules about one Unit's move. ``now`` is the turn, as a state has it, ``module`` the
    name of the module if it is none of ours, ``scenario`` the id of what is played."""

    context: Context
    map: MapFile
    passive: frozenset[str]
    now: Mapping[str, str] | None
    module: str = ""
    scenario: str | None = None

    def of_formation(self, track: Track, hex_: int, leg: Leg) -> Proof:
        """Prove that the Unit cannot have come into the formation it shows at last."""
        number, wanted = self.map.number(hex_), bool(track.last.column)
        path = [number, {"hex": number, "column": wanted}]
        return self.ask("move.check", track, not wanted, leg.before, {"path": path})

    def of_drag(self, track: Track, number: int, here: int, drag: Drag, shut: bool) -> Proof:
        """Prove that there is no way from a hex to the hex it was put into.

        ``shut``: the last step decides, whichever it is.
        """
        column, mapfile = track.column_before(number), self.map
        near = mapfile.around(drag.hex)
        last = here if here in near else None
        if last is None and shut:
            start = mapfile.hex(here)
            last = min(
                near, key=lambda hex_: (distance(mapfile.hex(hex_), start), hex_), default=None
            )
        if last is not None:
            path = {"path": [mapfile.number(last), mapfile.number(drag.hex)]}
            for formed in (bool(column), not column):
                proof = self.ask("move.check", track, formed, drag.before, path)
                if proof.receipt is None or proof.receipt["verdict"] != "illegal":
                    break
            else:
                # Refused in either formation; told for the one the log shows.
                return self.ask("move.check", track, bool(column), drag.before, path)
        ends = {"from": mapfile.number(here), "to": mapfile.number(drag.hex)}
        return self.ask("move.best", track, bool(column), drag.before, ends)

    def of_cost(
        self, track: Track, reading: Reading, legs: Sequence[Leg], cost: int, most: int
    ) -> Proof:
        """Prove that the legs of a reading cost more than the allowance (both half-MP)."""
        if reading in ("shown", "forms"):
            path = shown_path(self.map, track) if reading == "shown" else free_path(self.map, track)
            before = track.legs[0].before
            column = track.counter.column
            proof = self.ask("move.check", track, column, before, {"path": path}, most)
            if proof.receipt is not None and proof.receipt["verdict"] == "illegal":
                return proof
        if reading in ("kept", "ends"):
            track = track.with_legs(list(legs))
        found: list[Mapping[str, Any]] = []
        path_taken: list[Any] = []
        for number, drag in enumerate(track.legs):
            if not isinstance(drag, Drag):
                continue
            here = track.hex_before(number)
            if here == drag.hex:
                continue
            ends = {"from": self.map.number(here), "to": self.map.number(drag.hex)}
            column = track.column_before(number)
            proof = self.ask("move.best", track, column, drag.before, ends, most)
            if proof.receipt is None:
                return proof
            if proof.receipt["verdict"] == "illegal" and len(track.drags) == 1:
                return proof
            found += [step for step in proof.receipt["steps"] if "verdict" not in step]
            path_taken += proof.receipt.get("path", ())
        over = f"{allowance_text(cost)} are more than the allowance of {allowance_text(most)}"
        steps = [*found, line_of(over, SERIES, refuses=True)]
        return Proof("", {}, refusal(over, steps, total=mp(cost), path=path_taken))

    def ground(self, track: Track, own: bool) -> dict[str, Any]:
        """Say what a legal move rests on, if the players did not see the map the rules have."""
        if own or not track.drags:
            return {}
        path = {"path": shown_path(self.map, track)}
        proof = self.ask("move.check", track, track.counter.column, track.legs[0].before, path)
        if proof.receipt is None:
            return {}
        rests = proof.receipt["provenance"]
        note = () if rests in SHOWN else (f"rests on {rests} facts: the printed map decides",)
        return {"provenance": rests, "notes": note}

    def ask(
        self,
        method: str,
        track: Track,
        column: bool | None,
        before: Snapshot,
        more: Mapping[str, Any],
        ma: int | None = None,
        markers: Sequence[Mapping[str, Any]] = (),
    ) -> Proof:
        """Put a question to a method, with the board as it was, and ``markers`` besides."""
        counter = track.counter
        unit: dict[str, Any] = {"class": counter.move_class or "leg", "column": bool(column)}
        words = {
            "id": counter.piece,
            "name": counter.name if self.scenario else "",
            "side": counter.side,
            "formation": counter.formation,
            "division": counter.division,
        }
        unit |= {name: word for name, word in words.items() if word}
        if ma is not None:
            unit["ma"] = mp(ma)
        state = state_of(self.map, before, self.passive)
        if self.module:
            state["module"] = self.module
        state["markers"] += [dict(marker) for marker in markers]
        if self.scenario:
            state["scenario"] = self.scenario
        if self.now:
            state["turn"] = dict(self.now)
        return self._put(method, {"map": self.map.window, "unit": unit, **more, "state": state})

    def _put(self, method: str, asked: Mapping[str, Any]) -> Proof:
        try:
            receipt: Mapping[str, Any] | None = self.context.registry.ask(
                self.context, method, asked
            )
        except InputError:
            receipt = None
        return Proof(method, asked, receipt)

    def with_allowance(self, proof: Proof, ma: int | None) -> Proof:
        """Ask again with the allowance (half-MP), so that the receipt has looked at all that its
        finding rests on; the proof as it was where that would change its reason."""
        unit = proof.asked.get("unit")
        if ma is None or unit is None or "ma" in unit:
            return proof
        again = self._put(proof.method, {**proof.asked, "unit": {**unit, "ma": mp(ma)}})
        return again if reason(again) == reason(proof) else proof


def cost_text(proof: Proof, cost: int) -> str:
    """Say what a move costs at least (``cost`` half-MP): as much as its receipt proves, which may
    leave open the formation it ends in."""
    total = proof.receipt.get("total") if proof.receipt and proof.method == "move.best" else None
    return f"costs at least {allowance_text(cost) if total is None else f'{total:g} MP'}"


def shown_path(mapfile: MapFile, track: Track) -> list[Any]:
    """Declare the move as a path, in the formations the log shows."""
    told: list[Any] = [mapfile.number(track.start)]
    here = track.start
    for leg in track.legs:
        if isinstance(leg, Drag):
            here = leg.hex
        formation = {} if leg.column is None else {"column": leg.column}
        told.append({"hex": mapfile.number(here), **formation})
    return told


def free_path(mapfile: MapFile, track: Track) -> list[Any]:
    """Declare the move as a path that leaves every formation open but the last."""
    told: list[Any] = [mapfile.number(hex_) for hex_ in track.hexes]
    if track.last.column is not None:
        told.append({"hex": mapfile.number(track.end), "column": track.last.column})
    return told
