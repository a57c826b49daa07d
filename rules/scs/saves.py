"""Makes a position of It Never Snows of what a save of our module shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from clubroute.builder.errors import InputError, Where
from clubroute.builder.project import MODULE_FILE, shipped_project
from clubroute.rules.context import Context
from clubroute.rules.kinds import SIDES
from clubroute.rules.logs.pieces import GamePiece
from clubroute.rules.mapfile import MapFile, hex_id
from clubroute.rules.saves.position import FileCounter, SourceNote
from clubroute.rules.saves.series import Lay, Seen
from clubroute.rules.scenarios.book import find_scenario, scenario_files
from clubroute.rules.scs.games import GAME, SERIES
from clubroute.rules.scs.position import Position
from clubroute.rules.scs.position.position import LAST_TURN
from clubroute.rules.scs.position.units import KIND_OF
from clubroute.rules.scs.scenarios import FIRST_DAY, turn_number

ZONES = {"dz-1-abn": "1", "dz-82": "82", "dz-101": "101"}
"""The markers of Glider & Divisional Troops DZ/LZ, and the division of each (INS 2.1a)."""
FERRIES = {"ferry-allied": "Allied", "ferry-german": "German"}
PONTOON = "pontoon"
UNSAID = (
    ("turn", "whose player turn it is, and its phase (state.turn.player, .phase)"),
    ("linked", "which divisions XXX Corps has reached (state.linked)"),
    ("units", "steps and ratings of the units: the owner's ins_ratings.csv has them"),
)
"""What no save says, in a player's words."""


class InsBook:
    """Knows the counters of our module by their marks (:class:`rules.saves.series.CounterBook`)."""

    window = GAME

    def __init__(self, map_: str) -> None:
        self.map = map_

    def read(self, piece: GamePiece) -> FileCounter | None:
        """Tell what a piece is; None for one without marks of ours."""
        value = piece.property_value
        unit, marker = value("UnitId"), value("MarkerId")
        if not unit and not marker:
            return None
        side, back = value("Side") or "", value("Back_Level")
        return FileCounter(
            piece.id,
            "unit" if unit else "marker",
            piece.name,
            unit or marker or "",
            side if side in SIDES else "",
            value("Division") or "",
            value("Formation") or "",
            (value("Kind") if unit else value("MarkerKind")) or "",
            back=None if back is None else back == "2",
        )

    def state(self, seen: Seen) -> tuple[dict[str, Any], list[SourceNote]]:
        """Make a state: units, bridges, Ferries, Drop Zones and turn as the counters show them."""
        on_map = [one for one in seen.counters if one.hex is not None]
        units = [dict(unit_facts(one)) for one in on_map if one.role == "unit"]
        lying = [one for one in on_map if one.role == "marker"]
        number = turn_number(of_tracker(seen.turn)) if seen.turn else 0
        turn = {"number": number} if 1 <= number <= LAST_TURN else {}
        state: dict[str, Any] = {
            "scenario": seen.scenario,
            "units": units,
            "bridges": {one.hex: stands(one) for one in lying if one.kind == "bridge"},
            "ferries": {one.hex: {"side": FERRIES[one.id]} for one in lying if one.id in FERRIES},
            "drop_zones": {ZONES[one.id]: one.hex for one in lying if one.id in ZONES},
            "turn": turn,
        }
        told = {name: value for name, value in state.items() if value not in (None, {})}
        off = sum(one.role == "unit" and one.hex is None for one in seen.counters)
        where = f", {off} more lie off the map" if off else ""
        notes = [SourceNote("units", "file", f"{len(units)} units on the map{where}")]
        if turn:
            notes.append(SourceNote("turn", "file", seen.turn))
        else:
            notes.append(
                SourceNote(
                    "turn", "unknown", "the turn: the turn tracker does not tell it (state.turn)"
                )
            )
        return told, notes + [SourceNote(part, "unknown", text) for part, text in UNSAID]


def unit_facts(one: FileCounter) -> Iterator[tuple[str, Any]]:
    """A unit as a state has it; what its counter says, the roster knows."""
    yield "id", one.id
    yield "name", one.name
    if one.side:
        yield "side", one.side
    yield "hex", one.hex
    if one.kind in KIND_OF:
        yield "kind", one.kind
    yield "back", bool(one.back)
    words = one.words.split()
    yield "dg", "DG" in words
    yield "oos", "Out" in words
    if "emplaced" in words:
        yield "emplaced", True


def stands(one: FileCounter) -> str:
    """How the bridge at a marker stands."""
    return "built" if one.id == PONTOON else "blown" if one.back else "prepared"


def of_tracker(turn: str) -> str:
    """A turn of the tracker, ``September 18 AM``, as a scenario's file writes it."""
    day, _, time = turn.rpartition(" ")
    return f"{time}, {day}"


class InsSaves:
    """The saves of the Standard Combat Series (:class:`rules.saves.series.SaveSeries`)."""

    def plays(self, module: str) -> bool:
        """Tell whether a module is ours."""
        return bool(module == game_file()["name"])

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
            marker = next((id_ for id_, side in FERRIES.items() if side == ferry.side), None)
            if marker is not None:
                yield Lay(marker, crossing.split("/")[0])
        for division, number in (position.drop_zones or {}).items():
            marker = next((id_ for id_, of in ZONES.items() if of == division), None)
            if marker is not None:
                yield Lay(marker, number)

    def turn(self, position: Position) -> tuple[str, str] | None:
        """The day and the time of a position's turn as the tracker names them."""
        number = position.now.number if position.now is not None else None
        if number is None:
            return None
        return f"September {FIRST_DAY + number // 2}", "PM" if number % 2 else "AM"

    def book(self, context: Context, module: str, counters: Path | None) -> InsBook:
        """Open what knows the counters. :raises InputError: the module is not ours."""
        if counters is not None or not self.plays(module):
            raise InputError(Where("module"), repr(module), f"our own {game_file()['name']}")
        return InsBook(game_file()["map"])


@cache
def bridge_markers() -> Mapping[str, str]:
    """The marker of each bridge by the hex that scenarios put it in."""
    told = (find_scenario(SERIES.id, id_).scenario for id_ in scenario_files(SERIES.id))
    laid = [one for scenario in told for one in scenario.laid if one.hex is not None]
    return {one.hex or "": one.marker for one in laid if one.marker.startswith("bridge-")}


def game_file() -> Mapping[str, Any]:
    """What the game's module.toml says."""
    import tomllib

    return tomllib.loads((shipped_project().counters / GAME / MODULE_FILE).read_text("utf-8"))


SAVES = InsSaves()
"""The series, as :mod:`clubroute.rules.saves.series` finds it."""
