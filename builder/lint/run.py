"""All checks over a lattice or a window of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial

from clubroute.builder.errors import InputError, Where
from clubroute.builder.grid import Lattice
from clubroute.builder.lint.against_facts import explained, facts
from clubroute.builder.lint.finding import (
    NOTHING_OUTSIDE,
    Check,
    Finding,
    Outside,
    Subject,
    kept_findings,
)
from clubroute.builder.lint.hexes import (
    area_holes,
    area_parts,
    letterings,
    lone_hexes,
    much_assumed,
    orphans,
    reasons,
)
from clubroute.builder.lint.roads import road_chains, road_ends, road_islands, strays_apart
from clubroute.builder.lint.structure import duplicates, places, unknown_words
from clubroute.builder.lint.water import crossings, unbridged, water_ends, water_lines
from clubroute.builder.project import Project
from clubroute.builder.sources.checks import read_checks
from clubroute.builder.sources.facts import read_readings
from clubroute.builder.sources.lattice import read_lattice
from clubroute.builder.sources.style import read_board_style
from clubroute.builder.survey.blind import blind_hexes, blind_lines
from clubroute.builder.survey.compile import combine, oddities
from clubroute.builder.survey.facts import read_map_facts
from clubroute.builder.survey.inputs import read_map_sources
from clubroute.builder.survey.residuals import (
    blind_crossings,
    bridge_lines,
    crossing_lines,
    fit_lines,
    layer_residuals,
    residual_lines,
    undocumented_bridges,
)
from clubroute.builder.survey.survey import survey_map
from clubroute.builder.terrain.compiled import (
    Say,
    compiled_map,
    map_and_warnings,
    map_cache,
    silent,
)
from clubroute.builder.terrain.map_keys import OTHERS, OWN
from clubroute.builder.terrain.shares import share_lines, terrain_shares
from clubroute.builder.windows import lattice_of_window


def survey_warnings(subject: Subject) -> Iterator[Finding]:
    """What the survey found odd in the geography."""
    for warning in subject.warnings:
        source, _, text = warning.partition(": ")
        yield Finding("warning", "survey", text.split(" ", 1)[0], text, source)


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
    letterings,
    survey_warnings,
)

RULES: Mapping[str, str] = {
    "unknown-word": "a kind that terrain.toml does not have",
    "duplicate-id": "an id or a fact twice",
    "not-neighbours": "a hexside between hexes that are no neighbours",
    "off-map": "a fact about a hex that is not on the map",
    "unknown-road": "a link of a Road that does not exist",
    "road-end": "a Road that ends inland at no other Road and in no place",
    "road-chain": "a Road that is not one chain: parts, forks, a ring, nothing",
    "road-island": "pieces of Road that hang together with no other and leave no map",
    "apart-stray": "Roads kept apart in a hex they do not share",
    "water-end": "water that ends inland at no other water",
    "water-line": "a named water that forks or is broken",
    "unbridged": "a Road over water without a bridge, culvert or ferry",
    "bridge-no-water": "a crossing over nothing",
    "bridge-no-road": "a bridge without a Road",
    "orphan-hex": "a hex nobody can enter",
    "unreached": "ground that no Unit of a class can reach",
    "lone-hex": "one hex of a terrain inside another",
    "area-parts": "an area in several parts",
    "area-hole": "an area with a hole, or without hexes",
    "no-reason": "something assumed that does not say why",
    "much-assumed": "a window with much assumed terrain that is not the default",
    "fact": "a rulebook's statement that the map contradicts",
    "lettering": "place names printed over one another",
    "reading": "a slip of a rulebook, and how it is read",
    "survey": "what the survey found odd in the geography",
}


RELIED_ON = frozenset(("unknown-word", "duplicate-id", "not-neighbours", "off-map", "unknown-road"))
"""Rules of the checks in ``STRUCTURE``."""

BEYOND = frozenset({"unreached"})
"""Rules whose checks need the games' rules, which the builder does not know."""


def lint(subject: Subject, more: Sequence[Check] = ()) -> tuple[Finding, ...]:
    """Everything the checks find, errors first.

    :param more: checks from outside, of the rules in ``BEYOND``.
    :raises InputError: a fact about nowhere.
    """
    found = own_findings(subject)
    if more and not broken(found):
        found += findings_beyond(subject, more)
    return tuple(sorted(found, key=Finding.order))


def broken(found: Iterable[Finding]) -> bool:
    """Whether what the checks from outside rely on is wrong, too."""
    return any(finding.rule in RELIED_ON for finding in found)


def own_findings(subject: Subject) -> tuple[Finding, ...]:
    """What the builder's own checks find. :raises InputError: a fact about nowhere."""
    found = [f for check in STRUCTURE for f in check(subject)]
    if not found:
        found = explained(subject, [f for check in CHECKS for f in check(subject)], BEYOND)
    return tuple(found)


def findings_beyond(subject: Subject, checks: Sequence[Check]) -> tuple[Finding, ...]:
    """What checks from outside find, with the readings that are about their rules."""
    readings = tuple(one for one in subject.readings if one.explains in BEYOND)
    found = [f for check in checks for f in check(subject)]
    return tuple(explained(replace(subject, readings=readings), found))


def lint_lattice(
    project: Project, name: str, say: Say = silent, more: Outside = NOTHING_OUTSIDE
) -> tuple[Finding, ...]:
    """Compile a lattice and check it, or tell what was found when all was as it is now.

    A build keeps what its own checks find, so that after it only those from outside are run.

    :raises InputError: any mistake in its sources.
    """
    read = cache(partial(read_subject, project, name, say))
    found = kept_findings(project, name, OWN, "", say, lambda: own_findings(read()))
    if more.checks and not broken(found):
        found += kept_findings(
            project, name, OTHERS, more.stamp, say, lambda: findings_beyond(read(), more.checks)
        )
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


def off_lines(project: Project, window: str) -> list[str]:
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
        *bridge_lines(
            undocumented_bridges(combine(sources, survey_map(sources)).terrain), sources, window
        ),
    ]


def lint_window(
    project: Project, window: str, say: Say = silent, more: Outside = NOTHING_OUTSIDE
) -> tuple[Finding, ...]:
    """The findings of a window's lattice that lie in the window, or nowhere in particular.

    :raises InputError: no such window, or a mistake in the sources.
    """
    name = lattice_of_window(project, window)
    lattice = read_lattice(project.map_folder(name) / "lattice.toml").lattice
    return in_window(lint_lattice(project, name, say, more), lattice, window)


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
