"""A league from an empty folder to its site, by its commands alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from clubroute.rules.asking.context import Context
from clubroute.rules.cli import main
from clubroute.rules.logs.check.module import Module
from tests.logs.check.game import Game
from tests.logs.check.scenario import Scenario

ROOM = "https://example.org/room"
ROUND = "round 1"


@pytest.fixture
def home(told: Scenario, module: Module, context: Context, tmp_path: Path) -> Path:
    """A league with one game, in which one Unit goes too far."""
    (context.folder / "eagles.vmod").write_bytes(told.module)
    game = Game(told, module, context, "chit-101-501")
    game.put("101-c-1-501", "44.222")
    game.goes_on()
    log = tmp_path / "game.vlog"
    log.write_bytes(game.table.recorder.log_bytes())
    home = tmp_path / "masters"
    assert main(["league", "new", str(home), "--title", "Masters"]) == 0
    assert main(["league", "add", str(home), ROUND, str(log), "--table", "A"]) == 0
    return home


def test_findings_lead_to_the_map_room(home: Path, context: Context, tmp_path: Path) -> None:
    maps = ["--maps", str(context.folder)]
    asked = ["league", "site", str(home), "--no-pictures", *maps, "--out"]
    assert main([*asked, str(tmp_path / "plain")]) == 0
    assert main([*asked, str(tmp_path / "linked"), "--site", ROOM]) == 0
    pages = (tmp_path / name / "round-1.html" for name in ("plain", "linked"))
    plain, linked = (page.read_text(encoding="utf-8") for page in pages)
    assert ROOM not in plain
    assert f'href="{ROOM}' in linked


def test_what_holds_the_log_s_words_is_no_site_of_hidden_names(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    asked = ["league", "site", str(home), "--out", str(out), "--site", ROOM, "--hide-names"]
    assert main(asked) == 2
    assert "goes without --site" in capsys.readouterr().err
    assert not out.exists()


def test_a_ruling_goes_from_finding_to_standings(
    home: Path, context: Context, capsys: pytest.CaptureFixture[str]
) -> None:
    by = ["--by", "Carla", "--why", "so it is"]
    about = ["--log", f"{ROUND}/A/game.vlog", "--unit", "101-c-1-501"]
    maps = ["--maps", str(context.folder)]

    def counts() -> list[str]:
        capsys.readouterr()
        assert main(["league", "standings", str(home), *maps]) == 0
        return capsys.readouterr().out.splitlines()[1].split(",")[2:5]

    assert counts() == ["1", "0", "0"]
    (step,) = steps_of(home, context, capsys)
    assert main(["league", "rule", str(home), *about, "--step", step, *by]) == 0
    assert counts() == ["1", "0", "1"]
    assert main(["league", "rule", str(home), "1", "--state", "upheld", *by]) == 0
    assert main(["league", "appeal", str(home), "1", *by]) == 0
    assert main(["league", "rule", str(home), "1", "--state", "overturned", *by]) == 0
    assert counts() == ["0", "1", "0"]


def steps_of(home: Path, context: Context, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The first step of each illegal finding of the game."""
    log = home / "rounds" / ROUND / "A" / "game.vlog"
    capsys.readouterr()
    main(["check", str(log), "--json", "--maps", str(context.folder)])
    found = json.loads(capsys.readouterr().out)["findings"]
    return [str(one["steps"][0]) for one in found if one["verdict"] == "illegal"]
