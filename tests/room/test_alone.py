"""Answering, and reading a log, take the standard library and clubroute alone: where the room is a
page of a static site there is nothing else."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from clubroute.builder.survey.compile import CompiledMap
from clubroute.builder.terrain.terrain_file import encode_terrain

ALONE = """
import json, sys

class Alone:
    "Finds nothing but the standard library and clubroute."

    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top in ("clubroute", "org") or top in sys.stdlib_module_names or top.startswith("__"):
            return None  # those who come next find it; "org" is Jython's, which copy asks for
        raise ModuleNotFoundError(f"{name} is neither ours nor the standard library's", name=name)

sys.meta_path.insert(0, Alone())

from pathlib import Path
from clubroute.builder.project import shipped_project
from clubroute.rules.asking.context import Context
from clubroute.rules.room.answers import Answers
from clubroute.rules.room.asking import Watch

def report(where, error):
    raise AssertionError(where) from error

answers = Answers(Context(Path(sys.argv[1])), shipped_project(), Watch(None), report)

def told(method, place, body=b""):
    path, _, query = place.partition("?")
    found = answers.answer(method, path, query, body)
    assert found.status == 200, (place, found.data)
    return found.data

def posted(place, **body):
    return told("POST", place, json.dumps(body).encode())

def asked(method, **params):
    found = json.loads(posted("/rpc", jsonrpc="2.0", id=1, method=method, params=params))
    assert "result" in found, (method, found)
    return found["result"]

for method in answers.context.registry.all():
    told("GET", f"/methods/{method.name}")
for name, scenario in (("wed", "WED-4"), ("ins", "INS-5.1")):
    tape = json.loads(told("GET", f"/tape?map={name}&scenario={scenario}"))
    about = {"map": name, "state": tape["first"]}
    told("GET", f"/maps/{name}")
    unit = next(one for one in tape["first"]["units"] if "id" in one and "hex" in one)
    asked("hex.describe", hex=unit["hex"], map=name)
    mover = {"id": unit["id"], "ma": 4} | ({"class": "leg"} if name == "wed" else {})
    asked("move.reach", unit=mover, **{"from": unit["hex"]}, **about)
    asked("scenario.list")
    told("POST", "/tape?name=x.clubroute", posted("/clubroute", **about))
    assert json.loads(told("POST", "/tape?name=x.vsav", posted("/vsav", **about)))["counters"]
asked("los.fan", map="wed", range=6, **{"from": "75.129"})
asked("supply.trace", map="ins", state=tape["first"], unit={"id": unit["id"]})
asked("rule.find", map="wed", about="WED 2.5")
posted("/words", map="wed", text="cost leg woods")
posted("/words", map="wed", text="mo", complete=True)
log = json.loads(told("POST", "/tape?name=long.vlog", Path(sys.argv[2]).read_bytes()))
assert len(log["moments"]) > 5 and log["judged"]
told("GET", f"/state?digest={log['source']['digest']}&step=5")
source = {"kind": "log", "digest": log["source"]["digest"]}
posted("/vsav", map="wed", state=log["first"], source=source, step=3)
print(len(sys.modules))
"""


@pytest.fixture(scope="module")
def maps(
    gts_map: CompiledMap, ins_map: CompiledMap, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A folder with the compiled maps."""
    folder = tmp_path_factory.mktemp("maps")
    for name, made in (("gts", gts_map), ("ins", ins_map)):
        (folder / f"{name}.terrain").write_bytes(encode_terrain(made.terrain))
    return folder


def test_answers_and_logs_take_the_standard_library_alone(maps: Path, long_vlog: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ALONE, str(maps), str(long_vlog)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert int(json.loads(done.stdout)) > 100
