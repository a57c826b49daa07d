"""What a league takes is taken whole, whoever else is at work and whatever was killed."""

from __future__ import annotations

import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.files.staging import PLAN
from clubroute.rules.cli import main
from clubroute.rules.league.register import (
    League,
    RulingEntry,
    add_games,
    new_league,
    open_league,
    read_register,
    rule_anew,
)
from tests.logs.samples import sample

SAID = ["--by", "Dora", "--why", "so it is"]


@pytest.fixture
def league(tmp_path: Path) -> League:
    """A league with a game."""
    (tmp_path / "anna.vlog").write_bytes(sample())
    found = new_league(tmp_path / "league", "Masters")
    add_games(found, "r1", [tmp_path / "anna.vlog"], "", None)
    return found


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The one line a command is refused with."""
    capsys.readouterr()
    assert main(["league", *words]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    return told


def test_two_logs_of_one_name_are_not_taken_for_one(tmp_path: Path, league: League) -> None:
    for table, data in (("a", sample()), ("b", sample() + b"\0"), ("c", sample())):
        (tmp_path / table).mkdir()
        (tmp_path / table / "turn1.vlog").write_bytes(data)
    paths = {table: tmp_path / table / "turn1.vlog" for table in "abc"}
    with pytest.raises(InputError, match=r"found another log called turn1\.vlog"):
        add_games(league, "r2", [paths["a"], paths["b"]], "", None)
    assert (league.rounds, league.logs) == (["r1"], ["r1/anna.vlog"])
    assert len(add_games(league, "r2", [paths["a"], paths["c"]], "", None)) == 1


def test_a_log_that_cannot_be_written_takes_none_in(
    tmp_path: Path, league: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f"{name}.vlog" for name in "abc"]
    for name in names:
        (tmp_path / name).write_bytes(sample())
    real, calls = os.fsync, []

    def full(descriptor: int) -> None:
        calls.append(descriptor)
        if len(calls) == len(names):
            raise OSError(28, "No space left on device")
        real(descriptor)

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InputError, match="No space left on device"):
        add_games(league, "r2", [tmp_path / name for name in names], "", None)
    assert (league.rounds, league.logs) == (["r1"], ["r1/anna.vlog"])


def test_what_a_killed_command_staged_is_no_game_and_no_ruling(league: League) -> None:
    for name in ("rounds/r1/.part-1-1-x.vlog", "rulings/.part-1-1-0006.toml"):
        (league.folder / name).parent.mkdir(exist_ok=True)
        (league.folder / name).write_bytes(b"")
    assert (league.logs, read_register(league)) == (["r1/anna.vlog"], [])


def test_the_next_command_takes_in_what_a_killed_one_had_begun(
    league: League, capsys: pytest.CaptureFixture[str]
) -> None:
    left = league.folder / ".part-league"
    left.mkdir()
    (left / "0").write_bytes(sample())
    plan = [["rounds/r1/bert.vlog", (left / "0").stat().st_ino]]
    (left / PLAN).write_text(json.dumps(plan), encoding="utf-8")
    said: list[str] = []
    opened = open_league(league.folder, said.append)
    assert opened.logs == ["r1/anna.vlog", "r1/bert.vlog"]
    assert [line.rpartition(": ")[2] for line in said] == ["finished what it had begun"]
    assert not list(league.folder.glob(".part-*"))


def test_rulings_made_at_once_have_a_number_each(league: League) -> None:
    about = ("r1/anna.vlog", 3, "a", "move")
    entries = [RulingEntry("open", f"referee {number}", "so it is") for number in range(12)]
    with ThreadPoolExecutor(4) as pool:
        paths = list(pool.map(lambda entry: rule_anew(league, about, entry), entries))
    register = read_register(league)
    assert sorted(path.name for path in paths) == [f"{n:04}.toml" for n in range(1, 13)]
    assert sorted(one.entries[0].by for one in register) == sorted(one.by for one in entries)


@pytest.mark.parametrize("log", ["../../anna.vlog", "../league.toml", "r1/bert.vlog", ""])
def test_a_ruling_is_on_a_log_of_the_league(
    league: League, log: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = refused(capsys, "rule", str(league.folder), "--log", log, *SAID)
    assert told.startswith(f"clubroute: --log: found {log!r}, expected a log of the league")


BAD = {"a byte that is no UTF-8": "M\udcff", "a control character": "M\x7f", "an escape": "\x1b[1m"}


@pytest.mark.parametrize("text", BAD.values(), ids=BAD)
def test_a_text_that_no_file_can_keep_is_refused_in_one_line(
    tmp_path: Path, league: League, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    home, log = str(league.folder), str(tmp_path / "anna.vlog")
    expected = "expected a text in UTF-8 without control characters"
    assert expected in refused(capsys, "new", str(tmp_path / "other"), "--title", text)
    assert not (tmp_path / "other" / "league.toml").exists()
    assert expected in refused(capsys, "add", home, text, log)
    assert expected in refused(capsys, "add", home, "r2", log, "--table", text)
    ruling = ["rule", home, "--log", "r1/anna.vlog"]
    assert expected in refused(capsys, *ruling, "--by", text, "--why", "so it is")
    assert expected in refused(capsys, *ruling, "--by", "Dora", "--why", text)
    assert expected in refused(capsys, *ruling, "--unit", text, *SAID)
    assert read_register(league) == []
