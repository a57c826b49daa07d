"""A rule set of the Club Route: every name and number of ``tables/clubroute/<name>.toml``.

Games differ in these files, not in branches of the code. Rules are as cited, ``WED 4.2``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from clubroute.rules.book.rulebook import Section
from clubroute.rules.book.rulebook import rule_sets as topic_rule_sets
from clubroute.rules.gts.clubroute.display import RouteDisplay, read_club_route
from clubroute.rules.gts.games import SERIES, book
from clubroute.rules.gts.sources import source_file

System: TypeAlias = Literal["marker", "declared"]
Otherwise: TypeAlias = Literal["wait", "lost", "skip"]


@dataclass(frozen=True, slots=True)
class StopSource:
    """Areas of a kind and of these games are Stop hexes, by this rule."""

    kind: str
    games: tuple[str, ...]
    rule: str


@dataclass(frozen=True, slots=True)
class FormationRule:
    """The rule of a Formation.

    The Marker must stand in the hex of one of the areas ``at`` or beyond (or in a hex so named),
    be off the map, or on a game's map; ``otherwise`` the release waits, or the Formation is lost,
    or skipped. ``place`` is where its Units enter, "" the Marker's hex.
    """

    id: str
    rule: str
    otherwise: Otherwise
    names: tuple[str, ...] = ()
    division: str = ""
    auto: bool = False
    at: tuple[str, ...] = ()
    place: str = ""
    off_map: bool = False
    on_map: str = ""
    sea_tail: str = ""


@dataclass(frozen=True, slots=True)
class DivisionRule:
    """A Division's own modifier, and whether it may pay Dispatch Points on top."""

    id: str
    division: str
    rule: str
    modifier: int
    more_dispatch: bool


@dataclass(frozen=True, slots=True)
class Release:
    """The numbers of a release roll (WED 4.3.2). ``not_on``: the date without one."""

    rule: str
    modifier_rule: str
    not_on: str
    time: str
    bailey: int
    bulldozer: int
    cut: int
    entry: int
    dispatch: int
    most_dispatch: int
    order_rule: str
    order: tuple[tuple[str, ...], ...]
    divisions: tuple[DivisionRule, ...]


@dataclass(frozen=True, slots=True)
class RouteScenario:
    """A scenario with a Club Route of its own, both ends included, without a Marker."""

    id: str
    rule: str
    start: str
    end: str
    out: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One way the Club Route is played.

    ``display`` is what the module's Club Route window calls statuses and boxes.
    """

    id: str
    system: System
    book: Section
    display: RouteDisplay

    def __getitem__(self, name: str) -> Section:
        """The section of that name, empty if this way is played without it."""
        return self.book.get(name)

    def rows(self, name: str) -> tuple[Section, ...]:
        """The rows of a repeated table."""
        return self.book.listed(name)

    @property
    def enemy(self) -> str:
        """The side that spoils the route."""
        return self["sides"].text("enemy")

    @property
    def spurs(self) -> Mapping[str, str]:
        """The spurs by name: the id of the area that is each."""
        values = self["route"].get("spurs").values
        return {name: id_ for name, id_ in values.items() if name != "rule"}

    @property
    def stops(self) -> tuple[StopSource, ...]:
        """Which areas are Stop hexes."""
        return tuple(row.typed(StopSource) for row in self["stops"].listed("areas"))

    @property
    def formations(self) -> tuple[FormationRule, ...]:
        """The rules of single Formations."""
        return tuple(row.typed(FormationRule) for row in self.rows("formations"))

    @property
    def release(self) -> Release:
        """The numbers of the release."""
        section = self["release"]
        divisions = tuple(row.typed(DivisionRule) for row in section.listed("divisions"))
        return section.typed(Release, divisions=divisions)

    def scenario(self, id_: str) -> RouteScenario | None:
        """A scenario's own route, None if it has none."""
        rows = (row.typed(RouteScenario) for row in self.rows("scenarios"))
        return next((row for row in rows if row.id == id_), None)

    @property
    def scenario_ids(self) -> tuple[str, ...]:
        """The scenarios with a route of their own."""
        return tuple(row.text("id") for row in self.rows("scenarios"))


def rule_sets() -> tuple[str, ...]:
    """The names of the rule sets."""
    return topic_rule_sets(SERIES.id, "clubroute")


def rule_set(name: str, project: Path | None = None) -> RuleSet:
    """The rule set of that name, with the display of a project or the one shipped.

    :raises KeyError: no such rule set.
    :raises InputError: a display that cannot be read.
    """
    rules = book("clubroute", name)
    display = read_club_route(source_file(rules.text("display"), project))
    system: System = "declared" if rules.text("system") == "declared" else "marker"
    return RuleSet(name, system, rules, display)
