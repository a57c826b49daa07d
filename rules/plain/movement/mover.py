"""Who moves: the class and the allowance of a unit, in a weather and a phase."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from clubroute.rules.answer.model import mp
from clubroute.rules.answer.working import Working
from clubroute.rules.plain.book.tables import RuleTables
from clubroute.rules.plain.game import PlainGame
from clubroute.rules.plain.position import PlainPosition, PlainUnit

MOVES = ("move", "move", "moves")
ATTACKS = ("combat", "attack", "attacks")


@dataclass(frozen=True, slots=True)
class PlainMover:
    """A unit that moves: its class, and its allowance in half-MP, None if that is not known."""

    unit: PlainUnit
    class_: str | None
    allowance: int | None

    @property
    def may_move(self) -> bool:
        """Whether nothing keeps it from moving at all."""
        return self.allowance is None or self.allowance > 0


def mover_of(rules: RuleTables, game: PlainGame, unit: PlainUnit, work: Working) -> PlainMover:
    """Who moves; what is not known of it is named."""
    class_ = rules.class_of(unit)
    free = rules.stacking is not None and rules.stacking.free
    if (rules.classes and class_ is None) or (free and unit.kind is None):
        work.need("unit.kind: its kind, by which it moves")
    half = unit.move
    if half is None and (shown := printed(rules, game, unit, work)) is not None:
        half = int(2 * shown)
    if half is None:
        work.need("unit.move: its movement allowance")
        return PlainMover(unit, class_, None)
    return PlainMover(unit, class_, changed(rules, unit, half, work))


def printed(
    rules: RuleTables, game: PlainGame, unit: PlainUnit, work: Working, rating: str = "move"
) -> Fraction | None:
    """A rating its counter shows; None if that is not known, or it shows none."""
    counter, column = game.counters.get(unit.id or ""), rules.columns.get(rating)
    if counter is None or column is None:
        return None
    front, back = (counter.column(column, side) for side in (False, True))
    if unit.back is None and front != back:
        more = " MP" if rating == "move" else f" {rating}"
        work.say(f"its front is taken to be up: {front}{more}", rules.units_rule, "assumed")
    told = back if unit.back else front
    try:
        return None if told is None else Fraction(told)
    except ValueError:  # no number: such a counter tells no rating
        return None


def changed(rules: RuleTables, unit: PlainUnit, half: int, work: Working) -> int:
    """An allowance as the unit's states, the weather and the phase leave it."""
    for state in rules.states.values():
        other = state.classes.get(rules.classes.get(unit.kind or "", ""))
        if state.factor == 1 and not state.more and other is None:
            continue  # it says nothing of movement
        shows = unit.shows(state.name)
        if shows and other is not None:
            work.say(f"{state.name.replace('_', ' ')}: it moves as {other}", state.rule)
        if shows is None:
            work.leave(f"unit.state: whether it is {state.name} ({state.rule})")
        elif shows and (state.factor != 1 or state.more):
            half = max(0, rounded(rules, half * state.factor) + state.more)
            why = "may not move" if not state.factor else f"has {mp(half)} MP"
            add = work.say if state.factor else work.forbid
            add(f"{state.name.replace('_', ' ')}: it {why}", state.rule)
    if rules.move is not None and rules.move.factor != 1:
        half = rounded(rules, half * rules.move.factor)
        work.say(f"it has {mp(half)} MP", rules.move.rule)
    return half


def rounded(rules: RuleTables, half: Any) -> int:
    """Half-MP that are whole MP, rounded as the rules say."""
    whole = Fraction(half) / 2
    up = rules.move is not None and rules.move.round == "up"
    return 2 * (-(-whole // 1) if up else whole // 1)


def in_phase(
    rules: RuleTables,
    state: PlainPosition,
    phase: str,
    unit: PlainUnit,
    work: Working,
    does: tuple[str, str, str] = MOVES,
) -> None:
    """Judge whether the phase that is said lets a unit do something.

    :param does: what it does as the phases have it, and as a verb of many and of one.
    """
    turns = rules.turns
    rows = [one for one in turns.phases if one.name == phase] if turns is not None else []
    if turns is None or not phase or not rows:
        return
    done, many, single = does
    class_ = rules.class_of(unit)
    right = [one for one in rows if one.does == done]
    sides = [one for one in right if one.side in ("", unit.side or one.side)]
    if state.player is not None:
        sides = [one for one in sides if one.side in ("", state.player)]
    fits = [one for one in sides if not one.classes or class_ in (None, *one.classes)]
    if not right:
        work.forbid(f"nobody {single} in the phase {phase}", turns.rule)
    elif not sides:
        work.forbid(f"{unit.side} does not {many} in the phase {phase}", turns.rule)
    elif not fits:
        work.forbid(f"{class_} does not {many} in the phase {phase}", turns.rule)
