"""Bridges and places by their names: in a question, and in what a position says of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from clubroute.builder.errors import InputError, Where, nearest_name, one_of
from clubroute.rules.asking.kinds import is_place, placed
from clubroute.rules.ground.bridge_names import meant_by, named_sides
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.ground.maps import country_of
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.position.bridges import Bridge
from clubroute.rules.position.names import squeezed

if TYPE_CHECKING:
    from clubroute.rules.asking.context import Context


BRIDGES = ("bridge", "pontoon", "stream_bridge")
"""What stands on a hexside and may be destroyed, improved, stable …"""


def with_hexsides(context: Context, position: Position, told: Mapping[str, Any]) -> Position:
    """Give the bridges that a position names the hexsides they have on the question's map.

    :raises InputError: the map has no such bridge, or the question no map; one is told twice.
    """
    said, part = position.bridges or {}, "state.bridges"
    named = [name for name in said if "/" not in name]
    if not named:
        return position
    country = country_of(context, told)
    if country is None:
        raise InputError(Where("params", part=part), repr(named[0]), "a hexside, as 55.202/56.201")
    bridges: dict[str, Bridge] = {}
    for name, bridge in said.items():
        place = f"{part}.{name}"
        hexside = hexside_of(country, name, BRIDGES, place) if "/" not in name else name
        if any(set(hexside.split("/")) == set(one.split("/")) for one in bridges):
            raise InputError(Where("params", part=place), f"{hexside} again", "each bridge once")
        bridges[hexside] = bridge
    return replace(position, bridges=bridges)


def with_numbers(context: Context, position: Position, told: Mapping[str, Any]) -> Position:
    """Give what a position names, in its markers and its history, the number it has on the map.

    :raises InputError: the map has no such place or bridge; several of that name.
    """

    def number(value: str | None, path: str) -> str | None:
        return placed(context, value, told, path) if value else value

    def side(value: str | None, path: str) -> str | None:
        country = country_of(context, told) if value and "/" not in value else None
        return hexside_of(country, value, BRIDGES, path) if country and value else value

    markers, history = position.markers, position.history
    if markers is not None and any(is_named(one.hex) or is_named(one.to) for one in markers):
        markers = tuple(
            replace(one, hex=number(one.hex, f"{at}.hex"), to=number(one.to, f"{at}.to"))
            for index, one in enumerate(markers)
            for at in (f"state.markers[{index}]",)
        )
    if history is not None and any(is_named(one.hex) or is_named(one.hexside) for one in history):
        history = tuple(
            replace(
                one, hex=number(one.hex, f"{at}.hex"), hexside=side(one.hexside, f"{at}.hexside")
            )
            for index, one in enumerate(history)
            for at in (f"state.history[{index}]",)
        )
    return replace(position, markers=markers, history=history)


def is_named(value: str | None) -> bool:
    """Whether a place is told by its name."""
    return value is not None and is_place(value)


def hexside_of(country: MapFile, name: str, kinds: Sequence[str], part: str) -> str:
    """Find the hexside of a bridge by its name, as the receipts have it.

    :param part: the place in the question.
    :raises InputError: no such bridge, or several.
    """
    found = named_sides(country, kinds)
    # "Veghel Bridge" is no stream bridge, though Veghel has one.
    others = named_sides(country).keys() - found.keys()
    meant = () if any(squeezed(name) == squeezed(one) for one in others) else meant_by(name, found)
    where = Where("params", part=part)
    if not meant:
        near = nearest_name(name, found)
        expected = f"a bridge of {country.window} by name, or its hexside"
        raise InputError(where, repr(name), expected, near)
    sides = [(side, one) for one in meant for side in found[one]]
    if len(sides) > 1:
        raise InputError(where, repr(name), one_of([f"{side} ({one})" for side, one in sides]))
    return sides[0][0]
