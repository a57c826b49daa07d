"""The tables of a scenario that are the series' own, as records and in words.

``counters/gts/scenario.toml`` declares their columns.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from clubroute.builder.errors import Where

if TYPE_CHECKING:
    from clubroute.builder.sources.scenarios import Scenario

T = TypeVar("T")

NEVER_WIRED, BAILEY = "never_wired", "bailey"
FIGURES = ("command_rating", "command_points", "dispatch_rating", "dispatch_points")


@dataclass(frozen=True, slots=True)
class BridgeRow:
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
class RouteRow:
    """Club Route at the start: the marker's hex if it is in play, the stretch, status and queue."""

    in_play: bool
    text: str
    marker: str | None
    first: str | None
    last: str | None
    spurs: tuple[str, ...]
    status: str | None
    attacked: int | None
    closed: int | None
    queue: tuple[str, ...]
    provenance: str
    cite: str
    open: str
    where: Where = field(compare=False)


@dataclass(frozen=True, slots=True)
class BuildingRow:
    """Which sides may build road blocks, deploy Rearguards, dig positions in the scenario; None is
    not said."""

    road_blocks: tuple[str, ...]
    rearguards: tuple[str, ...]
    positions: tuple[str, ...] | None
    text: str
    cite: str
    where: Where = field(compare=False)


@dataclass(frozen=True, slots=True)
class CommandRow:
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
class StrikeRow:
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


def bridges(scenario: Scenario) -> tuple[BridgeRow, ...]:
    """How the scenario's bridges stand."""
    return rows(scenario, "bridge", BridgeRow)


def club_route(scenario: Scenario) -> RouteRow | None:
    """How Club Route stands; None where nothing is said of it."""
    return next(iter(rows(scenario, "club_route", RouteRow)), None)


def building(scenario: Scenario) -> BuildingRow | None:
    """Who may build what; None where nothing is said of it."""
    return next(iter(rows(scenario, "building", BuildingRow)), None)


def commands(scenario: Scenario) -> tuple[CommandRow, ...]:
    """Ratings and points, a row a division or side."""
    return rows(scenario, "command", CommandRow)


def strikes(scenario: Scenario) -> tuple[StrikeRow, ...]:
    """Strikes before play."""
    return rows(scenario, "strike", StrikeRow)


def bridge_text(row: BridgeRow) -> str:
    """How a bridge stands at the start."""
    said = ["a Bailey Bridge" if word == BAILEY else word.replace("_", " ") for word in row.state]
    if row.wired is not None and NEVER_WIRED not in row.state:
        said.append("not wired" if row.wired == "none" else f"wired by the {row.wired} side")
    if row.control is not None:
        said.append("contested" if row.control == "contested" else f"{row.control} controlled")
    where = f" ({row.hexside})" if row.hexside else ""
    return f"{row.name}{where} is {', '.join(said) or 'not described'}"


def command_text(one: CommandRow) -> str:
    """Ratings and points of a division as a line."""
    figures = [
        f"{name.replace('_', ' ').title()} {getattr(one, name)}"
        for name in FIGURES
        if getattr(one, name) is not None
    ]
    return f"{one.division or one.side}: {', '.join(figures)}"
