"""Makes a position of the series of what a save shows: its counters by a mapping file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from typing import Any

from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import NOWHERE, MapFile, hex_id
from clubroute.rules.gts.asked import BRIDGES
from clubroute.rules.gts.games import MAPS
from clubroute.rules.gts.kinds import WEATHERS
from clubroute.rules.gts.logcheck.board import bridge_sides
from clubroute.rules.gts.logcheck.counters import CounterMap, CounterReader, mapping_of
from clubroute.rules.gts.logcheck.series import COUNTERS
from clubroute.rules.gts.logcheck.series import SERIES as LOGS
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.position.markers import KINDS as MARKER_KINDS
from clubroute.rules.gts.position.position import MONTHS, turn_record
from clubroute.rules.gts.position.units import KINDS as UNIT_KINDS
from clubroute.rules.gts.roster import RATINGS, read_roster
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

BRIDGE_SAYS: Mapping[str, tuple[str, str, str]] = {
    "bridge_destroyed": ("bridge", "state", "destroyed"),
    "bridge_improved": ("bridge", "state", "improved"),
    "bridge_wired": ("bridge", "state", "wired"),
    "bridge_not_wired": ("bridge", "state", "not_wired"),
    "pontoon": ("pontoon", "state", "assembled"),
    "bridge_allied": ("bridge", "control", "Allied"),
    "bridge_german": ("bridge", "control", "German"),
    "stream_stable": ("stream_bridge", "state", "stable"),
    "stream_unstable": ("stream_bridge", "state", "unstable"),
}
"""Kind of marker → the feature it lies at, and what it says of that."""
ROUTE_STATUS = {"status_open": "open", "status_cut": "cut"}
CUT = "which bridge cuts the Club Route: its Marker is on its Cut side (state.club_route.cut_by)"
UNSAID = (
    ("fire_zones", "Fire Zones: no counter shows them (state.fire_zones)"),
    ("history", "what happened before: which bridges were entered, what was dropped or released"),
)
"""What no save says, in a player's words."""


class GtsBook:
    """Knows the counters of a module by a mapping (:class:`rules.saves.position.CounterBook`)."""

    def __init__(self, mapping: CounterMap, window: str, module: str) -> None:
        self.map, self.window = mapping.map, window
        self._mapping, self._module, self._own = mapping, module, not module
        self._reader = CounterReader(mapping)
        self._faces = any("reduced" in row.shown for row in mapping.rows)

    def read(self, piece: GamePiece) -> FileCounter | None:
        """Tell what a piece is; None for one the mapping does not know."""
        known = self._reader.read(piece)
        if known is None:
            return None
        if known.role == "unit":
            back = known.reduced if self._faces else None
        else:
            level = piece.property_value("Back_Level")
            back = None if level is None else level == "2"
        return counter_of(
            piece,
            known,
            move_class=known.own_class,
            column=known.column,
            back=back,
            mounted=known.mounted,
            organic=known.organic,
            ma=None if known.ma is None else known.ma / 2,
        )

    def state(self, seen: Seen) -> tuple[dict[str, Any], list[SourceNote]]:
        """Make a state: units, markers, bridges, Club Route and turn as the counters show them."""
        on_map = [one for one in seen.counters if one.hex is not None]
        units = [self._unit(one) for one in on_map if one.role == "unit"]
        lying = [one for one in on_map if one.role == "marker"]
        markers = [dict(self._marker(one)) for one in lying if one.kind in MARKER_KINDS]
        bridges, notes = bridges_of(seen.country, lying)
        state: dict[str, Any] = {
            "scenario": seen.scenario,
            "module": self._module or None,
            "under_way": seen.under_way,
            "units": units,
            "markers": markers,
            "bridges": bridges,
            "turn": self._turn(seen),
            "club_route": self._route(seen.counters),
        }
        # What our counters tell is told whole: a bridge without a marker of ours stands.
        told = told_parts(state, ("bridges", "markers") if self._own else ())
        return told, [*self._notes(seen, told), *notes]

    def _unit(self, one: FileCounter) -> dict[str, Any]:
        """A unit as a state has it. What the counter of one of ours says, its roster knows."""
        told: dict[str, Any] = {
            "id": one.id,
            "name": one.name,
            "side": one.side,
            "hex": one.hex,
            "division": one.division,
            "formation": one.formation,
            "column": one.column,
        }
        if self._own:
            told |= {turned_word(one): one.back} if turned_word(one) else {}
        else:
            kind = one.kind if one.kind in UNIT_KINDS else None
            told |= {"kind": kind, "class": one.move_class, "back": one.back}
            told |= {"mounted": one.mounted, "organic": one.organic, "ma": one.ma}
        if self._own and "Suppressed" in one.words:
            told["suppressed"] = True
        return {name: value for name, value in told.items() if value not in (None, "")}

    def _marker(self, one: FileCounter) -> Iterator[tuple[str, Any]]:
        yield "kind", one.kind
        yield "id", one.id
        yield "name", one.name
        if one.side:
            yield "side", one.side
        yield "hex", one.hex

    def _turn(self, seen: Seen) -> dict[str, str]:
        """The turn of the tracker, and the weather whose box its marker is in."""
        now = dict(turn_record(seen.turn, self._mapping.year) or {})
        boxes = (one.place.rpartition(": ")[2] for one in seen.counters if one.kind == "weather")
        weather = [box.casefold() for box in boxes if box.casefold() in WEATHERS]
        if not weather and seen.weather.casefold() in WEATHERS:
            weather = [seen.weather.casefold()]
        return now | ({"weather": weather[0]} if len(weather) == 1 else {})

    def _route(self, counters: Sequence[FileCounter]) -> dict[str, Any]:
        """What the Club Route's markers show: where it is, its status, what the box holds."""
        told: dict[str, Any] = {}
        places = [one.hex for one in counters if one.kind == "club_route" and one.hex]
        if len(places) == 1:
            told["marker"] = places[0]
        shown = {ROUTE_STATUS[one.kind] for one in counters if one.kind in ROUTE_STATUS}
        if len(shown) == 1:
            told["status"] = shown.pop()
        if not told or not self._mapping.earned:
            return told
        told |= self._tokens(counters, self._mapping.earned)
        if self._mapping.used:
            told["used"] = self._tokens(counters, self._mapping.used)
        return told

    def _tokens(self, counters: Sequence[FileCounter], box: str) -> dict[str, int]:
        """How many Attacked and Closed markers lie in a box."""
        place = f"{self._mapping.box_map}: {box}"
        return {
            kind: sum(one.kind == kind and one.place == place for one in counters)
            for kind in ("attacked", "closed")
        }

    def _notes(self, seen: Seen, told: Mapping[str, Any]) -> Iterator[SourceNote]:
        yield units_note(seen)
        yield turn_note(seen.turn, bool(seen.turn))
        if "weather" not in told.get("turn", {}):
            first = seen.scenario is not None
            text = "the weather: as the scenario begins, while that lasts"
            unsaid = "the weather: no marker shows it (state.turn.weather)"
            yield SourceNote(
                "weather", "scenario set-up" if first else "unknown", text if first else unsaid
            )
        if any(one.kind == "club_route" and one.back for one in seen.counters):
            yield SourceNote("club_route", "unknown", CUT)
        if seen.scenario is not None and not seen.under_way:
            text = "bridges that no marker tells of: as set up, while nothing later is said of them"
            yield SourceNote("bridges", "scenario set-up", text)
        else:
            text = "whether bridges are wired and who controls them, but for those with a marker"
            yield SourceNote("bridges", "unknown", text)
        for part, unsaid in UNSAID:
            if part != "history" or seen.under_way is not False:
                yield SourceNote(part, "unknown", unsaid)


def turned_word(one: FileCounter) -> str:
    """What the back of a counter of ours shows: ``back``, or ``mounted``; "" for neither."""
    return BACKS.get(backs().get(one.id, ""), "")


BACKS = {"reduced": "back", "bridge": "back", "hidden": "back", "mounted": "mounted"}


@cache
def backs() -> Mapping[str, str]:
    """What the backs of our counters are, by id."""
    return {id_: counter.back for id_, counter in read_roster(MAPS).ids.items()}


def bridges_of(
    country: MapFile, lying: Sequence[FileCounter]
) -> tuple[dict[str, dict[str, Any]], list[SourceNote]]:
    """What markers say of bridges, by hexside; and of which bridge it is not clear."""
    found: dict[str, dict[str, Any]] = {}
    notes: list[SourceNote] = []
    for one in lying:
        if one.kind not in BRIDGE_SAYS or one.hex is None:
            continue
        feature, field, word = BRIDGE_SAYS[one.kind]
        places = bridge_sides(country, country.known(one.hex), feature)
        named = [
            place for place in places if any(each.name == one.name for each in country.sides[place])
        ]
        right = named if len(named) == 1 else places
        if len(right) != 1:
            text = f"which bridge the marker {one.name} in {one.hex} is for"
            notes.append(SourceNote("bridges", "unknown", text))
            continue
        told = found.setdefault(country.hexside_number(right[0]), {})
        if field == "state":
            told["state"] = [*told.get("state", ()), word]
        else:
            told[field] = word
    return dict(sorted(found.items())), notes


LAID: Mapping[str, tuple[str, str]] = {
    "destroyed": ("bridge-destroyed", ""),
    "improved": ("bridge-improved", ""),
    "wired": ("bridge", "back"),
    "not_wired": ("bridge", ""),
    "stable": ("stream-bridge", ""),
    "unstable": ("stream-bridge", "back"),
    "Allied": ("bridge-contested", ""),
    "German": ("bridge-contested", "back"),
}
"""What a position says of a bridge → our marker for that, and its face."""


def all_bridges(country: MapFile, hex_: int) -> list[int]:
    """The sides of a hex with a bridge of any kind."""
    return [place for kind in BRIDGES for place in bridge_sides(country, hex_, kind)]


class GtsSaves(MappedSaves):
    """The saves of the Grand Tactical Series (:class:`rules.saves.position.SaveSeries`)."""

    says: Mapping[str, frozenset[str]] = {
        "column": frozenset(("column",)),
        "mounted": frozenset(("mounted",)),
        "back": frozenset(("reduced", "bridge", "hidden")),
    }
    counters: Mapping[str, tuple[str, tuple[str, ...]]] = {
        "improved_position": ("ip", ()),
        "light_barrage": ("barrage", ()),
        "heavy_barrage": ("barrage", ("back",)),
        "improved_ferry": ("ferry", ("back",)),
    }

    def lays(self, country: MapFile, position: Position) -> Iterator[Lay]:
        """Lay down the markers of bridges, and the Club Route Marker."""
        for hexside, bridge in (position.bridges or {}).items():
            ends = [end for end in hexside.split("/") if hex_id(country, end) != NOWHERE]
            # Where it is the hex's only bridge nobody takes the marker for another's.
            ends.sort(key=lambda end: len(all_bridges(country, country.known(end))))
            for word in (*(bridge.words or ()), bridge.control or ""):
                if word in LAID and ends:
                    marker, face = LAID[word]
                    yield Lay(marker, ends[0], (face,) if face else ())
        route = position.club_route
        if route is not None and route.marker is not None:
            yield Lay("club-route", route.marker, ("back",) if route.cut_by else ())

    def turn(self, position: Position) -> tuple[str, str] | None:
        """The day and the time of a position's turn as the tracker names them."""
        turn = position.turn
        if turn is None:
            return None
        day = date.fromordinal(turn.day)
        return f"{MONTHS[day.month - 1].capitalize()} {day.day}", turn.time

    def rated(self, context: Context, unit: Mapping[str, Any]) -> Mapping[str, Any]:
        """Tell the allowance of the side that is up. :raises InputError: the table is wrong."""
        rows = rated_faces(context, RATINGS, (unit.get("id"), unit.get("name")))
        row = rows.get("back" if unit.get("back") else "front")
        move = None if row is None else row.number("move")
        return {} if move is None else {"ma": move}


SAVES = GtsSaves(LOGS.plays, COUNTERS, mapping_of, GtsBook)
"""The series, as :mod:`clubroute.rules.saves.position` finds it."""
