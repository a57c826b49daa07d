"""A documented line works as it stands in cmd, PowerShell 5.1 and a Unix shell."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from clubroute.builder.terminal import spelt
from clubroute.rules.cli import main
from clubroute.rules.words.commands import examples
from tests.cases import each
from tests.rules.words.windows import (
    NotThereError,
    by_cmd,
    by_powershell,
    by_sh,
    c_runtime,
)

ROOT = Path(__file__).parents[3]
PAGES = (
    ROOT / "README.md",
    *(ROOT / "docs" / f"{name}.md" for name in ("club-route-and-campaign", "movement-and-sight")),
    *(ROOT / "docs" / f"{name}.md" for name in ("position-file", "questions", "room")),
)


def lines() -> Iterator[str]:
    """Every line of a command that the pages for players show, and every example."""
    for page in PAGES:
        text = page.read_text("utf-8")
        yield from re.findall(r"^(?:\$ )?(clubroute .*)$", text, re.MULTILINE)
        yield from re.findall(r"\| `(clubroute [^`]*)` \|", text)
    yield from (f"clubroute {line}" for told in examples().values() for line in told)


LINES = tuple(dict.fromkeys(lines()))


def without_comment(words: list[str]) -> list[str]:
    """Arguments as clubroute takes them: cmd leaves it to cut a comment off."""
    return words[: words.index("#")] if "#" in words else words


def shown(line: str) -> str:
    """A line without what explains it in the same block, two spaces or more further on."""
    return re.sub(r" {2,}(?!#).*", "", line)


def test_there_are_lines_to_try() -> None:
    assert len(LINES) > 150


@each("line", LINES)
def test_a_line_is_the_same_in_every_shell(line: str) -> None:
    told = shown(line)
    expected = by_sh(told.replace("\\", "\\\\"))
    assert without_comment(by_cmd(told)) == expected
    assert by_powershell(told) == expected


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (r"a b\c", ["a", r"b\c"]),
        (r'a "b c"', ["a", "b c"]),
        (r'"a\"b" c', ['a"b', "c"]),
        (r'"a\\" b', ["a\\", "b"]),
        (r"'{map: wed}'", ["'{map:", "wed}'"]),
        (r"""'{"map": "wed"}'""", ["'{map:", "wed}'"]),
    ],
)
def test_the_c_runtime_takes_quotes_so(line: str, words: list[str]) -> None:
    assert c_runtime(line) == words


def test_json_in_single_quotes_would_not_pass() -> None:
    line = """clubroute ask los.check '{"map": "wed", "from": "75.129"}'"""
    assert by_cmd(line) != by_sh(line)
    assert by_powershell(line) != by_sh(line)


def test_a_list_with_commas_would_not_pass() -> None:
    assert by_powershell("draw --fan 66.150,6") == ["draw", "--fan", "66.15", "6"]
    with pytest.raises(NotThereError):
        by_sh("move.check path=[75.129,76.129]")


def test_a_comment_is_no_part_of_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["cost", "leg", "woods", "stream"]
    assert main([*words, "#", "into", "banana"]) == 0
    told = capsys.readouterr().out
    assert main(words) == 0
    assert capsys.readouterr().out == told


COMMAND = ["move", "wheeled", "column", "20mp", "44.225", "55.202"]


def printed(monkeypatch: pytest.MonkeyPatch, coding: str, *options: str) -> bytes:
    """What a command writes into a pipe whose reader expects an encoding."""
    into = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(into, encoding=coding))
    assert main([*COMMAND, *options]) == 0
    sys.stdout.flush()
    return into.getvalue()


@pytest.mark.usefixtures("gts_map")
@pytest.mark.parametrize("coding", ["cp1252", "cp437", "cp850"])
def test_lines_for_people_are_right_in_a_code_page(
    coding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = printed(monkeypatch, coding, "--text").decode(coding)
    assert "14½ of 20 MP" in told
    assert "44.225 -> 44.224" in told
    assert "?" not in told


@pytest.mark.usefixtures("gts_map")
@pytest.mark.parametrize("coding", ["cp1252", "cp437", "utf-8"])
def test_json_is_utf_8_everywhere(coding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told = json.loads(printed(monkeypatch, coding, "--json").decode("utf-8"))
    assert "14½ of 20 MP" in told["summary"]


def test_what_a_code_page_lacks_is_spelt() -> None:
    error = UnicodeEncodeError("cp437", "Łódź → 3", 0, 7, "")
    assert spelt(error) == ("?odz -> ", 7)
