"""What cannot be had is told of loudly, and fails where nothing may be left out."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.fetching.absence import BROWSER, ENGINE, without
from tests.fetching.cache import REPOSITORY, NotHereError

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("what", [ENGINE, BROWSER])
def test_a_skip_at_home_and_a_failure_in_ci(monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    error = NotHereError("not for love")
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match=f"{what} cannot be had: not for love"):
        without(what, error)
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match=f"{what} cannot be had: not for love"):
        without(what, error)


@pytest.mark.parametrize("processes", ["0", "2"])
def test_a_run_ends_with_a_loud_word(tmp_path: Path, processes: str) -> None:
    (tmp_path / "test_one.py").write_text(
        "from tests.fetching.absence import BROWSER, without\n"
        "def test_one(): without(BROWSER, Exception('none'))\n"
        "def test_two(): without(BROWSER, Exception('none'))\n",
        encoding="utf-8",
    )
    command = [sys.executable, "-m", "pytest", "-q", "-n", processes, "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, "-p", "tests.conftest", "-c", str(REPOSITORY / "pyproject.toml"), str(tmp_path)],
        cwd=REPOSITORY,
        env={"PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "! without a browser !" in done.stdout, done.stdout + done.stderr
    assert "2 tests did NOT run for want of a browser: run python -m tests.f" in done.stdout
