"""Markers and activation chits as typed rows: ``markers.csv`` and ``chits.csv``."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path

from clubroute.builder.errors import Where
from clubroute.builder.sources.order_of_battle import (
    PROVENANCES,
    SIDES,
    OrderOfBattle,
    chosen_names,
    division_and_formation,
    identifier,
)
from clubroute.builder.sources.tables import Row, read_rows, unique

MARKER_KINDS = (
    "state",
    "position",
    "engineering",
    "terrain",
    "bridge",
    "route",
    "release",
    "drop",
    "air",
    "fire",
    "park",
    "scenario",
    "hero",
    "event",
)
MARKER_SYMBOLS = (
    "column",
    "suppressed",
    "ip",
    "block",
    "arrow",
    "bridge",
    "destroyed",
    "club",
    "parachute",
    "air",
    "barrage",
    "park",
)
CHIT_KINDS = ("Direct Command", "Division", "Formation", "Artillery", "Independent")


@dataclass(frozen=True, slots=True)
class Marker:
    """One kind of marker. ``front`` and ``back`` are lines of text; an empty back is blank.

    ``colour`` and ``back_colour`` name marker colours of style.toml. ``scenarios`` is empty for
    all of them.
    """

    id: str
    name: str
    kind: str
    side: str | None
    front: tuple[str, ...]
    back: tuple[str, ...]
    colour: str
    back_colour: str
    symbol: str | None
    copies: int
    scenarios: tuple[str, ...]
    provenance: str
    cite: str
    note: str
    where: Where = field(compare=False)


@dataclass(frozen=True, slots=True)
class Chit:
    """One activation chit of the mug. Direct Command chits belong to a side, no division."""

    id: str
    side: str
    division: str | None
    kind: str
    formation: str | None
    name: str
    scenarios: tuple[str, ...]
    provenance: str
    cite: str
    note: str
    where: Where = field(compare=False)


def read_markers(path: Path, book: OrderOfBattle, colours: Collection[str]) -> tuple[Marker, ...]:
    """The markers of ``markers.csv``, in source order.

    :param colours: the marker colours that style.toml defines.
    :raises InputError: an unreadable source; an unknown column, kind, side, colour, symbol or
        scenario (with the nearest name); a repeated id; a text of more than three lines.
    """
    columns = {"id": True, "name": True, "kind": True, "side": True, "front": True, "back": True}
    columns |= {
        "colour": True,
        "back_colour": False,
        "symbol": False,
        "copies": False,
        "scenarios": False,
    }
    columns |= {"provenance": True, "cite": True, "note": False}
    rows = read_rows(path, columns)
    unique(rows, "id")
    return tuple(read_marker(row, book, colours) for row in rows)


def read_marker(row: Row, book: OrderOfBattle, colours: Collection[str]) -> Marker:
    """One row of ``markers.csv``. :raises InputError: see :func:`read_markers`."""
    return Marker(
        id=identifier(row),
        name=row.text("name"),
        kind=row.choice("kind", MARKER_KINDS),
        side=row.optional_choice("side", SIDES),
        front=lines(row, "front", row.text("front")),
        back=lines(row, "back", row.optional("back") or ""),
        colour=row.choice("colour", sorted(colours)),
        back_colour=row.optional_choice("back_colour", sorted(colours)) or row.text("colour"),
        symbol=row.optional_choice("symbol", MARKER_SYMBOLS),
        copies=1 if row.optional("copies") is None else row.integer("copies", low=1, high=99),
        scenarios=chosen_names(row, "scenarios", [s.id for s in book.scenarios]),
        provenance=row.choice("provenance", PROVENANCES),
        cite=row.text("cite"),
        note=row.optional("note") or "",
        where=row.where(),
    )


def lines(row: Row, column: str, text: str) -> tuple[str, ...]:
    """A counter text as lines, separated by ``|``. :raises InputError: more than three."""
    parts = tuple(part.strip() for part in text.split("|")) if text else ()
    if len(parts) > 3:
        raise row.error(column, f"{len(parts)} lines", "at most three, separated by '|'")
    return parts


def read_chits(path: Path, book: OrderOfBattle) -> tuple[Chit, ...]:
    """The chits of ``chits.csv``, in source order.

    :raises InputError: an unreadable source; an unknown column, side, division, formation, kind
        or scenario (with the nearest name); a repeated id; a Direct Command chit with a division
        or another chit without one.
    """
    columns = {"id": True, "side": True, "division": True, "kind": True, "formation": True}
    columns |= {"name": True, "scenarios": True, "provenance": True, "cite": True, "note": False}
    rows = read_rows(path, columns)
    unique(rows, "id")
    return tuple(read_chit(row, book) for row in rows)


def read_chit(row: Row, book: OrderOfBattle) -> Chit:
    """One row of ``chits.csv``. :raises InputError: see :func:`read_chits`."""
    side = row.choice("side", SIDES)
    division, formation = division_and_formation(row, book, side)
    kind = row.choice("kind", CHIT_KINDS)
    if (division is None) != (kind == "Direct Command"):
        found = "a blank cell" if division is None else repr(division)
        raise row.error("division", found, "a division, or blank for Direct Command only")
    if (formation is None) != (kind in ("Direct Command", "Division")):
        found = "a blank cell" if formation is None else repr(formation)
        raise row.error("formation", found, f"the formation that suits a {kind} chit")
    return Chit(
        identifier(row),
        side,
        division,
        kind,
        formation,
        row.text("name"),
        chosen_names(row, "scenarios", [s.id for s in book.scenarios]),
        row.choice("provenance", PROVENANCES),
        row.text("cite"),
        row.optional("note") or "",
        row.where(),
    )
