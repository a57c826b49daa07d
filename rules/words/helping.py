"""``clubroute --help`` and ``clubroute help TOPIC``: the first screen, topics, each question."""

from __future__ import annotations

import textwrap
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clubroute.rules.words.commands import called

if TYPE_CHECKING:
    from clubroute.rules.asking.context import Context

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


def question_page(name: str, context: Context) -> str:
    """One question: what it asks, examples, what to say beside it, what is near, its rules."""
    known = called(name)
    series = {one.series for one in known}
    says = dict.fromkeys(one.says.replace("a Unit", "a unit") for one in known)
    lines = [f"{known[0].name}: {' '.join(says)}", ""]
    examples = dict.fromkeys(line for one in known for line in one.examples)
    lines += [f"  clubroute {line}" for line in examples]
    parts = {part.name for part in parts_of(known[0].forms[0].method, context)}
    beside = [
        row
        for row in layout()["beside"]
        if row["has"] in parts and row.get("series", next(iter(series))) in series
    ]
    if beside:
        lines += ["", "Say also"]
        lines += [f"  {row['say']:<20}{row['what']}" for row in beside]
    near = [
        other
        for names in layout()["headings"].values()
        if known[0].name in names
        for other in names
        if other != known[0].name
    ][:4]
    lines += ["", f"See also: {', '.join(near)}"] if near else [""]
    lines += [f"Rules: {cites}" for cites in cites_of(known, context)]
    return "\n".join([*lines, "More to say with any question: clubroute help position"])


def parts_of(method: str, context: Context) -> Iterator[Any]:
    """The parameters of a method, in every series that has it."""
    registry = context.registry
    others = [one for many in registry.others().values() for one in many]
    for one in (*registry.all(), *others):
        if one.name == method:
            yield from one.params


def cites_of(known: Sequence[Any], context: Context) -> Iterator[str]:
    """The rules that a question applies, on one line."""
    methods = {form.method for one in known for form in one.forms}
    registry = context.registry
    others = [one for many in registry.others().values() for one in many]
    found = dict.fromkeys(
        cite for one in (*registry.all(), *others) if one.name in methods for cite in one.cites
    )
    if found:
        yield textwrap.shorten(", ".join(found), WIDTH - 7, placeholder=" …")
