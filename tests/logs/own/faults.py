"""Plain violations of a game's rules planted in a log, which the check must find illegal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from clubroute.rules.plain.game import turn_named
from tests.logs.own.player import OwnPlayer, UnluckyError


@dataclass(frozen=True, slots=True)
class Planted:
    """What was done against the rules: the check that must tell of it, and the unit, "" for any."""

    check: str
    unit: str = ""


def still(player: OwnPlayer) -> list[str]:
    """The units of the side that moves first which may move, and that nobody fights."""
    return [
        id_
        for id_ in player.fresh(player.game.sides[0])
        if not player.foes(id_, 2) and player.reach(id_)
    ]


def beyond(player: OwnPlayer, id_: str) -> str:
    """A hex that a unit could come to with a few MP more, free of all units."""
    near = player.reach(id_)
    most = player.unit(id_) | {"move": 2 + max(near.values()) + 4}
    far = player.ask("move.reach", id_, unit=most, from_=player.at[id_]).get("hexes", {})
    taken = set(player.at.values())
    return player.pick(
        hex_ for hex_, mp in far.items() if hex_ not in near and hex_ not in taken and mp > 4
    )


def too_far(player: OwnPlayer) -> Planted:
    """One drag beyond the allowance."""
    id_ = player.pick(still(player))
    player.put(id_, beyond(player, id_))
    return Planted("move", id_)


def too_far_hex_by_hex(player: OwnPlayer) -> Planted:
    """The same, hex by hex."""
    id_ = player.pick(still(player))
    goal = beyond(player, id_)
    more = player.unit(id_) | {"move": 40}
    player.put(id_, *player.way(id_, goal, unit=more))
    return Planted("move", id_)


def moves_twice(player: OwnPlayer) -> Planted:
    """Two moves, each of all that a unit may."""
    id_ = player.pick(still(player))
    reach, start = player.reach(id_), player.at[id_]
    goal = player.pick(hex_ for hex_, mp in reach.items() if mp == max(reach.values()))
    player.put(id_, goal)
    taken = {*reach, start, *player.at.values()}
    player.put(id_, player.pick(hex_ for hex_ in player.reach(id_) if hex_ not in taken))
    return Planted("move", id_)


def barred_ground(player: OwnPlayer) -> Planted:
    """A way hex by hex whose last step no unit of its class may make, with no way round."""
    ways = []
    taken = set(player.at.values())
    for id_ in still(player):
        near = player.reach(id_)
        far = player.reach(id_, unit=player.unit(id_) | {"move": 2 * max(near.values()) + 4})
        ways += [
            f"{id_} {hex_} {to}"
            for hex_ in near
            for to in player.beside(hex_)
            if to not in far and to not in taken and not player.state_at(id_, hex_)
        ]
    id_, hex_, to = player.pick(ways).split()
    player.put(id_, *player.way(id_, hex_), to)
    return Planted("move", id_)


def among_enemies(player: OwnPlayer) -> Planted:
    """A unit that goes into an enemy's hex and stays there."""
    side = player.game.sides[0]
    id_ = player.pick(id_ for id_ in player.fresh(side) if player.foes(id_, 4))
    player.put(id_, player.at[player.pick(player.foes(id_, 4))])
    return Planted("move", id_)


def through_zone(player: OwnPlayer) -> Planted:
    """A unit that enters a zone and goes on."""
    for id_ in player.chance.sample(still(player), len(still(player))):
        reach, taken = player.reach(id_), set(player.at.values())
        stops = [hex_ for hex_ in reach if player.state_at(id_, hex_)]
        for stop in sorted(stops):
            ons = [hex_ for hex_ in player.beside(stop) if hex_ not in reach and hex_ not in taken]
            if ons:
                player.put(id_, *player.way(id_, stop), player.pick(ons))
                return Planted("move", id_)
    raise UnluckyError


def dug_in(player: OwnPlayer) -> Planted:
    """A unit that moves in a state in which none does."""
    id_ = player.pick(still(player))
    goal = player.pick(player.reach(id_))
    player.show(id_, "dug-in")
    player.put(id_, goal)
    return Planted("move", id_)


def too_many(player: OwnPlayer) -> Planted:
    """More units in a hex than may be there, at the end of a turn."""
    side = player.game.sides[0]
    counts = [id_ for id_ in player.of(side) if player.game.counters[id_].kind == "infantry"]
    hexes: dict[str, list[str]] = {}
    for id_ in counts:
        for hex_ in player.reach(id_):
            hexes.setdefault(hex_, []).append(id_)
    here = player.pick(
        hex_
        for hex_, many in hexes.items()
        if len(many) + sum(at == hex_ and id_ in counts for id_, at in player.at.items()) >= 5
        or len(many) >= 3
    )
    many = [id_ for id_ in hexes[here] if player.at[id_] != here]
    for id_ in many[:5]:
        player.put(id_, here)
    return Planted("stacking")


def after_combat(player: OwnPlayer) -> Planted:
    """A unit far from all enemies that moves when combat has driven an enemy off."""
    side = player.game.sides[0]
    attackers, target = player.attack(side)
    foe = player.pick(id_ for id_ in player.at if player.at[id_] == target)
    id_ = player.pick(set(still(player)) - set(attackers))
    goal = player.pick(player.reach(id_))
    other = player.pick(set(player.fresh(side)) - {id_, *attackers})
    player.put(other, player.pick(player.reach(other)))
    player.roll(6)
    ends = player.ask("combat.retreat", foe, from_=target, hexes=1).get("hexes", ())
    away = [one for one in ends if all(player.far(one, player.at[a]) > 1 for a in attackers)]
    player.put(foe, player.pick(away))
    player.put(id_, goal)
    return Planted("move", id_)


def flees_too_far(player: OwnPlayer) -> Planted:
    """A unit that retreats four hexes more than any result makes it."""
    side = player.game.sides[0]
    _, target = player.attack(side)
    foe = player.pick(id_ for id_ in player.at if player.at[id_] == target)
    player.roll(6)
    here = player.at[foe]
    most = player.unit(foe) | {"move": 60}
    far = player.ask("move.reach", foe, unit=most, from_=here).get("hexes", {})
    taken = set(player.at.values())
    player.put(
        foe,
        player.pick(h for h in far if player.far(here, h) > 8 and h not in taken),
    )
    return Planted("move", foe)


def advances_from_afar(player: OwnPlayer) -> Planted:
    """A unit that was not beside the enemy goes into his hex after the dice."""
    side = player.game.sides[0]
    _, target = player.attack(side)
    foes = [id_ for id_ in player.at if player.at[id_] == target]
    slow = [
        id_
        for id_ in still(player)
        if player.far(player.at[id_], target) > 1 and target not in player.reach(id_)
    ]
    id_ = player.pick(one for one in slow if not player.could_reach(one, target))
    player.roll(6)
    for foe in foes:
        player.kill(foe)
    player.put(id_, target)
    return Planted("move", id_)


def too_early(player: OwnPlayer) -> Planted:
    """A reinforcement that comes before its turn."""
    id_ = player.pick(
        one
        for one, (when, _) in player.own.waiting.items()
        if (turn_named(player.game, when) or 0) > player.turn
    )
    player.come(id_, player.own.waiting[id_][1])
    return Planted("arrival", id_)


FAULTS: Mapping[str, Callable[[OwnPlayer], Planted]] = {
    "too far": too_far,
    "too far, hex by hex": too_far_hex_by_hex,
    "moves twice": moves_twice,
    "barred ground": barred_ground,
    "among enemies": among_enemies,
    "through a zone": through_zone,
    "dug in": dug_in,
    "too many": too_many,
    "after combat": after_combat,
    "flees too far": flees_too_far,
    "advances from afar": advances_from_afar,
    "too early": too_early,
}
