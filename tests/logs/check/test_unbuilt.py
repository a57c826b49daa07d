"""A log of our own module needs no build: our sources say where its hexes lie."""

from __future__ import annotations

from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.asking.context import Context
from clubroute.rules.cli_options import context_of
from clubroute.rules.logs.check.check import check_file
from tests.room.logs import long_log


@pytest.fixture
def unbuilt(tmp_path: Path) -> Context:
    """Surroundings without a built module."""
    context = context_of(None, None)
    context.folder = tmp_path / "build"
    return context


@pytest.mark.slow
def test_a_log_of_ours_needs_no_build(unbuilt: Context, tmp_path: Path) -> None:
    long_log(unbuilt, tmp_path / "game.vlog", 20)
    report, checked = check_file(unbuilt, tmp_path / "game.vlog")
    assert report.findings
    assert checked.module


def test_a_log_that_is_none_is_refused_as_ever(unbuilt: Context, tmp_path: Path) -> None:
    (tmp_path / "bad.vlog").write_bytes(b"no log")
    with pytest.raises(InputError):
        check_file(unbuilt, tmp_path / "bad.vlog")
