"""A context with our maps and no built module, and one whose owner knows some allowances."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from clubroute.rules.asking.context import Context, Loaded
from tests.rules.adviser.table import UNITS
from tests.saves.conftest import context as context

ALLOWANCE = 4


@pytest.fixture
def owned(context: Context, tmp_path: Path) -> Context:
    """Every Unit of the tests has 4 MP."""
    rows = [f"{unit},{face},{ALLOWANCE}\n" for unit in UNITS for face in ("front", "back")]
    (tmp_path / "ratings.csv").write_text("unit,face,move\n" + "".join(rows), encoding="utf-8")
    return replace(context, owner_folder=tmp_path, loaded=Loaded(), grounds={})
