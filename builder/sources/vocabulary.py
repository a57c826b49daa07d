"""Reading ``terrain.toml``: the words a lattice is described in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from builder.errors import nearest_name
from builder.sources.tables import only_keys, read_toml, require, toml_error

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
    """A hexside feature: whether it is water, bars the way, or leads over something that does."""

    name: str
    title: str
    cite: str
    water: bool = False
    bars: bool = False
    crosses: tuple[str, ...] = ()
    carries: bool = False


@dataclass(frozen=True, slots=True)
class RoadKind:
    """A kind of Road (WED 2.5): raised or not, for trains or not."""

    name: str
    title: str
    cite: str
    raised: bool = False
    rail: bool = False


@dataclass(frozen=True, slots=True)
class AreaKind:
    """A kind of named hex set; ``open`` keeps surveyed woods out of its hexes."""

    name: str
    title: str
    cite: str
    open: bool = False


@dataclass(frozen=True, slots=True)
class FeatureKind:
    """A kind of geography feature that is no terrain word; ``terrain`` is what it stands for."""

    name: str
    title: str
    cite: str
    terrain: str = ""


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
        """Kinds a line of the geography may have."""
        return (*self.hexsides, *self.roads, *self.features)

    def outline_kinds(self) -> tuple[str, ...]:
        """Kinds an outline of the geography may have."""
        return (*self.hexes, *self.features)

    def crossing_of(self, water: str) -> str | None:
        """The Road-carrying crossing kind that leads over a water kind."""
        for kind in self.hexsides.values():
            if kind.carries and water in kind.crosses:
                return kind.name
        return None


def read_vocabulary(path: Path) -> Vocabulary:
    """The words of a ``terrain.toml``. :raises InputError: naming the key."""
    table = read_toml(path)
    only_keys(table, ("default", "hex", "hexside", "road", "area", "feature"), path)
    hexes = {
        name: HexKind(
            name,
            *title_and_cite(item, prefix, path),
            enterable=flag(item, "enterable", path, prefix, default=True),
            coverage=share(item, "coverage", path, prefix),
            priority=require(item, "priority", int, path, prefix) if "priority" in item else 0,
            holds_centre=flag(item, "holds_centre", path, prefix),
        )
        for name, item, prefix in section(
            table, "hex", path, ("enterable", "coverage", "priority", "holds_centre")
        )
    }
    hexsides = {
        name: HexsideKind(
            name,
            *title_and_cite(item, prefix, path),
            water=flag(item, "water", path, prefix),
            bars=flag(item, "bars", path, prefix),
            crosses=words(item, "crosses", path, prefix),
            carries=flag(item, "carries", path, prefix),
        )
        for name, item, prefix in section(
            table, "hexside", path, ("water", "bars", "crosses", "carries")
        )
    }
    for kind in hexsides.values():
        for other in kind.crosses:
            known(other, hexsides, path, f"hexside.{kind.name}.crosses")
    roads = {
        name: RoadKind(
            name,
            *title_and_cite(item, prefix, path),
            raised=flag(item, "raised", path, prefix),
            rail=flag(item, "rail", path, prefix),
        )
        for name, item, prefix in section(table, "road", path, ("raised", "rail"))
    }
    areas = {
        name: AreaKind(
            name, *title_and_cite(item, prefix, path), open=flag(item, "open", path, prefix)
        )
        for name, item, prefix in section(table, "area", path, ("open",))
    }
    features = {}
    for name, item, prefix in section(table, "feature", path, ("terrain",)):
        terrain = require(item, "terrain", str, path, prefix) if "terrain" in item else ""
        if terrain:
            known(terrain, hexes, path, f"{prefix}terrain")
        features[name] = FeatureKind(name, *title_and_cite(item, prefix, path), terrain=terrain)
    default = require(table, "default", str, path)
    known(default, hexes, path, "default")
    return Vocabulary(default, hexes, hexsides, roads, areas, features)


def section(
    table: Mapping[str, Any], key: str, path: Path, more: tuple[str, ...]
) -> list[tuple[str, dict[str, Any], str]]:
    """The sub-tables ``[key.name]``: name, table and key prefix, their keys checked."""
    group = require(table, key, dict, path) if key in table else {}
    found = []
    for name, item in group.items():
        prefix = f"{key}.{name}."
        if not isinstance(item, dict):
            raise toml_error(path, prefix.rstrip("."), f"{item!r}", f"a table [{key}.{name}]")
        if name == DRY:
            raise toml_error(path, prefix.rstrip("."), repr(DRY), "another word (dry is built in)")
        only_keys(item, ("title", "cite", *more), path, prefix)
        found.append((name, item, prefix))
    return found


def title_and_cite(item: Mapping[str, Any], prefix: str, path: Path) -> tuple[str, str]:
    """What every word has: the players' name for it and the rule that defines it."""
    return require(item, "title", str, path, prefix), require(item, "cite", str, path, prefix)


def flag(
    item: Mapping[str, Any], key: str, path: Path, prefix: str, *, default: bool = False
) -> bool:
    """A true/false key."""
    return require(item, key, bool, path, prefix) if key in item else default


def share(item: Mapping[str, Any], key: str, path: Path, prefix: str) -> float:
    """A number 0..1; 1 if absent."""
    value = require(item, key, float, path, prefix) if key in item else 1.0
    if not 0 < value <= 1:
        raise toml_error(path, f"{prefix}{key}", f"{value}", "a share over 0, up to 1")
    return value


def words(item: Mapping[str, Any], key: str, path: Path, prefix: str) -> tuple[str, ...]:
    """A list of words; none if absent."""
    value: list[Any] = require(item, key, list, path, prefix) if key in item else []
    for word in value:
        if not isinstance(word, str):
            raise toml_error(path, f"{prefix}{key}", f"{word!r}", "a list of words")
    return tuple(value)


def known(word: str, valid: Mapping[str, Any], path: Path, key: str) -> None:
    """Refuse a word that is not defined. :raises InputError: with the nearest one."""
    if word not in valid:
        raise toml_error(
            path, key, repr(word), "one of " + ", ".join(valid), nearest_name(word, valid)
        )
