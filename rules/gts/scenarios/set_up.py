"""The beginning of a scenario as parts of a position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, cast

from clubroute.builder.provenance import Provenance
from clubroute.rules.gts.kinds import ENEMY
from clubroute.rules.gts.position.bridges import UNSAID, Bridge
from clubroute.rules.gts.position.markers import KINDS as MARKER_KINDS
from clubroute.rules.gts.position.markers import ClubRoute, Marker
from clubroute.rules.gts.position.position import SetUp, SetUpFact
from clubroute.rules.gts.position.turns import Turn, slot_of
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.gts.roster import counter_unit
from clubroute.rules.gts.scenarios.tables import (
    NEVER_WIRED,
    BridgeRow,
    bridge_text,
    club_route,
)
from clubroute.rules.gts.scenarios.tables import bridges as bridge_rows
from clubroute.rules.position.beside import units_text
from clubroute.rules.position.record import flattened
from clubroute.rules.scenarios.book import ToldScenario, place_of

if TYPE_CHECKING:
    from clubroute.builder.sources.scenario_units import ListedUnits

MONTHS = ("September", "October")
"""The months of the games; September is the ninth."""
BACKS = frozenset(("reduced", "bridge", "hidden"))
"""States of a set-up that have a counter's back up."""
DUG_IN = frozenset(("ip", "entrenched"))


def turn_of(text: str) -> Turn:
    """The turn a scenario's file writes as ``0900, September 18, 1944``."""
    time, day, *year = (part.strip() for part in text.split(","))
    month, number = day.split()
    told = int(year[0]) if year else 1944
    return Turn(date(told, 9 + MONTHS.index(month), int(number)).toordinal(), slot_of(time, "turn"))


def set_up_of(told: ToldScenario, window: str | None = None) -> SetUp:
    """A scenario's set-up as a position takes it over.

    :param window: the map asked about. On that of one half of a joined scenario the Units are
        those of that half (MG 8.0), known where its text lists them.
    """
    scenario = told.scenario
    half = next((one for one in told.joined if one.game == window), told)
    rows = [row for row in half.scenario.units if row.arrival is None and not row.again]
    turns, route = scenario.turns, club_route(scenario)
    said = bridge_rows(scenario)
    bridges = {row.hexside: bridge_of(row) for row in said if row.hexside is not None}
    others = [bridge_of(row) for row in said if row.hexside is None]
    placed = tuple(unit for row in rows for unit in units_of(half, row))
    waiting = [
        (unit, f"{unit.name or unit.id} ({place_of(half, row)})")
        for row in rows
        if row.hex is None
        for unit in units_of(half, row)
    ]
    begun = None
    if route is not None and route.in_play:
        begun = ClubRoute(
            marker=route.marker,
            status="cut" if route.status == "Cut" else "open" if route.status else None,
            attacked=route.attacked,
            closed=route.closed,
        )
    known = half.scenario.units_told
    halves = [
        one.game for one in told.joined for row in bridge_rows(one.scenario) if not row.hexside
    ]
    return SetUp(
        scenario.id,
        turn_of(turns.first),
        turns.weather,
        turn_of(turns.weather_until or turns.last),
        placed if known else None,
        tuple(unit for unit, _ in waiting),
        tuple(text for _, text in waiting),
        tuple(markers_of(half, rows)) if known else None,
        {ends: bridge for ends, bridge in bridges.items() if bridge != UNSAID},
        others[0] if others else UNSAID,
        begun,
        tuple(facts_of(told, placed, len(waiting))),
        halves[0] if halves else told.game,
        () if known else tuple(unit for unit in placed if unit.hex is not None),
    )


def units_of(told: ToldScenario, row: ListedUnits) -> Iterator[Unit]:
    """The Units of a row: drawn ones without a name, and all of a Formation without hexes."""
    if row.formation is not None:
        division, formation = row.formation
        side = next((one.side for one in told.units.values() if one.division == division), None)
        name = f"the Units of {formation}"
        yield Unit(name=name, side=side, division=division, formation=formation)
        return
    pool = next((pool for pool in told.scenario.pools if pool.id == row.pool), None)
    counter = told.units[pool.units[0] if pool is not None else row.unit or ""]
    ridden = row.unit in {one.carrier for one in told.scenario.units if one.hex == row.hex}
    kind = "flak 88" if counter.id in told.heavy else counter.kind
    base = replace(
        counter_unit(counter, kind, counter.move_class, told.scenario.id),
        id=None if pool is not None else counter.id,
        name=f"one of {pool.text}" if pool is not None else counter.name,
        hex=row.hex,
        column=state(told, row, "column"),
        mounted=state(told, row, "mounted"),
        piggyback=True if ridden else None,
        back=True if BACKS & set(row.state) else None,
        engineer=True if counter.kind == "engineer" else None,
    )
    for _ in range(row.count):
        yield base


def state(told: ToldScenario, row: ListedUnits, word: str) -> bool | None:
    """Whether a row's Unit is so at the start; None where its owner may choose."""
    if word in row.state:
        return True
    return None if word in told.scenario.free or word in row.may else False


def markers_of(told: ToldScenario, rows: list[ListedUnits]) -> Iterator[Marker]:
    """The markers of a set-up that bear on the rules, and the positions its Units are dug in."""
    for laid in told.scenario.laid:
        marker = told.markers[laid.marker]
        kind = "artillery_park" if marker.kind == "park" else flattened(laid.marker)
        if kind in MARKER_KINDS:
            yield Marker(
                kind=kind, id=laid.marker, name=marker.name, side=marker.side, hex=laid.hex
            )
    for number in dict.fromkeys(row.hex for row in rows if DUG_IN & set(row.state)):
        yield Marker(kind="improved_position", hex=number)


def bridge_of(row: BridgeRow) -> Bridge:
    """A bridge of a set-up as a position says it, but for a test the rulebook leaves open."""
    left = (NEVER_WIRED, "stable") if row.open else (NEVER_WIRED,)
    words = tuple(word for word in row.state if word not in left)
    words += ("not_wired",) if row.wired == "none" else ()
    return Bridge(
        words=words or None,
        wired_by=row.wired if row.wired in ENEMY else None,
        control=row.control if row.control in ENEMY else None,
    )


def facts_of(told: ToldScenario, units: tuple[Unit, ...], waiting: int) -> Iterator[SetUpFact]:
    """The facts of a set-up in a player's words."""
    scenario = told.scenario
    turns, route = scenario.turns, club_route(scenario)
    until = f" until {turns.weather_until}" if turns.weather_until else ""
    yield SetUpFact("turn", f"the turn is {turns.first}", turns.cite, "rulebook")
    yield SetUpFact("weather", f"the weather is {turns.weather}{until}", turns.cite, "rulebook")
    standing = sum(unit.hex is not None for unit in units)
    text = units_text(standing, waiting, "Unit")
    cite = scenario.units[0].cite.split(";")[0] if scenario.units else scenario.cite
    yield SetUpFact("units", text, cite, "rulebook")
    yield SetUpFact("markers", "the markers on the map", cite, "rulebook")
    yield SetUpFact("history", "nothing has happened yet", cite, "rulebook")
    if route is not None and route.in_play:
        where = f"the Club Route Marker is in {route.marker}" if route.marker else "no Marker"
        text = f"{where}, the status {route.status or 'is not said'}"
        yield SetUpFact("route", text, route.cite, cast(Provenance, route.provenance))
    for row in bridge_rows(scenario):
        provenance = cast(Provenance, row.provenance)
        yield SetUpFact(row.hexside or "", bridge_text(row), row.cite, provenance)
