"""What it takes to take up a state or to leave it, before and after a move."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from clubroute.rules.answer.model import Step
from clubroute.rules.answer.working import Working
from clubroute.rules.plain.book.tables import ALL, ChangeRow, RuleTables
from clubroute.rules.plain.position import PlainUnit


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
