"""Edits of an exported GeoJSON read back: the rows to append to a lattice's CSV files.

Only properties count: ``terrain`` and ``name`` of a hex; ``kind`` (or ``dry``), ``name`` and
``note`` of a hexside; the ``road`` and ``kind`` of a link; but a link without a hexside is laid by
its line. What equals the compiled map gives no row. A file may hold part of
a map: what is not in it is left alone. What no row can say, as a deletion, is a remark.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from clubroute.builder.errors import ClubrouteError, InputError, Where, nearest_name, one_of
from clubroute.builder.exchange.geojson import HEX, HEXSIDE, LAYERS, LINK, Whereabouts, whereabouts
from clubroute.builder.files.append_rows import append_rows, row_lines
from clubroute.builder.grid import Hex, Hexside, hexside, neighbours
from clubroute.builder.project import Project
from clubroute.builder.provenance import Provenance
from clubroute.builder.sources.features import Path2D, feature_items, read_lines
from clubroute.builder.sources.vocabulary import DRY, Vocabulary
from clubroute.builder.survey.compile import outranks
from clubroute.builder.survey.inputs import MapSources, read_map_sources
from clubroute.builder.survey.plane import hex_at
from clubroute.builder.survey.snap_roads import RoadBounds, snap_road
from clubroute.builder.terrain.compiled import Say, compiled_map, silent
from clubroute.builder.terrain.terrain_map import Basis, Link, TerrainMap
from clubroute.builder.windows import lattice_of_window

Rows = list[dict[str, str]]

CSV_NAMES = ("hexes", "hexsides", "links")


@dataclass(frozen=True, slots=True)
class Edit:
    """A feature's properties that mean something, blank if absent, and its place in the file.

    ``lines`` are its polylines in longitude and latitude, none for another geometry.
    """

    where: Where
    layer: str
    map: str
    texts: Mapping[str, str]
    lines: tuple[Path2D, ...] = ()

    def error(self, key: str, expected: str, valid: Iterable[str] = ()) -> InputError:
        """An error at a property."""
        place = Where(self.where.path, self.where.row, None, key)
        value = self.texts[key]
        found = repr(value) if value else "nothing"
        return InputError(place, found, expected, nearest_name(value, valid))

    def choice(self, key: str, valid: Iterable[str]) -> str:
        """A property that is one of ``valid``. :raises InputError: with the nearest."""
        options = list(valid)
        if self.texts[key] not in options:
            raise self.error(key, one_of(options), options)
        return self.texts[key]


@dataclass(frozen=True, slots=True)
class Changes:
    """Rows to append by CSV name, and what to tell the author, one line each."""

    rows: dict[str, Rows] = field(default_factory=lambda: {n: [] for n in CSV_NAMES})
    remarks: list[str] = field(default_factory=list)


TEXTS = ("hex", "hexside", "terrain", "kind", "road", "name", "note")


def read_edits(path: Path) -> tuple[Edit, ...]:
    """The features of an exported file. :raises InputError: naming row and property."""
    return tuple(read_edit(item, Where(str(path), row)) for row, item in feature_items(path))


def read_edit(item: Any, where: Where) -> Edit:
    """One feature. :raises InputError:"""
    properties = item.get("properties") if isinstance(item, dict) else None
    if not isinstance(properties, dict):
        raise InputError(where, "no properties", "a feature of an exported map")
    texts = {}
    for key in (*TEXTS, "layer", "map"):
        # A geographic program writes null into the properties that other layers have.
        value = properties.get(key)
        if value is not None and not isinstance(value, str):
            place = Where(where.path, where.row, None, key)
            raise InputError(place, repr(value), "a text")
        texts[key] = (value or "").strip()
    geometry = item.get("geometry")
    drawn = texts["layer"] == LINK and not texts["hexside"] and isinstance(geometry, dict)
    edit = Edit(
        where, texts["layer"], texts["map"], texts, read_lines(geometry, where) if drawn else ()
    )
    edit.choice("layer", LAYERS)
    return edit


def map_of(edits: Sequence[Edit], path: Path) -> str:
    """The map all features are of; one drawn anew need not say it.

    :raises InputError: none says it, or the first that says another.
    """
    named = [edit for edit in edits if edit.map]
    if not named:
        raise InputError(Where.of(path), "no feature with a map", "features of an exported map")
    ((most, _),) = Counter(edit.map for edit in named).most_common(1)
    other = next((edit for edit in named if edit.map != most), None)
    if other is not None:
        place = Where(other.where.path, other.where.row, None, "map")
        raise InputError(place, repr(other.map), f"{most!r}, as in the other features")
    return most


def changes(
    edits: Iterable[Edit], terrain: TerrainMap, sources: MapSources, basis: Basis
) -> Changes:
    """What the edits change.

    :param basis: provenance and citation of the new rows.
    :raises InputError: an unknown word or place, or a fact edited in two ways.
    """
    found = Changes()
    new_links: dict[str, list[Hexside]] = {}
    roads: dict[str, tuple[str, str]] = {}
    seen: dict[tuple[str, ...], Edit] = {}
    for edit in edits:
        key = identity(edit)
        if key in seen and edit.texts != seen[key].texts:
            first = seen[key].where.row
            raise InputError(
                edit.where, f"{' '.join(key[1:])} again", f"once (first in row {first})"
            )
        if key in seen:
            continue
        seen[key] = edit
        if edit.layer == HEX:
            edit_hex(edit, terrain, sources, basis, found)
        elif edit.layer == HEXSIDE:
            edit_hexside(edit, terrain, sources, basis, found)
        else:
            edit_link(edit, terrain, sources, found, new_links, roads)
    for road, sides in sorted(new_links.items()):
        kind, name = roads[road]
        for chain in chains(sides):
            numbers = " ".join(terrain.lattice.format(h) for h in chain)
            row = {"road": road, "kind": kind, "name": name, "hexes": numbers}
            found.rows["links"].append(with_basis(row, basis))
    found.remarks.extend(left_standing(seen.values(), terrain, sources))
    found.remarks.extend(deleted(seen.values(), terrain))
    return found


def identity(edit: Edit) -> tuple[str, ...]:
    """What a feature is about: layer and place, and of what on it."""
    texts = edit.texts
    if edit.layer == HEX:
        return edit.layer, texts["hex"]
    return edit.layer, texts["hexside"], texts["kind" if edit.layer == HEXSIDE else "road"]


def with_basis(row: dict[str, str], basis: Basis) -> dict[str, str]:
    """A row with provenance and citation."""
    return {**row, "provenance": basis.provenance, "cite": basis.cite}


def hex_of(edit: Edit, terrain: TerrainMap) -> Hex:
    """The hex a feature is about. :raises InputError:"""
    try:
        return terrain.lattice.parse(edit.texts["hex"])
    except ClubrouteError:
        raise edit.error("hex", f"a hex of {terrain.lattice.name}") from None


def side_of(edit: Edit, terrain: TerrainMap) -> Hexside:
    """The hexside a feature is about. :raises InputError:"""
    try:
        return terrain.lattice.parse_hexside(edit.texts["hexside"])
    except ClubrouteError:
        expected = "a hexside, both numbers with a slash (Roads alone may be just drawn)"
        raise edit.error("hexside", expected) from None


def edit_hex(
    edit: Edit, terrain: TerrainMap, sources: MapSources, basis: Basis, found: Changes
) -> None:
    """The row of an edited hex, if it is one."""
    h = hex_of(edit, terrain)
    info = terrain.hexes[h]
    kind = edit.choice("terrain", sources.vocabulary.hexes)
    name = edit.texts["name"]
    if (kind, name) == (info.terrain, info.name):
        return
    number = terrain.lattice.format(h)
    written = [r.basis.source for r in sources.hexes if r.hex == h]
    if written:
        found.remarks.append(f"{number}: change the row it has, {written[0]}")
        return
    if info.name and not name:
        found.remarks.append(f"{number}: no row takes away a name; {info.name} stays")
    changed = {
        "hex": number,
        "terrain": kind if kind != info.terrain else "",
        "name": name if name != info.name else "",
    }
    if not changed["terrain"] and not changed["name"]:
        return
    if changed["terrain"] and not outranks(basis, info.basis):
        found.remarks.append(outranked(number, basis, info.basis))
    found.rows["hexes"].append(with_basis(changed, basis))


def outranked(number: str, new: Basis, old: Basis) -> str:
    """The remark on a row that will not win."""
    return (
        f"{number}: {new.provenance} does not overrule {old.provenance} ({old.cite});"
        " give a --provenance that does"
    )


def edit_hexside(
    edit: Edit, terrain: TerrainMap, sources: MapSources, basis: Basis, found: Changes
) -> None:
    """The row of an edited hexside, if it is one."""
    side = side_of(edit, terrain)
    words = sources.vocabulary
    kind = edit.choice("kind", (*words.hexsides, DRY))
    name, note = edit.texts["name"], edit.texts["note"]
    number = terrain.lattice.format_hexside(side)
    here = terrain.features(side, None if kind == DRY else kind)
    if kind == DRY:
        here = tuple(f for f in here if f.kind in words.water)
        if not here:
            return
    elif any((f.name, f.note) == (name, note) for f in here):
        return
    watery = {DRY, *words.water} if kind in (DRY, *words.water) else {kind}
    clash = {DRY} if kind in words.water else watery - {DRY} if kind == DRY else set()
    for record in sources.hexsides:
        if record.side == side and record.kind in {kind, *clash}:
            found.remarks.append(f"{number}: change the row it has, {record.basis.source}")
            return
    for f in here:
        if not outranks(basis, f.basis):
            found.remarks.append(outranked(number, basis, f.basis))
        elif f.name and not name and kind != DRY:
            found.remarks.append(f"{number}: no row takes away a name; {f.name} stays")
    row = {"hexside": number, "kind": kind}
    row |= {"name": "", "note": ""} if kind == DRY else {"name": name, "note": note}
    found.rows["hexsides"].append(with_basis(row, basis))


def edit_link(
    edit: Edit,
    terrain: TerrainMap,
    sources: MapSources,
    found: Changes,
    new_links: dict[str, list[Hexside]],
    roads: dict[str, tuple[str, str]],
) -> None:
    """Note a new link of a Road, or remark on what only the Road's own source can say."""
    side = side_of(edit, terrain)
    road, name = edit.texts["road"], edit.texts["name"]
    if not road:
        raise edit.error("road", "the id of a Road")
    kind = edit.choice("kind", sources.vocabulary.roads)
    known = terrain.roads.get(road)
    there = any(link.road == road for link in terrain.links.get(side, ()))
    if known and (name not in ("", known.name) or (there and kind != known.kind)):
        remark = f"{road}: a Road's kind and name are changed in its own source, not link by link"
        if remark not in found.remarks:
            found.remarks.append(remark)
    if there:
        return
    expected = (known.kind, known.name) if known else roads.setdefault(road, (kind, name))
    if kind != expected[0]:
        raise edit.error("kind", f"{expected[0]}, the kind of {road} elsewhere")
    roads[road] = expected
    new_links.setdefault(road, []).append(side)


def left_standing(edits: Iterable[Edit], terrain: TerrainMap, sources: MapSources) -> Iterator[str]:
    """A remark for each fact whose hexside is in the file while the fact itself is not.

    That is what a changed kind or road leaves behind: a row adds, it does not take away.
    """
    for layer in (HEXSIDE, LINK):
        told: dict[Hexside, set[str]] = {}
        for edit in edits:
            if edit.layer == layer:
                told.setdefault(side_of(edit, terrain), set()).add(identity(edit)[2])
        for side, names in sorted(told.items()):
            number = terrain.lattice.format_hexside(side)
            standing = (
                [(f.kind, f.basis) for f in terrain.features(side)]
                if layer == HEXSIDE
                else [(link.road, link.basis) for link in terrain.links.get(side, ())]
            )
            for name, basis in standing:
                dried = DRY in names and name in sources.vocabulary.water
                if name not in names and not dried:
                    yield f"{number}: {name} stays; take it away in {basis.source or basis.cite}"


def deleted(edits: Iterable[Edit], terrain: TerrainMap) -> Iterator[str]:
    """A remark for each fact that the file lacks although it holds what lies round it.

    A hexside's fact is deleted where the file holds both hexes and other facts of its layer; a
    hex where it holds all its neighbours. Part of a map lacks much without deleting it.
    """
    edits = tuple(edits)
    here = {hex_of(edit, terrain) for edit in edits if edit.layer == HEX}
    for h in sorted(terrain.hexes):
        near = [n for n in neighbours(h) if n in terrain.hexes]
        if h not in here and near and here.issuperset(near):
            yield f"{terrain.lattice.format(h)}: a hex stays, deleted or not"
    for layer, facts in ((HEXSIDE, terrain.hexsides), (LINK, terrain.links)):
        held = {side_of(edit, terrain) for edit in edits if edit.layer == layer}
        for side in sorted(facts if held else ()):
            if side not in held and here.issuperset(side):
                for fact in facts[side]:
                    name = fact.road if isinstance(fact, Link) else fact.kind
                    place = fact.basis.source or fact.basis.cite
                    number = terrain.lattice.format_hexside(side)
                    yield f"{number}: {name} was deleted and stays; take it away in {place}"


def chains(sides: Iterable[Hexside]) -> list[tuple[Hex, ...]]:
    """Links joined to chains of hexes, each link in one of them."""
    beside: dict[Hex, list[Hex]] = {}
    for side in sorted(set(sides)):
        beside.setdefault(side.a, []).append(side.b)
        beside.setdefault(side.b, []).append(side.a)
    found = []
    while beside:
        start = min(beside, key=lambda h: (len(beside[h]) % 2 == 0, h))
        chain = [start]
        while beside.get(chain[-1]):
            here = chain[-1]
            there = min(beside[here])
            for a, b in ((here, there), (there, here)):
                beside[a].remove(b)
                if not beside[a]:
                    del beside[a]
            chain.append(there)
        found.append(tuple(chain))
    return found


# Reading an edited GeoJSON file back into a project.

# New Roads drawn as lines in a geographic program, laid over the hexes they run through.

# A line drawn over the hexes is followed; what it crosses is told, not avoided.
OPEN_GROUND = RoadBounds(frozenset(), frozenset(), frozenset(), {})


def lay_roads(
    edits: Iterable[Edit], terrain: TerrainMap, where: Whereabouts, vocabulary: Vocabulary
) -> tuple[list[Edit], list[str]]:
    """The edits with every drawn Road as a link for each hexside it crosses, and remarks.

    A drawn Road is a feature of the layer ``link`` that names no hexside and has a line.

    :raises InputError: a line that runs nowhere from hex to hex of the map.
    """
    found: list[Edit] = []
    remarks: list[str] = []
    for edit in edits:
        if edit.layer != LINK or edit.texts["hexside"] or not edit.lines:
            found.append(edit)
            continue
        sides = sides_along(edit, terrain, where)
        if not sides:
            raise edit.error("road", "a line from hex to hex of the map")
        for side in sides:
            number = terrain.lattice.format_hexside(side)
            found.append(replace(edit, texts={**edit.texts, "hexside": number}))
            wet = [f.kind for f in terrain.features(side) if f.kind in vocabulary.barring]
            if wet and side not in terrain.links:
                remarks.append(
                    f"{number}: {edit.texts['road']} crosses the {wet[0]}; a bridge is a row of"
                    " hexsides.csv"
                )
    return found, remarks


def sides_along(edit: Edit, terrain: TerrainMap, where: Whereabouts) -> list[Hexside]:
    """The hexsides a line crosses between hexes of the map, each once, in its direction."""
    sides: dict[Hexside, None] = {}
    for line in edit.lines:
        spots = [where.spot(*position) for position in line]
        if any(hex_at(terrain.lattice, spot) in terrain.hexes for spot in spots):
            chain = snap_road(terrain.lattice, spots, (), OPEN_GROUND, (), rail=False).hexes
            for a, b in pairwise(chain):
                if a in terrain.hexes and b in terrain.hexes:
                    sides[hexside(a, b)] = None
    return list(sides)


MOST_REMARKS = 40
"""Remarks that are told one by one."""


def folded(remarks: Sequence[str]) -> list[str]:
    """The first remarks, and how many more there are."""
    more = len(remarks) - MOST_REMARKS
    return [*remarks[:MOST_REMARKS], *([f"… and {more} more remarks"] if more > 0 else [])]


def import_file(
    project: Project,
    path: Path,
    cite: str,
    provenance: Provenance,
    *,
    append: bool,
    say: Say = silent,
) -> list[tuple[str, bool]]:
    """The rows an edited file gives, as (line, True), with remarks, as (line, False).

    :param append: write the rows into the map's CSV files as well, which must be the project's.
    :param say: told before the map is compiled, where it must be.
    :raises InputError: a mistake in the file or in the sources, a blank citation.
    """
    own = project.map_sources.parent
    if append and own != project.root:
        expected = "a project with map_sources of its own: copy the folder"
        raise InputError(Where.of(project.root), "only the map_sources of clubroute", expected)
    if not cite.strip():
        raise InputError(Where("--cite"), "a blank text", "a rule, a source or a reason")
    edits = read_edits(path)
    name = lattice_of_window(project, map_of(edits, path))
    if append and project.with_lattice(name) is not project:
        expected = f"{name} among the project's own map_sources: copy its folder"
        raise InputError(Where.of(project.map_sources / name), "no such folder", expected)
    home = project.map_folder(name).parent
    sources = read_map_sources(home.parent, name)
    terrain = compiled_map(project, name, say)
    where = whereabouts(sources.lattice, sources.controls, str(sources.folder / "controls.csv"))
    laid, crossings = lay_roads(edits, terrain, where, sources.vocabulary)
    found = changes(laid, terrain, sources, Basis(provenance, cite.strip()))
    told = [(remark, False) for remark in folded([*crossings, *found.remarks])]
    targets = [(sources.folder / f"{kind}.csv", rows) for kind, rows in found.rows.items() if rows]
    # All rows are made before the first is written: a missing column stops the whole.
    lines = [(target, row_lines(target, rows)) for target, rows in targets]
    for target, many in lines:
        told.append((f"# {target.relative_to(home.parent).as_posix()}", True))
        told += [(line, True) for line in many]
    if append:
        for target, rows in targets:
            append_rows(target, rows)
    count = sum(len(rows) for _, rows in targets)
    told.append((f"{count} rows {'appended' if append else 'to append'}", False))
    return told
