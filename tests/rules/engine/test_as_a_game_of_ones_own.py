"""The charts of It Never Snows, asked as those of a game of one's own are, on drawn maps: a unit
reaches what It Never Snows says, and what the second opinion says, for the same MP.

What no table says is left out of the maps: Ferries, and bridges that are blown or built.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from clubroute.rules.answer.working import Working
from clubroute.rules.asking.ask import ask
from clubroute.rules.plain.game import PlainPosition, PlainUnit
from clubroute.rules.plain.movement.mover import PlainMover
from clubroute.rules.plain.movement.trip import PlainTrip
from clubroute.rules.plain.movement.zones import in_the_way
from clubroute.rules.scs.games import tables
from clubroute.rules.scs.movement.costs import MoverClass
from tests.rules.scs.oracle import World, halves, reach, world

POLDER_IS_DEAR = 8


def without_specials(made: World) -> World:
    """A drawn map and position of which every table tells the whole."""
    return replace(
        made,
        bridges={},
        ferries={},
        friends={},
        enemies=dict.fromkeys(made.enemies, True),
        unit={**made.unit, "dg": False, "oos": False},
    )


def own_trip(made: World) -> PlainTrip:
    """The unit's move as a game of one's own has it."""
    context = made.context()
    country = context.loaded.get(("map", "ins"))
    foes = tuple(PlainUnit(side="German", hex=a, name=a) for a in made.enemies)
    unit = PlainUnit(side="Allied", name="mover")
    kind = MoverClass(made.unit["ma"] >= POLDER_IS_DEAR, made.unit["dukw"], made.unit["oval"])
    way = in_the_way(tables(), country, PlainPosition(units=foes), unit)
    mover = PlainMover(unit, kind.class_, halves(made))
    return PlainTrip(context, tables(), country, mover, way, country.id(made.start))


@pytest.mark.parametrize("first", range(0, 60, 20))
def test_a_unit_reaches_what_both_others_say(first: int) -> None:
    for seed in range(first, first + 20):
        made = without_specials(world(seed))
        trip = own_trip(made)
        found = trip.reached(halves(made), exact=True)
        number = trip.country.number
        own = {number(id_): cost / 2 for id_, cost in found.ends.items()}
        assert own == reach(made), seed
        asked = {"map": "ins", "unit": made.unit, "from": made.start, "state": made.record()}
        assert own == ask(made.context(), "move.reach", asked)["hexes"], seed
        for end, cost in found.ends.items():
            way, _ = found.path(trip.country, end)
            work = Working()
            assert trip.walk(way, work) == cost, (seed, number(end))
            assert not work.forbidden, (seed, number(end))
