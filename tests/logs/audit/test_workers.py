"""Processes that hang or die take nothing with them but their own job."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from clubroute.rules.cli import main
from clubroute.rules.logs.audit import season as season_module
from clubroute.rules.logs.audit.workers import Lost, shared_out
from tests.fetching.cache import REPOSITORY
from tests.logs.audit import troubled
from tests.logs.audit.scripted import dated, play

pytestmark = pytest.mark.slow

LIMIT = 5.0
"""Seconds: what is not hung begins and ends within them on a machine however busy."""
HUNG = Lost("not done within 5 seconds")


# One that never rests burns the limit up: once is enough, others sleep.
@pytest.mark.parametrize(("workers", "hangs"), [(1, "sleep"), (2, "spin")])
def test_the_rest_goes_on(workers: int, hangs: str) -> None:
    jobs = ["one", hangs, "two", "exit", "three", "killed", "four"]
    done = dict(shared_out(troubled.work, jobs, workers, LIMIT))
    assert done == {
        "one": "ONE",
        hangs: HUNG,
        "two": "TWO",
        "exit": Lost("the process died of it (exit code 7)"),
        "three": "THREE",
        "killed": Lost(f"the process died of it (exit code {-signal.SIGKILL})"),
        "four": "FOUR",
    }
    assert multiprocessing.active_children() == []


def test_all_of_them_may_hang_at_once() -> None:
    done = dict(shared_out(troubled.work, ["sleep 1", "sleep 2", "a"], 2, LIMIT))
    assert done == {"sleep 1": HUNG, "sleep 2": HUNG, "a": "A"}


def test_whoever_stops_listening_leaves_no_process() -> None:
    results = shared_out(troubled.work, ["a", "sleep", "b"], 2, 60)
    assert next(results) == ("a", "A")
    results.close()
    assert multiprocessing.active_children() == []


def test_the_processes_end_when_the_one_that_started_them_is_killed(tmp_path: Path) -> None:
    script = (
        "import os, sys\n"
        "from clubroute.rules.logs.audit.workers import shared_out\n"
        "from tests.logs.audit.troubled import work\n"
        "for _ in shared_out(work, ['a', 'b'], 1, 60):\n"
        "    import multiprocessing\n"
        "    print(multiprocessing.active_children()[0].pid, flush=True)\n"
        "    sys.stdin.read()\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script],
        cwd=REPOSITORY,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    worker = int(process.stdout.readline())
    process.kill()
    process.communicate()
    end = time.monotonic() + 60
    while time.monotonic() < end and running(worker):
        time.sleep(0.05)
    assert not running(worker)


def running(pid: int) -> bool:
    """Whether a process runs; one that only waits to be buried does not."""
    status = Path(f"/proc/{pid}/stat")
    try:
        if status.parent.parent.joinpath("self").exists():
            return status.read_text().rpartition(")")[2].split()[0] != "Z"
        os.kill(pid, 0)
    except (OSError, IndexError):
        return False
    return True


@pytest.fixture
def troubled_season(wed_build: Path, tmp_path: Path) -> Path:
    """A good log, and files whose audit hangs or kills its process."""
    folder = tmp_path / "season"
    folder.mkdir()
    data = dated(play(wed_build, rolls=2).log_bytes(), 1_750_000_000_000)
    for name in ("good", "sleep", "exit", "killed", "better"):
        (folder / f"{name}.vlog").write_bytes(data)
    return folder


def test_a_season_with_troubled_files(
    troubled_season: Path,
    wed_build: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    page = tmp_path / "report.html"
    asked = ["audit", str(troubled_season), "--map", str(wed_build), "--quiet", "--json"]
    asked += ["--out", str(page), "--jobs", "2"]
    with monkeypatch.context() as patch:
        patch.setattr(season_module, "audit_file", troubled.audit)
        assert main([*asked, "--timeout", "30"]) == 1
    first = json.loads(capsys.readouterr().out)
    errors = {row["log"]: row["error"] for row in first["files"] if "error" in row}
    assert errors == {
        "sleep.vlog": "sleep.vlog: not examined: not done within 30 seconds",
        "exit.vlog": "exit.vlog: not examined: the process died of it (exit code 7)",
        "killed.vlog": "killed.vlog: not examined: the process died of it (exit code -9)",
    }
    assert [log["log"] for log in first["logs"]] == ["better.vlog", "good.vlog"]
    assert "not examined: not done within 30 seconds" in page.read_text(encoding="utf-8")
    kept = {path: path.stat().st_mtime_ns for path in (tmp_path / "report.cache").glob("*/*.json")}
    assert len(kept) == 2
    # Run again, what was done stays and what was lost is examined.
    assert main(asked) == 1
    second = json.loads(capsys.readouterr().out)
    assert not [row for row in second["files"] if "error" in row]
    assert len(second["logs"]) == 5
    assert all(path.stat().st_mtime_ns == when for path, when in kept.items())


def test_a_single_file_has_a_limit_where_one_is_asked_for(
    wed_build: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "one.vlog"
    log.write_bytes(play(wed_build, rolls=2).log_bytes())
    asked = ["audit", str(log), "--map", str(wed_build), "--json"]
    assert main([*asked, "--timeout", "600"]) == 1
    limited = capsys.readouterr().out
    assert main(asked) == 1
    assert capsys.readouterr().out == limited
    assert main([*asked, "--timeout", "0"]) == 2
