"""The names of bridges: every way in which people write one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.position.names import squeezed

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
