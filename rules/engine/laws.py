"""The law of exceptions: how rows that change one thing come together, by what they say and never
by the order in which a file has them.

A row that stands ``over`` another takes its place where both change the same. Of what is left a bar
prevails; then all factors are multiplied and all numbers added up. What is still open, whether
numbers are added first, or which of two values holds, is a mistake at both rows.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

from clubroute.rules.engine.fight_tables import BAR, PLUS, TIMES, CombatRow, RatingChange
from clubroute.rules.engine.keys import OTHERS, ByClass, KeyPath, RuleSource

if TYPE_CHECKING:
    from clubroute.rules.engine.tables import RuleTables

FACTORS_FIRST, ADDED_FIRST = "x+", "+x"
ORDERS = (FACTORS_FIRST, ADDED_FIRST)
ROW = 2
"""The parts of a row's place: its table and its name."""
NAMED = 3
"""Rows that a mistake names."""
BARS = ("zoc", "combat", "supply")
"""The keys of a row whose ``false`` is a bar; ``"no"`` always is."""
SINGLE = ("side", "terrain", "weather", "phase", "turn")
"""The facts of a ``when`` that have one value at a time."""
MISSING = object()
ALLOWANCE = ("move", "allowance")
"""The factor of all allowances: it multiplies after those of states."""
CITED = ("rule", "say")
"""The keys that say nothing by themselves: they belong to what stands beside them."""


class Overriding(Protocol):
    """A row that may stand over others."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def over(self) -> tuple[str, ...]:
        """The names of those it stands over."""


Row = TypeVar("Row", bound=Overriding)


def standing(rows: Iterable[Row]) -> list[Row]:
    """The rows of some that change one thing, without those another of them stands over."""
    listed = list(rows)
    under = {name for one in listed for name in one.over}
    return [one for one in listed if one.name not in under]


@dataclass(frozen=True, slots=True)
class Rung:
    """A row's change of a value, with why it holds and its rule. ``name`` is a state's. What is
    ``last`` multiplies after other factors."""

    change: RatingChange
    why: str
    rule: str
    name: str = ""
    over: tuple[str, ...] = ()
    last: bool = False


def laddered(
    value: Fraction,
    rungs: Iterable[Rung],
    order: str,
    each: str = "",
    once: bool = False,
    whole: int = 1,
) -> Iterator[tuple[Rung, Fraction]]:
    """A value as rows change it, rung by rung, each with the value then; it ends above 0.

    :param order: whether factors or additions come first. :param each: which way a value is rounded
        after a factor that does not say it. :param once: of factors that are the same one alone
        counts. :param whole: what is rounded to, 2 of half-MP.
    """
    kept = standing(one for one in rungs if one.change.kind)
    kept = [one for one in kept if one.change.kind == BAR][:1] or kept
    first = order or FACTORS_FIRST
    kept.sort(
        key=lambda one: (first.find(one.change.kind), one.last, *one.change.size, one.why, one.rule)
    )
    if once:
        factors = {one.change.size: one for one in reversed(kept) if one.change.kind == TIMES}
        kept = [one for one in kept if factors.get(one.change.size, one) is one]
    for index, rung in enumerate(kept, start=1):
        value = value * rung.change.factor + rung.change.more
        if rung.change.kind == TIMES and (way := rung.change.round or each):
            value = rounded(value, way, whole)
        yield rung, max(Fraction(0), value) if index == len(kept) else value


def rounded(value: Fraction, way: str, whole: int = 1) -> Fraction:
    """A value rounded ``up`` or down to so many."""
    return Fraction(whole * (-(-value / whole // 1) if way == "up" else value / whole // 1))


# What an author has to settle.


@dataclass(frozen=True, slots=True)
class Changing:
    """A row that changes a value: its place, and by class how; rows of one ``group`` never hold at
    once, nor do those that ask ``when`` for other facts. ``over`` are the rows it stands over."""

    key: KeyPath
    change: ByClass
    group: str = ""
    over: tuple[KeyPath, ...] = ()
    when: Mapping[str, Any] = field(default_factory=dict)

    @property
    def row(self) -> KeyPath:
        """The row it stands in; the key itself, where a table has no rows."""
        return self.key[:-1] if len(self.key) > ROW else self.key

    def kinds(self, class_: str) -> str:
        """How it changes the value of a class."""
        change: RatingChange | None = self.change.of(class_)
        return "" if change is None else change.kind


def unsettled(
    rows: Sequence[Changing], ordered: bool, each: bool = False
) -> Iterator[tuple[Changing, Changing, str]]:
    """The pairs of rows that may hold at once and do not come out the same in any order.

    :param ordered: whether the game says what comes first. :param each: whether it rounds after
        each factor: then two that differ do not, as of two that round for themselves.
    """
    for one, other in itertools.combinations(rows, 2):
        if (one.group and one.group == other.group) or apart(one.when, other.when):
            continue
        if one.row in other.over or other.row in one.over:
            continue
        either_last = (one.key == ALLOWANCE) != (other.key == ALLOWANCE)
        for class_ in {*one.change.values, *other.change.values}:
            kinds = {one.kinds(class_), other.kinds(class_)}
            changes = [change for row in (one, other) if (change := row.change.of(class_))]
            rounds = each or any(change.round for change in changes)
            if kinds == {TIMES, PLUS} and not ordered:
                yield one, other, "which comes first"
                break
            if kinds == {TIMES} and rounds and changes[0] != changes[1] and not either_last:
                yield one, other, "which is rounded first"
                break


def apart(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether the facts of two rows never hold at once, each having one value."""
    return any(
        set(one[name]).isdisjoint(other[name])
        for name in SINGLE
        if name in one.keys() & other.keys()
    )


def tell_unsettled(
    source: RuleSource, pairs: Iterable[tuple[Changing, Changing, str]], table: str
) -> None:
    """Keep the mistake of each row that another collides with, at both.

    :param table: where the order is said.
    """
    others: dict[tuple[KeyPath, str], dict[str, bool]] = {}
    for one, other, what in pairs:
        for a, b in ((one, other), (other, one)):
            both_states = a.key[0] == b.key[0] == "state"
            others.setdefault((a.key, what), {})[".".join(b.row)] = both_states
    for (key, what), rows in others.items():
        names = list(rows)
        many = "change" if len(names) > 1 else "changes"
        told = ", ".join(names[:NAMED]) + (", …" if len(names) > NAMED else "")
        ways = [] if what == "which is rounded first" else [f'order = "x+" or "+x" in [{table}]']
        ways += ['over = ["…"] in one of them'] if any(rows.values()) else []
        ways += [f'rounds = "once" in [{table}]'] if not ways else []
        source.mistake(key, f"{told} {many} it too, and nothing says {what}", " or ".join(ways))


def tell_circles(source: RuleSource, over: Mapping[str, Sequence[str]], table: str) -> None:
    """Keep the mistake of rows that stand over each other in a circle."""
    for begin in over:
        above, waiting = set[str](), list(over[begin])
        while waiting:
            at = waiting.pop()
            if at not in above:
                above.add(at)
                waiting += over.get(at, ())
        if begin in above:
            source.mistake((table, begin, "over"), f"{begin} over itself, in a circle", "no circle")


# Two tables that are laid over the rules at once: a weather's and a phase's.


@dataclass(frozen=True, slots=True)
class OverlayTable:
    """A table that is laid over others, by its place; ``over`` are the places of those it stands
    over."""

    key: KeyPath
    told: Mapping[str, Any]
    over: tuple[KeyPath, ...] = ()


def laid_together(source: RuleSource, one: OverlayTable, other: OverlayTable) -> Mapping[str, Any]:
    """Two tables that hold at once as one. Where both say something else of one thing, a bar
    prevails; else one must stand over the other, or it is a mistake at both rows."""
    return both(source, one, other, one.told, other.told, ())


def both(
    source: RuleSource,
    one: OverlayTable,
    other: OverlayTable,
    ones: Mapping[str, Any],
    others: Mapping[str, Any],
    at: KeyPath,
) -> dict[str, Any]:
    """What two tables at a place say together."""
    found = {**ones, **others}
    holds: list[OverlayTable] = []
    for name in ones.keys() & others.keys() - set(CITED):
        a, b, here = ones[name], others[name], (*at, name)
        by_class = len(at) > 0 and any(isinstance(v, Mapping) and OTHERS in v for v in (a, b))
        tables = isinstance(a, Mapping) and isinstance(b, Mapping)
        if tables and not by_class:
            found[name] = both(source, one, other, a, b, here)
        elif by_class or isinstance(a, Mapping) or isinstance(b, Mapping):
            a, b = (v if isinstance(v, Mapping) else {OTHERS: v} for v in (a, b))
            classes = dict.fromkeys((*a, *b))
            by = {c: [v.get(c, v.get(OTHERS, MISSING)) for v in (a, b)] for c in classes}
            found[name] = {
                c: settled(source, one, other, first, second, here)[0]
                for c, (first, second) in by.items()
            }
        else:
            found[name], holder = settled(source, one, other, a, b, here)
            holds += [] if holder is None else [holder]
    if holds and all(one is holder for holder in holds):
        found |= {name: ones[name] for name in CITED if name in ones}
    return found


def settled(
    source: RuleSource, one: OverlayTable, other: OverlayTable, a: Any, b: Any, at: KeyPath
) -> tuple[Any, OverlayTable | None]:
    """Which of two values holds, and whose it is; None where they do not differ."""
    if a is MISSING or b is MISSING or a == b:
        return (b if a is MISSING else a), None
    if other.key in one.over or one.key in other.over:
        return (a, one) if other.key in one.over else (b, other)
    for value, laid in ((a, one), (b, other)):
        if value == "no" or (value is False and at[2:3] and at[2] in BARS):
            return value, laid
    for laid, against in ((one, other), (other, one)):
        name = ".".join(against.key)
        told = f"{name} sets it otherwise, and both may hold"
        source.mistake((*laid.key, *at), told, f'over = ["…"] in [{name}] or in the other')
    return b, other


# Holds tables against each other: what one asks of another must be there.

POINTS = "stacking"
"""The column of ``[units]`` with stacking points."""
RATINGS = ("attack", "defence")


def hold_together(tables: RuleTables, others: Collection[RuleTables], source: RuleSource) -> None:
    """Keep the mistake of each key that asks for a table or a column that is nowhere, and of rows
    that nothing puts in order.

    :param others: the same tables with each overlay.
    """
    hold_settled(others, source)
    if POINTS not in tables.columns:
        for key in pointed(tables):
            found = "stacking points, and no column with them"
            source.mistake(key, found, f'{POINTS} = "…" in [units]')
    if tables.facing is None and all(one.facing is None for one in others):
        for key in faced(tables):
            source.mistake(key, f"{key[-1]}, and no [facing]", "[facing], by which units face")


def pointed(tables: RuleTables) -> Iterator[KeyPath]:
    """The keys that count stacking points."""
    row = tables.stacking
    if row is None:
        return
    if row.points:
        yield ("stacking", "by")
    for index, limit in enumerate(row.limits, start=1):
        if limit.points:
            yield ("stacking", "limit", str(index), "by")


def faced(tables: RuleTables) -> Iterator[KeyPath]:
    """The keys that ask which way a unit faces."""
    for index, one in enumerate(tables.combat.modifiers if tables.combat else (), start=1):
        if "from_side" in one.when:
            yield ("combat", "modifier", str(index), "when", "from_side")
    further = tables.advance.further if tables.advance is not None else None
    if further is not None and further.straight:
        yield ("advance", "further", "straight")


def hold_settled(every: Collection[RuleTables], source: RuleSource) -> None:
    """Keep the mistake of each row that collides with another: both may hold, and what comes of it
    nothing says."""
    tell_unsettled(source, itertools.chain.from_iterable(map(of_combat, every)), "combat")
    tell_unsettled(source, itertools.chain.from_iterable(map(of_moves, every)), "move")
    tell_unsettled(source, itertools.chain.from_iterable(map(of_fires, every)), "fire")
    for tables in every:
        states = tables.states
        tell_circles(source, {name: one.over for name, one in states.items()}, "state")
        for name in [name for name, one in states.items() if one.traced]:
            if tables.supply is None:
                source.mistake(("state", name, "from"), "no [supply]", "its source for each side")
            if not states[name].zoc:
                found = "no zone while supply is cut, which zones may do"
                source.mistake(("state", name, "zoc"), found, "a state that a marker shows")
        for one, other in itertools.permutations(states.values(), 2):
            if one.name in other.over or other.name in one.over:
                continue
            for old in one.classes.keys() & other.classes.keys():
                made = other.classes[old]
                if one.classes[old] != made:
                    told = f"state.{other.name} makes {old} {made}, and nothing says which holds"
                    expected = f'over = ["{other.name}"], or over = ["{one.name}"] there'
                    source.mistake(("state", one.name, "class"), told, expected)
        stacking = tables.stacking
        for name in stacking.terrain if stacking is not None else ():
            if (row := tables.terrain.get(name)) is not None and row.stack is not None:
                key, told = ("terrain", name), f"stacking.terrain.{name}, too"
                source.mistake((*key, "stack"), told, "one of them")
                source.mistake(("stacking", *key), f"terrain.{name}.stack, too", "one of them")


Pairs: TypeAlias = Iterator[tuple[Changing, Changing, str]]


def of_combat(tables: RuleTables) -> Pairs:
    """The rows that collide in what they do to ratings: those of units, then those of a side."""
    combat = tables.combat
    for rating in RATINGS if combat is not None else ():
        ordered = combat is not None and bool(combat.order)
        yield from unsettled([*of_states(tables, rating), *of_ground(tables, rating)], ordered)
        yield from unsettled([*modifying(combat, rating)], ordered)


def of_fires(tables: RuleTables) -> Pairs:
    """The rows that collide in what they do to the strength of fire."""
    row = tables.fire
    if row is not None:
        ordered = bool(row.table.order)
        bands = [
            Changing(("fire", "band", str(at)), ByClass({OTHERS: one.change}), "band")
            for at, one in enumerate(row.bands, start=1)
        ]
        yield from unsettled([*of_states(tables, fires_with(tables)), *bands], ordered)
        yield from unsettled([*modifying(row.table, "attack", "fire")], ordered)


def fires_with(tables: RuleTables) -> str:
    """The rating with which units fire: that of fire, or that of attack if they have none."""
    return "fire" if "fire" in tables.columns else "attack"


def of_moves(tables: RuleTables) -> Pairs:
    """The rows that collide in what they do to allowances."""
    rows, move = [*of_states(tables, "move")], tables.move
    if move is not None and move.allowance.kind:
        rows.append(Changing(ALLOWANCE, ByClass({OTHERS: move.allowance})))
    order, each = ("", False) if move is None else (move.order, move.each)
    yield from unsettled(rows, bool(order), each)


def of_states(tables: RuleTables, rating: str) -> Iterator[Changing]:
    """What states do to a rating or the allowance."""
    for one in tables.states.values():
        if (rung := one.rung(rating)) is not None:
            over = tuple(("state", name) for name in one.over)
            yield Changing(("state", one.name, rating), ByClass({OTHERS: rung.change}), over=over)


def of_ground(tables: RuleTables, rating: str) -> Iterator[Changing]:
    """What the ground and what is crossed do to a rating. A hex is of one terrain."""
    for chart, rows in (("terrain", tables.terrain), ("hexside", tables.hexside)):
        for name, row in rows.items():
            change: ByClass | None = getattr(row, rating)
            if change is not None:
                group = "terrain" if chart == "terrain" else ""
                yield Changing((chart, name, rating), change, group)


def modifying(combat: CombatRow | None, rating: str, table: str = "combat") -> Iterator[Changing]:
    """What modifiers do to a side's strength. Those that ask for other terrain, weather or phases
    never hold at once."""
    for index, one in enumerate(combat.modifiers if combat else (), start=1):
        change: RatingChange | None = getattr(one, rating)
        if change is not None:
            key = (table, "modifier", str(index), rating)
            yield Changing(key, ByClass({OTHERS: change}), when=one.when)
