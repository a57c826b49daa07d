"""A conversation in words: ``clubroute shell``, at a terminal or in a pipe.

What is asked stands in the grammar; here is what a conversation keeps from line to line: the map
and the position, which ``undo`` takes back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from clubroute.builder.errors import ClubrouteError, InputError, Where, nearest_name, one_of
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.schema import type_text
from clubroute.rules.position.record import flattened
from clubroute.rules.scenarios.book import scenario_files
from clubroute.rules.series import all_series, series_at
from clubroute.rules.words import names
from clubroute.rules.words.bare import spoken_words
from clubroute.rules.words.commands import all_commands, called, shown_examples, vocabulary
from clubroute.rules.words.follow import about_it, follow_up, is_command, understood, unit_of
from clubroute.rules.words.grammar import (
    Here,
    game_of,
    has_method,
    is_joined,
    method_of,
    readings,
    series_with,
    told_of,
    words_of,
)
from clubroute.rules.words.items import AskedWords, told_back
from clubroute.rules.words.plain import answered, plain_lines, plain_refusal
from clubroute.rules.words.scope import MAP, Scope, options_of, schema_at
from clubroute.rules.words.sentence import parse
from clubroute.rules.words.surroundings import BESIDE

# What may come next in a command that is being written.

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


# The help for one method: what it answers, its parameters, and what to say in words.

PROTOCOL = "`clubroute ask rpc.discover` tells every parameter of every question."


def help_lines(context: Context, name: str, window: str | None = None) -> Sequence[str]:
    """Tell people what a method answers, and its parameters.

    :param window: the map it is asked about; if None, or one that it is not asked about, another.
    :raises InputError: unknown method.
    """
    having = [one for one in series_with(window) if has_method(context, name, one)]
    own = next((one for one in having if window in one.maps), having[0] if having else None)
    method = context.registry.find(name, {MAP: own.maps[0]} if own else None)
    lines = [f"{method.name}: {method.summary}", ""]
    lines += [f"Rules: {', '.join(method.cites)}", ""] if method.cites else []
    for part in method.params:
        need = "" if part.required else ", may be left out"
        kind = type_text(part.schema()).replace("`", "").replace('"', "")
        short = kind.partition("{")[0].strip()
        lines.append(f"  {part.name} ({short}{need})")
        lines += [f"      {part.summary}"] if part.summary else []
    lines += [
        "",
        *(f"clubroute {line}" for line in shown_examples(name, own.kind if own else None)),
    ]
    for other in having:
        if context.registry.find(name, {MAP: other.maps[0]}) is not method:
            lines.append(f"On the map {other.maps[0]}: clubroute ask {name} {other.maps[0]} --help")
    return [*lines, PROTOCOL]


OWN: Mapping[str, str] = {
    "at": "FILE: take the position from a file; at alone: what is known of it",
    "scenario": "NAME: begin with a scenario's set-up, as scenario WED-4",
    "map": "GAME: ask about a map: wed, tdc, mg or ins",
    "German=66.153": "and Son=destroyed, A/1/501=75.129, marker=61.141: say it of the position",
    "undo": "take back the last line",
    "all": "the last answer with every list to its end",
    "help": "[COMMAND]: what can be asked, and how",
    "quit": "end",
}
"""The words of the shell itself, and what each does."""

ALL = "--all"
"""What asks for every list to its end, in a line as of a command."""

Read = Callable[[str], Here]
"""Reads the position that a file's name stands for."""


@dataclass(frozen=True, slots=True)
class TalkBefore:
    """What a conversation keeps: the position, the last question, what was looked up after it, and
    a command that was refused because it lacked something."""

    here: Here
    asked: AskedWords | None
    looked: AskedWords | None
    unfinished: tuple[str, ...]


@dataclass(slots=True)
class Talk:
    """A conversation: where it stands, and where it stood before."""

    here: Here
    read: Read
    before: list[TalkBefore] = field(default_factory=list)
    asked: AskedWords | None = None
    named: AskedWords | None = None
    """The last question about a unit, which *it* is."""
    asking: AskedWords | None = None
    """The question of the last line."""
    looked: AskedWords | None = None
    """What was looked up in the rules after it."""
    unfinished: tuple[str, ...] = ()
    """A command that was refused: the next line may say what it lacks."""

    def answer(self, line: str) -> str:
        """The answer to a line, or what it changed; a line that is refused changes nothing, but
        that the next may say what a command lacks.

        :raises ClubrouteError: neither is possible.
        """
        words = words_of(line)
        head, rest = words[0].casefold(), words[1:]
        if head in ("?", "help"):
            return "\n".join(self.help(rest))
        if head == "undo" and not rest:
            return self.undone()
        whole = words[-1] == ALL
        last = self.looked or self.asked
        if (whole or head == "all") and not rest and last is not None:
            return plain_lines(answered(last, self.here, whole=True), last.window)
        if whole and rest:
            words.pop()
        stood = TalkBefore(self.here, self.asked, self.looked, self.unfinished)
        try:
            told = self.turned(words, whole)
        except InputError as error:
            lacks = error.found == "nothing" and is_command(words[0], self.here)
            self.here, self.asked, self.looked = stood.here, stood.asked, stood.looked
            self.unfinished = tuple(words) if lacks else ()
            raise
        self.before.append(stood)
        return told

    def undone(self) -> str:
        """Take the last line back. :raises InputError: there is none."""
        if not self.before:
            raise InputError(Where("undo"), "nothing said before", "something to take back")
        stood, moved = self.before.pop(), self.here
        self.here, self.asked = stood.here, stood.asked
        self.looked, self.unfinished = stood.looked, stood.unfinished
        if moved is not stood.here or self.asked is None:
            return self.standing()
        return f"Asked before: {' '.join(map(told_back, self.asked.spelled))}"

    def turned(self, words: list[str], whole: bool = False) -> str:
        """What a line asks or changes, ``whole`` with every list to its end.

        :raises ClubrouteError: it does neither.
        """
        head, rest = words[0].casefold(), words[1:]
        if head == "at" and not (rest and self.asked and "." not in rest[0]):
            return self.go(self.read(" ".join(rest))) if rest else self.standing()
        if head == "scenario" and rest:
            return self.begin(" ".join(rest))
        if head == "map" and rest:
            return self.turn_to(rest[0].casefold())
        if head.startswith(f"{MAP}=") and not rest:
            return self.turn_to(head.removeprefix(f"{MAP}="))
        asked = None
        if "=" in words[-1] and not is_command(words[0], self.here):
            try:
                return self.go(replace(self.here, state=told_of(words, self.here)))
            except InputError:
                if all("=" in word for word in words):
                    if self.asked is None:
                        raise
                    asked = follow_up(self.asked, words, self.here)
        asked = self.asking = asked or self.understood(words)
        told = plain_lines(answered(asked, self.here, whole=whole), asked.window)
        self.unfinished = ()
        if asked.is_look_up:
            # A second one ends the question before: what follows goes on with neither.
            self.asked = self.asked if self.looked is None else None
            self.looked = asked
        else:
            self.asked, self.looked = asked, None
            self.named = asked if unit_of(asked) else self.named
        return "\n".join((told, *asked.notes))

    def refusal(self, error: ClubrouteError) -> str:
        """What is refused, in a player's words."""
        asked = self.asking or self.asked
        params = asked.params if asked else None
        return plain_refusal(error, params) if isinstance(error, InputError) else str(error)

    def understood(self, words: list[str]) -> AskedWords:
        """A question: with a command, or what is missing in the line before, or what follows the
        question before.

        :raises InputError: it is none of them.
        """
        if self.unfinished and not is_command(words[0], self.here):
            with suppress(InputError):
                return parse([*self.unfinished, *words], self.here, look_up=False)
        if self.named is not None:
            it = about_it(self.named, words, self.here)
            if it is not None:
                return it
        return understood(self.asked, words, self.here, self.looked)

    def go(self, here: Here) -> str:
        """Stand elsewhere."""
        self.here = here
        return self.standing()

    def begin(self, scenario: str) -> str:
        """Begin with a scenario's set-up. :raises InputError: there is none of that name."""
        game = game_of(scenario)
        if game is None:
            ids = [id_ for series in all_series() for id_ in scenario_files(series.id)]
            where = Where("scenario")
            expected = one_of(ids)
            raise InputError(where, repr(scenario), expected, nearest_name(scenario, ids))
        return self.go(replace(self.here, map=game, state={"scenario": scenario}))

    def turn_to(self, game: str) -> str:
        """Ask about a map, with the position if it can be one of it.

        :raises InputError: there is none of that name.
        """
        series = series_at(game, Where("map"))
        there = replace(self.here, map=game)
        state = there.state if isinstance(there.state, Mapping) else {}
        begun = game_of(str(state.get("scenario", "")))
        try:
            if state:
                told_of((), there)
            played = begun is None or begun == game or is_joined(begun, game)
            fits = played and series_at(begun or game) == series and is_on(there)
        except InputError:
            fits = False
        # A position of another game says nothing about this map.
        return self.go(there if fits else replace(there, state=None))

    def standing(self) -> str:
        """What is known of where the conversation stands."""
        state = self.here.state if isinstance(self.here.state, Mapping) else {}
        told = [f"map {self.here.map}" if self.here.map else "map: what is named tells"]
        told += [f"{name}: {brief(value)}" for name, value in state.items() if name != BESIDE]
        told += ["the other units: as the scenario sets them up"] if state.get(BESIDE) else []
        return "\n".join(told)

    def help(self, words: list[str]) -> Iterator[str]:
        """What can be asked; of a command its examples, and what its first method takes."""
        if not words:
            proper = {one.name: one.says for one in reversed(all_commands())}
            for name, says in (*sorted(proper.items()), *OWN.items()):
                yield f"  {name:<14}{says}"
            return
        head = words[0].casefold()
        known = called(head)
        for command in known:
            yield command.says
            yield from (f"  {line}" for line in command.examples)
        form = known[0].forms[0].method if known else head
        yield from help_lines(self.here.context, form, self.here.map)

    def completed(self, line: str) -> Iterable[Completion]:
        """What may come next in a line."""
        if " " not in line:
            for word in OWN:
                if word.startswith(line):
                    yield Completion(word, 0, OWN[word])
        yield from complete(line, self.here)


def is_on(here: Here) -> bool:
    """Whether the units of a position stand in hexes of its map."""
    state = here.state if isinstance(here.state, Mapping) else {}
    hexes = [str(one["hex"]) for one in state.get("units") or () if one.get("hex")]
    known = names.names_of(here.context, str(here.map))
    return all(map(known.has_hex, hexes))


def brief(value: Any) -> str:
    """A part of a position on one line; how many, where they are many."""
    if isinstance(value, (list, tuple)) and len(value) > 3:
        return f"{len(value)}"
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {brief(one)}" for name, one in list(value.items())[:8])
    if isinstance(value, (list, tuple)):
        return "; ".join(brief(one) for one in value) or "none"
    return str(value)


def over_pipe(talk: Talk, lines: Iterable[str], say: Callable[[str, bool], None]) -> int:
    """Answer lines until they end; 2 if any was a mistake. ``say`` is told what is one."""
    wrong = 0
    for line in lines:
        if not words_of(line):
            continue
        if line.strip().casefold() in ("quit", "exit"):
            break
        try:
            say(talk.answer(line), False)
        except ClubrouteError as error:
            wrong = 2
            say(f"clubroute: {talk.refusal(error)}", True)
    return wrong


def at_terminal(talk: Talk, history: Path, say: Callable[[str, bool], None]) -> int:
    """Answer what is typed at a terminal, with completion and history, until it ends."""
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import Completer
    from prompt_toolkit.completion import Completion as Offered
    from prompt_toolkit.document import Document
    from prompt_toolkit.history import FileHistory

    class Offering(Completer):
        """Completes from the grammar."""

        def get_completions(self, document: Document, complete_event: Any) -> Iterator[Offered]:
            line = document.text_before_cursor
            try:
                for one in talk.completed(line):
                    back = one.start - len(line)
                    yield Offered(one.text, start_position=back, display_meta=one.what)
            except ClubrouteError:
                return

    history.parent.mkdir(parents=True, exist_ok=True)
    session: PromptSession[str] = PromptSession(
        history=FileHistory(str(history)), completer=Offering(), complete_while_typing=False
    )

    def typed() -> Iterator[str]:
        while True:
            try:
                yield session.prompt(f"{talk.here.map or 'clubroute'}> ")
            except KeyboardInterrupt:
                continue
            except EOFError:
                return

    over_pipe(talk, typed(), say)
    return 0
