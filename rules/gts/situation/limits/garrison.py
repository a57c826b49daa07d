"""The garrisons of Grave and Mook as a limit of where their Units move (TDC S5.5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from clubroute.builder.counting import so_many
from clubroute.builder.provenance import Provenance
from clubroute.rules.gts.campaign.garrisons import battalion_of, town_hexes, town_row
from clubroute.rules.gts.games import book
from clubroute.rules.gts.situation.condition import Condition, Limiting, distances


def conditions(who: Limiting) -> Iterator[Condition]:
    """The limit of the garrison a Unit belongs to; ``unit.hex`` is its own.

    One that is out of range must come within it: its move may not end as far off as it began. Enemy
    action alone may drive one out.
    """
    country, unit, name = who.country, who.unit, who.unit.garrison
    if "tdc" not in country.sheets or who.forced:
        return
    section = book("garrison", country.window)["garrison"]
    if not section.cite:
        return
    limit = Condition(f"the garrison of {name} stays near it", section.cite)
    if name is None:
        if battalion_of(unit) and unit.of(section.text("division")):
            note = f"whether it garrisons Grave or Mook (unit.garrison; {section.cite})"
            yield replace(limit, notes=(note,))
        return
    within = section.number("within")
    town = town_hexes(who.context, country, name)
    ours = town_row(who.context, name) is None
    basis: Provenance = country.drawn_by(town) if ours else "rulebook"
    off = distances(country, town)
    far = frozenset(place for place, hexes in off.items() if hexes > within)
    if who.moves and unit.hex is not None and country.id(unit.hex) in far:
        begins = off[country.id(unit.hex)]
        yield replace(
            limit,
            why=f"out of range of {name}, which it garrisons, it must come within {within} hexes: "
            f"it may not end {so_many(begins, 'hex')} off or more",
            provenance=basis,
            ends=frozenset(place for place in far if off[place] >= begins),
            fits=lambda place: (
                f"{country.number(place)} is {so_many(off[place], 'hex')} from {name}"
            ),
        )
        return
    why = f"the garrison of {name} stays within {so_many(within, 'hex')} of it"
    yield replace(
        limit,
        why=why,
        provenance=basis,
        shut=far,
        fits=lambda place: f"{country.number(place)} is within {so_many(within, 'hex')} of {name}",
    )
