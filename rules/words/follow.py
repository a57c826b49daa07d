"""What follows a question in a conversation: ``8mp``, ``and to 75.130?``, ``mounted``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache

from clubroute.builder.errors import InputError, Where
from clubroute.rules.clauses.search import clauses, search
from clubroute.rules.series import series_at
from clubroute.rules.words.by_clause import swallows
from clubroute.rules.words.commands import all_commands, called, vocabulary
from clubroute.rules.words.grammar import forms_of, method_of, parse, split
from clubroute.rules.words.items import (
    PART,
    AmbiguousError,
    AskedWords,
    Here,
    MisfitError,
    told_back,
)
from clubroute.rules.words.misspelt import NAMELESS
from clubroute.rules.words.names import BRIDGE, GROUPS, names_of
from clubroute.rules.words.naming import bridge_states
from clubroute.rules.words.phrasing import ROLLED, as_said, look_up
from clubroute.rules.words.reading import first_name, is_group, spelled_words
from clubroute.rules.words.scope import MAP, Scope, as_option
from clubroute.rules.words.sentence import STEP, between, direct, positioned
from clubroute.rules.words.sentence import parse as parse_sentence

SAME = (frozenset({"unit", "unit.name", "unit.id"}),)
"""Names of one thing: who says one says it in place of the others."""


def follow_up(before: AskedWords, words: Sequence[str], here: Here) -> AskedWords:
    """The question before with what words say in place of what it said, or besides.

    :raises InputError: the words mean nothing in it.
    """
    window = before.window
    method = method_of(here.context, before.method, window)
    idle = vocabulary().sentence
    whole = split([word for word in as_said(words) if word.casefold() not in idle])
    asking = words_for(before.method)
    bare = [word for word in whole if word.casefold() not in asking]
    forms = forms_of(method, series_at(window))
    failed: InputError | None = None
    for said, form in [(one, form) for one in (whole, bare) for form in forms]:
        try:
            scope = Scope(form, method, window, replace(here, map=window))
            more = spelled_words(scope, of_bridges(scope, said), before.spelled)
            more = of_far_end(more, before, words)
            way = from_its_step(before, more, method.name)
        except MisfitError as misfit:
            failed = failed or misfit.error
            continue
        if not more:
            break
        if way is not None:
            return direct(follow_up(way, words, here), here)
        kept = [word for word in before.spelled if not any(replaces(one, word) for one in more)]
        gone = [word for word in before.spelled if word not in kept and word not in more]
        on = [f"{MAP}={window}"] if window else []
        spelled = [method.name, *on, *map(unquoted, map(nameless, (*kept, *more)))]
        try:
            found = parse(spelled, here)
            new = {name: it for name, it in found.params.items() if name not in before.params}
            if swallows(replace(found, params=new), here) or renames(before, found, here):
                raise InputError(Where(PART), repr(" ".join(words)), "more of the question before")
            instead = (f"instead of: {' '.join(map(told_back, gone))}",) if gone else ()
            return replace(found, said=(*found.said, *instead))
        except InputError as error:
            failed = error
    raise failed or InputError(Where(PART), repr(" ".join(words)), "more of the question before")


def renames(before: AskedWords, found: AskedWords, here: Here) -> bool:
    """Whether a line puts what is no Division or Formation in place of one."""
    known = names_of(here.context, found.window) if found.window else None
    told = [found.params[one] for one in GROUPS if before.params.get(one) and one in found.params]
    changed = [one for one in told if isinstance(one, str) and one not in before.params.values()]
    return known is not None and not all(is_group(known, one) for one in changed)


@cache
def words_for(method: str) -> frozenset[str]:
    """The words for what a method is asked about: and if I attack across a river?"""
    own = (one for one in all_commands() if any(form.method == method for form in one.forms))
    return frozenset(word for one in own for word in (one.name, *one.also, *one.hints))


def from_its_step(before: AskedWords, more: tuple[str, ...], method: str) -> AskedWords | None:
    """The question for the way between the ends of a single step, where words after it say one hex
    more: ``and to 75.130?`` is another end; None where they do not."""
    path = before.params.get("path")
    told = [one for one in more if first_name(one) == "path" or one.startswith(("to=", "from="))]
    if method != STEP or not told or not isinstance(path, list) or len(path) != 2:
        return None
    if "," in told[0] or not all(isinstance(one, str) for one in path):
        return None
    return between(before, {"from": path[0], "to": path[1]})


def of_far_end(more: tuple[str, ...], before: AskedWords, words: Sequence[str]) -> tuple[str, ...]:
    """What words say more, a hex alone as the far end: of a line from one hex to another, ``and
    37.59?`` asks about another target."""
    ends = {first_name(one) for one in before.spelled} >= {"from", "to"}
    alone = len(more) == 1 and first_name(more[0]) == "from"
    if not (ends and alone) or any(word.casefold().startswith("from") for word in words):
        return more
    return (f"to={more[0].partition('=')[2]}",)


FOLLOWING = ("and", "or", "but", "then")
"""Words that a line begins with which goes on with the question before."""
ABOUT = ("what about", "how about", "what if", "same for", "same with", "at night")
"""How else it begins."""


MOST_MORE = 4
"""Words in the longest line that goes on with what was looked up, without a word that says so."""


def understood(
    before: AskedWords | None, words: Sequence[str], here: Here, looked: AskedWords | None = None
) -> AskedWords:
    """A line of a conversation: a question, or what follows the question before.

    A command is one; so is a sentence with a word for one. Else the words go on with the question
    before where they fit, or with what was looked up in the rules after it, ask by themselves, or
    are looked up in the rules.

    :param looked: what was looked up after the question before.
    :raises InputError: it is none of them.
    """
    if before is not None and (other := other_unit(words)):
        raise InputError(Where(PART), repr(other), "a unit by its name: which one is meant?")
    words = with_strengths(before, with_who_stands(words, here))
    goes = goes_on(words)
    if looked is not None and looked.near and goes:
        before = None  # what was not understood is what it goes on with, and nothing older
    short = is_more(words) and not is_command(words[0], here)
    if looked is not None and (goes or (short and not looked.near)):
        try:
            return understood_alone(before, words, here)
        except InputError:
            found = look_up((*words, *about_of(looked)), looked.window or None, here)
            # A line of its own is about other clauses: none has both its words and those before.
            if found is not None and (goes or not found.near):
                return found
    if before is None:
        return parse_sentence(words, here)
    asks = words[0].casefold() in vocabulary().questions
    if is_command(words[0], here) and not asks:
        try:
            return parse_sentence(words, here)
        except InputError as error:
            if error.found == "nothing":
                with suppress(InputError):
                    return of_before(before, words, here)
            raise
    about = " ".join(words[:2]).casefold() in ABOUT
    if about or words[0].casefold() in (*FOLLOWING, *vocabulary().leads):
        try:
            return follow_up(before, words, here)
        except InputError:
            more = (*words, *before.rules) if before.rules else ()
            found = look_up(more, before.window or None, here) if more else None
            if found is not None:
                return found
            if not about:
                raise
    try:
        found = parse_sentence(words, here, look_up=False, bare=False)
        if found.method == before.method and len(words) <= MOST_MORE and not asks:
            with suppress(InputError):  # "3 attacked" asks the same once more
                return follow_up(before, words, here)
        return found
    except InputError as error:
        own = own_question(words, here)
        if own is not None:
            return own
        alone = look_up(words, before.window or None, here) if asks_anew(words) else None
        if alone is not None and not alone.near:
            return alone
        try:
            return follow_up(before, words, here)
        except AmbiguousError:
            raise
        except InputError as other:
            with suppress(InputError):
                return parse_sentence(words, here)
            # Who mistyped a command is told so, and who said what could mean two things.
            clear = bool(error.nearest) or isinstance(error, AmbiguousError)
            raise (error if clear else other) from None


def asks_anew(words: Sequence[str]) -> bool:
    """Whether a line is a question with a word for its own subject: none stands for what was asked
    before, and it is longer than what goes on."""
    low = {word.casefold().rstrip("?") for word in words}
    asks = words[0].casefold() in vocabulary().questions
    return asks and len(words) > MOST_MORE and not goes_on(words) and low.isdisjoint(BACK)


BACK = frozenset(("it", "its", "him", "there", "that", "then", "this", "same", "still", "instead"))
"""Words for what was asked about before."""


def own_question(words: Sequence[str], here: Here) -> AskedWords | None:
    """The question of a line that says itself what moves and into what ground, ``paras from clear
    to woods``: nothing of the question before holds in it; None where it is none."""
    if goes_on(words):
        return None
    with suppress(InputError):
        found = parse_sentence(words, here, look_up=False)
        said = {first_name(one) for one in found.spelled}
        if "to.terrain" in said and not said.isdisjoint(MOVERS):
            return found
    return None


MOVERS = ("unit", "unit.class", "unit.name", "unit.id")
"""Parameters that say what moves."""


def is_more(words: Sequence[str]) -> bool:
    """Whether a line begins like one that goes on, or is too short for a question of its own."""
    asks = words[0].casefold() in vocabulary().questions
    return goes_on(words) or (len(words) <= MOST_MORE and not asks)


def goes_on(words: Sequence[str]) -> bool:
    """Whether a line begins with a word that no question of its own begins with: and, on, not."""
    said = vocabulary()
    first, two = words[0].casefold(), " ".join(words[:2]).casefold()
    if first in said.questions and two not in ABOUT:
        return False
    rolled = ROLLED.fullmatch(first) is not None and len(words) == 2
    begins = {*FOLLOWING, *said.leads, *said.noise, *said.denying} - ARTICLES
    return rolled or two in ABOUT or first in begins


ARTICLES = frozenset(("the", "a", "an"))
"""Words that say nothing, and begin a question of its own as any other."""


IT = ("it", "its", "him")
"""Words for the unit of the question before."""


def unit_of(asked: AskedWords) -> str:
    """The name of the unit that a question is about; nothing where it is about none."""
    told = [unquoted(one).partition("=") for one in asked.spelled]
    names = {"unit", "unit.name", "unit.id"}
    return next((value for name, _, value in told if name in names and value != "none"), "")


def about_it(before: AskedWords, words: Sequence[str], here: Here) -> AskedWords | None:
    """A question about the unit of the question before, which stands where it began, or where its
    way led for who asks of sight: ``who can see it``. None where the words have no word for it, or
    ask nothing so."""
    told = [unquoted(one).partition("=") for one in before.spelled]
    unit = unit_of(before)
    at = next((n for n, word in enumerate(words) if word.casefold() in IT), None)
    if not unit or at is None:
        return None
    known = names_of(here.context, before.window) if before.window else None
    if known is not None and any(known.longest(words[n:at])[0] for n in range(at)):
        return None  # what is named before the word is what it stands for
    starts = [one.partition("=")[2] for one in before.spelled if first_name(one) == "from"]
    paths = [one.partition("=")[2] for one in before.spelled if first_name(one) == "path"]
    start = next((one.split(",")[0] for one in (*starts, *paths)), "")
    if not SEEING.isdisjoint(map(str.casefold, words)):
        ends = [one.partition("=")[2] for one in before.spelled if first_name(one) == "to"]
        start = next((one.split(",")[-1] for one in (*ends, *paths)), start)
    map_ = [f"{MAP}={before.window}"] if before.window and here.map is None else []
    mine = [f"{value}mp" for name, _, value in told if name == "unit.ma"]
    for name, more in (
        (unit, [*mine, *(["from", start] if start else [])]),
        (unit, ["from", start] if start else []),
        (unit, []),
        (start, []),
        (unit, [f"{unit}={start}"] if start else []),
    ):
        line = [name if word.casefold() in IT else word for word in words]
        if name:
            with suppress(InputError):
                return parse_sentence([*line, *more, *map_], here, look_up=False)
    return None


SEEING = frozenset(("see", "sees", "seen", "los"))
"""Words for sight."""


def with_who_stands(words: Sequence[str], here: Here) -> list[str]:
    """Words of a *what if* with who stands where as it is said of a position: ``what if a German is
    at 73.130`` says ``German=73.130``."""
    if [word.casefold() for word in words[:2]] != ["what", "if"]:
        return list(words)
    return [*words[:2], *positioned([word.rstrip("?.!") for word in words[2:]], here)]


STRENGTH = re.compile(r"(?P<many>[0-9]{1,3}) (?P<who>attack|defen)[a-z]*")
"""What one side of a fight has: 10 attacking, 4 defenders."""


def with_strengths(before: AskedWords | None, words: Sequence[str]) -> list[str]:
    """Words with the strength of one side, ``10 attacking``, as the odds with that of the other in
    the question before."""
    odds = next((one for one in before.spelled if one.startswith("odds=")), "") if before else ""
    found = STRENGTH.search(" ".join(words).casefold())
    if not odds or found is None:
        return list(words)
    attack, defence = odds.removeprefix("odds=").rstrip("+").split(":")
    new = (found["many"], defence) if found["who"] == "attack" else (attack, found["many"])
    at = len(found.string[: found.start()].split())
    return [*words[:at], f"odds={':'.join(new)}", *words[at + 2 :]]


UNITS = ("battalion", "company", "brigade", "regiment", "squadron", "unit")
"""What a player calls a unit whose name he leaves out."""


def other_unit(words: Sequence[str]) -> str:
    """The words for some other unit without its name, ``the other battalion``, at the end of a
    line; nothing if there are none."""
    *_, which, what = ("", *(word.casefold() for word in words))[-2:] if words else ("", "")
    return f"the {which} {what}" if which in ("other", "next") and what in UNITS else ""


def about_of(looked: AskedWords) -> list[str]:
    """The words that were looked up, but those that no rule has: they are told once."""
    words = str(looked.params.get("about", "")).split()
    return [word for word in words if not search(clauses(), word).strange]


def understood_alone(before: AskedWords | None, words: Sequence[str], here: Here) -> AskedWords:
    """A line as a question of a position, or as more of the one before.

    :raises InputError: it is neither.
    """
    if before is not None:
        with suppress(InputError):
            return follow_up(before, words, here)
    return parse_sentence(words, here, look_up=False, bare=False)


def is_command(word: str, here: Here) -> bool:
    """Whether a line that begins with a word is a question of its own."""
    head = word.casefold()
    return bool(called(head)) or any(one.name == head for one in here.context.registry.all())


def nameless(word: str) -> str:
    """A word as it is typed: a unit of which nothing is said is echoed as none."""
    return NAMELESS if word == "unit=none" else word


def of_bridges(scope: Scope, words: Sequence[str]) -> list[str]:
    """Words, a bridge and how it stands, ``Son blown``, as ``Son=blown``."""
    states, known = bridge_states(scope), scope.whole_country
    found: list[str] = []
    at = 0
    while at < len(words):
        count, named = known.longest(words[at:])
        after = words[at + count : at + count + 1]
        is_bridge = named is not None and BRIDGE in named.may
        if is_bridge and after and as_option(after[0], states) in states:
            found.append(f"{' '.join(words[at : at + count])}={after[0]}")
            at += count + 1
            continue
        found.append(words[at])
        at += 1
    return found


def of_before(before: AskedWords, words: Sequence[str], here: Here) -> AskedWords:
    """A command that lacks its unit, about the unit of the question before: ``reach``.

    :raises InputError: it lacks something else, too, or the question before had none.
    """
    units = [unquoted(one) for one in before.spelled if one.startswith(("unit=", "unit."))]
    start = [unquoted(one) for one in before.spelled if one.startswith("from=")]
    if not units:
        raise InputError(Where(PART), repr(" ".join(words)), "a unit")
    told = [*words, f"{MAP}={before.window}", *units]
    try:
        return parse(told, here)
    except InputError:
        return parse([*told, *start], here)


def replaces(new: str, old: str) -> bool:
    """Whether a word says anew what another said: the same parameter, or the whole of it."""
    name, other = new.partition("=")[0], old.partition("=")[0]
    return name == other or any({name, other} <= one for one in SAME)


def unquoted(word: str) -> str:
    """A spelled word without the quotes around its value."""
    name, is_, value = word.partition("=")
    return f"{name}{is_}{value.strip(chr(34))}"
