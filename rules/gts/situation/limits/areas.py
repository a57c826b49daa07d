"""Where some Divisions, or a whole side, may not go: ``[[limits]]`` of ``movement.toml``."""

from __future__ import annotations

from collections.abc import (
    Collection,
    Iterable,
    Iterator,
    Sequence,
)
from dataclasses import replace
from functools import partial

from clubroute.builder.provenance import Provenance, weakest
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Loaded
from clubroute.rules.ground.lookup import owned_area, owned_hexes
from clubroute.rules.ground.mapfile import NOWHERE, MapArea, MapFile
from clubroute.rules.gts.asked import may_be_of
from clubroute.rules.gts.games import Limit, book
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.gts.situation.bridges import bridge_at, control
from clubroute.rules.gts.situation.condition import (
    NO_HEXES,
    Condition,
    Limiting,
    Unplaced,
)
from clubroute.rules.gts.situation.limits.route import ROUTE_NEED, hold_of, holding_route
from clubroute.rules.position.names import same_group

NEAR = 5
"""Hexes from a limit of everybody's within which it is worth a line that a hex is not beyond it."""
SCENARIOS = ("WED-1", "WED-2", "WED-3", "WED-4")
"""Those with limits of their own."""
MOST_CONDITIONS = 256
"""Conditions kept at once on a map: each limit, by what is known of it."""


def conditions(who: Limiting) -> Iterator[Condition]:
    """The limits that surely concern a Unit, those that its Division decides where no rulebook
    says it, and what nobody can tell of others.
    """
    divisions = may_be_of(who.unit, who.country.window)
    if divisions:
        yield from by_division(who, divisions)
        return
    for game, limit in in_force(who):
        if concerns(limit, who.unit.groups, who.unit.side or ""):
            found = condition_of(who, game, limit)
            if found is not None:
                yield found
    if who.unit.division is None and any(limit.who for _, limit in in_force(who)):
        yield DIVISION_UNSAID


def by_division(who: Limiting, divisions: Sequence[str]) -> Iterator[Condition]:
    """The limits of a Unit that is of one of some Divisions: those of all of them hold, and the
    others need its own.
    """
    those = [replace(who, unit=replace(who.unit, division=one)) for one in divisions]
    for game, limit in in_force(who):
        concerned = [one for one in those if concerns(limit, one.unit.groups, one.unit.side or "")]
        found = [(one, condition_of(one, game, limit)) for one in concerned]
        kinds = {id(condition): condition for _, condition in found if condition is not None}
        for key, condition in kinds.items():
            names = tuple(one.unit.division or "" for one, same in found if id(same) == key)
            yield condition if len(names) == len(those) else in_doubt(who, condition, names)


def in_doubt(who: Limiting, condition: Condition, divisions: tuple[str, ...]) -> Condition:
    """A condition that holds of a Unit if it is of one of some Divisions, made once."""
    known, key = limits_kept(who), ("in doubt", (id(condition), divisions))
    made_of, found = known.get(key) or (None, condition)
    if made_of is not condition:
        if_so = f"unit.division: if it is {' or '.join(divisions)}, "
        shut = f"{if_so}{condition.why} ({condition.rule})"
        doubts = {place: if_so + need for place, need in condition.doubts.items()}
        unplaced = condition.unplaced
        if unplaced is not None:
            unplaced = replace(unplaced, need=if_so + unplaced.need, note=if_so + unplaced.note)
        found = replace(
            condition,
            shut=NO_HEXES,
            doubts={**doubts, **dict.fromkeys(condition.shut, shut)},
            unplaced=unplaced,
            eliminated="",
            fits=None,
        )
        known[key] = condition, found
    return found


DIVISION_UNSAID = Condition(
    "", "", notes=("limits of where some Divisions may go (unit.division is not given)",)
)


def in_force(who: Limiting) -> Iterator[tuple[str, Limit]]:
    """The limits that hold on a map in what is played, each with its game; whoever they concern."""
    country, now = who.country, who.now
    other = of_the_campaign(country.window, who.played)
    for game in sorted(set(country.sheets) & set(who.tables)):
        for limit in who.tables[game].limits:
            if limit.rule not in other and not is_over(limit, country.window, now):
                yield game, limit


def of_the_campaign(window: str, played: str | None) -> tuple[str, ...]:
    """The rules of the campaign's own section, which a single scenario has not."""
    return book("deploy", window)["limits"].words("campaign") if played in SCENARIOS else ()


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


def condition_of(who: Limiting, game: str, limit: Limit) -> Condition | None:
    """A limit as it holds of a Unit; None where it is lifted for it."""
    lifted = is_lifted(who, limit)
    if lifted:
        return None
    if limit.route:
        return on_route(who, game, limit)
    need = ""
    if limit.until and not who.now:
        need = f"the turn: {limit.why} ({limit.rule})"
    elif limit.unless and lifted is None:
        need = unless_need(limit)
    return kept(who, game, limit, need, owned(who, limit))


def is_lifted(who: Limiting, limit: Limit) -> bool | None:
    """Whether a limit's ``unless`` holds of a Unit, None if that is not said."""
    if limit.told_by:
        said: bool | None = getattr(who.unit, limit.told_by)
        return said
    if not limit.bridge:
        return None
    bridge = bridge_at(who.country, limit.bridge, who.position)
    holder = bridge.said.control
    if holder is None:
        holder = control(Working(), bridge, who.position, True).side
    return None if holder is None else holder == limit.held_by


def unless_need(limit: Limit) -> str:
    """The condition of a limit as what must be known, and what it decides."""
    how = f"state.bridges.{limit.bridge}.control or state.history: "
    how = how if limit.bridge else ""
    return f"{how}whether {limit.unless}; if not, {limit.why} ({limit.rule})"


def suppose(limit: Limit, unit: Unit) -> Unit:
    """A Unit as a limit is about it, as far as its side and Division are not said."""
    return unit.over(Unit(side=limit.side or None, division=limit.who[0] if limit.who else None))


# ---------------------------------------------------------------- hexes


def owned(who: Limiting, limit: Limit) -> frozenset[int] | None:
    """The owner's hexes of a limit's area, unless a rulebook tells them; None if he has none.

    :raises InputError: one that is not on the map.
    """
    if not limit.area:
        return None
    area = area_of(who.country, limit.area)
    if area is not None and who.country.bases[area.basis].provenance == "rulebook":
        return None
    row = owned_area(who.context, limit.area)
    return None if row is None else frozenset(owned_hexes(who.country, row))


def limits_kept(who: Limiting) -> Loaded:
    """The conditions made for a map before."""
    name = ("limits", who.country.window)
    known: Loaded | None = who.context.loaded.get(name)
    if known is None:
        known = who.context.loaded[name] = Loaded(MOST_CONDITIONS)
    return known


def kept(
    who: Limiting, game: str, limit: Limit, need: str, own: frozenset[int] | None
) -> Condition:
    """The condition of a limit, made once a map: its hexes are many."""
    known = limits_kept(who)
    key = ("limit", (game, limit, need, own))
    found: Condition | None = known.get(key)
    if found is None:
        found = known[key] = made(who.country, game, limit, need, own)
    return found


def made(
    country: MapFile, game: str, limit: Limit, need: str, own: frozenset[int] | None
) -> Condition:
    """A limit with the hexes it shuts; where ``need`` is not known, it leaves them in doubt."""
    why, rule = limit.why, limit.rule
    if limit.map:
        shut, shared = shown_on(country, limit.map)
        doubt = f"on whose map the hex lies: {why} ({rule})"
        # The printed maps' outlines are in no rulebook.
        fits = partial(not_beyond, country, limit, NO_HEXES)
        doubts = dict.fromkeys(shared, doubt)
        return Condition(why, rule, "assumed", shut, doubts, eliminated=limit.eliminated, fits=fits)
    area = area_of(country, limit.area)
    hexes = own if own is not None else frozenset(area.hexes) if area is not None else None
    if hexes is None:
        return without_area(country, game, limit)
    beyond = limit_hexes(country, limit, hexes, game, own is not None)
    if limit.also in country.sheets:
        beyond |= shown_on(country, limit.also)[0]
    doubts = dict.fromkeys(beyond, need) if need else {}
    line = area_of(country, limit.unsure) if limit.unsure and own is None else None
    if line is not None:
        side = f"on which side of the printed line the hex lies: {why} ({rule})"
        doubts |= dict.fromkeys(line.hexes, side)
    rests: Provenance = "rulebook"
    if own is None and area is not None:
        rests = country.bases[area.basis].provenance
    if limit.told_by:  # it keeps nobody out: it says how he counts there
        return Condition(why, rule, rests, brings=beyond)
    shut = NO_HEXES if need else beyond
    near = NO_HEXES if limit.who or limit.side else around(country, beyond)
    fits = partial(not_beyond, country, limit, near)
    return Condition(why, rule, rests, shut, doubts, eliminated=limit.eliminated, fits=fits)


def without_area(country: MapFile, game: str, limit: Limit) -> Condition:
    """A limit whose hexes neither the map nor the owner knows, but for those surely beyond it."""
    unless = f", unless {limit.unless}" if limit.unless else ""
    need = f"supply owner/areas.csv: {limit.area} ({limit.why}{unless}, {limit.rule})"
    note = f"{limit.rule}: {limit.why} (no area {limit.area} on the map)"
    inside = hexes_of(country, limit.within)
    shut = surely_beyond(country, limit, game) - inside
    return Condition(
        limit.why,
        limit.rule,
        weakest_of(country, limit.beyond),
        shut,
        unplaced=Unplaced(game, need, note, inside),
        eliminated=limit.eliminated,
    )


def not_beyond(country: MapFile, limit: Limit, near: Collection[int], place: int) -> str:
    """The line that a hex is not beyond a limit, "" where nobody would ask."""
    if not (limit.who or limit.side or place in near):
        return ""
    return f"{limit.why}: {country.number(place)} is not beyond it"


def hexes_of(country: MapFile, areas: Sequence[str]) -> frozenset[int]:
    """The hexes of some areas of the map, by their ids."""
    named = (area.hexes for area in country.areas if area.id in areas)
    return frozenset(hex_ for hexes in named for hex_ in hexes)


def surely_beyond(country: MapFile, limit: Limit, game: str) -> frozenset[int]:
    """The hexes that surely lie beyond a limit whose area the map lacks."""
    mine = country.sheets.index(game)
    hexes = hexes_of(country, limit.beyond) - hexes_of(country, limit.beyond_but)
    return frozenset(hex_ for hex_ in hexes if country.sheet[hex_] == mine)


def weakest_of(country: MapFile, areas: Sequence[str]) -> Provenance:
    """What areas of the map rest on."""
    named = (area for area in country.areas if area.id in areas)
    return weakest(country.bases[area.basis].provenance for area in named)


def on_route(who: Limiting, game: str, limit: Limit) -> Condition | None:
    """A limit to the Club Route that has been declared (TDC 4.3, S5.8)."""
    route, why, rule = holding_route(who), limit.why, limit.rule
    if not limit.who and not who.unit.reinforcement:
        return None  # 4.3 is about reinforcements alone
    hold = hold_of(who.country, who.unit, route or ())
    if hold.held is False:
        return None
    if route is None:
        need = f"{ROUTE_NEED}; {why}, unless {limit.unless} ({rule})"
        note = f"{rule}: {why} ({ROUTE_NEED} is not given)"
        unplaced = Unplaced(game, need, note)
        return Condition(why, rule, unplaced=unplaced, eliminated=limit.eliminated)
    if not route:
        return None
    need = f"{'; '.join(hold.needs)}: {why} ({rule})" if hold.held is None else ""
    found = kept(who, game, limit, need, frozenset(route))
    # Whoever is held where it begins has not come free there.
    begins = {who.country.id(who.unit.hex)} if who.unit.hex else set[int]()
    return freed(who, found, hold.frees, frozenset(begins))


def freed(
    who: Limiting, condition: Condition, ends: frozenset[int], begins: frozenset[int]
) -> Condition:
    """A condition that holds no longer once a Unit has entered one of some hexes, made once."""
    known = limits_kept(who)
    begins &= condition.shut.union(condition.doubts, ends)
    key = ("freed", (id(condition), ends, begins))
    made_of, found = known.get(key) or (None, condition)
    if made_of is not condition:
        beyond = condition.shut.union(condition.doubts)
        found = replace(condition, freed=(beyond | ends) - begins)
        known[key] = condition, found
    return found


def shown_on(country: MapFile, game: str) -> tuple[frozenset[int], frozenset[int]]:
    """The hexes only that game's map shows, and those another map may show as well."""
    sheets = country.lattice.window(country.window)
    mine = [sheet for sheet in sheets if sheet.name == game]
    others = [sheet for sheet in sheets if sheet.name != game]
    only: set[int] = set()
    shared: set[int] = set()
    for id_ in range(len(country)):
        hex_ = country.hex(id_)
        if any(hex_ in sheet for sheet in mine):
            (shared if any(hex_ in sheet for sheet in others) else only).add(id_)
    return frozenset(only), frozenset(shared)


def area_of(country: MapFile, id_: str) -> MapArea | None:
    """The area with that id, None if the map has none."""
    return next((area for area in country.areas if area.id == id_), None)


def limit_hexes(
    country: MapFile, limit: Limit, area: Iterable[int], game: str, sure: bool = False
) -> frozenset[int]:
    """The hexes a limit keeps out of: its area, or all of its game's map but its area.

    :param sure: whether the area is known to the hex, so that none is left open.
    """
    inside = frozenset(area)
    if limit.keep_out:
        return inside
    mine = country.sheets.index(game)
    unsure = area_of(country, limit.unsure) if limit.unsure and not sure else None
    left_open = frozenset(unsure.hexes) if unsure else NO_HEXES
    all_mine = frozenset(id_ for id_, shown in enumerate(country.sheet) if shown == mine)
    return all_mine - inside - left_open


def around(country: MapFile, shut: Collection[int]) -> frozenset[int]:
    """The hexes so near to those a limit shuts that it is worth a line there."""
    reached = edge = set(shut)
    for _ in range(NEAR):
        edge = {beside[h] for h in edge for beside in country.beside} - reached - {NOWHERE}
        reached = reached | edge
    return frozenset(reached)
