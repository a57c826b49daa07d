"""A project with a game of its own, as ``clubroute new`` lays it out."""

from __future__ import annotations

from pathlib import Path

import pytest

from clubroute.builder.authoring.new_game import new_game
from clubroute.builder.project import Project
from clubroute.builder.terrain.compiled import CompiledMaps
from clubroute.rules.asking.context import Context


@pytest.fixture
def island(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Context:
    """The surroundings of a question in a folder with the game ``island``."""
    new_game(tmp_path, "island")
    monkeypatch.chdir(tmp_path)
    project = Project(tmp_path)
    return Context(tmp_path / "build", maps=CompiledMaps(project, tmp_path / "build"))
