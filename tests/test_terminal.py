"""Tests of what a terminal is shown, and of what a pipe gets."""

import os
import subprocess
import sys

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubroute.builder import terminal
from clubroute.builder.terminal import (
    coloured,
    counted,
    show,
    wants_colour,
    wrapped,
)

LINE = "  76.127 → 61.141  11  12  along the main road Club Route, Veghel - Uden [WED 2.5] (survey)"


@pytest.fixture
def at_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal of 60 columns and 10 rows, with colours; what it is shown is captured."""
    monkeypatch.setattr(type(sys.stdout), "isatty", lambda self: True)
    monkeypatch.setattr(type(sys.stdin), "isatty", lambda self: True, raising=False)
    monkeypatch.setattr(
        terminal.shutil, "get_terminal_size", lambda *_, **_named: os.terminal_size((60, 10))
    )
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)


def test_a_pipe_gets_each_line_whole(capsys: pytest.CaptureFixture[str]) -> None:
    show(f"legal: yes\n{LINE}")
    assert capsys.readouterr().out == f"legal: yes\n{LINE}\n"


@pytest.mark.usefixtures("at_terminal")
def test_a_terminal_is_wrapped_to_its_width(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    show(LINE)
    first, *rest = capsys.readouterr().out.splitlines()
    assert len(first) <= 60
    assert rest
    assert all(line.startswith("      ") and len(line) <= 60 for line in rest)


@pytest.mark.usefixtures("at_terminal")
def test_a_verdict_stands_in_its_colour(capsys: pytest.CaptureFixture[str]) -> None:
    show("illegal: it may not\nnotes are not notes")
    out = capsys.readouterr().out
    assert out.startswith("\x1b[31m\x1b[1millegal\x1b[0m: it may not\n")
    assert "\x1b" not in out.splitlines()[1]


@pytest.mark.usefixtures("at_terminal")
def test_what_is_longer_than_the_terminal_is_paged(monkeypatch: pytest.MonkeyPatch) -> None:
    pages: list[str] = []
    monkeypatch.setattr(click, "echo_via_pager", pages.append)
    monkeypatch.delenv("LESS", raising=False)
    show("\n".join(map(str, range(9))))
    show("\n".join(map(str, range(40))), paged=False)
    assert pages == []
    show("\n".join(map(str, range(10))))
    assert [page.count("\n") for page in pages] == [10]
    assert os.environ["LESS"] == "FRX"


def test_colours_are_not_wanted_everywhere() -> None:
    assert wants_colour({})
    assert not wants_colour({"NO_COLOR": "1"})
    assert not wants_colour({"TERM": "dumb"})


@given(st.text(st.characters(exclude_categories=["C", "Z"]) | st.just(" "), max_size=300))
def test_wrapping_and_colours_change_no_word(line: str) -> None:
    lines = wrapped(line, 50)
    assert " ".join(lines).split() == line.split()
    assert click.unstyle(coloured(line)) == line


@pytest.mark.skipif(os.name == "nt", reason="it has no pseudo-terminals")
def test_a_real_terminal_and_a_real_pipe() -> None:
    import pty

    code = "from clubroute.builder.terminal import show; show('legal: ' + 'word ' * 30)"
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "50", "LINES": "20", "NO_COLOR": ""}
    master, slave = pty.openpty()
    done = subprocess.run([sys.executable, "-c", code], stdout=slave, env=environment, timeout=60)
    os.close(slave)
    assert done.returncode == 0
    told = os.read(master, 10_000).decode()
    os.close(master)
    assert told.startswith("\x1b[32m\x1b[1mlegal\x1b[0m: word")
    assert told.count("\n") >= 3
    piped = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, timeout=60
    )
    assert piped.stdout == "legal: " + "word " * 30 + "\n"


def test_long_work_tells_how_much_is_left_at_a_terminal_alone(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert list(counted(iter(range(3)), "drawing", 3)) == [0, 1, 2]
    assert capsys.readouterr() == ("", "")
    monkeypatch.setattr(type(sys.stderr), "isatty", lambda self: True)
    assert list(counted(iter(range(3)), "drawing", 3)) == [0, 1, 2]
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("… drawing") >= 1
    assert "100%" in err
