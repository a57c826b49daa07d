"""A scenario that joins others: the rows of theirs that hold besides its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from clubroute.builder.errors import InputError, Where
from clubroute.builder.sources.order_of_battle import DeclaredTable
from clubroute.builder.sources.scenario_tables import DeclaredRow
from clubroute.builder.sources.scenarios import Scenario

LISTS = (
    *("areas", "pools", "units", "laid", "available", "draws", "events"),
    *("drops", "sticks", "known", "unsettled", "rules", "stock", "supply"),
)
"""Parts of which a joining scenario has those of the others, then its own."""


def joined_scenario(
    scenario: Scenario, others: Sequence[Scenario], tables: Mapping[str, DeclaredTable]
) -> Scenario:
    """Return the scenario with the rows of those it joins; its own come last, or instead of theirs.

    :param others: scenarios of the games it joins; without any it stays as it is.
    :param tables: the series' own tables.
    :raises InputError: a row is in two of them.
    """
    joins = [
        without(other, scenario.set_aside)
        for name in scenario.joins
        for other in others
        if other.id == name
    ]
    everything = (*joins, scenario)
    firsts = [chit for joined in reversed(everything) for chit in joined.mug.first_chits]
    chits = dict.fromkeys(chit for one in everything for chit in one.mug.chits)
    rows: dict[str, Any] = {
        name: tuple(row for one in everything for row in getattr(one, name)) for name in LISTS
    }
    found = replace(
        scenario,
        **rows,
        arrivals=(
            *(arrival for join in joins for arrival in join.arrivals if not arrival.alone),
            *scenario.arrivals,
        ),
        declared={name: joined_rows(everything, table) for name, table in tables.items()},
        mug=replace(
            scenario.mug,
            chits=tuple(chit for chit in chits if chit not in firsts),
            first_chits=tuple(dict.fromkeys(firsts)),
        ),
        cup=next((one.cup for one in reversed(everything) if one.cup is not None), None),
    )
    for part in ("areas", "pools", "arrivals", "sticks"):
        ids = [row.id for row in getattr(found, part)]
        twice = next((name for name in ids if ids.count(name) > 1), None)
        if twice is not None:
            where = Where(scenario.path, None, None, "joins")
            raise InputError(where, f"{part} {twice!r} in two of them", "each once")
    return found


def without(scenario: Scenario, cites: Sequence[str]) -> Scenario:
    """Return a scenario without the rules and arrivals that are cited so."""
    return replace(
        scenario,
        rules=tuple(one for one in scenario.rules if one.cite not in cites),
        arrivals=tuple(one for one in scenario.arrivals if one.cite not in cites),
    )


def joined_rows(everything: Sequence[Scenario], table: DeclaredTable) -> tuple[DeclaredRow, ...]:
    """Return the rows of a table: of the last scenario alone, or of all, the last of each key."""
    rows = [row for one in everything for row in one.declared.get(table.name, ())]
    if table.key is None:
        return everything[-1].declared.get(table.name, ())
    if not table.key:
        return tuple(rows)
    return tuple({tuple(row.cells[name] for name in table.key): row for row in rows}.values())
