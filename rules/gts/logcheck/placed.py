"""Judges what is put on the map where the rulebooks say what goes there: Road Blocks (2.15.2),
Units that drop (3.4), Bailey Bridge Units (WED 2.15.7), the pontoon bridge (TDC 2.15.7); and what
may not move from where it lies: under the markers of its drop (3.4.2), or ever (WED S5.4, 2.11; TDC
S4.7).

A thing put wrong may be put right: each is judged where it lies as the next chit comes."""

from __future__ import annotations

from collections.abc import (
    Callable,
    Collection,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from clubroute.builder.provenance import weakest
from clubroute.rules.answer.needs import need_texts
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import NOWHERE, SHOWN, MapFile
from clubroute.rules.gts.campaign.drop_plan import Zone, others_zone, zones_of
from clubroute.rules.gts.games import book
from clubroute.rules.gts.logcheck.board import (
    Snapshot,
    Standing,
    bridge_sides,
    state_of,
)
from clubroute.rules.gts.logcheck.chits import SERIES
from clubroute.rules.gts.logcheck.counters import Counter
from clubroute.rules.gts.logcheck.track import Drag, PutDown, Track
from clubroute.rules.gts.position.position import turn_record
from clubroute.rules.gts.position.turns import Turn, slot_of
from clubroute.rules.gts.roster import roster_of
from clubroute.rules.gts.scenarios.set_up import turn_of
from clubroute.rules.logs.check.finding import LogFinding, line_of, refusal
from clubroute.rules.position.names import same_group
from clubroute.rules.scenarios.book import ToldScenario, sticks_with, zone_names
from clubroute.rules.scenarios.places import arriving

DROPPED = "drop"
"""The kind of the markers that dropped Units lie under."""
CLASS = "whether it moves at all: that it has no movement is assumed of its counter"
TAKEN = "that its drop markers were taken off before it moved"
BLOCK, PONTOON = "road_block", "pontoon"
BAILEY = "bridge.bailey"
BEST = ("legal", "undetermined", "illegal")
MOVED = "whether it came there by a slip: it was put elsewhere before the next chit"
KIND = "what kind of Unit it is: that is assumed of its counter"
PLANNED = "whether its drop was planned freely, or anew on a later day (3.3.2, 3.6)"
OURS = "the printed map: the answer rests on surveyed facts"
ROUTES = ("club_route", "spur")
"""The areas of the map that Club Route may run through."""


@dataclass(slots=True)
class PlacedJudge:
    """Judges what was put down in a log (``log`` by name). ``own``: the module shows the map the
    rules have; ``year`` is that of its turns. ``leads`` tells whether a Unit that was put down may
    have come in by a hex and gone on from there; ``told`` is the scenario, as far as known."""

    context: Context
    map: MapFile
    log: str
    passive: frozenset[str]
    own: bool
    year: int | None
    leads: Callable[[PutDown, int], bool] = lambda put, entry: True
    told: ToldScenario | None = None
    _put: dict[str, PutDown] = field(default_factory=dict)
    _since: Snapshot | None = None

    def take(self, event: PutDown) -> None:
        """Take note of a Unit that came onto the map, or a marker put into a hex."""
        self._since = self._since or event.before
        self._put[event.now.counter.piece] = event

    def settled(self, board: Snapshot) -> Iterator[LogFinding]:
        """Judge what lies there yet, and begin anew."""
        many, self._put = list(self._put.values()), {}
        since, self._since = self._since, None
        baileys = 0
        for put in many:
            piece = put.now.counter.piece
            now = board.units.get(piece) or board.markers.get(piece)
            if now is None or since is None:
                continue
            kind = now.counter.kind
            if kind == BLOCK and now.hex == put.now.hex and now.hex not in blocks(since):
                yield from self._block(put)
            elif kind == PONTOON:
                yield from self._pontoon(put, board)
            elif now.counter.role == "unit" and self._is_bailey(now.counter):
                yield from self._bailey(put, now, board, baileys)
                baileys += 1
            elif now.counter.role == "unit":
                yield from self._arrived(put)
                yield from self._dropped(put, now, board)

    def _block(self, put: PutDown) -> Iterator[LogFinding]:
        """Report a Road Block in a hex where none may be."""
        rule = block_at_bridge(self.map, put.now.hex)
        if rule:
            why = "no Road Block may be in a hex with a bridge on one of its sides"
            yield self._refused(put, put.now.hex, why, rule, "marker")

    def _pontoon(self, put: PutDown, board: Snapshot) -> Iterator[LogFinding]:
        """Report a pontoon bridge that nobody was there to assemble (TDC 2.15.7)."""
        rules = book("bridge", self.map.window)["pontoon"]
        ends = self._pontoon_ends()
        before = put.before.markers.get(put.now.counter.piece)
        if not rules.holds or not ends or before is None or before.counter.kind == PONTOON:
            return
        there = [
            one.counter
            for one in (*put.before.units.values(), *board.units.values())
            if one.hex in ends and one.counter.side in ("", rules.text("side"))
        ]
        if any(one.kind in ("engineer", "") for one in there):
            return
        numbers = " or ".join(self.map.number(hex_) for hex_ in ends)
        why = f"no {rules.text('side')} engineer is in {numbers} to assemble the pontoon bridge"
        known = roster_of(self.map.window).ids
        sure = all(one.id in known and "kind" not in known[one.id].assumed for one in there)
        found = self._refused(put, put.now.hex, why, rules.cite, "marker")
        yield found if sure else opened(found, KIND)

    def _pontoon_ends(self) -> tuple[int, ...]:
        for place, features in self.map.sides.items():
            if any(feature.kind == PONTOON for feature in features):
                return place // 6, self.map.beside[place % 6][place // 6]
        return ()

    def _is_bailey(self, counter: Counter) -> bool:
        rules = book("bridge", self.map.window)["bailey"]
        many = rules["units"].values if rules.holds else ()
        names = [name for division in many for name in rules["units"][division].words("units")]
        return any(same_group(self._name(counter), name) for name in names)

    def _name(self, counter: Counter) -> str:
        known = roster_of(self.map.window).ids.get(counter.id)
        return known.name if known else counter.name

    def _bailey(
        self, put: PutDown, now: Standing, board: Snapshot, placed: int
    ) -> Iterator[LogFinding]:
        """Ask where a Bailey Bridge Unit was placed. ``placed`` came before it in the Impulse."""
        cite = book("bridge", self.map.window)["bailey"].cite
        sides = bridge_sides(self.map, now.hex, "bridge")
        if not sides:
            why = "no bridge is on the sides of its hex: it is placed at a destroyed one"
            yield self._refused(put, now.hex, why, cite)
            return
        receipts: list[tuple[dict[str, Any], Mapping[str, Any]]] = []
        here = self.map.number(now.hex)
        for side in sides:
            number = self.map.hexside_number(side)
            asked = self._bailey_question(put, number, now, board, placed)
            receipts.append((asked, self.context.registry.ask(self.context, BAILEY, asked)))
        # Where its hex has several bridges, the one that fits best.
        asked, receipt = min(
            receipts, key=lambda one: (one[1]["hex"] != here, BEST.index(one[1]["verdict"]))
        )
        if receipt["hex"] != here:
            why = f"it is placed in the southern hex of a destroyed bridge, {receipt['hex']}"
            yield self._refused(put, now.hex, why, cite)
            return
        found = self._bare(put, now.hex, "arrival", receipt["summary"], cite)
        found = replace(found, receipt=receipt, method=BAILEY, asked=asked)
        if receipt["verdict"] == "illegal":
            refusing = [line for line in receipt["steps"] if line.get("verdict") == "illegal"]
            why = refusing[-1]["why"]
            proved = replace(found, verdict="illegal", why=why, provenance=receipt["provenance"])
            shown = self.own or receipt["provenance"] in SHOWN
            yield proved if shown else opened(proved, OURS)
        elif receipt["verdict"] == "legal":
            yield replace(found, verdict="legal", provenance=receipt["provenance"])
        else:
            yield opened(found, *need_texts(receipt))

    def _bailey_question(
        self, put: PutDown, side: str, now: Standing, board: Snapshot, placed: int
    ) -> dict[str, Any]:
        state = state_of(self.map, put.before, self.passive)
        state["markers"] += [
            {"kind": "club_route", "hex": self.map.number(one.hex)}
            for one in board.markers.values()
            if one.counter.kind == "club_route"
        ]
        turn = turn_record(put.turn, self.year)
        if turn:
            state["turn"] = dict(turn)
        unit, chit = {"name": self._name(now.counter)}, put.chit
        asked: dict[str, Any] = {"map": self.map.window, "bridge": side, "unit": unit}
        if chit is not None:
            asked["activation"] = chit.division if chit.kind == "Division" else chit.name
            asked["placed_this_impulse"] = placed
        areas = (area for kind in ROUTES for area in self.map.areas_of(kind))
        if not any(now.hex in area.hexes for area in areas):
            asked |= {"on_club_route": False, "on_potential": False}
        return {**asked, "state": state}

    def _arrived(self, put: PutDown) -> Iterator[LogFinding]:
        """Report a Unit that came out of the tray of what comes later in another hex than its
        scenario has it in, or too early."""
        counter, number = put.now.counter, self.map.number(put.now.hex)
        listed = arriving(self.told, counter.id, counter.name) if put.tray else None
        if listed is None:
            return
        now = turn_record(put.turn, self.year)
        if listed.arrival.trigger == "turn" and now is not None:
            day = date.fromisoformat(now["date"]).toordinal()
            if Turn(day, slot_of(now["time"], "turn")) < turn_of(listed.arrival.when):
                why = f"it comes {listed.when}: this is {put.turn}"
                yield self._refused(put, put.now.hex, why, listed.arrival.cite)
                return
        hexes = listed.hexes(self.map)
        placed = listed.place(self.map, number).verdict
        if put.now.hex in hexes or placed != "illegal":
            return
        if any(self.leads(put, hex_) for hex_ in hexes):
            return
        why = f"it comes in at {listed.where}, not in {number}, and no move of its own leads there"
        yield self._refused(put, put.now.hex, why, listed.rows[0].cite)

    def _dropped(self, put: PutDown, now: Standing, board: Snapshot) -> Iterator[LogFinding]:
        """Report a Unit that came with a glider or paradrop marker outside every zone, or in
        Column."""
        if dropped(board, now.hex) <= dropped(put.before, now.hex):
            return
        cite = book("drop", self.map.window)["place"].cite
        zones = zones_of(self.context, self.map).values()
        hexes = {here: self.map.number(here) for here in (put.now.hex, now.hex)}
        inside = [zone for zone in zones if not set(hexes.values()).isdisjoint(zone.hexes)]
        if inside:
            if put.now.counter.column and now.counter.column:
                why = "Units cannot drop in Column"
                yield self._refused(put, now.hex, why, cite)
            yield from self._other_zone(put, now, inside)
            return
        names = ", ".join(sorted(zone.name for zone in zones))
        why = f"it dropped in {hexes[now.hex]}, which is in none of the map's zones"
        found = self._refused(put, now.hex, why, cite)
        rests = weakest(zone.provenance for zone in zones) if names else "assumed"
        lines = [line_of(f"the zones are {names}", cite), *(found.receipt or {})["steps"]]
        found = replace(found, receipt=refusal(why, lines), provenance=rests)
        yield found if len(hexes) == 1 else opened(found, MOVED)

    def _other_zone(
        self, put: PutDown, now: Standing, inside: Sequence[Zone]
    ) -> Iterator[LogFinding]:
        """Report a Unit that dropped in a zone that the owner gives to another Division, and ask
        why it dropped in another than that of its stick in the schedule."""
        known = roster_of(self.map.window).ids.get(now.counter.id)
        division = known.division if known is not None else ""
        others = [others_zone(self.context, zone, division) for zone in inside if division]
        if others and all(others):
            why = f"{inside[0].name} is no zone of {division}: it is one of {others[0]}"
            cite = book("drop", self.map.window)["divisions"].cite
            found = self._refused(put, now.hex, why, cite)
            yield replace(found, provenance="owner")
            return
        sticks = [] if self.told is None else sticks_with(self.told, now.counter.id)
        own = tuple(zone for stick in sticks for zone in stick.zones)
        # DZ A of the schedule is DZ A1 and DZ A2 of the map.
        if self.told is None or not own or any(zone.id.startswith(own) for zone in inside):
            return
        names = " or ".join(name for stick in sticks for name in zone_names(self.told, stick))
        here = " and ".join(sorted(zone.name for zone in inside))
        why = f"it dropped in {here}; its stick is scheduled for {names}"
        yield opened(self._bare(put, now.hex, "arrival", why, sticks[0].cite), PLANNED)

    def _refused(
        self, put: PutDown, hex_: int, why: str, rule: str, check: str = "arrival"
    ) -> LogFinding:
        receipt = refusal(why, [line_of(why, rule, refuses=True)])
        found = self._bare(put, hex_, check, why, rule)
        found = replace(found, verdict="illegal", receipt=receipt, provenance="rulebook")
        return found if self.own else opened(found, OURS)

    def _bare(self, put: PutDown, hex_: int, check: str, why: str, rule: str) -> LogFinding:
        counter = put.now.counter
        return LogFinding(
            self.log,
            (put.step,),
            check,
            "unchecked",
            why,
            rule or SERIES,
            turn=put.turn,
            chit=put.chit.name if put.chit else "",
            player=put.player,
            unit=counter.id,
            name=counter.name,
            hexes=(self.map.number(hex_),) if hex_ != NOWHERE else (),
        )


def begins(
    told: ToldScenario | None, country: MapFile, board: Snapshot, turn: str, year: int | None
) -> bool:
    """Tell whether a log begins with its scenario's set-up, so that nothing was done before it: it
    is the first turn, and each Unit that is set up in a hex of its own stands there."""
    now = turn_record(turn, year)
    if told is None or now is None:
        return False
    day = date.fromisoformat(now["date"]).toordinal()
    first = Turn(day, slot_of(now["time"], "turn")) == turn_of(told.scenario.turns.first)
    there = {(one.counter.id, country.number(one.hex)) for one in board.units.values()}
    rows = [(row.unit, row.hex) for row in told.scenario.units if row.standing]
    return first and bool(rows) and there.issuperset(rows)


def opened(found: LogFinding, *needs: str) -> LogFinding:
    """Leave a finding open until something is known."""
    return replace(found, verdict="unchecked", receipt=None, provenance=None, needs=needs)


def blocks(board: Snapshot) -> set[int]:
    """List the hexes in which Road Blocks lie, wherever that is."""
    return {one.hex for one in board.markers.values() if one.counter.kind == BLOCK}


def dropped(board: Snapshot, hex_: int) -> int:
    """Count the markers of drops in a hex."""
    lying: Sequence[Standing] = tuple(board.markers.values())
    return sum(one.hex == hex_ and one.counter.kind == DROPPED for one in lying)


def block_at_bridge(mapfile: MapFile, hex_: int) -> str:
    """Return the rule by which no Road Block may be in a hex, "" if one may."""
    if not bridge_sides(mapfile, hex_, "bridge"):
        return ""
    return book("stacks", mapfile.window)["road_block"].cite


def immobile(window: str, track: Track) -> tuple[str, bool]:
    """Return the rule by which a Unit does not move, and whether that is sure: its kind never does,
    and its class is the rulebook's. "" for one that moves or was flipped in the activation."""
    who = track.counter
    if not (who.immobile and track.last.immobile) or not track.drags:
        return "", False
    kind = book("immobile", window).get(who.kind)
    if not kind.holds:
        return "", False
    known = roster_of(window).ids.get(who.id)
    return kind.cite, known is not None and "class" not in known.assumed


def under_drop(
    window: str, track: Track, after: Snapshot, passive: Collection[str]
) -> tuple[str, bool]:
    """Return the rule by which a Unit could not act at first, as markers of its drop lay on it, and
    whether that is sure: it lay alone under them, and they are there or on it still. To be taken
    out of Column is no Action: no Unit drops in Column (3.4)."""
    acts = [leg for leg in track.legs if isinstance(leg, Drag) or leg.column]
    if not acts:
        return "", False
    before = acts[0].before
    lying = [
        one.counter.piece
        for one in before.markers.values()
        if one.hex == track.start and one.counter.kind == DROPPED
    ]
    if not lying:
        return "", False
    rules = book("drop", window)["act"]
    if not rules.flag("bars_others"):
        return "", False
    there = [
        one
        for one in before.units.values()
        if one.hex == track.start and one.counter.kind not in passive
    ]
    still = all(piece in after.markers for piece in lying)
    return rules.cite, still and len(there) == 1
