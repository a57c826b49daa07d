"""``rule.find``: look a rule up by its number, a word or a hex."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clubroute.builder.counting import is_whole
from clubroute.builder.errors import InputError, Where, nearest_name, one_of
from clubroute.rules.answer.receipt_text import scalar_text
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import Method, method
from clubroute.rules.clauses.search import (
    HEX,
    Clause,
    FoundClauses,
    cited_in,
    clauses,
    covers,
    search,
    words_of,
)
from clubroute.rules.position.record import needed, plain, said
from clubroute.rules.series import all_series, own_series

NUMBER = re.compile(r"(?:[a-z]+ )?[a-z]?[0-9]+(?:\.[0-9]+)+[a-z]?", re.IGNORECASE)
"""A rule's number, said with its rulebook or without."""
TEXT = plain({"type": "string", "maxLength": 100})
COUNT = plain({"type": "integer", "minimum": 1, "maximum": 1000})


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleQuestion:
    """The parameters of ``rule.find``."""

    about: str = needed(TEXT, "a rule's number (2.16, WED S3.1), words of it, or a hex (75.129)")
    game: str | None = said(
        TEXT, "of the game of one map: wed, tdc, mg or ins; without it of all", name="map"
    )
    scenario: str | None = said(TEXT, "the scenario whose own rules come first: WED-2, 5.1")
    most: int | None = said(
        COUNT, "how many titles are wanted: no more, and the nearest where fewer have all words"
    )


TEXTS: Mapping[str, Any] = {"type": "array", "items": {"type": "string"}}
CLAUSE: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "title": {"type": "string"},
        "differs": {"type": "boolean"},
        "told": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "rules": TEXTS,
                    "text": {"type": "string"},
                    "kind": {"type": "string"},
                    "methods": TEXTS,
                },
            },
        },
    },
}


FEW = "Perhaps one of these rules:"
"""What is said before clauses that can hardly answer."""
NEAR = "The nearest rules:"
"""What is said before clauses of which none has all words."""


def lines(answer: Mapping[str, Any]) -> Iterator[str]:
    """Print a clause, its rules and who answers it; the games one under the other."""
    listed = answer["clauses"]
    if "none" in answer:
        yield answer["none"]
    if answer.get("few"):
        yield FEW
    elif answer["near"]:
        yield NEAR
    for number, clause in enumerate(listed):
        if number and answer["near"] and not clause["differs"]:
            (told,) = clause["told"]
            yield f"{clause['title']}: {told['text']} [{scalar_text(told['rules'])}]"
            continue
        differs = " — the games differ" if clause["differs"] else ""
        yield clause["title"] + differs
        for told in clause["told"]:
            yield f"  {told['text']} [{scalar_text(told['rules'])}]"
            if told["methods"]:
                yield f"    ask: {scalar_text(told['methods'])}"
            elif told["kind"]:
                yield f"    no method: {told['kind']}"
    if answer["also"]:
        yield f"methods that cite it: {scalar_text(answer['also'])}"


@method(
    "rule.find",
    answers={
        "type": "object",
        "required": ["clauses", "also", "near"],
        "properties": {
            "clauses": {"type": "array", "items": CLAUSE},
            "also": TEXTS,
            "near": {"type": "boolean"},
            "few": {"type": "boolean"},
            "none": {"type": "string"},
        },
    },
    text=lambda answer: list(lines(answer)),
)
def rule_find(context: Context, asked: RuleQuestion) -> Any:
    """What the rulebooks say, in our own words: by a rule's number, by words, or by a hex.

    Clauses that the games have under one title stand together; ``differs`` tells whether they say
    different things. ``none``: no rule of the game has the words, those of others do. ``methods``
    apply the clause, or ``kind`` says why none does. By words the
    likeliest come first; ``near``: none has all of them, ``few``: nor half of what they weigh.
    """
    about = " ".join(asked.about.split())
    if asked.game is not None and own_series(asked.game) is not None:
        return own_rules(context, asked.game, about)
    known, near, few = of_game(clauses(), asked.game), False, False
    if HEX.fullmatch(about):
        found = [clause for clause in known if about in clause.hexes]
    else:
        # Who has said the game says "8.0" of what its rulebook calls MG 8.0.
        within = [about] if asked.game is None else [about, f"{asked.game} {about}"]
        found = [one for one in known if any(numbered(one, number) for number in within)]
        worded = (
            FoundClauses(found)
            if found or NUMBER.fullmatch(about)
            else search(known, about, asked.most or 0, asked.game)
        )
        found, near, few = list(worded.clauses), worded.near, worded.few
    if not found and (games := elsewhere(about, asked.game)):
        none = f"No such thing in {asked.game}: only rules of {', '.join(games)} speak of it"
        return {"clauses": [], "also": [], "near": False, "none": none}
    if not found:
        words = sorted({word for one in known for word in words_of(one)} | {c.rule for c in known})
        expected = "a rule's number, words of a rule, or a hex that a rule names"
        nearest = nearest_name(about.casefold(), words)
        raise InputError(Where("params", part="about"), repr(about), expected, nearest)
    told = {name for one in found for name in one.methods}
    rules = {one.cite for one in found if numbered(one, about)}
    cites = {
        one.name
        for one in (every_method(context) if rules else ())
        if one.name not in told and any(cited_in(one.cites, rule) for rule in rules)
    }
    also = sorted(cites)
    own = scenario_rule(asked.scenario)
    found.sort(key=lambda clause: own is None or clause.rule.casefold() != own)
    told_all = [record(group) for group in by_title(found)][: asked.most]
    answer = {"clauses": told_all, "also": also, "near": near}
    return answer | ({"few": True} if few else {})


def every_method(context: Context) -> Iterator[Method]:
    """Every method of every series, which imports them all."""
    yield from context.registry.all()
    for methods in context.registry.others().values():
        yield from methods


def elsewhere(about: str, game: str | None) -> Sequence[str]:
    """The games other than one whose clauses have all words of a text; none if no game is said."""
    found = search(clauses(), about) if game is not None else FoundClauses(())
    return () if found.near else tuple(dict.fromkeys(one.game for one in found.clauses))


def scenario_rule(scenario: str | None) -> str | None:
    """How the rules of a scenario are numbered: ``scenario 2`` of WED-2, ``5.1``, ``campaign``."""
    if scenario is None:
        return None
    game, dash, number = scenario.casefold().rpartition("-")
    return f"scenario {number}" if is_whole(number) and dash and game else number


def of_game(known: Sequence[Clause], game: str | None) -> Sequence[Clause]:
    """Keep the clauses that hold in a game: its own and those of the games it joins.

    :raises InputError: no such game.
    """
    if game is None:
        return known
    ids = tuple(dict.fromkeys(clause.game for clause in known))
    if game not in ids:
        expected, nearest = one_of(ids), nearest_name(game, ids)
        raise InputError(Where("params", part="map"), repr(game), expected, nearest)
    games = {one.id: one for series in all_series() for one in series.games}
    joined = {game, *(games[game].base if game in games else ())}
    return [clause for clause in known if clause.game in joined]


def numbered(clause: Clause, number: str) -> bool:
    """Whether a clause stands under a rule's number, said with its rulebook or without."""
    rules = (clause.cite, clause.rule)
    wanted = number.casefold()
    return any(covers(wanted, rule.casefold()) for rule in rules)


def by_title(found: Sequence[Clause]) -> list[list[Clause]]:
    """Put together the clauses that have one title and one rule, or one title, in two games."""
    groups: dict[tuple[str, str], list[Clause]] = {}
    for clause in found:
        alike = [key for key in groups if key[0] == clause.title and key_fits(groups[key], clause)]
        groups.setdefault(alike[0] if alike else (clause.title, clause.cite), []).append(clause)
    return list(groups.values())


def key_fits(group: Sequence[Clause], clause: Clause) -> bool:
    """Whether a clause is another game's word on what a group is about."""
    return all(one.game != clause.game and one.topic == clause.topic for one in group)


def record(group: Sequence[Clause]) -> dict[str, Any]:
    """Tell clauses of one title as JSON, games that say the same together."""
    told: dict[str, dict[str, Any]] = {}
    for clause in group:
        one = told.setdefault(
            clause.text,
            {"rules": [], "text": clause.text, "kind": clause.kind, "methods": []},
        )
        one["rules"].append(clause.cite)
        one["methods"] += [name for name in clause.methods if name not in one["methods"]]
    return {"title": group[0].title, "differs": len(told) > 1, "told": list(told.values())}


def own_rules(context: Context, game: str, about: str) -> Any:
    """What the tables of a game of one's own say. :raises InputError: none has these words."""
    from clubroute.rules.plain.page import own_clauses

    found = own_clauses(context, game, about)
    if not found:
        expected = f"a rule's number or a word of its tables: clubroute rules {game}"
        raise InputError(Where("params", part="about"), repr(about), expected)
    return {"clauses": found, "also": [], "near": False}
