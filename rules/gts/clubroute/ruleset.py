"""A rule set of the Club Route: every name and number of ``tables/clubroute/<name>.toml``.

Games differ in these files, not in branches of the code. Rules are as cited, ``WED 4.2``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias

from clubroute.builder.errors import Where
from clubroute.builder.sources.toml_table import TomlTable, read_toml_table
from clubroute.builder.sources.windows import DisplayBox, read_boxes
from clubroute.rules.book.rulebook import ChosenReadings, Section, reading
from clubroute.rules.book.rulebook import rule_sets as topic_rule_sets
from clubroute.rules.gts.games import SERIES, book, source_file

# The Club Route display of a game: ``counters/<game>/club_route.toml``.
#
# The module draws a window from the same file; here stands what the rules assistant calls the
# boxes, the statuses and the markers.


@dataclass(frozen=True, slots=True)
class RouteDisplay:
    """The display. ``status`` is the status marker's id, ``open`` and ``cut`` what its faces say;
    ``attacked`` and ``closed`` are the ids of the markers a turn earns."""

    title: str
    status: str
    open: str
    cut: str
    attacked: str
    closed: str
    boxes: tuple[DisplayBox, ...]
    cite: str
    where: Where = field(compare=False)

    def box(self, id_: str) -> DisplayBox:
        """The box of that id. :raises KeyError: there is none."""
        for box in self.boxes:
            if box.id == id_:
                return box
        raise KeyError(id_)


def read_club_route(path: Path, markers: Collection[str] | None = None) -> RouteDisplay:
    """The display of a ``club_route.toml``.

    :param markers: the ids of the game's markers, None to leave them unchecked.
    :raises InputError: an unreadable source, a missing or unknown key, a marker that does not
        exist, a box without room or a title that stands twice.
    """
    top = read_toml_table(path)
    top.only(("title", "cite", "status", "earned", "boxes"))
    status, earned = top.inner("status"), top.inner("earned")
    status.only(("marker", "open", "cut", "cite"))
    earned.only(("attacked", "closed", "cite"))
    boxes = read_boxes(top, "boxes", markers)
    if not boxes:
        raise top.error("boxes", "no boxes", "at least one [[boxes]]")
    return RouteDisplay(
        title=top.value("title", str),
        status=marker_id(status, "marker", markers),
        open=status.value("open", str),
        cut=status.value("cut", str),
        attacked=marker_id(earned, "attacked", markers),
        closed=marker_id(earned, "closed", markers),
        boxes=boxes,
        cite=top.value("cite", str),
        where=Where(str(path)),
    )


def marker_id(table: TomlTable, key: str, markers: Collection[str] | None) -> str:
    """The id of a marker. :raises InputError: no such marker."""
    value = table.value(key, str)
    return value if markers is None else table.checked(key, value, markers)


# Readings of the Club Route rules that a referee may have to choose between.
#
# Each is an option with a default. An answer that turns on one says so: ``referee: …``.


@dataclass(frozen=True, slots=True)
class RouteReadings(ChosenReadings):
    """The chosen readings, by name."""

    whole_map: str = reading(
        any_way="the whole route is clear when one way through it is, by either spur (4.3.1)",
        every_way="the whole route is clear when every way still open is, both spurs (4.3.1)",
    )
    whole_map_from: str = reading(
        start="the whole route is looked at from its southern hex, not from the Marker (4.3.1)",
        marker="only the hexes north of the Marker count, the potential Club Route (4.3.1)",
    )
    entries: str = reading(
        rule="earlier entries are added to the release roll (4.3.2)",
        example="earlier entries are subtracted from the release roll (the example of 4.3.1)",
    )
    auto_units: str = reading(
        queue="Auto Units wait until the Marker has reached their hex (4.3.1)",
        always="Auto Units with a hex of their own come wherever the Marker is (campaign)",
    )
    auto_off_map: str = reading(
        enter="Auto Units with a hex of their own still enter once the Marker is off the map: "
        "the schedule excepts them (4.3.1)",
        tracked="no Units at all enter once the Marker is off the map (campaign)",
    )
    first_in_line: str = reading(
        any="the first Formation in line is the automatic one even if it is Auto (4.3.1)",
        numbered="the first Formation with a number is automatic, Auto ones do not use it up",
    )
    missed_sea_tail: str = reading(
        uncounted="a Sea Tail that missed its hex is no successful entry (4.3.2)",
        counted="a Sea Tail that missed its hex counts as an entry all the same (4.3.2)",
    )
    dispatch_43rd: str = reading(
        on_top="the 43rd's Dispatch Points come on top of its own modifier (MG 2.3)",
        within="the 43rd's own modifier is all that Dispatch Points can give (4.3.2)",
    )
    bailey_out: str = reading(
        demolished="a Bridge Unit that cannot act as a bridge leaves its bridge demolished (4.2)",
        open="only a bridge marked destroyed is demolished, not one whose Bridge Unit cannot act",
    )
    first_bridge: str = reading(
        stable="the bridge of scenario 1 is stable if players skip the scenario (campaign)",
        ask="the result of scenario 1 must be given (2.11)",
    )


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
