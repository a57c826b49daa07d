"""Judges what a unit did in its turn: legal by phases that explain it, or proved to be illegal."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from clubroute.builder.grid import distance
from clubroute.rules.answer.needs import need_texts
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import ALLIED
from clubroute.rules.ground.lookup import named_area
from clubroute.rules.ground.mapfile import NOWHERE, SHOWN
from clubroute.rules.logs.check.excuses import ROUND_WAY, SLIP
from clubroute.rules.logs.check.explaining import (
    MOST_NEEDS,
    Explained,
    MoveJudge,
    Proof,
    last_no,
)
from clubroute.rules.logs.check.finding import LogFinding, line_of, refusal
from clubroute.rules.logs.check.tracks import Drag, Track
from clubroute.rules.scs.games import NO_READINGS, Guess, book, choices
from clubroute.rules.scs.logcheck.board import OTHER_GROUND, OTHER_READING, Battlefield, record_of
from clubroute.rules.scs.logcheck.phases import BY_FERRY, Phases, phases_text
from clubroute.rules.scs.movement.costs import rules
from clubroute.rules.scs.movement.paths import EXPLOITATION, MOVEMENT

SERIES = "SCS series"
STATE_WORDS = {"dg": "Disorganized", "oos": "Out of Supply"}
LATE = "INS 1.1"
"""The rule of the order of phases."""
BOUNDARY = "where your map has the XXX Corps Boundary: its hexes in owner/areas.csv"
TOO_DEAR = "the way takes"
"""How a receipt begins to say that a way is beyond the allowance."""


class InsMoveJudge(MoveJudge):
    """Judges units' turns in a log. ``own``: its module shows the map the rules have; ``house`` are
    readings that the players chose.

    ``crossings`` are the turns of units that led over a Ferry of the board, with its banks;
    ``unbounded``: units of XXX Corps moved, and nobody says where their Boundary is.
    """

    def __init__(
        self,
        context: Context,
        board: Battlefield,
        log: str,
        own: bool,
        house: Mapping[str, str] = NO_READINGS,
    ) -> None:
        self.phases = Phases(context, board, house)
        super().__init__(context, board.map, log, self.phases)
        self._board, self._own, self._house = board, own, house
        self.crossings: list[tuple[Track, tuple[int, int]]] = []
        self.unbounded = False

    series = SERIES

    def lost(self, states: Iterable[str]) -> str:
        """Name states in words."""
        return " and ".join(STATE_WORDS[one] for one in states)

    def single(self, found: Explained) -> bool:
        """Tell whether a way is a single move."""
        return found.phases == (MOVEMENT,)

    def granted(self, track: Track, found: Explained) -> LogFinding:
        """Report a way that phases explain."""
        told = found.price if found.phases == (MOVEMENT,) else phases_text(found)
        how = SLIP.how if found.slips else ROUND_WAY.how if found.round else ""
        why = f"{told}, {how}" if how else told
        if found.ferry is not None:
            self.crossings.append((track, found.ferry))
        if found.needs:
            # What is not known of the unit itself comes before what is not known of others.
            needs = sorted(found.needs, key=lambda need: need.startswith("state."))[:MOST_NEEDS]
            why = f"legal as {why}"
            if (found.round or found.slips) and (deed := self.deed(track)):
                # What the rules refuse stands first: nobody knows whether it may go round.
                why, rule = f"{deed[0]}; {why}", deed[1]
                return self.finding(track, "unchecked", why, rule=rule, needs=tuple(needs))
            return self.finding(track, "unchecked", why, needs=tuple(needs))
        outside = self.leaves_drawn(track, found)
        if outside:
            why = f"legal as {why}, but {outside} is outside the XXX Corps Boundary of our map"
            return self.finding(
                track, "unchecked", why, rule=rules()["boundary"].cite, needs=(BOUNDARY,)
            )
        if found.phases in ((MOVEMENT,), (BY_FERRY,)) and not how:
            return self.finding(track, "legal", f"legal as {why}")
        return self.finding(track, "possible", f"legal as {why}; as shown {self.as_shown(track)}")

    def leaves_drawn(self, track: Track, found: Explained) -> str:
        """Name the hex in which a unit of XXX Corps is outside the Boundary (2.2) that our map
        draws by assumption, "" if it is in none; where the owner tells its hexes, none is."""
        row, country = rules()["boundary"], self._map
        unit = self._board.unit(track.counter)
        bound = unit.of_corps and unit.side == ALLIED and unit.assigned is None
        moved = {MOVEMENT, EXPLOITATION, BY_FERRY}.intersection(found.phases)
        if not (bound and moved) or named_area(self._context, country, row.text("area")):
            return ""
        kind = row.text("area").replace("-", "_")
        inside = {hex_ for area in country.areas_of(kind) for hex_ in area.hexes}
        inside |= named_area(self._context, country, row.text("inside")) or set()
        self.unbounded = True
        if not self._own or track.start not in inside:
            return ""
        return next((self.number(one.hex) for one in track.drags if one.hex not in inside), "")

    def as_shown(self, track: Track) -> str:
        """Name what the rules refuse to one movement of the way as shown: the first drag, with its
        hexside or price, else what all drags together cost."""
        here, spent = track.start, 0.0
        for drag in track.drags:
            if drag.hex == here:
                continue
            ends = f"{self.number(here)}–{self.number(drag.hex)}"
            if drag.foes:
                return f"an enemy unit is in {self.number(drag.hex)}"
            proof = self.best(track, drag, here, drag.hex)
            if proof is None:
                return f"no movement is known to lead {ends}"
            if proof.receipt["verdict"] != "legal":
                refused = last_no(proof.receipt).get("why")
                need = next(need_texts(proof.receipt), "")
                fact = (need.partition(": ")[2] or need).partition(", as ")[0]
                unsaid = f"nobody knows {fact}" if fact else proof.receipt.get("summary", "")
                return f"{ends}: {refused or unsaid}"
            spent += proof.receipt["total"]
            here = drag.hex
        hexes = [track.start, *(drag.hex for drag in track.drags)]
        if self.phases.walked_out(hexes):
            path = [*map(self.number, hexes)]
            asked = self.question(track, track.drags[0], track.start)
            proof = self.ask("move.check", {**asked, "path": path})
            if proof is not None and (why := last_no(proof.receipt).get("why")):
                return f"{path[0]}–{path[-1]}: {why}"
        return f"its ways together take {spent:g} MP"

    def joined_enemies(self, track: Track, doubts: Collection[str]) -> LogFinding:
        """Report a unit that stays in a hex with enemies."""
        return self.accused(track, self.step(track, track.drags[-1], False), doubts)

    def refused(self, track: Track, doubts: Collection[str]) -> LogFinding:
        """Report a way that no phases explain, with the proof."""
        last = track.drags[-1]
        late = self.late(track)
        if late is not None:
            return self.accused(track, late, doubts)
        proof = self.overrun(track, last) if last.foes else self.way(track)
        if proof is not None and proof.receipt["verdict"] == "legal":
            proof = self.refused_step(track) or proof
        return self.accused(track, proof, doubts)

    def told_of(self, track: Track, proof: Proof, line: Mapping[str, Any]) -> tuple[str, str]:
        """Say why a way is refused, and by which rule: the deed comes before the way round it."""
        why, rule = super().told_of(track, proof, line)
        dear = why.startswith(TOO_DEAR) and proof.method == "move.best"
        if dear and (deed := self.deed(track)):
            return f"{deed[0]}; the cheapest way round takes{why.removeprefix(TOO_DEAR)}", deed[1]
        return why, rule

    def open_for(self, proof: Proof) -> Sequence[str]:
        """Name the readings by which a way that a proof refuses is legal, and other ground."""
        surveyed = proof.receipt.get("provenance") not in SHOWN
        other = OTHER_GROUND.holds(not self._own and surveyed)
        return (*self.open_readings(proof), *(OTHER_GROUND.needs if other else ()))

    def deed(self, track: Track) -> tuple[str, str] | None:
        """Say what the rules refuse of a way as it was dragged, and by which rule: the first step
        into a next hex that there is none, or a drag on from a Ferry. None if that is all of it."""
        for a, drag in self.no_steps(track):
            b, ends = drag.hex, f"{self.number(a)}–{self.number(drag.hex)}"
            if self._board.draws_ferry((a, b)) and drag is not track.drags[-1]:
                row = rules()["ferry"].get("bars").get("ferried")
                return f"{ends}: {row.text('no')}", row.cite
            blown = [
                one.counter.name
                for one in drag.before.markers.values()
                if one.counter.kind == "blown" and one.hex in (a, b)
            ]
            if blown:
                return f"{ends}: {blown[0]} is blown", book("bridges")["blow"].cite
            proof = self.refused_step(track)
            line = {} if proof is None else last_no(proof.receipt)
            return (f"{ends}: {line['why']}", line.get("rule", SERIES)) if line else None
        return None

    def no_steps(self, track: Track) -> Iterator[tuple[int, Drag]]:
        """List the drags into a next hex that no single step leads to, with the hex before each."""
        here = track.start
        for drag in track.drags:
            a, here = here, drag.hex
            trip = self.phases.trip(track, drag, MOVEMENT, a, Guess())
            if self.phases.refused(trip, drag, a, here):
                yield a, drag

    def refused_step(self, track: Track) -> Proof | None:
        """Prove that the first drag into a next hex that no step leads to is none."""
        for a, drag in self.no_steps(track):
            path = [self.number(a), self.number(drag.hex)]
            return self.ask("move.check", {**self.question(track, drag, a), "path": path})
        return None

    def open_readings(self, proof: Proof) -> list[str]:
        """Name the readings by another choice of which the answer would not be illegal."""
        found = []
        for note in proof.receipt.get("notes", ()):
            name = str(note).rpartition("(")[2].rstrip(")")
            if not str(note).startswith("referee: ") or name not in choices():
                continue
            if not OTHER_READING.holds(name not in self._house):
                continue
            for choice in choices()[name]:
                told = {**proof.asked, "options": {**proof.asked.get("options", {}), name: choice}}
                again = self.ask(proof.method, told)
                if again is not None and again.receipt["verdict"] != "illegal":
                    found.append(OTHER_READING.asks(note[9:]))
                    break
        return found

    def notes_on(self, track: Track) -> tuple[str, ...]:
        """Say why it was no Road March."""
        first = track.drags[0]
        params = {**self.question(track, first, track.start), "from": self.number(track.start)}
        proof = self.ask("roadmarch.reach", params)
        if proof is None:
            return ()
        if proof.receipt["verdict"] == "illegal":
            return (f"no Road March either: {last_no(proof.receipt).get('why', '')}",)
        return ("no Road March either: none leads there",)

    def late(self, track: Track) -> Proof | None:
        """Prove that a unit moved when the movement of its side was over, and neither combat nor
        exploitation explains it."""
        at = next((n for n, drag in enumerate(track.drags) if drag.late), None)
        if at is None:
            return None
        start = track.drags[at - 1].hex if at else track.start
        part = replace(track, start=start, drags=track.drags[at:], prior=())
        exploits = self.phases.trip(part, part.drags[0], EXPLOITATION, start, Guess())
        if not exploits.work.forbidden or self.phases.explain(part) is not None:
            return None
        why = f"{part.drags[0].late}: the movement of its side was over"
        lines = [line_of(why, LATE, refuses=True)]
        return Proof("", {}, refusal(why, lines))

    def way(self, track: Track) -> Proof | None:
        """Prove that there is no way, or none within the allowance, from the first hex to the last,
        else to one of those between."""
        whole = track.ends()
        first = whole.drags[0]
        if whole.end != track.start:
            proof = self.best(track, first, track.start, track.end)
            if proof is not None and proof.receipt["verdict"] == "illegal":
                return proof
        here, steps, undecided = track.start, list[Mapping[str, Any]](), None
        for drag in track.drags:
            proof = self.best(track, drag, here, drag.hex)
            if proof is None or proof.receipt["verdict"] == "illegal":
                return proof
            if proof.receipt["verdict"] != "legal":
                undecided = proof
            steps += proof.receipt["steps"]
            here = drag.hex
        if undecided is not None:
            return undecided
        over = "its ways together are more than one phase allows"
        return Proof("", {}, refusal(over, [*steps, line_of(over, SERIES, refuses=True)]))

    def best(self, track: Track, drag: Drag, a: int, b: int) -> Proof | None:
        """Ask for the cheapest way of a drag."""
        ends = {"from": self.number(a), "to": self.number(b)}
        return self.ask("move.best", {**self.question(track, drag, a), **ends})

    def overrun(self, track: Track, drag: Drag) -> Proof | None:
        """Prove that there is no overrun into the last hex: no step into it is one, else no way
        leads to it with the MP for one."""
        proof = self.step(track, drag, True)
        if proof is None or proof.receipt["verdict"] == "illegal":
            return proof
        found = list[Proof]()
        whole = track.ends().drags[0]
        for near in self.near(drag.hex):
            way = self.best(track, whole, track.start, near)
            path = [*way.receipt.get("path", ())] if way is not None else []
            if not path:
                continue
            into = {"hex": self.number(drag.hex), "overrun": True}
            asked = {**self.question(track, whole, track.start), "path": [*path, into]}
            again = self.ask("move.check", asked)
            if again is None or again.receipt["verdict"] != "illegal":
                return proof
            found.append(again)
        return min(found, key=lambda one: one.receipt.get("total", 0), default=proof)

    def near(self, hex_: int) -> list[int]:
        """List the hexes beside a hex."""
        return [n for d in range(6) if (n := self._map.beside[d][hex_]) != NOWHERE]

    def step(self, track: Track, drag: Drag, overrun: bool) -> Proof | None:
        """Ask about the last step into a hex with enemies, as a move or as an overrun: from where
        the ground bars it least, and of these from where it came."""
        at = track.drags.index(drag)
        a = track.drags[at - 1].hex if at else track.start
        here, trip = self._map.hex(a), self.phases.trip(track, drag, MOVEMENT, a, Guess())

        def bars(near: int) -> tuple[int, int, int]:
            many = len([*trip.no_overrun(near, drag.hex)]) if overrun else 0
            return many, distance(self._map.hex(near), here), near

        last = min(self.near(drag.hex), key=bars, default=None)
        if last is None:
            return None
        into: Any = {"hex": self.number(drag.hex), "overrun": True} if overrun else None
        path = [self.number(last), into or self.number(drag.hex)]
        return self.ask("move.check", {**self.question(track, drag, last), "path": path})

    def question(self, track: Track, drag: Drag, at: int) -> dict[str, Any]:
        """Put together what every question about a drag says."""
        unit = record_of(self._board.unit(drag.counter, at, bare=True))
        entering = track.entered and not track.landed
        unit |= {"ferried": False, "landed": track.landed, "entering": entering}
        unit |= dict.fromkeys(track.shed, True)
        return {"map": self._map.window, "unit": unit, "state": self._board.state(drag.before)}

    def ask(self, method: str, asked: Mapping[str, Any]) -> Proof | None:
        """Ask a method, by the house's readings; None if it cannot be asked so."""
        turns_on = self._house.keys() & self.readings_of(method)
        if turns_on and "options" not in asked:
            asked = {**asked, "options": {name: self._house[name] for name in sorted(turns_on)}}
        return super().ask(method, asked)

    def readings_of(self, method: str) -> Collection[str]:
        """List the readings that a method's answer may turn on."""
        params = self._context.registry.find(method, {"map": self._map.window}).params
        options = next((one for one in params if one.name == "options"), None)
        found: Collection[str] = () if options is None else options.kind.schema()["properties"]
        return found
