"""Units by all their names: whether one is among those a table names.

A counter has an id, a printed name and names a scenario's list gives it. A table may use any of
them, and so may a question.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from clubroute.rules.gts.position.units import Unit
from clubroute.rules.gts.roster import roster_of
from clubroute.rules.position.names import same_group, same_unit

MOST_NAMES = 1024
"""Names kept with their counters: a service is asked for any names, without end."""


def is_called(unit: Unit, names: Sequence[str], game: str | None = None) -> bool:
    """Whether a Unit is one of those some names mean, by any name of its counter.

    :param game: the game whose counters count; all games' without one.
    """
    own = [name for name in (unit.id, unit.name) if name]
    if any(same_unit(one, name) for one in own for name in names):
        return True
    mine = counters_called(unit, game)
    return bool(mine) and mine <= counters_of(tuple(names), game)


def names_of(unit: Unit, game: str | None = None) -> tuple[str, ...]:
    """All names of a Unit: those that are said, then those of its counter if only one fits."""
    own = [name for name in (unit.id, unit.name) if name]
    mine = counters_called(unit, game)
    if len(mine) == 1:
        counter = roster_of(game).ids[next(iter(mine))]
        own += [counter.id, counter.name, *counter.aliases]
    return tuple(dict.fromkeys(own))


def counters_called(unit: Unit, game: str | None = None) -> frozenset[str]:
    """The ids of the counters a Unit may be: by its id, else by its name."""
    by_id = counters_of((unit.id,), game) if unit.id else frozenset()
    return by_id or (counters_of((unit.name,), game) if unit.name else frozenset())


@lru_cache(MOST_NAMES)
def counters_of(names: tuple[str, ...], game: str | None = None) -> frozenset[str]:
    """The ids of the counters that some names may mean."""
    roster = roster_of(game)
    return frozenset(
        counter.id for name in names for counter in roster.called(Unit(id=name, name=name))
    )


def is_one_of(unit: Unit, names: Sequence[str]) -> bool:
    """Whether a Unit is one of some, also if a name leaves out words at its ends."""
    own = [name for name in (unit.id, unit.name) if name]
    return is_called(unit, names) or any(same_group(one, name) for one in own for name in names)
