"""Looking things up on the map: named areas, and how far apart two hexes are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from clubroute.builder.counting import so_many
from clubroute.builder.errors import (
    InputError,
    Where,
    nearest_name,
    one_of,
)
from clubroute.builder.grid import distance
from clubroute.rules.answer.answers import (
    INTEGER,
    PROVENANCE,
    TEXTS,
    answer_of,
)
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import HEX, NAME, any_map
from clubroute.rules.asking.methods import method
from clubroute.rules.ground.mapfile import MapArea, MapFile
from clubroute.rules.owner.read import OwnerRow
from clubroute.rules.owner.tables import owner_rows
from clubroute.rules.position.names import folded
from clubroute.rules.position.record import needed, said

# Named sets of hexes: the owner's (``areas.csv``), else the map's.


def owned_area(context: Context, area: str) -> OwnerRow | None:
    """The owner's row of an area, None if he tells none of that name."""
    rows = owner_rows(context, "areas") or ()
    return next((row for row in rows if folded(row.text("area")) == folded(area)), None)


def owned_hexes(country: MapFile, row: OwnerRow) -> tuple[int, ...]:
    """The hexes of an owner's row. :raises InputError: one that is not on the map."""
    try:
        return tuple(country.id(number) for number in row.many("hexes"))
    except InputError as error:
        raise row.source.error("hexes", error.found, error.expected) from None


def named_area(context: Context, country: MapFile, area: str) -> frozenset[int] | None:
    """Find the hexes of an area by id, None if neither the owner nor the map has it.

    :raises InputError: a hex of the owner's that is not on the map.
    """
    row = owned_area(context, area)
    if row is not None:
        return frozenset(owned_hexes(country, row))
    return next((frozenset(one.hexes) for one in country.areas if one.id == area), None)


TOLD: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "id": {"type": "string"},
        "kind": {"type": "string"},
        "name": {"type": "string"},
        "hexes": INTEGER,
        "cite": {"type": "string"},
        "provenance": PROVENANCE,
    },
}


@dataclass(frozen=True, slots=True, kw_only=True)
class AreasQuestion:
    """The parameters of ``area.list``."""

    country: MapFile = any_map()
    kind: str | None = said(NAME, "areas of one kind: drop_zone, stop_hex, deployment …")
    hex: str | None = said(HEX, "areas that hold this hex")


@dataclass(frozen=True, slots=True, kw_only=True)
class AreaHexesQuestion:
    """The parameters of ``area.hexes``."""

    country: MapFile = any_map()
    area: str = needed(NAME, "its id or its name: dz-b, DZ B, Ooij polder")


@dataclass(frozen=True, slots=True, kw_only=True)
class DistanceQuestion:
    """The parameters of ``hex.distance``."""

    country: MapFile = any_map()
    start: str = needed(HEX, "a hex as printed", name="from")
    to: str = needed(HEX, "another")


@method("hex.distance", answers=answer_of("decided", distance=INTEGER), quick=True)
def hex_distance(context: Context, asked: DistanceQuestion) -> Receipt:
    """How many hexes lie from one hex to another: the other counted, the first not."""
    country = asked.country
    start, end = country.id(asked.start), country.id(asked.to)
    far = distance(country.hex(start), country.hex(end))
    ends = f"{country.number(start)} to {country.number(end)}"
    return Working().receipt("decided", summary=f"{ends}: {so_many(far, 'hex')}", distance=far)


@method(
    "area.list",
    cites=("WED 3.3", "TDC 3.3"),
    answers={
        "type": "object",
        "required": ["areas"],
        "properties": {"areas": {"type": "array", "items": TOLD}},
    },
    text=lambda answer: [
        f"{one['id']}: {one['name']} ({one['kind']}, {one['hexes']} hexes) [{one['cite']}]"
        + ("" if one["provenance"] == "rulebook" else f" ({one['provenance']})")
        for one in answer["areas"]
    ],
)
def area_list(context: Context, asked: AreasQuestion) -> Any:
    """The named areas of a map: airborne zones, Stop hexes, entry hexes, limits, objectives.

    :raises InputError: a kind no area has, or a hex that is not on the map.
    """
    country = asked.country
    kinds = sorted({area.kind for area in country.areas})
    if asked.kind is not None and asked.kind not in kinds:
        expected, nearest = one_of(kinds), nearest_name(asked.kind, kinds)
        raise InputError(Where("params", part="kind"), repr(asked.kind), expected, nearest)
    here = None if asked.hex is None else country.id(asked.hex)
    areas = [
        area
        for area in country.areas
        if (asked.kind in (None, area.kind)) and (here is None or here in area.hexes)
    ]
    return {"areas": [told(country, area) for area in areas]}


def told(country: MapFile, area: MapArea) -> dict[str, Any]:
    """An area as JSON, without its hexes."""
    reason = country.bases[area.basis]
    return {
        "id": area.id,
        "kind": area.kind,
        "name": area.name,
        "hexes": len(area.hexes),
        "cite": reason.cite,
        "provenance": reason.provenance,
    }


@method(
    "area.hexes",
    cites=("WED 3.3", "TDC 3.3"),
    answers=answer_of("decided", area={"type": "string"}, hexes=TEXTS),
)
def area_hexes(context: Context, asked: AreaHexesQuestion) -> Receipt:
    """The hexes of a named area: the owner's where he tells them, else the map's."""
    country, work = asked.country, Working()
    own = {row.text("area"): row for row in owner_rows(context, "areas") or ()}
    areas = {area.id: area for area in country.areas}
    names = {folded(name): name for name in (*own, *areas)}
    names |= {folded(area.name): area.id for area in areas.values()}
    found = names.get(folded(asked.area))
    if found is None:
        options = [*own, *areas, *(area.name for area in areas.values())]
        nearest = nearest_name(asked.area, options)
        expected = f"an area of {country.window} (area.list)"
        raise InputError(Where("params", part="area"), repr(asked.area), expected, nearest)
    if found in own:
        return of_owner(country, own[found])
    area = areas[found]
    reason = country.bases[area.basis]
    hexes = [country.number(one) for one in area.hexes]
    work.say(f"{area.name}: {so_many(len(hexes), 'hex')}", reason.cite, reason.provenance)
    return work.receipt(
        "decided", summary=f"{area.name}: {so_many(len(hexes), 'hex')}", area=found, hexes=hexes
    )


def of_owner(country: MapFile, row: OwnerRow) -> Receipt:
    """An area from the owner's table. :raises InputError: a hex that is not on the map."""
    work, numbers, name = Working(), row.many("hexes"), row.text("area")
    owned_hexes(country, row)
    work.say(f"{name}: {so_many(len(numbers), 'hex')} by your areas.csv", "owner's data")
    summary = f"{name}: {so_many(len(numbers), 'hex')}"
    return work.receipt("decided", summary=summary, area=name, hexes=list(numbers))
