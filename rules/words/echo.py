"""What a command takes, as its page of help has it, and what one was understood to say: each by its
name."""

from __future__ import annotations

import textwrap
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any

from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import STATE, methods_of
from clubroute.rules.asking.schema import Schema
from clubroute.rules.position.record import Part
from clubroute.rules.words.commands import WordedCommand, all_commands, called, vocabulary
from clubroute.rules.words.helping import WIDTH, layout
from clubroute.rules.words.items import AskedWords
from clubroute.rules.words.names import BARE
from clubroute.rules.words.scope import MAP, options_of, schema_at

UNITS, BRIDGES, MARKERS = f"{STATE}.units", f"{STATE}.bridges", f"{STATE}.markers"
"""The parts of a position that are said by what stands there: ``German=66.153``."""


def spelled(params: Mapping[str, Any], known: Container[str]) -> tuple[str, ...]:
    """Parameters as words that can be typed, ``to.terrain=woods``; not the map, which is said.

    :param known: the parameters of the method; what else is said is of the position.
    """
    words = (word for name, value in params.items() for word in spelled_at(name, value))
    return tuple(shortened(word, known) for word in words if not word.startswith(f"{MAP}="))


def explained(context: Context, asked: AskedWords) -> Iterator[str]:
    """What was asked, and what each of its words is of, in the words the method declares it by."""
    method = context.registry.find(asked.method, asked.params)
    yield f"asked: {asked.method}: {method.summary.partition('. ')[0]}"
    parts = {part.name: part for part in method.params}
    for word in asked.spelled:
        name = word.partition("=")[0]
        schema = schema_at(method, name) or {}
        own = parts.get(name.partition(".")[0])
        says = schema.get("description") or (own.summary if own else "said of the position")
        yield f"  {word}: {says}"


def shortened(word: str, known: Container[str]) -> str:
    """A word of the position without ``state.``, unless it would be another parameter's then."""
    rest = word.removeprefix(f"{STATE}.")
    return word if rest.partition("=")[0].partition(".")[0] in known else rest


def spelled_at(path: str, value: Any) -> Iterator[str]:
    """A value at a path as words, one for each of its parts."""
    if path in (UNITS, MARKERS) and value:
        for one in value:
            yield from spelled_piece(one)
    elif isinstance(value, Mapping) and value:
        for name, inner in value.items():
            yield from spelled_at(name if path == BRIDGES else f"{path}.{name}", inner)
    elif isinstance(value, (list, tuple)) and any(isinstance(one, Mapping) for one in value):
        for number, one in enumerate(value, 1):
            yield from spelled_at(f"{path}.{number}", one)
    elif isinstance(value, (list, tuple)) and not all(BARE.fullmatch(str(one)) for one in value):
        yield from (f"{path}={text_of(one)}" for one in value)
    else:
        yield f"{path}={text_of(value)}"


def spelled_piece(piece: Mapping[str, Any]) -> Iterator[str]:
    """A unit, one of a side, or a marker, and where it is; what else is said of a unit."""
    named = next(name for name in ("name", "id", "side", "kind") if name in piece)
    called = quoted(str(piece[named]))
    if "hex" in piece:
        yield f"{called}={'/'.join(piece[end] for end in ('hex', 'to') if end in piece)}"
    for name in (one for one in piece if one not in (named, "hex", "to")):
        yield from spelled_at(f"{called}.{name}", piece[name])


def text_of(value: Any) -> str:
    """A value as it is typed."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return ",".join(map(text_of, value)) or "none"
    return "none" if value == {} else quoted(str(value))


def quoted(text: str) -> str:
    """A text in quotes if it has several words."""
    return f'"{text}"' if " " in text else text


# A question's page of help: what it asks, examples, what it takes, what is near, its rules.


def question_page(name: str, context: Context) -> str:
    """One question: what it asks, examples, what to say beside it, what is near, its rules."""
    known = called(name)
    series = {one.series for one in known}
    says = dict.fromkeys(one.says.replace("a Unit", "a unit") for one in known)
    lines = [f"{known[0].name}: {' '.join(says)}", ""]
    examples = {line: one.series for one in known for line in one.examples}
    for line, own in examples.items():
        mark = layout()["games"].get(own, "") if len(series) > 1 else ""
        lines.append(f"  clubroute {line:<42}  {mark}".rstrip())
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

    What a form says in its place is left to the examples, but for one of some words.
    """
    placed = {slot.path for one in known for form in one.forms for slot in form.slots}
    rows: dict[str, str] = {}
    for part in parts_of(known, context):
        schema, spoken = part.schema(), part.name in vocabulary().spoken
        inner = schema.get("properties", {}) if spoken and part.name not in POSITIONED else {}
        for name, one in inner.items() or ((part.name, schema),):
            what = meaning(one)
            hidden = name in POSITIONED or (name in placed and not options_of(one))
            say = "" if hidden or not what else saying(name, one)
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
