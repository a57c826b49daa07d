"""``clubroute position``, ``--at`` and ``verify`` as players type them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from clubroute.builder.survey.compile import CompiledMap
from clubroute.rules.asking.context import Context
from clubroute.rules.cli import main
from tests.saves.setups import set_up


@pytest.fixture
def folder(tmp_path: Path, gts_map: CompiledMap, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "turn3.vsav").write_bytes(set_up("wed", "WED-4"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(list(words))
    told = capsys.readouterr()
    return code, told.out, told.err


def test_a_position_is_shown_side_by_side_with_what_nobody_says(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = run(capsys, "position", "turn3.vsav")
    assert code == 0
    lines = out.splitlines()
    assert lines[0] == "turn3.vsav: Where Eagles Dare 0.1.0 (map wed), WED-4"
    assert any(line.startswith("Allied: ") and "German: " in line for line in lines)
    assert "turn: date 1944-09-22, time 0700, weather clear" in lines
    assert "Unknown: the file does not say it" in lines
    assert "bridges: 74.129/75.129 not wired" in lines


def test_a_position_is_written_opened_and_verified(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(capsys, "position", "turn3.vsav", "--out", "x.clubroute", "--title", "t")[0] == 0
    code, out, _ = run(capsys, "position", "x.clubroute")
    assert code == 0
    assert "75.129" in out
    code, out, _ = run(capsys, "verify", "x.clubroute", "--log", "turn3.vsav")
    assert (code, "shows the same position" in out) == (0, True)
    record = json.loads(Path("x.clubroute").read_text(encoding="utf-8"))
    record["state"]["units"].pop()
    Path("x.clubroute").write_text(json.dumps(record), encoding="utf-8")
    code, _, err = run(capsys, "verify", "x.clubroute")
    assert (code, "does not fit its digest" in err) == (2, True)


def test_a_position_that_its_log_does_not_show_is_told(
    folder: Path, context: Context, capsys: pytest.CaptureFixture[str]
) -> None:
    from clubroute.rules.saves.at import file_of, made, read_at

    file = file_of(read_at(context, "turn3.vsav"))
    other = made("wed", {**file.state, "units": file.state["units"][1:]}, origin=file.origin)
    Path("y.clubroute").write_text(other.text(), encoding="utf-8")
    code, out, _ = run(capsys, "verify", "y.clubroute", "--log", "turn3.vsav")
    assert (code, "shows another position" in out) == (1, True)


def test_a_question_and_a_checklist_take_a_position(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("ask", "bridge.control", "bridge=74.129/75.129", "--at", "turn3.vsav", "--text")
    code, out, err = run(capsys, *words)
    assert (code, err) == (0, "")
    assert "Veghel Bridge" in out
    code, out, _ = run(capsys, "turn", "1900", "--at", "turn3.vsav", "--scenario", "WED-4")
    assert (code, "1944-09-22" in out or "September 22" in out) == (0, True)


def test_a_ruling_about_a_file_holds_the_whole_position(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("ask", "bridge.control", "bridge=74.129/75.129", "--at", "turn3.vsav")
    assert run(capsys, *words, "--record", "r.txt")[0] == 0
    Path("turn3.vsav").unlink()
    code, out, _ = run(capsys, "verify", "r.txt")
    assert (code, out.startswith("the same, byte for byte")) == (0, True)


def test_a_hex_tells_what_stands_there(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "hex", "75.129", "--map", "wed", "--at", "turn3.vsav")
    assert code == 0
    assert out.endswith("there:\n  Veghel Bridge     75.129\n")
