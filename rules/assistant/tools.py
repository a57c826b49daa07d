"""The tools an assistant is offered, and what becomes of a call: a question in words, answered.

A tool's parameters are said as words are (``unit.class=leg``), so that names, bridges, scenarios
and premises are read in one way, whoever asks. What a tool does not name is taken by the method's
own name for it. Nothing is filled in that was not said but what words always take for granted, and
that is told.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from clubroute.builder.errors import ClubrouteError, InputError, Where, nearest_name, one_of
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import UnknownMethodError, answered
from clubroute.rules.asking.schema import check_value, shown
from clubroute.rules.assistant.reply import ToolReply, refused, reply_of, summed
from clubroute.rules.assistant.table import GAME, QUESTION, SAY, Tool
from clubroute.rules.words.grammar import Here, parse
from clubroute.rules.words.plain import in_plain_words

MAP, TOPIC, STEPS = "map", "topic", "steps"
MOST_STEPS = 20
"""Steps that are summed in one call."""
MOST_LETTERS = 4000
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
        return refused(str(error))


def steps_of(told: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Each step of a call with several, with what the call says of all of them.

    :raises InputError: no list of some steps.
    """
    schema = {"type": "array", "items": {"type": "object"}, "minItems": 1, "maxItems": MOST_STEPS}
    check_value(told[STEPS], schema, STEPS)
    others = {name: value for name, value in told.items() if name != STEPS}
    return ({**others, **step} for step in told[STEPS])


def one_call(context: Context, tool: Tool, told: Mapping[str, Any]) -> ToolReply:
    """Answer a call that asks one question. :raises ClubrouteError: it cannot be understood."""
    name = question_of(tool, told)
    context.registry.find(name, {MAP: told.get(GAME)})
    topic = told.get(TOPIC, "")
    check_value(topic, {"type": "string", "maxLength": 100}, TOPIC)
    game = () if told.get(GAME) is None else (f"{MAP}={told[GAME]}",)
    words = (*game, *words_of(tool, told), *said_words(told))
    with in_plain_words() as asking:
        asked = asking.question = parse((name, *words), Here(context))
        method = context.registry.find(asked.method, asked.params)
        answer = answered(method, context, asked.params)
    return reply_of(method, asked.params, answer, asked.notes, topic)


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
    own = {GAME, QUESTION, SAY, TOPIC}
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
    check_value(said, {"type": "string", "maxLength": MOST_LETTERS}, SAY)
    words: Sequence[str] = said.split()
    return words
