"""Everything a project knows about one hex, with the reason and the source row of each fact."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from clubroute.builder.counting import so_many
from clubroute.builder.errors import InputError, Where
from clubroute.builder.exchange.geojson import Whereabouts, whereabouts
from clubroute.builder.grid import Hex, HexNumberError, hexsides
from clubroute.builder.lint.run import RULES, hexes_of
from clubroute.builder.pixels import board_views
from clubroute.builder.project import Project
from clubroute.builder.sources.cells import source_name
from clubroute.builder.sources.checks import read_controls
from clubroute.builder.sources.facts import Fact, Reading, read_readings
from clubroute.builder.sources.lattice import LatticeSource, read_lattice
from clubroute.builder.sources.vocabulary import Vocabulary, read_vocabulary
from clubroute.builder.survey.facts import failure, read_map_facts
from clubroute.builder.terrain.compiled import Say, compiled_map, silent
from clubroute.builder.terrain.terrain_map import Basis, TerrainMap
from clubroute.builder.windows import lattice_of_window

# What is known about a hex, as lines for people.


def hex_lines(facts: Mapping[str, Any]) -> Iterator[str]:
    """The lines for the JSON object of :func:`clubroute.builder.authoring.hexinfo.hex_facts`."""
    name = f" {facts['name']}" if facts["name"] else ""
    yield f"{facts['hex']}{name} ({facts['lattice']})"
    others = [number for number in facts["numbers"] if number != facts["hex"]]
    if others:
        yield f"  also printed {', '.join(others)}"
    yield f"  {facts['title']}{why(facts['basis'])}"
    if facts["lon_lat"]:
        lon, lat = facts["lon_lat"]
        yield f"  {lat:.5f} N {lon:.5f} E, by the fit"
    for side in facts["hexsides"]:
        neighbour = side["neighbour"] or "the map's edge"
        yield f"hexside {side['hexside']} to {neighbour}"
        for f in side["features"]:
            note = f" ({f['note']})" if f["note"] else ""
            yield f"  {named(f['kind'], f['name'])}{note}{why(f['basis'])}"
        for road in side["roads"]:
            title = named(f"{road['kind']} {road['road']}", road["name"])
            yield f"  {title}{why(road['basis'])}"
    for pair in facts["junctions"]:
        a, b = pair["roads"]
        end = f"keep apart{why(pair['basis'])}" if pair["basis"] else "meet"
        yield f"roads {a} and {b} {end}"
    for area in facts["areas"]:
        game = f" of {area['game']}" if area["game"] else ""
        title = named(f"{area['kind']} {area['area']}", area["name"])
        yield f"area {title}{game}, {so_many(area['hexes'], 'hex')}{why(area['basis'])}"
    for fact in facts["facts"]:
        holds = f"WRONG: {fact['wrong']}" if fact["wrong"] else "holds"
        says = f"{fact['subject']} {fact['says']}"
        yield f"fact {fact['fact']} {says} ({fact['cite']}, {fact['status']}): {holds}" + place(
            fact
        )
    for reading in facts["readings"]:
        yield (
            f"reading {reading['printed']}; read as {reading['read']} ({reading['cite']})"
            + place(reading)
        )
    for board in facts["boards"]:
        x, y = board["px"]
        yield f"board {board['board']} of {board['map']} at {x}, {y} px"


def named(kind: str, name: str) -> str:
    """A kind or id with its name, if it has one."""
    return f'{kind} "{name}"' if name else kind


def why(basis: Mapping[str, str]) -> str:
    """Provenance, citation, what was replaced, and the source row, as the end of a line."""
    was = f"; was {basis['replaced']}" if basis["replaced"] else ""
    return f": {basis['provenance']}, {basis['cite']}{was}{place(basis)}"


def place(facts: Mapping[str, Any]) -> str:
    """The source row in brackets, if there is one."""
    return f" [{facts['source']}]" if facts["source"] else ""


@dataclass(frozen=True, slots=True)
class Known:
    """What a lattice's hexes are described from."""

    source: LatticeSource
    terrain: TerrainMap
    vocabulary: Vocabulary
    facts: tuple[Fact, ...]
    readings: tuple[Reading, ...]
    whereabouts: Whereabouts


def find_hex(project: Project, number: str, window: str | None) -> tuple[str, Hex]:
    """The lattice and the hex a printed number names, on a map or on any lattice.

    The project's own lattices come first: clubroute's are asked where the number is on none.

    :raises InputError: no such map or hex, or hexes of several lattices.
    """
    if window:
        found = hexes_numbered(project, (lattice_of_window(project, window),), number, window)
    else:
        own = described(project, project.own_lattices())
        others = described(project, project.lattices())
        found = hexes_numbered(project, own, number) or hexes_numbered(project, others, number)
    if not found:
        expected = "a hex number as printed, as 55.202"
        raise InputError(Where("HEX"), f"{number!r}, which is on no map", expected)
    if len(found) > 1:
        lattices = " and ".join(name for name, _ in found)
        raise InputError(Where("HEX"), f"{number!r}, a hex of {lattices}", "--map to tell which")
    return found[0]


def hexes_numbered(
    project: Project, names: Sequence[str], number: str, window: str | None = None
) -> list[tuple[str, Hex]]:
    """The hexes a number names on some lattices, with the lattice of each.

    :raises InputError: a number that is none of the only lattice.
    """
    found: list[tuple[str, Hex]] = []
    for name in names:
        lattice = read_lattice(project.map_folder(name) / "lattice.toml").lattice
        try:
            found.append((name, lattice.parse(number, window)))
        except HexNumberError as error:
            if window:
                expected = "a hex number as printed, as 55.202"
                raise InputError(Where("HEX"), str(error), expected) from None
    return found


def described(project: Project, names: Sequence[str]) -> list[str]:
    """Those of some lattices that have words for their terrain."""
    return [name for name in names if (project.map_folder(name) / "terrain.toml").is_file()]


def read_known(project: Project, name: str, say: Say = silent) -> Known:
    """What is known of a lattice; its map compiled, or as compiled last time.

    :param say: told before the map is compiled, where it must be.
    :raises InputError: any mistake in its sources.
    """
    folder = project.map_folder(name)
    source = read_lattice(folder / "lattice.toml")
    controls, facts, readings = (folder / f"{k}.csv" for k in ("controls", "facts", "readings"))
    points = read_controls(controls, source.lattice) if controls.is_file() else ()
    return Known(
        source,
        compiled_map(project, name, say),
        read_vocabulary(folder / "terrain.toml"),
        read_map_facts(facts) if facts.is_file() else (),
        read_readings(readings, source.lattice, tuple(RULES)) if readings.is_file() else (),
        whereabouts(source.lattice, points, str(controls)),
    )


def hex_facts(known: Known, h: Hex) -> dict[str, Any]:
    """Everything about a hex of the map, as a JSON object. :raises InputError: a bad fact."""
    terrain, words = known.terrain, known.vocabulary
    lattice = terrain.lattice
    info = terrain.hexes[h]
    lon, lat = known.whereabouts.degrees(lattice.centre(h))
    surveyed = known.whereabouts.similarity is not None
    return {
        "hex": lattice.format(h),
        "numbers": list(lattice.numbers(h)),
        "lattice": lattice.name,
        "terrain": info.terrain,
        "title": words.hexes[info.terrain].title,
        "name": info.name,
        "basis": basis_facts(info.basis),
        "lon_lat": [lon, lat] if surveyed else None,
        "hexsides": list(side_facts(known, h)),
        "junctions": list(junction_facts(terrain, h)),
        "areas": [
            {
                "area": a.id,
                "kind": a.kind,
                "name": a.name,
                "game": a.game,
                "hexes": len(a.hexes),
                "basis": basis_facts(a.basis),
            }
            for a in terrain.areas
            if h in a.hexes
        ],
        "facts": list(statements(known, h)),
        "readings": [
            {"printed": r.printed, "read": r.read, "cite": r.cite, "source": r.source}
            for r in known.readings
            if h in r.hexes
        ],
        "boards": [
            {"map": window, "board": view.name, "px": list(view.centre(h))}
            for window in lattice.windows
            for view in board_views(lattice, known.source.boards_of(window))
            if h in set(lattice.hexes(window)) and view.holds(h)
        ],
    }


def basis_facts(basis: Basis) -> dict[str, str]:
    """A basis as a JSON object."""
    return {
        "provenance": basis.provenance,
        "cite": basis.cite,
        "source": basis.source,
        "replaced": basis.replaced,
    }


def side_facts(known: Known, h: Hex) -> Iterator[dict[str, Any]]:
    """The six hexsides of a hex, in neighbour order; ``neighbour`` is null off the map."""
    terrain = known.terrain
    lattice = terrain.lattice
    for side in hexsides(h):
        other = side.b if side.a == h else side.a
        features = terrain.features(side)
        links = terrain.links.get(side, ())
        yield {
            "hexside": lattice.format_hexside(side),
            "neighbour": lattice.format(other) if other in terrain.hexes else None,
            "features": [
                {"kind": f.kind, "name": f.name, "note": f.note, "basis": basis_facts(f.basis)}
                for f in features
            ],
            "roads": [
                {
                    "road": link.road,
                    "kind": terrain.roads[link.road].kind,
                    "name": terrain.roads[link.road].name,
                    "basis": basis_facts(link.basis),
                }
                for link in links
            ],
        }


def junction_facts(terrain: TerrainMap, h: Hex) -> Iterator[dict[str, Any]]:
    """Whether the Roads that share a hex meet in it (rule 2.5), pair by pair."""
    for a, b in combinations(sorted({link.road for link in terrain.links_at(h)}), 2):
        basis = terrain.apart.get((h, a, b))
        yield {
            "roads": [a, b],
            "meet": basis is None,
            "basis": basis_facts(basis) if basis else None,
        }


def statements(known: Known, h: Hex) -> Iterator[dict[str, Any]]:
    """The rulebooks' statements about a hex, its hexsides and its areas; ``wrong`` if any is."""
    lattice = known.terrain.lattice
    number = lattice.format(h)
    inside = {a.id for a in known.terrain.areas if h in a.hexes}
    for fact in known.facts:
        about = fact.subject in inside or number in fact.object.split()
        if not about and not any(a.id == fact.subject for a in known.terrain.areas):
            about = h in hexes_of(fact.subject, known.terrain)
        if about:
            yield {
                "fact": fact.id,
                "subject": fact.subject,
                "says": f"{fact.predicate} {fact.object}".strip(),
                "status": fact.status,
                "wrong": failure(fact, known.terrain, known.vocabulary),
                "cite": fact.cite,
                "source": f"{source_name(fact.path)}:{fact.row}",
            }
