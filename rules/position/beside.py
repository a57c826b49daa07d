"""Units that are said beside those of a scenario's set-up: who of the set-up they are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Protocol, TypeVar

from clubroute.builder.counting import so_many
from clubroute.rules.position.names import MOST_NAMED, squeezed


class SetUpUnit(Protocol):
    """What a unit of every series has."""

    @property
    def id(self) -> str | None: ...
    @property
    def name(self) -> str | None: ...
    @property
    def hex(self) -> str | None: ...
    @property
    def back(self) -> bool | None: ...
    def over(self: U, known: U) -> U: ...


U = TypeVar("U", bound=SetUpUnit)


def laid_over(begun: Sequence[U], units: Iterable[U]) -> tuple[list[int], list[U]]:
    """Tell which units of a set-up stand as set up, by their index, and the units that are said.

    A unit that is said is the one of its id or name in the set-up. Of several copies it is one
    still to be placed; where all are placed, no one knows which, and all stand as set up. A unit
    has the side up of its set-up, and all of its set-up where it has not left its hex.
    """
    left, said_now = list(range(len(begun))), []
    for unit in units:
        alike = [index for index in left if same(begun[index], unit)]
        waiting = [index for index in alike if begun[index].hex is None]
        known = waiting[0] if waiting else alike[0] if len(alike) == 1 else None
        if known is not None:
            left.remove(known)
            unit = placed(unit, begun[known])
        said_now.append(unit)
    return left, said_now


def still_to_place(waiting: Sequence[str], scenario: str, unit: str) -> str:
    """The line on units that are in play, and of which nobody can say where they stand.

    :param waiting: each with the place it may have. :param unit: what the series calls one.
    """
    names = list(dict.fromkeys(waiting))
    rest = f"; … (scenario.setup lists all {len(names)})" if len(names) > MOST_NAMED else ""
    return (
        f"{so_many(len(waiting), unit)} of {scenario} still to be placed, "
        "neither there nor absent: " + "; ".join(names[:MOST_NAMED]) + rest
    )


def set_up_text(scenario: str, standing: int, waiting: int, unit: str) -> str:
    """What a position has of a set-up's units: ``as set up, WED-4: 33 Units stand ...``."""
    return f"as set up, {scenario}: {units_text(standing, waiting, unit)}"


def units_text(standing: int, waiting: int, unit: str) -> str:
    """How many units a set-up has in their hexes, and how many still to be placed."""
    where = "stands in its hex" if standing == 1 else "stand in their hexes"
    more = f", {waiting} are still to be placed" if waiting else ""
    return f"{so_many(standing, unit)} {where}{more}"


def same(one: SetUpUnit, other: SetUpUnit) -> bool:
    """Whether two units are of one counter: by their ids, else by their names."""
    if one.id and other.id:
        return one.id == other.id
    return bool(one.name and other.name) and squeezed(one.name or "") == squeezed(other.name or "")


def placed(unit: U, known: U) -> U:
    """A unit completed from its set-up, as far as it still holds where the unit stands now."""
    if known.hex in (None, unit.hex) or unit.hex is None:
        return unit.over(known)
    moved: Any = unit
    return unit if unit.back is not None else replace(moved, back=known.back)
