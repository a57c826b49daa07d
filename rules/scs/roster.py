"""The roster: units known by their counters (``counters/ins``) and the owner's ``ins_ratings``.

What a question leaves out of a unit is taken from the position's unit of that id or name, then
from its counter, then from the owner's ratings of the side that is up.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from clubroute.builder.counting import is_whole
from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.builder.project import shipped_project
from clubroute.builder.sources.counters import UnitCounter as Counter
from clubroute.builder.sources.counters import read_units
from clubroute.builder.sources.order_of_battle import read_order_of_battle
from clubroute.rules.answer.model import Step
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.schema import shown
from clubroute.rules.owner.read import OwnerRow
from clubroute.rules.owner.tables import rated_faces
from clubroute.rules.position.names import squeezed
from clubroute.rules.scs.games import GAME, book
from clubroute.rules.scs.position.position import KIND_OF, NA, Unit

MARKS = ("exploit", "yellow", "oval", "dukw", "glider")
FIGURES = ("attack", "barrage", "range", "defence")
GROUPS = ("side", "division", "formation")


@dataclass(frozen=True, slots=True)
class Roster:
    """The counters by what they are called: ids, and names without spaces and case.

    ``facts`` has by id what a counter says of its unit.
    """

    called: Mapping[str, Counter]
    facts: Mapping[str, Mapping[str, Any]]

    def counter(self, unit: Unit) -> Counter | None:
        """The counter of a unit's id, else of its name; None if none is called so."""
        names = (squeezed(name) for name in (unit.id, unit.name) if name)
        return next((self.called[name] for name in names if name in self.called), None)

    def near(self, name: str) -> str | None:
        """The id or printed name nearest to one that nothing has."""
        near = nearest_name(squeezed(name), self.called)
        return None if near is None else self.called[near].name


@cache
def roster() -> Roster:
    """The roster; read once."""
    folder = shipped_project().counters / GAME
    counters = read_units(folder / "units.csv", read_order_of_battle(folder))
    called = {squeezed(name): one for one in counters for name in (one.id, one.name)}
    return Roster(called, {one.id: of_counter(one) for one in counters})


def enlisted(context: Context, unit: Unit, path: str) -> Unit:
    """Complete a unit from its counter and the owner's ratings; as it is, if it has none.

    :raises InputError: it is said to be of the other side.
    """
    counter = roster().counter(unit)
    if counter is None:
        return unit
    if unit.side not in (None, counter.side):
        where = Where("params", part=f"{path}.side")
        raise InputError(where, shown(unit.side), f"{counter.side}, as {counter.name}'s counter")
    facts, rows = (
        unsaid(unit, roster().facts[counter.id]),
        rated_faces(context, RATINGS, (counter.id, counter.name)),
    )
    guessed = {name: facts.pop(name) for name in counter.assumed if name in facts}
    own = unsaid(unit, of_rows(unit, rows), facts.keys() | guessed.keys())
    call, lines = unit.name or counter.name, []
    if facts:
        lines.append(Step(f"{call}: {words(facts)} (its counter)", counter.cite))
    if guessed:
        why = f"; {counter.reason}" if counter.reason else ""
        text = f"{call}: {words(guessed)} (its counter{why})"
        lines.append(Step(text, counter.cite, provenance="assumed"))
    if own:
        lines.append(Step(f"{call}: {words(own)}, on your counter", OWNED))
    elif rows and side_up(unit, rows) is None:
        text = f"{call}: which side is up is not said (unit.back, or unit.steps)"
        lines.append(Step(text, OWNED))
    if not lines:
        return unit
    sources, guesses = (*unit.sources, *lines), (*unit.guessed, *guessed)
    return replace(unit, **facts, **guessed, **own, sources=sources, guessed=guesses)


RATINGS = "ins_ratings"
OWNED = f"owner/{RATINGS}.csv"


def unsaid(unit: Unit, facts: Mapping[str, Any], known: Collection[str] = ()) -> dict[str, Any]:
    """Those facts that a unit does not say itself, and that are not ``known``."""
    return {
        name: value
        for name, value in facts.items()
        if getattr(unit, name) is None and name not in known
    }


def of_counter(counter: Counter) -> dict[str, Any]:
    """What our counters say of a unit. Nothing of what they leave blank."""
    # A mark that the back has otherwise is not known of either side.
    marks = {n: mark for n, mark in counter.marks.items() if counter.back_marks.get(n) == mark}
    facts = {
        **{name: getattr(counter, name) for name in ("id", "name", *GROUPS)},
        "kind": KIND_OF.get(counter.kind),
        "assigned": book("roster")["assigned"].values.get(counter.formation or ""),
        **{name: marks.get(name) for name in MARKS},
    }
    return {name: value for name, value in facts.items() if value is not None}


def words(added: Mapping[str, Any]) -> str:
    """Facts as a player says them; what a unit is called goes without saying."""
    return ", ".join(word(name, value) for name, value in added.items() if name not in CALLED)


CALLED = ("id", "name")


def word(name: str, value: Any) -> str:
    """A fact as a player says it."""
    if isinstance(value, bool):
        return name if value else f"no {name}"
    if name in (*GROUPS, "kind"):
        return str(value)
    return f"{name} {'Na' if name == 'ma' and value == NA else value}"


def side_up(unit: Unit, rows: Mapping[str, OwnerRow]) -> str | None:
    """Which side of a unit is up, as it is said or by its steps; None if that is not known."""
    if unit.back is not None:
        return "back" if unit.back else "front"
    whole = rows["front"].number("steps") if "front" in rows else None
    if unit.steps is None or whole is None:
        return None
    return "front" if unit.steps >= whole else "back"


def of_rows(unit: Unit, rows: Mapping[str, OwnerRow]) -> dict[str, Any]:
    """What the owner's ratings say of the side that is up, or of both alike."""
    up = side_up(unit, rows)
    if up is not None:
        return dict(printed(rows[up])) if up in rows else {}
    if len(rows) < 2:
        return {}
    front, back = (dict(printed(rows[face])) for face in ("front", "back"))
    return {name: value for name, value in front.items() if back.get(name) == value}


def printed(row: OwnerRow) -> Iterator[tuple[str, Any]]:
    """The cells of a row as fields of a unit. :raises InputError: no movement allowance."""
    for name in FIGURES:
        if (figure := row.number(name)) is not None:
            yield name, figure
    for name in MARKS:
        if row.values[name] is not None:
            yield name, row.yes(name)
    move = row.text("move")
    if move and not (is_whole(move) or move == "Na"):
        raise row.source.error("move", repr(move), "MP, or Na")
    if move:
        yield "ma", NA if move == "Na" else int(move)


def known_unit(name: str, path: str) -> Unit:
    """The unit of a counter. :raises InputError: none is called so, with the nearest name."""
    counter = roster().counter(Unit(name=name))
    if counter is None:
        where = Where("params", part=path)
        expected = "a unit of the state, or the id or name of a counter"
        raise InputError(where, shown(name), expected, roster().near(name))
    return Unit(id=counter.id, name=counter.name)
