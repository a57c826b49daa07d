"""Lays the ground of a known module over our map."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from clubroute.builder.grid import Hexside
from clubroute.builder.project import shipped_project
from clubroute.builder.sources.hexsides import read_hexsides
from clubroute.builder.sources.lattice import read_lattice
from clubroute.builder.sources.vocabulary import DRY
from clubroute.builder.terrain import TerrainMap
from clubroute.rules.owner.modules.facts import GroundFact
from clubroute.rules.owner.modules.module_file import ModuleFile
from clubroute.rules.owner.modules.overlay import LaidGround, Overlay, sayable_of
from clubroute.rules.owner.modules.words import vocabulary_of


def lay(base: TerrainMap, facts: Iterable[GroundFact], told: ModuleFile) -> LaidGround:
    """Our map's window of the module with the module's ground over it."""
    off = {name for name, board in told.boards.items() if not board.ground}
    kept = [one if one.board not in off else one._replace(word="", ours="") for one in facts]
    own = [one for one in kept if one.board not in off or one.kind == "hex"]
    sayable = sayable_of(told.words.get("hexside", {}))
    window = base.window(told.rules)
    vocabulary = vocabulary_of(told.lattice)
    return Overlay(window, own, vocabulary, sayable, told.called, dry_sides(told.lattice)).lay()


@cache
def dry_sides(lattice: str) -> frozenset[Hexside]:
    """The hexsides that a rulebook says no water runs along."""
    folder = shipped_project().map_sources / lattice
    source = read_lattice(folder / "lattice.toml")
    rows = read_hexsides(folder / "hexsides.csv", source.lattice, vocabulary_of(lattice))
    return frozenset(
        row.side for row in rows if row.kind == DRY and row.basis.provenance == "rulebook"
    )
