"""Reading ``terrain.toml``: the words a lattice is described in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from clubroute.builder.sources.toml_table import TomlTable, read_toml_table

SIDE_KEYS = ("water", "bars", "crosses", "carries", "slope", "frontier", "basins", "drawn")
DRY = "dry"
"""The hexside kind that says no water runs here; never a feature of the map."""


@dataclass(frozen=True, slots=True)
class HexKind:
    """A hex terrain. ``coverage`` (0..1), ``priority`` and ``holds_centre`` guide the survey."""

    name: str
    title: str
    cite: str
    enterable: bool = True
    coverage: float = 1.0
    priority: int = 0
    holds_centre: bool = False


@dataclass(frozen=True, slots=True)
class HexsideKind:
    """A hexside feature: whether it is water, bars the way, or leads over something that does.

    ``slope``: a surveyed line of this kind runs along hexsides, the higher ground on its right;
    ``frontier``: it does, and neither side of it is the higher.
    ``basins``: water of this kind may end in a settlement. ``drawn``: the kind boards draw it as.
    """

    name: str
    title: str
    cite: str
    water: bool = False
    bars: bool = False
    crosses: tuple[str, ...] = ()
    carries: bool = False
    slope: bool = False
    frontier: bool = False
    basins: bool = False
    drawn: str = ""


@dataclass(frozen=True, slots=True)
class RoadKind:
    """A kind of Road (WED 2.5): raised or not, for trains or not; ``drawn`` is the kind boards
    draw it as."""

    name: str
    title: str
    cite: str
    raised: bool = False
    rail: bool = False
    drawn: str = ""


@dataclass(frozen=True, slots=True)
class AreaKind:
    """A kind of named hex set; ``open`` keeps surveyed woods out of its hexes, ``hover`` lets the
    module's mouse-over viewer name it."""

    name: str
    title: str
    cite: str
    open: bool = False
    hover: bool = True


@dataclass(frozen=True, slots=True)
class FeatureKind:
    """A word of the geography and its meaning here.

    An outline stands for a ``terrain`` or an ``area`` kind, a line for a ``hexside`` or a ``road``
    kind, either for nothing if these are blank.

    It goes before a terrain word of the same name: a river of the country may be a Sea Line.
    ``lettered``: the hex with the middle of an outline of this kind bears the outline's name.
    ``reason``: why such features are assumed.
    """

    name: str
    title: str
    cite: str
    terrain: str = ""
    lettered: bool = False
    hexside: str = ""
    road: str = ""
    area: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """All the words of a lattice, by name, in file order."""

    default: str
    hexes: Mapping[str, HexKind]
    hexsides: Mapping[str, HexsideKind]
    roads: Mapping[str, RoadKind]
    areas: Mapping[str, AreaKind]
    features: Mapping[str, FeatureKind] = field(default_factory=dict)

    @property
    def water(self) -> frozenset[str]:
        """The hexside kinds that are water."""
        return frozenset(k.name for k in self.hexsides.values() if k.water)

    @property
    def barring(self) -> frozenset[str]:
        """The hexside kinds nobody passes without a crossing."""
        return frozenset(k.name for k in self.hexsides.values() if k.bars)

    def line_kinds(self) -> tuple[str, ...]:
        """Return the kinds that a line of the geography may have."""
        return tuple(dict.fromkeys((*self.hexsides, *self.roads, *self.features)))

    def outline_kinds(self) -> tuple[str, ...]:
        """Return the kinds that an outline of the geography may have."""
        return tuple(dict.fromkeys((*self.hexes, *self.features)))

    def line_stands_for(self, kind: str) -> str:
        """Return the hexside or Road kind a line of that kind stands for; else the kind itself."""
        other = self.features.get(kind)
        return (other.hexside or other.road or kind) if other else kind

    def reason_of(self, kind: str) -> str:
        """Return why features of that kind are assumed; blank if they are not."""
        other = self.features.get(kind)
        return other.reason if other else ""

    def crossing_of(self, water: str) -> str | None:
        """Return the Road-carrying crossing kind that leads over a water kind."""
        for kind in self.hexsides.values():
            if kind.carries and water in kind.crosses:
                return kind.name
        return None


def read_vocabulary(path: Path) -> Vocabulary:
    """Read the words of a ``terrain.toml``. :raises InputError: naming the key."""
    top = read_toml_table(path)
    top.only(("default", "hex", "hexside", "road", "area", "feature"))
    hexes = {
        name: HexKind(
            name,
            *title_and_cite(item),
            enterable=item.flag("enterable", default=True),
            coverage=share(item, "coverage"),
            priority=item.value("priority", int) if "priority" in item.table else 0,
            holds_centre=item.flag("holds_centre"),
        )
        for name, item in section(top, "hex", ("enterable", "coverage", "priority", "holds_centre"))
    }
    sides = section(top, "hexside", SIDE_KEYS)
    hexsides = {
        name: HexsideKind(
            name,
            *title_and_cite(item),
            water=item.flag("water"),
            bars=item.flag("bars"),
            basins=item.flag("basins"),
            crosses=item.texts("crosses"),
            carries=item.flag("carries"),
            slope=item.flag("slope"),
            frontier=item.flag("frontier"),
            drawn=item.optional("drawn"),
        )
        for name, item in sides
    }
    for name, item in sides:
        for other in hexsides[name].crosses:
            item.checked("crosses", other, hexsides)
    roads = {
        name: RoadKind(
            name,
            *title_and_cite(item),
            raised=item.flag("raised"),
            rail=item.flag("rail"),
            drawn=item.optional("drawn"),
        )
        for name, item in section(top, "road", ("raised", "rail", "drawn"))
    }
    areas = {
        name: AreaKind(
            name,
            *title_and_cite(item),
            open=item.flag("open"),
            hover=item.flag("hover", default=True),
        )
        for name, item in section(top, "area", ("open", "hover"))
    }
    features = {}
    keys = ("terrain", "hexside", "road", "area", "lettered", "reason")
    for name, item in section(top, "feature", keys):
        features[name] = FeatureKind(
            name,
            *title_and_cite(item),
            terrain=item.choice("terrain", hexes) if item.table.get("terrain") else "",
            lettered=item.flag("lettered"),
            hexside=item.choice("hexside", hexsides) if item.table.get("hexside") else "",
            road=item.choice("road", roads) if item.table.get("road") else "",
            area=item.choice("area", areas) if item.table.get("area") else "",
            reason=item.optional("reason"),
        )
    return Vocabulary(top.choice("default", hexes), hexes, hexsides, roads, areas, features)


def section(top: TomlTable, key: str, more: tuple[str, ...]) -> list[tuple[str, TomlTable]]:
    """Return the sub-tables ``[key.name]`` by name, their keys checked."""
    if key not in top.table:
        return []
    group = top.inner(key)
    kinds = []
    for name in group.table:
        item = group.inner(name)
        if name == DRY:
            raise group.error(name, repr(DRY), "another word (dry is built in)")
        item.only(("title", "cite", *more))
        kinds.append((name, item))
    return kinds


def title_and_cite(item: TomlTable) -> tuple[str, str]:
    """Return the players' name of a word, and the rule that defines it."""
    return item.value("title", str), item.value("cite", str)


def share(item: TomlTable, key: str) -> float:
    """Return a number 0..1; 1 if absent."""
    value = item.table.get(key, 1.0)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value <= 1:
        raise item.error(key, repr(value), "a share over 0, up to 1")
    return float(value)
