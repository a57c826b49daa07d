"""What may come next in a command that is being written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from clubroute.rules.position.record import flattened
from clubroute.rules.words import names
from clubroute.rules.words.commands import all_commands, vocabulary
from clubroute.rules.words.grammar import Here, method_of, readings, words_of
from clubroute.rules.words.scope import Scope
from clubroute.rules.words.spoken import spoken_words
from clubroute.rules.words.values import options_of, schema_at

MOST = 40
"""Completions offered at once."""
LAST = re.compile(r"\S*$")


@dataclass(frozen=True, slots=True)
class Completion:
    """A text that may stand from ``start`` of the line to its end, and what it is."""

    text: str
    start: int
    what: str


def complete(line: str, here: Here) -> tuple[Completion, ...]:
    """Complete a command: its last word, or the name of several words that it ends with.

    Commands come first, then what the command takes: units, places, bridges, hexes, words and
    ``name=``; nothing where nothing can be said.
    """
    found: dict[str, Completion] = {}
    for one in offered(line, here):
        if len(found) == MOST:
            break
        found.setdefault(one.text, one)
    return tuple(found.values())


def offered(line: str, here: Here) -> Iterator[Completion]:
    """Everything that fits, the likeliest first."""
    start = LAST.search(line).start()  # type: ignore[union-attr]
    last = line[start:].casefold()
    if not line[:start].strip():
        yield from heads(last, start, here)
        return
    words = words_of(line[:start])
    tries = readings(words[0].casefold(), words[1:], here)
    window, forms = next(iter(tries), ("", ()))
    for form in forms:
        scope = Scope(form, method_of(here.context, form.method, window), window, here)
        yield from of_form(scope, line, start)


def heads(last: str, start: int, here: Here) -> Iterator[Completion]:
    """Commands; methods too, once there is something to tell them by."""
    for command in all_commands():
        if command.name.startswith(last):
            yield Completion(command.name, start, command.says)
    for method in here.context.registry.all() if last else ():
        if method.name.startswith(last):
            yield Completion(method.name, start, method.summary)


def of_form(scope: Scope, line: str, start: int) -> Iterator[Completion]:
    """What may come next in a form of a command."""
    last = line[start:].casefold()
    name, is_, text = last.partition("=")
    if is_:
        for option in options_of(schema_at(scope.method, name) or {}):
            if option.casefold().startswith(text):
                yield Completion(f"{name}={option}", start, name)
        return
    known = scope.known
    types = scope.types
    for begin in starts(line, start):
        part = names.key_of(line[begin:].strip('"'))
        fits = [
            Completion(named.text, begin, ", ".join(sorted(told)))
            for named in (known.starting(part) if part else ())
            if (told := set(named.may) if "text" in types else types & set(named.may))
        ]
        yield from sorted(fits, key=lambda one: one.text)
        if fits:
            break
    said = spoken_words(scope)
    own = {flattened(str(value)) for places in said.values() for _, value in places}
    for word, places in said.items():
        offered_word = word in own or word not in vocabulary().synonyms
        if word.startswith(last) and last and offered_word:
            yield Completion(word, start, places[0][0])
    for part_ in scope.method.params:
        if part_.name.startswith(last):
            yield Completion(f"{part_.name}=", start, part_.summary)
    if last and last[0].isalnum() and names.HEX in types and known.country is not None:
        for number in known.country.all_numbers():
            if number.casefold().startswith(last):
                yield Completion(number, start, "hex")


def starts(line: str, start: int) -> Iterator[int]:
    """Where a name of several words that the line ends with may begin, the longest first."""
    begins = [match.start() for match in re.finditer(r"\S+", line[:start])][1:]
    yield from begins[-3:]
    yield start
