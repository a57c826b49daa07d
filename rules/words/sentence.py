"""Questions as players put them: a command stands anywhere among the words, or none does.

What fits as it stands is taken so. Else words around the question are left out, phrases become the
words of commands (``[phrases]`` of ``words.toml``), and each command that a phrase of it hints at
(``hints``) is tried: the first that understands every word that is left is meant. What none
understands, and is about no hex and no unit, is looked up in the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache

from clubroute.builder.counting import is_whole
from clubroute.builder.errors import InputError, Where
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.kinds import SIDES as NAMED
from clubroute.rules.clauses.methods import of_game as clauses_of
from clubroute.rules.clauses.search import Clause, clauses, forms_of, search, words_in
from clubroute.rules.clauses.search import vocabulary as said_of_clauses
from clubroute.rules.clauses.search import words_of as words_of_clause
from clubroute.rules.series import all_games, series_at
from clubroute.rules.words import grammar
from clubroute.rules.words.commands import all_commands, command_names, vocabulary
from clubroute.rules.words.grammar import game_of, map_said, understand, words_of
from clubroute.rules.words.items import PART, AmbiguousError, AskedWords, Here
from clubroute.rules.words.misspelt import (
    NAMELESS,
    NO_DOER,
    is_doer,
    misspelt,
    names_at_hand,
    nearer,
    readings,
    respelled,
    without_hints,
    without_name,
)
from clubroute.rules.words.names import BRIDGE, GROUPS, HEX, LONGEST, NUMBER, names_of
from clubroute.rules.words.phrasing import (
    ABOUT,
    RULES,
    Phrased,
    as_said,
    cleaned,
    looked_up,
    numbered,
    of_shared_title,
    one_line,
    phrased,
    told_or_same,
    with_games,
)
from clubroute.rules.words.reading import is_group
from clubroute.rules.words.scope import MAP, SCENARIO, value_of

WAY, STEP = "move.best", "move.check"
"""The methods for the cheapest way to a hex, and for a way that is told."""


def parse(
    text: str | Sequence[str], here: Here, look_up: bool = True, bare: bool = True
) -> AskedWords:
    """Understand a command, or a question in a sentence.

    :param look_up: whether words that no question fits are looked up in the rules.
    :param bare: whether words that hint at no command may be a question by themselves.
    :raises InputError: it is neither, and no rule is about its words.
    """
    return whose_beginning(parsed(text, here, look_up, bare), here)


def parsed(text: str | Sequence[str], here: Here, look_up: bool, bare: bool) -> AskedWords:
    """Understand a command, or a question in a sentence, as :func:`parse`."""
    spoken = one_line(words_of(text) if isinstance(text, str) else text)
    told = numbered(spoken)
    shared = of_shared_title(cleaned(told), here.map)
    if shared:
        return of_one_game(shared, here, look_up)
    named = with_games(told)
    try:
        return replace(grammar.parse(text if named == spoken else named, here), exact=True)
    except InputError as error:
        words = cleaned(words_of(text) if isinstance(text, str) else one_line(text))
        if not words or (here.state and of_position(error)):
            raise
        unheaded = vocabulary().unheaded if bare else ()
        return meant(phrased(words, error), here, look_up, unheaded)


def whose_beginning(found: AskedWords, here: Here) -> AskedWords:
    """Where a Unit or a Formation begins in every scenario, where its set-up is asked about in
    none; on the first map whose scenarios tell of it, where none is said."""
    group, state = (
        found.params.get("division", found.params.get("formation")),
        found.params.get("state"),
    )
    begun = found.params.get(SCENARIO) or (
        state.get(SCENARIO) if isinstance(state, Mapping) else None
    )
    if found.method == SET_UP and isinstance(group, str):
        known = bool(found.window) and is_group(names_of(here.context, found.window), group)
        if not (known and begun):
            told = [f"{SCENARIO}={begun}"] if begun else []
            with suppress(InputError):
                words = [BEGINS, *map(told_or_same, group.split()), *told]
                return whose_beginning(understand(words, here), here)
    if found.method != BEGINNING or here.map is not None or SCENARIO in found.params:
        return found
    if not found.guessed:
        return found
    for window in (found.window, *(one for one in all_games() if one != found.window)):
        with suppress(InputError):
            params = {**found.params, MAP: window}
            answer = ask(here.context, BEGINNING, params)
            if any(set(one) > {"scenario", "where", "units", "cite"} for one in answer["places"]):
                return replace(found, params=params, window=window)
    return found


SET_UP, BEGINNING, BEGINS = "scenario.setup", "scenario.whereabouts", "begins"
"""The methods for a set-up and for where a Unit begins in each, and the command for the latter."""


def of_one_game(shared: Mapping[str, Sequence[str]], here: Here, look_up: bool) -> AskedWords:
    """The question in the one scenario of a title that it can be asked in.

    :raises InputError: it can be asked in several, or in none.
    """
    found: dict[str, AskedWords] = {}
    refused: InputError | None = None
    for id_, words in shared.items():
        try:
            found[id_] = parse(words, here, look_up=look_up)
        except InputError as error:
            refused = refused or error
    asked = {id_: one for id_, one in found.items() if one.method != RULES} or found
    if len(asked) == 1:
        return next(iter(asked.values()))
    if refused is not None and not asked:
        raise refused
    told = " or ".join(shared)
    raise AmbiguousError(Where(PART), "a title of two games' scenarios", f"which is meant: {told}")


def of_position(error: InputError) -> bool:
    """Whether what is wrong is the position that is asked about, and no word of the question."""
    return (error.where.part or "").partition(".")[0] == "state"


def meant(asked: Phrased, here: Here, look_up: bool, unheaded: Sequence[str] = ()) -> AskedWords:
    """What a question asks.

    :raises InputError: nothing that can be answered; with the nearest name, where one is misspelt.
    """
    words, said = respelled(asked.words, here)
    if said:
        found = meant(replace(asked, words=tuple(as_said(words))), here, look_up, unheaded)
        return replace(found, said=(*said, *found.said))
    try:
        return understood(asked, here, look_up, unheaded)
    except AmbiguousError:
        raise
    except InputError as error:
        slip = None if "several" in error.found else misspelt(asked.words, here)
        if slip is None:
            raise
        raise nearer(error, slip) from None


def understood(asked: Phrased, here: Here, look_up: bool, unheaded: Sequence[str]) -> AskedWords:
    """What a question asks, as :func:`meant`, whatever is misspelt in it."""
    stood = positioned(asked.words, here)
    if stood != asked.words:
        with suppress(InputError):
            found = understood(replace(asked, words=stood), here, look_up, unheaded)
            if not found.is_look_up:
                return found
    error: InputError | None = None
    strayed: InputError | None = None
    for head, rest in readings(asked.words, unheaded, here.map):
        try:
            found = understand([head, *rest], here)
            stray = stray_bridge(asked.words, rest, found, here)
            strayed = strayed or stray
            if not stray and is_meant(found, head, asked, here):
                found = direct(found, here)
                return replace(found, rules=asked.words) if asked.asks else found
        except AmbiguousError as refused:
            error = refused
        except InputError as refused:
            named = head == ABOUT and refused.expected.startswith(("a hex", "one of"))
            if named and len(rest) <= LONGEST and not asked.is_command and not asked.asks:
                raise  # it is a name, of something that is nowhere
            error = error or refused
    if strayed is not None and asked.is_command:
        raise strayed
    if (step := of_nobody(asked, here, unheaded)) is not None:
        return step
    if (aside := with_words_aside(asked, here)) is not None:
        return aside
    doubtful = isinstance(error, AmbiguousError) or not look_up
    clauses = None if doubtful else looked_up(asked, error or asked.error, here)
    if clauses is not None:
        slip = misspelt(asked.words, here) if clauses.near else None
        if slip is not None:
            raise slip
        by_clause = asked_by_clause(asked, clauses, here)
        if by_clause is not None and not swallows(by_clause, here):
            return by_clause
        line = finished_line(asked, clauses, here)
        return replace(clauses, said=(*clauses.said, line)) if line else clauses
    if strayed is not None:
        raise strayed
    mistyped = asked.error.nearest and not asked.asks
    filler = asked.error.found.strip("'").casefold() in vocabulary().sentence
    if error is None or mistyped or (asked.is_command and not filler):
        raise plain_error(asked)
    raise error


def positioned(words: Sequence[str], here: Here) -> tuple[str, ...]:
    """Words with who stands where, and how a bridge stands, as it is said of a position: ``a German
    unit is in 75.129`` says ``German=75.129``, ``if the Son bridge is blown`` ``Son bridge=blown``.
    """
    found, at, given = list[str](), 0, False
    idle = {*vocabulary().sentence, *vocabulary().noise, *STANDING}
    states = {*vocabulary().synonyms.get("destroyed", ()), *BRIDGED}
    while at < len(words):
        given = given or words[at].casefold() in GIVEN
        count = bridge_named(words[at:], here) if given and states & set(words[at:]) else 0
        begin = at + (count or 1)
        after = next((n for n, one in enumerate(words[begin:]) if one.casefold() not in idle), 0)
        last = "".join(words[begin + after : begin + after + 1])
        side = vocabulary().synonyms.get(words[at].casefold(), ("",))[0]
        side = MARKER if words[at].casefold() == MARKER else side
        if count and last.casefold() in states:
            found.append(f"{' '.join(words[at:begin])}={last}")
        elif side in (*NAMED, MARKER) and after and NUMBER.fullmatch(last):
            found.append(f"{side}={last}")
        else:
            found.append(words[at])
            at += 1
            continue
        at = begin + after + 1
    return tuple(found)


def bridge_named(words: Sequence[str], here: Here) -> int:
    """How many of the first words name a bridge of some map."""
    if BRIDGE_WORD not in [word.casefold() for word in words[:LONGEST]]:
        return 0
    count = 1 + [word.casefold() for word in words].index(BRIDGE_WORD)
    known = (names_at_hand(here.context, one) for one in all_games() if here.map in (None, one))
    named = (one.find(" ".join(words[:count])) for one in known)
    return count if any(one is not None and BRIDGE in one.may for one in named) else 0


STANDING = ("sit", "sits", "sitting", "stand", "stands", "standing", "infantry", "company")
"""Words for who stands in a hex, which say nothing more."""
MARKER = "marker"
"""The word for the Club Route Marker, whose hex is told as a side's Unit's is."""
GIVEN = ("if", "when", "with", "while", "after", "once")
"""Words before what is taken for granted."""
BRIDGED = ("wired", "prepared")
"""How a bridge stands but destroyed."""


def is_meant(found: AskedWords, head: str, asked: Phrased, here: Here) -> bool:
    """Whether a question that a command makes of words is the one they ask."""
    begins = found.method == BEGINNING and not asks_where(asked.words)
    begins = begins or (found.method == BEGINNING and asks_of_zone(found, asked.words))
    other = head != asked.words[0] and is_figure(asked.words[0], found)
    other = other or (found.method == STEP and not goes(asked.words))
    little = not asked.is_command and says_too_little(found)
    return not (begins or other or little or swallows(found, here))


def with_words_aside(asked: Phrased, here: Here) -> AskedWords | None:
    """The question of a method that asks about no Unit, without the words for who does it, ``can
    my engineers blow``, ``can Easy at 75.129 see``, which are told; None where there is none."""
    half = len(asked.words) // 2  # what stands later is no subject, unless its hex follows
    aside = [
        word
        for at, word in enumerate(asked.words)
        if (at < half or stands(asked.words[at + 1 :])) and is_doer(word, here)
    ]
    if not aside or not asked.asks or len(aside) > MOST_ASIDE:
        return None
    kept = [word for word in asked.words if word not in aside]
    for head, rest in readings(kept, (), here.map):
        with suppress(InputError):
            found = understand([head, *rest], here)
            parts = here.context.registry.find(found.method, found.params).params
            own = any(part.name in ("unit", "units") for part in parts)
            if not own and says_something(found) and is_meant(found, head, asked, here):
                said = f"not looked at: {' '.join(aside)}"
                return replace(found, rules=asked.words, said=(*found.said, said))
    return None


def stands(after: Sequence[str]) -> bool:
    """Whether the words after a piece say its hex: ``in 70.157``."""
    place = [word for word in after[:2] if word.casefold() not in vocabulary().noise]
    return bool(place) and bool(NUMBER.fullmatch(place[0]))


MOST_ASIDE = 3
"""Words for who does something that a question may leave aside."""


def is_figure(command: str, found: AskedWords) -> bool:
    """Whether another command takes a command's own word for a figure of a unit: barrage 3."""
    figure = command.casefold()
    return figure in command_names() and any(
        one.partition("=")[0].rpartition(".")[2] == figure for one in found.spelled
    )


def asks_where(words: Sequence[str]) -> bool:
    """Whether words ask where or when something is, and not whether or when it may be."""
    low = [word.casefold() for word in words]
    return not WHETHER & set(low) or "where" in low


def goes(words: Sequence[str]) -> bool:
    """Whether words have one for going, or a way by its hexes: who names a bridge may ask of it."""
    low = {word.casefold() for word in words}
    return not low.isdisjoint({*going(), *CROSSING}) or any(map(NUMBER.search, words))


CROSSING = ("over", "across", "through")
"""Words between who goes and the bridge that he goes over."""


def asks_of_zone(found: AskedWords, words: Sequence[str]) -> bool:
    """Whether words ask whether a hex is in a zone, and not what is set up in it."""
    zones = {"zone", "zones", "dz", "lz"}
    about = str(found.params.get("about", ""))
    return bool(NUMBER.fullmatch(about)) and not zones.isdisjoint(map(str.casefold, words))


WHETHER = frozenset(("can", "may", "could", "must", "might", "should", "would"))
"""Words that ask whether something may be."""


def of_nobody(asked: Phrased, here: Here, unheaded: Sequence[str]) -> AskedWords | None:
    """The step to the next hex by a Unit that nobody names, where that is all that the words lack:
    a hexside may bar every class; None where they ask for something else."""
    for head, rest in readings(asked.words, unheaded, here.map):
        if head in GOING and NAMELESS not in rest:
            with suppress(InputError):
                found = direct(understand([head, *rest, NAMELESS], here), here)
                if found.method == STEP:
                    return found
    return None


GOING = ("move", "path")
"""The commands for a way."""


def stray_bridge(
    words: Sequence[str], rest: Sequence[str], found: AskedWords, here: Here
) -> InputError | None:
    """Why words that name a bridge, ``Son Bridge``, are no question about the hex of its town,
    with the hexes to say; None where they are none."""
    low = [word.casefold() for word in words]
    if BRIDGE_WORD not in low or BRIDGE_WORD in map(str.casefold, rest) or not found.window:
        return None
    known, at = names_of(here.context, found.window), low.index(BRIDGE_WORD)
    hexes = {one.partition("=")[2] for one in found.spelled}
    for start in range(max(0, at - LONGEST), at):
        text = " ".join(words[start : at + 1])
        bridge, town = known.find(text), known.find(" ".join(words[start:at]))
        if bridge is None or town is None or BRIDGE not in bridge.may:
            continue
        if str(town.may.get(HEX, "")) in hexes:
            ends = str(bridge.may[BRIDGE])
            told = f": it lies at {ends}" if "/" in ends else ""
            return AmbiguousError(Where(PART), repr(text), f"a hex{told}, not the town beside it")
    return None


BRIDGE_WORD = "bridge"


def plain_error(asked: Phrased) -> InputError:
    """Why it is not understood; of a sentence, whose first word is no command, what helps."""
    if asked.is_command or not asked.asks:
        return asked.error
    expected = "a command among them, as: move, cost, los (clubroute --help), or: rule WORDS"
    return InputError(asked.error.where, repr(" ".join(asked.words)), expected)


def direct(meant: AskedWords, here: Here) -> AskedWords:
    """The step itself, where somebody asks whether a Unit may go from a hex to the next."""
    ends = [meant.params.get(name) for name in ("from", "to")]
    if meant.method != WAY or not all(isinstance(one, str) for one in ends):
        return meant
    params = {MAP: meant.window, "from": ends[0], "to": ends[1]}
    with suppress(InputError):
        if ask(here.context, "hex.distance", params).get("distance") != 1:
            return meant
        rest = {k: v for k, v in meant.params.items() if k not in ("from", "to")}
        kept = tuple(one for one in meant.spelled if not one.startswith(("from=", "to=")))
        spelled = (*kept, f"path={ends[0]},{ends[1]}")
        said = (*meant.said, "the step itself; for the cheapest way: move …")
        return replace(
            meant,
            method=STEP,
            params={**rest, "path": ends},
            spelled=spelled,
            said=said,
        )
    return meant


def says_too_little(meant: AskedWords) -> bool:
    """Whether a question lacks each of what its method needs one of: a bridge is wired, and neither
    is it entered nor a die rolled."""
    least = vocabulary().least.get(meant.method, ())
    named = isinstance(meant.params.get("unit"), str)
    return bool(least) and not named and all(value_of(meant.params, one) is None for one in least)


def swallows(meant: AskedWords, here: Here) -> bool:
    """Whether a text that a question takes, the name of a battalion, is some word or other."""
    for name in vocabulary().texts:
        text = meant.params.get(name)
        if not isinstance(text, str) or (name == SCENARIO and game_of(text)):
            continue
        if any(one.isalpha() and one.islower() for one in text.split()):
            return True
        grouped = name in GROUPS and meant.window
        if grouped and not is_group(names_of(here.context, meant.window), text):
            return True
    return False


# A sentence that no command fits, asked of the method that applies the nearest clause.
#
# The look-up of rules finds the clause, and the clause knows who answers it (``ask: blow``). That
# is asked with what the sentence says. Every word must be taken by the question or be one of the
# clause, but for verbs that say nothing, ``put``: a word that neither has could change the answer,
# and so could a figure or a *not* that is left out.

LIKELIEST = 2
"""Clauses that are taken to be meant."""
MOST_DROPPED = 6
"""Words of the clause that a question may not know."""


def asked_by_clause(asked: Phrased, looked: AskedWords, here: Here) -> AskedWords | None:
    """The question that the nearest clauses' methods make of a sentence; None where none fits.

    :param looked: the sentence as it would be looked up in the rules.
    """
    if looked.method != RULES:
        return None
    game = looked.params.get(MAP)
    known = clauses_of(clauses(), game)
    found = search(known, str(looked.params["about"]), game=game).clauses[:LIKELIEST]
    idle = vocabulary().sentence | vocabulary().noise
    content = [word for word in asked.words if word.casefold() not in idle]
    for clause in found:
        if game is None and any(differs(clause, other) for other in known):
            return None
        for command, rest in heads(clause, content):
            if asked.is_command and command_names().get(asked.words[0], command) != command:
                continue  # what it asks is said by its first word
            one = fitting(command, rest, clause, here)
            if one is None or (not asked.is_command and says_too_little(one)):
                continue
            if says_something(one) and decides(one, here):
                return replace(
                    one, rules=tuple(asked.words), clause=f"{clause.text} [{clause.cite}]"
                )
    return None


def finished_line(asked: Phrased, looked: AskedWords, here: Here) -> str:
    """The command with the hexes of a sentence that is looked up in the rules, ready to be typed,
    whatever else the sentence says; nothing where it has no hex, or none of its commands fits."""
    hexes = [word for word in asked.words if NUMBER.fullmatch(word)]
    if not hexes or looked.method != RULES:
        return ""
    game, idle = looked.params.get(MAP), vocabulary().sentence | vocabulary().noise
    content = [word for word in asked.words if word.casefold() not in idle]
    known = clauses_of(clauses(), game)
    for clause in search(known, str(looked.params["about"]), game=game).clauses[:LIKELIEST]:
        for command, rest in heads(clause, content):
            with suppress(InputError):
                words, found = without_strange(command, rest, here)
                spelled = " ".join(found.spelled)
                if all(one in spelled for one in hexes) and not swallows(found, here):
                    return f"to compute it, say: {command} {' '.join(words)}"
    return ""


def without_strange(
    command: str, words: Sequence[str], here: Here
) -> tuple[Sequence[str], AskedWords]:
    """A command's words without those that it does not know, and what they ask.

    :raises InputError: it asks nothing all the same, or what it does not know is no plain word.
    """
    rest = list(words)
    while True:
        try:
            return rest, understand([command, *rest], here)
        except InputError as error:
            wrong = error.found.strip("'").casefold().split()
            strange = [word for word in rest if word.casefold() in wrong and word.isalpha()]
            if not strange:
                raise
            rest.remove(strange[0])


def differs(clause: Clause, other: Clause) -> bool:
    """Whether another game says something else under one title."""
    return other.title == clause.title and other.game != clause.game and other.text != clause.text


def heads(clause: Clause, content: Sequence[str]) -> Iterator[tuple[str, Sequence[str]]]:
    """The commands that ask a clause's methods, each with the words that are left for it."""
    for name in askers(clause):
        own = without_hints(name, without_name(name, content))
        yield name, [word for word in own if not is_decided(name, word)]


def is_decided(command: str, word: str) -> bool:
    """Whether a word is what a command decides, or the only side that can do it."""
    decided = vocabulary().decided.get(command, ())
    side = vocabulary().synonyms.get(word.casefold(), ("",))[0] in NAMED
    alone = any(one.doer == NO_DOER for one in all_commands() if one.name == command)
    return (side and alone) or not forms_of(word.casefold()).isdisjoint(decided)


def askers(clause: Clause) -> Iterator[str]:
    """The commands that ask a clause's methods about its game; a method itself where none does."""
    series = series_at(clause.game).kind if clause.game in all_games() else None
    own = [one for one in all_commands() if series is None or one.series in ("", series)]
    asked = {form.method for one in own for form in one.forms}
    for command in own:
        if any(form.method in clause.methods for form in command.forms):
            yield command.name
    yield from (method for method in clause.methods if method not in asked)


def fitting(command: str, words: Sequence[str], clause: Clause, here: Here) -> AskedWords | None:
    """A command with words, of which those that it does not know are left out where that may be."""
    rest = list(words)
    idle = {*vocabulary().verbs, *going()}
    if here.map is None and clause.game in all_games() and map_said(rest) is None:
        here = replace(here, map=clause.game)
    for _ in range(MOST_DROPPED):
        try:
            found = understand([command, *rest], here)
        except InputError as error:
            wrong = error.found.strip("'").casefold().split()
            strange = [word for word in rest if word.casefold() in wrong and word.isalpha()]
            if not strange or strange[0].casefold() in {*vocabulary().denying, *PARTING}:
                return None
            if not (is_of(strange[0], clause) or strange[0].casefold() in idle):
                return None
            after = rest[rest.index(strange[0]) + 1 :][:1]
            if any(is_whole(vocabulary().numerals.get(one.casefold(), one)) for one in after):
                return None  # the number is of it: Drop Three
            rest.remove(strange[0])
            continue
        return found
    return None


@cache
def going() -> frozenset[str]:
    """The words for going somewhere, which say no more than that the next clause is of moving; not
    what is another command's name, march."""
    commands = [one for one in all_commands() if one.name in GOING]
    words = {word for one in commands for word in (one.name, *one.also, *one.hints)}
    return frozenset(one for one in words if command_names().get(one, GOING[0]) in GOING)


PARTING = (
    *("off", "out", "only", "unless", "except", "instead", "other", "first", "second", "third"),
    *("two", "three", "four", "five", "six", "both", "half", "each", "every", "kill", "chosen"),
)
"""Words that turn what they stand with into something else."""


def is_of(word: str, clause: Clause) -> bool:
    """Whether a clause has a word, in any form, or one that means the same."""
    alike = said_of_clauses()
    own = {form for one in words_of_clause(clause) for form in forms_of(one)}
    return all(not own.isdisjoint(forms_of(part) | alike.alike(part)) for part in words_in(word))


def decides(found: AskedWords, here: Here) -> bool:
    """Whether a question has an answer with what is said, or at least one for each case."""
    try:
        answer = ask(here.context, found.method, found.params)
    except InputError:
        return False
    summary = str(answer.get("summary", "")) if isinstance(answer, dict) else ""
    return bool(summary) and not summary.startswith(ASKING)


ASKING = ("Tell me", "Fill in", "Only if", "It depends", "If all holds")
"""How a first line begins that says no more than what it lacks."""


def says_something(found: AskedWords) -> bool:
    """Whether a question has a place, a figure or a fact, and no name is a figure."""
    told = [one.partition("=") for one in found.spelled]
    if any(name in vocabulary().texts and is_whole(value) for name, _, value in told):
        return False
    return any(name not in (MAP, SCENARIO) and value not in ("none", "") for name, _, value in told)
