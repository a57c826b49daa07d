"""Any file clubroute reads or writes as canonical text, by its first bytes; compiled maps, too."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from clubroute.builder.errors import InputError, Where
from clubroute.builder.files.regular import regular
from clubroute.builder.terrain.terrain_file import load_terrain
from clubroute.builder.terrain.terrain_head import MAGIC
from clubroute.builder.terrain.terrain_map import Basis, TerrainMap
from clubroute.builder.vassal.dump import dump_build_file, dump_file

# A compiled map as canonical text: what `clubroute dump` prints and goldens compare.
#
# One fact a line, by printed number, in a fixed order, with its provenance and citation.


def terrain_lines(terrain: TerrainMap) -> Iterator[str]:
    """The lines of the text, without line ends."""
    lattice = terrain.lattice
    counts = Counter(info.terrain for info in terrain.hexes.values())
    yield f"terrain {lattice.name} {lattice.orientation}-top"
    for sheet in lattice.sheets:
        yield (
            f"sheet {sheet.name} lines {sheet.lines[0]}-{sheet.lines[1]}"
            f" numbers {sheet.numbers[0]}-{sheet.numbers[1]}"
        )
    yield f"count hexes {len(terrain.hexes)}"
    for kind in sorted(counts):
        yield f"count {kind} {counts[kind]}"
    for h in sorted(terrain.hexes):
        info = terrain.hexes[h]
        name = f' "{info.name}"' if info.name else ""
        yield f"hex {lattice.format(h)} {info.terrain}{name}{why(info.basis)}"
    for side in sorted(terrain.hexsides):
        for f in terrain.hexsides[side]:
            name = f' "{f.name}"' if f.name else ""
            note = f" ({f.note})" if f.note else ""
            yield f"hexside {lattice.format_hexside(side)} {f.kind}{name}{note}{why(f.basis)}"
    for id_ in sorted(terrain.roads):
        road = terrain.roads[id_]
        yield f'road {road.id} {road.kind} "{road.name}"'
    for side in sorted(terrain.links):
        for link in terrain.links[side]:
            yield f"link {lattice.format_hexside(side)} {link.road}{why(link.basis)}"
    for h, a, b in sorted(terrain.apart):
        yield f"apart {lattice.format(h)} {a} {b}{why(terrain.apart[h, a, b])}"
    for area in terrain.areas:
        game = f" {area.game}" if area.game else ""
        members = " ".join(lattice.format(h) for h in area.hexes)
        yield f'area {area.id} {area.kind}{game} "{area.name}" {members}{why(area.basis)}'


def why(basis: Basis) -> str:
    """Provenance, citation and what was replaced, as the end of a line."""
    replaced = f" was {basis.replaced}" if basis.replaced else ""
    return f" [{basis.provenance}: {basis.cite}{replaced}]"


def dump_lines(path: Path) -> Iterator[str]:
    """The lines of a file's text form.

    :raises InputError: missing, unreadable, or no kind of file that can be dumped.
    """
    try:
        regular(path, Where.of(path), "a file to dump")
        with path.open("rb") as stream:
            head = stream.read(len(MAGIC))
    except OSError as error:
        raise InputError(
            Where.of(path), error.strerror or "an unreadable file", "a file to dump"
        ) from None
    if head == MAGIC:
        yield from terrain_lines(load_terrain(path))
    elif head.startswith(b"PK"):
        yield from dump_file(path).splitlines()
    elif head.removeprefix(BOM_UTF8).lstrip()[:1] == b"<":
        yield from dump_build_file(path).splitlines()
    else:
        expected = ".terrain, .vmod, .vsav, .vlog or buildFile.xml"
        raise InputError(Where.of(path), "another kind of file", expected)
