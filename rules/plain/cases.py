"""Answers in every case that a position leaves open: its weather, the kinds of its units."""

from __future__ import annotations

from collections.abc import (
    Callable,
    Collection,
    Iterator,
    Mapping,
)
from dataclasses import replace
from itertools import product

from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.engine.tables import GameRules, RuleTables
from clubroute.rules.plain.game import (
    AboutOwnState,
    PlainGame,
    PlainPosition,
    one_named,
)

CALM = ""
"""The weather of a turn of which the track says none: no overlay."""


def in_each_case(
    rules: GameRules,
    asked: AboutOwnState,
    phase: str,
    answer: Callable[[RuleTables, PlainPosition], Receipt],
) -> Receipt:
    """Answer in the weather and for the units of a position. Where it leaves open what the rules
    ask for, every case is answered, and only what holds in all of them is said."""
    weathers = weathers_of(rules, asked.game, asked.state)
    positions = list(positions_of(rules.plain, asked))
    found: dict[tuple[str, str], Receipt] = {}
    for weather, (kind, state) in product(weathers, positions):
        found[weather, kind] = answer(rules.under(weather, phase), replace(state, weather=weather))
    first = next(iter(found.values()))
    if all(one.record() == first.record() for one in found.values()):
        return first
    if (joint := holding_in_all(found)) is not None:
        return joint
    if missing := needed_in_all(found.values()):
        work = Working()
        work.needs += missing
        return work.receipt()
    needs, lacks = list[str](), list[str]()
    if len(weathers) > 1:
        needs.append("state.weather or state.turn")
        lacks.append("the weather")
    if len(positions) > 1:
        needs += [f"{where}.kind" for where in unknown_kinds(asked.state)]
        lacks.append("the kind of each unit")
    told = "; ".join(
        f"{', '.join(filter(None, (weather or 'no weather', kind)))}: {one.summary or one.gist}"
        if len(weathers) > 1
        else f"{kind}: {one.summary or one.gist}"
        for (weather, kind), one in found.items()
    )
    work = Working()
    work.need(f"{', '.join(needs)}: {' and '.join(lacks)}; {told}")
    return work.receipt()


def needed_in_all(found: Collection[Receipt]) -> list[str]:
    """What every case needs, where none can be answered: that is asked for before the case is."""
    if any(one.verdict != "undetermined" for one in found):
        return []
    first, *others = (one.needs for one in found)
    return [need for need in first if all(need in one for one in others)]


def holding_in_all(found: Mapping[tuple[str, str], Receipt]) -> Receipt | None:
    """The answer of all cases, where they differ in their working alone: with the lines they have
    in common, and what each says. None where they differ in more."""
    first, *others = found.values()
    if first.verdict == "undetermined" or any(
        (one.verdict, one.total, one.extra) != (first.verdict, first.total, first.extra)
        for one in others
    ):
        return None
    cases = [
        f"{', '.join(filter(None, case)) or 'no weather'}: {one.summary or one.gist}"
        for case, one in found.items()
    ]
    common = [step for step in first.steps if all(step in one.steps for one in others)]
    unchecked = dict.fromkeys(text for one in found.values() for text in one.unchecked)
    summary = f"in each case: {'; '.join(cases)}"
    return replace(first, steps=tuple(common), unchecked=tuple(unchecked), summary=summary)


def weathers_of(rules: GameRules, game: PlainGame, state: PlainPosition) -> tuple[str, ...]:
    """The weathers a position may have: the one it says, that of its turn, or all there are.

    :raises InputError: the game has not the one it says.
    """
    turns = rules.plain.turns
    if state.weather is not None:
        calm = () if turns is None else tuple(turns.weather.values())
        return (one_named(state.weather, (*rules.weathers, *calm), "state.weather"),)
    if turns is None or not rules.weathers:
        return (CALM,)
    if state.turn is not None:
        return (turns.weather.get(state.turn, CALM),)
    last = max(len(game.turns), *turns.weather)
    gaps = any(turn not in turns.weather for turn in range(1, last + 1))
    return (CALM, *rules.weathers) if gaps else rules.weathers


def positions_of(tables: RuleTables, asked: AboutOwnState) -> Iterator[tuple[str, PlainPosition]]:
    """The positions that one may be whose units are not all of a known kind: in each, those are
    of one kind. That tells all that may be, for each exerts a zone or counts for itself."""
    state = asked.state
    zoc, stacking = tables.zoc, tables.stacking
    faced = tables.facing is not None and tables.facing.faced
    rows = (*tables.terrain.values(), *tables.hexside.values())
    by_class = any(row.zoc.alike is None for row in rows)
    told = zoc is not None and (zoc.none or zoc.spared or not zoc.over)
    turns_on_kinds = told or (zoc is not None and (faced or by_class))
    counts = stacking is not None and (stacking.free or stacking.limits)
    if not (turns_on_kinds or counts) or not list(unknown_kinds(state)):
        yield "", state
        return
    for kind in asked.game.kinds:
        units = [
            one if one.kind is not None else replace(one, kind=kind) for one in state.units or ()
        ]
        yield f"of kind {kind}", replace(state, units=tuple(units))


def unknown_kinds(state: PlainPosition) -> Iterator[str]:
    """The places of the units whose kind is not said."""
    for index, one in enumerate(state.units or ()):
        if one.kind is None:
            yield f"state.units[{index}]"
