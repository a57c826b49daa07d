"""Faults of It Never Snows made in the habits of people: each is illegal, whatever is beside it.

A habit comes first (a slip undone, a stack dragged whole, a measured way), the fault after it or
amid it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from tests.logs.scs.faults import (
    Planted,
    over_water,
    slow,
    still,
    too_far,
)
from tests.logs.scs.player import Player, UnluckyError
from tests.logs.scs.scenario import InsGame
from tests.logs.scs.table import AWAY, Table


def goes_on(player: Player, id_: str, *reach: str) -> str:
    """A hex that a unit which has moved reaches no more; not one of those it could at first."""
    goal = too_far(player, id_, 1, 2)
    if goal in reach:
        raise UnluckyError
    return goal


def slips_first(player: Player) -> Planted:
    """A slip that is corrected, and then too far."""
    id_ = slow(player)
    goal = too_far(player, id_)
    player.put(id_, player.pick(player.at.values()), goal)
    return Planted("slips, then too far", "move", id_)


def undoes_first(player: Player) -> Planted:
    """A drag that is undone, and the same unit too far."""
    id_ = slow(player)
    goal, start = too_far(player, id_), player.at[id_]
    player.put(id_, player.pick(player.reach(id_)))
    player.table.undo()
    player.at[id_] = start
    player.put(id_, goal)
    return Planted("undoes, then too far", "move", id_)


def undoes_another(player: Player) -> Planted:
    """Too far, and then another unit's drag is undone."""
    id_ = slow(player)
    player.put(id_, too_far(player, id_))
    other = player.pick(one for one in still(player) if one != id_)
    start = player.at[other]
    player.put(other, player.pick(player.reach(other)))
    player.table.undo()
    player.at[other] = start
    return Planted("too far, another's undone", "move", id_)


def measures_first(player: Player) -> Planted:
    """A way measured with the piece and put back, then too far hex by hex."""
    id_ = slow(player)
    start, way = player.at[id_], player.way(id_, too_far(player, id_))
    player.put(id_, *way[:2], start, *way)
    return Planted("measures, then too far", "move", id_)


def talks_amid(player: Player) -> Planted:
    """Too far in two drags with talk and a look beside the map between."""
    id_ = slow(player)
    reach = [*player.reach(id_)]
    goal = player.pick(h for h in reach if player.nearest(id_, h) == 3)
    player.put(id_, goal)
    player.table.say()
    player.table.drag(player.game.told.ids[id_], *AWAY)
    player.put(id_, goal, goes_on(player, id_, *reach))
    return Planted("too far in two drags", "move", id_)


def stacks_first(player: Player) -> Planted:
    """A stack goes by the rules, and one of it goes on too far."""
    id_ = slow(player)
    here = player.at[id_]
    together = [one for one, at in player.at.items() if at == here]
    if len(together) < 2 or not set(together) <= set(still(player)):
        raise UnluckyError
    reach = [*player.reach(id_)]
    common = set.intersection(*(set(player.reach(one)) for one in together))
    goal = player.pick(h for h in common if player.nearest(id_, h) == 3)
    player.table.drag_stack(
        player.game.told.ids[id_], "Market-Garden", player.game.told.pixel(goal)
    )
    for one in together:
        player.at[one] = goal
    player.put(id_, goes_on(player, id_, *reach))
    return Planted("a stack, one of it too far", "move", id_)


def fires_first(player: Player) -> Planted:
    """Guns fire elsewhere, and nobody is near a unit that goes too far in two drags."""
    id_ = player.pick(
        one
        for one in player.at
        if player.nearest(one) > 4
        and not player.unit(one).exploit
        and (player.unit(one).ma or 0) > 0
    )
    reach = [*player.reach(id_)]
    player.put(id_, player.pick(reach))
    player.roll("d6")
    player.put(id_, goes_on(player, id_, *reach))
    return Planted("a die elsewhere, too far", "move", id_)


def crosses_after_a_die(player: Player) -> Planted:
    """A Sea Line crossed after a die of somebody else's fight."""
    player.roll("d6")
    return over_water(player)


HABITUAL: Mapping[str, Callable[[Player], Planted]] = {
    deed.__name__: deed
    for deed in (
        slips_first,
        undoes_first,
        undoes_another,
        measures_first,
        talks_amid,
        stacks_first,
        fires_first,
        crosses_after_a_die,
    )
}


def misdoing(
    kind: str, seed: int, open_table: Callable[[int], Table], game: InsGame
) -> tuple[Player, Table, Planted]:
    """A game with a fault of a kind, among other things or not; again where luck is against it."""
    for again in range(60):
        table = open_table(seed + 1000 * again)
        player = Player(table, game, random.Random(seed + 100_000 * again))
        try:
            if player.chance.random() < 0.5:
                player.player_turn("Allied", 3)
            table.next_turn()
            player.moved.clear()
            player.roll()
            planted = HABITUAL[kind](player)
            table.next_turn()
            return player, table, planted
        except UnluckyError:
            continue
    raise AssertionError(f"game {seed}: nobody is ever lucky with {kind}")
