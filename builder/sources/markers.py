"""Markers and activation chits as typed rows: ``markers.csv`` and ``chits.csv``."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from clubroute.builder.art.mark_names import MARKER_SIGNS
from clubroute.builder.errors import Where
from clubroute.builder.mistakes import read_each
from clubroute.builder.sources.counters import told
from clubroute.builder.sources.order_of_battle import (
    PROVENANCES,
    OrderOfBattle,
    chosen_names,
    division_and_formation,
    identifier,
)
from clubroute.builder.sources.tables import Row, optional_rows, unique


@dataclass(frozen=True, slots=True)
class MarkerKind:
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
    pictures: Mapping[str, str]
    prototype: str
    provenance: str
    cite: str
    note: str
    where: Where = field(compare=False)


@dataclass(frozen=True, slots=True)
class Chit:
    """One chit of the mug. ``words`` is what its middle says."""

    id: str
    side: str
    division: str | None
    kind: str
    formation: str | None
    name: str
    words: str
    scenarios: tuple[str, ...]
    pictures: Mapping[str, str]
    provenance: str
    cite: str
    note: str
    where: Where = field(compare=False)


def read_markers(
    path: Path, book: OrderOfBattle, colours: Collection[str]
) -> tuple[MarkerKind, ...]:
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
    columns |= {"picture": False, "back_picture": False, "prototype": False}
    columns |= {"provenance": False, "cite": False, "note": False}
    rows = optional_rows(path, columns)
    unique(rows, "id")
    return read_each(lambda row: read_marker(row, book, colours), rows)


def read_marker(row: Row, book: OrderOfBattle, colours: Collection[str]) -> MarkerKind:
    """One row of ``markers.csv``. :raises InputError: see :func:`read_markers`."""
    return MarkerKind(
        id=identifier(row),
        name=row.text("name"),
        kind=row.choice("kind", kinds) if (kinds := book.layout.markers) else row.text("kind"),
        side=row.optional_choice("side", book.sides),
        front=lines(row, "front", row.text("front")),
        back=lines(row, "back", row.optional("back") or ""),
        colour=row.choice("colour", sorted(colours)),
        back_colour=row.optional_choice("back_colour", sorted(colours)) or row.text("colour"),
        symbol=row.optional_choice("symbol", MARKER_SIGNS),
        copies=1 if row.optional("copies") is None else row.integer("copies", low=1, high=99),
        scenarios=chosen_names(row, "scenarios", [s.id for s in book.scenarios]),
        pictures=told(row, {"front": "picture", "back": "back_picture"}),
        prototype=row.optional("prototype") or "",
        provenance=row.optional_choice("provenance", PROVENANCES) or "assumed",
        cite=row.optional("cite") or "",
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
        or scenario (with the nearest name); a repeated id; a chit without the division or
        formation its kind needs, or with one it does not.
    """
    columns = {"id": True, "side": True, "division": True, "kind": True, "formation": True}
    columns |= {"name": True, "face": False, "picture": False, "scenarios": False}
    columns |= {"provenance": False, "cite": False, "note": False}
    rows = optional_rows(path, columns)
    unique(rows, "id")
    return read_each(lambda row: read_chit(row, book), rows)


def read_chit(row: Row, book: OrderOfBattle) -> Chit:
    """One row of ``chits.csv``. :raises InputError: see :func:`read_chits`."""
    side = row.choice("side", book.sides) if book.sides else row.text("side")
    division, formation = division_and_formation(row, book, side)
    kinds = book.layout.chits
    kind = row.choice("kind", kinds) if kinds else row.text("kind")
    for column, value in (("division", division), ("formation", formation)):
        if kinds and (value is not None) != (column in kinds[kind].needs):
            found = "a blank cell" if value is None else repr(value)
            expected = f"a {column}" if value is None else "a blank cell"
            raise row.error(column, found, f"{expected} for a {kind} chit")
    shows = kinds[kind].shows if kinds else "division" if division else "side"
    known = book.division(division or "")
    names = {"side": side, "division": known.short if known else side, "formation": formation}
    return Chit(
        identifier(row),
        side,
        division,
        kind,
        formation,
        row.text("name"),
        row.optional("face") or names[shows] or side,
        chosen_names(row, "scenarios", [s.id for s in book.scenarios]),
        told(row, {"front": "picture"}),
        row.optional_choice("provenance", PROVENANCES) or "assumed",
        row.optional("cite") or "",
        row.optional("note") or "",
        row.where(),
    )
