"""A scenario that joins others: what holds of theirs besides its own rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from clubroute.builder.errors import InputError, Where
from clubroute.builder.sources.scenarios import Scenario

LISTS = (
    *("areas", "pools", "units", "laid", "bridges", "available", "draws", "events", "strikes"),
    *("drops", "sticks", "known", "unsettled", "rules", "stock", "supply"),
)
"""Parts of which a joining scenario has those of the others, then its own."""


def joined_scenario(scenario: Scenario, others: Sequence[Scenario]) -> Scenario:
    """The scenario with the rows of those it joins; its own come last, or instead of theirs.

    :param others: scenarios of the games it joins; one that joins none is as it was.
    """
    joins = [one for name in scenario.joins for one in others if one.id == name]
    everything = (*joins, scenario)
    firsts = [chit for one in reversed(everything) for chit in one.mug.first_chits]
    chits = dict.fromkeys(chit for one in everything for chit in one.mug.chits)
    commands = {(row.side, row.division): row for one in everything for row in one.commands}
    rows: dict[str, Any] = {
        name: tuple(row for one in everything for row in getattr(one, name)) for name in LISTS
    }
    found = replace(
        scenario,
        **rows,
        arrivals=(
            *(arrival for one in joins for arrival in one.arrivals if not arrival.alone),
            *scenario.arrivals,
        ),
        commands=tuple(commands.values()),
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
