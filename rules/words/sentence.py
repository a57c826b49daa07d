"""Questions as players put them: a command stands anywhere among the words, or none does.

What fits as it stands is taken so. Else words around the question are left out, phrases become the
words of commands (``[phrases]`` of ``words.toml``), and each command that a phrase of it hints at
(``hints``) is tried: the first that understands every word that is left is meant. What none
understands, and is about no hex and no unit, is looked up in the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache

from clubroute.builder.errors import InputError, Where
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.question import ask_text
from clubroute.rules.clauses.clause import clauses
from clubroute.rules.clauses.methods import of_game
from clubroute.rules.clauses.search import forms_of, search
from clubroute.rules.scenarios.book import scenario_files
from clubroute.rules.series import all_games, all_series
from clubroute.rules.words import grammar
from clubroute.rules.words.commands import all_commands, command_names, vocabulary
from clubroute.rules.words.grammar import (
    UnknownCommandError,
    map_said,
    told_whole,
    understand,
    words_of,
)
from clubroute.rules.words.items import PART, AmbiguousError, AskedWords, Here
from clubroute.rules.words.names import NUMBER
from clubroute.rules.words.plain import plain_refusal
from clubroute.rules.words.scope import MAP, SCENARIO

ABOUT = "where"
"""The command that tells about a name which somebody says alone."""
RULES = "rule.find"
MOST_CLAUSES = 4
"""Clauses shown of what is looked up in the rules because no question fits."""
NOTE = "no question of a position in these words: looked up in the rules"
ROLLED = re.compile(r"die|dice|rolls?|rolled|rolling|throws?|threw|thrown", re.IGNORECASE)
FACE = re.compile(r"\d{1,2}")
LACKING = ("a hex", "a bridge", "which hex", "where it", "what can be so")
"""How what a command expects begins where it is but a place that it lacks, or not deniable."""
NAMED = (f"{MAP}=", f"{SCENARIO}=", "die=")
POSITION = re.compile(rf"(?:{NUMBER.pattern})|.*[=]|.*/.*/")
"""A word that is about a hex, a unit or something of a position."""
NAMELESS = "unit={}"
JOINED = f"{MAP}=mg"
"""The map of both games joined: who names it, too, means it."""
LONGEST_HINT = 4
"""Words in the longest phrase or hint."""
ENDS = ",;:?!…"
"""Marks that end a word and say nothing; a full stop may be part of a unit's name."""


def parse(
    text: str | Sequence[str], here: Here, look_up: bool = True, bare: bool = True
) -> AskedWords:
    """Understand a command, or a question in a sentence.

    :param look_up: whether words that no question fits are looked up in the rules.
    :param bare: whether words that hint at no command may be a question by themselves.
    :raises InputError: it is neither, and no rule is about its words.
    """
    try:
        return grammar.parse(text, here)
    except InputError as error:
        words = cleaned(words_of(text) if isinstance(text, str) else one_line(text))
        if not words or (here.state and of_position(error)):
            raise
        return Sentence(words, here, error, bare).meant(look_up)


def look_up(words: Sequence[str], game: str | None, here: Here) -> AskedWords | None:
    """Words looked up in the rules of a game, or of all; None where no rule is about them."""
    nothing = UnknownCommandError(Where(PART), repr(" ".join(words)), "a question")
    asked = Sentence([*cleaned(words), *([f"{MAP}={game}"] if game else [])], here, nothing)
    return asked.looked_up(nothing)


UNDECIDED = "undetermined"
FEW_CLAUSES = 2
"""Clauses shown under an answer that cannot be decided."""


def answered(asked: AskedWords, here: Here) -> str:
    """The answer for people; under one that a sentence's words alone do not decide, what the rules
    say of them. :raises InputError: it lacks something, and no rule is about its words."""
    lacks: InputError | None = None
    try:
        told = ask_text(here.context, asked.method, asked.params, "text")
    except InputError as error:
        if error.found != "nothing" or not asked.rules:
            raise
        lacks, told = error, f"{UNDECIDED}: {plain_refusal(error, asked.params)}"
    if not (asked.rules and told.startswith(UNDECIDED)):
        return told
    found = look_up(asked.rules, asked.window or None, here)
    if found is None:
        if lacks is not None:
            raise lacks
        return told
    params = {**found.params, "most": FEW_CLAUSES}
    return f"{told}\nthe rules say:\n{ask_text(here.context, RULES, params, 'text')}"


def of_position(error: InputError) -> bool:
    """Whether what is wrong is the position that is asked about, and no word of the question."""
    return (error.where.part or "").partition(".")[0] == "state"


def one_line(words: Sequence[str]) -> list[str]:
    """Words of a command line, of which one may be a whole question in quotes."""
    return [part for word in words for part in (words_of(word) if " " in word else [word])]


def cleaned(words: Sequence[str]) -> list[str]:
    """Words without the marks around them."""
    bare = (word if "=" in word else word.strip("()").rstrip(ENDS) for word in words)
    return [word for word in bare if word]


def as_said(words: Sequence[str]) -> list[str]:
    """Words with phrases as commands say them, maps and scenarios by their names, and dice."""
    return with_figures([told_or_same(word) for word in rephrased(cleaned(words))])


class Sentence:
    """A question whose words are in no command's order."""

    def __init__(
        self, words: Sequence[str], here: Here, error: InputError, bare: bool = True
    ) -> None:
        self.here = here
        self.unheaded = vocabulary().unheaded if bare else ()
        self.error = error
        """Why it is no command as it stands."""
        self.is_command = not isinstance(error, UnknownCommandError)
        self.whole = as_said(words)
        said = vocabulary()
        own = said.sentence - said.noise - {"hex", "hexes", "unit", "units"}
        first = any(word.casefold() in said.questions for word in words[:2])
        self.asks = first or any(word.casefold() in own for word in words)
        """Whether it has a word that only a sentence has."""

    def meant(self, look_up: bool) -> AskedWords:
        """What it asks. :raises InputError: nothing that can be answered."""
        error: InputError | None = None
        for head, rest in self.readings():
            try:
                meant = understand([head, *rest], self.here)
                if not swallows(meant):
                    found = self.direct(meant)
                    return replace(found, rules=tuple(self.whole)) if self.asks else found
            except AmbiguousError as refused:
                error = refused
            except InputError as refused:
                named = head == ABOUT and refused.expected.startswith(("a hex", "one of"))
                if named and not self.is_command and not self.asks:
                    raise  # it is a name, of something that is nowhere
                error = error or refused
        doubtful = isinstance(error, AmbiguousError) or not look_up
        looked_up = None if doubtful else self.looked_up(error or self.error)
        if looked_up is not None:
            return looked_up
        mistyped = self.error.nearest and not self.asks
        if self.is_command or error is None or mistyped:
            raise self.plain_error()
        raise error

    def plain_error(self) -> InputError:
        """Why it is not understood; of a sentence, whose first word is no command, what helps."""
        if self.is_command or not self.asks:
            return self.error
        expected = "a command among them, as: move, cost, los (clubroute --help), or: rule WORDS"
        return InputError(self.error.where, repr(" ".join(self.whole)), expected)

    def readings(self) -> Iterator[tuple[str, Sequence[str]]]:
        """Commands that may be meant, each with its words: those of the longest hints first, with
        the hint among the words, then without it."""
        tried: set[tuple[str, ...]] = set()
        found = sorted(hinted(self.whole), key=lambda one: (one[1] - one[2], one[1]))
        heads = dict.fromkeys(head for head, _, _ in found)
        tries = [
            (head, rest)
            for head, start, end in found
            for rest in (
                without_name(head, self.whole),
                (*self.whole[:start], *self.whole[end:]),
                without_hints(head, self.whole),
            )
        ]
        tries += [(head, self.whole) for head in self.unheaded]
        tries += [
            (head, [*without_hints(head, self.whole), NAMELESS])
            for head in heads
            if head in vocabulary().nameless
        ]
        for head, rest in tries:
            plain = [word for word in rest if word.casefold() not in vocabulary().sentence]
            if (head, *plain) not in tried:
                tried.add((head, *plain))
                yield head, plain
                yield head, [word for word in plain if word.casefold() != "bridge"]

    def direct(self, meant: AskedWords) -> AskedWords:
        """The step itself, where somebody asks whether a Unit may go from a hex to the next."""
        ends = [meant.params.get(name) for name in ("from", "to")]
        if meant.method != "move.best" or not all(isinstance(one, str) for one in ends):
            return meant
        params = {MAP: meant.window, "from": ends[0], "to": ends[1]}
        with suppress(InputError):
            if ask(self.here.context, "hex.distance", params).get("distance") != 1:
                return meant
            rest = {k: v for k, v in meant.params.items() if k not in ("from", "to")}
            kept = tuple(one for one in meant.spelled if not one.startswith(("from=", "to=")))
            spelled = (*kept, f"path={ends[0]},{ends[1]}")
            said = (*meant.said, "the step itself; for the cheapest way: move …")
            return replace(
                meant,
                method="move.check",
                params={**rest, "path": ends},
                spelled=spelled,
                said=said,
            )
        return meant

    def looked_up(self, error: InputError) -> AskedWords | None:
        """Its words looked up in the rules; None where it is about a hex or a unit, is a command
        that lacks something, or has a word that no rule has."""
        own = [part for part in self.whole if not part.startswith(NAMED)]
        about_place = [part for part in own if POSITION.match(part)]
        if about_place and not (self.asks and refusal_is_of_words(error)):
            return None
        left = vocabulary().sentence | vocabulary().noise | vocabulary().leads.keys()
        content = [
            one
            for one in own
            if "=" not in one and one not in about_place and one.casefold() not in left
        ]
        about = " ".join(content)[:100].strip()
        scenario = next((one for one in self.whole if one.startswith(f"{SCENARIO}=")), "")
        game = map_said(sorted(self.whole, key=JOINED.__ne__)) or self.here.map
        if not content or (game is not None and game not in all_games()):
            return None
        found = search(of_game(clauses(), game), about, game=game)
        elsewhere: tuple[str, ...] = ()
        if game and (found.strange or not found.clauses):
            other = search(clauses(), about)
            if other.clauses and not other.strange:
                found, elsewhere = other, (f"no rule of {game} has these words: other games' do",)
                game = None
        if found.strange and (len(content) < 2 or any("/" in part for part in own)):
            return None  # a name that no rule has
        slip = self.is_command and self.is_slip(found.strange)
        whole = not (found.near or found.strange) and self.names_nothing(content)
        if not found.clauses or (slip and not self.asks and not whole):
            return None
        params = {"about": about, "most": MOST_CLAUSES, **({MAP: game} if game else {})}
        if scenario:
            params[SCENARIO] = scenario.partition("=")[2]
        strange = (f"no rule has: {' '.join(found.strange)}",) if found.strange else elsewhere
        if about_place:
            strange = (*strange, f"not looked at: {' '.join(about_place)}")
        near = found.near or bool(found.strange)
        said, spelled = (*strange, NOTE), (f'about="{about}"',)
        return AskedWords(RULES, params, said, spelled, game or "", near=near)

    def names_nothing(self, content: Sequence[str]) -> bool:
        """Whether some words, several beside the command, are of rules and name no place: what a
        command lacks is not wanted then."""
        for word in content:
            with suppress(InputError):
                understand([ABOUT, word], self.here)
                return False
        return len(content) > 1

    def is_slip(self, strange: Sequence[str]) -> bool:
        """Whether a command lacks something, or has a word that no rule has."""
        lacks = self.error.found == "nothing" or self.error.expected.startswith(LACKING)
        return lacks or bool(strange)


def refusal_is_of_words(error: InputError) -> bool:
    """Whether a refusal is of a word that means nothing, and of nothing that is missing."""
    lacks = error.found == "nothing" or error.expected.startswith(LACKING) or error.nearest
    return not lacks and "several" not in error.found


def swallows(meant: AskedWords) -> bool:
    """Whether a text that a question takes, the name of a battalion, is some word or other."""
    texts = (meant.params.get(name) for name in vocabulary().texts)
    return any(any(map(str.islower, one.split())) for one in texts if isinstance(one, str))


def without_name(head: str, words: Sequence[str]) -> list[str]:
    """Words without the name of a command, and its other names."""
    names = command_names()
    return [word for word in words if names.get(word.casefold()) != head]


def without_hints(head: str, words: Sequence[str]) -> list[str]:
    """Words without those that hint at a command, alone or several together."""
    gone = {
        at
        for one, start, end in hinted(words)
        if one == head and words[end : end + 1] != ["column"]
        for at in range(start, end)
    }
    return [word for at, word in enumerate(words) if at not in gone]


def rephrased(words: Sequence[str]) -> list[str]:
    """Words with the phrases that people say otherwise than commands do."""
    phrases, found, at = {**titles(), **vocabulary().phrases}, list[str](), 0
    while at < len(words):
        for count in range(min(LONGEST_HINT, len(words) - at), 0, -1):
            key = " ".join(words[at : at + count]).casefold()
            if key in phrases:
                found += phrases[key].split()
                at += count
                break
        else:
            found.append(words[at])
            at += 1
    return found


@cache
def titles() -> Mapping[str, str]:
    """Scenarios by their titles of several words: WED-2 by Son with the Wind."""
    named = (
        (one, id_)
        for series in all_series()
        for id_, them in series.scenarios.items()
        for one in them
    )
    known = {id_.casefold() for series in all_series() for id_ in scenario_files(series.id)}
    return {
        title.casefold(): id_
        for title, id_ in named
        if " " in title and not title[-1].isdigit() and id_.casefold() in known
    }


def told_or_same(word: str) -> str:
    """A map's or scenario's name as it is said; a word that only looks like one as it is."""
    with suppress(InputError):
        return told_whole(word)
    return word


def with_figures(words: Sequence[str]) -> list[str]:
    """Words with what was rolled as ``die=4``; a scenario's name without ``scenario`` before it."""
    found: list[str] = []
    at = 0
    while at < len(words):
        word, after = words[at], words[at + 1 : at + 3]
        number = next((k for k, one in enumerate(after) if FACE.fullmatch(one)), None)
        between = after[: number or 0]
        idle = all(one.casefold() in vocabulary().sentence for one in between)
        if ROLLED.fullmatch(word) and number is not None and idle:
            found.append(f"die={after[number]}")
            at += number + 2
            continue
        if word.casefold() == SCENARIO and after and after[0].startswith(f"{SCENARIO}="):
            at += 1
            continue
        found.append(word)
        at += 1
    return found


@cache
def all_hints() -> Mapping[tuple[str, ...], tuple[str, ...]]:
    """The commands that words hint at: their names, and their hints."""
    found: dict[tuple[str, ...], list[str]] = {}
    for command in all_commands():
        for text in (command.name, *command.also, *command.hints):
            key = tuple(text.casefold().split())
            found.setdefault(key, [])
            if command.name not in found[key]:
                found[key].append(command.name)
    return {key: tuple(heads) for key, heads in found.items()}


def hinted(words: Sequence[str]) -> Iterator[tuple[str, int, int]]:
    """Commands that words hint at, with where the hint begins and ends."""
    low = [word.casefold() for word in words]
    for start in range(len(low)):
        for count in range(min(LONGEST_HINT, len(low) - start), 0, -1):
            part = tuple(low[start : start + count])
            heads = all_hints().get(part, ())
            if not heads and count == 1:
                forms = sorted(forms_of(part[0]))
                heads = next((all_hints()[(one,)] for one in forms if (one,) in all_hints()), ())
            for head in heads:
                yield head, start, start + count
            if heads:
                break
