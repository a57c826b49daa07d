"""A room that is told to stop ends well, and one that is killed leaves no half-written file."""

from __future__ import annotations

import http.client
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from clubroute.builder.survey.compile import CompiledMap
from clubroute.rules.owner.catalogue import table_spec
from clubroute.rules.owner.read import read_table
from clubroute.rules.service.sockets import write_token

KILLS = 8
SAVING = """
import sys
from pathlib import Path
from clubroute.rules.asking.context import Context
from clubroute.rules.room.answers import keep_ratings

context, turn = Context(Path("none"), owner_folder=Path(sys.argv[1])), 0
while True:
    cells = {"unit": f"saved-{turn % 50}", "face": "front", "move": str(turn % 9 + 1)}
    keep_ratings(context, "wed", cells)
    turn += 1
    if turn == 1:
        print("saving", flush=True)
"""
TOKENS = """
import sys
from pathlib import Path
from clubroute.rules.service.sockets import write_token

print("saving", flush=True)
while True:
    for letter in "ab":
        write_token(Path(sys.argv[1]) / "9.token", letter * 43)
"""


@contextmanager
def at_work(*program: str, folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """A process that has said its first line."""
    places = {name: str(folder) for name in ("XDG_RUNTIME_DIR", "HOME")}
    with subprocess.Popen(
        [sys.executable, *program],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **places},
    ) as process:
        assert process.stdout is not None
        yield process, process.stdout.readline().decode()
        process.kill()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT"])
def test_a_room_that_is_told_to_stop_ends_well(
    gts_map: CompiledMap, tmp_path: Path, name: str
) -> None:
    program = ("-m", "clubroute.rules", "room", "--no-browser", "--port", "0")
    with at_work(*program, "--owner", str(tmp_path), folder=tmp_path) as (process, address):
        place, _, token = address.strip().partition("#t=")
        client = http.client.HTTPConnection(place.removeprefix("http://").strip("/"), timeout=30)
        client.request("GET", "/events", headers={"x-clubroute-token": token})
        assert client.getresponse().status == 200  # a page that is open
        process.send_signal(getattr(signal, name))
        _, errors = process.communicate(timeout=30)
        client.close()
    assert (process.returncode, b"Traceback" in errors) == (0, False), errors


@pytest.mark.slow
def test_a_room_that_is_killed_while_it_saves_leaves_the_old_or_the_new_table(
    tmp_path: Path,
) -> None:
    chance, spec, most = random.Random(44), table_spec("ratings"), 0
    for _ in range(KILLS):
        with at_work("-c", SAVING, str(tmp_path), folder=tmp_path) as (process, said):
            assert said == "saving\n"
            time.sleep(chance.random() / 5)
            process.kill()
        rows = read_table(tmp_path / spec.file, spec).rows
        ours = [row.source.cells for row in rows if row.source.cells["unit"].startswith("saved-")]
        assert all("1" <= cells["move"] <= "9" for cells in ours)
        most = max(most, len(ours))
    assert most > 2


@pytest.mark.slow
def test_a_token_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    chance = random.Random(44)
    for _ in range(KILLS):
        with at_work("-c", TOKENS, str(tmp_path), folder=tmp_path) as (process, _):
            time.sleep(0.02 + chance.random() / 10)
            process.kill()
        assert (tmp_path / "9.token").read_text() in ("a" * 43 + "\n", "b" * 43 + "\n")
    write_token(tmp_path / "9.token", "c")
    assert (tmp_path / "9.token").stat().st_mode & 0o077 == 0
