"""The tour of docs/own-module.md, as it is printed, from an empty folder."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from clubroute.builder.survey.compile import CompiledMap
from clubroute.builder.vassal.archive import read_module
from clubroute.rules.cli import main
from tests.rules.owner.modules.played import company, palette, recorder
from tests.rules.owner.modules.writer import (
    DX,
    DY,
    Numbers,
    Sheet,
    module,
    written,
)

DOC = Path(__file__).parents[4] / "docs" / "own-module.md"
SHEET = Sheet("Sheet 1", range(131, 151), range(20, 40), Numbers(less=100))
STEPS = 24


def tour() -> list[list[str]]:
    """The commands of the tour."""
    text = DOC.read_text("utf-8").partition("## A tour from an empty folder")[2]
    (block,) = re.findall(r"```sh\n(.*?)```", text.partition("\n## ")[0], re.DOTALL)[:1]
    found = [shlex.split(line, comments=True) for line in block.splitlines() if line]
    return [words[1:] for words in found if words[0] == "clubroute"]


@pytest.fixture
def folder(
    own_cache: None,
    gts_map: CompiledMap,
    map_folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Path:
    """An empty folder but for the module and its log; the map is compiled already."""
    here = tmp_path / "empty"
    here.mkdir()
    monkeypatch.chdir(here)
    boards = written(gts_map.terrain, [SHEET])
    unit = company("A Company", "1", move=60)
    path = here / "its.vmod"
    path.write_bytes(module(boards, name="GTS its", more=[palette({"1": unit})]))
    x0, y0 = boards[0].origin
    places = [
        (int(x0 + DX * c), int(y0 + DY * r) + (int(DY / 2) if c % 2 else 0))
        for c, r in sorted(boards[0].cells.values())
        if c == 5
    ]
    game = recorder(read_module(path), boards, [(unit, places[10])], "GTS its")
    (piece,) = (id_ for id_, one in game.game.pieces.items() if one.name == "A Company")
    for step in range(STEPS):
        game.move(piece, "Map", *places[10 + step % 2])
    game.write(here / "turn3.vlog")
    return here


def test_the_tour_works_as_printed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    commands = tour()
    assert [words[0] for words in commands] == [
        *("owner", "check", "audit", "position", "reach", "room"),
    ]
    told = {}
    for words in commands[:-1]:
        assert main(words) == 0, (words, capsys.readouterr().err)
        told[words[0]] = capsys.readouterr().out
    assert "GTS its 1.0: map tdc" in told["owner"]
    assert (folder / "owner" / "modules" / "gts-its" / "report.txt").is_file()
    assert "A Company" in told["check"]
    assert (folder / "turn3.html").read_text("utf-8").startswith("<!DOCTYPE html>")
    assert "A Company" in told["position"]
    assert "hexes within" in told["reach"]


def test_the_room_of_the_tour_opens_the_log(folder: Path) -> None:
    assert main(tour()[0]) == 0
    command = [sys.executable, "-m", "clubroute.rules", *tour()[-1], "--no-browser", "--port", "0"]
    started = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, cwd=folder, env=dict(os.environ)
    )
    try:
        assert started.stdout is not None
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/#t=\S+\n", started.stdout.readline())
    finally:
        started.terminate()
        started.wait(30)
