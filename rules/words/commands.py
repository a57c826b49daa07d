"""The commands in words, read from ``words.toml`` beside this file and in each series' folder."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from clubroute.builder.counting import is_whole

FILE = "words.toml"


@dataclass(frozen=True, slots=True)
class Slot:
    """A parameter in its place among a command's words.

    ``path`` leads to it, ``to.terrain``; ``type`` is what words it takes where that does not
    follow from its declaration, ``only`` some of them if it says which; it may be ``optional``, or
    said with ``many`` words, of which it takes at ``least`` some.
    """

    path: str
    type: str = ""
    only: tuple[str, ...] = ()
    optional: bool = False
    many: bool = False
    least: int = 1

    @property
    def literal(self) -> bool:
        """Whether it is a word to be said as it is, as ``1900``, and no parameter."""
        return is_whole(self.path[0])


@dataclass(frozen=True, slots=True)
class Form:
    """A method and the parameters said by their places.

    ``own``: it is asked by its own name, and needs no more than it says itself. ``holds`` are the
    parameters that are so by the command's own word: an overrun is one.
    """

    method: str
    slots: tuple[Slot, ...] = ()
    own: bool = False
    holds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WordedCommand:
    """A command of a series, of none if ``""``: what it asks, in forms that are tried in order."""

    name: str
    series: str
    says: str
    forms: tuple[Form, ...]
    examples: tuple[str, ...]
    also: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    """Words in a sentence that may mean it: ``how far``."""
    doer: str = ""
    """The parameter for the side before its word, the Germans blow; none where it is always one."""


@dataclass(frozen=True, slots=True)
class CommandWords:
    """What words mean in every command: see ``words.toml``."""

    leads: Mapping[str, str]
    noise: frozenset[str]
    denying: frozenset[str]
    denied: Mapping[str, str]
    sentence: frozenset[str]
    questions: frozenset[str]
    verbs: frozenset[str]
    pieces: tuple[str, ...]
    ground: frozenset[str]
    unheaded: tuple[str, ...]
    texts: tuple[str, ...]
    nameless: tuple[str, ...]
    rollers: tuple[str, ...]
    decided: Mapping[str, tuple[str, ...]]
    least: Mapping[str, tuple[str, ...]]
    hinted: frozenset[str]
    phrases: Mapping[str, str]
    sums: frozenset[str]
    figures: Mapping[str, str]
    numerals: Mapping[str, str]
    synonyms: Mapping[str, tuple[str, ...]]
    classes: frozenset[str]
    spoken: tuple[str, ...]
    named: tuple[str, ...]
    prefer: tuple[str, ...]
    both: Mapping[str, str]
    implied: Mapping[str, str]
    labels: Mapping[str, str]
    loose: tuple[str, ...]
    told: Mapping[str, str]
    told_on: Mapping[str, Mapping[str, str]]
    told_named: Mapping[str, tuple[str, re.Pattern[str]]]
    told_bridge: Mapping[str, str]
    called: Mapping[str, str]
    of_many: frozenset[str]
    campaigns: Mapping[str, str]
    of_campaign: frozenset[str]


def read_form(text: str) -> Form:
    """A form from ``move.best unit from? to``: ``?`` may be left out, ``+`` several, ``*`` both;
    ``!overrun`` holds."""
    method, *slots = text.split()
    holds = tuple(one[1:] for one in slots if one.startswith("!"))
    return Form(method, tuple(read_slot(one) for one in slots if one[0] != "!"), holds=holds)


def read_slot(text: str) -> Slot:
    """A slot from ``path:hex+3``, three hexes or more, or ``act=move|retreat``, either word."""
    found = SLOT.fullmatch(text)
    if found is None:
        raise ValueError(text)
    path, type_, only, mark, least = found.groups()
    words = tuple(only.split("|")) if only else ()
    many, free = mark in ("+", "*"), mark in ("?", "*")
    return Slot(path, type_ or "", words, free, many, int(least or 1))


SLOT = re.compile(r"([a-z_.]+|[0-9]+)(?::([a-z]+))?(?:=([A-Za-z_|]+))?([?+*])?([0-9])?")


def records_in(path: Path) -> Mapping[str, Any]:
    """The tables of a ``words.toml``; none if there is no such file."""
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def commands_in(path: Path, series: str) -> Iterator[WordedCommand]:
    """The commands of a ``words.toml``."""
    for name, row in records_in(path).get("commands", {}).items():
        forms = tuple(read_form(form) for form in row["forms"])
        examples, also, hints = (tuple(row.get(one, ())) for one in ("examples", "also", "hints"))
        says, doer = row["says"], row.get("doer", "")
        yield WordedCommand(name, series, says, forms, examples, also, hints, doer)


@cache
def folders() -> tuple[tuple[str, Path], ...]:
    """The series that say commands in words, with their folders; then none with this one."""
    here = Path(__file__).parent
    found = sorted(path.parent for path in here.parent.glob(f"*/{FILE}"))
    return (*((one.name, one) for one in found if one != here), ("", here))


@cache
def all_commands() -> tuple[WordedCommand, ...]:
    """Every command: of the series by their folders, then those of no series."""
    found = (commands_in(folder / FILE, series) for series, folder in folders())
    return tuple(command for commands in found for command in commands)


@cache
def examples_in(series: str) -> Mapping[str, tuple[str, ...]]:
    """Examples by method of the commands of a series (``""``: of none), and of its own lines."""
    found: dict[str, list[str]] = {}
    for command in all_commands():
        for form in command.forms if command.series == series else ():
            found.setdefault(form.method, []).extend(command.examples)
    for folder in (folder for id_, folder in folders() if id_ == series):
        for method, line in records_in(folder / FILE).get("examples", {}).items():
            found.setdefault(method, []).append(line)
    return {name: tuple(dict.fromkeys(lines)) for name, lines in found.items()}


@cache
def listed_in(series: str) -> Mapping[str, str]:
    """The methods of a series that list what slots of a type take, by type."""
    found: dict[str, str] = {}
    for folder in (folder for id_, folder in folders() if id_ == series):
        found |= records_in(folder / FILE).get("listed", {})
    return found


@cache
def on_map(series: str, table: str, window: str) -> Mapping[str, str]:
    """What a series' table of words has for one map: ``said_on``, ``named_on``."""
    found: dict[str, str] = {}
    for folder in (folder for id_, folder in folders() if id_ == series):
        found |= records_in(folder / FILE).get(table, {}).get(window, {})
    return found


@cache
def examples() -> Mapping[str, tuple[str, ...]]:
    """Examples of each method that can be asked in words: those of its commands, or its own."""
    found: dict[str, tuple[str, ...]] = {}
    for series, _ in folders():
        for method, lines in examples_in(series).items():
            found[method] = tuple(dict.fromkeys((*found.get(method, ()), *lines)))
    return found


@cache
def example_of(method: str, series: str, window: str) -> str | None:
    """How a method is asked in words, in a series if that has an example, with what a map of it
    has; None if nothing has."""
    lines = examples_in(series).get(method) or examples().get(method)
    names = on_map(series, "named_on", window)
    if not lines or not names or "map=" in lines[0]:
        return lines[0] if lines else None
    known = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    whole = re.compile(rf"(?<![\w/.-])(?:{known})(?![\w/.-])")
    return " ".join(whole.sub(lambda found: names[found[0]], lines[0]).split())


def shown_examples(method: str, series: str | None = None) -> tuple[str, ...]:
    """Examples of a method, those of a series if it has any: in words, or the command that asks
    it."""
    instead = records_in(Path(__file__).with_name(FILE))["instead"].get(method)
    own = examples_in(series).get(method) if series else None
    return (own or examples().get(method, ())) + ((instead,) if instead else ())


def command_names() -> Mapping[str, str]:
    """What each command is called, its other names too: its proper name."""
    return {word: one.name for one in reversed(all_commands()) for word in (*one.also, one.name)}


def called(name: str) -> tuple[WordedCommand, ...]:
    """The commands of a name or another name of theirs, one a series."""
    return tuple(one for one in all_commands() if name == one.name or name in one.also)


def ways_of(phrase: str) -> Iterator[str]:
    """Every way to say a phrase of which some words have others beside them.

    >>> list(ways_of("road|route cut"))
    ['road cut', 'route cut']
    """
    return map(" ".join, product(*(word.split("|") for word in phrase.split())))


@cache
def vocabulary() -> CommandWords:
    """The words of every command."""
    told = records_in(Path(__file__).with_name(FILE))
    return CommandWords(
        told["leads"],
        frozenset(told["noise"]["words"]),
        frozenset(told["denied"]["by"]),
        {word: meant for word, meant in told["denied"].items() if word != "by"},
        frozenset(told["sentence"]["words"]),
        frozenset(told["sentence"]["questions"]),
        frozenset(told["sentence"]["verbs"]),
        tuple(told["sentence"]["pieces"]),
        frozenset(told["sentence"]["ground"]),
        tuple(told["sentence"]["unheaded"]),
        tuple(told["sentence"]["texts"]),
        tuple(told["sentence"]["nameless"]),
        tuple(told["sentence"]["rollers"]),
        {name: tuple(many) for name, many in told["sentence"]["decided"].items()},
        {name: tuple(many) for name, many in told["sentence"]["least"].items()},
        frozenset(told["sentence"]["hinted"]),
        {way: said for key, said in told["phrases"].items() for way in ways_of(key)},
        frozenset(told["sums"]["methods"]),
        told["figures"],
        told["numerals"],
        {
            form: tuple(group)
            for group in told["synonyms"]["groups"]
            for word in group
            for form in (word.casefold(), f"{word.casefold()}s")
        },
        frozenset(told["synonyms"]["classes"]),
        tuple(told["spoken"]["records"]),
        tuple(told["spoken"]["named"]),
        tuple(told["spoken"]["prefer"]),
        told["spoken"]["both"],
        told["spoken"]["implied"],
        told["labels"],
        tuple(told["figures_alone"]["parameters"]),
        told["told"],
        told["told_on"],
        {name: (said, re.compile(like)) for name, (said, like) in told["told_named"].items()},
        told["told_bridge"],
        told["called"],
        frozenset(told["groups"]["of_many"]),
        told["campaigns"]["maps"],
        frozenset(told["campaigns"]["methods"]),
    )
