"""Legal things that a random player seldom does, played on purpose: nobody may be accused, and the
check has to see them for what they are."""

from __future__ import annotations

from collections.abc import Callable

from clubroute.rules.ground.maps import map_of
from tests.logs.check.faults import (
    ATTACKED,
    BEYOND,
    CLOSED,
    CULVERT,
    FERRY,
    TANKS,
    keep_form,
    stack_drawn_for,
)
from tests.logs.check.player import Planted, Player, UnluckyError
from tests.logs.check.scenario import STACK
from tests.logs.check.tables import ROUTE_MAP


def by_ferry(player: Player) -> Planted:
    """A Leg Unit in Column goes by ferry, and does nothing else."""
    unit = player.drawn_for("101-d-2-502")
    if unit.hex != BEYOND or not unit.column or not player.room(unit, FERRY):
        raise UnluckyError
    player.put(unit, FERRY)
    return Planted("by_ferry", (unit.piece,), "move", ("legal",))


def by_ferry_put_wrong(player: Player) -> Planted:
    """The same, but first it was put somewhere else and put back by hand."""
    unit = player.drawn_for("101-d-2-502")
    if unit.hex != BEYOND or not unit.column or not player.room(unit, FERRY):
        raise UnluckyError
    for number in ("92.118", BEYOND, FERRY):
        player.put(unit, number)
    return Planted("by_ferry_put_wrong", (unit.piece,), "move", ("possible",))


def to_the_ferry(player: Player) -> Planted:
    """A Unit comes to the ferry, and the engineers there do not fill the hex."""
    unit = player.drawn_for("101-f-2-502")
    if unit.hex != "82.136" or not player.room(unit, FERRY):
        raise UnluckyError
    player.put(unit, FERRY)
    return Planted("to_the_ferry", (unit.piece,), "move", ("legal",))


def through_culvert(player: Player) -> Planted:
    """Through the culvert in Column, with its cost."""
    unit = player.drawn_for("101-g-3-502", "101-b-15-19-krh")
    if unit.hex not in CULVERT or not unit.column:
        raise UnluckyError
    player.put(unit, CULVERT[1 - CULVERT.index(unit.hex)])
    return Planted("through_culvert", (unit.piece,), "move", ("legal",))


def onto_block(player: Player) -> Planted:
    """On foot, not in Column, into the hex of a Road Block on a dike."""
    unit = player.drawn_for("101-h-3-502")
    if unit.hex != "17.87" or unit.column:
        raise UnluckyError
    player.put(unit, player.stage.blocked)
    return Planted("onto_block", (unit.piece,), "move", ("legal",))


def fills_hex(player: Player) -> Planted:
    """Into a hex that is full then, and not too full."""
    unit = player.drawn_for("101-b-1-506", "101-h-3-501")
    hexes = [n for n in sorted(player.reach(unit, unit.ma)) if player.room(unit, n)]
    full = [
        n
        for n in hexes
        if sum(u.hex == n and bool(u.move_class) for u in player.units.values()) == STACK - 1
    ]
    if not full:
        raise UnluckyError
    player.walk(unit, player.best(unit, player.chance.choice(full))["path"])
    return Planted("fills_hex", (unit.piece,), "move", ("legal",))


def stack_walks(player: Player) -> Planted:
    """A whole stack, dragged hex by hex."""
    stack = stack_drawn_for(player, "101-e-2-501", "101-f-2-501", "101-a-1-501", "101-b-1-501")
    hexes = sorted(player.reach(stack[0], stack[0].ma))
    best = player.best(stack[0], player.chance.choice(hexes))
    before = stack[0].hex
    player.walk_stack(stack, best["path"])
    if stack[0].hex == before:
        raise UnluckyError
    return Planted("stack_walks", tuple(unit.piece for unit in stack), "move", ("legal",))


def stack_put(player: Player) -> Planted:
    """A whole stack put where it goes in one drag."""
    stack = stack_drawn_for(player, "101-e-2-501", "101-f-2-501", "101-a-1-501", "101-b-1-501")
    hexes = [
        n
        for n in sorted(player.reach(stack[0], stack[0].ma))
        if not any(u.hex == n for u in player.units.values())
    ]
    if not hexes:
        raise UnluckyError
    player.put_stack(stack, player.chance.choice(hexes))
    pieces = tuple(unit.piece for unit in stack)
    return Planted("stack_put", pieces, "move", ("legal", "possible"))


def stack_undone(player: Player) -> Planted:
    """A whole stack put wrong, undone, and put right."""
    stack = stack_drawn_for(player, "101-e-2-501", "101-f-2-501", "101-a-1-501", "101-b-1-501")
    before = stack[0].hex
    player.put_stack(stack, "92.118")
    player.deeds.append("undo")
    player.table.undo()
    for unit in stack:
        unit.hex = before
    hexes = sorted(player.reach(stack[0], 2))
    best = player.best(stack[0], player.chance.choice(hexes))
    player.walk_stack(stack, best["path"])
    if stack[0].hex == before:
        raise UnluckyError
    return Planted("stack_undone", tuple(unit.piece for unit in stack), "move", ("legal",))


def stack_rides(player: Player) -> Planted:
    """A tank takes its riders farther than they could march."""
    tank = player.drawn_for("101-a-44-rtr")
    riders = player.units["101-c-1-506"]
    stack = player.stack(tank)
    if stack != [tank, riders]:
        raise UnluckyError
    far = player.reach(tank, tank.ma).keys() - player.reach(riders, riders.ma).keys()
    empty = sorted(far - {unit.hex for unit in player.units.values()} - player.stage.marked)
    if not empty:
        raise UnluckyError
    player.put_stack(stack, player.chance.choice(empty))
    keep_form(player, tank)
    pieces = (tank.piece, riders.piece)
    return Planted("stack_rides", pieces, "move", ("legal", "possible"))


def earned_once(player: Player) -> Planted:
    """One Attacked and one Closed marker in a turn; the first was put wrong and again."""
    player.next_turn()
    player.draw()
    ids, box = player.scenario.ids, player.scenario.box
    pieces = (ids[ATTACKED], ids[CLOSED])
    player.table.drag(pieces[0], ROUTE_MAP, box)
    player.table.drag(pieces[0], player.scenario.game.map, player.scenario.pixel("90.110"))
    for piece in pieces:
        player.table.drag(piece, ROUTE_MAP, box)
    player.deeds.append("Attacked into the box, out, and in again; Closed into it")
    return Planted("earned_once", pieces, "club_route", ("legal",))


def earned_in_two_turns(player: Player) -> Planted:
    """An Attacked marker in each of two turns."""
    pieces = (player.scenario.ids[ATTACKED], player.scenario.ids[f"{ATTACKED}-2"])
    player.draw()
    for piece in pieces:
        player.next_turn()
        player.table.drag(piece, ROUTE_MAP, player.scenario.box)
    player.deeds.append("an Attacked marker in each of two turns")
    return Planted("earned_in_two_turns", pieces, "club_route", ("legal",))


def marker_put_wrong(player: Player) -> Planted:
    """The Club Route Marker is put wrong in its turn, and put right: onto its way."""
    player.draw()
    while player.time != "1900":
        player.next_turn()
    piece = player.scenario.ids["club-route"]
    for number in player.chance.choice([("76.126", "74.129"), ("42.229", "61.141", "74.129")]):
        player.table.drag(piece, player.scenario.game.map, player.scenario.pixel(number))
        player.deeds.append(f"Marker to {number}")
    # Which hexes are Stops, and what a Fire Zone is, nobody says here.
    return Planted("marker_put_wrong", (piece,), "club_route", ("unchecked",))


def over_bridge(player: Player) -> Planted:
    """Over a bridge that stands."""
    unit = player.drawn_for("101-a-1-502")
    if unit.hex != "66.157" or not player.room(unit, "66.156"):
        raise UnluckyError
    player.put(unit, "66.156")
    return Planted("over_bridge", (unit.piece,), "move", ("legal",))


def along_woods(player: Player) -> Planted:
    """A vehicle in Column along a Road into a hex where vehicles keep to it, or a town."""
    unit = player.drawn_for(*TANKS)
    mapfile = map_of(player.context, player.stage.game)
    keeps = ("woods", "town", "city", "swamp")
    choices = [
        number
        for number in sorted(player.reach(unit, unit.ma))
        if mapfile.terrain_of(mapfile.id(number)) in keeps and player.room(unit, number)
    ]
    if not choices:
        raise UnluckyError
    player.walk(unit, player.best(unit, player.chance.choice(choices))["path"])
    return Planted("along_woods", (unit.piece,), "move", ("legal",))


def leaves_column(player: Player) -> Planted:
    """A vehicle leaves Column where it may, and does nothing else."""
    unit = player.drawn_for(*TANKS)
    mapfile = map_of(player.context, player.stage.game)
    if not unit.column or mapfile.terrain_of(mapfile.id(unit.hex)) not in ("clear", "village"):
        raise UnluckyError
    player.form(unit)
    return Planted("leaves_column", (unit.piece,), "column", ("legal",))


def before_frontline(player: Player) -> Planted:
    """A German Unit moves along the Frontline, on its own side of it."""
    unit = player.drawn_for("59-3-i-1034-59")
    choices = sorted(player.reach(unit, 3))
    if not choices:
        raise UnluckyError
    player.walk(unit, player.best(unit, player.chance.choice(choices))["path"])
    # Of some hexes nobody knows on which side of the line they are.
    return Planted("before_frontline", (unit.piece,), "move", ("legal", "unchecked"))


SCENES: dict[str, Callable[[Player], Planted]] = {
    "by_ferry": by_ferry,
    "by_ferry_put_wrong": by_ferry_put_wrong,
    "to_the_ferry": to_the_ferry,
    "through_culvert": through_culvert,
    "onto_block": onto_block,
    "fills_hex": fills_hex,
    "stack_walks": stack_walks,
    "stack_put": stack_put,
    "stack_undone": stack_undone,
    "stack_rides": stack_rides,
    "earned_once": earned_once,
    "earned_in_two_turns": earned_in_two_turns,
    "marker_put_wrong": marker_put_wrong,
    "over_bridge": over_bridge,
    "along_woods": along_woods,
    "leaves_column": leaves_column,
    "before_frontline": before_frontline,
}
"""Every kind of legal scene."""
