"""Sites for tests: without pictures, and with a runtime or none."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from clubroute.builder.project import SHIPPED, Project
from clubroute.rules.asking.context import Context
from clubroute.rules.site.files import Files, Pictures, site_files
from clubroute.rules.site.runtime import Runtime

NONE = Runtime("pyodide", "0", {"pyodide.mjs": b"none"})
"""Stands for a runtime where none is run."""


def bare_files(maps: Path, games: Sequence[str], runtime: Runtime = NONE) -> Files:
    """A site without pictures but one of each kind: drawing is tested elsewhere."""

    def draw(name: str) -> Pictures:
        return Pictures({"-4/0/0.webp": b"RIFF    WEBP"}, {f"{name} one.svg": b"<svg/>"})

    return site_files(Context(maps), Project(SHIPPED), games, runtime, draw)
