"""The pages are short, and speak to one reader each: words a page, and how sentences begin."""

from __future__ import annotations

import re
from pathlib import Path

from tests.cases import each
from tests.test_sentences import GENERATED, sentences

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
MOST = 1_800
"""Words of a page."""
ROOT_PAGES = {"README.md": 750, "CHANGELOG.md": 400, "CONTRIBUTING.md": 3_000}
MADE = GENERATED | {"owner-tables.md"}
"""Pages that a program writes: their words are those of the code."""
LONGER = {
    "audit.md": 2_640,
    "campaign.md": 2_800,
    "check.md": 2_250,
    "counters.md": 3_700,
    "excuses.md": 1_910,
    "map-sources.md": 3_150,
    "module.md": 2_175,
    "movement.md": 2_400,
    "rules-toml.md": 2_950,
    "the-board.md": 2_300,
    "the-country.md": 5_550,
}
"""Pages that are still to be cut, with what they may have until then: no word more."""
PAGES = sorted(path.name for path in DOCS.glob("*.md") if path.name not in MADE)
OPENERS = re.compile(r"(?:It|That|Such|One|Whoever)\b")
MOST_OPENERS = 12
"""Sentences of a page that begin with a word for something named before."""


@each("page", PAGES)
def test_a_page_is_read_in_ten_minutes(page: str) -> None:
    words = len((DOCS / page).read_text(encoding="utf-8").split())
    assert words <= LONGER.get(page, MOST)


@each("page", sorted(ROOT_PAGES))
def test_a_first_page_is_shorter(page: str) -> None:
    assert len((ROOT / page).read_text(encoding="utf-8").split()) <= ROOT_PAGES[page]


def test_what_is_still_too_long_is_on_the_list_alone() -> None:
    words = {page: len((DOCS / page).read_text(encoding="utf-8").split()) for page in LONGER}
    assert [page for page, count in words.items() if count <= MOST] == []


@each("page", PAGES)
def test_few_sentences_begin_with_a_word_for_something_named_before(page: str) -> None:
    found = [one for one in sentences((DOCS / page).read_text("utf-8")) if OPENERS.match(one)]
    assert len(found) <= MOST_OPENERS, found
