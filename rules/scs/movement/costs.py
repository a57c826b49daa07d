"""What one step costs or why it is refused, with no map (INS 1.3, 1.13, 1.16, chart)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from clubroute.builder.provenance import Provenance
from clubroute.rules.answer.model import Step
from clubroute.rules.asking.kinds import halves
from clubroute.rules.book.rulebook import Section
from clubroute.rules.scs.games import book

TOPIC = "movement"
SEA_LINE, RIVER, FERRY = "sea_line", "river", "ferry"
FULL_HEX_BRIDGE, ENCLOSED, CLEAR = "full_hex_bridge", "enclosed", "clear"
BRIDGE, LIGHT = "bridge", "light_bridge"
BRIDGES = frozenset((BRIDGE, LIGHT))
PRICES_KEPT = 4096
"""More prices than there are kinds of steps on a map, by all the classes of movers."""


class MoverClass(NamedTuple):
    """What of a unit changes the price of a step, and how built-up ground is read.

    ``heavy``: its printed MA makes polder dear; ``oval``: it has an armour oval.
    """

    heavy: bool = False
    dukw: bool = False
    oval: bool = False
    beside: str = CLEAR


@dataclass(frozen=True, slots=True)
class Price:
    """What a step costs in half-MP, None if it is prohibited, with a line for each part."""

    half_mp: int | None
    steps: tuple[Step, ...]


@cache
def rules() -> Section:
    """The rules of movement."""
    return book(TOPIC)


@cache
def half_mp_of(section: str, name: str, value: str = "mp") -> int | None:
    """A cost of the chart in half-MP, None if it has none there."""
    told = rules()[section][name].value(value)
    return None if told is None else halves(float(told), "")


@cache
def roads(march: bool = False) -> tuple[str, ...]:
    """The kinds of Road; for ``march`` those that count where a rule needs a road (1.3b)."""
    known = rules().rows("road")
    return tuple(name for name, row in known.items() if row.flag("march") or not march)


def ground_cost(terrain: str, mover: MoverClass) -> int | None:
    """What a terrain costs to enter off road, in half-MP; None if it names no cost of its own."""
    dear = half_mp_of("terrain", terrain, "heavy_mp")
    if dear is not None and mover.heavy and not mover.dukw:
        return dear
    return half_mp_of("terrain", terrain)


def terrain_line(terrains: Sequence[str], mover: MoverClass) -> Step:
    """The dearest of a hex's terrains as a line: with several, only that one counts (1.3a)."""
    known = rules()["terrain"]
    priced = {one: cost for one in terrains if (cost := ground_cost(one, mover)) is not None}
    # A Village or City costs what else is in the hex; a map that tells nothing else is read so.
    if not priced:
        priced = {mover.beside: ground_cost(mover.beside, mover) or 0}
    dearest = max(priced, key=priced.__getitem__)
    named = dearest if dearest in terrains else terrains[0] if terrains else dearest
    row = known[dearest]
    cite = row.cite if len(priced) == 1 else f"{row.cite}, {rules()['mixed'].cite}"
    also = "" if named == dearest else f" beside {known[named].text('title')}"
    provenance: Provenance = "rulebook" if named == dearest else "assumed"
    return Step(row.text("title") + also, cite, priced[dearest], provenance=provenance)


def road_price(kind: str, sides: Collection[str], mover: MoverClass) -> Price:
    """The price of a step that follows a Road on both sides: it replaces all else (1.3a)."""
    if SEA_LINE in sides:
        if LIGHT in sides and BRIDGE not in sides and mover.oval:
            return refused("a Light Bridge bears no unit with an armour oval", rules()["light"])
        if BRIDGES.isdisjoint(sides):
            why = "a Sea Line cannot be crossed where no bridge stands"
            return refused(why, rules()["hexside"][SEA_LINE])
    row = rules()["road"][kind]
    cost = half_mp_of("road", kind) or 0
    return Price(cost, (Step(row.text("title"), row.cite, cost),))


def refused(why: str, row: Section) -> Price:
    """The price of a step that a rule prohibits."""
    return Price(None, (Step(why, row.cite, verdict="illegal"),))


def open_price(terrains: Sequence[str], sides: Collection[str], mover: MoverClass) -> Price:
    """The price of a step off any Road: the hex's dearest terrain and what is on the hexside."""
    lines: list[Step] = []
    for kind in (SEA_LINE, RIVER):
        # A hexside has one water: the Sea Line, if both are told of it.
        if kind not in sides or lines:
            continue
        row = rules()["hexside"][kind]
        more = half_mp_of("hexside", kind, "dukw_mp" if mover.dukw else "mp")
        if more is None:
            return refused("a Sea Line cannot be crossed", row)
        by = " with DUKWs" if mover.dukw else ""
        lines.append(Step(row.text("title") + by, row.cite, more))
    if FULL_HEX_BRIDGE in terrains:
        return refused("a Full Hex Bridge is entered along its road", rules()["full_hex_bridge"])
    if ENCLOSED in terrains and not mover.dukw:
        return refused("an Enclosed hex is entered with DUKWs only", rules()["enclosed"])
    lines.insert(0, terrain_line(terrains, mover))
    return Price(sum(line.cost or 0 for line in lines), tuple(lines))


def overrun_bars(terrains: Sequence[str], sides: Collection[str]) -> Iterator[tuple[str, str]]:
    """Why there is no overrun into a hex over a hexside, and by which rule (1.17, chart)."""
    ground, over = rules()["terrain"], rules()["hexside"]
    for one in terrains:
        if not ground[one].flag("overrun"):
            yield f"there is no overrun into {ground[one].text('title')}", ground[one].cite
    for one in sorted(over.values.keys() & sides):
        yield f"there is no overrun {over[one].text('title')}", over[one].cite


def ways(
    terrains: Sequence[str], sides: Collection[str], along: Collection[str], mover: MoverClass
) -> Iterator[Price]:
    """The prices of a step by each Road that runs along it, and off all of them."""
    for kind in roads():
        if kind in along:
            yield road_price(kind, sides, mover)
    yield open_price(terrains, sides, mover)


@lru_cache(PRICES_KEPT)
def step_price(
    terrains: tuple[str, ...], sides: frozenset[str], along: frozenset[str], mover: MoverClass
) -> Price:
    """The cheapest way to make a step, or the first refusal; kept, for many steps are alike."""
    found = list(ways(terrains, sides, along, mover))
    open_ = [price for price in found if price.half_mp is not None]
    return min(open_, key=lambda price: price.half_mp or 0) if open_ else found[0]
