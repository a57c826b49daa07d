"""Faults of It Never Snows planted in a log: each is found as illegal, or unchecked by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tests.logs.scs.player import PREPARED_HEX, Player, UnluckyError
from tests.logs.scs.scenario import BLOWN, PREPARED
from tests.logs.scs.table import AWAY


@dataclass(frozen=True, slots=True)
class Planted:
    """What was done against the rules: the check that must tell of it, and the unit, "" for any."""

    kind: str
    check: str
    unit: str = ""


def still(player: Player, side: str = "") -> list[str]:
    """The units that nobody fights: an enemy is near enough to bar a Road March."""
    return [
        id_
        for id_ in (player.of(side) if side else player.at)
        if player.nearest(id_) == 3
        and not player.states[id_] & {"dg", "oos"}
        and id_ not in player.moved
        and (player.unit(id_).ma or 0) > 0
    ]


def too_far(player: Player, id_: str, least: int = 1, most: int = 3) -> str:
    """A hex beyond the unit's allowance that it could go to with some MP more."""
    ma = player.unit(id_).ma or 0
    near = player.reach(id_)
    far = player.reach(id_, ma=ma + most)
    return player.pick(h for h, mp in far.items() if h not in near and mp >= ma + least)


def slow(player: Player) -> str:
    """A unit that does not exploit and may not Road March."""
    return player.pick(id_ for id_ in still(player) if not player.unit(id_).exploit)


def over_allowance(player: Player) -> Planted:
    """One drag beyond the allowance."""
    id_ = slow(player)
    player.put(id_, too_far(player, id_))
    return Planted("over allowance", "move", id_)


def moves_twice(player: Player) -> Planted:
    """Two moves of a unit that does not exploit."""
    id_ = slow(player)
    goal = player.pick(h for h, mp in player.reach(id_).items() if player.nearest(id_, h) == 3)
    player.put(id_, goal)
    player.put(id_, too_far(player, id_, 1, 2))
    return Planted("moves twice", "move", id_)


def over_hex_by_hex(player: Player) -> Planted:
    """The same, hex by hex."""
    id_ = slow(player)
    player.put(id_, *player.way(id_, too_far(player, id_)))
    return Planted("over allowance, hex by hex", "move", id_)


def disorganized(player: Player) -> Planted:
    """A Disorganized unit that moves as if it were not."""
    id_ = slow(player)
    goal = player.pick(h for h, mp in player.reach(id_).items() if mp > 3)
    player.show(id_, "dg")
    player.put(id_, goal)
    return Planted("Disorganized", "move", id_)


def sheds(player: Player) -> Planted:
    """DG is taken off, the unit moves, DG is put on again."""
    id_ = slow(player)
    goal = player.pick(h for h, mp in player.reach(id_).items() if mp > 3)
    player.show(id_, "dg")
    player.table.next_turn()
    player.roll()
    player.show(id_, "dg", False)
    player.put(id_, goal)
    player.show(id_, "dg")
    return Planted("sheds DG", "state", id_)


def sheds_for_good(player: Player) -> Planted:
    """DG is taken off before the unit moves."""
    id_ = slow(player)
    goal = player.pick(h for h, mp in player.reach(id_).items() if mp > 3)
    player.show(id_, "dg")
    player.table.next_turn()
    player.roll()
    player.show(id_, "dg", False)
    player.put(id_, goal)
    return Planted("sheds DG for good", "move", id_)


def over_water(player: Player) -> Planted:
    """A Sea Line crossed without a bridge."""
    ways = []
    for id_ in still(player):
        here = player.id(player.at[id_])
        for d in range(6):
            kinds = {f.kind for f in player.map.sides.get(here * 6 + d, ())}
            far = player.map.beside[d][here]
            if kinds == {"sea_line"} and far >= 0:
                goal = player.map.number(far)
                if goal not in player.reach(id_) and goal not in player.foes(id_):
                    ways.append(f"{id_} {goal}")
    id_, goal = player.pick(ways).split()
    player.put(id_, goal)
    return Planted("over a Sea Line", "move", id_)


def immobile(player: Player) -> Planted:
    """A unit with an allowance of Na that moves."""
    id_ = player.pick(i for i in player.at if player.unit(i).ma == -1 and player.nearest(i) > 2)
    free = [h for h in player.beside(player.at[id_]) if player.crossed(player.at[id_], h)]
    player.put(id_, player.pick(h for h in free if h not in player.foes(id_)))
    return Planted("Na", "move", id_)


def among_enemies(player: Player) -> Planted:
    """A unit that goes into an enemy's hex and stays there."""
    id_ = player.pick(i for i in player.at if player.nearest(i) == 1 and i not in player.moved)
    foe = player.pick(h for h in player.beside(player.at[id_]) if h in player.foes(id_))
    player.put(id_, foe)
    return Planted("among enemies", "move", id_)


def through_zone(player: Player) -> Planted:
    """A unit that goes past an enemy through his Zone of Control."""
    for id_ in player.chance.sample(sorted(player.at), len(player.at)):
        unit = player.unit(id_)
        if not unit.ma or unit.ma < 4 or player.nearest(id_) < 2 or unit.exploit:
            continue
        path = [player.at[id_]]
        for _ in range(4):
            near = [
                h
                for h in player.beside(path[-1])
                if h not in path
                and h not in player.foes(id_)
                and player.crossed(path[-1], h)
                and player.map.terrain_of(player.id(h)) == "clear"
            ]
            if not near:
                break
            path.append(min(near, key=lambda h: (player.nearest(id_, h), h)))
        stops = [h for h in path[1:-1] if player.nearest(id_, h) == 1]
        if len(path) == 5 and stops and path[-1] not in player.reach(id_):
            player.put(id_, *path[1:])
            return Planted("through a Zone of Control", "move", id_)
    raise UnluckyError


def overstacks(player: Player) -> Planted:
    """Five units in a hex when the turn is over."""
    full = {h for h in player.at.values() if list(player.at.values()).count(h) == 4}
    near = [
        f"{id_} {h}"
        for id_ in still(player)
        for h in full
        if 1 <= player.far(player.at[id_], h) <= 4 and h not in player.foes(id_)
    ]
    id_, goal = player.pick(near).split()
    player.put(id_, goal)
    return Planted("overstacks", "stacking")


def out_of_turn(player: Player) -> Planted:
    """The Allied side moves again after the Germans."""
    for side in ("Allied", "German", "Allied"):
        id_ = player.pick(
            i for i in player.of(side) if i not in player.moved and player.nearest(i) > 3
        )
        reach = player.reach(id_)
        start = player.at[id_]
        player.put(id_, player.pick(h for h in reach if player.far(start, h) >= 1))
        player.moved.add(id_)
    return Planted("out of turn", "turn")


def blows(player: Player) -> Planted:
    """A bridge is blown though no Allied unit is at it."""
    if any(player.far(player.at[one], PREPARED_HEX) < 3 for one in player.of("Allied")):
        raise UnluckyError
    player.table.turn_over(player.game.told.ids[PREPARED], "reduced", True)
    return Planted("blows a bridge", "bridge", PREPARED)


def mends(player: Player) -> Planted:
    """A blown bridge shows its other side again."""
    player.table.turn_over(player.game.told.ids[BLOWN], "reduced", False)
    return Planted("mends a bridge", "bridge", BLOWN)


def step_back(player: Player) -> Planted:
    """A reduced unit shows its front again."""
    id_ = player.pick(i for i in player.at if "reduced" in player.states[i])
    player.show(id_, "reduced", False)
    return Planted("a step back", "state", id_)


def off_map(player: Player) -> Planted:
    """A unit leaves the map and comes back elsewhere."""
    id_ = slow(player)
    player.table.drag(player.game.told.ids[id_], *AWAY)
    goal = player.pick(h for h in player.at.values() if player.far(h, player.at[id_]) > 9)
    player.put(id_, goal)
    return Planted("off the map", "off_map", id_)


def rolls_again(player: Player) -> Planted:
    """A die that is taken back and rolled again."""
    player.roll("d6")
    player.table.undo()
    player.roll("d6")
    return Planted("rolls again", "undo")


def starved_gun(player: Player) -> Planted:
    """Artillery that is Out of Supply and spends no ammunition fires."""
    id_ = player.pick(i for i in player.at if player.unit(i).yellow is False)
    player.show(id_, "oos")
    player.show(id_, "fired")
    return Planted("fires Out of Supply", "state", id_)


def starved_overrun(player: Player) -> Planted:
    """A unit that is Out of Supply goes into an enemy's hex."""
    id_ = player.pick(i for i in player.at if player.nearest(i) == 1 and player.unit(i).exploit)
    foe = player.pick(h for h in player.beside(player.at[id_]) if h in player.foes(id_))
    player.show(id_, "oos")
    player.put(id_, foe)
    return Planted("overruns Out of Supply", "move", id_)


def slow_exploits(player: Player) -> Planted:
    """A unit that is not Exploit Capable is marked as exploiting."""
    id_ = player.pick(i for i in player.at if player.unit(i).exploit is False)
    player.show(id_, "exploited")
    return Planted("exploits", "state", id_)


FAULTS: Mapping[str, Callable[[Player], Planted]] = {
    deed.__name__: deed
    for deed in (
        over_allowance,
        moves_twice,
        over_hex_by_hex,
        disorganized,
        sheds,
        sheds_for_good,
        over_water,
        immobile,
        among_enemies,
        through_zone,
        overstacks,
        out_of_turn,
        blows,
        mends,
        step_back,
        off_map,
        rolls_again,
        starved_gun,
        starved_overrun,
        slow_exploits,
    )
}
