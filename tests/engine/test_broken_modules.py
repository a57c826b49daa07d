"""A right module is found clean, and every way of breaking it is noticed by its own check."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engine import handmade, small_module
from tests.engine.broken import BREAKAGES, Breakage, put_together
from tests.engine.driver import Engine
from tests.engine.inspection import CHECKS, inspect_module, inspect_open
from tests.engine.prepare import EngineFiles

pytestmark = pytest.mark.engine


def test_right_module_is_clean(small_engine: Engine, small_path: Path) -> None:
    findings = inspect_open(small_engine, small_path, small_module.expectation())
    assert findings == {check: [] for check in CHECKS}


@pytest.mark.parametrize(
    "breakages", put_together(BREAKAGES), ids=lambda many: ", ".join(one.name for one in many)
)
def test_broken_module_is_noticed(
    breakages: list[Breakage], engine_files: EngineFiles, display: str, tmp_path: Path
) -> None:
    files = small_module.small_module()
    for breakage in breakages:
        breakage.apply(files)
    path = handmade.write_module(files, tmp_path / "broken.vmod")
    findings = inspect_module(engine_files, display, path, small_module.expectation())
    noticed = {check: problems for check, problems in findings.items() if problems}
    for breakage in breakages:
        assert breakage.check in noticed, f"{breakage.name}: only these were noticed: {noticed}"
    known = {check for breakage in breakages for check in (breakage.check, *breakage.also)}
    assert set(noticed) <= known, "what a breakage disturbs must be known"
