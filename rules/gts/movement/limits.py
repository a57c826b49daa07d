"""Where some units may not go: the limits of a mover by hex, and what must be known to tell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from clubroute.builder.provenance import Provenance
from clubroute.rules.gts.movement_tables import Limit, MovementTable
from clubroute.rules.gts.position import Position
from clubroute.rules.mapfile import MapArea, MapFile
from clubroute.rules.position.names import same_group


@dataclass(frozen=True, slots=True)
class Unplaced:
    """A limit of the mover whose hexes the map does not know: on whose map, as need and as note.

    ``within`` are hexes that surely lie inside it.
    """

    game: str
    need: str
    note: str
    within: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Limited:
    """The limits of a mover.

    ``hexes`` says per hex whose limit keeps the mover out, ``doubts`` what must be known to tell.
    ``unplaced`` are the limits the map has no hexes for. ``rests`` says by limit (its ``why``)
    what its hexes rest on. ``barred`` names the limits ``hexes`` comes from: equal on one map
    means equal hexes, together with ``own``: those of a scenario's limits and all others, if there
    are such. ``cites`` has their rules, ``notes`` what of them nobody looked at.
    """

    hexes: Mapping[int, str] = field(default_factory=dict)
    doubts: Mapping[int, str] = field(default_factory=dict)
    unplaced: tuple[Unplaced, ...] = ()
    rests: Mapping[str, Provenance] = field(default_factory=dict)
    barred: tuple[str, ...] = ()
    own: frozenset[int] = frozenset()
    cites: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


UNLIMITED = Limited()
ALL_UNSAID: Mapping[str, bool] = {}

ROUTE_NEED = "state.club_route.route, the Club Route the Allied player has declared"


def limits_of(
    map_: MapFile,
    tables: Mapping[str, MovementTable],
    groups: Sequence[str],
    side: str,
    now: str,
    route: frozenset[int] | None = None,
    freed: bool | None = None,
    lifted: Mapping[str, bool] = ALL_UNSAID,
) -> Limited:
    """The limits of a unit of some side, Formation and Division in a turn (:func:`stamp_of`).

    ``route`` has the hexes of the declared Club Route, none where none holds units, None if that
    is not known; ``freed`` says whether the unit has reached its end or relieves a garrison.
    ``lifted`` says by limit (its ``why``) whether its ``unless`` holds, where that is known.
    """
    hexes: dict[int, str] = {}
    doubts: dict[int, str] = {}
    unplaced: list[Unplaced] = []
    rests: dict[str, Provenance] = {}
    for game in sorted(set(map_.sheets)):
        for limit in tables[game].limits if game in tables else ():
            if not concerns(limit, groups, side) or is_over(limit, map_.window, now):
                continue
            cite = limit.rule
            if lifted.get(limit.why) or (limit.route and freed):
                continue
            if limit.map:
                shut, shared = shown_on(map_, limit.map)
                hexes |= dict.fromkeys(shut, limit.why)
                rests[limit.why] = "assumed"  # the printed maps' outlines are in no rulebook
                need = f"on whose map the hex lies: {limit.why} ({cite})"
                doubts |= dict.fromkeys(shared, need)
                continue
            if limit.route and route is not None:
                if route:
                    off = limit_hexes(map_, limit, route, game)
                    need = f"unit.reached_end: whether {limit.unless}: {limit.why} ({cite})"
                    if freed is None:
                        doubts |= dict.fromkeys(off, need)
                    else:
                        hexes |= dict.fromkeys(off, limit.why)
                        rests[limit.why] = "rulebook"
                continue
            area = area_of(map_, limit.area)
            if area is None and limit.route:
                need = f"{ROUTE_NEED}: {limit.why}, unless {limit.unless} ({cite})"
                note = f"{cite}: {limit.why} ({ROUTE_NEED} is not given)"
                unplaced.append(Unplaced(game, need, note))
                continue
            if area is None:
                unless = f", unless {limit.unless}" if limit.unless else ""
                need = f"area {limit.area}, which the map lacks: {limit.why}{unless} ({cite})"
                note = f"{cite}: {limit.why} (no area {limit.area} on the map)"
                unplaced.append(Unplaced(game, need, note, within(map_, limit)))
                continue
            need = ""
            if limit.until and not now:
                need = f"the turn: {limit.why} ({cite})"
            elif limit.unless and limit.why not in lifted:
                need = unless_need(limit)
            kept_out = limit_hexes(map_, limit, area.hexes, game)
            if need:
                doubts |= dict.fromkeys(kept_out, need)
            else:
                hexes |= dict.fromkeys(kept_out, limit.why)
                rests[limit.why] = map_.bases[area.basis].provenance
            line = area_of(map_, limit.unsure) if limit.unsure else None
            if line is not None:
                side_need = f"on which side of the printed line the hex lies: {limit.why} ({cite})"
                doubts |= dict.fromkeys(line.hexes, side_need)
    return Limited(hexes, doubts, tuple(unplaced), rests, tuple(rests))


def within(map_: MapFile, limit: Limit) -> frozenset[int]:
    """The hexes that surely lie inside a limit whose area the map lacks."""
    inside = (area.hexes for area in map_.areas if area.id in limit.within)
    return frozenset(hex_ for hexes in inside for hex_ in hexes)


def unless_need(limit: Limit) -> str:
    """The condition of a limit as what must be known, and what it decides."""
    how = f"unit.{limit.told_by}: " if limit.told_by else ""
    if limit.bridge:
        how = f"state.bridges.{limit.bridge}.control, or state.history and its Fire Zones: "
    return f"{how}whether {limit.unless}; if not, {limit.why} ({limit.rule})"


def shown_on(map_: MapFile, game: str) -> tuple[frozenset[int], frozenset[int]]:
    """The hexes only that game's map shows, and those another map may show as well."""
    sheets = map_.lattice.window(map_.window)
    mine = [sheet for sheet in sheets if sheet.name == game]
    others = [sheet for sheet in sheets if sheet.name != game]
    only: set[int] = set()
    shared: set[int] = set()
    for id_ in range(len(map_)):
        hex_ = map_.hex(id_)
        if any(hex_ in sheet for sheet in mine):
            (shared if any(hex_ in sheet for sheet in others) else only).add(id_)
    return frozenset(only), frozenset(shared)


def concerns(limit: Limit, groups: Sequence[str], side: str) -> bool:
    """Whether a limit is one of units of these groups and this side."""
    # A Division is of one side, so that only a limit of a whole side asks for the unit's.
    if limit.side and not limit.who and limit.side != side:
        return False
    if any(same_group(a, b) for a in limit.but for b in groups):
        return False
    return not limit.who or any(same_group(a, b) for a in limit.who for b in groups)


def is_over(limit: Limit, window: str, now: str) -> bool:
    """Whether a limit does not hold on a map, or no longer."""
    if limit.windows and window not in limit.windows:
        return True
    return bool(limit.until) and now >= limit.until


def limits_some(table: MovementTable, window: str) -> bool:
    """Whether a game limits where units of some groups may go, on a map."""
    return any(limit.who and not is_over(limit, window, "") for limit in table.limits)


def area_of(map_: MapFile, id_: str) -> MapArea | None:
    """The area with that id, None if the map has none."""
    return next((area for area in map_.areas if area.id == id_), None)


def limit_hexes(map_: MapFile, limit: Limit, area: Iterable[int], game: str) -> frozenset[int]:
    """The hexes a limit keeps out of: its area, or all of its game's map but its area."""
    inside = frozenset(area)
    if limit.keep_out:
        return inside
    mine = map_.sheets.index(game)
    unsure = area_of(map_, limit.unsure) if limit.unsure else None
    left_open = frozenset(unsure.hexes) if unsure else frozenset()
    return (
        frozenset(id_ for id_, shown in enumerate(map_.sheet) if shown == mine) - inside - left_open
    )


def stamp_of(state: Position) -> str:
    """A state's turn as ``YYYY-MM-DD HHMM``, "" if it does not say."""
    return state.now.stamp if state.now else ""
