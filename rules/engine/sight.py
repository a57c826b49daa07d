"""Whether one hex sees another, by the heights of ground and hexsides in a game's charts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from clubroute.rules.answer.model import Step
from clubroute.rules.engine.ground import MapNow, rows_along
from clubroute.rules.engine.tables import ChartRow, RuleTables, SightRow
from clubroute.rules.ground.mapfile import NOWHERE
from clubroute.rules.kit.lines import Along, Corner, Crossing, Inside, Offset, Pair, meetings


def blocking(rules: RuleTables, ground: MapNow, a: int, b: int) -> Iterator[Step]:
    """What blocks the straight line from the middle of a hex to that of another, in order.

    What stands in the two hexes, and along their own hexsides, blocks nothing; nor is the next hex
    ever hidden.
    """
    row, country = rules.sight, ground.map
    if row is None or a == b or country.between(a, b) == 1:
        return
    far = country.between(a, b)
    if row.most is not None and far > row.most:
        yield refusal(f"{far} hexes away, at most {row.most} are seen", row.rule_of("most"))
    (line, half), (to_line, to_half) = country.hex(a), country.hex(b)
    ends = (a, b)
    highest = max(level_of(rules, ground, one) for one in ends)

    def id_of(at: Offset) -> int:
        return country.at(line + at[0], half + at[1])

    def hidden(places: Iterable[Offset]) -> list[Step]:
        found = (over_hex(rules, ground, row, id_of(one), highest) for one in places)
        return [one for one in found if one is not None]

    def hedged(many: Iterable[Pair]) -> list[Step]:
        pairs = ((id_of(one), id_of(other)) for one, other in many)
        beyond = (two for two in pairs if not {*two} & {*ends})
        found = (over_side(rules, ground, row, *two, highest) for two in beyond)
        return [one for one in found if one is not None]

    for met in meetings((to_line - line, to_half - half)):
        if isinstance(met, Inside):
            yield from hidden([met.hex])
        elif isinstance(met, Crossing):
            yield from hedged([met.side])
        elif isinstance(met, Along):
            both = between(row, hidden([met.left]), hidden([met.right]))
            yield from (replace(one, rule=row.rule_of("along")) for one in both)
        elif isinstance(met, Corner):
            yield from between(row, hedged(met.left), hedged(met.right))


def between(row: SightRow, left: Sequence[Step], right: Sequence[Step]) -> Sequence[Step]:
    """What blocks a line that passes between two things that may."""
    blocked = (left or right) if row.either else (left and right)
    return blocked[:1]


def over_hex(
    rules: RuleTables, ground: MapNow, row: SightRow, id_: int, highest: int
) -> Step | None:
    """The line by which a hex blocks, None if one looks over it; off the map nothing does."""
    if id_ == NOWHERE:
        return None
    chart = rules.terrain.get(ground.terrain(id_))
    if chart is None or not hides(row, chart.level + chart.height, highest):
        return None
    return refusal(f"{ground.map.number(id_)} is in the way: {chart.title}", row.rule_of("hex"))


def over_side(
    rules: RuleTables, ground: MapNow, row: SightRow, a: int, b: int, highest: int
) -> Step | None:
    """The line by which what lies along a hexside blocks, None if one looks over it."""
    if NOWHERE in (a, b):
        return None
    place = ground.map.place(a, b)
    stands = min(level_of(rules, ground, a), level_of(rules, ground, b))
    for name in sorted(rows_along(rules, ground.sides(place))):
        chart: ChartRow = rules.hexside[name]
        if chart.height and hides(row, stands + chart.height, highest):
            where = f"{ground.map.number(a)}/{ground.map.number(b)}"
            return refusal(f"the {chart.title} {where} is in the way", row.rule_of("hexside"))
    return None


def hides(row: SightRow, top: int, highest: int) -> bool:
    """Whether something so high hides what lies behind it from the higher end."""
    return top > highest or (row.as_high and top == highest and top > 0)


def level_of(rules: RuleTables, ground: MapNow, id_: int) -> int:
    """How high the ground of a hex is."""
    chart = rules.terrain.get(ground.terrain(id_))
    return 0 if chart is None else chart.level


def refusal(why: str, rule: str) -> Step:
    """A line that says what blocks."""
    return Step(why, rule, verdict="blocked")
