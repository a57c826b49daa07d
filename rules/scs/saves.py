"""Makes a position of the series of what a save shows: its counters by a mapping file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import MapFile, hex_id
from clubroute.rules.logs.mapping import PieceReader
from clubroute.rules.logs.pieces import GamePiece
from clubroute.rules.owner.tables import rated_faces
from clubroute.rules.saves.position import (
    FileCounter,
    Lay,
    MappedSaves,
    Seen,
    SourceNote,
    counter_of,
    told_parts,
    turn_note,
    units_note,
)
from clubroute.rules.scenarios.book import find_scenario, scenario_files
from clubroute.rules.scs.games import SERIES
from clubroute.rules.scs.logcheck.board import BRIDGE_KINDS, CounterMap, ins_counter, mapping_of
from clubroute.rules.scs.logcheck.series import COUNTERS
from clubroute.rules.scs.logcheck.series import SERIES as LOGS
from clubroute.rules.scs.position import Position
from clubroute.rules.scs.position.position import BACKS, KIND_OF, Unit
from clubroute.rules.scs.roster import RATINGS, of_rows
from clubroute.rules.scs.scenarios import FIRST_DAY

ZONES = {"dz-1-abn": "1", "dz-82": "82", "dz-101": "101"}
"""The markers of Glider & Divisional Troops DZ/LZ, and the division of each (INS 2.1a)."""
UNIT_STATES = ("dg", "oos", "emplaced")
"""States that a counter shows and a position has."""
FERRIES = {"ferry-allied": "Allied", "ferry-german": "German"}
PONTOON = "pontoon"
UNSAID = (
    ("turn", "whose player turn it is, and its phase (state.turn.player, .phase)"),
    ("linked", "which divisions XXX Corps has reached (state.linked)"),
    ("units", "steps and ratings of the units: the owner's ins_ratings.csv has them"),
)
"""What no save says, in a player's words."""


BRIDGES_UNSAID = "bridges but for those with a marker: whether they are prepared or blown"


class ScsBook:
    """Knows the counters of a module by a mapping (:class:`rules.saves.position.CounterBook`)."""

    def __init__(self, mapping: CounterMap, window: str, module: str) -> None:
        self.map, self.window = mapping.map, window
        self._module, self._own = module, not module
        self._mapping, self._reader = mapping, PieceReader(mapping, ins_counter)

    def read(self, piece: GamePiece) -> FileCounter | None:
        """Tell what a piece is; None for one the mapping does not know."""
        known = self._reader.read(piece)
        if known is None:
            return None
        return counter_of(piece, known, back=known.is_("reduced"), shown=known.shown)

    def state(self, seen: Seen) -> tuple[dict[str, Any], list[SourceNote]]:
        """Make a state: units, bridges, Ferries, Drop Zones and turn as the counters show them."""
        on_map = [one for one in seen.counters if one.hex is not None]
        units = [unit_facts(one) for one in on_map if one.role == "unit"]
        lying = [one for one in on_map if one.role == "marker"]
        number = self._mapping.turn(seen.turn)
        turn = {} if number is None else {"number": number}
        state: dict[str, Any] = {
            "scenario": seen.scenario,
            "module": self._module or None,
            "units": units,
            "bridges": {one.hex: one.kind for one in lying if one.kind in BRIDGE_KINDS},
            "ferries": {one.hex: {"side": FERRIES[one.id]} for one in lying if one.id in FERRIES},
            "drop_zones": {ZONES[one.id]: one.hex for one in lying if one.id in ZONES},
            "turn": turn,
        }
        # Our markers tell of bridges whole: one without any stands as printed, and is not prepared.
        told = told_parts(state, ("bridges",) if self._own else ())
        notes = [units_note(seen), turn_note(seen.turn, bool(turn))]
        if not self._own:
            notes.append(SourceNote("bridges", "unknown", BRIDGES_UNSAID))
        return told, notes + [SourceNote(part, "unknown", text) for part, text in UNSAID]


def unit_facts(one: FileCounter) -> dict[str, Any]:
    """A unit as a state has it; what its counter says, the roster knows."""
    kind = one.kind if one.kind in KIND_OF else None
    told: dict[str, Any] = {"id": one.id, "name": one.name, "side": one.side or None}
    told |= {"hex": one.hex, "kind": kind, "back": one.back}
    known = {name: value for name, value in told.items() if value is not None}
    # The marker of an emplaced engineer tells of one that works; without it nothing is said.
    return known | {
        name: on for name, on in one.shown if name in UNIT_STATES and (on or name != "emplaced")
    }


class ScsSaves(MappedSaves):
    """The saves of the Standard Combat Series (:class:`rules.saves.position.SaveSeries`)."""

    says: Mapping[str, frozenset[str]] = {
        "back": BACKS,
        "emplaced": frozenset(("emplaced",)),
    }
    counters: Mapping[str, tuple[str, tuple[str, ...]]] = {}

    def rated(self, context: Context, unit: Mapping[str, Any]) -> Mapping[str, Any]:
        """Tell the figures of the side that is up. :raises InputError: the table is wrong."""
        id_, name = unit.get("id"), unit.get("name")
        seen = Unit(id=id_, name=name, back=unit.get("back"), steps=unit.get("steps"))
        return of_rows(seen, rated_faces(context, RATINGS, (id_, name)))

    def lays(self, country: MapFile, position: Position) -> Iterator[Lay]:
        """Lay down the markers of bridges, Ferries and Drop Zones."""
        # Adjoining maps may print one hex under two numbers.
        named = {hex_id(country, number): one for number, one in bridge_markers().items()}
        for crossing, bridge in (position.bridges or {}).items():
            hexes = [one for one in crossing.split("/") if hex_id(country, one) in named]
            if bridge.word in ("prepared", "blown") and hexes:
                states = ("back",) if bridge.word == "blown" else ()
                yield Lay(named[hex_id(country, hexes[0])], hexes[0], states)
            elif bridge.word == "built":
                yield Lay(PONTOON, crossing.split("/")[0])
        for crossing, ferry in (position.ferries or {}).items():
            for marker in (id_ for id_, side in FERRIES.items() if side == ferry.side):
                yield Lay(marker, crossing.split("/")[0])
        for division, number in (position.drop_zones or {}).items():
            for marker in (id_ for id_, of in ZONES.items() if of == division):
                yield Lay(marker, number)

    def turn(self, position: Position) -> tuple[str, str] | None:
        """The day and the time of a position's turn as the tracker names them."""
        number = position.now.number if position.now is not None else None
        if number is None:
            return None
        return f"September {FIRST_DAY + number // 2}", "PM" if number % 2 else "AM"


@cache
def bridge_markers() -> Mapping[str, str]:
    """The marker of each bridge by the hex that scenarios put it in."""
    told = (find_scenario(SERIES.id, id_).scenario for id_ in scenario_files(SERIES.id))
    laid = [one for scenario in told for one in scenario.laid if one.hex is not None]
    return {one.hex or "": one.marker for one in laid if one.marker.startswith("bridge-")}


SAVES = ScsSaves(LOGS.plays, COUNTERS, mapping_of, ScsBook)
"""The series, as :mod:`clubroute.rules.saves.position` finds it."""
