"""What one step costs by a game's charts, or why it is refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from clubroute.rules.answer.model import Step
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.plain.book.tables import ALL, GROUND, ChartRow, RuleTables


@dataclass(frozen=True, slots=True)
class StepPrice:
    """What a step costs in half-MP, None if it is refused, with a line for each part.

    ``whole``: it takes the whole allowance, which must not be touched before.
    """

    half_mp: int | None
    steps: tuple[Step, ...]
    whole: bool = False


def step_price(
    rules: RuleTables, country: MapFile, a: int, place: int, class_: str | None
) -> StepPrice:
    """The cheapest way to make a step out of hex ``a`` over a hexside, or the first refusal."""
    b = country.beside[place % 6][a]
    found = list(prices(rules, country, place, b, class_))
    open_ = [one for one in found if one.half_mp is not None]
    if not open_:
        return found[0]
    return min(open_, key=lambda one: (one.whole, one.half_mp or 0))


def prices(
    rules: RuleTables, country: MapFile, place: int, b: int, class_: str | None
) -> Iterator[StepPrice]:
    """The prices of a step: off all Roads, then along each kind of Road that runs along it."""
    ground = [row for row in (terrain_row(rules, country, b),) if row]
    yield summed(ground, class_, (), rules, country, place, off_road=True)
    kinds = {country.roads[link.road].kind for link in country.links.get(place, ())}
    for row in rules.road.values():
        told = None if row.move is None else row.move.of(class_)
        if row.along not in kinds or told is None:
            continue
        if told != GROUND:
            yield summed([row], class_, row.lifted(class_), rules, country, place)
        elif ground:
            yield summed(ground, class_, row.lifted(class_), rules, country, place)


def terrain_row(rules: RuleTables, country: MapFile, b: int) -> ChartRow | None:
    """The row of a hex's terrain, None where the chart has none."""
    return rules.terrain.get(country.terrain_of(b))


def crossed(rules: RuleTables, country: MapFile, place: int) -> list[ChartRow]:
    """The rows of what lies along a hexside, as it is crossed out of the place's own hex, without
    what another of them lifts."""
    kinds = country.features(place)
    if not kinds:
        return []
    a, b = place // 6, country.beside[place % 6][place // 6]
    rows = [
        row for row in rules.hexside.values() if row.along in kinds and leads(country, row, a, b)
    ]
    lifted = {name for row in rows for name in row.lifts}
    return [row for row in rows if lifted.isdisjoint((row.name, row.along))]


def leads(country: MapFile, row: ChartRow, a: int, b: int) -> bool:
    """Whether a row of a hexside holds for what crosses it from one hex to another."""
    return goes_into(country, row.into, a, b) and goes_into(country, row.out_of, b, a)


def goes_into(country: MapFile, places: tuple[str, ...], a: int, b: int) -> bool:
    """Whether a step leads from outside into some areas or terrain; so it does where none are
    named."""
    return not places or (lies_in(country, places, b) and not lies_in(country, places, a))


def lies_in(country: MapFile, places: tuple[str, ...], id_: int) -> bool:
    """Whether a hex is of one of some areas, of an area of some kind, or of some terrain."""
    if country.terrain_of(id_) in places:
        return True
    return any(id_ in one.hexes for one in country.areas if one.id in places or one.kind in places)


def summed(
    rows: list[ChartRow],
    class_: str | None,
    lifts: tuple[str, ...],
    rules: RuleTables,
    country: MapFile,
    place: int,
    off_road: bool = False,
) -> StepPrice:
    """The price of entering by some rows, and of what is crossed unless the Road lifts that.

    :param off_road: the step is along no Road.
    """
    over = [
        row
        for row in ([] if "hexside" in lifts else crossed(rules, country, place))
        if row.name not in lifts and row.along not in lifts
    ]
    lines: list[Step] = []
    refused: list[Step] = []
    whole, cost = False, 0
    for row in (*rows, *over):
        told = 0 if row.move is None else row.move.of(class_)
        said = row.title if row in rows else f"over a {row.title}"
        if told is None:
            who = f" by {class_}" if class_ else ""
            verb = "may not be entered" if row in rows else "may not be crossed"
            why = f"{row.title} {verb}{who}"
            refused.append(Step(why, row.rule, verdict="illegal"))
            continue
        if told == ALL:
            whole = True
            lines.append(Step(f"{said}: the whole allowance", row.rule))
            continue
        if told or row in rows:
            lines.append(Step(said, row.rule, told))
        cost += told
    if refused:
        return StepPrice(None, tuple(refused))
    extra = rules.move.off_road if off_road and rules.move is not None else None
    if rules.move is not None and extra is not None and (more := extra.of(class_)):
        lines.append(Step("along no Road", rules.move.rule, more))
        cost += more
    return StepPrice(cost, tuple(lines), whole)
