"""Who moves: the class and the allowance of a unit, in a weather and a phase."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from clubroute.rules.answer.model import Step
from clubroute.rules.answer.working import Working
from clubroute.rules.engine.laws import Rung, laddered, rounded
from clubroute.rules.engine.tables import (
    ALL,
    ChangeRow,
    ChartRow,
    RuleTables,
    StateRow,
    TurnsRow,
)
from clubroute.rules.kit.odds import shown
from clubroute.rules.plain.game import PlainGame, PlainPosition, PlainUnit

# What it takes to take up a state or to leave it, before and after a move.


@dataclass(frozen=True, slots=True)
class Changed:
    """The states a unit changes before a move and after it, with the lines of what each costs.

    ``moving`` is the unit as it moves, ``ended`` as it ends; ``at_first`` and ``at_last`` are the
    rows with the class that pays.
    """

    moving: PlainUnit
    ended: PlainUnit
    at_first: tuple[tuple[str, ChangeRow, str | None], ...] = ()
    at_last: tuple[tuple[str, ChangeRow, str | None], ...] = ()

    @property
    def rows(self) -> tuple[tuple[str, ChangeRow, str | None], ...]:
        """All rows."""
        return (*self.at_first, *self.at_last)

    @property
    def whole(self) -> bool:
        """Whether one takes the whole allowance, so that the unit does nothing else."""
        return any(row.cost.of(class_) == ALL for _, row, class_ in self.rows)

    def cost(self, rows: Iterable[tuple[str, ChangeRow, str | None]]) -> int:
        """What some changes cost in half-MP."""
        return sum(max(0, row.cost.of(class_) or 0) for _, row, class_ in rows)

    @property
    def total(self) -> int:
        """What all changes cost in half-MP."""
        return self.cost(self.rows)


def changed_states(
    rules: RuleTables,
    unit: PlainUnit,
    first: tuple[str, ...],
    last: tuple[str, ...],
    work: Working,
) -> Changed:
    """Change states before a move and after it: one that the unit has it leaves, another it takes
    up. What the rules do not allow is forbidden, what they do not tell is needed."""
    if (first or last) and unit.state is None:
        work.need("unit.state: what its layers show")
        return Changed(unit, unit)
    moving, at_first = turned(rules, unit, first, "first", work)
    ended, at_last = turned(rules, moving, last, "last", work)
    return Changed(moving, ended, tuple(at_first), tuple(at_last))


def turned(
    rules: RuleTables, unit: PlainUnit, states: tuple[str, ...], when: str, work: Working
) -> tuple[PlainUnit, list[tuple[str, ChangeRow, str | None]]]:
    """A unit with some states changed, and the rows by which they are."""
    found = []
    for name in states:
        state, has = rules.states.get(name), unit.shows(name)
        called = name.replace("_", " ")
        row = None if state is None else state.drop if has else state.take
        verb = f"leave {called}" if has else f"become {called}"
        class_ = rules.class_of(unit)
        if state is None or (row is None and state.take is None and state.drop is None):
            work.need(f"[state.{name}] take or drop: what it costs to {verb}")
        elif row is None:
            work.forbid(f"it may not {verb}", state.rule)
        elif row.of and not rules.is_among(unit, row.of):
            if rules.is_among(unit, row.of) is None:
                work.need(f"unit.kind, unit.state: whether it is {' or '.join(row.of)}")
            else:
                work.forbid(f"only {' or '.join(row.of)} may {verb}", row.rule)
        elif row.cost.of(class_) is None:
            work.forbid(f"{class_} may not {verb}", row.rule)
        elif row.when not in ("", when):
            work.forbid(
                f"it may {verb} only {'before' if row.when == 'first' else 'after'} it moves",
                row.rule,
            )
        else:
            found.append((verb, row, class_))
        shown = unit.state or ()
        kept = tuple(one for one in shown if one != name) if has else (*shown, name)
        unit = replace(unit, state=kept)
    return unit, found


def lines_of(rows: Iterable[tuple[str, ChangeRow, str | None]], hex_: str) -> list[Step]:
    """What changes cost, in lines."""
    found = []
    for verb, row, class_ in rows:
        cost = row.cost.of(class_)
        more = ": the whole allowance" if cost == ALL else ""
        found.append(Step(f"to {verb}{more}", row.rule, None if cost == ALL else cost, end=hex_))
    return found


# How much may be in a hex: units or points, and limits of single kinds, classes and states.

POINTS = "stacking"
"""The column of ``units.csv`` with the points, as ``[units]`` names it."""


@dataclass(frozen=True, slots=True)
class Load:
    """What counts against a limit of a hex: how much ``of`` what, of the ``most`` there may be; or
    in ``words`` those who may not be there together."""

    much: Fraction
    most: int
    of: str
    rule: str
    words: str = ""

    @property
    def over(self) -> bool:
        """Whether it is too much."""
        return self.much > self.most

    @property
    def told(self) -> str:
        """What there is, in words."""
        if self.words:
            return self.words
        plural = "" if self.much == 1 or not self.of.endswith("s") else "s"
        return f"{shown(self.much)} {self.of.removesuffix('s')}{plural}"

    @property
    def limit(self) -> str:
        """What there is, in words, and the most there may be."""
        return self.words or f"{self.told} of its side, at most {self.most}"


def stacking_points(rules: RuleTables, game: PlainGame, unit: PlainUnit) -> Fraction | None:
    """The stacking points of a unit, None if they are not known; a blank cell has none."""
    more = sum(one.points for one in rules.states.values() if unit.shows(one.name))
    if unit.points is not None:
        return Fraction(str(unit.points)) + more
    counter, column = game.counters.get(unit.id or ""), rules.columns.get(POINTS)
    if counter is None or column is None:
        return None
    try:
        return Fraction(counter.column(column, unit.back) or 0) + more
    except ValueError:
        return None


def unweighed(
    rules: RuleTables, game: PlainGame, state: PlainPosition, side: str | None
) -> list[str]:
    """What is needed of a side's units whose stacking points count and are not known."""
    row = rules.stacking
    if row is None or not (row.points or any(one.points for one in row.limits)):
        return []
    return [
        f"state.units[{index}].points: the stacking points of {one.call}"
        for index, one in enumerate(state.units or ())
        if one.side == side and stacking_points(rules, game, one) is None
    ]


def loads(
    rules: RuleTables, game: PlainGame, ground: ChartRow | None, units: Sequence[PlainUnit]
) -> Iterator[Load]:
    """What some units in a hex count against each limit there."""
    row = rules.stacking
    if row is None:
        return
    most, rule = row.most, row.rule
    if ground is not None and ground.stack is not None:
        most, rule = ground.stack, ground.rule
    if ground is not None and ground.name in row.terrain:
        most, rule = row.terrain[ground.name], row.rule
    counted = [one for one in units if one.kind not in row.free]
    what = "points" if row.points else "units"
    yield Load(amount(rules, game, counted, row.points), most, what, rule)
    for other in row.limits:
        counted = [one for one in units if falls_under(other.of, one, rules.class_of(one))]
        if other.apart:
            against = [one for one in units if falls_under(other.apart, one, rules.class_of(one))]
            much = Fraction(len(against) if counted else 0)
            words = f"{' or '.join(other.of)} and {' or '.join(other.apart)} do not stand together"
            yield Load(much, 0, "units", other.rule, words.replace("_", " "))
            continue
        names = "points" if other.points else "units"
        what = f"{names} of {' or '.join(other.of)}".replace("_", " ")
        yield Load(amount(rules, game, counted, other.points), other.most, what, other.rule)


def amount(
    rules: RuleTables, game: PlainGame, units: Sequence[PlainUnit], points: bool
) -> Fraction:
    """How many units there are, or their points as far as they are known."""
    if not points:
        return Fraction(len(units))
    return sum((stacking_points(rules, game, one) or Fraction(0) for one in units), Fraction(0))


def falls_under(of: Sequence[str], unit: PlainUnit, class_: str | None) -> bool:
    """Whether a unit of a class is of some kinds or classes, or in some states."""
    ranks = (unit.kind, class_, *(unit.state or ()))
    return any(one in ranks for one in of)


MOVES = ("move", "move", "moves")
ATTACKS = ("combat", "attack", "attacks")
FIRES = ("fire", "fire", "fires")


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
    class_, made = rules.class_of(unit), rules.class_made(unit)
    free = rules.stacking is not None and rules.stacking.free
    if (rules.classes and class_ is None) or (free and unit.kind is None):
        work.need("unit.kind: its kind, by which it moves")
    half = unit.move
    if half is None and (shown := shown_rating(rules, game, unit, work)) is not None:
        half = int(2 * shown)
    if half is None:
        work.need("unit.move: its movement allowance")
        return PlainMover(unit, class_, None)
    return PlainMover(unit, class_, changed(rules, unit, half, work, made))


def shown_rating(
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


def changed(
    rules: RuleTables, unit: PlainUnit, half: int, work: Working, made: StateRow | None
) -> int:
    """An allowance as the unit's states, the weather and the phase leave it.

    :param made: the state that makes another class of its own.
    """
    own, rungs = rules.classes.get(unit.kind or "", ""), []
    if made is not None:
        work.say(f"{made.title}: it moves as {made.classes[own]}", made.rule)
    for state in rules.states.values():
        rung = state.rung("move")
        if unit.shows(state.name) is None and (rung is not None or own in state.classes):
            work.leave(f"unit.state: whether it is {state.name} ({state.rule})")
        elif rung is not None and unit.shows(state.name):
            rungs.append(rung)
    move = rules.move
    if move is not None and move.allowance.kind:
        rungs.append(Rung(move.allowance, "", move.rule, last=True))
    order, way = ("", "down") if move is None else (move.order, move.round)
    each = way if move is not None and move.each else ""
    ladder = list(laddered(Fraction(half), rungs, order, each, whole=MP))
    for index, (rung, value) in enumerate(ladder, start=1):
        half_mp = rounded(value, way, MP) if index == len(ladder) else value
        why = f"{rung.why}: " if rung.why else ""
        if rung.change.none:
            work.forbid(f"{why}it may not move", rung.rule)
        else:
            work.say(f"{why}it has {shown(half_mp / 2)} MP", rung.rule)
        half = int(half_mp)
    return half


MP = 2
"""Half-MP of one MP: allowances are whole MP."""
WHEN: Mapping[str, tuple[str, ...]] = {"move": ("move", "rail")}
"""What a phase may be for where something is done that others are for, too."""


def in_phase(
    rules: RuleTables,
    state: PlainPosition,
    unit: PlainUnit,
    work: Working,
    does: tuple[str, str, str] = MOVES,
) -> None:
    """Judge whether the phase that is said lets a unit do something, and whether not too many have.

    :param does: what it does as the phases have it, and as a verb of many and of one.
    """
    turns, phase = rules.turns, state.phase
    rows = [one for one in turns.phases if one.name == phase] if turns is not None else []
    if turns is None or not phase or not rows:
        return
    done, many, single = does
    class_ = rules.class_of(unit)
    right = [one for one in rows if one.does in WHEN.get(done, (done,))]
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
    if does == MOVES:
        keep_to_quota(turns, state, unit, class_, work)


def keep_to_quota(
    turns: TurnsRow, state: PlainPosition, unit: PlainUnit, class_: str | None, work: Working
) -> None:
    """Judge whether a unit may still move in a phase in which only so many do."""
    phase = state.phase
    for row in turns.quotas:
        if row.phase != phase or (row.of and not falls_under(row.of, unit, class_)):
            continue
        what = f"{' or '.join(row.of)} units" if row.of else "units"
        if state.used is None:
            told = f"state.used: that fewer than {row.most} {what} have moved in {phase}"
            work.leave(f"{told.replace('_', ' ')} ({row.rule})")
        elif state.used >= row.most:
            work.forbid(f"{state.used} {what} have moved in {phase}, at most {row.most}", row.rule)


# What of a position and of the rules an answer does not look at.


def leave_unjudged(tables: RuleTables, work: Working, family: str) -> None:
    """Name what no table of a game tells of a family of questions; what decides them is needed."""
    for name, row in tables.unjudged.items():
        if not row.of or family in row.of:
            add = work.need if row.decides else work.leave
            add(f"{name.replace('_', ' ')} ({row.rule})")


def know_units(
    tables: RuleTables, game: PlainGame, state: PlainPosition, side: str | None, work: Working
) -> None:
    """Name what is needed of the units in a position; what of their states is not looked at.

    :param side: whose stacks count, None where none do.
    """
    work.needs += [*state.untold(), *unweighed(tables, game, state, side)]
    for row in tables.states.values():
        if row.zoc and not row.classes:
            continue  # it changes no zone
        for one in state.units or ():
            if one.shows(row.name) is None:
                called = row.name.replace("_", " ")
                work.leave(f"state.units: whether {one.call} is {called} ({row.rule})")
