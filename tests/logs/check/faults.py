"""Faults made on purpose, each in the middle of legal play."""

from __future__ import annotations

from collections.abc import Callable

from clubroute.rules.ground.maps import map_of
from tests.logs.check.player import (
    Planted,
    Player,
    Unit,
    UnluckyError,
)
from tests.logs.check.tables import ROUTE_MAP

TANKS = ("gds-1-2-irishgds", "gds-2-2-irishgds", "gds-3-2-irishgds", "wal-1-pz-2107")
FOOT = ("101-c-1-501", "101-d-2-501", "59-2-i-1034-59", "101-b-1-502")


def too_far(player: Player) -> Planted:
    """One drag to a hex that costs more than two Actions allow."""
    unit = player.drawn_for(*TANKS, *FOOT)
    near = player.reach(unit, 2 * unit.ma)
    far = player.reach(unit, 2 * unit.ma + 3)
    choices = sorted(hex_ for hex_ in far if hex_ not in near)
    if not choices:
        raise UnluckyError
    player.put(unit, player.chance.choice(choices))
    keep_form(player, unit)
    return Planted("too_far", (unit.piece,), "move")


def keep_form(player: Player, unit: Unit) -> None:
    """A vehicle put where it cannot be out of Column is in Column there."""
    mapfile = map_of(player.context, player.stage.game)
    kept = mapfile.terrain_of(mapfile.id(unit.hex)) not in ("clear", "polder", "village", "orchard")
    if kept and unit.move_class != "leg" and not unit.column:
        player.form(unit)


def much_too_far(player: Player) -> Planted:
    """Hex by hex, more than two Actions take it."""
    unit = player.drawn_for(*FOOT)
    near = player.reach(unit, 2 * unit.ma)
    far = player.reach(unit, 2 * unit.ma + 3)
    choices = sorted(hex_ for hex_ in far if hex_ not in near)
    if not choices:
        raise UnluckyError
    player.walk(unit, player.best(unit, player.chance.choice(choices))["path"])
    return Planted("much_too_far", (unit.piece,), "move")


def into_enemy(player: Player) -> Planted:
    """Into a hex with an enemy Unit that stays there."""
    unit = player.drawn_for(*TANKS, *FOOT, "101-a-1-502", "59-1-i-1034-59")
    enemies = [u for u in player.units.values() if u.side != unit.side]
    player.put(unit, player.chance.choice(enemies).hex)
    if player.draws < len(player.stage.chits):
        player.draw()  # until then it may be an Assault
    else:
        player.next_turn()
    return Planted("into_enemy", (unit.piece,), "move")


def over_destroyed(player: Player) -> Planted:
    """Across the destroyed bridge."""
    unit = player.drawn_for("101-a-1-501", "101-b-1-501")
    if unit.hex != "75.129":
        raise UnluckyError
    player.put(unit, "74.129")
    return Planted("over_destroyed", (unit.piece,), "move")


def over_canal(player: Player) -> Planted:
    """Across a canal without a bridge."""
    unit = player.drawn_for("101-b-1-502", "101-d-2-501")
    sides = {"62.156": "62.157", "77.130": "76.130"}
    # Where there is time to go round, nobody can say that it did not.
    if unit.hex not in sides or sides[unit.hex] in player.reach(unit, unit.ma):
        raise UnluckyError
    player.put(unit, sides[unit.hex])
    return Planted("over_canal", (unit.piece,), "move")


def into_woods(player: Player) -> Planted:
    """A vehicle into woods without a Road."""
    unit = player.drawn_for("gds-1-2-irishgds", "gds-3-2-irishgds")
    sides = {"50.202": "50.201", "46.210": "47.211"}
    if unit.hex not in sides:
        raise UnluckyError
    player.put(unit, sides[unit.hex])
    return Planted("into_woods", (unit.piece,), "move")


def out_of_column(player: Player) -> Planted:
    """A vehicle leaves Column where vehicles keep it."""
    unit = player.drawn_for(*TANKS)
    mapfile = map_of(player.context, player.stage.game)
    keeps = ("woods", "town", "city")
    choices = sorted(
        hex_
        for hex_ in player.reach(unit, unit.ma)
        if mapfile.terrain_of(mapfile.id(hex_)) in keeps
    )
    if not choices:
        raise UnluckyError
    player.walk(unit, player.best(unit, player.chance.choice(choices))["path"])
    player.form(unit)
    return Planted("out_of_column", (unit.piece,), "move")


def out_of_turn(player: Player) -> Planted:
    """A Unit moves in somebody else's activation, and no die explains it."""
    player.draw()
    active = player.active()
    others = [unit for unit in player.units.values() if unit.move_class and unit not in active]
    unit = player.chance.choice(others)
    # A step back may be a retreat that the chit before made it owe.
    hexes = [
        number for number in sorted(player.reach(unit, 3)) if not player.goes_back(unit, number)
    ]
    if not hexes:
        raise UnluckyError
    player.put(unit, player.chance.choice(hexes))
    return Planted("out_of_turn", (unit.piece,), "chit")


def not_drawn(player: Player) -> Planted:
    """A chit is put into play that was not drawn."""
    player.draw()
    piece = player.scenario.ids["chit-allied-direct"]
    player.table.drag(piece, "Activation", (400, 190))
    player.deeds.append("put the loose chit into play")
    return Planted("not_drawn", (piece,), "chit")


def backward(player: Player) -> Planted:
    """The Club Route Marker goes back south."""
    player.draw()
    piece = player.scenario.ids["club-route"]
    mapfile = map_of(player.context, player.stage.game)
    number = player.chance.choice(["42.229", "45.224", "63.186"])
    assert mapfile.id(number) >= 0
    player.table.drag(piece, player.scenario.game.map, player.scenario.pixel(number))
    player.deeds.append(f"Marker to {number}")
    return Planted("backward", (piece,), "club_route")


def earned_twice(player: Player) -> Planted:
    """Two Attacked markers in one turn."""
    player.next_turn()
    player.draw()
    pieces = [player.scenario.ids[name] for name in (ATTACKED, f"{ATTACKED}-2")]
    for piece in pieces:
        player.table.drag(piece, ROUTE_MAP, player.scenario.box)
    player.deeds.append("two Attacked markers")
    return Planted("earned_twice", (pieces[1],), "club_route")


ATTACKED = "club-route-attacked"


def closed_twice(player: Player) -> Planted:
    """Two Closed markers in one turn."""
    player.next_turn()
    player.draw()
    pieces = [player.scenario.ids[name] for name in (CLOSED, f"{CLOSED}-2")]
    for piece in pieces:
        player.table.drag(piece, ROUTE_MAP, player.scenario.box)
    player.deeds.append("two Closed markers")
    return Planted("closed_twice", (pieces[1],), "club_route")


CLOSED = "club-route-closed"


def off_route(player: Player) -> Planted:
    """The Club Route Marker is put beside the route."""
    player.draw()
    piece = player.scenario.ids["club-route"]
    number = player.chance.choice(["60.142", "76.126", "70.120"])
    player.table.drag(piece, player.scenario.game.map, player.scenario.pixel(number))
    player.deeds.append(f"Marker to {number}")
    return Planted("off_route", (piece,), "club_route")


def at_noon(player: Player) -> Planted:
    """The Club Route Marker goes on in another turn than that of 1900."""
    player.next_turn()
    player.draw()
    piece = player.scenario.ids["club-route"]
    player.table.drag(piece, player.scenario.game.map, player.scenario.pixel("74.129"))
    player.deeds.append("Marker to 74.129")
    return Planted("at_noon", (piece,), "club_route")


def beyond_frontline(player: Player) -> Planted:
    """A German Unit south of the Frontline."""
    unit = player.drawn_for("59-3-i-1034-59")
    if unit.hex != "47.230":
        raise UnluckyError
    player.put(unit, player.chance.choice(["47.231", "48.231"]))
    return Planted("beyond_frontline", (unit.piece,), "move")


def overstacked(player: Player) -> Planted:
    """One Unit too many in a hex."""
    unit = player.drawn_for("101-b-1-506", "101-g-3-501", "101-c-1-501")
    full = [
        number for number in sorted(player.reach(unit, unit.ma)) if not player.room(unit, number)
    ]
    if not full:
        raise UnluckyError
    player.walk(unit, player.best(unit, player.chance.choice(full))["path"])
    return Planted("overstacked", (unit.piece,), "stacking")


def ferry_vehicle(player: Player) -> Planted:
    """A vehicle goes by ferry, which takes Leg Units only."""
    unit = player.drawn_for("101-a-15-19-krh")
    if unit.hex != FERRY or BEYOND in player.reach(unit, unit.ma):
        raise UnluckyError
    player.put(unit, BEYOND)
    return Planted("ferry_vehicle", (unit.piece,), "move")


def ferry_unformed(player: Player) -> Planted:
    """A Unit that is not in Column goes by ferry."""
    unit = player.drawn_for("101-e-2-502")
    if unit.hex != BEYOND or unit.column or FERRY in player.reach(unit, unit.ma):
        raise UnluckyError
    player.put(unit, FERRY)
    return Planted("ferry_unformed", (unit.piece,), "move")


def ferry_late(player: Player) -> Planted:
    """A Unit comes to the ferry and goes over in the same activation."""
    unit = player.drawn_for("101-f-2-502")
    if unit.hex != "82.136" or not unit.column or BEYOND in player.reach(unit, unit.ma):
        raise UnluckyError
    player.put(unit, FERRY)
    player.put(unit, BEYOND)
    return Planted("ferry_late", (unit.piece,), "move")


def ferry_onward(player: Player) -> Planted:
    """A Unit goes on when the ferry has taken it over."""
    unit = player.drawn_for("101-d-2-502")
    if unit.hex != BEYOND or not unit.column or FERRY in player.reach(unit, unit.ma):
        raise UnluckyError
    player.put(unit, FERRY)
    player.put(unit, player.chance.choice(["81.135", "81.136", "82.136"]))
    return Planted("ferry_onward", (unit.piece,), "move")


def beside_ferry(player: Player) -> Planted:
    """Over the canal from the ferry's hex, but not where the bridge was."""
    unit = player.drawn_for("101-a-15-19-krh", "101-d-2-502")
    sides = {FERRY: ("82.134", "83.135"), BEYOND: ()}
    choices = [n for n in sides.get(unit.hex, ()) if n not in player.reach(unit, unit.ma)]
    if not choices:
        raise UnluckyError
    player.put(unit, player.chance.choice(choices))
    return Planted("beside_ferry", (unit.piece,), "move")


def culvert_unpaid(player: Player) -> Planted:
    """Through the culvert to a hex that only its own cost puts out of reach."""
    unit = player.drawn_for("101-g-3-502", "101-b-15-19-krh")
    ends = CULVERT if unit.hex == CULVERT[0] else CULVERT[::-1]
    if unit.hex != ends[0]:
        raise UnluckyError
    near = player.reach(unit, 2 * unit.ma)
    choices = []
    for number in sorted(player.reach(unit, 2 * unit.ma + 2).keys() - near.keys()):
        way = [place["hex"] for place in player.best(unit, number)["path"]]
        if ends[1] in way:
            choices.append(number)
    if not choices:
        raise UnluckyError
    player.put(unit, player.chance.choice(choices))
    keep_form(player, unit)
    return Planted("culvert_unpaid", (unit.piece,), "move")


def past_block(player: Player) -> Planted:
    """In Column into the hex of a Road Block on a dike, or past it."""
    unit = player.drawn_for("101-c-15-19-krh")
    if unit.hex != "16.87" or not unit.column:
        raise UnluckyError
    player.put(unit, player.chance.choice(["17.88", "18.88"]))
    # That the dike is raised there is assumed only.
    return Planted("past_block", (unit.piece,), "move", ("illegal", "unchecked"))


def stack_drawn_for(player: Player, *wanted: str) -> list[Unit]:
    """A stack of several Units, all of them active, that is dragged alone."""
    unit = player.drawn_for(*wanted)
    stack = player.stack(unit)
    if len(stack) < 2 or not player.alike(stack):
        raise UnluckyError
    return stack


def stack_too_far(player: Player) -> Planted:
    """A whole stack in one drag to a hex that costs more than two Actions allow."""
    stack = stack_drawn_for(player, "101-e-2-501", "101-f-2-501", "101-a-1-501")
    unit = stack[0]
    near, far = (player.reach(unit, 2 * unit.ma + more) for more in (0, 3))
    empty = {hex_ for hex_ in far if not any(u.hex == hex_ for u in player.units.values())}
    choices = sorted(empty - near.keys())
    if not choices:
        raise UnluckyError
    player.put_stack(stack, player.chance.choice(choices))
    return Planted("stack_too_far", tuple(u.piece for u in stack), "move")


def stack_over_destroyed(player: Player) -> Planted:
    """A whole stack over the destroyed bridge."""
    stack = stack_drawn_for(player, "101-a-1-501", "101-b-1-501")
    if stack[0].hex != "75.129":
        raise UnluckyError
    player.put_stack(stack, "74.129")
    return Planted("stack_over_destroyed", tuple(u.piece for u in stack), "move")


def stack_out_of_turn(player: Player) -> Planted:
    """A stack of two Formations moves in the activation of one of them."""
    player.drawn_for("101-g-3-501", "101-i-3-502")
    active = player.active()
    stack = player.stack(player.units["101-g-3-501"])
    idle = [unit for unit in stack if unit not in active]
    if len(stack) != 2 or len(idle) != 1 or stack[0].hex in player.stage.marked:
        raise UnluckyError
    unit = next(unit for unit in stack if unit in active)
    hexes = [
        n
        for n in sorted(player.reach(unit, 3))
        if n not in player.stage.marked and player.room(unit, n)
    ]
    # A step back may be a retreat that the chit before made it owe.
    hexes = [n for n in hexes if not player.goes_back(idle[0], n)]
    hexes = [n for n in hexes if not any(u.hex == n for u in player.units.values())]
    if not hexes:
        raise UnluckyError
    player.put_stack(stack, player.chance.choice(hexes))
    return Planted("stack_out_of_turn", (idle[0].piece,), "chit")


FERRY, BEYOND = "82.135", "83.136"
"""The hex of the ferry's marker, and the one where it leads."""
CULVERT = ("70.156", "70.157")

FAULTS: dict[str, Callable[[Player], Planted]] = {
    "too_far": too_far,
    "much_too_far": much_too_far,
    "into_enemy": into_enemy,
    "over_destroyed": over_destroyed,
    "over_canal": over_canal,
    "into_woods": into_woods,
    "out_of_column": out_of_column,
    "out_of_turn": out_of_turn,
    "not_drawn": not_drawn,
    "backward": backward,
    "earned_twice": earned_twice,
    "closed_twice": closed_twice,
    "off_route": off_route,
    "at_noon": at_noon,
    "beyond_frontline": beyond_frontline,
    "overstacked": overstacked,
    "ferry_vehicle": ferry_vehicle,
    "ferry_unformed": ferry_unformed,
    "ferry_late": ferry_late,
    "ferry_onward": ferry_onward,
    "beside_ferry": beside_ferry,
    "culvert_unpaid": culvert_unpaid,
    "past_block": past_block,
    "stack_too_far": stack_too_far,
    "stack_over_destroyed": stack_over_destroyed,
    "stack_out_of_turn": stack_out_of_turn,
}
"""Every kind of fault."""
