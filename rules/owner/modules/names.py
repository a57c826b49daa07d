"""Which of our counters the counters of somebody else's module are, by what they are called."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from clubroute.builder.errors import Where
from clubroute.builder.project import shipped_project
from clubroute.builder.sources.counters import UnitCounter as OurCounter
from clubroute.builder.sources.counters import read_units
from clubroute.builder.sources.order_of_battle import OrderOfBattle, read_order_of_battle
from clubroute.builder.vassal.buildfile import Element
from clubroute.builder.vassal.definitions import SLOTS, definitions
from clubroute.builder.vassal.traits.base import Trait
from clubroute.rules.logs.traits import SIDE, property_of
from clubroute.rules.position.names import folded, same_group, squeezed

# The counters of a module as its palette has them: what is printed on them, by gpid.

DECK = ".DrawPile"
FRONT, BACK, MOUNTED = "front", "back", "mounted"
FACES = (FRONT, BACK, MOUNTED)
MARKERS = ("Type", "Class", "Subclass", "Move", "Army", "Division", "Formation", "Step")
"""The markers of a counter that say what it is."""


@dataclass(frozen=True, slots=True)
class PaletteSlot:
    """A counter of the palette. ``told`` are its markers, ``rated`` what a face has by the fields
    of one side (:data:`SIDE`); a Leader has none."""

    gpid: str
    name: str
    told: Mapping[str, str]
    rated: Mapping[str, Mapping[str, str]]

    def get(self, marker: str) -> str:
        """The value of a marker, "" if the counter has none such."""
        return self.told.get(marker, "")


def slots_of(root: Element, where: Where) -> tuple[tuple[PaletteSlot, ...], list[str]]:
    """The counters of a module's palettes, and what could not be read of them, a line each.

    :raises InputError: more counters than any module has.
    """
    faults: list[str] = []
    found = [slot_of(o.gpid, o.name, o.piece.traits) for o in definitions(root, where, faults)]
    return tuple(found), faults


def slots_in(root: Element, deck: str, slots: Sequence[PaletteSlot]) -> list[PaletteSlot]:
    """Those of a module's counters that lie in a deck when a game begins."""
    decks = [one for one in root.walk() if one.tag.endswith(DECK) and one.get("name") == deck]
    there = {card.get("gpid") for one in decks for card in one.walk() if card.tag.endswith(SLOTS)}
    return [one for one in slots if one.gpid in there]


def slot_of(gpid: str, name: str, traits: Sequence[Trait]) -> PaletteSlot:
    """A counter by its traits."""

    def value(of: str) -> str:
        return next((told for one in traits if (told := property_of(one, of)) is not None), "")

    rated: dict[str, Mapping[str, str]] = {}
    if any(one.type.startswith("ratings;") for one in traits):
        rated[FRONT] = {field: value(f"Ratings_{field}") for field in SIDE}
        second = {field: value(f"Ratings2_{field}") for field in SIDE}
        if value("Ratings_Organic") == "true":
            rated[MOUNTED] = second
        if value("Ratings_DiffStep") == "true":
            rated[BACK] = second
    told = {marker: text for marker in MARKERS if (text := value(marker))}
    return PaletteSlot(gpid, name, told, rated)


MATCHED, DOUBTFUL, NONE = "matched", "doubtful", "none"
UNITS = ("Unit", "Flak", "Engineer", "Rearguard", "Leader")
"""The types of counters that are Units of the rules."""


OurSet = tuple[tuple[OurCounter, ...], tuple[OrderOfBattle, ...]]
"""Our counters, and the books that name their groups."""


@dataclass(frozen=True, slots=True)
class Match:
    """What a counter of the module is of ours: ``how`` sure, and the ids it may be."""

    slot: PaletteSlot
    how: str
    ids: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """Our counter's id where it is sure, else ""."""
        return self.ids[0] if self.how == MATCHED else ""


@dataclass(frozen=True, slots=True)
class Matches:
    """All counters of a module with ours, and the module's words for our groups."""

    units: tuple[Match, ...]
    divisions: Mapping[str, str]
    formations: Mapping[str, str]

    def count(self, how: str) -> int:
        """How many are so sure."""
        return sum(one.how == how for one in self.units)


@cache
def our_counters(games: tuple[str, ...]) -> OurSet:
    """Our counters of some games, and their books."""
    counters: dict[str, OurCounter] = {}
    books = []
    for game in games:
        folder = shipped_project().counters / game
        if (folder / "units.csv").is_file():
            book = read_order_of_battle(folder)
            books.append(book)
            for one in read_units(folder / "units.csv", book):
                counters.setdefault(one.id, one)
    return tuple(counters.values()), tuple(books)


def match(slots: Iterable[PaletteSlot], games: tuple[str, ...]) -> Matches:
    """Match the Units among a module's counters with those of some games."""
    counters, books = our_counters(games)
    exact: dict[str, list[OurCounter]] = {}
    loose: dict[str, list[OurCounter]] = {}
    for ours in counters:
        for name in dict.fromkeys((ours.name, *ours.aliases)):
            exact.setdefault(squeezed(name), []).append(ours)
            loose.setdefault(folded(name), []).append(ours)
    units = [one for one in slots if one.get("Type") in UNITS]
    called = {one.gpid: exact.get(squeezed(one.name), []) for one in units}
    divisions = divisions_of(units, called, books)
    formations = formations_of(units, called, divisions)
    found = []
    for one in units:
        fits = narrowed(one, called[one.gpid], divisions, formations)
        if len(fits) == 1:
            found.append(Match(one, MATCHED, (fits[0].id,)))
            continue
        near = fits or loose.get(folded(one.name), [])
        how = DOUBTFUL if near else NONE
        found.append(Match(one, how, tuple(dict.fromkeys(each.id for each in near))))
    return Matches(once(found), divisions, formations)


def once(found: Sequence[Match]) -> tuple[Match, ...]:
    """Matches of which no two are sure of the same counter of ours."""
    times = Tally(one.id for one in found if one.id)
    return tuple(Match(one.slot, DOUBTFUL, one.ids) if times[one.id] > 1 else one for one in found)


def narrowed(
    slot: PaletteSlot,
    fits: Sequence[OurCounter],
    divisions: Mapping[str, str],
    formations: Mapping[str, str],
) -> list[OurCounter]:
    """The counters of a name that are of the slot's Division and Formation, as far as known."""
    division = divisions.get(slot.get("Division"))
    here = [one for one in fits if division is None or one.division == division]
    if len(here) < 2:
        return here
    formation = formations.get(slot.get("Formation"))
    return [one for one in here if one.formation == formation] or here


def divisions_of(
    units: Sequence[PaletteSlot],
    called: Mapping[str, Sequence[OurCounter]],
    books: Sequence[OrderOfBattle],
) -> dict[str, str]:
    """Our Divisions by the module's words: by name, else as most counters of one name have it."""
    found: dict[str, str] = {}
    for word in sorted({one.get("Division") for one in units} - {""}):
        named = [
            division.name
            for book in books
            for division in book.divisions
            if squeezed(word) in map(squeezed, (division.name, division.short, *division.aliases))
        ]
        votes: Tally[str] = Tally()
        for one in units:
            if one.get("Division") == word:
                votes.update({each.division for each in called[one.gpid]})
        found |= {word: named[0]} if named else elected(word, votes)
    return found


def formations_of(
    units: Sequence[PaletteSlot],
    called: Mapping[str, Sequence[OurCounter]],
    divisions: Mapping[str, str],
) -> dict[str, str]:
    """Our Formations by the module's words, as most counters of one name have it."""
    found: dict[str, str] = {}
    for word in sorted({one.get("Formation") for one in units} - {""}):
        votes: Tally[str] = Tally()
        for one in units:
            division = divisions.get(one.get("Division"))
            if one.get("Formation") == word:
                fits = [c for c in called[one.gpid] if division in (None, c.division)]
                votes.update({each.formation for each in fits if each.formation})
        found |= elected(word, votes)
    return found


LEAST = 2
"""Votes that elect a group whose name is quite another."""


def elected(word: str, votes: Mapping[str, int]) -> dict[str, str]:
    """The group that more than half of the votes are for, if there are enough of them."""
    if not votes:
        return {}
    best = max(sorted(votes), key=lambda name: votes[name])
    alike = same_group(word, best)
    enough = votes[best] >= LEAST or alike
    return {word: best} if enough and 2 * votes[best] > sum(votes.values()) else {}
