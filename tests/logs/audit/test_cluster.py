"""An audit on a Dask cluster says what one machine says, also where a worker dies amid it."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import dask
import pytest
from distributed import LocalCluster

from clubroute.builder.errors import InputError
from clubroute.builder.survey.compile import CompiledMap
from clubroute.builder.terrain.terrain_file import encode_terrain
from clubroute.rules.asking.context import Context
from clubroute.rules.cli import main
from clubroute.rules.logs.audit.cluster import Cluster
from clubroute.rules.logs.audit.workers import Lost
from clubroute.rules.logs.check.module import Module
from tests.logs.audit import troubled
from tests.logs.check.game import Game
from tests.logs.check.generated import context_in, module_in
from tests.logs.check.scenario import scenario

pytestmark = pytest.mark.slow
LOGS = 24
PATIENCE = 60.0
"""Seconds a job may take on a busy machine."""


@pytest.fixture(scope="module")
def local() -> Iterator[LocalCluster]:
    """Two workers with a process each, as a scheduler of many machines has them."""
    once = dask.config.set({"distributed.scheduler.allowed-failures": 0})
    with (
        once,
        LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1"
        ) as cluster,
    ):
        yield cluster


@pytest.fixture(scope="module")
def address(local: LocalCluster) -> str:
    return str(local.scheduler_address).replace("tcp://", "dask://")


@pytest.fixture(scope="module")
def season(gts_map: CompiledMap, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Logs of several games, a fault in every third, a file that is none, and a map."""
    folder = tmp_path_factory.mktemp("season")
    told = scenario(gts_map.terrain)
    module: Module = module_in(told)
    context: Context = context_in(folder, gts_map.terrain, told)
    for number in range(LOGS):
        game = Game(told, module, context, "chit-101-501")
        game.put("101-d-2-501", "77.129", *("76.130",) * (number % 3 == 0))
        for _ in range(number):
            game.table.roll()
        game.goes_on()
        place = folder / "logs" / f"game {number // 4}" / f"{number}.vlog"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(game.table.recorder.log_bytes())
    (folder / "logs" / "bad.vlog").write_bytes(b"PK\x03\x04 broken")
    (folder / "build" / "gts.terrain").write_bytes(encode_terrain(gts_map.terrain))
    return folder


def audited(season: Path, out: Path, capsys: pytest.CaptureFixture[str], *more: str) -> str:
    """What ``clubroute audit --json`` prints of a season, with an empty cache."""
    asked = ["audit", str(season / "logs"), "--map", str(season / "build"), "--json", "--quiet"]
    assert main([*asked, "--owner", str(season / "owner"), "--cache", str(out), *more]) == 1
    return capsys.readouterr().out


def test_a_cluster_says_what_one_machine_says(
    season: Path, address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    alone = audited(season, tmp_path / "alone", capsys, "--jobs", "1")
    assert len(json.loads(alone)["files"]) == LOGS + 1
    assert audited(season, tmp_path / "many", capsys, "--engine", address) == alone
    kept = [sorted(path.name for path in (tmp_path / n).rglob("*.json")) for n in ("alone", "many")]
    assert kept[0] == kept[1]


def test_a_worker_that_is_killed_takes_nothing_with_it(
    season: Path, local: LocalCluster, address: str, tmp_path: Path
) -> None:
    jobs = [f"slow {number}" for number in range(40)]
    cluster = Cluster(address, [tmp_path])
    done: dict[str, object] = {}
    for job, what in cluster.share(troubled.work, jobs, PATIENCE):
        if not done:
            os.kill(local.workers[0].pid, signal.SIGKILL)
        done[job] = what
    cluster.close()
    assert done == {job: job.upper() for job in jobs}


def test_a_job_that_kills_whoever_takes_it_is_lost_alone(address: str, tmp_path: Path) -> None:
    cluster = Cluster(address, [tmp_path])
    done = dict(cluster.share(troubled.work, ["one", "two", "exit", "three"], PATIENCE))
    cluster.close()
    lost = done.pop("exit")
    assert isinstance(lost, Lost)
    assert "KilledWorker" in lost.why
    assert done == {"one": "ONE", "two": "TWO", "three": "THREE"}


@pytest.mark.parametrize(
    ("where", "words"),
    [
        ("tcp://127.0.0.1:8786", "dask://HOST:PORT"),
        ("dask://127.0.0.1", "dask://HOST:PORT"),
        ("dask://127.0.0.1:1", "nobody answers at 127.0.0.1:1"),
    ],
)
def test_where_no_scheduler_is_one_line_says_so(where: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=words.replace("/", ".")):
        Cluster(where, [tmp_path])


def test_a_folder_that_a_worker_does_not_see_is_named(address: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="does not see"):
        Cluster(address, [tmp_path / "elsewhere"])
