"""A rule set of the Club Route: every name and number of ``tables/clubroute/<name>.toml``.

A rule set may build on another (``base``): its tables replace single values, its rows with an
``id`` those of the same id. Games differ in these files, not in branches of the code.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

from clubroute.builder.sources.club_route import RouteDisplay, read_club_route

ROOT = Path(__file__).parents[3]
"""The project: the display's source lies with the counters, where the module is made from it."""
FOLDER = Path(__file__).parent.parent / "tables" / "clubroute"
NAMES = ("wed", "tdc", "mg", "tdc_marker")
"""The rule sets there are."""

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
    """What the text says of a Formation.

    The Marker must stand in the hex of one of the areas ``at`` or beyond (or in a hex so named),
    be off the map, or on a game's map; ``otherwise`` the release waits, or the Formation is lost,
    or skipped. ``place`` is where its Units enter, "" the Marker's hex.
    """

    names: tuple[str, ...]
    division: str
    auto: bool
    at: tuple[str, ...]
    place: str
    off_map: bool
    on_map: str
    sea_tail: str
    otherwise: Otherwise
    rule: str


@dataclass(frozen=True, slots=True)
class DivisionRule:
    """A Division's own modifier, and whether it may pay Dispatch Points on top."""

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
class Scenario:
    """A scenario with a Club Route of its own, both ends included, without a Marker."""

    id: str
    rule: str
    start: str
    end: str
    out: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One way the Club Route is played. Rules are without the game: see :meth:`cite`.

    ``display`` is what the module's Club Route window calls statuses and boxes.
    """

    id: str
    short: str
    system: System
    tables: Mapping[str, Any]
    display: RouteDisplay

    def cite(self, rule: str) -> str:
        """A rule of this set as cited: ``WED 4.2``."""
        return f"{self.short} {rule}"

    def part(self, name: str) -> Mapping[str, Any]:
        """A table of the file, empty if it has none."""
        found: Mapping[str, Any] = self.tables.get(name, {})
        return found

    def rows(self, name: str) -> Sequence[Mapping[str, Any]]:
        """The rows of a repeated table of the file."""
        found: Sequence[Mapping[str, Any]] = self.tables.get(name, ())
        return found

    def rule(self, table: str, key: str = "rule") -> str:
        """A table's rule as cited."""
        return self.cite(self.part(table)[key])

    @property
    def enemy(self) -> str:
        """The side that spoils the route, in lower case."""
        return str(self.part("sides")["enemy"]).casefold()

    @property
    def spurs(self) -> Mapping[str, str]:
        """The spurs by name: the id of the area that is each."""
        return {k: v for k, v in self.part("route").get("spurs", {}).items() if k != "rule"}

    @property
    def stops(self) -> tuple[StopSource, ...]:
        """Which areas are Stop hexes."""
        rows = self.part("stops")["areas"]
        return tuple(StopSource(r["kind"], tuple(r["games"]), self.cite(r["rule"])) for r in rows)

    @property
    def formations(self) -> tuple[FormationRule, ...]:
        """What the text says of single Formations."""
        return tuple(formation(row, self) for row in self.rows("formations"))

    @property
    def release(self) -> Release:
        """The numbers of the release."""
        row: dict[str, Any] = dict(self.part("release"))
        divisions = tuple(
            DivisionRule(d["division"], self.cite(d["rule"]), d["modifier"], d["more_dispatch"])
            for d in row.pop("divisions")
        )
        rules: dict[str, Any] = {
            k: self.cite(row.pop(k)) for k in ("rule", "modifier_rule", "order_rule")
        }
        order = tuple(tuple(names) for names in row.pop("order"))
        return Release(**rules, **row, order=order, divisions=divisions)

    def scenario(self, id: str) -> Scenario | None:
        """A scenario's own route, None if it has none."""
        for row in self.rows("scenarios"):
            if row["id"] == id:
                return Scenario(
                    id, self.cite(row["rule"]), row["from"], row["to"], tuple(row["out"])
                )
        return None

    @property
    def scenario_ids(self) -> tuple[str, ...]:
        """The scenarios with a route of their own."""
        return tuple(row["id"] for row in self.rows("scenarios"))


def formation(row: Mapping[str, Any], rules: RuleSet) -> FormationRule:
    """A row of ``[[formations]]``."""
    return FormationRule(
        names=tuple(row.get("names", ())),
        division=row.get("division", ""),
        auto=row.get("auto", False),
        at=tuple(row.get("at", ())),
        place=row.get("place", ""),
        off_map=row.get("off_map", False),
        on_map=row.get("on_map", ""),
        sea_tail=row.get("sea_tail", ""),
        otherwise=row["otherwise"],
        rule=rules.cite(row["rule"]),
    )


def rule_set(name: str) -> RuleSet:
    """The rule set of that name. :raises KeyError: none. :raises InputError: its display."""
    if name not in NAMES:
        raise KeyError(name)
    tables = record(name)
    display = read_club_route(ROOT / tables["display"])
    return RuleSet(tables["id"], tables["short"], tables["system"], tables, display)


def record(name: str) -> dict[str, Any]:
    """A rule set's tables, on top of those of its base."""
    with (FOLDER / f"{name}.toml").open("rb") as stream:
        own = tomllib.load(stream)
    base = own.get("base")
    return own if base is None else merged(record(base), own)


def merged(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """``base`` with what ``own`` says: tables value by value, rows with an ``id`` by that id."""
    found = dict(base)
    for key, value in own.items():
        old = base.get(key)
        if isinstance(value, dict) and isinstance(old, dict):
            found[key] = merged(old, value)
        elif is_rows(value) and old is not None and is_rows(old):
            changes = {row["id"]: row for row in value}
            rows = [{**row, **changes.pop(row["id"], {})} for row in old]
            found[key] = rows + list(changes.values())
        else:
            found[key] = value
    return found


def is_rows(value: Any) -> bool:
    """Whether a value is a list of rows with ids."""
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(row, dict) and "id" in row for row in value)
    )
