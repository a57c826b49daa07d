"""All checks over a lattice or a window of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial

from clubroute.builder.errors import ClubrouteError, InputError, Where, nearest_name
from clubroute.builder.grid import Hex, Hexside, Lattice, adjacent
from clubroute.builder.lint.finding import (
    NOTHING_OUTSIDE,
    Check,
    Finding,
    Outside,
    Subject,
    kept_findings,
)
from clubroute.builder.lint.ground import (
    area_holes,
    area_parts,
    crossings,
    letterings,
    lone_hexes,
    much_assumed,
    orphans,
    reasons,
    road_chains,
    road_ends,
    road_islands,
    strays_apart,
    unbridged,
    water_ends,
    water_lines,
)
from clubroute.builder.project import Project
from clubroute.builder.sources.cells import source_name
from clubroute.builder.sources.checks import read_checks
from clubroute.builder.sources.facts import read_readings
from clubroute.builder.sources.lattice import read_lattice
from clubroute.builder.sources.style import looks_assumed, read_board_style
from clubroute.builder.survey.compile import oddities
from clubroute.builder.survey.facts import failure, read_map_facts
from clubroute.builder.survey.inputs import read_map_sources
from clubroute.builder.survey.residuals import (
    blind_crossings,
    blind_hexes,
    blind_lines,
    bridge_lines,
    crossing_lines,
    fit_lines,
    layer_residuals,
    residual_lines,
    undocumented_bridges,
)
from clubroute.builder.terrain.compiled import (
    Say,
    compiled_map,
    map_and_warnings,
    map_cache,
    silent,
)
from clubroute.builder.terrain.shares import share_lines, terrain_shares
from clubroute.builder.terrain.shipped_maps import LETTERED, OTHERS, OWN
from clubroute.builder.terrain.terrain_map import Basis, TerrainMap
from clubroute.builder.windows import lattice_of_window

# The rulebooks' statements, and their slips with the readings taken.


def facts(subject: Subject) -> Iterator[Finding]:
    """A statement of the rulebooks that the map contradicts: an error if it is stated outright.

    :raises InputError: a fact about a hex, hexside or area that does not exist.
    """
    for fact in subject.facts:
        wrong = failure(fact, subject.terrain, subject.vocabulary)
        if wrong is not None:
            said = f"{fact.predicate} {fact.object}".strip()
            yield Finding(
                "error" if fact.status == "stated" else "warning",
                "fact",
                fact.subject,
                f"{fact.id} ({fact.cite}) says {said}, but {wrong}",
                f"{source_name(fact.path)}:{fact.row}",
                hexes_of(fact.subject, subject.terrain),
            )


def hexes_of(name: str, terrain: TerrainMap) -> tuple[Hex, ...]:
    """The hexes of an area id, or of a printed hex or hexside."""
    for area in terrain.areas:
        if area.id == name:
            return area.hexes
    return tuple(terrain.lattice.parse(word) for word in name.split("/"))


def explained(
    subject: Subject, found: list[Finding], unchecked: frozenset[str] = frozenset()
) -> list[Finding]:
    """The findings with the readings: each is a note, and so is the finding it explains.

    A reading that explains a finding which is not there any more is a warning, unless its rule is
    among those ``unchecked``.

    :raises InputError: a reading about no hex, hexside or area of the map.
    """
    notes = []
    for reading in subject.readings:
        try:
            hexes_of(reading.subject, subject.terrain)
        except ClubrouteError as error:
            raise InputError(
                Where(reading.source, None, "subject"), str(error), "a hex, hexside or area id"
            ) from None
        text = f"{reading.printed}; read as {reading.read} ({reading.cite})"
        same = [f for f in found if (f.rule, f.place) == (reading.explains, reading.subject)]
        for f in same:
            found.remove(f)
            notes.append(replace(f, level="note", text=f"{f.text}: {text}", source=reading.source))
        if reading.explains in unchecked:
            continue
        if reading.explains and not same:
            gone = f"{reading.id} explains {reading.explains}, which is not found"
            notes.append(
                Finding("warning", "reading", reading.subject, gone, reading.source, reading.hexes)
            )
        elif not same:
            notes.append(
                Finding("note", "reading", reading.subject, text, reading.source, reading.hexes)
            )
    return [*found, *notes]


# What every other check relies on: known words, ids used once, real hexsides on the map.


def unknown_words(subject: Subject) -> Iterator[Finding]:
    """Terrain, hexside, Road and area kinds that the vocabulary does not have."""
    terrain, words = subject.terrain, subject.vocabulary
    lattice = terrain.lattice

    def check(
        word: str, known: Mapping[str, object], place: str, source: str, hexes: tuple[Hex, ...]
    ) -> Iterator[Finding]:
        if word not in known:
            near = nearest_name(word, known)
            hint = f" (did you mean {near}?)" if near else ""
            text = f"{word!r} is not in terrain.toml{hint}"
            yield Finding("error", "unknown-word", place, text, source, hexes)

    for h, info in sorted(terrain.hexes.items()):
        yield from check(info.terrain, words.hexes, lattice.format(h), info.basis.source, (h,))
    for side, many in sorted(terrain.hexsides.items()):
        for f in many:
            number = lattice.format_hexside(side)
            yield from check(f.kind, words.hexsides, number, f.basis.source, tuple(side))
    for id_, road in sorted(terrain.roads.items()):
        yield from check(road.kind, words.roads, id_, "", ())
    for area in terrain.areas:
        yield from check(area.kind, words.areas, area.id, area.basis.source, area.hexes)


def duplicates(subject: Subject) -> Iterator[Finding]:
    """Ids used twice, the same fact twice on a hexside, facts filed under another's place."""
    terrain = subject.terrain
    lattice = terrain.lattice

    def finding(place: str, text: str, basis: Basis | None, hexes: tuple[Hex, ...]) -> Finding:
        return Finding("error", "duplicate-id", place, text, basis.source if basis else "", hexes)

    seen: set[str] = set()
    for area in terrain.areas:
        if area.id in seen:
            yield finding(area.id, "two areas have this id", area.basis, area.hexes)
        seen.add(area.id)
    for id_, road in sorted(terrain.roads.items()):
        if road.id != id_:
            yield finding(id_, f"this Road calls itself {road.id}", None, ())
    for h, info in sorted(terrain.hexes.items()):
        if info.hex != h:
            text = f"holds the facts of {lattice.format(info.hex)}"
            yield finding(lattice.format(h), text, info.basis, (h,))
    for side, features in sorted(terrain.hexsides.items()):
        for kind, n in Counter(f.kind for f in features).items():
            if n > 1:
                text = f"{kind} {n} times"
                yield finding(lattice.format_hexside(side), text, features[-1].basis, tuple(side))
    for side, links in sorted(terrain.links.items()):
        for road_id, n in Counter(link.road for link in links).items():
            if n > 1:
                text = f"Road {road_id} {n} times"
                yield finding(lattice.format_hexside(side), text, links[-1].basis, tuple(side))


def places(subject: Subject) -> Iterator[Finding]:
    """Hexsides between hexes that are no neighbours, facts off the map, links of unknown Roads."""
    terrain = subject.terrain
    lattice = terrain.lattice
    bases: dict[Hexside, str] = {
        s: link.basis.source for s, many in terrain.links.items() for link in many
    }
    bases |= {s: f.basis.source for s, many in terrain.hexsides.items() for f in many}
    for side in sorted(bases):
        number = lattice.format_hexside(side)
        if not adjacent(side.a, side.b) or side.b < side.a:
            text = "no hexside: the two hexes are not neighbours in ascending order"
            yield Finding("error", "not-neighbours", number, text, bases[side], tuple(side))
        for h in side:
            if h not in terrain.hexes:
                text = f"{lattice.format(h)} is not on the map"
                yield Finding("error", "off-map", number, text, bases[side], tuple(side))
    for area in terrain.areas:
        for h in area.hexes:
            if h not in terrain.hexes:
                text = f"{lattice.format(h)} is not on the map"
                yield Finding("error", "off-map", area.id, text, area.basis.source, area.hexes)
    for side, many in sorted(terrain.links.items()):
        for link in many:
            if link.road not in terrain.roads:
                number = lattice.format_hexside(side)
                text = f"a link of {link.road!r}, which is no Road"
                yield Finding("error", "unknown-road", number, text, link.basis.source, tuple(side))


def survey_warnings(subject: Subject) -> Iterator[Finding]:
    """What the survey found odd in the geography."""
    for warning in subject.warnings:
        source, _, text = warning.partition(": ")
        yield Finding("warning", "survey", text.split(" ", 1)[0], text, source)


def looks(subject: Subject) -> Iterator[Finding]:
    """Kinds on the map that the boards' style has no look for."""
    if subject.style is not None:
        for word, line in looks_assumed(subject.style, subject.terrain):
            yield Finding("warning", "no-look", word, line, source_name(subject.style.path))


STRUCTURE: tuple[Check, ...] = (unknown_words, duplicates, places)
"""What the other checks rely on; if one of these finds an error, only they are run."""

CHECKS: tuple[Check, ...] = (
    road_ends,
    road_chains,
    road_islands,
    strays_apart,
    water_ends,
    water_lines,
    unbridged,
    crossings,
    orphans,
    lone_hexes,
    area_parts,
    area_holes,
    reasons,
    much_assumed,
    facts,
    survey_warnings,
    looks,
)

RULES: Mapping[str, str] = {
    "unknown-word": ("a terrain, hexside, Road or area kind that `terrain.toml` does not have"),
    "duplicate-id": (
        "an id used twice; the same feature or link twice on a hexside; facts filed under "
        "another place"
    ),
    "not-neighbours": "a hexside between hexes that are no neighbours",
    "off-map": "a feature, link or area of a hex that is not on the map",
    "unknown-road": "a link of a Road that does not exist",
    "road-end": (
        "a Road that ends inland, with no other Road in the hex and in no place: no "
        "settlement, no lettered name, no ferry or pontoon site"
    ),
    "road-chain": (
        "a Road that forks, is a ring, has no link, or is in parts of which one never "
        "reaches the map's edge"
    ),
    "road-island": (
        "pieces of Road that meet no other Road and of which none leaves the map, but for "
        "the largest net"
    ),
    "apart-stray": "Roads said to keep apart in a hex they do not share",
    "water-end": (
        "water that ends inland at no other water; a named stream may rise inland once, a "
        "canal may end in a settlement, in its basin"
    ),
    "water-line": (
        "a named water that forks, has more than two ends inland, or is broken; that it "
        "leaves the map and comes back is no fault"
    ),
    "unbridged": "a Road over water without a bridge, culvert, ferry or pontoon",
    "bridge-no-water": "a crossing over nothing",
    "bridge-no-road": "a bridge without a Road",
    "orphan-hex": ("a hex nobody can enter from any neighbour, though its terrain lets them"),
    "unreached": (
        "ground that no Leg, Wheeled or Tracked Unit can reach from the largest part of "
        "the map, by the rules of movement with nothing blown and the default readings; "
        "hexes whose terrain keeps the class out anyway are not meant"
    ),
    "lone-hex": (
        "one hex of a terrain with a single other all around, unless it is a settlement, "
        "lettered, or a rulebook says so"
    ),
    "area-parts": ("an area in several parts, if half its hexes or more touch another of it"),
    "area-hole": (
        "an area with a hole (a settlement in an area of one terrain is none); an area "
        "without hexes"
    ),
    "no-reason": "something assumed that does not say why",
    "much-assumed": (
        "a window of which more than 5 % is assumed to be other than the default terrain"
    ),
    "fact": "a row of `facts.csv` that does not hold; an error if `stated`",
    "lettering": "two place names that would be printed over one another",
    "reading": ("a slip of a rulebook; a reading of something that is not found any more"),
    "no-look": "a kind that `style.toml` does not draw: it is drawn like another, or plainly",
    "survey": "what the survey found odd in the geography",
}


RELIED_ON = frozenset(("unknown-word", "duplicate-id", "not-neighbours", "off-map", "unknown-road"))
"""Rules of the checks in ``STRUCTURE``."""

BEYOND = frozenset({"unreached"})
"""Rules whose checks need the games' rules, which the builder does not know."""

PLACED = frozenset({"lettering"})
"""Rules whose check has all names of a map placed: it takes longer than all others."""


def lint(subject: Subject, more: Sequence[Check] = ()) -> tuple[Finding, ...]:
    """Everything the checks find, errors first.

    :param more: checks from outside, of the rules in ``BEYOND``.
    :raises InputError: a fact about nowhere.
    """
    found = own_findings(subject)
    if not broken(found):
        found += findings_of(subject, (letterings,), PLACED)
        found += findings_of(subject, more, BEYOND) if more else ()
    return tuple(sorted(found, key=Finding.order))


def broken(found: Iterable[Finding]) -> bool:
    """Whether what the checks from outside rely on is wrong, too."""
    return any(finding.rule in RELIED_ON for finding in found)


def own_findings(subject: Subject) -> tuple[Finding, ...]:
    """What the builder's own checks find but for those of names placed.

    :raises InputError: a fact about nowhere.
    """
    found = [f for check in STRUCTURE for f in check(subject)]
    if not found:
        later = BEYOND | PLACED
        found = explained(subject, [f for check in CHECKS for f in check(subject)], later)
    return tuple(found)


def findings_of(
    subject: Subject, checks: Sequence[Check], rules: frozenset[str]
) -> tuple[Finding, ...]:
    """What checks of some rules find, with the readings that are about these."""
    readings = tuple(one for one in subject.readings if one.explains in rules)
    found = [f for check in checks for f in check(subject)]
    return tuple(explained(replace(subject, readings=readings), found))


def lint_lattice(
    project: Project,
    name: str,
    say: Say = silent,
    more: Outside = NOTHING_OUTSIDE,
    *,
    lettered: bool = True,
) -> tuple[Finding, ...]:
    """Compile a lattice and check it, or tell what was found when all was as it is now.

    A build keeps what its own checks find, so that after it only the others are run.

    :param lettered: look for names that would be printed over one another, too.
    :raises InputError: any mistake in its sources.
    """
    read = cache(partial(read_subject, project, name, say))
    keep = partial(kept_findings, project, name)
    found = keep(OWN, "", say, lambda: own_findings(read()))
    if lettered and not broken(found):
        found += keep(LETTERED, "", say, lambda: findings_of(read(), (letterings,), PLACED))
    if more.checks and not broken(found):
        found += keep(OTHERS, more.stamp, say, lambda: findings_of(read(), more.checks, BEYOND))
    return tuple(sorted(found, key=Finding.order))


def read_subject(project: Project, name: str, say: Say = silent) -> Subject:
    """A lattice compiled, and what it is held against. :raises InputError:"""
    project = project.with_lattice(name)
    sources = read_map_sources(project.map_sources.parent, name)
    terrain, warnings = map_and_warnings(project, name, say)
    # Crossings of nothing and the like have checks of their own.
    checked = set(oddities(sources, terrain))
    facts_path, readings_path = (sources.folder / f"{kind}.csv" for kind in ("facts", "readings"))
    return Subject(
        terrain,
        sources.vocabulary,
        read_map_facts(facts_path) if facts_path.is_file() else (),
        read_readings(readings_path, sources.lattice, tuple(RULES))
        if readings_path.is_file()
        else (),
        tuple(warning for warning in warnings if warning not in checked),
        read_board_style(sources.folder / "style.toml"),
        map_cache(project, name, say),
    )


def known_lines(project: Project, window: str, say: Say = silent) -> list[str]:
    """How much of a map is what and how well known, and how the survey fares on its own.

    :raises InputError: no such window, or a mistake in the sources.
    """
    name = lattice_of_window(project, window)
    sources = read_map_sources(project.map_folder(name).parent.parent, name)
    default = sources.vocabulary.default
    terrain = compiled_map(project, name, say)
    lines = share_lines(window, terrain_shares(terrain, window), default)
    facts_path = sources.folder / "facts.csv"
    if sources.controls and facts_path.is_file():
        lines += blind_lines(blind_hexes(sources, read_map_facts(facts_path), window))
    return lines


def off_lines(project: Project, window: str, say: Say = silent) -> list[str]:
    """How far the country is off on a map: each layer against places known from elsewhere, the
    control points, the documented crossings as the survey alone has them, and the bridges that
    only the survey has.

    :raises InputError: no such window, no control points, or a mistake in the sources.
    """
    name = lattice_of_window(project, window)
    project = project.with_lattice(name)
    sources = read_map_sources(project.map_sources.parent, name)
    if not sources.controls:
        raise InputError(
            Where.of(sources.folder / "controls.csv"), "no such file", "a map of a real country"
        )
    layers = read_checks(project.map_sources / "checks", (f.id for f in sources.features))
    return [
        *residual_lines(layer_residuals(sources, layers, window), sources),
        *fit_lines(sources),
        *crossing_lines(blind_crossings(sources), sources, window),
        *bridge_lines(undocumented_bridges(compiled_map(project, name, say)), sources, window),
    ]


def lint_window(
    project: Project,
    window: str,
    say: Say = silent,
    more: Outside = NOTHING_OUTSIDE,
    *,
    lettered: bool = True,
) -> tuple[Finding, ...]:
    """The findings of a window's lattice that lie in the window, or nowhere in particular.

    Parameters as of :func:`lint_lattice`.

    :raises InputError: no such window, or a mistake in the sources.
    """
    name = lattice_of_window(project, window)
    lattice = read_lattice(project.map_folder(name) / "lattice.toml").lattice
    found = lint_lattice(project, name, say, more, lettered=lettered)
    return in_window(found, lattice, window)


def in_window(findings: Iterable[Finding], lattice: Lattice, window: str) -> tuple[Finding, ...]:
    """The findings that lie in a window, or nowhere in particular."""
    shown = set(lattice.hexes(window))
    return tuple(f for f in findings if not f.hexes or shown.intersection(f.hexes))


def lint_project(
    project: Project, say: Say = silent, more: Outside = NOTHING_OUTSIDE
) -> tuple[Finding, ...]:
    """The findings of every lattice of the project that has a terrain.toml. :raises InputError:"""
    names = [
        n for n in project.own_lattices() if (project.map_folder(n) / "terrain.toml").is_file()
    ]
    found = [f for name in names for f in lint_lattice(project, name, say, more)]
    return tuple(sorted(found, key=lambda f: f.order()[0]))
