"""The limits of single scenarios: their boundary markers, and Units that may not do something."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial

from clubroute.builder.counting import so_many
from clubroute.rules.asking.context import Loaded
from clubroute.rules.book.rulebook import Section
from clubroute.rules.ground.mapfile import MapArea, MapFile
from clubroute.rules.gts.asked import is_called
from clubroute.rules.gts.games import book
from clubroute.rules.gts.scenarios.book import find_scenario
from clubroute.rules.gts.situation.condition import (
    NO_HEXES,
    Condition,
    Limiting,
    distances,
)
from clubroute.rules.scenarios.book import ToldScenario
from clubroute.rules.scenarios.places import out_of_play

MOST_CONDITIONS = 64
"""Conditions of scenarios kept at once: of Units in some hexes, with the markers they keep off."""


def conditions(who: Limiting) -> Iterator[Condition]:
    """The limits of the scenario that is played; a campaign has none of its own."""
    if who.played is None:
        return
    told = find_scenario(who.played, who.context.folder.parent)
    if told.scenario.playing_area is None:
        return
    yield kept(who, ("boundary", told.scenario.id), partial(boundary, who.country, told))
    for section in special_rules(told.scenario.id):
        yield from special(who, section)


@cache
def special_rules(scenario: str) -> tuple[Section, ...]:
    """The limits of single Units in a scenario, by its id."""
    rows = book("deploy", "wed").rows("special").values()
    return tuple(section for section in rows if section.text("scenario") == scenario)


def kept(who: Limiting, key: tuple[object, ...], make: partial[Condition]) -> Condition:
    """A condition made once, for its hexes are many."""
    name = ("scenario limits", (who.country.window, who.context.folder.parent))
    known: Loaded | None = who.context.loaded.get(name)
    if known is None:
        known = who.context.loaded[name] = Loaded(MOST_CONDITIONS)
    found: Condition | None = known.get(("limit", key))
    if found is None:
        found = known["limit", key] = make()
    return found


def every(country: MapFile) -> frozenset[int]:
    """All hexes of a map."""
    return frozenset(range(len(country)))


def boundary(country: MapFile, told: ToldScenario) -> Condition:
    """The boundary markers of a scenario: nobody may be outside."""
    area = told.scenario.playing_area
    assert area is not None
    where = " ".join(area.corners)
    return Condition(
        f"outside the scenario boundary markers {where}: no Unit may be there",
        area.cite,
        shut=frozenset(out_of_play(country, told)),
        fits=lambda place: (
            f"{country.number(place)} is inside the scenario boundary markers {where}"
        ),
    )


def special(who: Limiting, section: Section) -> Iterator[Condition]:
    """The limits of single Units in a scenario, as they hold of one."""
    unit, side, stay = who.unit, section.text("side"), section.text("stay")
    only, units = section.words("only"), section.words("units")
    game = who.country.window
    if side and unit.side not in (None, side):
        return
    if (only or units) and not (unit.id or unit.name):
        if who.moves:
            yield kept(who, ("unnamed", section.cite), partial(unnamed, who.country, section))
        return
    if side and unit.side is None and not (only or units):
        note = f"what limits {side} Units (unit.side is not given; {section.cite})"
        yield Condition("", section.cite, notes=(note,))
        return
    if only and who.moves:
        named = is_called(unit, only, game)
        yield kept(who, ("only", section.cite, named), partial(mover, who.country, section, named))
    if section.flag("road") and is_called(unit, units, game):
        out = unit.column is False
        yield kept(who, ("road", section.cite, out), partial(on_roads, who.country, section, out))
    if stay and who.moves:
        yield from stays(who, section, stay)
    if section.value("near") and who.moves:
        markers = who.position.markers_of(section.text("kind"))
        theirs = [marker for marker in markers if marker.side != side]
        parks = frozenset(marker.hex for marker in theirs if marker.hex is not None)
        yield kept(who, ("near", section.cite, parks), partial(off, who.country, section, parks))


def unnamed(country: MapFile, section: Section) -> Condition:
    """A limit that hangs on who the Unit is, which nobody said."""
    names = ", ".join((*section.words("only"), *section.words("units")))
    need = f"unit.id or unit.name: whether it is {names} ({section.cite})"
    return Condition(need, section.cite, doubts=dict.fromkeys(every(country), need), still=None)


def mover(country: MapFile, section: Section, named: bool) -> Condition:
    """Scenario 1: one Unit moves, along Club Route between two hexes."""
    start, end, only = section.text("from"), section.text("to"), section.words("only")
    if not named:
        why = f"only {', '.join(only)} may move"
        return Condition(why, section.cite, shut=every(country), still=True)
    area, hexes = drive(country, section)
    return Condition(
        f"it may not leave Club Route from {start} to {end}",
        section.cite,
        country.bases[area.basis].provenance,
        every(country) - frozenset(hexes),
        fits=lambda place: f"on Club Route from {start} to {end}",
    )


def drive(country: MapFile, section: Section) -> tuple[MapArea, tuple[int, ...]]:
    """Scenario 1: the hexes of Club Route between two hexes, and the area they are of."""
    area = next(area for area in country.areas if area.id == "club-route")
    route = tuple(area.hexes)
    first, last = sorted(route.index(country.id(section.text(end))) for end in ("from", "to"))
    return area, route[first : last + 1]


def on_roads(country: MapFile, section: Section, out: bool) -> Condition:
    """Scenario 2: a Unit that may not leave Column or a road hex, and whether it is ``out``.

    That no Road leads off a hex is only as sure as our map, which does not show one; a module's
    boards are the players' own map.
    """
    why, rule = "it may not leave Column or a road hex", section.cite
    if out:
        return Condition("it may not leave Column", rule, shut=every(country), in_column=True)
    roads = frozenset(place // 6 for place in country.links)
    bare = frozenset(one for one in every(country) - roads if country.silence_of(one) == "owner")
    doubts = {
        place: f"depends on your map: whether a Road leads off {country.number(place)} (ours shows "
        f"none; look at yours); if none does, {why} ({rule})"
        for place in every(country) - roads - bare
    }
    return Condition(
        why,
        rule,
        "owner" if bare else "rulebook",
        bare,
        doubts,
        in_column=True,
        fits=lambda place: "it stays in a road hex, in Column",
    )


def stays(who: Limiting, section: Section, stay: str) -> Iterator[Condition]:
    """Scenario 2: the Units in one hex do not move."""
    if who.unit.hex is None:
        need = f"unit.hex: whether it is in {stay}, where none may move ({section.cite})"
        elsewhere = every(who.country)
        yield Condition(need, section.cite, doubts=dict.fromkeys(elsewhere, need))
    elif who.unit.hex == stay:
        here = frozenset((who.country.id(stay),))
        why = f"the {section.text('side')} Units in {stay} may not move"
        yield Condition(why, section.cite, shut=every(who.country) - here, held=here, still=True)


def off(country: MapFile, section: Section, parks: frozenset[str]) -> Condition:
    """Scenario 4: Allied Units keep off the German artillery park."""
    near, kind = section.number("near"), section.text("kind").replace("_", " ")
    why = f"not within {so_many(near, 'hex')} of the German {kind}"
    if not parks:
        need = f"state.markers: the hex of the German {section.text('kind')}"
        return Condition(why, section.cite, doubts=dict.fromkeys(every(country), need))
    away = distances(country, [country.id(number) for number in parks])
    shut = frozenset(place for place, hexes in away.items() if hexes <= near)
    return Condition(
        why,
        section.cite,
        shut=shut or NO_HEXES,
        fits=lambda place: f"{so_many(away[place], 'hex')} from the German {kind}",
    )
