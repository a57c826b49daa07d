"""``clubroute --help`` and ``clubroute help TOPIC``: the first screen, topics, each question."""

from __future__ import annotations

import textwrap
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clubroute.rules.asking.methods import methods_of
from clubroute.rules.asking.schema import Schema
from clubroute.rules.words.commands import WordedCommand, all_commands, called, vocabulary
from clubroute.rules.words.scope import options_of

if TYPE_CHECKING:
    from clubroute.rules.asking.context import Context
    from clubroute.rules.position.record import Part

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
    parts = {part.name for part in parts_of(known, context)}
    beside = {
        row["say"]: row["what"]
        for row in layout()["beside"]
        if row["has"] in parts and row.get("series", next(iter(series))) in series
    }
    for heading, rows in (("It takes", taken(known, context)), ("Say also", beside)):
        lines += ["", heading] if rows else []
        lines += [row(say, what) for say, what in rows.items()]
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


def parts_of(known: Sequence[WordedCommand], context: Context) -> Iterator[Part]:
    """The parameters of the methods that commands ask, but of those that another one asks first."""
    for one in known:
        others = {other.forms[0].method for other in all_commands() if other.series == one.series}
        first, *rest = (form.method for form in one.forms)
        methods = {first, *rest} - (others - {first})
        for series in context.registry.series:
            own = methods_of(series.families) if series.id in (one.series, "") else ()
            for method in own if one.series else context.registry.all():
                if method.name in methods:
                    yield from method.params


def taken(known: Sequence[WordedCommand], context: Context) -> Mapping[str, str]:
    """What commands' methods can be told beside the position, by how it is said, with its meaning.

    What every form says in its place is left to the examples.
    """
    placed = {slot.path for one in known for form in one.forms for slot in form.slots}
    rows: dict[str, str] = {}
    for part in parts_of(known, context):
        schema, spoken = part.schema(), part.name in vocabulary().spoken
        inner = schema.get("properties", {}) if spoken and part.name not in POSITIONED else {}
        for name, one in inner.items() or ((part.name, schema),):
            what = meaning(one)
            say = saying(name, one) if what and name not in (*placed, *POSITIONED) else ""
            if say:
                rows.setdefault(say, what)
    return rows


POSITIONED = ("map", "scenario", "state", "unit", "options")
"""Parameters that the position tells, or the words beside any question."""


def saying(name: str, schema: Schema) -> str:
    """How a parameter is said, ``die=4``, ``across=river``; nothing where no word can say it."""
    inner = schema.get("items", schema)
    kind, words = inner.get("type"), options_of(schema)
    least = max(inner.get("minimum", 0), 0) + 3
    if kind == "boolean":
        return f"{name}=yes"
    if words:
        return f"{name}={words[0]}"
    if kind in ("integer", "number"):
        return f"{name}={least},{least + 1}" if inner is not schema else f"{name}={least}"
    return f"{name}={name.upper()}" if kind == "string" else ""


def row(say: str, what: str) -> str:
    """A line with a word to say and as much of its meaning as there is room for."""
    head = f"  {say:<19} "
    return f"{head}{textwrap.shorten(what, WIDTH - len(head), placeholder=' …')}"


def meaning(schema: Schema) -> str:
    """What a parameter means, with the words that it may be."""
    words = options_of(schema)
    summary = str(schema.get("description", "")).partition(";")[0]
    return f"{', '.join(words)}: {summary}" if len(words) > 1 else summary


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
