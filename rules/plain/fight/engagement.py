"""An attack on a hex as a position has it: who fights, across what, and the facts of a ``when``."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clubroute.rules.answer.working import Working, all_of, any_of, negated
from clubroute.rules.engine.fight_tables import CombatModifier, Near
from clubroute.rules.engine.ground import COMBAT, AsPrinted, crossed
from clubroute.rules.engine.keys import FROM_SIDES
from clubroute.rules.engine.tables import ChartRow, RuleTables
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.plain.game import PlainPosition, PlainUnit
from clubroute.rules.plain.movement.zones import facing_of, side_of

# The facts of a modifier in words.


def told_when(when: Mapping[str, Any]) -> str:
    """The facts of a modifier in words."""

    def words(value: Any) -> str:
        many = sorted(value) if isinstance(value, frozenset) else value
        return " or ".join(map(str, many)) if isinstance(many, list | tuple) else str(many)

    return ", ".join(f"{name.replace('_', ' ')} {words(value)}" for name, value in when.items())


@dataclass(frozen=True, slots=True)
class Engagement:
    """An attack. ``across`` has by attacker what its attack crosses, None where its hex is not
    known."""

    rules: RuleTables
    country: MapFile
    state: PlainPosition
    target: int
    attackers: Sequence[PlainUnit]
    defenders: Sequence[PlainUnit]
    across: Sequence[Sequence[ChartRow] | None]

    @property
    def side(self) -> str | None:
        """Whose attack it is."""
        return self.attackers[0].side

    def crossing(self, row: ChartRow) -> bool | None:
        """Whether the attack crosses a hexside of a kind: some attacker, or all of them if the
        chart says so; None if that is not known."""
        facts = [None if many is None else row in many for many in self.across]
        return all_of(facts) if row.all else any_of(facts)

    def rank(self, units: Iterable[PlainUnit], ranks: Sequence[str]) -> list[bool | None]:
        """Of each unit, whether its kind or class is among some."""
        return [
            None if one.kind is None else one.kind in ranks or self.rules.class_of(one) in ranks
            for one in units
        ]

    def among(self, units: Iterable[PlainUnit], ranks: Sequence[str]) -> list[bool | None]:
        """Of each unit, whether it is of some kinds or classes, or in some states."""
        return [self.rules.is_among(one, ranks) for one in units]

    def in_state(self, units: Iterable[PlainUnit], states: Sequence[str]) -> list[bool | None]:
        """Of each unit, whether it is in one of some states."""
        return [any_of(one.shows(state) for state in states) for one in units]

    def holds(self, modifier: CombatModifier, work: Working) -> bool | None:
        """Whether all facts of a modifier hold; what is not known of them is needed."""
        found = {name: FACTS[name](self, value) for name, value in modifier.when.items()}
        whole = all_of(found.values())
        if whole is None:
            for name, value in found.items():
                if value is None:
                    work.need(f"{NEEDS[name]} ({modifier.rule})")
        return whole


def across_of(
    rules: RuleTables, country: MapFile, target: int, units: Iterable[PlainUnit]
) -> list[Sequence[ChartRow] | None]:
    """By attacker the rows of what its attack crosses; None where that is not known."""
    found: list[Sequence[ChartRow] | None] = []
    for one in units:
        here = None if one.hex is None else country.id(one.hex)
        if here is None or country.between(here, target) != 1:
            found.append(None)
        else:
            found.append(crossed(rules, AsPrinted(country), country.place(here, target), COMBAT))
    return found


def from_hexes(fight: Engagement, least: int) -> bool | None:
    """Whether the attack comes from so many hexes."""
    hexes = [one.hex for one in fight.attackers]
    if len(set(hexes) - {None}) >= least:
        return True
    return None if None in hexes else False


def crosses(fight: Engagement, kinds: Sequence[str]) -> bool | None:
    """Whether every attacker crosses a hexside of some kinds."""
    return all_of(
        None if many is None else any(row.name in kinds for row in many) for many in fight.across
    )


def stand_on(fight: Engagement, kinds: Sequence[str]) -> list[bool | None]:
    """Of each attacker, whether it stands on some terrain."""
    country = fight.country
    return [
        None if one.hex is None else country.terrain_of(country.id(one.hex)) in kinds
        for one in fight.attackers
    ]


def joined(fight: Engagement, ranks: Sequence[str]) -> bool | None:
    """Whether a friendly unit of some kinds, classes or states stands with an attacker."""
    hexes = {one.hex for one in fight.attackers}
    friends = [one for one in fight.state.of(fight.side or "") if one.hex in hexes - {None}]
    there = any_of(fight.among([*fight.attackers, *friends], ranks))
    return None if there is False and (None in hexes or fight.state.units is None) else there


def near(fight: Engagement, told: Near) -> bool | None:
    """Whether a friendly unit stands so near an attacker."""
    friends = [*fight.attackers, *fight.state.of(fight.side or "")]
    return so_near(fight, told, friends, [one.hex for one in fight.attackers])


def near_enemy(fight: Engagement, told: Near) -> bool | None:
    """Whether an enemy unit stands so near the hex that is attacked."""
    enemies = [one for one in fight.state.units or () if one.side not in (None, fight.side)]
    here = fight.country.number(fight.target)
    return so_near(fight, told, [*fight.defenders, *enemies], [here])


def so_near(
    fight: Engagement, told: Near, units: Sequence[PlainUnit], hexes: Sequence[str | None]
) -> bool | None:
    """Whether one of some units is of what is asked for, and near one of some hexes."""
    country = fight.country

    def close(unit: PlainUnit) -> bool | None:
        if unit.hex is None:
            return None
        ids = [None if one is None else country.id(one) for one in hexes]
        away = [None if id_ is None else country.between(country.id(unit.hex), id_) for id_ in ids]
        return any_of(None if far is None else far <= told.hexes for far in away)

    there = any_of(all_of((fight.rules.is_among(one, told.of), close(one))) for one in units)
    return None if there is False and fight.state.units is None else there


def from_side(fight: Engagement, sides: Sequence[str]) -> bool | None:
    """Whether the side of a defender farthest round from which some attacker attacks is one of
    some: the rear before a flank, a flank before the front."""
    row = fight.rules.facing
    facings = [facing_of(fight.country, one) for one in fight.defenders]
    places = [None if one.hex is None else fight.country.id(one.hex) for one in fight.attackers]
    if row is None or None in facings or None in places:
        return None
    found = {
        side_of(facing, row.front, fight.country.direction(fight.target, place))
        for facing in facings
        for place in places
        if facing is not None and place is not None
        if fight.country.between(fight.target, place) == 1
    }
    worst = next((one for one in reversed(FROM_SIDES) if one in found), "")
    return worst in sides


def within(fight: Engagement, unit: PlainUnit, many: Collection[int]) -> bool | None:
    """Whether an attacker is so many hexes away."""
    here = None if unit.hex is None else fight.country.id(unit.hex)
    return None if here is None else fight.country.between(here, fight.target) in many


def among(value: object, known: Iterable[object]) -> bool | None:
    """Whether a thing is among some; None if it is not said."""
    return None if value is None or value == "" else value in tuple(known)


FACTS: Mapping[str, Callable[[Engagement, Any], bool | None]] = {
    "side": lambda fight, names: among(fight.side, names),
    "attackers": lambda fight, ranks: all_of(fight.rank(fight.attackers, ranks)),
    "with": lambda fight, ranks: any_of(fight.among(fight.attackers, ranks)),
    "with_each": lambda fight, ranks: all_of(
        any_of(fight.among(fight.attackers, (rank,))) for rank in ranks
    ),
    "joined": joined,
    "near": near,
    "near_enemy": near_enemy,
    "defenders": lambda fight, ranks: all_of(fight.rank(fight.defenders, ranks)),
    "against": lambda fight, ranks: any_of(fight.among(fight.defenders, ranks)),
    "not_against": lambda fight, ranks: negated(any_of(fight.among(fight.defenders, ranks))),
    "state": lambda fight, states: all_of(fight.in_state(fight.attackers, states)),
    "defenders_state": lambda fight, states: all_of(fight.in_state(fight.defenders, states)),
    "terrain": lambda fight, kinds: fight.country.terrain_of(fight.target) in kinds,
    "not_terrain": lambda fight, kinds: negated(fight.country.terrain_of(fight.target) in kinds),
    "on": lambda fight, kinds: any_of(stand_on(fight, kinds)),
    "not_on": lambda fight, kinds: negated(any_of(stand_on(fight, kinds))),
    "from_side": from_side,
    "hexside": crosses,
    "weather": lambda fight, names: (
        None if fight.state.weather is None else fight.state.weather in names
    ),
    "phase": lambda fight, names: among(fight.state.phase, names),
    "turn": lambda fight, turns: among(fight.state.turn, turns),
    "range": lambda fight, many: all_of(within(fight, one, many) for one in fight.attackers),
    "hexes": from_hexes,
    "stack": lambda fight, least: len(fight.defenders) >= least,
}
NEEDS: Mapping[str, str] = {
    "side": "attackers.side: whose attack it is",
    "attackers": "attackers.kind: the kind of each",
    **dict.fromkeys(
        ("with", "with_each"), "attackers.kind, attackers.state: what each is and shows"
    ),
    "defenders": "defenders.kind: the kind of each",
    "against": "defenders.kind, defenders.state: what each is and shows",
    "joined": "state.units: who stands with the attackers",
    "near": "state.units: what units there are, and where",
    "near_enemy": "state.units: what units there are, and where",
    "from_side": "defenders.facing: which hexside each faces",
    "not_against": "defenders.kind, defenders.state: what each is and shows",
    "state": "attackers.state: what each shows",
    "defenders_state": "defenders.state: what each shows",
    **dict.fromkeys(
        ("hexside", "hexes", "on", "not_on", "range"), "attackers.hex: the hex each attacks from"
    ),
    "weather": "state.weather or state.turn: the weather",
    "phase": "state.phase: the phase",
    "turn": "state.turn: the game turn",
}
"""What must be known where a fact is not."""
