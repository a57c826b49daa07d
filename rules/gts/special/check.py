"""``special.check`` and ``special.list``: events, Heroes, special and optional rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.rules.answer.answers import LEGALITY, TEXTS
from clubroute.rules.answer.chances import by_face
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import method
from clubroute.rules.book.applies import rules_of
from clubroute.rules.book.rulebook import Section
from clubroute.rules.gts.asked import ASKED_UNIT, AboutState, the_die, the_game
from clubroute.rules.gts.games import SERIES, answers, book
from clubroute.rules.gts.kinds import DIE_FACES, HEX, NAME, YES
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.gts.special.conditions import JOINED, facts_of, judge, played_of
from clubroute.rules.position.names import folded
from clubroute.rules.position.record import by_name, needed, said

TOPICS = ("events", "special")
MOST_FACTS = 20
WHOLE = ("campaign", JOINED)
"""What is played with the Events of Where Eagles Dare and is no scenario of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpecialQuestion(AboutState):
    """The parameters of ``special.check``."""

    rule: str = needed(NAME, "its name or id: Dutch, PVT John Towle, oranje_bon (special.list)")
    unit: Unit = said(
        ASKED_UNIT, "the Unit it is about; or its counter's id or name", default=Unit()
    )
    hex: str | None = said(HEX, "the hex it is about; else the Unit's")
    spotter: str | None = said(NAME, "of Indirect HE fire, the Division of the spotter")
    facts: Mapping[str, bool] = said(
        by_name(YES, MOST_FACTS),
        "what only the players know, by the names the rule asks for",
        default={},
    )
    die: int | None = the_die()


@answers(
    "special.check",
    *LEGALITY,
    effects=TEXTS,
    values={"type": "object"},
    result={"type": "string"},
    outcomes={"type": "array", "items": {"type": "object"}},
)
def special_check(context: Context, asked: SpecialQuestion) -> Receipt:
    """Whether an event, a Hero, a special or an optional rule applies, and what it then does."""
    work, row = Working(), row_of(asked.country.window, asked.rule)
    judge(work, context, row, asked)
    effects = [*row.words("effects"), *cup(row, asked)]
    title = row.text("title")
    legal = work.verdict == "legal"
    result = outcomes = None
    if legal:
        for effect in effects:
            work.say(effect, row.cite)
        result, outcomes = by_die(work, row, asked)
    if legal:
        summary = f"{title}: {result or effects[0]}" if effects else f"{title} applies"
    elif work.forbidden:
        why = next(step.why for step in work.steps if step.verdict == "illegal")
        summary = f"{row.text('forbids') or f'{title} does not apply'}: {why}"
    else:
        summary = f"{title}: {work.needs[0]}"
    return work.receipt(
        summary=summary,
        effects=effects if work.verdict != "illegal" else None,
        values=row.value("values") if work.verdict != "illegal" else None,
        result=result,
        outcomes=outcomes,
    )


def row_of(game: str, name: str) -> Section:
    """Find a rule by its name or id. :raises InputError: the game has none of that name."""
    rows = dict(rows_of(game))
    wanted = folded(name)
    for key, row in rows.items():
        if wanted in (folded(key), folded(row.text("title"))):
            return row
    options = [row.text("title") for row in rows.values()]
    where = Where("params", part="rule")
    raise InputError(where, repr(name), "one of special.list", nearest_name(name, options))


def rows_of(game: str) -> Iterator[tuple[str, Section]]:
    """The rules a game has, by id."""
    for topic in TOPICS:
        yield from book(topic, game).rows("entry").items()


def cup(row: Section, asked: SpecialQuestion) -> Iterator[str]:
    """How long it lasts, and what becomes of the chit."""
    if row.text("lasts"):
        yield row.text("lasts")
    if row.flag("once"):
        yield "it is used once, then it is gone"
    if "back" in row.values and row.flag("back"):
        yield "then the chit goes back into the cup"
    for name, text in row.get("returned").values.items():
        played = played_of(asked)
        if played is None or (played in WHOLE) == (name == "campaign"):
            yield str(text)


def by_die(work: Working, row: Section, asked: SpecialQuestion) -> tuple[str | None, Any]:
    """Tell what the die, or a Troop Quality Check, brings: a result, or every outcome."""
    check = row.get("check")
    if check.values:
        return None, [{"check": name, "result": text} for name, text in check.values.items()]
    rules = row.get("die")
    if not rules.values:
        return None, None
    work.say(f"a die {row.text('asks_die')}", row.cite)
    added = 0
    if rules.text("per"):
        place = asked.hex or asked.unit.hex
        if asked.state.markers is None:
            work.leave(f"{rules.text('per').replace('_', ' ')} markers there (state.markers)")
        count = sum(one.hex == place for one in asked.state.markers_of(rules.text("per")))
        added = rules.number("each") * count
    found = {
        face: rules.text("yes" if succeeds(rules, face + added) else "no") for face in DIE_FACES
    }
    if asked.die is None:
        return None, by_face(found)
    work.say(f"die {asked.die}{f'{added:+d}' if added else ''}: {found[asked.die]}", row.cite)
    return found[asked.die], None


def succeeds(rules: Section, total: int) -> bool:
    """Whether a die, with what is added, succeeds."""
    only = rules.value("only")
    return total == only if only is not None else total <= rules.number("most")


@dataclass(frozen=True, slots=True, kw_only=True)
class SpecialsQuestion:
    """The parameters of ``special.list``."""

    game: str = the_game()


@method(
    "special.list",
    cites=rules_of(SERIES.id, "special.list"),
    answers={
        "type": "object",
        "required": ["rules"],
        "properties": {"rules": {"type": "array", "items": {"type": "object"}}},
    },
    text=lambda answer: [
        f"{one['name']} ({one['id']}){' optional' if one['optional'] else ''} [{one['cite']}]"
        for one in answer["rules"]
    ],
)
def special_list(context: Context, asked: SpecialsQuestion) -> Any:
    """The events, Heroes, special and optional rules of a game that ``special.check`` answers."""
    return {
        "rules": [
            {
                "id": key,
                "name": row.text("title"),
                "cite": row.cite,
                "optional": row.flag("optional"),
                "facts": {**facts_of(row), **row.get("unless").values},
            }
            for key, row in rows_of(asked.game)
        ]
    }
