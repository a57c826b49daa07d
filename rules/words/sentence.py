"""Questions as players put them: a command stands anywhere among the words, or none does.

What fits as it stands is taken so. Else words around the question are left out, phrases become the
words of commands (``[phrases]`` of ``words.toml``), and each command that a phrase of it hints at
(``hints``) is tried: the first that understands every word that is left is meant. What none
understands, and is about no hex and no unit, is looked up in the rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from clubroute.builder.errors import InputError, Where
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.kinds import SIDES as NAMED
from clubroute.rules.position.record import Part
from clubroute.rules.series import all_games
from clubroute.rules.words import grammar
from clubroute.rules.words.by_clause import (
    GOING,
    asked_by_clause,
    finished_line,
    going,
    says_something,
    says_too_little,
    swallows,
)
from clubroute.rules.words.commands import command_names, vocabulary
from clubroute.rules.words.grammar import understand, words_of
from clubroute.rules.words.items import PART, AmbiguousError, AskedWords, Here
from clubroute.rules.words.misspelt import (
    NAMELESS,
    is_doer,
    misspelt,
    names_at_hand,
    nearer,
    readings,
    respelled,
)
from clubroute.rules.words.names import BRIDGE, HEX, LONGEST, NUMBER, names_of
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
from clubroute.rules.words.scope import MAP, SCENARIO, options_of

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
    found = whose_beginning(parsed(text, here, look_up, bare), here)
    words = words_of(text) if isinstance(text, str) else text
    return way_between(found, here) if {*ENDS} <= {*map(str.casefold, words)} else found


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
    if (shown := on_the_map(asked, here, unheaded)) is not None:
        return shown
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
    idle = {*vocabulary().sentence, *vocabulary().noise, *vocabulary().pieces, *STANDING}
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


STANDING = ("sit", "sits", "sitting", "stand", "stands", "standing", "infantry")
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
    own = asked.is_command and command_names().get(asked.words[0].casefold()) == head
    little = not own and says_too_little(found)
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
            own = own or not part_of_values(parts).isdisjoint(map(str.casefold, aside))
            if not own and says_something(found) and is_meant(found, head, asked, here):
                said = f"not looked at: {' '.join(aside)}"
                return replace(found, rules=asked.words, said=(*found.said, said))
    return None


def part_of_values(parts: Sequence[Part]) -> frozenset[str]:
    """The parts of words that parameters may be said with: improved, of an improved ferry."""
    values = (one for part in parts for one in options_of(part.schema()))
    return frozenset(word for one in values for word in one.casefold().split("_"))


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


def on_the_map(asked: Phrased, here: Here, unheaded: Sequence[str]) -> AskedWords | None:
    """The question for a way or a line of sight without the words for the ground, ``through the
    culvert from 70.156 to 70.157``, where the map has that ground; None where it has not, or they
    ask something else."""
    low = [word.casefold() for word in asked.words]
    ground = [one for one in low if one in vocabulary().ground]
    if not ground or sum(bool(NUMBER.fullmatch(word)) for word in low) < len(ENDS):
        return None
    kept = [word for word in asked.words if word.casefold() not in {*ground, *CROSSING}]
    for head, rest in readings(kept, unheaded, here.map):
        with suppress(InputError):
            found = direct(understand([head, *rest], here), here)
            if found.method in (WAY, STEP, SIGHT):
                lines = ask(here.context, found.method, found.params).get("steps", ())
                shown = " ".join(line["why"] for line in lines)
                return found if all(one in shown for one in ground) else None
    return None


SIGHT = "los.check"
ENDS = ("from", "to")


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


def way_between(found: AskedWords, here: Here) -> AskedWords:
    """The cheapest way, where a path is asked about by two ends that are no neighbours."""
    path = found.params.get("path")
    if found.method != STEP or not isinstance(path, list) or len(path) != len(ENDS):
        return found
    ends = dict(zip(ENDS, path, strict=True))
    with suppress(InputError):
        if ask(here.context, "hex.distance", {MAP: found.window, **ends}).get("distance") != 1:
            return between(found, ends)
    return found


def between(step: AskedWords, ends: Mapping[str, str]) -> AskedWords:
    """The question for the cheapest way between the ends of a path that was asked about."""
    kept = tuple(one for one in step.spelled if not one.startswith("path="))
    rest = {name: value for name, value in step.params.items() if name != "path"}
    spelled = (*kept, *(f"{name}={value}" for name, value in ends.items()))
    return replace(step, method=WAY, params={**rest, **ends}, spelled=spelled)


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
