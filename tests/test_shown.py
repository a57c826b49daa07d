"""What the pages show of commands is true: ``$ clubroute …`` is run and its output compared, and
every other command that is shown is there, with its options."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path

import click
import pytest

from clubroute.builder.survey.compile import CompiledMap
from clubroute.rules.cli import cli, main
from clubroute.rules.words.commands import all_commands
from tests.cases import each
from tests.test_pages import WRITTEN

ROOT = Path(__file__).parents[1]
FENCED = re.compile(r"^```\w*[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LEFT_OUT = "…"
"""A line of a shown output that stands for some that are left out."""
ELSEWHERE = {
    "CONTRIBUTING.md": "tests/test_contributing.py",
    "authoring.md": "tests/module/test_authoring.py",
    "check.md": "tests/logs/check/test_page.py",
    "rules-toml.md": "tests/rules/plain/test_printed_commands.py",
}
"""Pages whose commands need a log, a new game or other sources: which test runs them."""
WORDS = {command.name for command in all_commands()}


def blocks(page: Path) -> Iterator[str]:
    """The fenced blocks of a page."""
    yield from FENCED.findall(page.read_text(encoding="utf-8"))


def shown(page: Path) -> Iterator[tuple[str, str]]:
    """The commands of a page that are run, each with what is shown of its output."""
    for block in blocks(page):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            yield command, output


SHOWN = [(page.name, *one) for page in WRITTEN if page.name not in ELSEWHERE for one in shown(page)]
LISTED = [
    (page.name, line)
    for page in WRITTEN
    for block in blocks(page)
    for line in block.splitlines()
    if line.startswith("clubroute ")
]


@pytest.fixture
def place(gts_map: CompiledMap, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, with the maps where commands look for them."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def follows(printed: str, wanted: str) -> bool:
    """Whether the output is what is shown, where ``…`` stands for lines that are left out."""
    parts = re.split(rf"^{LEFT_OUT}\n", wanted, flags=re.MULTILINE)
    if len(parts) == 1:
        return printed == wanted
    at = 0
    for part in parts:
        found = printed.find(part, at)
        if found < 0 or (part is parts[0] and found > 0):
            return False
        at = found + len(part)
    return not parts[-1] or printed.endswith(parts[-1])


@pytest.mark.usefixtures("place")
@each(("page", "command", "output"), SHOWN)
def test_a_shown_command_prints_what_is_shown(
    page: str, command: str, output: str, capsys: pytest.CaptureFixture[str]
) -> None:
    name, *arguments = shlex.split(command)
    assert name == "clubroute", page
    capsys.readouterr()
    assert main(arguments) == 0
    assert follows(capsys.readouterr().out, output), (page, command)


def test_lines_may_be_left_out_of_an_output_and_none_changed() -> None:
    assert follows("a\nb\nc\n", "a\nb\nc\n")
    assert follows("a\nb\nc\n", f"a\n{LEFT_OUT}\nc\n")
    assert follows("a\nb\nc\n", f"a\n{LEFT_OUT}\n")
    assert not follows("a\nb\nc\n", "a\nb\n")
    assert not follows("a\nb\nc\n", f"b\n{LEFT_OUT}\n")
    assert not follows("a\nb\nc\n", f"a\n{LEFT_OUT}\nd\n")


def test_what_is_shown_is_run_here_or_by_the_test_that_is_named() -> None:
    assert {page for page, *_ in SHOWN} >= {"README.md", "first-evening.md"}
    for page, test in ELSEWHERE.items():
        assert page in (ROOT / test).read_text(encoding="utf-8")


def taken(words: Sequence[str]) -> set[str]:
    """The options of a command that words begin with; of no command none."""
    command: click.Command = cli
    for word in words:
        inner = command.commands.get(word) if isinstance(command, click.Group) else None
        if inner is None:
            break
        command = inner
    return {name for part in command.params for name in (*part.opts, *part.secondary_opts)}


@each(("page", "line"), LISTED)
def test_a_command_of_a_page_is_there_with_its_options(page: str, line: str) -> None:
    words = re.split(r"\s{2,}|\s+[>#|]", line)[0].split()[1:]
    if not words or not words[0].isalpha():
        return  # `clubroute FILE`, `clubroute --help`
    own = words[0] in cli.commands
    assert own or words[0] in WORDS or " " in line, (page, line)
    named = {word.partition("=")[0] for word in words if word.startswith("--")}
    if own:
        assert named <= taken(words) | {"--help", "--project"}, (page, line)
