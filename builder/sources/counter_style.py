"""``style.toml``: sizes, division colours, unit symbols and marker colours of a counter set."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from builder.errors import nearest_name
from builder.sources.counters import KINDS
from builder.sources.order_of_battle import SIDES, OrderOfBattle
from builder.sources.tables import only_keys, read_toml, require, toml_error

Colour = tuple[int, int, int]

SYMBOLS = frozenset(KINDS)
SIZE_LIMIT_PX = 400


@dataclass(frozen=True, slots=True)
class Paint:
    """Colours of a counter face: its ground, its name band, and the ink on both."""

    fill: Colour
    band: Colour
    ink: Colour


@dataclass(frozen=True, slots=True)
class CounterStyle:
    """How counters look. Sizes are px of a square counter at board scale 72 px a hex.

    ``divisions`` and ``sides`` give paints by name, ``symbols`` the symbol of each unit kind,
    ``markers`` the paint of each marker colour name, ``shorts`` the divisions' short names.
    """

    counter_px: int
    marker_px: int
    chit_px: int
    divisions: Mapping[str, Paint]
    sides: Mapping[str, Paint]
    symbols: Mapping[str, str]
    markers: Mapping[str, Paint]
    shorts: Mapping[str, str]


def read_style(path: Path, book: OrderOfBattle) -> CounterStyle:
    """The style of a counter set.

    :raises InputError: bad TOML, an unknown or missing key, a bad colour or size, a division or
        side without colours, a kind without a symbol.
    """
    table = read_toml(path)
    only_keys(table, ("size", "ink", "division", "side", "symbol", "marker"), path)
    sizes = require(table, "size", dict, path)
    only_keys(sizes, ("counter", "marker", "chit"), path, "size.")
    inks = {
        name: colour(require(table, "ink", dict, path), name, path, "ink.")
        for name in ("dark", "light")
    }
    divisions = paints(table, "division", [d.name for d in book.divisions], inks, path)
    symbols = require(table, "symbol", dict, path)
    only_keys(symbols, KINDS, path, "symbol.")
    for kind, symbol in symbols.items():
        if symbol not in SYMBOLS:
            raise toml_error(
                path,
                f"symbol.{kind}",
                repr(symbol),
                "a symbol, one of " + ", ".join(sorted(SYMBOLS)),
                nearest_name(str(symbol), SYMBOLS),
            )
    markers: dict[str, Paint] = {}
    for name, entry in require(table, "marker", dict, path).items():
        if not isinstance(entry, dict):
            raise toml_error(path, f"marker.{name}", repr(entry), "a table with fill and ink")
        only_keys(entry, ("fill", "ink"), path, f"marker.{name}.")
        fill = colour(entry, "fill", path, f"marker.{name}.")
        markers[name] = Paint(fill, fill, colour(entry, "ink", path, f"marker.{name}."))
    return CounterStyle(
        size(sizes, "counter", path),
        size(sizes, "marker", path),
        size(sizes, "chit", path),
        MappingProxyType(divisions),
        MappingProxyType(paints(table, "side", SIDES, inks, path)),
        MappingProxyType({kind: symbols.get(kind, kind) for kind in KINDS}),
        MappingProxyType(markers),
        MappingProxyType({d.name: d.short for d in book.divisions}),
    )


def paints(
    table: Mapping[str, Any],
    key: str,
    wanted: Collection[str],
    inks: Mapping[str, Colour],
    path: Path,
) -> dict[str, Paint]:
    """The paints of ``[key.NAME]`` tables, one for each wanted name and no other."""
    entries = require(table, key, dict, path)
    only_keys(entries, wanted, path, f"{key}.")
    found: dict[str, Paint] = {}
    for name in wanted:
        entry = require(entries, name, dict, path, f"{key}.")
        only_keys(entry, ("fill", "band", "ink"), path, f"{key}.{name}.")
        ink = require(entry, "ink", str, path, f"{key}.{name}.")
        if ink not in inks:
            raise toml_error(path, f"{key}.{name}.ink", repr(ink), "dark or light")
        fill = colour(entry, "fill", path, f"{key}.{name}.")
        found[name] = Paint(fill, colour(entry, "band", path, f"{key}.{name}."), inks[ink])
    return found


def colour(table: Mapping[str, Any], key: str, path: Path, prefix: str) -> Colour:
    """A colour written ``#rrggbb``. :raises InputError: otherwise."""
    text = require(table, key, str, path, prefix)
    if not re.fullmatch(r"#[0-9a-fA-F]{6}", text):
        raise toml_error(path, prefix + key, repr(text), "a colour such as #4f7a3a")
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def size(table: Mapping[str, Any], key: str, path: Path) -> int:
    """A size in px, 24 to 400. :raises InputError: otherwise."""
    value = require(table, key, int, path, "size.")
    if not 24 <= value <= SIZE_LIMIT_PX:
        raise toml_error(path, f"size.{key}", str(value), f"24 to {SIZE_LIMIT_PX} px")
    return value
