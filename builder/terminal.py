"""Lines for people, as the terminal in front of them shows them best.

In a pipe or a file the same lines stand as they are: only width, colour and pages are a terminal's.
"""

from __future__ import annotations

import codecs
import os
import re
import shutil
import sys
import textwrap
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

import click

T = TypeVar("T")
MOST = 160
"""Columns at most: longer lines are hard to follow on a wide screen."""
LEAST = 40
"""Columns at least: what is narrower breaks words, and rather wraps by itself."""
GOOD = {"fg": "green", "bold": True}
BAD = {"fg": "red", "bold": True}
OPEN = {"fg": "yellow", "bold": True}
LABEL = {"bold": True}
STYLES: Mapping[str, Mapping[str, Any]] = {
    **{"legal": GOOD, "yes": GOOD, "same": GOOD},
    **{"illegal": BAD, "no": BAD, "error": BAD, "differs": BAD},
    **{"undetermined": OPEN, "possible": OPEN, "unchecked": OPEN, "warning": OPEN},
    **{"rests on": LABEL, "not checked": LABEL, "understood": LABEL, "note": LABEL},
}
"""How the word that a line begins with is shown: a verdict by its colour, never by that alone."""
HEAD = re.compile(r"(\s*)(" + "|".join(sorted(STYLES, key=len, reverse=True)) + r")(?=[:,;.]|\s|$)")
CITED = re.compile(r"\[[A-Z][^\]\n]*\]")
"""The rules a line cites."""
SPELT = {
    **{"→": "->", "…": "...", "–": "-", "—": "-", "−": "-", "×": "x", "·": ".", "½": ".5"},
    **{"’": "'", "‘": "'", "“": '"', "”": '"', "≤": "<=", "≥": ">=", "▸": ">"},
}
"""Signs that code pages lack, and how they are spelt there."""


def show(text: str, *, paged: bool = True) -> None:
    """Print lines for people: at a terminal wrapped to its width, in colour unless NO_COLOR is
    set, and ``paged`` where they are more than it shows."""
    for_people()
    if not sys.stdout.isatty():
        click.echo(text)
        return
    columns, rows = shutil.get_terminal_size()
    lines = [
        part for line in text.splitlines() for part in wrapped(line, min(max(columns, LEAST), MOST))
    ]
    if wants_colour(os.environ):
        lines = [coloured(line) for line in lines]
    if not paged or len(lines) < rows or not sys.stdin.isatty():
        click.echo("\n".join(lines))
        return
    # As git does: colours pass, and what fits after all is not held back.
    os.environ.setdefault("LESS", "FRX")
    click.echo_via_pager("\n".join(lines) + "\n")


def counted(things: Iterable[T], label: str, length: int) -> Iterator[T]:
    """Pass things on as they are made, with a bar and the time left where stderr is a terminal."""
    shown = length > 1 and sys.stderr.isatty()
    with click.progressbar(
        things, length=length, label=f"… {label}", file=sys.stderr, hidden=not shown
    ) as bar:
        yield from bar


def wants_colour(environment: Mapping[str, str]) -> bool:
    """Whether a terminal gets colours: not where NO_COLOR is set (no-color.org), nor a dumb one.

    >>> wants_colour({"TERM": "xterm"}), wants_colour({"NO_COLOR": "1"})
    (True, False)
    """
    return not environment.get("NO_COLOR") and environment.get("TERM") != "dumb"


def wrapped(line: str, columns: int) -> list[str]:
    """Break a line between words to at most so many columns; what follows stands further in.

    >>> wrapped("  rests on: our map", 14)
    ['  rests on:', '      our map']
    """
    if len(line) <= columns:
        return [line]
    indent = len(line) - len(line.lstrip())
    return textwrap.wrap(
        line,
        columns,
        subsequent_indent=" " * (indent + 4),
        break_long_words=False,
        break_on_hyphens=False,
        replace_whitespace=False,
        drop_whitespace=True,
    )


def coloured(line: str) -> str:
    """A line with its verdict in colour, and the rules it cites dim."""
    head = HEAD.match(line)
    told, rest = "", line
    if head is not None:
        told = head[1] + click.style(head[2], **STYLES[head[2]])
        rest = line[head.end() :]
    return told + CITED.sub(lambda cited: click.style(cited[0], dim=True), rest)


def for_people() -> None:
    """Write on in the encoding that the reader of stdout expects, what it lacks spelt out.

    JSON and other text for programs is UTF-8 everywhere.
    """
    context = click.get_current_context(silent=True)
    native = context.find_root().obj if context is not None else None
    if native and codecs.lookup(native).name != "utf-8" and hasattr(sys.stdout, "reconfigure"):
        codecs.register_error("clubroute.spelt", spelt)
        sys.stdout.reconfigure(encoding=native, errors="clubroute.spelt")


def spelt(error: UnicodeError) -> tuple[str, int]:
    """Spell what a code page lacks with letters that each has."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    told = ""
    for sign in error.object[error.start : error.end]:
        bare = unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode()
        told += SPELT.get(sign, bare or "?")
    return told, error.end
