"""``special.check`` and ``special.list``: events, Heroes, special and optional rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from clubroute.builder.errors import (
    InputError,
    Where,
    nearest_name,
    one_of,
)
from clubroute.rules.answer.answers import LEGALITY, TEXTS
from clubroute.rules.answer.cases import Case, in_every_case
from clubroute.rules.answer.chances import by_face
from clubroute.rules.answer.facts import GameFact
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import method
from clubroute.rules.book.rulebook import Section, rules_of
from clubroute.rules.ground.lookup import named_area
from clubroute.rules.gts.asked import (
    ASKED_UNIT,
    AboutState,
    is_called,
    is_one_of,
    the_die,
    the_game,
)
from clubroute.rules.gts.fire_zones import around
from clubroute.rules.gts.games import SERIES, answers, book
from clubroute.rules.gts.kinds import (
    ALLIED,
    DIE_FACES,
    ENEMY,
    HEX,
    NAME,
    YES,
)
from clubroute.rules.gts.position import need_fire_zones
from clubroute.rules.gts.position.turns import read_turn
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.gts.scenarios.book import find_scenario
from clubroute.rules.owner.tables import need
from clubroute.rules.position.names import folded, same_group
from clubroute.rules.position.record import by_name, needed, said

# The conditions of a special rule or event, judged from what a question says.

AGREED = "both players have agreed to this optional rule"

JOINED = "combined"
"""What is played on a map of several games, by the rules' name."""


def facts_of(row: Section) -> Mapping[str, str]:
    """What must hold and only the players know, by name."""
    agreed = {"agreed": AGREED} if row.flag("optional") else {}
    return {**agreed, **row.get("facts").values}


def judge(work: Working, context: Context, row: Section, asked: SpecialQuestion) -> None:
    """Add every condition of a rule. :raises InputError: a fact the rule does not ask for."""
    refuse_unknown_facts(row, asked)
    when(work, row, asked)
    whose(work, row, asked)
    where(work, context, row, asked)
    for name, text in facts_of(row).items():
        told = asked.facts.get(name)
        work.check(told, text, f"not: {text}", row.cite, f"facts.{name}: whether {text}")
    for name, text in row.get("unless").values.items():
        told = asked.facts.get(name)
        holds = None if told is None else not told
        work.check(holds, f"not: {text}", text, row.cite, f"facts.{name}: whether {text}")


def refuse_unknown_facts(row: Section, asked: SpecialQuestion) -> None:
    """:raises InputError: at the first fact the rule does not ask for."""
    known = [*facts_of(row), *row.get("unless").values]
    for name in asked.facts:
        if name not in known:
            expected = one_of(known)
            part = Where("params", part=f"facts.{name}")
            raise InputError(part, "an unknown name", expected, nearest_name(name, known))


def when(work: Working, row: Section, asked: SpecialQuestion) -> None:
    """Add the conditions on day, time and scenario."""
    cite, now = row.cite, asked.state.now
    days, times, scenarios = row.words("on"), row.words("times"), row.words("scenarios")
    if days:
        date = now.date if now else None
        told, text = None if date is None else date in days, " or ".join(days)
        work.check(told, f"it is {date}", f"only on {text}", cite, f"state.turn.date: {text} only")
    if times:
        time = now.time if now else None
        told, text = None if time is None else time in times, " or ".join(times)
        work.check(told, f"it is {time}", f"only at {text}", cite, f"state.turn.time: {text} only")
    if "after" in row.values:
        first, turn = read_turn(row.value("after"), "after"), asked.state.turn
        work.check(
            None if turn is None else turn >= first,
            f"{turn} is not before {first}",
            f"not before {first}",
            cite,
            f"state.turn: not before {first}",
        )
    if scenarios:
        scenario, text = scenario_of(asked), " or ".join(scenarios)
        told = None if scenario is None else scenario in scenarios
        work.check(told, f"{scenario}", f"only in {text}", cite, f"state.scenario: {text} only")


def scenario_of(asked: SpecialQuestion) -> str | None:
    """The id of what is played (:func:`played_of`), or the scenario as it is said."""
    played = played_of(asked)
    return asked.state.scenario or (None if played is None else SERIES.scenarios[played][0])


def played_of(asked: SpecialQuestion) -> str | None:
    """What is played, by the rules' name for it; on a map of several games nothing but the game
    that joins them is. None if nobody says it."""
    joined = JOINED if SERIES.game(asked.country.window).base else None
    return asked.state.played or joined


def whose(work: Working, row: Section, asked: SpecialQuestion) -> None:
    """Add the conditions on the Unit, and on the spotter of its fire."""
    cite, unit = row.cite, asked.unit
    groups, names, side = row.words("who"), row.words("units"), row.text("side")
    if side:
        told = None if unit.side is None else unit.side == side
        work.check(
            told, f"it is {side}", f"only {side} Units", cite, f"unit.side: whether it is {side}"
        )
    if groups:
        text = " or ".join(groups)
        known = any(same_group(g, of) for g in groups for of in unit.groups)
        said = True if known else None if not unit.groups else False
        need_it = f"unit.division or unit.formation: whether it is of {text}"
        work.check(said, f"it is of {text}", f"only Units of {text}", cite, need_it)
    if names:
        text = ", ".join(names)
        said = is_one_of(unit, names) if unit.call else None
        work.check(said, f"{unit.call}", f"only {text}", cite, f"unit.name: one of {text}")
    if row.words("not_units") and unit.call:
        others = is_called(unit, row.words("not_units"))
        work.check(not others, f"{unit.call}", f"not {unit.call}", cite)
    classes = row.words("classes")
    if classes:
        text = " and ".join(classes).capitalize()
        told = None if unit.move_class is None else unit.move_class in classes
        work.check(
            told,
            f"it is a {text} Unit" if len(classes) == 1 else f"it is of {text}",
            f"only {text} Units",
            cite,
            f"unit.class: only {text} Units",
        )
    if row.flag("column"):
        work.check(
            unit.column,
            "it is in Column",
            "it is not in Column",
            cite,
            "unit.column: whether it is in Column",
        )
    if "spotters" in row.values:
        spotting(work, row, asked)


def spotting(work: Working, row: Section, asked: SpecialQuestion) -> None:
    """Add the condition that a Unit may use a spotter of another Division."""
    barred = row.value("spotters")
    own, other = asked.unit.groups, asked.spotter
    if not own:
        work.need("unit.division: the Division of the Unit that fires")
    if other is None:
        work.need("spotter: the Division of its spotter")
    if not own or other is None:
        return
    hit = any(any(same_group(a, one) for one in own) and same_group(b, other) for a, b in barred)
    text = f"{own[0]} may not use a spotter of {other}"
    work.check(not hit, f"nothing keeps {own[0]} from a spotter of {other}", text, row.cite)


def where(work: Working, context: Context, row: Section, asked: SpecialQuestion) -> None:
    """Add the conditions on the hex, and on an area that a side must have left."""
    cite, country = row.cite, asked.country
    clear = row.get("clear_area")
    if clear.values:
        area, side = clear.text("area"), clear.text("side")
        hexes = named_area(context, country, area)
        if hexes is None:
            work.need(need("areas", area))
        else:
            held = asked.state.held(side, {country.number(one) for one in hexes})
            work.check(
                None if held is None else not held,
                f"no {side} Unit is in {area}",
                f"{side} Units are in {area}",
                cite,
                f"state.units: whether {side} Units are in {area}",
                "survey",
            )
    if lies(work, row, asked):
        return
    terrain, within, free_of = row.words("terrain"), row.get("within"), row.text("free_of")
    if not (terrain or within.values or free_of):
        return
    told = asked.hex or asked.unit.hex
    if told is None:
        work.need("hex: the hex it is about")
        return
    here = country.id(told)
    number = country.number(here)
    if terrain:
        found, fits = country.terrain_of(here), country.terrain_of(here) in terrain
        why = f"{number} is {found}" + ("" if fits else f", not {' or '.join(terrain)}")
        (work.say if fits else work.forbid)(why, cite, country.provenance_of(here), number)
    if within.values:
        near(work, within, here, row, asked)
    if free_of:
        zone = asked.state.in_zone(free_of, (number,))
        work.check(
            None if zone is None else not zone,
            f"no {free_of} Fire Zone lies on {number}",
            f"a {free_of} Fire Zone lies on {number}",
            cite,
            need_fire_zones(free_of),
        )


def lies(work: Working, row: Section, asked: SpecialQuestion) -> bool:
    """Tell whether the marker of a rule lies in the hex: where it may be placed is past then."""
    place, kind = asked.hex or asked.unit.hex, row.text("marker")
    if not kind or place is None:
        return False
    if not any(one.hex == place for one in asked.state.markers_of(kind)):
        return False
    work.say(f"the {row.text('title')} marker lies in {place}", row.cite)
    return True


def near(work: Working, within: Section, here: int, row: Section, asked: SpecialQuestion) -> None:
    """Add the condition on how far Units of a side, or the Unit itself, are."""
    country, most, whose = asked.country, within.number("hexes"), within.text("of")
    number = country.number(here)
    close = {country.number(one) for one in around(country, here, most)}
    if whose == "unit":
        what, told = "the Unit", "unit.hex"
        holds = None if asked.unit.hex is None else asked.unit.hex in close
    else:
        side = asked.unit.side if whose in ("own", "enemy") else whose
        if side is None:
            work.need("unit.side: Allied or German")
            return
        side = ENEMY[side] if whose == "enemy" else side
        what, told = "an Allied Unit" if side == ALLIED else f"a {side} Unit", "state.units"
        holds = asked.state.held(side, close)
    work.check(
        holds,
        f"{what} is within {most} hexes of {number}",
        f"{what} must be within {most} hexes of {number}",
        row.cite,
        f"{told}: {what} at most {most} from {number}",
    )


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
    row = row_of(asked.country.window, asked.rule)
    if row.flag("campaign") and (played_of(asked) or "campaign") not in WHOLE:
        return own_event(context, row, asked)
    return in_every_case(lambda case: special(case, context, row, asked))


def special(work: Case, context: Context, row: Section, asked: SpecialQuestion) -> Receipt:
    """The same in one case."""
    judge(work, context, row, asked)
    effects = [*row.words("effects"), *cup(row, asked)]
    title = row.text("title")
    legal = work.verdict == "legal"
    result = outcomes = None
    if legal:
        for effect in effects:
            work.say(effect, row.cite)
        result, outcomes = by_die(work, row, asked)
    if legal and not work.needs:
        summary = f"{title}: {result or effects[0]}" if effects else f"{title} applies"
    elif work.forbidden:
        why = next(step.why for step in work.steps if step.verdict == "illegal")
        summary = f"No: {row.text('forbids') or f'{title} does not apply'}: {why}"
    else:
        summary = ""
    return work.receipt(
        summary=summary,
        effects=effects if work.verdict != "illegal" else None,
        values=row.value("values") if work.verdict != "illegal" else None,
        result=result,
        outcomes=outcomes,
    )


def own_event(context: Context, row: Section, asked: SpecialQuestion) -> Receipt:
    """What an event is in a scenario, which has Events of its own and none of the campaign's."""
    work, title = Working(), row.text("title")
    scenario = find_scenario(asked.state.scenario, context.folder.parent).scenario
    events, cup = scenario.events, scenario.cup
    event = next((one for one in events if folded(one.name) == folded(title)), None)
    if event is None:
        names = ", ".join(one.name for one in events) or "none"
        cite = cup.cite if cup is not None else row.cite
        work.forbid(f"no {title} in {scenario.title}: its own Events are {names}", cite)
        return work.receipt()
    effects = [event.text]
    if cup is not None and not cup.goes_back:
        effects.append("the chit does not go back into the cup")
    for effect in effects:
        work.say(effect, event.cite)
    return work.receipt(summary=f"{title}: {event.text}", effects=effects)


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


def by_die(work: Case, row: Section, asked: SpecialQuestion) -> tuple[str | None, Any]:
    """Tell what the die, or a Troop Quality Check, brings: a result, or every outcome."""
    check = row.get("check")
    if check.values:
        return None, [{"check": name, "result": text} for name, text in check.values.items()]
    rules = row.get("die")
    if not rules.values:
        return None, None
    work.say(f"a die {row.text('asks_die')}", row.cite)
    added = 0
    if kind := rules.text("per"):
        there, each = markers_in(asked, kind), rules.number("each")
        if asked.die is None:
            added = each * work.granted(there, 0, there.need)
        else:
            totals = {count: asked.die + each * count for count in range(1, len(DIE_FACES))}
            turns = next((n for n, total in totals.items() if succeeds(rules, total)), 0)
            added = each * work(replace(there, cases=tuple(sorted({0, turns}))))
    found = {
        face: rules.text("yes" if succeeds(rules, face + added) else "no") for face in DIE_FACES
    }
    if asked.die is None:
        return None, by_face(found)
    work.say(f"die {asked.die}{f'{added:+d}' if added else ''}: {found[asked.die]}", row.cite)
    return found[asked.die], None


def markers_in(asked: SpecialQuestion, kind: str) -> GameFact[int]:
    """How many markers of a kind lie in the hex it is about."""
    place, state = asked.hex or asked.unit.hex, asked.state
    laid = state.markers_of(kind)
    known = state.markers is not None and (place is not None or not laid)
    count = sum(one.hex == place for one in laid) if known else None
    need = f"state.markers: how many {kind.replace('_', ' ')} markers lie there"
    return GameFact("state.markers", count, need=need)


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
