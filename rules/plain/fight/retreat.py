"""``combat.retreat`` by a game's own tables."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from clubroute.rules.answer.answers import LEGALITY, TEXTS, answer_of
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import method
from clubroute.rules.plain.asked import ASKED_UNITS
from clubroute.rules.plain.book.fight_tables import RetreatRow
from clubroute.rules.plain.fight.after import OwnAfterAsked, answer_after
from clubroute.rules.plain.movement.price import crossed, step_price
from clubroute.rules.plain.movement.trip import PlainTrip
from clubroute.rules.plain.position import PlainUnit
from clubroute.rules.position.record import plain, said

LENGTH = plain({"type": "integer", "minimum": 1, "maximum": 6})
LOSS: dict[str, Any] = {"type": "object", "additionalProperties": {"type": "integer"}}


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnRetreatAsked(OwnAfterAsked):
    """The parameters of ``combat.retreat``."""

    hexes: int | None = said(LENGTH, "how many hexes; as [retreat] has it if left out")
    attackers: tuple[PlainUnit, ...] | None = said(
        ASKED_UNITS, "the units that attacked it, each with its hex, where that counts"
    )


@method("combat.retreat", answers=answer_of(*LEGALITY, hexes=TEXTS, steps_lost=LOSS))
def own_retreat(context: Context, asked: OwnRetreatAsked) -> Receipt:
    """In which hexes a unit may end its retreat, or what comes of it if it cannot."""
    return answer_after(context, asked, "retreat", lambda tables: tables.retreat, retreat)


def retreat(asked: OwnRetreatAsked, trip: PlainTrip, row: RetreatRow, work: Working) -> Receipt:
    """The retreat of a unit whose surroundings are known."""
    usual = row.hexes.of(trip.mover.class_)
    if not usual:
        work.forbid(f"it does not retreat: {row.pays}", row.rule, hex_=asked.start)
        return work.receipt()
    many = asked.hexes or usual
    near: set[int] = set()
    if row.beside and asked.attackers is None:
        work.need(f"attackers: the units that attacked it ({row.beside})")
    for one in asked.attackers or () if row.beside else ():
        if one.hex is None:
            work.need(f"attackers.hex: where {one.call} is")
        else:
            near.update(trip.country.around(trip.country.id(one.hex)))
    if work.needs:
        return work.receipt()
    if all(b in near for b, _ in steps_back(trip, row, trip.start)):
        near = set()  # there is no other hex
    elif near:
        work.say("the first hex lies beside no unit that attacked", row.beside)
    ends = retreats(trip, row, many, near)
    plural = "es" if many != 1 else ""
    if not ends:
        why = f"no way of {many} hex{plural} leads back: {row.pays}"
        work.forbid(why, row.rule, hex_=asked.start)
        return work.receipt()
    told = ", each farther" if row.away else ""
    nearer = "nearer to" if row.source == "nearer" else "no farther from"
    told += f", each {nearer} its source" if row.source != "any" else ""
    work.say(f"{many} hex{plural} back{told}", row.rule)
    if trip.rules.zoc is not None and trip.way.zones:
        into = {"no": "not into a ZOC", "free": "ZOC does not count"}
        work.say(into.get(row.zoc, "a step for each hex in a ZOC"), row.rule)
    hexes = {trip.country.number(id_): lost for id_, lost in ends.items()}
    summary = f"it may retreat to {len(hexes)} hex{'es' if len(hexes) != 1 else ''}"
    lost = dict(sorted((name, many) for name, many in hexes.items() if many))
    return work.receipt(summary=summary, hexes=sorted(hexes), steps_lost=lost or None)


def retreats(
    trip: PlainTrip, row: RetreatRow, many: int, near: Collection[int] = ()
) -> dict[int, int]:
    """The hexes in which a retreat of so many hexes may end, each with the steps it costs; no way
    enters a hex twice.

    :param near: hexes that it may not enter first.
    """
    ends: dict[int, int] = {}
    ways: list[tuple[tuple[int, ...], int]] = [((trip.start,), 0)]
    onward: dict[int, list[tuple[int, int]]] = {}
    while ways:
        path, lost = ways.pop()
        a = path[-1]
        if len(path) > many:
            if trip.full(a) is None:
                ends[a] = min(ends.get(a, lost), lost)
            continue
        if a not in onward:
            onward[a] = list(steps_back(trip, row, a))
        for b, cost in onward[a]:
            farther = trip.country.between(trip.start, b) == len(path)
            if len(path) == 1 and b in near:
                continue
            if b not in path and (farther or not row.away):
                ways.append(((*path, b), lost + cost))
    return ends


def steps_back(trip: PlainTrip, row: RetreatRow, a: int) -> Iterator[tuple[int, int]]:
    """Where a retreat goes on to from a hex, with the steps that costs."""
    for place, b in trip.country.exits(a):
        price = step_price(trip.rules, trip.country, a, place, trip.mover.class_)
        zone = b in trip.way.zones
        over = {one.name for one in crossed(trip.rules, trip.country, place)}
        if over.intersection(row.not_over) or away_from_home(trip, row, a, b):
            continue
        if price.half_mp is None or trip.barred(b) is not None or (zone and row.zoc == "no"):
            continue
        yield b, 1 if zone and row.zoc == "lose" else 0


def away_from_home(trip: PlainTrip, row: RetreatRow, a: int, b: int) -> bool:
    """Whether a step leads away from the nearest source of supply, where none may."""
    if row.source == "any":
        return False
    old, new = (min(trip.country.between(one, home) for home in trip.homes) for one in (a, b))
    return new > old or (row.source == "nearer" and new == old)
