"""What methods say, in a player's words: no path of a parameter, ``state.units[4].hex``, is left.

A path before words that say the same is left out; one that stands alone is told by what it is
called. How it is said in a command follows in brackets: ``whether it is Disorganized (dg=yes)``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any

from clubroute.builder.counting import is_whole
from clubroute.builder.errors import ClubrouteError, InputError
from clubroute.rules.answer.receipt_text import cut
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.question import ask_text
from clubroute.rules.position.record import parts_of
from clubroute.rules.words.commands import Form, all_commands, vocabulary
from clubroute.rules.words.items import AskedWords, Here
from clubroute.rules.words.phrasing import RULES, look_up
from clubroute.rules.words.scope import Scope, value_of
from clubroute.rules.words.sentence import STEP

NAME = r"[a-z][a-z_0-9]*"
ROOTS = (
    "state|unit|entering|turn|attackers|from|to|counts|options|sight|plan|rider|landings|fire_zones|"
    "held|facts"
)
HEXSIDE = r"[A-E]?[0-9]{1,3}\.[0-9]{1,3}(?:/[A-E]?[0-9]{1,3}\.[0-9]{1,3})*"
PATH = re.compile(
    rf"(?:params:)?(?<![\w./])(?:{ROOTS})(?:\[[0-9]+\]|\.(?:{HEXSIDE}|{NAME}|German|Allied))+"
    rf"|(?<![\w./])params:(?:{NAME}\b)?|\b(?:{NAME})\[[0-9]+\](?:\.{NAME})*"
)
"""A parameter by its path; a sentence that ends in ``unit.`` is none."""
BESIDE = rf"(?:,? (?:and|or) |, )(?:{PATH.pattern}|{NAME}\b(?! (?!and [0-9])\w))"
TOLD = re.compile(
    rf"(?<!of all )(?P<paths>(?:{PATH.pattern})(?:{BESIDE})*(?:,? and [0-9]+ more)?)"
    r"(?P<then>: |, the )(?P<whether>whether )?"
)
"""Paths before words that say what they are."""
ALONE = re.compile(
    rf"^(?P<head>needs: |Say also: |Tell me )(?P<name>{NAME}): (?P<whether>whether )?(?=[a-z])"
)
"""A parameter by its bare name, before words that say what it is."""
JOINED = re.compile(r"(?<![\w./=-])[a-z]+(?:_[a-z]+)+(?![\w./=-])")
"""A name of several words as methods write it, ``fire_zones``; a file's or a value's stays."""
VALUE = re.compile(r"\s*(?:- )?[a-z_]+:(?: |$)")
"""A line of what an answer has beside its sentences, by name."""
SENTENCE = ("Say also: ", "Not included: ", "Tell me ", "Yes", "No")
UNCHECKED = re.compile(rf"(^Not included: |; )(?:{NAME}): (?=whether )")
"""What nobody looked at, by its bare name before words that say what it is."""
SIDE_UNNAMED = re.compile(r"state\.fire_zones\.(the \w+ side)")
FERRY_USED = re.compile(rf"ferries\.({HEXSIDE})\.used")
FACTS = "facts."
"""How the facts are named that a special rule turns on; a command takes the whole name alone."""
HELD = re.compile(rf"held\.({HEXSIDE})")
AT_BRIDGE = re.compile(rf"state\.(?:bridges|ferries)\.({HEXSIDE})")


class PlainError(ClubrouteError):
    """A refusal in a player's words."""


@dataclass(slots=True)
class QuestionUnderWay:
    """The question that is being asked, once it is understood."""

    question: AskedWords | None = None


@contextmanager
def in_plain_words() -> Iterator[QuestionUnderWay]:
    """Tell what is refused inside in a player's words. :raises PlainError: it is refused."""
    asking = QuestionUnderWay()
    try:
        yield asking
    except InputError as error:
        params = asking.question.params if asking.question else None
        raise PlainError(plain_refusal(error, params)) from None


def plain_lines(text: str, window: str = "") -> str:
    """An answer for people without paths, and with commands for methods.

    :param window: the map it is about, with places and scenarios of its own; "" if nobody knows.
    """
    lines = (
        in_commands(line) if ASK.match(line) else plainly(line, window) for line in text.split("\n")
    )
    return "\n".join(line for line in lines if line is not None)


ASK = re.compile(r"(\s*)ask: (.+)")


def in_commands(line: str) -> str | None:
    """A line that tells which methods to ask, with the commands that ask them; None if none do."""
    found = ASK.match(line)
    told = found[2].split(", ") if found else []
    known = [one for name in told for one in commands_of(name)]
    return f"{found[1]}ask: {', '.join(dict.fromkeys(known))}" if found and known else None


@cache
def commands_of(method: str) -> tuple[str, ...]:
    """The commands that ask a method; what is no method's name as it is."""
    if "." not in method:
        return (method,)
    named = [one.name for one in all_commands() if method in [f.method for f in one.forms]]
    return tuple(dict.fromkeys(named))


def plainly(text: str, window: str = "") -> str:
    """A line without paths, and how what it needs is said in a command.

    :param window: the map it is about, "" if nobody knows.
    """
    hints: list[str] = []
    if VALUE.match(text) and not text.startswith(SENTENCE):
        return without_paths(text, hints)
    told = worded(text, hints, window)
    if len(hints) == 1 and hints[0] and told.startswith(("Say also: ", "Tell me ")):
        need, mark, rest = told.partition("; ")
        return f"{need} ({hints[0]}){mark}{rest}"
    return told


def worded(text: str, hints: list[str], window: str = "") -> str:
    """A sentence without paths and joined names. The page's ``plain`` (plain.js) does the same with
    the same patterns.

    :param hints: how each parameter is said in a command goes there.
    """
    return JOINED.sub(lambda found: in_words(found[0]), without_paths(text, hints, window))


def in_words(name: str) -> str:
    """A name of several words as people write it: ``fog number``."""
    return name.replace("_", " ")


def without_paths(text: str, hints: list[str], window: str = "") -> str:
    """A line without paths: what follows one tells it, or else what it is called."""

    def told_of(found: re.Match[str]) -> str:
        paths = PATH.findall(found["paths"])
        whether = found["whether"] or ""
        need = found.string[found.end() :]
        hints.extend(
            way_to_tell(path, whether, need, window) for path in paths[:1] if len(paths) == 1
        )
        side = AT_BRIDGE.fullmatch(paths[0])
        if side is not None and not whether:
            return f"the bridge {side[1]}: "
        return ("the " if found["then"] == ", the " else "") + whether

    def bare(found: re.Match[str]) -> str:
        need = found.string[found.end() :]
        hints.append(way_to_tell(found["name"], found["whether"], need, window))
        return f"{found['head']}{found['whether'] or ''}"

    text = SIDE_UNNAMED.sub(r"\1, its Fire Zones", text)
    if text.startswith("Not included: "):
        text = UNCHECKED.sub(r"\1", text)
    return PATH.sub(lambda found: called(found[0]), TOLD.sub(told_of, ALONE.sub(bare, text)))


def called(path: str) -> str:
    """What a parameter is called: ``the unit's column``, ``the date of the turn``."""
    side = AT_BRIDGE.match(path)
    if side is not None:
        return f"the bridge {side[1]}"
    steps = [one for one in re.split(r"[.\[\]:]", path) if one and not is_whole(one)]
    steps = [one for one in steps if one not in ("params", "state")]
    if not steps:
        return "the position"
    said = vocabulary().called.get(".".join(steps)) or vocabulary().called.get(steps[-1])
    if steps[0] == "fire_zones":
        return f"the {steps[-1]} Fire Zones"
    name = said or f"the {in_words(steps[-1])}"
    own = len(steps) > 1 and steps[0] in ("unit", "units") and not said
    return f"{name} of the unit" if own else name


def way_to_tell(path: str, whether: str | None = None, need: str = "", window: str = "") -> str:
    """How a parameter is said in a command, ``whether`` it is so or not; nothing where the words
    around it show it.

    :param need: what is needed, in words; a value it names is the one that is said.
    """
    words_of_all = vocabulary()
    known = {**words_of_all.told, **words_of_all.told_on.get(window, {})}
    bare = path.removeprefix("params:").removeprefix("state.")
    side = AT_BRIDGE.fullmatch(path)
    if side is not None:
        stands = next(stands for word, stands in words_of_all.told_bridge.items() if word in need)
        return f"as: {side[1]}={stands}"
    last = bare.rpartition(".")[2]
    for name in (bare, last):
        said, like = words_of_all.told_named.get(name, ("", None))
        if like is not None and (named := like.search(need)):
            return said.format(named[1])
    if "[" in bare:
        return ""
    said, words = known.get(bare) or known.get(last, ""), in_words(last)
    used = FERRY_USED.fullmatch(bare)
    if used is not None:
        return f"as: {used[1]}.used=0"
    if bare.startswith(FACTS) and whether:
        return f"as: {bare}=yes, or: {bare}=no"
    if (held := HELD.fullmatch(bare)) is not None:
        return f"as: {held[1]}=Allied"
    if bare.startswith("attackers"):
        said = "as: ma=8" if last == "ma" else "" if whether else said
    if not said and words.rpartition(" ")[2] in COUNTED:
        return f"as: {words} 4"
    yes_no = whether and last not in NO_YES
    return said or (f"as: {last}=yes, or: {last}=no" if yes_no else "")


NO_YES = ("name", "id", "division", "formation", "kind", "hex", "side", "bridges", "markers")
"""Parameters that are no yes or no, whatever is asked of them."""


COUNTED = ("number", "left", "range", "points", "hexes", "steps")
"""What the names of numbers end in."""


def plain_refusal(error: InputError, params: Mapping[str, Any] | None = None) -> str:
    """A refusal as one line for people: what was found or is missing, what is expected, and how
    that is said.

    :param params: the question, whose Units it may name by their places.
    """
    path = str(error.where).removeprefix("params:")
    if not is_param(error):
        return str(error)
    near = f" (did you mean {error.nearest}?)" if error.nearest else ""
    expected = PATH.sub(lambda found: called(found[0]), error.expected)
    expected = JOINED.sub(lambda it: in_words(it[0]), expected)
    found = PATH.sub(lambda it: called(it[0]), error.found)
    of = whose(path, params)
    if str(error.where) not in ("words", "params") and not of:
        bare = path.rpartition(".")[2]
        if error.expected == EACH:
            return f"missing: {' and '.join(map(called, path.split(', ')))}"
        if error.found == "nothing":
            hint = way_to_tell(path)
            told = f"{called(path)}: {expected}" if expected.startswith("one of") else expected
            return f"missing: {told}" + (f" ({hint})" if hint else "") + near
        said = f"{called(path)}: " if bare not in PLAIN_PLACES else ""
        return f"{said}found {found}, expected {expected}{near}"
    if of:
        return f"{of}: found {found}, expected {expected}{near}"
    if error.found == "nothing" and error.where.path == "words":
        return f"missing: {expected}{near}"
    return f"found {found}, expected {expected}{near}"


EACH = "a value of each"
"""What is expected where several parameters are missing."""
PLAIN_PLACES = ("about", "unit", "hex", "from", "to", "bridge", "path", "scenario", "zone", "rule")
"""Parameters whose refusal shows by itself what it is about."""


def is_param(error: InputError) -> bool:
    """Whether what is refused is of a question, and not of a file."""
    where = error.where
    return where.path in ("params", "words")


def whose(path: str, params: Mapping[str, Any] | None) -> str:
    """The name of the Unit that a path is of, ``state.units[4].hex``; nothing if it is of none."""
    found = re.match(r"state\.(units|markers)\[([0-9]+)\](?:\.(\w+))?", path)
    if found is None:
        return ""
    kind, at, part = found.groups()
    many = value_of(params or {}, f"state.{kind}") or ()
    one = many[int(at)] if int(at) < len(many) else {}
    name = one.get("name") or one.get("id") or one.get("kind") or f"a {kind[:-1]}"
    return f"{name}, its {in_words(part)}" if part else str(name)


# The answer to a question in words, for people.

UNDECIDED = "Tell me"
MOST_OF_RULES = 24
"""Lines of clauses looked up; what is longer is cut, and says so."""
FEW_CLAUSES = 2
"""Clauses shown under an answer that cannot be decided."""


def answered(asked: AskedWords, here: Here, whole: bool = False) -> str:
    """The answer for people, ``whole`` with everything that is known; under one that a rule led to,
    that rule, and under one that words do not decide what the rules say of them.

    :raises InputError: it lacks something, and no rule is about its words.
    """
    if no_matter_who := barred_to_all(asked, here):
        return no_matter_who
    if asked.method == DESCRIBE and not whole:
        record = ask(here.context, asked.method, asked.params)
        return "\n".join(place_lines(record, standing_in(asked, here, record["hex"])))
    lacks: InputError | None = None
    try:
        told = ask_text(here.context, asked.method, asked.params, "text", whole)
    except InputError as error:
        if error.found != "nothing" or not asked.rules:
            raise
        lacks, told = error, f"{UNDECIDED} what is {plain_refusal(error, asked.params)}"
    if asked.method == RULES:
        return "\n".join(cut(told.split("\n"), whole, MOST_OF_RULES))
    if asked.clause and lacks is None:
        return f"{told}\nThe rule: {asked.clause}"
    if not (asked.rules and told.startswith(UNDECIDED)):
        return told
    found = look_up(asked.rules, asked.window or None, here)
    if found is None:
        if lacks is not None:
            raise lacks
        return told
    if asked.clause:
        return ask_text(here.context, RULES, found.params, "text")
    params = {**found.params, "most": FEW_CLAUSES}
    return f"{told}\nThe rules say:\n{ask_text(here.context, RULES, params, 'text')}"


def standing_in(asked: AskedWords, here: Here, hex_: str) -> Sequence[Any] | None:
    """The units that the position has in a hex; None where there is no position."""
    if here.state is None:
        return None
    method = here.context.registry.find(asked.method, asked.params)
    scope = Scope(Form(asked.method), method, asked.window, here)
    return [one for one in scope.units if one.hex == hex_]


def barred_to_all(asked: AskedWords, here: Here) -> str:
    """The answer to a step of a unit that nobody names, where the rules keep every class of Units
    from it for one reason; nothing where it turns on who goes."""
    parts = parts_of(here.context.registry.find(asked.method, asked.params).asks)
    unit = parts["unit"].schema().get("properties", {}) if "unit" in parts else {}
    classes = unit.get("class", {}).get("enum", ())
    if asked.method != STEP or not classes or asked.params.get("unit"):
        return ""
    told: list[str] = []
    for one in classes:
        for column in (False, True):
            mover = {"class": one, "column": column}
            answer = ask(here.context, STEP, {**asked.params, "unit": mover})
            barred = [step for step in answer["steps"] if step.get("verdict") == "illegal"]
            if answer["verdict"] != "illegal" or len(barred) != 1:
                return ""
            told.append(f"{barred[0]['why']} [{barred[0]['rule']}]")
    if len(set(told)) != 1:
        return ""
    path = "–".join(asked.params["path"])
    return f"illegal: no Unit may go {path}, whatever its class: {told[0]}"


# A hex in three lines: who stands there, what ground it is, what it is known for.

DESCRIBE = "hex.describe"
"""The method that tells all that is known of a hex."""
MOST = 6
"""Units and names that one line tells."""


def place_lines(record: Mapping[str, Any], units: Sequence[Any] | None) -> Iterator[str]:
    """A hex for people: its units first, then its ground, then its bridges, Roads and areas.

    :param units: who stands there in the position; None where there is no position.
    """
    if units is not None:
        there = ", ".join(map(unit_text, units)) or "nobody the position names"
        yield f"In {record['hex']}: {there}"
    yield str(record["summary"])
    sides = record.get("hexsides", ())
    features = [one for side in sides for one in side.get("features", ())]
    roads = [one for side in sides for one in side.get("roads", ())]
    features.sort(key=lambda one: "bridge" not in one["kind"])
    named = [one.get("name") or one["kind"].replace("_", " ") for one in (*features, *roads)]
    named += [one["name"] for one in record.get("areas", ()) if "name" in one]
    known = list(dict.fromkeys(named))
    if known:
        more = len(known) - MOST
        tail = f" and {more} more" if more > 0 else ""
        yield f"Has {', '.join(known[:MOST])}{tail}; all its sides: --all"


def unit_text(unit: Any) -> str:
    """A unit with what a player sees of it."""
    side = f" ({unit.side})" if getattr(unit, "side", None) else ""
    column = ", in Column" if getattr(unit, "column", None) else ""
    return f"{unit.call or 'a unit'}{side}{column}"
