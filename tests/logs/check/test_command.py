"""``clubroute check`` and ``log.validate``: options, exit codes, what people and programs read."""

from __future__ import annotations

import base64
import json
import os
import zipfile
from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.asking.context import Context
from clubroute.rules.cli import main
from clubroute.rules.gts.logcheck.series import COUNTERS
from clubroute.rules.logs.check.module import Module
from tests.logs.check.game import Game
from tests.logs.check.scenario import Scenario

C = "101-c-1-501"


@pytest.fixture
def foot(told: Scenario, module: Module, context: Context) -> Game:
    (context.folder / "eagles.vmod").write_bytes(told.module)
    return Game(told, module, context, "chit-101-501")


def run(game: Game, folder: Path, *options: str) -> int:
    """The exit code of a check of the game so far."""
    log = folder / "game.vlog"
    log.write_bytes(game.table.recorder.log_bytes())
    return main(["check", str(log), "--map", str(game.context.folder), *options])


def test_all_lists_what_is_legal_too(
    foot: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    foot.put(C, "76.129")
    foot.put("101-d-2-501", "44.222")
    foot.goes_on()
    assert run(foot, tmp_path) == 1
    short = capsys.readouterr().out.splitlines()
    assert short[0] == "game.vlog: 7 steps, 1 illegal, 5 legal"
    assert short[1].startswith("illegal: step 3 ")
    assert not [line for line in short if line.startswith("legal: ")]
    assert run(foot, tmp_path, "--all") == 1
    whole = capsys.readouterr().out.splitlines()
    legal = [line for line in whole if line.startswith("legal: ")]
    assert [line for line in whole if line not in legal] == short
    assert len(legal) == 5
    assert "76.128 → 76.129: at least 2 MP of 7" in legal[1]


def test_all_changes_nothing_for_programs(
    foot: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    foot.put(C, "76.129")
    assert run(foot, tmp_path, "--json") == 0
    plain = capsys.readouterr().out
    assert run(foot, tmp_path, "--json", "--all") == 0
    assert capsys.readouterr().out == plain
    assert {f["verdict"] for f in json.loads(plain)["findings"]} == {"legal"}


def test_stacking(foot: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    foot.put(C, "75.129")
    assert run(foot, tmp_path, "--stacking", "2") == 0
    foot.goes_on()
    assert run(foot, tmp_path, "--stacking", "2") == 1
    assert "3 Allied Units in 75.129, more than 2" in capsys.readouterr().out
    capsys.readouterr()


def test_second_actions(foot: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    foot.put(C, "74.124", "71.123")
    foot.goes_on()
    assert run(foot, tmp_path) == 0
    assert run(foot, tmp_path, "--no-second-actions") == 1
    capsys.readouterr()


def test_what_lies_on_a_pile_is_off_the_map(
    foot: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    foot.table.roll()
    foot.put(C, "44.224")
    foot.goes_on()
    assert run(foot, tmp_path) == 1
    assert "if it was eliminated and is piled there: --pile 44.224" in capsys.readouterr().out
    assert run(foot, tmp_path, "--pile", "95.110", "--pile", "44.224") == 0
    assert "44.224" not in capsys.readouterr().out
    assert run(foot, tmp_path, "--pile", "44.2240") == 2
    assert "--pile: found '44.2240', expected a hex of wed" in capsys.readouterr().err


def test_dice_elsewhere(
    told: Scenario,
    module: Module,
    context: Context,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (context.folder / "eagles.vmod").write_bytes(told.module)
    game = Game(told, module, context, "chit-101-501", dice=False)
    game.put(C, "74.124", "71.123")
    game.goes_on()
    assert run(game, tmp_path, "--no-second-actions") == 1
    assert "no dice are in the log" in capsys.readouterr().out
    assert run(game, tmp_path, "--no-second-actions", "--dice-elsewhere") == 0
    assert "unless a die made it retreat" in capsys.readouterr().out


def test_play_from_a_step(
    told: Scenario,
    module: Module,
    context: Context,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (context.folder / "eagles.vmod").write_bytes(told.module)
    game = Game(told, module, context)
    game.put(C, "44.222")
    game.put("59-2-i-1034-59", "60.141")
    assert run(game, tmp_path) == 0
    assert "--play-from" in capsys.readouterr().out
    assert run(game, tmp_path, "--play-from", "1") == 1
    capsys.readouterr()


def test_a_module_of_somebody_else(
    foot: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    module, counters = tmp_path / "theirs.vmod", tmp_path / "theirs.toml"
    module.write_bytes(foot.told.module)
    counters.write_bytes(COUNTERS.read_bytes())
    foot.put("101-d-2-501", "76.130")
    assert run(foot, tmp_path) == 1
    options = ("--module", str(module), "--counters", str(counters))
    assert run(foot, tmp_path, *options) == 0
    out = capsys.readouterr().out
    assert "unchecked: step 2" in out
    assert "note: not a module of ours: what rests on surveyed ground proves nothing" in out
    counters.write_text(
        COUNTERS.read_text(encoding="utf-8").replace('"ferry"', '"fery"'), encoding="utf-8"
    )
    assert run(foot, tmp_path, *options) == 2
    assert "did you mean ferry?" in capsys.readouterr().err
    assert run(foot, tmp_path, "--module", str(tmp_path / "none.vmod")) == 2


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize("option", ["--module", "--counters"])
def test_no_named_pipe_is_waited_for(
    option: str, foot: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert run(foot, tmp_path, option, str(tmp_path / "pipe")) == 2
    assert "found a named pipe, expected a" in capsys.readouterr().err


def test_no_map_is_made_for_a_file_that_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def made(*_: object) -> Path:
        raise AssertionError("a map is compiled")

    monkeypatch.setattr("clubroute.builder.terrain.compiled.CompiledMaps.path", made)
    assert main(["check", str(tmp_path / "none.vlog"), "--map", str(tmp_path)]) == 2
    assert "no such file" in capsys.readouterr().err


def test_the_command_and_its_exit_codes(
    foot: Game, tmp_path: Path, context: Context, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "game.vlog"
    foot.put(C, "76.129")
    log.write_bytes(foot.table.recorder.log_bytes())
    options = ["check", str(log), "--map", str(context.folder)]
    assert main(options) == 0
    assert "0 illegal" not in capsys.readouterr().out
    foot.put(C, "44.222")
    foot.goes_on()
    log.write_bytes(foot.table.recorder.log_bytes())
    assert main([*options, "--json"]) == 1
    record = json.loads(capsys.readouterr().out)
    assert record["counts"]["illegal"] == 1
    assert main(["check", str(tmp_path / "none.vlog"), *options[1:]]) == 2
    answer = context.registry.ask(
        context, "log.validate", {"log": base64.b64encode(log.read_bytes()).decode()}
    )
    assert answer["counts"] == record["counts"]
    with zipfile.ZipFile(log) as whole:
        parts = {name: whole.read(name) for name in whole.namelist()}
    with zipfile.ZipFile(log, "w") as half:
        for name, data in parts.items():
            half.writestr(name, data[: len(data) // 2] if name == "savedGame" else data)
    capsys.readouterr()
    assert main(options) == 2
    assert "game.vlog: damaged: " in capsys.readouterr().out
    assert main([str(log)]) == 0
    assert "Nothing in it" not in capsys.readouterr().out
    log.write_bytes(log.read_bytes()[:400])
    assert main(options) == 2
    assert "found a damaged log: " in capsys.readouterr().err
    log.write_text("text", encoding="utf-8")
    assert main(["room", str(log)]) == 2
    assert "found no zip" in capsys.readouterr().err
    assert {f["why"] for f in answer["findings"]} == {f["why"] for f in record["findings"]}


def test_the_method_takes_no_path(context: Context, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="base64"):
        context.registry.ask(context, "log.validate", {"log": str(tmp_path / "game.vlog")})
    with pytest.raises(InputError, match="unknown parameter"):
        context.registry.ask(context, "log.validate", {"log": "", "path": "/etc/passwd"})
