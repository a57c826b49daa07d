"""Which of our maps the boards of a module show: the one that has their numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping

from clubroute.builder.grid import Lattice
from clubroute.builder.project import shipped_project
from clubroute.builder.sources.lattice import read_lattice
from clubroute.builder.vassal.archive import ModuleArchive
from clubroute.builder.vassal.buildfile import Element
from clubroute.rules.logs.grids.maps import ModuleMap, read_maps
from clubroute.rules.logs.grids.printed import has_numbers, hexes_of
from clubroute.rules.logs.grids.shift import Shift
from clubroute.rules.owner.modules.boards import BoardHexes
from clubroute.rules.series import all_series

RULESETS: Mapping[str, str] = {"TDC": "tdc", "WED": "wed"}
"""The rules' map by the global property Ruleset; a module without it is Where Eagles Dare's."""


def lattice_of_module(archive: ModuleArchive) -> str:
    """The lattice of ours whose numbers the boards of a module have: the one with the most of their
    hexes, the first series' where none has more."""
    chosen = map_with_numbers(archive)
    found = [series.lattice for series in all_series() if series.home is None]
    if chosen is None:
        return found[0]
    sources = shipped_project().map_sources
    lattices = {name: read_lattice(sources / name / "lattice.toml").lattice for name in found}
    alike = {name: one for name, one in lattices.items() if any(lies_as(chosen, one).values())}
    if len(alike) == 1:
        return next(iter(alike))
    counted = {name: max(hexes_shown(chosen, one).values()) for name, one in alike.items()}
    return max(counted, key=lambda name: counted[name], default=found[0])


def lies_as(one: ModuleMap, lattice: Lattice) -> dict[str, bool]:
    """Whether the hexes of each board lie as a lattice's do: on a side, or stand on a corner."""
    sideways = lattice.orientation == "pointy"
    grids = {name: hexes_of(board.grid) for name, board in one.boards.items()}
    return {name: grid is not None and grid.sideways == sideways for name, grid in grids.items()}


def hexes_shown(one: ModuleMap, lattice: Lattice) -> dict[str, int]:
    """By map of a lattice, how many of its hexes the boards of a module show. Hexes that stand on a
    corner are none of a map whose hexes lie on a side."""
    sheets, counted, alike = sheets_of(one, lattice), {}, lies_as(one, lattice)
    for window in lattice.windows:
        hexes = BoardHexes(one, lattice, window, sheets)
        found = [board.shown.values() for name, board in hexes.boards.items() if alike[name]]
        counted[window] = len({h for many in found for h in many})
    return counted


def map_with_numbers(archive: ModuleArchive) -> ModuleMap | None:
    """The map of a module that its Units move on; None if none has hexes in numbers."""
    maps = read_maps(archive).maps
    numbered = [one for one in maps.values() if has_numbers(one)]
    # The Java classes know the map of the series by how its name begins.
    numbered.sort(key=lambda one: (not one.name.startswith("Map"), -len(one.boards)))
    return numbered[0] if numbered else None


def sheets_of(one: ModuleMap, lattice: Lattice) -> dict[str, Shift]:
    """By board, the letter of the map of ours that it shows, as its name says it ("Map C")."""
    letters = {sheet.prefix for sheet in lattice.sheets} - {""}
    words = {name: re.findall(r"[A-Za-z]+", name) for name in one.boards}
    told = {name: next((w for w in many if w in letters), "") for name, many in words.items()}
    return {name: Shift(sheet=letter) for name, letter in told.items()}


def rules_of(root: Element, one: ModuleMap | None, lattice: Lattice) -> str:
    """The rules' map that most hexes of the boards are on; the one of its Ruleset among equals."""
    ruleset = next(
        (
            each.get("initialValue")
            for each in root.walk()
            if each.tag.endswith(".GlobalProperty") and each.get("name") == "Ruleset"
        ),
        "WED",
    )
    usual = RULESETS.get(ruleset, "wed")
    usual = usual if usual in lattice.windows else min(lattice.windows)
    if one is None:
        return usual
    counted = hexes_shown(one, lattice)
    best = max(counted.values())
    # A map that joins others has their hexes, too: the smallest that has nearly all of them.
    enough = [name for name, many in counted.items() if many and many >= ENOUGH * best]
    enough.sort(key=lambda name: (len(lattice.windows[name]), name != usual))
    return enough[0] if enough else usual


ENOUGH = 0.9
"""The share of the boards' hexes that a map must have to be the one they show."""
