"""The prose of the pages: a sentence of more than 35 words is rather a list.

What stands in tables and in code is not counted, nor pages that are made of the code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tests.cases import each

ROOT = Path(__file__).parents[1]
MOST = 35
GENERATED = {"coverage.md"}
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "NOTICE.md")),
    *(path for path in sorted((ROOT / "docs").glob("*.md")) if path.name not in GENERATED),
]

ITEM = re.compile(r"^\s*(?:[-*]|\d+\.)\s")
END = re.compile(r"(?:(?<=[.!?:])|(?<=[.!?]\)))\**\s+(?=[A-Z*`\"(\d])")


def sentences(text: str) -> Iterator[str]:
    """The sentences of a page, a code span and a link each one word."""
    text = re.sub(r"^```.*?^```|<!--.*?-->", "", text, flags=re.DOTALL | re.MULTILINE)
    paragraph: list[str] = []
    for line in [*text.splitlines(), ""]:
        if not line.strip() or line.startswith(("|", "#", "    ")) or ITEM.match(line):
            yield from parts(" ".join(paragraph))
            paragraph = []
        if line.strip() and not line.startswith(("|", "#", "    ")):
            paragraph.append(ITEM.sub("", line, count=1).strip())
    yield from parts(" ".join(paragraph))


def parts(paragraph: str) -> Iterator[str]:
    """The sentences of a paragraph."""
    bare = re.sub(r"`[^`]*`", "X", re.sub(r"!?\[([^]]*)\]\([^)]*\)", r"\1", paragraph))
    yield from (one for one in END.split(bare) if one)


def long_ones(path: Path) -> list[str]:
    """The sentences of a page that are too long."""
    found = sentences(path.read_text(encoding="utf-8"))
    return [one for one in found if len(one.split()) > MOST]


@each("page", PAGES, ids=lambda path: path.name)
def test_long_sentences_are_lists(page: Path) -> None:
    found = long_ones(page)
    assert found == []


def test_sentences_are_counted_as_a_reader_counts_them() -> None:
    text = (
        "# Title\n\nOne two. Three `four five` [six seven](x.md).\n\n- An item.\n  Goes on.\n"
        "| a | b c d |\n\n```\ncode here\n```\n1. Second: Third.\n"
    )
    assert list(sentences(text)) == [
        *("One two.", "Three X six seven.", "An item.", "Goes on.", "Second:", "Third."),
    ]
