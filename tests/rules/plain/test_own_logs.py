"""Logs of games of one's own: read, replayed and shown by every command, and nobody accused."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from clubroute.builder.authoring.new_game import new_game
from clubroute.builder.project import Project
from clubroute.builder.terrain.compiled import CompiledMaps
from clubroute.builder.vassal.atoms import PlayerEntry
from clubroute.rules.asking.context import Context
from clubroute.rules.cli import main
from clubroute.rules.logs.check.series import outlined
from clubroute.rules.plain.game import game_of
from clubroute.rules.room.positions import scenario_tape
from clubroute.rules.saves.writing import laid_out
from tests.logs.recorder import Recorder

NOT_JUDGED = "replayed, not judged: no judge of logs knows the rules of {}"


def wild_log(root: Path, name: str, scenario: str) -> Path:
    """A log in which a unit is dragged from its set-up hex right onto an enemy's, and a die falls:
    what no rules allow."""
    context = Context(root / "build", maps=CompiledMaps(Project(root), root / "build"))
    game = game_of(name)
    module = outlined(context, game.title)
    assert module is not None
    begun = scenario_tape(context, name, scenario)["first"]
    players = [PlayerEntry("not-a-password", "Ann", game.sides[0])]
    recorder = Recorder(laid_out(context, name, begun).data, module.maps, players=players)
    sides = {one.id: one.side for one in game.counters.values()}
    there = {
        id_: one
        for one in recorder.game.pieces.values()
        if one.map == game.map and (id_ := one.property_value("UnitId")) in sides
    }
    first = next(one for id_, one in there.items() if sides[str(id_)] == game.sides[0])
    enemy = [one for id_, one in there.items() if sides[str(id_)] == game.sides[1]][-1]
    recorder.say(game.sides[0], "off we go")
    recorder.move(first.id, game.map, enemy.x, enemy.y)
    recorder.roll("Combat", [6])
    path = root / "wild.vlog"
    recorder.write(path)
    return path


def test_nobody_is_accused_in_a_log_of_ombrey(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    path = wild_log(tmp_path, "ombrey", "BREAD")
    assert main(["check", str(path)]) == 0
    assert f"note: {NOT_JUDGED.format('The Relief of Ombrey')}" in capsys.readouterr().out
    assert main(["check", str(path), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["steps"], told["findings"], set(told["counts"].values())) == (3, [], {0})


def test_audit_and_a_leagues_site_say_that_nothing_was_judged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    new_game(tmp_path, "lorne", rules=True)
    assert main(["build", "lorne"]) == 0
    path = wild_log(tmp_path, "lorne", "BRIDGE")
    said = NOT_JUDGED.format("Lorne")
    assert main(["audit", str(path), "--out", "page.html", "--quiet"]) == 0
    page = Path("page.html").read_text(encoding="utf-8")
    assert said in page
    capsys.readouterr()
    assert main(["audit", str(path), "--json", "--quiet"]) == 0
    (told,) = json.loads(capsys.readouterr().out)["logs"]
    assert (told["moves"], told["findings"], set(told["counts"].values())) == (1, [], {0})
    assert said in told["notes"]
    assert main(["league", "new", "cup", "--title", "A cup"]) == 0
    assert main(["league", "add", "cup", "1", str(path)]) == 0
    assert main(["league", "site", "cup", "--out", "site"]) == 0
    pages = [one.read_text(encoding="utf-8") for one in Path("site").rglob("*.html")]
    assert any(said in one for one in pages)
    capsys.readouterr()
    assert main(["league", "standings", "cup"]) == 0
    (row,) = csv.DictReader(capsys.readouterr().out.splitlines())
    assert (row["player"], row["logs"], row["illegal"], row["open"]) == ("Ann", "1", "0", "0")
