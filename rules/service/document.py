"""The reference of every method and of a position's parts, as pages made from the registry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any

from clubroute.rules.asking.methods import STATE, Method
from clubroute.rules.asking.schema import type_text
from clubroute.rules.series import all_series
from clubroute.rules.service.faults import DEFAULT, MEANINGS, MESSAGES

POSITIONS = """# The parts of a position

What of a position matters depends on the question; everything may be absent.
[What an answer rests on](../what-answers-rest-on.md) says what becomes of the rest.
"""

QUESTIONS = """# Every method

`clubroute ask METHOD --help` tells the parameters of one and what it answers, `clubroute ask
rpc.discover` those of all as an OpenRPC document.
"""


def reference_pages(
    methods: Sequence[Method], others: Mapping[str, Sequence[Method]]
) -> Mapping[str, str]:
    """Every page of the reference as Markdown, by its name.

    :param methods: those of the registry.
    :param others: by series those asked about its own maps.
    :returns: ``methods`` (what there is), ``positions`` (the parts of a state) and a page for each
        family of methods with their parameters and answers.
    """
    families = sorted({method.name.partition(".")[0] for method in methods})
    return {
        "methods": "\n".join(overview(methods, others)) + "\n",
        "positions": "\n".join(position_lines()) + "\n",
        **{family: "".join(reference_page(family, methods, others)) for family in families},
    }


def overview(methods: Sequence[Method], others: Mapping[str, Sequence[Method]]) -> Iterator[str]:
    """The lines of the page that lists the methods."""
    yield from (QUESTIONS, "| method | what it answers |", "|---|---|")
    for method in methods:
        yield f"| `{method.name}` | {cell(method.summary)} |"
    for series in all_series():
        theirs = [one for one in others.get(series.id, ()) if one not in methods]
        if theirs:
            maps = ", ".join(f"`{one}`" for one in series.maps)
            yield f"\nAsked about {maps}, these answer by its rules:\n"
            yield ", ".join(f"`{method.name}`" for method in theirs) + "."


def position_lines() -> Iterator[str]:
    """The lines of the page on what a position may say, a table a series."""
    yield POSITIONS
    for series in all_series():
        if series.position:
            yield f"\n## {series.title} (`{', '.join(series.maps)}`)\n"
            yield "| part | required | type | meaning |"
            yield "|---|---|---|---|"
            yield from part_lines(STATE, series.state_schema())


def reference_page(
    family: str, methods: Sequence[Method], others: Mapping[str, Sequence[Method]]
) -> Iterator[str]:
    """The lines of a family's page: its methods, then those a series answers about its maps."""
    yield f"# {family}.*\n"
    for method in methods:
        if method.name.partition(".")[0] == family:
            yield "\n".join(method_lines(method)).replace("\n### ", "\n## ") + "\n"
    for series in all_series():
        for method in others.get(series.id, ()):
            if method.name.partition(".")[0] == family:
                about = f" ({', '.join(series.maps)})"
                yield "\n".join(method_lines(method, about)).replace("\n### ", "\n## ") + "\n"


def error_lines() -> Iterator[str]:
    """The codes and what they mean."""
    yield "| code | message | meaning |"
    yield "|---|---|---|"
    for code, message in MESSAGES.items():
        yield f"| {code} | {message} | {MEANINGS[code]} |"


LIMIT_TEXTS: Mapping[str, str] = {
    "message": "bytes of a message",
    "greeting": "bytes of a message before the token has been shown",
    "depth": "levels of arrays and objects in a message",
    "batch": "requests in a batch",
    "answer": "bytes of an answer, or of all answers of a batch",
    "unsent": "bytes of answers a client has not read, before no more is read from it",
    "clients": "connections at once",
    "strangers": "connections beside them that may stay before `hello`; beyond that the oldest go",
    "workers": "short questions worked on at once, beside those that are answered on the spot",
    "long_workers": "longer questions worked on at once",
    "answer_seconds": "from a message's last byte to its answer",
    "hello_seconds": "from connecting to showing the token",
    "message_seconds": "from a message's first byte to its last",
    "read_seconds": "for a client to read what it was sent, before the service hangs up",
}


def limit_lines() -> Iterator[str]:
    """What the service grants a client."""
    yield "| limit | value | meaning |"
    yield "|---|---|---|"
    for limit in fields(DEFAULT):
        if limit.name in LIMIT_TEXTS:
            value = getattr(DEFAULT, limit.name)
            unit = " s" if limit.name.endswith("_seconds") else ""
            yield f"| `{limit.name}` | {value:,.0f}{unit} | {LIMIT_TEXTS[limit.name]} |"


def method_lines(method: Method, about: str = "") -> Iterator[str]:
    """A method's section, headed by its name and what it is about."""
    yield f"\n### {method.name}{about}\n"
    yield method.summary
    if method.cites:
        yield "\nRules: " + ", ".join(method.cites) + "."
    if method.params:
        yield "\n| parameter | required | type | meaning |"
        yield "|---|---|---|---|"
        for param in method.params:
            need = "required" if param.required else ""
            schema = param.kind.schema()
            kind = type_text(schema) + (" or handle" if is_state(param.name, method) else "")
            yield f"| `{param.name}` | {need} | {kind} | {cell(param.summary)} |"
            if not is_state(param.name, method):
                yield from part_lines(param.name, schema)
    yield f"\nAnswers: {type_text(method.result)}{names_text(method.result)}"


def part_lines(name: str, schema: Mapping[str, Any]) -> Iterator[str]:
    """A row for each named part of a parameter that is an object or an array of objects."""
    if "items" in schema:
        name, schema = name + "[]", schema["items"]
    for part, inner in schema.get("properties", {}).items():
        need = "required" if part in schema.get("required", ()) else ""
        text = cell(inner.get("description", ""))
        yield f"| `{name}.{part}` | {need} | {type_text(inner)} | {text} |"
        yield from part_lines(f"{name}.{part}", inner)


def is_state(name: str, method: Method) -> bool:
    """Whether a parameter may be the handle of an open state."""
    return name == STATE and method.takes_state


def names_text(schema: Mapping[str, Any]) -> str:
    """The names an object holds; those that may be absent with a question mark."""
    required = schema.get("required", schema.get("properties", ()))
    names = [name if name in required else f"{name}?" for name in schema.get("properties", ())]
    return " `{" + ", ".join(names) + "}`" if names else ""


def cell(text: str) -> str:
    """Text in a table."""
    return text.replace("|", "\\|").replace("\n", " ")
