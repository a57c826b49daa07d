"""Asks the movement methods the questions whose answers prove a finding."""

from __future__ import annotations

from collections.abc import (
    Collection,
    Iterable,
    Mapping,
    Sequence,
)
from dataclasses import dataclass
from typing import Any

from clubroute.builder.errors import InputError
from clubroute.builder.grid import distance
from clubroute.rules.answer.model import MoveClass, mp
from clubroute.rules.answer.needs import need_texts
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import SHOWN, MapFile
from clubroute.rules.gts.games import FerryPlaces, MovementTable
from clubroute.rules.gts.logcheck.board import (
    Snapshot,
    Standing,
    allowance_text,
    state_of,
)
from clubroute.rules.gts.logcheck.chits import SERIES
from clubroute.rules.gts.logcheck.counters import Counter
from clubroute.rules.gts.logcheck.ground import Reading
from clubroute.rules.gts.logcheck.track import (
    Carried,
    Drag,
    Leg,
    Track,
)
from clubroute.rules.gts.position.markers import FERRIES
from clubroute.rules.logs.check.finding import Verdict, line_of, refusal
from clubroute.rules.position.names import same_group


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
    """Name the first step that a proof refuses, or may refuse, with its reason and rule."""
    for step in (proof.receipt or {}).get("steps", ()):
        if step.get("verdict") in ("illegal", "undetermined") and step.get("from"):
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


# Tells what took a Unit along: Divisional Trucks and Jeeps, vehicles that Infantry rides on, and
# ferries: which of their markers can have taken a Unit over, and whether they may.

VEHICLES: tuple[MoveClass, ...] = ("wheeled", "tracked")
CARRIER = "transport"
INDEPENDENT = "Independent"
MOUNTED = "whether it had mounted before: then it is of the Independent Formation (WED S5.3, S6.3)"
WORKS = "that the ferry works: a Suppressed marker lies in its hex"
POINTS = "which way the ferry points, and whether it is an improved or an assault ferry"
MORE = "whether the crossing was an activation of its own"
BACK = "that it was put back by hand where it had been"
CLASS = "the Unit's class: leg, wheeled or tracked"
FORMED = "whether it was in Column"


def carries(counter: Counter) -> bool:
    """Tell whether others may ride on a Unit."""
    return counter.move_class in VEHICLES or counter.kind == CARRIER


def may_carry(carrier: Counter, rider: Counter) -> Carried:
    """Tell as what a Unit may carry another: Trucks and Jeeps those of their Division (WED S5.3,
    S6.3), a vehicle Infantry of its Formation (WED S4.0, TDC S5.11). What stands alone in its
    Division may be attached: the rulebook's own set-ups mount Infantry on such vehicles."""
    if carrier.side != rider.side or carries(rider) or not carries(carrier):
        return ""
    if carrier.division and rider.division and not same_group(carrier.division, rider.division):
        return ""
    if carrier.kind == CARRIER:
        return "transport"
    known = [name for name in (carrier.formation, rider.formation) if name]
    alone = any(same_group(name, INDEPENDENT) for name in known)
    return "vehicle" if len(known) < 2 or alone or same_group(*known) else ""


def carried_by(others: Collection[Counter], rider: Counter) -> Carried:
    """Tell what of some Units may have carried another: a vehicle rather than transport."""
    if not others:
        return ""
    many = {one.piece: one for one in (*others, rider)}.values()
    found = {may_carry(one, rider) for one in many}
    if "vehicle" not in found:
        return "transport" if "transport" in found else ""
    vehicles = [one for one in many if one.move_class in VEHICLES]
    riders = sum(any(may_carry(one, other) for one in vehicles) for other in many)
    return "vehicle" if riders <= len(vehicles) else "shared"


def mounted(board: Snapshot, hex_: int, unit: Counter) -> bool:
    """Tell whether transport of a Unit's Division lies in its hex: it may be mounted on it."""
    return unit.kind != CARRIER and any(
        one.hex == hex_
        and one.counter.kind == CARRIER
        and one.counter.side == unit.side
        and same_group(one.counter.division, unit.division)
        for one in board.units.values()
    )


def riders(units: Iterable[Standing], vehicles: Collection[str] = VEHICLES) -> int:
    """Count the Units of a hex that may ride piggyback on another of their Formation: each vehicle
    carries one (WED S4.0, S4.3; TDC S5.11)."""
    here: dict[str, list[int]] = {}
    for one in units:
        counter = one.counter
        pair = here.setdefault(counter.formation, [0, 0])
        pair[0] += counter.move_class in vehicles
        pair[1] += counter.move_class == "leg"
    return sum(min(pair) for name, pair in here.items() if name)


@dataclass(frozen=True, slots=True)
class Site:
    """A ferry marker in ``hex`` that can point to ``to`` (ids of the map).

    ``sure``: no other hexside fits it. ``suppressed``: a Suppressed marker lies in its hex.
    ``kinds`` are the ferries it can stand for: a plain one may not have been flipped yet.
    """

    hex: int
    to: int
    sure: bool
    suppressed: bool
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ride:
    """Holds what the rules say of a crossing by ferry; ``hex`` is where it led."""

    verdict: Verdict
    hex: int
    needs: tuple[str, ...]
    proof: Proof


def sites_between(
    mapfile: MapFile, tables: Mapping[str, MovementTable], snapshot: Snapshot, a: int, b: int
) -> list[Site]:
    """Find the ferries that can join two neighbouring hexes."""
    found = []
    for one in snapshot.markers.values():
        if one.counter.kind not in FERRIES or one.hex not in (a, b):
            continue
        other = b if one.hex == a else a
        table = tables[mapfile.game(one.hex)].ferry
        ends = ends_of(mapfile, table, snapshot, one.hex)
        if other in ends:
            lying = (mark for mark in snapshot.markers.values() if mark.hex == one.hex)
            suppressed = any(mark.counter.kind == "suppressed" for mark in lying)
            kinds = kinds_of(table, one.counter.kind)
            sure = ends[other] and len(ends) == 1
            found.append(Site(one.hex, other, sure, suppressed, kinds))
    return found


def kinds_of(table: FerryPlaces, kind: str) -> tuple[str, ...]:
    """List the ferries that a marker of a kind can stand for where a table holds."""
    has = {"improved_ferry": bool(table.improved), "assault_ferry": table.assault}
    if has.get(kind):
        return (kind,)
    return ("ferry", *(one for one, there in has.items() if there))


def ends_of(mapfile: MapFile, table: FerryPlaces, snapshot: Snapshot, hex_: int) -> dict[int, bool]:
    """Find the hexes a ferry in a hex may point to, and whether each is sure.

    Where a ferry is possible only in place of a destroyed bridge (WED 2.18) the markers of such
    bridges tell; elsewhere nothing does.
    """
    beside = [side[hex_] for side in mapfile.beside if side[hex_] >= 0]
    if table.sites != "destroyed_bridge":
        return dict.fromkeys(beside, False)
    found: dict[int, bool] = {}
    for end in beside:
        number = mapfile.hexside_number(mapfile.place(hex_, end))
        if number in snapshot.bridges.open:
            found[end] = False
        elif snapshot.bridges.sure.get(number) == "destroyed":
            found[end] = True
    return found


def ride(
    proofs: Proofs, tables: Mapping[str, MovementTable], track: Track, number: int, here: int
) -> Ride | None:
    """Judge a leg that begins in ``here`` as a crossing by ferry; None if no ferry joins its hexes.

    ``illegal`` if no ferry that the marker can stand for takes the Unit across as it went, with
    the proof; ``legal`` if there is only one it can stand for, ``possible`` otherwise.
    """
    leg, mapfile = track.legs[number], proofs.map
    if not isinstance(leg, Drag) or leg.hex not in [side[here] for side in mapfile.beside]:
        return None
    sites = sites_between(mapfile, tables, leg.before, here, leg.hex)
    if not sites:
        return None
    # What was put wrong and put back by hand is no part of the activation.
    kept = track.with_legs(track.straightened())
    if not any(one is leg for one in kept.legs):
        return None
    more = len(kept.legs) > 1 or track.spent > 0
    refused: Proof | None = None
    for site in sites:
        for kind in site.kinds:
            marker = marker_of(mapfile, site, kind)
            crossing = [mapfile.number(here), mapfile.number(leg.hex)]
            proof = of_ferry(proofs, track, crossing, leg.column, leg, marker)
            if proof.receipt is None or proof.receipt["verdict"] == "illegal":
                refused = refused or proof
                continue
            if more and track.known and kind != "assault_ferry":
                # The whole of it tells best what else it did; a Second Action may follow an
                # assault ferry (TDC 2.18.6).
                way, first = shown_path(mapfile, kept), kept.legs[0]
                whole = of_ferry(proofs, kept, way, kept.counter.column, first, marker)
                if whole.receipt is not None and whole.receipt["verdict"] == "illegal":
                    refused = refused or whole
                    continue
            needs = tuple(need_texts(proof.receipt))
            needs += (WORKS,) if site.suppressed else ()
            needs += () if site.sure and len(site.kinds) == 1 else (POINTS,)
            needs += (MORE,) if more else ()
            needs += (BACK,) if len(kept.legs) < len(track.legs) else ()
            needs += (CLASS,) if track.counter.move_class is None else ()
            needs += (FORMED,) if track.counter.column is None else ()
            return Ride("possible" if needs else "legal", leg.hex, needs, proof)
    if refused is None or refused.receipt is None:
        return None
    return Ride("illegal", leg.hex, (), refused)


def marker_of(mapfile: MapFile, site: Site, kind: str) -> dict[str, Any]:
    """Put a ferry into the form of a state.

    A log shows what lies on it: no marker in its hex is none, and one is asked about (``WORKS``).
    """
    works = {"suppressed": False, "cohesion_hit": False}
    return {"kind": kind, "hex": mapfile.number(site.hex), "to": mapfile.number(site.to), **works}


def of_ferry(
    proofs: Proofs,
    track: Track,
    path: list[Any],
    column: bool | None,
    leg: Leg,
    marker: Mapping[str, Any],
) -> Proof:
    """Ask the rules about a way with a ferry; a formation not shown is taken as the right one."""
    formed = True if column is None else column
    return proofs.ask("move.check", track, formed, leg.before, {"path": path}, markers=(marker,))
