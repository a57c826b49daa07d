"""Shared by all tests: how hypothesis runs, fixtures dear to make, what could not be had."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

import pytest
from hypothesis import settings

from clubroute.builder.cli import main
from clubroute.builder.survey.compile import CompiledMap, compile_map
from tests.fetching.absence import say_what_did_not_run

ROOT = Path(__file__).resolve().parents[1]

# Timing limits of single examples only fail on a busy machine; CI must not depend on chance.
settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")


@pytest.fixture(scope="session")
def wed_build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Where Eagles Dare module, built cold from the repository's own data, with its files.

    It is there to be read. Where the tests run in several processes, one builds it for all.
    """
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    out, built = shared / "wed-build" / "wed", shared / "wed-build" / "built"
    out.parent.mkdir(exist_ok=True)
    with (out.parent / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not built.exists():
            assert main(["build", "wed", "--out", str(out), "--quiet"]) == 0
            built.touch()
    return out


@pytest.fixture(scope="session")
def gts_map() -> CompiledMap:
    """The whole Market-Garden corridor, compiled once for all tests."""
    return compile_map(ROOT, "gts")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    # Here and not beside the tests: a run in several processes reads only this one in its own.
    say_what_did_not_run(terminalreporter)
