"""What stands where when a scenario begins, as an answer."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.rules.answer.model import Receipt, Step
from clubroute.rules.asking.kinds import SIDE
from clubroute.rules.position.names import same_group
from clubroute.rules.scenarios.book import ToldScenario
from clubroute.rules.scenarios.rows import (
    ROWS,
    elsewhere,
    filled,
    line,
    on_side,
    row_line,
    row_record,
)

if TYPE_CHECKING:
    from clubroute.builder.sources.scenario_units import ListedUnits

SET_UP: Mapping[str, Any] = {
    **dict.fromkeys(("units", "to_place", "markers", "known", "open"), ROWS),
    "sets_up_first": SIDE.schema(),
}
"""The values of the answer, by name."""


def set_up_answer(
    told: ToldScenario,
    side: str | None,
    group: str | None,
    hex_: str | None,
    lines: Sequence[Step] = (),
    own: Mapping[str, Any] = MappingProxyType({}),
    *,
    part: str = "division",
) -> Receipt:
    """Tell the set-up, or what of it is a side's, a division's or formation's, or in a hex.

    :param lines: what a series has there beside units and markers.
    :param own: the same as values of the answer. :param part: the parameter that names the group.
    :raises InputError: no counter is of such a division or formation.
    """
    scenario = told.scenario
    if group is not None:
        known_group(told, group, part)
    rows = [row for row in scenario.units if row.arrival is None and not row.again]
    rows = [row for row in on_side(told, rows, side) if wanted(told, row, group, hex_)]
    whole = side is None and group is None
    laid = [one for one in scenario.laid if whole and hex_ in (None, one.hex)]
    steps = [row_line(told, row) for row in rows]
    steps += [line(told.name(one.marker), one.cite, one.hex or one.area or "") for one in laid]
    steps += lines
    if not steps:
        steps = [line("nothing stands there at the start", scenario.cite, hex_ or "")]
    everything = whole and hex_ is None
    waiting = [row for row in rows if row.hex is None]
    extra: dict[str, Any] = {
        "units": [row_record(told, row) for row in rows if row.hex is not None],
        "to_place": [row_record(told, row) for row in waiting],
        "markers": [
            filled(
                {
                    "marker": told.name(one.marker),
                    "hex": one.hex,
                    "area": one.area,
                    "back": True if one.state else None,
                    "cite": one.cite,
                }
            )
            for one in laid
        ],
        **own,
    }
    if everything:
        extra["known"] = [
            {"what": one.what, "text": one.text, "provenance": one.provenance, "cite": one.cite}
            for one in scenario.known
        ]
        extra["open"] = [{"text": one.text, "cite": one.cite} for one in scenario.unsettled]
        extra["sets_up_first"] = scenario.sets_up_first
    standing = sum(row.count for row in rows if row.hex is not None)
    summary = f"{scenario.title}: in their hexes {standing}, to be placed {len(waiting)}"
    return Receipt("decided", tuple(steps), unchecked=elsewhere(told), summary=summary, extra=extra)


def known_group(told: ToldScenario, group: str, part: str) -> None:
    """Look a division or formation up. :raises InputError: the game has none called so."""
    counters = [unit for one in (told, *told.joined) for unit in one.units.values()]
    names = {name for unit in counters for name in (unit.division, unit.formation) if name}
    if not any(same_group(name, group) for name in names):
        expected = f"a division or formation of {told.scenario.title}"
        raise InputError(Where("params", part=part), repr(group), expected, near(group, names))


def near(group: str, names: Collection[str]) -> str | None:
    """The name nearest to another, or nearest to it in one of its words."""
    words = {word: name for name in sorted(names, reverse=True) for word in (name, *name.split())}
    found = nearest_name(group, words)
    return None if found is None else words[found]


def wanted(told: ToldScenario, row: ListedUnits, group: str | None, hex_: str | None) -> bool:
    """Whether a row is among those asked about."""
    if hex_ is not None and row.hex != hex_:
        return False
    record = row_record(told, row)
    own = (record.get("division", ""), record.get("formation", ""))
    return group is None or any(same_group(one, group) for one in own)
