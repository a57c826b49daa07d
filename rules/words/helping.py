"""``clubroute --help`` and ``clubroute help TOPIC``: the first screen and its topics."""

from __future__ import annotations

import textwrap
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from clubroute.rules.words.commands import called

WIDTH, INDENT = 78, 15
"""Columns of a screen, and where the words of a heading begin."""


@cache
def layout() -> Mapping[str, Any]:
    """What the pages of help hold."""
    return tomllib.loads(Path(__file__).with_name("help.toml").read_text(encoding="utf-8"))


def first_screen() -> str:
    """The first screen: questions by heading in the order of play, the game beside a word that not
    all games have."""
    told = layout()
    blocks = [told["first"].strip("\n"), ""]
    for heading, names in told["headings"].items():
        marked = " ".join(f"{name}{mark_of(name)}" for name in names)
        lines = textwrap.wrap(marked, WIDTH - INDENT, break_on_hyphens=False)
        blocks += [f"{(heading, '')[bool(n)]:<{INDENT}}{line}" for n, line in enumerate(lines)]
    return "\n".join((*blocks, told["legend"], "", told["last"].strip("\n")))


def mark_of(name: str) -> str:
    """The mark of the game that alone has a question; nothing where several have it."""
    marks = layout()["marks"]
    found = [marks[one.series] for one in called(name) if one.series in marks]
    return f":{found[0]}" if len(found) == 1 else ""


def topic(name: str) -> str | None:
    """A page about something else than one question; None if there is none."""
    text: str | None = layout()["topics"].get(name)
    return text.strip("\n") if text is not None else None


def topics() -> Sequence[str]:
    """The names of the topics."""
    return tuple(layout()["topics"])
