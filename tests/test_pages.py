"""The pages are short, plain, and speak to one reader each.

Words a page and in all; how sentences begin; where tests and source files are named.
"""

from __future__ import annotations

import re
from pathlib import Path

from tests.cases import each
from tests.test_sentences import PAGES, sentences

ROOT = Path(__file__).parents[1]
MOST, MOST_IN_ALL = 1_800, 35_000
"""Words of a page, and of everything that is written by hand."""
SHORTER = {"README.md": 750, "CHANGELOG.md": 400, "CONTRIBUTING.md": 1_600}
WRITTEN = [*(ROOT / name for name in SHORTER), *sorted((ROOT / "docs").glob("*.md"))]
OPENERS = re.compile(r"(?:It|That|Such|One|Whoever)\b")
ONE_IN = 20
"""Of so many sentences one may begin with a word for what was named before; of a short page two."""
INTERNALS = {"CONTRIBUTING.md", "architecture.md", "performance.md", "vassal.md"}
"""Pages for developers: they alone name tests and source files."""
LINKED = re.compile(r"\]\([^)]*\)")
INSIDE = re.compile(
    r"\btests/|\bpytest\b|\bbench_\w+|\w\.py\b|\b(?:rules|builder)/[\w/]+|-m tests\b"
)


def words(page: Path) -> int:
    """The words of a page, tables and code too."""
    return len(page.read_text(encoding="utf-8").split())


@each("page", WRITTEN, ids=lambda page: page.name)
def test_a_page_is_read_in_ten_minutes(page: Path) -> None:
    assert words(page) <= SHORTER.get(page.name, MOST)


def test_all_pages_are_read_in_an_afternoon() -> None:
    assert sum(map(words, WRITTEN)) <= MOST_IN_ALL


def pronouns(text: str) -> list[str]:
    """The sentences of a page that begin with a word for something named before."""
    return [one for one in sentences(text) if OPENERS.match(one)]


@each("page", PAGES, ids=lambda page: page.name)
def test_few_sentences_begin_with_a_word_for_something_named_before(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    found = pronouns(text)
    assert len(found) <= max(2, len([*sentences(text)]) // ONE_IN), found


def test_sentences_are_told_by_their_first_word() -> None:
    text = "It is here. The unit moves. One moves. Items move. That is so."
    assert pronouns(text) == ["It is here.", "One moves.", "That is so."]


@each("page", [one for one in WRITTEN if one.name not in INTERNALS], ids=lambda page: page.name)
def test_players_read_of_no_tests_and_no_source_files(page: Path) -> None:
    """Where a link leads is not read."""
    assert INSIDE.findall(LINKED.sub("]", page.read_text(encoding="utf-8"))) == []


def test_a_file_that_is_named_is_found() -> None:
    text = "`tests/x`, rules/gts/a.toml, python -m tests.y, pytest, `a.py`; the rules of the game."
    assert len(INSIDE.findall(LINKED.sub("]", text))) == 5
    assert INSIDE.findall(LINKED.sub("]", "[all](../rules/gts/excuses.py) rules")) == []
