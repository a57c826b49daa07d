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


def test_a_ruling_is_only_on_what_was_found(
    home: Path, context: Context, capsys: pytest.CaptureFixture[str]
) -> None:
    maps = ["--maps", str(context.folder), "--by", "Carla", "--why", "so"]
    about = ["--log", f"{ROUND}/A/game.vlog", "--unit", "101-c-1-501"]
    (step,) = steps_of(home, context, capsys)
    wrong = str(int(step) + 1)
    assert main(["league", "rule", str(home), *about, "--step", wrong, *maps]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"clubroute: --step: found step {wrong}, unit 101-c-1-501, check move")
    assert f"step {step} 101-c-1-501 move" in said
    assert not (home / "rulings").exists()
    assert main(["league", "rule", str(home), *about, "--step", step, *maps]) == 0


def test_a_ruling_stands_at_its_finding_in_the_page_of_the_round(
    home: Path, context: Context, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    maps = ["--maps", str(context.folder)]
    about = ["--log", f"{ROUND}/A/game.vlog", "--unit", "101-c-1-501", "--by", "Carla"]
    (step,) = steps_of(home, context, capsys)
    assert main(["league", "rule", str(home), *about, "--step", step, "--why", "so", *maps]) == 0
    out = tmp_path / "out"
    assert main(["league", "site", str(home), "--no-pictures", *maps, "--out", str(out)]) == 0
    page = (out / "round-1.html").read_text(encoding="utf-8")
    index = (out / "index.html").read_text(encoding="utf-8")
    assert "ruling 1: open by Carla: so" in page
    assert f"Audit of Masters: {ROUND}" in page
    assert 'href="index.html"' in page
    anchor = index.partition('href="round-1.html#')[2].partition('"')[0]
    assert f'id="{anchor}"' in page


def test_a_ruling_on_what_nobody_checks_is_refused_with_the_nearest_name(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    about = ["--log", f"{ROUND}/A/game.vlog", "--unit", "101-c-1-501", "--check", "mve"]
    capsys.readouterr()
    assert main(["league", "rule", str(home), *about, "--by", "Carla", "--why", "so"]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert said.err.startswith("clubroute: --check: found 'mve', expected one of move, ")
    assert said.err.endswith("(did you mean move?)\n")
    assert not (home / "rulings").exists()


@pytest.mark.parametrize("command", ["check", "audit", "impact", "league"])
def test_tables_that_are_not_there_are_not_passed_over(
    command: str, home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = str(home / "rounds" / ROUND / "A" / "game.vlog")
    words = {
        "impact": ["impact", log, "--with", "zoc_stops=stop"],
        "league": ["league", "standings", str(home)],
    }.get(command, [command, log])
    capsys.readouterr()
    assert main([*words, "--owner", str(tmp_path / "tabels")]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert "tabels: found no such folder, expected a folder with the tables you supply" in said.err


@pytest.mark.parametrize("command", ["check", "audit"])
@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("zoc_stop=stop", "expected READING=CHOICE (did you mean zoc_stops?)"),
        ("zoc_stops=stp", "expected zoc_stops=one of stop, pass (did you mean stop?)"),
    ],
)
def test_a_misspelt_reading_is_refused_by_whatever_series_a_log_is_judged(
    command: str, given: str, expected: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = str(home / "rounds" / ROUND / "A" / "game.vlog")
    capsys.readouterr()
    assert main([command, log, "--reading", given]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", f"clubroute: --reading: found {given!r}, {expected}\n")


def steps_of(home: Path, context: Context, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The first step of each illegal finding of the game."""
    log = home / "rounds" / ROUND / "A" / "game.vlog"
    capsys.readouterr()
    main(["check", str(log), "--json", "--maps", str(context.folder)])
    found = json.loads(capsys.readouterr().out)["findings"]
    return [str(one["steps"][0]) for one in found if one["verdict"] == "illegal"]
