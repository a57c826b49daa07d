"""The benches are run by hand, so that they can rot; here they are at least imported."""

from __future__ import annotations

import importlib
from pathlib import Path

from tests.cases import each

BENCHES = sorted(path.stem for path in (Path(__file__).parent / "bench").glob("*.py"))


@each("name", [name for name in BENCHES if name != "__main__"])
def test_a_bench_can_be_imported(name: str) -> None:
    importlib.import_module(f"tests.bench.{name}")
