"""The names of bridges: every way in which people write one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import NAME, any_map
from clubroute.rules.asking.methods import method
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.position.names import squeezed
from clubroute.rules.position.record import said

BRIDGE = "bridge"
KINDS: Mapping[str, tuple[str, ...]] = {
    "railroad": ("railroad", "rail", "railway", "rr"),
    "rr": ("railroad", "rail", "railway", "rr"),
    "road": ("road", "highway"),
    "pontoon": ("pontoon",),
    "stream": ("stream",),
}
"""What tells a town's bridges apart, and how else it is written."""


def named_sides(country: MapFile, kinds: Iterable[str] | None = None) -> dict[str, list[str]]:
    """The bridges of a map that have names: by name, the hexsides as printed, ends in order.

    :param kinds: the kinds of features that count; if None, every bridge and pontoon.
    """
    found: dict[str, set[str]] = {}
    for place, features in country.sides.items():
        for feature in features:
            is_bridge = BRIDGE in feature.kind or feature.kind == "pontoon"
            if feature.name and (is_bridge if kinds is None else feature.kind in kinds):
                side = "/".join(sorted(country.hexside_number(place).split("/")))
                found.setdefault(feature.name, set()).add(side)
    return {name: sorted(sides) for name, sides in found.items()}


def spellings(names: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Each way to write the name of a bridge, and the names it may mean.

    One with all the words of a name means that alone: ``Best Bridge`` is no railroad bridge. The
    town alone means the only bridge it has, or any of several.
    """
    known = tuple(dict.fromkeys(names))
    found: dict[str, tuple[str, ...]] = {}
    taken: set[str] = set()
    for ways in (full_ways, town_ways):
        more: dict[str, tuple[str, ...]] = {}
        for name in known:
            for way in dict.fromkeys(ways(name)):
                more[way] = (*more.get(way, ()), name)
        found |= {way: meant for way, meant in more.items() if squeezed(way) not in taken}
        taken |= set(map(squeezed, more))
    return found


def meant_by(text: str, names: Iterable[str]) -> tuple[str, ...]:
    """The names of bridges that a text may mean, whatever its spaces and case."""
    ways = spellings(names).items()
    return next((meant for way, meant in ways if squeezed(way) == squeezed(text)), ())


def full_ways(name: str) -> Iterator[str]:
    """A name with all of its words, with and without ``Bridge``."""
    town, kind = parts_of_name(name)
    yield name
    for word in KINDS.get(kind, ()):
        yield f"{town} {word.title()}"
        yield f"{town} {word.title()} {BRIDGE.title()}"
    if not kind:
        yield from town_ways(name)


def town_ways(name: str) -> Iterator[str]:
    """The town of a bridge, whichever of its bridges it is."""
    town, _ = parts_of_name(name)
    yield town
    yield f"{town} {BRIDGE.title()}"


def parts_of_name(name: str) -> tuple[str, str]:
    """The town of a bridge, and what tells it from others there: ``Mook``, ``railroad``."""
    words = name.split()
    if words[-1].casefold() == BRIDGE:
        words.pop()
    kind = words[-1].casefold() if len(words) > 1 else ""
    return (" ".join(words[:-1]), kind) if kind in KINDS else (" ".join(words), "")


# ``bridge.list``: the bridges of a map by their names, all of them or those of a town.


@dataclass(frozen=True, slots=True, kw_only=True)
class BridgesQuestion:
    """The parameters of ``bridge.list``."""

    country: MapFile = any_map()
    town: str | None = said(NAME, "only those in whose name it stands: Arnhem")


@method(
    "bridge.list",
    answers={
        "type": "object",
        "required": ["bridges"],
        "properties": {
            "bridges": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "id": {"type": "string"},
                        "name": {"type": "string"},
                        "hexsides": {"type": "array", "items": {"type": "string"}},
                    },
                },
            }
        },
    },
    text=lambda answer: [
        f"{one['name']}: {', '.join(one['hexsides'])}" for one in answer["bridges"]
    ],
    quick=True,
)
def bridge_list(context: Context, asked: BridgesQuestion) -> Any:
    """Which bridges have a name, with their hexsides; ``id`` is the town, whose bridges may be
    several. :raises InputError: none has the town's name."""
    sides = named_sides(asked.country)
    key = squeezed(asked.town or "")
    found = {name: sides[name] for name in sorted(sides) if key in squeezed(name)}
    if asked.town is not None and not found:
        where, near = Where("params", part="town"), nearest_name(asked.town, sides)
        raise InputError(where, repr(asked.town), "part of a bridge's name", near)
    return {
        "bridges": [
            {"id": parts_of_name(name)[0], "name": name, "hexsides": found[name]} for name in found
        ]
    }
