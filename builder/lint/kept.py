"""Findings kept beside the compiled map: what did not change is not checked again."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict

from clubroute.builder.cache import CACHE, Cache, digest, files_digest, newest_only
from clubroute.builder.compiled import MOST_KEPT, Say, fresh_map
from clubroute.builder.grid import Hex
from clubroute.builder.lint.finding import Finding
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
    terrain = fresh_map(project, lattice, say, project.build / CACHE)
    # The map's name holds the digest of all it is made from; boards and colours are not in it.
    style = [path for path in project.map_files(lattice) if path.name == "style.toml"]
    key = digest(terrain.name, files_digest(project.map_sources, style), stamp)
    kept = Cache(terrain.parent)
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
