"""What a check says: one line with a level, a rule, a place, and where to mend it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Literal, TypeAlias

from clubroute.builder.files.atomic import (
    Cache,
    digest,
    files_digest,
    newest_only,
)
from clubroute.builder.grid import Hex
from clubroute.builder.own_code import CHECKING, code_digest
from clubroute.builder.project import Project
from clubroute.builder.sources.facts import Fact, Reading
from clubroute.builder.sources.style import BoardStyle
from clubroute.builder.sources.vocabulary import Vocabulary
from clubroute.builder.terrain.compiled import MOST_KEPT, Say, map_cache
from clubroute.builder.terrain.shipped_maps import terrain_key
from clubroute.builder.terrain.terrain_map import TerrainMap

Level: TypeAlias = Literal["error", "warning", "note"]

LEVELS: tuple[Level, ...] = ("error", "warning", "note")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing a check found.

    ``error``: the map contradicts itself, its own words or a rule. ``warning``: probably a
    mistake. ``note``: a slip of the rulebooks, with the reading taken.

    ``place`` is a printed hex or hexside, a Road's or an area's id, or a water's name; ``source``
    the file:row to mend, if known; ``hexes`` where on the map it is (none: everywhere).
    """

    level: Level
    rule: str
    place: str
    text: str
    source: str = ""
    hexes: tuple[Hex, ...] = ()

    def line(self) -> str:
        """The finding as one line."""
        where = f" [{self.source}]" if self.source else ""
        return f"{self.level} {self.rule} {self.place}: {self.text}{where}"

    def order(self) -> tuple[int, str, tuple[Hex, ...], str, str]:
        """Errors first; then by rule and place."""
        return LEVELS.index(self.level), self.rule, self.hexes[:1], self.place, self.text


@dataclass(frozen=True, slots=True)
class Subject:
    """A map and what it is held against.

    ``warnings`` are the survey's, each ``file:row: text``; without a ``style`` nothing is lettered.
    ``kept`` may have what is planned of the map's lines and names.
    """

    terrain: TerrainMap
    vocabulary: Vocabulary
    facts: tuple[Fact, ...] = ()
    readings: tuple[Reading, ...] = ()
    warnings: tuple[str, ...] = ()
    style: BoardStyle | None = None
    kept: Cache | None = None


Check: TypeAlias = Callable[[Subject], Iterator[Finding]]


@dataclass(frozen=True, slots=True)
class Outside:
    """Checks of another package, and a stamp that differs whenever that package does."""

    checks: tuple[Check, ...] = ()
    stamp: str = ""


NOTHING_OUTSIDE = Outside()


# Findings kept beside the compiled map: what did not change is not checked again.


def kept_findings(
    project: Project,
    lattice: str,
    kind: str,
    stamp: str,
    say: Say,
    find: Callable[[], tuple[Finding, ...]],
) -> tuple[Finding, ...]:
    """What was found the last time all was as it is now, else what ``find`` finds, and keep it.

    :param kind: what a cache calls these findings.
    :param stamp: differs whenever checks that come from outside the builder differ.
    """
    project = project.with_lattice(lattice)
    kept = map_cache(project, lattice, say)
    # The map is known by all it is made from; colours and checks are none of that.
    style = [path for path in project.map_files(lattice) if path.name == "style.toml"]
    look = files_digest(project.map_sources, style)
    key = digest(terrain_key(project, lattice), look, code_digest(CHECKING), stamp)
    name = f"{lattice}-{kind}"
    data = kept.read(name, key)
    if data is not None:
        return tuple(read_finding(item) for item in json.loads(data))
    found = find()
    kept.write(name, key, json.dumps([asdict(finding) for finding in found]).encode())
    newest_only(kept.folder, f"{name}-*", MOST_KEPT)
    return found


def read_finding(item: dict[str, object]) -> Finding:
    """A finding as it was kept."""
    hexes = item.pop("hexes")
    assert isinstance(hexes, list)
    return Finding(hexes=tuple(Hex(*pair) for pair in hexes), **item)  # type: ignore[arg-type]


# Findings for people and for programs.


def summary(findings: Sequence[Finding]) -> str:
    """How many of each level, in one line."""
    counts = Counter(f.level for f in findings)
    words = [f"{counts[level]} {level}{'s' * (counts[level] != 1)}" for level in LEVELS]
    return ", ".join(words)


def findings_json(findings: Sequence[Finding]) -> str:
    """``{"counts": {level: n}, "findings": [{level, rule, place, text, source}]}``, indented."""
    counts = Counter(f.level for f in findings)
    value = {
        "counts": {level: counts[level] for level in LEVELS},
        "findings": [
            {
                "level": f.level,
                "rule": f.rule,
                "place": f.place,
                "text": f.text,
                "source": f.source,
            }
            for f in findings
        ],
    }
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"
