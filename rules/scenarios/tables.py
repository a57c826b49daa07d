"""The tables of a scenario that are the Grand Tactical Series' own, as records.

``counters/gts/scenario.toml`` declares their columns; a scenario of another series has none.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from clubroute.builder.errors import Where

if TYPE_CHECKING:
    from clubroute.builder.sources.scenarios import Scenario

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Bridge:
    """How a bridge stands at the start; None is not said. ``hexside`` is None for all others,
    ``open`` says what the rulebook leaves open."""

    hexside: str | None
    others: bool
    name: str
    state: tuple[str, ...]
    wired: str | None
    control: str | None
    by: str | None
    provenance: str
    cite: str
    open: str
    where: Where = field(compare=False)


@dataclass(frozen=True, slots=True)
class Route:
    """Club Route at the start: the marker's hex if it is in play, the stretch, status and queue."""

    in_play: bool = False
    text: str = ""
    marker: str | None = None
    first: str | None = None
    last: str | None = None
    spurs: tuple[str, ...] = ()
    status: str | None = None
    attacked: int | None = None
    closed: int | None = None
    queue: tuple[str, ...] = ()
    provenance: str = "assumed"
    cite: str = ""
    open: str = ""
    where: Where | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Building:
    """Which sides may build road blocks, deploy Rearguards, dig positions in the scenario; None is
    not said."""

    road_blocks: tuple[str, ...] = ()
    rearguards: tuple[str, ...] = ()
    positions: tuple[str, ...] | None = None
    text: str = ""
    cite: str = ""
    where: Where | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Command:
    """Ratings and points of a division, or of a whole side; None is not used or not printed."""

    side: str
    division: str | None
    command_rating: int | None
    command_points: int | None
    dispatch_rating: int | None
    dispatch_points: int | None
    cite: str
    where: Where = field(compare=False)


@dataclass(frozen=True, slots=True)
class Strike:
    """Strikes planned or made before play: how many, of what, in which turns."""

    what: str
    count: int
    turns: tuple[str, ...]
    within: int | None
    text: str
    cite: str
    where: Where = field(compare=False)


def rows(scenario: Scenario, table: str, kind: Callable[..., T]) -> tuple[T, ...]:
    """The rows of a table as records of a kind, whose fields are its columns."""
    return tuple(kind(**row.cells, where=row.where) for row in scenario.declared.get(table, ()))


def bridges(scenario: Scenario) -> tuple[Bridge, ...]:
    """How the scenario's bridges stand."""
    return rows(scenario, "bridge", Bridge)


def club_route(scenario: Scenario) -> Route:
    """How Club Route stands; not in play where nothing is said of it."""
    return next(iter(rows(scenario, "club_route", Route)), Route())


def building(scenario: Scenario) -> Building:
    """Who may build what; without a citation where nothing is said of it."""
    return next(iter(rows(scenario, "building", Building)), Building())


def commands(scenario: Scenario) -> tuple[Command, ...]:
    """Ratings and points, a row a division or side."""
    return rows(scenario, "command", Command)


def strikes(scenario: Scenario) -> tuple[Strike, ...]:
    """Strikes before play."""
    return rows(scenario, "strike", Strike)
