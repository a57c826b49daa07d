"""Findings kept beside the compiled map: what did not change is not checked again."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict

from clubroute.builder.cache import digest, files_digest, newest_only
from clubroute.builder.compiled import MOST_KEPT, Say, map_cache
from clubroute.builder.grid import Hex
from clubroute.builder.lint.finding import Finding
from clubroute.builder.map_keys import terrain_key
from clubroute.builder.own_code import CHECKING, code_digest
from clubroute.builder.project import Project


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
