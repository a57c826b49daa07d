"""``clubroute try`` keeps sample questions with their answers, which each build asks again."""

from __future__ import annotations

from pathlib import Path

import pytest

from clubroute.builder.authoring.new_game import new_game
from clubroute.rules.cli import main

CHANGED = "combat 2.05 red-1 red-1=3.05 blue-1=2.05 turn=1"


@pytest.fixture
def lorne(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The counters of a new game whose moves are judged."""
    new_game(tmp_path, "lorne", rules=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "counters" / "lorne"


@pytest.mark.slow
def test_answers_are_kept_and_asked_again(lorne: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["try", "lorne"]) == 0
    told = capsys.readouterr().out
    assert "move blue-horse 2.06 3.06 scenario=BRIDGE turn=1\n  Yes, 1 of 8 MP, 1 hex\n" in told
    assert not (lorne / "checks.csv").exists()
    assert main(["try", "lorne", "--keep"]) == 0
    kept = (lorne / "checks.csv").read_text(encoding="utf-8")
    assert kept.startswith("question,answer\nreach blue-hq scenario=BRIDGE turn=1,30 hexes")
    assert f"\n{CHANGED},Column 1:2: From" in kept
    assert len(kept.splitlines()) == 17
    assert main(["try", "lorne"]) == 0
    rules = lorne / "rules.toml"
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text.replace('["1:2", "1:1"', '["1:3", "1:1"'), encoding="utf-8")
    capsys.readouterr()
    assert main(["try", "lorne"]) == 1
    told = capsys.readouterr().out
    assert told.count("\n  kept: ") == 1
    assert f"{CHANGED}\n  Column 1:3: From" in told
    assert "\n  kept: Column 1:2: From" in told
    assert main(["build", "lorne", "--quiet"]) == 0
    told = capsys.readouterr().err
    assert "checks.csv:9: combat 2.05 red-1" in told
    assert "found 'Column 1:3: From" in told
    assert "kept 'Column 1:2: From" in told


def test_what_is_wrong_with_the_file_is_told(
    lorne: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = lorne / "checks.csv"
    for text, told in (
        ("asked,answer\n", "checks.csv:1:1: found 'asked,answer', expected question,answer"),
        ("question,answer\nturn\n", "checks.csv:2:1: found 1 cells, expected a question and"),
    ):
        path.write_text(text, encoding="utf-8")
        assert main(["try", "lorne"]) == 2
        assert told in capsys.readouterr().err
    path.write_text("question,answer\nreach blu-1,9 hexes\n", encoding="utf-8")
    assert main(["try", "lorne"]) == 1
    assert "reach blu-1\n  refused: " in capsys.readouterr().out
    units = lorne / "units.csv"
    right = units.read_text(encoding="utf-8")
    units.write_text(right.replace(",Blue,", ",Bleu,"), encoding="utf-8")
    path.write_text("question,answer\nreach blue-1 scenario=BRIDGE,9 hexes\n", encoding="utf-8")
    for words in (["try", "lorne"], ["build", "lorne", "--quiet"]):
        assert main(words) == 2
        told = capsys.readouterr().err
        assert "units.csv:2:side: found 'Bleu'" in told
        assert "than was kept" not in told
    units.write_text(right, encoding="utf-8")
    assert main(["try", "testlund"]) == 2
    assert main(["try", "wed"]) == 2


def test_a_project_is_seen_from_outside_as_from_inside(
    lorne: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """``--project`` does what standing in the folder does, for whoever asks about the game."""
    rules, chart = lorne / "rules.toml", lorne / "charts" / "turn-track.csv"
    text, kept = rules.read_text(encoding="utf-8"), chart.read_bytes()
    outside = tmp_path / "outside"
    outside.mkdir()
    clear = text.replace('rule = "2.1", move = 1', 'rule = "2.1", move = "no"')
    wrong = text.replace('enter = "stop"', 'enter = "halt"')

    def told(*words: str, project: bool) -> tuple[int, str]:
        monkeypatch.chdir(outside if project else tmp_path)
        code = main([*words, *(["--project", str(tmp_path)] if project else [])])
        printed = capsys.readouterr()
        lines = [one for one in printed.err.splitlines() if not one.startswith("…")]
        return code, printed.out + "\n".join(lines)

    for now, words, code, part in (
        (clear, ("lint", "lorne"), 0, "unreached 5.01: no class of any set-up can reach"),
        (wrong, ("lint", "lorne"), 2, "zoc.enter: found 'halt'"),
        (wrong, ("build", "lorne", "--quiet"), 2, "zoc.enter: found 'halt'"),
        (wrong, ("build", "--quiet"), 2, "zoc.enter: found 'halt'"),
        (text, ("rules", "lorne"), 0, "stream bridge"),
        (text, ("try", "lorne"), 0, "move blue-horse 2.06 3.06"),
    ):
        rules.write_text(now, encoding="utf-8")
        inside = told(*words, project=False)
        assert inside[0] == code
        assert part in inside[1]
        assert told(*words, project=True) == inside
    chart.write_text("of another day\n", encoding="utf-8")
    assert told("build", "lorne", "--quiet", project=True)[0] == 0
    assert chart.read_bytes() == kept
    assert list(outside.iterdir()) == []
