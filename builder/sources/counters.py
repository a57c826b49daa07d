"""Unit counters as typed rows: ``units.csv`` and ``groups.csv`` of a game's counter folder.

The format is described in docs/counters.md. A blank rating stays ``None``: it is drawn as an
empty box for the owner of the game to fill in.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from clubroute.builder.errors import Where, nearest_name, one_of
from clubroute.builder.sources.layout import CLASSES, RATING_COLOURS, Layout
from clubroute.builder.sources.mistakes import read_each
from clubroute.builder.sources.order_of_battle import (
    PROVENANCES,
    OrderOfBattle,
    chosen_names,
    division_and_formation,
    identifier,
    names,
)
from clubroute.builder.sources.tables import (
    Row,
    optional_rows,
    read_rows,
    unique,
)

YES = ("yes", "no")
CARRIERS = ("wheeled", "tracked")
"""What the mounted side of a unit may move as."""


def unit_columns(layout: Layout) -> dict[str, bool]:
    """Return the columns of ``units.csv``: those of every game, and those of the layout's boxes."""
    ratings = [box.name for box in layout.ratings]
    marks = [mark.name for mark in layout.marks]
    sided = [*ratings, *marks]
    own = [*sided, *(f"back_{name}" for name in sided), *(box.name for box in layout.texts)]
    return {**COLUMNS, **dict.fromkeys(own, False)}


COLUMNS = {
    "id": True,
    "side": True,
    "division": False,
    "formation": False,
    "name": True,
    "aliases": False,
    "kind": True,
    "class": False,
    "mounted": False,
    "colour": False,
    "back": False,
    "steps": False,
    "copies": False,
    "scenarios": False,
    "variant": False,
    "variant_of": False,
    "attached": False,
    "picture": False,
    "back_picture": False,
    "prototype": False,
    "provenance": False,
    "assumed": False,
    "reason": False,
    "cite": False,
    "note": False,
}


@dataclass(frozen=True, slots=True)
class Rating:
    """A printed rating: its figures (``5``, ``12.5``, ``*``, ``No``, ``Na``), and a colour."""

    value: str
    colour: str | None = None


Ratings: TypeAlias = Mapping[str, Rating]
"""The ratings of one side of a counter by the names of their boxes; what is absent is not known."""


Marks: TypeAlias = Mapping[str, bool]
"""What one side of a counter is marked with, by the names of the layout's marks."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """The division and formation under which a scenario lists a unit of another."""

    scenario: str
    division: str
    formation: str | None


@dataclass(frozen=True, slots=True)
class UnitCounter:
    """One unit counter. ``id`` is stable and keys the piece in the built module.

    ``variant`` names the scenarios whose own version of a unit this is, ``variant_of`` the
    campaign counter of the same unit. ``mounted`` is the class of its mounted side, ``colour`` one
    of style.toml's, where not its division's. ``assumed`` names the columns no rulebook gives.
    ``texts`` are what the layout prints; ``pictures`` files for a face (front, back).
    ``prototype`` is its own instead of its kind's. ``division`` is "" in a game without divisions.
    ``marks`` say yes or no for what the layout marks; what is absent is not known.
    """

    id: str
    side: str
    division: str
    formation: str | None
    name: str
    aliases: tuple[str, ...]
    kind: str
    move_class: str | None
    mounted: str | None
    colour: str | None
    back: str
    steps: int | None
    copies: int
    scenarios: tuple[str, ...]
    variant: tuple[str, ...]
    variant_of: str | None
    attached: tuple[Attachment, ...]
    front_ratings: Ratings
    back_ratings: Ratings
    marks: Marks
    back_marks: Marks
    texts: Mapping[str, str]
    pictures: Mapping[str, str]
    prototype: str
    provenance: str
    assumed: tuple[str, ...]
    reason: str
    cite: str
    note: str
    where: Where = field(compare=False)

    def posting(self, scenario: str) -> tuple[str, str | None]:
        """Return the division and formation the unit belongs to in a scenario."""
        for attachment in self.attached:
            if attachment.scenario == scenario:
                return attachment.division, attachment.formation
        return self.division, self.formation


@dataclass(frozen=True, slots=True)
class Group:
    """The words of a set-up list that stand for several units: "(all Units)", random flak.

    ``members`` are unit ids, none if the rulebook does not name them.
    """

    scenario: str
    side: str
    division: str
    formation: str | None
    printed: str
    members: tuple[str, ...]
    cite: str
    note: str
    where: Where = field(compare=False)


def read_units(
    path: Path, book: OrderOfBattle, colours: Collection[str] | None = None
) -> tuple[UnitCounter, ...]:
    """Read the units of ``units.csv``, in source order.

    :param colours: the unit colours that style.toml defines; None takes any.
    :raises InputError: an unreadable source; an unknown column, side, division, formation, kind,
        class, scenario or rating colour (with the nearest name); a repeated id; a number out of
        range; a ``variant_of`` that is no id.
    """
    rows = read_rows(path, unit_columns(book.layout))
    unique(rows, "id")
    units = read_each(lambda row: read_unit(row, book, colours), rows)
    ids = [unit.id for unit in units]
    for row, unit in zip(rows, units, strict=True):
        if unit.variant_of is not None and unit.variant_of not in ids:
            raise row.error(
                "variant_of",
                repr(unit.variant_of),
                "the id of a unit",
                nearest_name(unit.variant_of, ids),
            )
    return units


def read_unit(row: Row, book: OrderOfBattle, colours: Collection[str] | None = None) -> UnitCounter:
    """Read one row of ``units.csv``. :raises InputError: see :func:`read_units`."""
    layout = book.layout
    side = row.choice("side", book.sides) if book.sides else row.text("side")
    division, formation = division_and_formation(row, book, side)
    if division is None and book.divisions:
        raise row.error("division", "a blank cell", "a division of divisions.csv")
    scenarios = [scenario.id for scenario in book.scenarios]
    faces = {"front": "picture", "back": "back_picture"}
    return UnitCounter(
        id=identifier(row),
        side=side,
        division=division or "",
        formation=formation,
        name=row.text("name"),
        aliases=names(row, "aliases"),
        kind=row.choice("kind", layout.symbols),
        move_class=row.optional_choice("class", CLASSES),
        mounted=row.optional_choice("mounted", CARRIERS),
        colour=row.optional("colour")
        if colours is None
        else row.optional_choice("colour", list(colours)),
        back=row.optional_choice("back", layout.backs) or "same",
        steps=None if row.optional("steps") is None else row.integer("steps", low=1, high=4),
        copies=1 if row.optional("copies") is None else row.integer("copies", low=1, high=99),
        scenarios=chosen_names(row, "scenarios", scenarios),
        variant=chosen_names(row, "variant", scenarios),
        variant_of=row.optional("variant_of"),
        attached=attachments(row, book, scenarios),
        front_ratings=ratings(row, layout, ""),
        back_ratings=ratings(row, layout, "back_"),
        marks=marks(row, layout, ""),
        back_marks=marks(row, layout, "back_"),
        texts=told(row, {box.name: box.name for box in layout.texts}),
        pictures=told(row, faces),
        prototype=row.optional("prototype") or "",
        provenance=row.optional_choice("provenance", PROVENANCES) or "assumed",
        assumed=chosen_names(row, "assumed", list(unit_columns(layout))),
        reason=row.optional("reason") or "",
        cite=row.optional("cite") or "",
        note=row.optional("note") or "",
        where=row.where(),
    )


def told(row: Row, columns: Mapping[str, str]) -> dict[str, str]:
    """Return the cells of some columns that are not blank, by their new names."""
    return {name: text for name, column in columns.items() if (text := row.optional(column))}


def attachments(row: Row, book: OrderOfBattle, scenarios: Sequence[str]) -> tuple[Attachment, ...]:
    """Return the ``attached`` cell, ``SCENARIO=Division:Formation`` separated by ``;``.

    :raises InputError: a part of another form, or with an unknown name.
    """
    posts = []
    for part in names(row, "attached"):
        match = re.fullmatch(r"([^=]+)=([^:]+):(.*)", part)
        if match is None:
            raise row.error("attached", repr(part), "SCENARIO=Division:Formation")
        scenario, division, formation = (text.strip() for text in match.groups())
        divisions = [d.name for d in book.divisions]
        for value, valid in (
            (scenario, list(scenarios)),
            (division, divisions),
            (formation, [*book.formations_of(division), ""]),
        ):
            if value not in valid:
                raise row.error(
                    "attached",
                    repr(value),
                    one_of(v for v in valid if v),
                    nearest_name(value, valid),
                )
        posts.append(Attachment(scenario, division, formation or None))
    return tuple(posts)


def ratings(row: Row, layout: Layout, prefix: str) -> Ratings:
    """Return the rating columns of one side. :raises InputError: a cell that is no rating."""
    found = ((box.name, rating(row, prefix + box.name)) for box in layout.ratings)
    return {name: value for name, value in found if value is not None}


def marks(row: Row, layout: Layout, prefix: str) -> Marks:
    """Return the mark columns of one side. :raises InputError: a cell that is neither yes nor
    no."""
    found = ((mark.name, row.optional_choice(prefix + mark.name, YES)) for mark in layout.marks)
    return {name: value == "yes" for name, value in found if value is not None}


def rating(row: Row, column: str) -> Rating | None:
    """Return a rating cell: figures, ``*``, ``No`` or ``Na``, and perhaps a colour (``5
    white``)."""
    cell = row.optional(column)
    if cell is None:
        return None
    value, _, colour = cell.partition(" ")
    colour = colour.strip()
    if not re.fullmatch(r"[+-]?[0-9]{1,3}(\.5)?|[0-9]{1,2}-[0-9]{1,2}|\*|No|Na", value):
        raise row.error(column, repr(cell), "a rating such as 5, 12.5, 2-7, *, No, Na or 5 white")
    if colour and colour not in RATING_COLOURS:
        raise row.error(
            column,
            repr(cell),
            "a colour, one of " + ", ".join(RATING_COLOURS),
            nearest_name(colour, RATING_COLOURS),
        )
    return Rating(value, colour or None)


def read_groups(path: Path, book: OrderOfBattle, units: Sequence[UnitCounter]) -> tuple[Group, ...]:
    """Read the groups of ``groups.csv``. :raises InputError: as :func:`read_units`; a member that
    is no unit."""
    columns = {"scenario": True, "side": True, "division": True, "formation": True}
    columns |= {"printed": True, "members": True, "cite": True, "note": False}
    ids = [unit.id for unit in units]
    groups = []
    for row in optional_rows(path, columns):
        side = row.choice("side", book.sides) if book.sides else row.text("side")
        division, formation = division_and_formation(row, book, side)
        if division is None:
            raise row.error("division", "a blank cell", "a division of divisions.csv")
        groups.append(
            Group(
                row.choice("scenario", [scenario.id for scenario in book.scenarios]),
                side,
                division,
                formation,
                row.text("printed"),
                chosen_members(row, ids),
                row.text("cite"),
                row.optional("note") or "",
                row.where(),
            )
        )
    return tuple(groups)


def chosen_members(row: Row, ids: Sequence[str]) -> tuple[str, ...]:
    """Return the ``members`` cell, each a unit id. :raises InputError: with the nearest id."""
    members = names(row, "members")
    for member in members:
        if member not in ids:
            raise row.error("members", repr(member), "the id of a unit", nearest_name(member, ids))
    return members
