"""What a run took is kept, and told by folder, by test, and by the newest failures."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.durations import (
    KEPT,
    Recorder,
    account,
    main,
)


def phase(test: str, when: str, outcome: str = "passed", cpu: float = 0.0, why: str = "") -> Any:
    """A report as a run hears it."""
    return SimpleNamespace(
        nodeid=test, when=when, outcome=outcome, duration=2 * cpu, cpu=cpu, longrepr=why
    )


def run(path: Path, *phases: Any) -> None:
    recorder = Recorder(path, "tests -n 2")
    recorder.pytest_sessionstart()
    for one in phases:
        recorder.pytest_runtest_logreport(one)
    recorder.pytest_sessionfinish(0)


def test_a_run_is_told_with_its_dearest_tests_and_folders(tmp_path: Path) -> None:
    path = tmp_path / "build" / "tests.sqlite"
    run(
        path,
        phase("tests/a/test_x.py::test_cheap[1]@engine-wed", "call", cpu=0.5),
        phase("tests/b/test_y.py::test_dear", "setup", cpu=3.0),
        phase("tests/b/test_y.py::test_dear", "call", "failed", 1.0, "Traceback\nValueError: no"),
    )
    told = list(account(path, 5))
    assert "pytest tests -n 2" in told[0]
    assert "2 tests" in told[0]
    folders = [line.split() for line in told if line.endswith("/")]
    assert folders == [["1", "4.0", "8.0", "tests/b/"], ["1", "0.5", "1.0", "tests/a/"]]
    assert any(line.endswith("tests/a/test_x.py::test_cheap[1]") for line in told)
    assert told[-1].endswith("tests/b/test_y.py::test_dear (call): ValueError: no")


def test_the_newest_failures_come_first_and_old_runs_are_forgotten(tmp_path: Path) -> None:
    path = tmp_path / "tests.sqlite"
    for number in range(KEPT + 2):
        run(path, phase(f"tests/test_{number}.py::test", "call", "failed", 0.1, "no"))
    told = list(account(path, 2 * KEPT))
    failures = told[told.index("\nnewest failures") + 1 :]
    assert [line.split("tests/test_")[1].partition(".")[0] for line in failures] == [
        str(number) for number in range(KEPT + 1, 1, -1)
    ]


def test_where_no_run_is_kept_one_line_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["--file", str(tmp_path / "none.sqlite")])
    assert capsys.readouterr().out == (
        f"{tmp_path / 'none.sqlite'}: no run is kept yet; make test writes one\n"
    )
