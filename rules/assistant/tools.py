"""The tools an assistant is offered, and what becomes of a call: a question in words, answered.

A tool's parameters are said as words are (``unit.class=leg``), so that names, bridges, scenarios
and premises are read in one way, whoever asks. What a tool does not name is taken by the method's
own name for it. Nothing is filled in that was not said but what words always take for granted, and
that is told.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from clubroute.builder.errors import ClubrouteError, InputError, Where, nearest_name, one_of
from clubroute.rules.answer.answers import LEGALITY
from clubroute.rules.answer.needs import need_texts
from clubroute.rules.answer.receipt_text import (
    SHOWN,
    compare,
    folded,
    granted,
    is_aside,
    number_text,
    scalar_text,
    step_lines,
    value_lines,
    wanted,
)
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import Method, UnknownMethodError, answered
from clubroute.rules.asking.question import people_lines
from clubroute.rules.asking.schema import check_value, shown
from clubroute.rules.clauses.methods import FEW, NEAR, of_game, scenario_rule
from clubroute.rules.clauses.search import clauses, search
from clubroute.rules.rulings.ruling import canonical, digest
from clubroute.rules.scenarios.book import named, scenario_files
from clubroute.rules.series import series_of
from clubroute.rules.words.grammar import Here, parse
from clubroute.rules.words.plain import in_plain_words, plainly

# The table of the tools that an assistant is offered (``tools.toml``).

FILE = Path(__file__).with_name("tools.toml")

GAME, QUESTION, SAY, SCENARIO = "game", "question", "say", "scenario"
RULES = "rule.find"


@dataclass(frozen=True, slots=True)
class Tool:
    """What an assistant may call: ``asks`` names the methods by the word of its question,
    ``params`` their JSON Schemas by name, ``usual`` what is asked where nothing is said."""

    name: str
    says: str
    asks: Mapping[str, str]
    params: Mapping[str, Any]
    usual: Mapping[str, Any]
    sums: bool = False

    def schema(self, games: Sequence[str]) -> dict[str, Any]:
        """Make the JSON Schema of its arguments. Others are the method's own, or refused by it."""
        many = len(self.asks) > 1
        question = {QUESTION: {"type": "string", "enum": list(self.asks)}} if many else {}
        return {
            "type": "object",
            "properties": {
                GAME: {"type": "string", "enum": list(games)},
                **question,
                **self.params,
                SAY: {"type": "string"},
            },
            "required": [GAME, *question],
        }


@dataclass(frozen=True, slots=True)
class ToolTable:
    """The tools, what an assistant is told of them, and the families of methods left out."""

    tools: Mapping[str, Tool]
    instructions: str
    series: str
    left_out: Mapping[str, str]


@cache
def tool_table() -> ToolTable:
    """Read ``tools.toml``."""
    read = tomllib.loads(FILE.read_text(encoding="utf-8"))
    tools = [
        Tool(
            one["name"],
            one["says"],
            one["asks"],
            one["params"],
            one.get("usual", {}),
            one.get("sums", False),
        )
        for one in read["tool"]
    ]
    texts = (read["instructions"].strip(), read["series"].strip())
    return ToolTable({one.name: one for one in tools}, *texts, read["left_out"])


def ways_to_ask(method: str) -> Iterator[str]:
    """Say how each tool that asks a method asks it: ``bridge question=demolish``."""
    for tool in tool_table().tools.values():
        for question, asked in tool.asks.items():
            if asked == method:
                yield f"{tool.name} {QUESTION}={question}" if len(tool.asks) > 1 else tool.name


# What an assistant is told: the verdict first, at most eight lines of why, and what is missing.
#
# Every line is the answer's own. What is cut is counted, with what would narrow it.

MOST_LETTERS = 1500
MOST_LINES, MOST_LISTED = 8, 16
"""Lines of why, and of an answer that is a list."""
MOST_NEEDS = 4
REFEREE = "referee:"
UNDERSTOOD, SAY_ALSO = "understood: ", "Say also: "


@dataclass(frozen=True, slots=True)
class ToolReply:
    """A text for an assistant. ``receipt`` is the short name under which what was ``asked`` (method
    and parameters) can be had whole; ``wrong`` says that the call could not be understood;
    ``answer`` is the method's own."""

    text: str
    receipt: str = ""
    asked: tuple[str, Mapping[str, Any]] = ("", {})
    wrong: bool = False
    answer: Any = None


def refused(why: str, more: Sequence[str] = ()) -> ToolReply:
    """ToolReply to a call that cannot be understood, with what may help all the same."""
    first = f"NOT UNDERSTOOD: {why}"[: MOST_LETTERS // 2]
    return ToolReply(fitted(first, more, (), most=len(more)), wrong=True)


def reply_of(
    method: Method,
    params: Mapping[str, Any],
    answer: Any,
    notes: Sequence[str],
    rules: Callable[[], Sequence[str]] = tuple,
) -> ToolReply:
    """ToolReply with an answer.

    :param notes: how the call was understood, and what was taken for granted.
    :param rules: what the rules say of it, for an answer that is not decided.
    """
    receipt = digest(canonical([method.name, params, answer]))[:8]
    most = MOST_LINES
    if method.name == RULES:
        first, details, marked, most = *clause_parts(answer), MOST_LISTED
    elif isinstance(answer, Mapping) and isinstance(answer.get("verdict"), str):
        first, details, marked = receipt_parts(answer)
        if answer["verdict"] == "undetermined" or not answer["steps"]:
            marked += rules()
    else:
        first, *details = map(in_words, people_lines(method, answer))
        marked, most = [], MOST_LISTED
    for note in notes:
        read = note.startswith(UNDERSTOOD)
        marked.append(
            f"UNDERSTOOD: {note.removeprefix(UNDERSTOOD)}" if read else f"TAKEN AS: {note}"
        )
    text = fitted(first, details, [*marked, f"receipt {receipt}"], most=most)
    return ToolReply(text, receipt, (method.name, params), answer=answer)


NOT_HELD = "If none of them is meant, a series rule may tell it, which is not held"


def clause_parts(answer: Mapping[str, Any]) -> tuple[str, list[str], list[str]]:
    """Clauses, each on a line with its rule, and the tools that apply them."""
    told = [(one["title"], part) for one in answer["clauses"] for part in one["told"]]
    lines = [f"{title}: {part['text']} [{scalar_text(part['rules'])}]" for title, part in told]
    asks = [way for _, part in told for name in part["methods"] for way in ways_to_ask(name)]
    asks += [way for name in answer["also"] for way in ways_to_ask(name)]
    first = FEW if answer.get("few") else NEAR if answer["near"] else "The rules say:"
    told_by = ", ".join([*dict.fromkeys(asks)][:MOST_NEEDS])
    marked = [f"ask: {told_by}"] if told_by else []
    marked += [NOT_HELD] if answer["near"] else []
    return answer.get("none", first), lines, marked


def receipt_parts(answer: Mapping[str, Any]) -> tuple[str, list[str], list[str]]:
    """The first line of a receipt, its lines of detail, and those that limit it."""
    verdict, summary = answer["verdict"], answer.get("summary") or ""
    said = f"{verdict}: {summary.removeprefix(f'{verdict}: ')}" if summary else verdict
    first = said if verdict in LEGALITY or not summary else summary
    low = first.casefold()
    steps = [
        one
        for one in answer.get("steps", ())
        if not is_aside({**one, "why": str(one["why"]).casefold()}, low)
    ]
    details = [line.strip() for line in step_lines(folded(steps))]
    rest = {name: part for name, part in answer.items() if name not in SHOWN}
    told = "\n".join(details)
    # What a line tells already is not told again by its value.
    values = value_lines(rest) if rest else []
    kept = [line for line in values if line.rpartition(": ")[2] not in told]
    details += [in_words(line) for line in without_empty(kept)]
    basis = [str(answer.get("provenance", "rulebook")), *compare(answer)]
    marked = [f"RESTS ON: {'; '.join(basis)}"] if answer.get("steps") else []
    needs = [plainly(wanted(one)).removeprefix(SAY_ALSO) for one in need_texts(answer)]
    marked += [f"TELL ME: {need}" for need in needs[:MOST_NEEDS]]
    if len(needs) > MOST_NEEDS:
        marked.append(f"TELL ME: {len(needs) - MOST_NEEDS} more, once these are told")
    unchecked = "; ".join(dict.fromkeys(answer.get("unchecked", ())))
    marked += [f"NOT LOOKED AT: {plainly(unchecked)}"] if unchecked else []
    for whole in answer.get("notes", ()):
        note = whole.removeprefix(f"{summary}; ")
        reading = note.removeprefix(REFEREE).strip()
        marked.append(f"READING: {reading}" if note.startswith(REFEREE) else plainly(str(note)))
    marked += [f"TAKEN AS: {line}" for line in granted(answer.get("steps", ()))]
    return plainly(first), details, marked


def without_empty(lines: Sequence[str]) -> Sequence[str]:
    """Lines without the headings that nothing stands under."""
    kept: list[str] = []
    for line in reversed(lines):
        under = kept and len(kept[-1]) - len(kept[-1].lstrip()) > len(line) - len(line.lstrip())
        if under or not line.endswith(":"):
            kept.append(line)
    return kept[::-1]


ASK = re.compile(r"(\s*)ask: (.+)")


def in_words(line: str) -> str:
    """A line without paths; where it names methods to ask, with the tools that ask them."""
    found = ASK.fullmatch(line)
    if found is None:
        return plainly(line)
    asks = (way for name in found[2].split(", ") for way in ways_to_ask(name))
    return f"{found[1]}ask: {', '.join(dict.fromkeys(asks))}"


NARROWER = "name a topic, or ask about one thing"


def fitted(
    first: str,
    details: Sequence[str],
    marked: Sequence[str],
    narrower: str = NARROWER,
    most: int = MOST_LISTED,
) -> str:
    """The text within its length: details go first, and how many were cut is said.

    :param narrower: what would have fewer lines; :param most: lines of detail.
    """
    kept = list(details[:most])
    while True:
        cut = len(details) - len(kept)
        more = [f"({cut} more lines: {narrower})"] if cut else []
        text = "\n".join((first, *kept, *more, *marked))
        if len(text) <= MOST_LETTERS:
            return text
        if not kept:
            return shortened(first, more, marked)
        kept.pop()


def shortened(first: str, more: Sequence[str], marked: Sequence[str]) -> str:
    """The text with its longest marked lines cut, which say so."""
    left = MOST_LETTERS - sum(map(len, more)) - len(marked) - len(more) - 1
    room = max(80, left // (len(marked) + 1))
    lines = (
        line if len(line) <= room else f"{line[: room - 12]}… (cut)"
        for line in (first, *marked[:-1])
    )
    return "\n".join((*lines, *more, *marked[-1:]))[:MOST_LETTERS]


def summed(replies: Sequence[ToolReply]) -> ToolReply:
    """ToolReply with several steps, each with its first lines, and the sum of what they cost."""
    verdicts = [one.answer["verdict"] for one in replies]
    totals = [one.answer.get("total") for one in replies]
    worst = next((one for one in ("illegal", "undetermined") if one in verdicts), "")
    if worst:
        first = f"{worst}: step {verdicts.index(worst) + 1} of {len(replies)}"
    elif None in totals:
        first = f"legal: {len(replies)} steps, not all with a cost"
    else:
        first = f"legal: {number_text(sum(totals))} MP in {len(replies)} steps"
    room = MOST_LETTERS // max(1, len(replies)) - 12
    lines = [f"step {number}: {one.text[:room]}" for number, one in enumerate(replies, start=1)]
    text = "\n".join((first, *lines))[:MOST_LETTERS]
    return ToolReply(text, replies[-1].receipt, replies[-1].asked)


MAP, STEPS = "map", "steps"
MOST_STEPS = 20
"""Steps that are summed in one call."""
MOST_SAID = 4000
"""Letters of ``say``."""


def call(context: Context, tool: Tool, told: Mapping[str, Any]) -> ToolReply:
    """Answer a call. What is wrong with it is a reply, too, that says what to say instead."""
    try:
        if tool.sums and told.get(STEPS) is not None:
            return summed([one_call(context, tool, step) for step in steps_of(told)])
        return one_call(context, tool, told)
    except UnknownMethodError as error:
        return ToolReply(
            f"NO SUCH THING in {told.get(GAME)}: ask {error.expected.removeprefix('it ')}"
        )
    except ClubrouteError as error:
        return refused(str(error), helping(context, tool, told))


def helping(context: Context, tool: Tool, told: Mapping[str, Any]) -> Sequence[str]:
    """What a call takes that was not understood, and what the rules say of what it asks."""
    try:
        name = question_of(tool, told)
        method = context.registry.find(name, {MAP: told.get(GAME)})
    except ClubrouteError:
        return ()
    takes = ", ".join(one.name for one in method.params if one.name not in (MAP, *NOT_TOLD))
    return [f"TAKES: {takes}", *rules_of(name, told)]


NOT_TOLD = ("state", "options")
"""Parameters that an assistant says in words, or rarely needs."""
MOST_RULES, FEW_RULES = 5, 8
"""Clauses that stand under an answer that is not decided, or none; and so many on a question that
those are worth reading in which no word of the call is."""


def rules_of(method: str, told: Mapping[str, Any]) -> Sequence[str]:
    """What the rules of a game say of a method's question, the likeliest first; no line where they
    say nothing of it.

    :raises InputError: no such game.
    """
    game = told.get(GAME)
    if method == RULES or game not in {one.game for one in clauses()}:
        return ()
    known = [one for one in of_game(clauses(), game) if method in one.methods]
    words = [text for name, value in told.items() if name != GAME for text in said_so(name, value)]
    found = search(known, " ".join(words)[:MOST_SAID], MOST_RULES, game).clauses if known else ()
    few = not found or len(known) <= FEW_RULES
    likely = [*found, *(one for one in known if few and one not in found)]
    own = scenario_rule(scenario_id(told))
    likely.sort(key=lambda one: bool(own) and one.rule.casefold() != own)
    lines = [f"{one.text} [{one.cite}]" for one in likely[:MOST_RULES]]
    return ["THE RULES SAY:", *lines] if lines else []


def scenario_id(told: Mapping[str, Any]) -> str | None:
    """The id of the scenario that a call names by any of its names; None where it names none."""
    said, series = told.get(SCENARIO), series_of({MAP: told.get(GAME)})
    if not isinstance(said, str) or series is None:
        return None
    return named(series.id, said, scenario_files(series.id))


def steps_of(told: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Each step of a call with several, with what the call says of all of them; a step says of a
    unit only what is otherwise in it.

    :raises InputError: no list of some steps.
    """
    schema = {"type": "array", "items": {"type": "object"}, "minItems": 1, "maxItems": MOST_STEPS}
    check_value(told[STEPS], schema, STEPS)
    others = {name: value for name, value in told.items() if name != STEPS}
    return (beside(others, step) for step in told[STEPS])


def beside(others: Mapping[str, Any], step: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a call says of all steps and what one says, record by record."""
    whole = {**others, **step}
    for name, value in step.items():
        before = others.get(name)
        if isinstance(value, Mapping) and isinstance(before, Mapping):
            whole[name] = {**before, **value}
    return whole


def one_call(context: Context, tool: Tool, told: Mapping[str, Any]) -> ToolReply:
    """Answer a call that asks one question. :raises ClubrouteError: it cannot be understood."""
    name = question_of(tool, told)
    context.registry.find(name, {MAP: told.get(GAME)})
    game = () if told.get(GAME) is None else (f"{MAP}={told[GAME]}",)
    words = (*game, *words_of(tool, told), *said_words(told))
    with in_plain_words() as asking:
        asked = asking.question = parse((name, *words), Here(context))
        method = context.registry.find(asked.method, asked.params)
        answer = answered(method, context, asked.params)

    def rules() -> Sequence[str]:
        return rules_of(name, told)

    return reply_of(method, asked.params, answer, asked.notes, rules)


def question_of(tool: Tool, told: Mapping[str, Any]) -> str:
    """Name the method that a call asks.

    :raises InputError: no question of the tool's, with the nearest.
    """
    said = told.get(QUESTION, next(iter(tool.asks)))
    if said not in tool.asks:
        near = nearest_name(str(said), tool.asks)
        raise InputError(Where(QUESTION), shown(said), one_of(tool.asks), near)
    return tool.asks[said]


def words_of(tool: Tool, told: Mapping[str, Any]) -> Iterator[str]:
    """Say a call's arguments as words: ``unit.class=leg``, ``path=75.129,75.130``."""
    own = {GAME, QUESTION, SAY}
    usual = {name: value for name, value in tool.usual.items() if name not in told}
    for name, value in {**usual, **told}.items():
        if name not in own and value is not None:
            yield from said_so(name, value)


def said_so(name: str, value: Any) -> Iterator[str]:
    """Say one argument as words; a record part by part."""
    if isinstance(value, Mapping):
        for part, inner in value.items():
            yield from said_so(f"{name}.{part}", inner)
    elif isinstance(value, bool):
        yield f"{name}={'yes' if value else 'no'}"
    elif isinstance(value, list) and value and all(isinstance(one, str) for one in value):
        yield f"{name}={','.join(value)}"
    elif isinstance(value, list):
        yield f"{name}={json.dumps(value) if value else 'none'}"
    else:
        yield f"{name}={value}"


def said_words(told: Mapping[str, Any]) -> Sequence[str]:
    """The words of ``say``. :raises InputError: no text, or too long a one."""
    said = told.get(SAY, "")
    check_value(said, {"type": "string", "maxLength": MOST_SAID}, SAY)
    words: Sequence[str] = said.split()
    return words
