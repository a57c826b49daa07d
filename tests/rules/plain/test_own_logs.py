"""Logs of games of one's own: judged by every command, or told not to be where nobody knows how."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from clubroute.builder.authoring.new_game import new_game
from clubroute.builder.module.parts import turn_state
from clubroute.builder.project import Project, shipped_project
from clubroute.builder.terrain.compiled import CompiledMaps
from clubroute.builder.vassal.atoms import PlayerEntry
from clubroute.rules.asking.context import Context
from clubroute.rules.cli import main
from clubroute.rules.logs.check.series import outlined
from clubroute.rules.plain.game import game_of
from clubroute.rules.room.positions import scenario_tape
from clubroute.rules.saves.writing import laid_out, shelf_of
from tests.logs.recorder import Recorder

NOT_JUDGED = "replayed, not judged: {} has no rules.toml that tells how units move"


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
    recorder.turn("* Turn", turn_state(shelf_of(project_of(root, name), name).game, *game.turns[1]))
    path = root / "wild.vlog"
    recorder.write(path)
    return path


def project_of(root: Path, name: str) -> Project:
    """The project a game lies in: that of the folder, or ours."""
    return Project(root) if (root / "counters" / name).is_dir() else shipped_project()


def test_a_wild_move_of_ombrey_is_illegal_by_its_rule(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    path = wild_log(tmp_path, "ombrey", "BREAD")
    assert main(["check", str(path)]) == 1
    shown = capsys.readouterr().out
    assert "illegal: step 1 (2 March forenoon) move of" in shown
    assert "[OM 5.1]" in shown
    assert "note: digging in is not judged (OM 8.2)" in shown
    assert main(["check", str(path), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    (found,) = told["findings"]
    assert (found["method"], found["receipt"]["verdict"]) == ("move.best", "illegal")


def test_a_game_without_rules_is_replayed_and_nobody_accused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    new_game(tmp_path, "lorne")
    path = wild_log(tmp_path, "lorne", "BRIDGE")
    assert main(["check", str(path)]) == 0
    assert f"note: {NOT_JUDGED.format('Lorne')}" in capsys.readouterr().out


def test_audit_and_a_league_count_what_is_illegal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    new_game(tmp_path, "lorne", rules=True)
    assert main(["build", "lorne"]) == 0
    path = wild_log(tmp_path, "lorne", "BRIDGE")
    assert main(["audit", str(path), "--out", "page.html", "--quiet"]) == 1
    assert "[TL 5.1]" in Path("page.html").read_text(encoding="utf-8")
    capsys.readouterr()
    assert main(["audit", str(path), "--json", "--quiet"]) == 1
    (told,) = json.loads(capsys.readouterr().out)["logs"]
    assert (told["moves"], told["counts"]["illegal"]) == (1, 1)
    assert main(["league", "new", "cup", "--title", "A cup"]) == 0
    assert main(["league", "add", "cup", "1", str(path)]) == 0
    assert main(["league", "site", "cup", "--out", "site"]) == 0
    capsys.readouterr()
    assert main(["league", "standings", "cup"]) == 0
    (row,) = csv.DictReader(capsys.readouterr().out.splitlines())
    assert (row["player"], row["logs"], row["illegal"], row["open"]) == ("Ann", "1", "1", "0")


def test_who_moves_after_the_quota_of_a_phase_is_illegal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    new_game(tmp_path, "lorne", rules=True)
    file = tmp_path / "counters" / "lorne" / "rules.toml"
    told, quota = file.read_text("utf-8"), '{ rule = "1.4", phase = "Blue movement", most = 1 }'
    file.write_text(told.replace("phases = [", f"quota = [{quota}]\nphases = [", 1), "utf-8")
    context = Context(tmp_path / "build", maps=CompiledMaps(Project(tmp_path), tmp_path / "build"))
    game, module = game_of("lorne"), outlined(context, "Lorne")
    assert module is not None
    begun = scenario_tape(context, "lorne", "BRIDGE")["first"]
    players = [PlayerEntry("not-a-password", "Ann", game.sides[0])]
    recorder = Recorder(laid_out(context, "lorne", begun).data, module.maps, players=players)
    pieces = recorder.game.pieces.values()
    here = {one.property_value("UnitId"): one for one in pieces if one.map == game.map}
    recorder.say(game.sides[0], "off we go")
    first, second = here["blue-1"], here["blue-2"]  # in 2.05 and beside it
    across = here["blue-horse"].x - first.x, here["blue-horse"].y - first.y
    for one in (first, second):
        recorder.move(one.id, game.map, one.x + across[0], one.y + across[1])
    recorder.turn("* Turn", turn_state(shelf_of(Project(tmp_path), "lorne").game, *game.turns[1]))
    recorder.write(tmp_path / "two.vlog")
    assert main(["check", "two.vlog"]) == 1
    shown = capsys.readouterr().out
    assert "it is the 2nd unit that moves in Blue movement, of 1 [TL 1.4]" in shown
