"""A conversation in words: ``clubroute shell``, at a terminal or in a pipe.

What is asked stands in the grammar; here is what a conversation keeps from line to line: the map
and the position, which ``undo`` takes back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from clubroute.builder.errors import ClubrouteError, InputError, Where, nearest_name, one_of
from clubroute.rules.scenarios.book import scenario_files
from clubroute.rules.series import all_series, series_at
from clubroute.rules.words.answering import answered
from clubroute.rules.words.commands import all_commands, called
from clubroute.rules.words.completion import Completion, complete
from clubroute.rules.words.follow import follow_up, is_command, understood
from clubroute.rules.words.grammar import Here, game_of, told_of, words_of
from clubroute.rules.words.items import AskedWords
from clubroute.rules.words.looking_up import NOTE
from clubroute.rules.words.method_help import help_lines
from clubroute.rules.words.plain import plain_lines, plain_refusal
from clubroute.rules.words.sentence import parse
from clubroute.rules.words.surroundings import BESIDE

OWN: Mapping[str, str] = {
    "at": "FILE: take the position from a file; at alone: what is known of it",
    "scenario": "NAME: begin with a scenario's set-up, as scenario WED-4",
    "map": "GAME: ask about a map: wed, tdc, mg or ins",
    "German=66.153": "and Son=destroyed, A/1/501=75.129, marker=61.141: say it of the position",
    "undo": "take back the last of these",
    "help": "[COMMAND]: what can be asked, and how",
    "quit": "end",
}
"""The words of the shell itself, and what each does."""

Read = Callable[[str], Here]
"""Reads the position that a file's name stands for."""


@dataclass(slots=True)
class Talk:
    """A conversation: where it stands, and where it stood before."""

    here: Here
    read: Read
    before: list[Here] = field(default_factory=list)
    asked: AskedWords | None = None
    asking: AskedWords | None = None
    """The question of the last line."""
    looked: AskedWords | None = None
    """What was looked up in the rules after it."""
    unfinished: tuple[str, ...] = ()
    """A command that was refused: the next line may say what it lacks."""

    def answer(self, line: str) -> str:
        """The answer to a line, or what it changed. :raises ClubrouteError: neither is possible."""
        words = words_of(line)
        head, rest = words[0].casefold(), words[1:]
        if head in ("?", "help"):
            return "\n".join(self.help(rest))
        if head == "undo":
            if not self.before:
                raise InputError(Where("undo"), "nothing said before", "something to take back")
            self.here = self.before.pop()
            return self.standing()
        if head == "at" and not (rest and self.asked and "." not in rest[0]):
            return self.go(self.read(" ".join(rest))) if rest else self.standing()
        if head == "scenario" and rest:
            return self.begin(" ".join(rest))
        if head == "map" and rest:
            return self.turn_to(rest[0].casefold())
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
        try:
            told = plain_lines(answered(asked, self.here))
        except InputError as error:
            if error.found == "nothing":  # the next line may say what it lacks
                self.unfinished, self.asked, self.looked = (), asked, None
            raise
        self.unfinished = ()
        if NOTE in asked.said:
            self.looked = asked
        else:
            self.asked, self.looked = asked, None
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
        if is_command(words[0], self.here):
            self.unfinished = tuple(words)
        elif self.unfinished:
            with suppress(InputError):
                return parse([*self.unfinished, *words], self.here, look_up=False)
        return understood(self.asked, words, self.here, self.looked)

    def go(self, here: Here) -> str:
        """Stand elsewhere."""
        self.before.append(self.here)
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
            fits = begun is None or series_at(begun) == series
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
