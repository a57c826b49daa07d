"""What has a name on a map: hexes, places, bridges, areas, units and the groups they belong to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import product
from typing import Any, Protocol

from clubroute.builder.counting import is_whole
from clubroute.builder.errors import nearest_name
from clubroute.builder.grid import HexNumberError, Lattice
from clubroute.builder.sources.tables import read_free_rows
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.bridge_names import named_sides, spellings
from clubroute.rules.ground.mapfile import NOWHERE, MapFile
from clubroute.rules.ground.maps import map_of
from clubroute.rules.position.names import squeezed
from clubroute.rules.series import series_at
from clubroute.rules.words.commands import vocabulary

HEX, BRIDGE, AREA, UNIT, GROUP = "hex", "bridge", "area", "unit", "group"
CALLED = "called"
"""What Units are called, alone or together: by name, battalion, Formation, Division, kind."""
NUMBER = re.compile(r"[A-E]?[0-9]{1,3}\.[0-9]{1,3}", re.IGNORECASE)
BARE = re.compile(
    r"[A-Z]*(?:[0-9]{1,3}\.[0-9]{1,3}|[0-9]{3,6})|([A-Z])\1*[0-9]{1,3}", re.IGNORECASE
)
"""A number on a map that needs no dot between column and row, or of one's own; B07 among them."""
APART = re.compile(r"[0-9]\s+[0-9]")
"""Two numbers beside each other, not one."""
WRITTEN = re.compile(r"[A-E]?[0-9.,]+", re.IGNORECASE)
"""What somebody writes who means a number: 75129 for 75.129."""
LONGEST = 6
"""Words in the longest name that is looked for."""


PARTS = re.compile(r"[/ ,-]+")
"""What stands between the parts of a unit's name."""
SHORTEST_PART = 3
"""Letters in the shortest part of a unit's name that is taken for the whole."""
BATTALION = re.compile(r"[0-9]+/[0-9]+")
"""A battalion by its number and its regiment's."""
SHORTEST = 4
"""Letters in the shortest beginning of a unit's name that is taken for the whole."""
SAINT = re.compile(r"^(?:st\.?|sint)(?:[ -]|(?<=\.))", re.IGNORECASE)


SHORT: Mapping[str, str] = {
    "squadron": "sqn",
    "company": "coy",
    "field": "fld",
    "battalion": "bn",
    "brigade": "bde",
    "regiment": "rgt",
    "guards": "gds",
}
"""What is short on counters, by the whole word."""
WHOLE = re.compile(rf"\b({'|'.join(SHORT)})\b", re.IGNORECASE)


UNSAID = str.maketrans("", "", ",()")
"""Marks of names that need not be typed: a shell takes brackets for its own."""


@lru_cache(maxsize=1 << 16)  # one line is read in dozens of ways, each with the same names
def key_of(text: str) -> str:
    """A name without spaces, commas, brackets and case; what is written St. is Sint, a Squadron is
    a Sqn."""
    short = WHOLE.sub(lambda found: SHORT[found[0].casefold()], SAINT.sub("Sint-", text))
    return squeezed(short).translate(UNSAID)


@dataclass(frozen=True, slots=True)
class Named:
    """A name as it is printed, and what it may be: by type, the value that a method takes."""

    text: str
    may: Mapping[str, Any]


class Numbered(Protocol):
    """What tells which hexes a map has: the compiled map, or its lattice."""

    @property
    def lattice(self) -> Lattice:
        """The lattice of the map."""

    def known(self, number: str) -> int:
        """The id of a printed number, ``NOWHERE`` if the map does not show the hex.

        :raises HexNumberError: it is no number of the map.
        """

    def nearest(self, number: str) -> str | None:
        """A printed number of the map that looks like a text."""

    def all_numbers(self) -> Iterator[str]:
        """Every printed number of the map."""


OF_NAMES = ("looks_numbered", "by_beginning", "by_part", "sides")
"""What :class:`Names` keeps that no position changes."""


@dataclass(frozen=True)  # without slots: they would keep no index
class Names:
    """The names of a map and of its games' counters, without spaces and case."""

    country: Numbered | None
    known: Mapping[str, Named]
    standing: Mapping[str, str] = field(default_factory=dict)
    """The hexes of the position's units, by what they are called."""

    def find(self, text: str) -> Named | None:
        """What has a name, or is a hex's or a hexside's number; None if nothing has it."""
        key = key_of(text)
        found = self.known.get(key)
        hex_ = self.standing.get(key)
        if hex_ is not None:
            return Named(text, {UNIT: text, **(found.may if found else {}), HEX: hex_})
        one = self.looks_numbered.match(key) and not APART.search(text)
        if found is None and one and all(map(self.has_hex, key.split("/"))):
            return Named(text, {BRIDGE if "/" in text else HEX: key.upper()})
        return found

    def with_standing(self, standing: Mapping[str, str]) -> Names:
        """The same names, with where units stand; what is kept of the names by themselves stays."""
        other = replace(self, standing=standing)
        vars(other).update({name: getattr(self, name) for name in OF_NAMES})
        return other

    def has_hex(self, number: str) -> bool:
        """Whether a text is the number of a hex of the map."""
        if self.country is None:
            return False
        try:
            return self.country.known(number.upper()) != NOWHERE
        except HexNumberError:
            return False

    @cached_property
    def looks_numbered(self) -> re.Pattern[str]:
        """What looks like a number of the map."""
        first = next(self.country.all_numbers(), None) if self.country is not None else None
        dotted = first is None or NUMBER.fullmatch(first) is not None
        return NUMBER if dotted and not self.has_hex((first or "").replace(".", "")) else BARE

    def near(self, text: str, types: Iterable[str], others: Iterable[str]) -> str | None:
        """The name or number nearest to one that nothing of some types has."""
        if self.country is not None and WRITTEN.fullmatch(text):
            return self.country.nearest(text)
        return nearest_of(text, (*self.texts(types), *others))

    def longest(self, words: Sequence[str]) -> tuple[int, Named | None]:
        """How many of the first words make the longest name, and what it names."""
        for count in range(min(LONGEST, len(words)), 0, -1):
            found = self.find(" ".join(words[:count]))
            if found is not None:
                return count, found
        return 0, None

    def starting(self, beginning: str) -> Iterator[Named]:
        """What has a name that begins so, without spaces and case: first the position's units."""
        for key in (*self.standing, *self.known):
            found = self.find(key) if key.startswith(beginning) else None
            if found is not None:
                known = self.known.get(key)
                yield Named(known.text if known else found.text, found.may)

    def units_beginning(self, text: str) -> list[Named]:
        """The units whose names begin with a text of some length."""
        key = key_of(text)
        if len(key) < SHORTEST or self.looks_numbered.fullmatch(key):
            return []
        begun = self.by_beginning.get(key[:SHORTEST], ())
        return as_units(one for name, one in begun if name.startswith(key))

    @cached_property
    def by_beginning(self) -> Mapping[str, Sequence[tuple[str, Named]]]:
        """The names of units by their first letters."""
        found: dict[str, list[tuple[str, Named]]] = {}
        for name, one in self.known.items():
            if UNIT in one.may:
                found.setdefault(name[:SHORTEST], []).append((name, one))
        return found

    def units_with_part(self, text: str) -> list[Named]:
        """The units that have a text among the parts of their names: 128 of 128/XXX."""
        return as_units(self.by_part.get(key_of(text), ()))

    @cached_property
    def by_part(self) -> Mapping[str, Sequence[Named]]:
        """The units by each part of their names."""
        found: dict[str, list[Named]] = {}
        for one in self.known.values():
            if UNIT in one.may:
                for key in dict.fromkeys(map(key_of, PARTS.split(one.text))):
                    found.setdefault(key, []).append(one)
        return found

    def units_of_battalion(self, words: Sequence[str]) -> tuple[int, list[Named]]:
        """The companies of the battalion that the first words name, 2/501 or 1/1 Para, with how
        many words name it: 1/1 Para is the first of the group called 1 Para."""
        if not words or not BATTALION.fullmatch(words[0]):
            return 0, []
        ending = f"/{key_of(words[0])}"
        found = {
            str(one.may[UNIT]): Named(one.text, {UNIT: one.may[UNIT]})
            for name, one in self.known.items()
            if UNIT in one.may and name.endswith(ending) and name.count("/") == 2
        }
        group = self.find(f"{words[0].partition('/')[2]} {words[1]}") if words[1:] else None
        of_group = group is not None and any(one.startswith("unit.") for one in group.may)
        return 2 if of_group else 1, list(found.values())

    def texts(self, types: Iterable[str]) -> Sequence[str]:
        """Every name, as printed, of what is of one of some types."""
        wanted = frozenset(types)
        found = self._printed.get(wanted)
        if found is None:
            may_be = (one for one in self.known.values() if not wanted.isdisjoint(one.may))
            found = self._printed[wanted] = tuple(one.text for one in may_be)
        return found

    @cached_property
    def sides(self) -> Mapping[str, Sequence[str]]:
        """The bridges of the map by their names, with their hexsides."""
        return named_sides(self.country) if isinstance(self.country, MapFile) else {}

    @cached_property
    def others(self) -> dict[tuple[Any, ...], Names]:
        """The names that forms take which list something beside these, by what they take."""
        return {}

    @cached_property
    def _printed(self) -> dict[frozenset[str], tuple[str, ...]]:
        """The names as printed, by the types they were asked for with."""
        return {}


@lru_cache(maxsize=256)  # one sentence is tried in a dozen ways, each with the same wrong word
def nearest_of(name: str, valid: tuple[str, ...]) -> str | None:
    """The valid name nearest to one; the same question again costs nothing."""
    return nearest_name(name, valid)


def as_units(named: Iterable[Named]) -> list[Named]:
    """What has some names, each unit once and as nothing but a unit."""
    found: dict[str, Named] = {}
    for one in named:
        found.setdefault(str(one.may[UNIT]), Named(one.text, {UNIT: one.may[UNIT]}))
    return list(found.values())


def names_of(context: Context, window: str, ground: bool = True) -> Names:
    """The names of a map, read once; those of counters alone without its ``ground``.

    :raises InputError: the map can be neither had nor made.
    """
    key = ("words", (window, ground))
    found: Names | None = context.loaded.get(key)
    if found is None:
        country = map_of(context, window) if ground else None
        of_ground = ground_named(country) if country is not None else ()
        known = by_key((*of_ground, *counters_named(window)))
        found = context.loaded[key] = Names(country, known)
    return found


def by_key(named: Iterable[tuple[str, str, Any]]) -> dict[str, Named]:
    """Names, each with a type and value, as they are looked for."""
    known: dict[str, Named] = {}
    for text, type_, value in named:
        key = key_of(text)
        one = known.get(key) or Named(text, {})
        known[key] = Named(one.text, {**one.may, type_: one.may.get(type_, value)})
    return known


def ground_named(country: MapFile) -> Iterator[tuple[str, str, Any]]:
    """Each name of a map with a type and value. What several have is left for the method to tell
    apart: its value is the name itself."""
    places: dict[str, set[str]] = {}
    for id_, name in country.names.items():
        places.setdefault(name, set()).add(country.number(id_))
    for name, numbers in places.items():
        yield name, HEX, min(numbers) if len(numbers) == 1 else name
    bridges = named_sides(country)
    for way, meant in spellings(bridges).items():
        sides = [side for name in meant for side in bridges[name]]
        yield way, BRIDGE, sides[0] if len(sides) == 1 else way
    for area in country.areas:
        yield area.id, AREA, area.id
        yield area.name or area.id, AREA, area.id
        yield from ((call, AREA, area.id) for call in zone_calls(area.name or ""))


DROP_OR_LANDING = re.compile(r"(DZ/LZ|DZ|LZ)\*? (.+)")
"""A zone for drops, for landings, or for both: it is called by either."""
ZONES = {"DZ": ("DZ", "drop zone"), "LZ": ("LZ", "landing zone")}
"""What zones are called, by the short form."""


def zone_calls(name: str) -> tuple[str, ...]:
    """What a zone for drops and landings is called besides its name: DZ X, landing zone X."""
    zone = DROP_OR_LANDING.fullmatch(name)
    if zone is None:
        return ()
    kinds = [call for short in zone[1].split("/") for call in ZONES[short]]
    return tuple(call for kind in kinds if (call := f"{kind} {zone[2]}") != name)


def counters_named(window: str) -> Iterator[tuple[str, str, Any]]:
    """Each name of a counter that is played on a map, and of the groups it belongs to."""
    for row in counter_rows(window):
        names = [row["name"], *(row.get("aliases") or "").split(";")]
        for name in filter(None, (one.strip() for one in names)):
            yield name, UNIT, name
        yield row["id"], UNIT, row["id"]
        short = SHORT_KINDS.get(row.get("kind") or "")
        if short and is_whole(row["name"][:1]):
            yield f"{row['name'].partition('/')[0]} {short}", UNIT, row["name"]
        yield from (named for of in GROUPS if row.get(of) for named in group_named(row[of], of))
    for row in rows_of(window, "divisions.csv", "division", "aliases"):
        if "(" not in row["division"]:
            yield from group_named(row["division"], GROUPS[0], (row["aliases"] or "").split(";"))


GROUPS = ("division", "formation")
"""What a Unit may belong to."""


def group_named(group: str, of: str, aliases: Sequence[str] = ()) -> Iterator[tuple[str, str, Any]]:
    """Each name of a Division or Formation."""
    yield group, GROUP, group
    for call in (*groups_called(group), *filter(None, map(str.strip, aliases))):
        yield call, f"unit.{of}", group


SHORT_KINDS: Mapping[str, str] = {"assault-gun": "AG"}
"""What an Order of Arrival writes for a kind after the number of its unit: 280 AG."""


def calls_named(window: str) -> Iterator[tuple[str, str, str]]:
    """What the Units that are played on a map are called, alone or together."""
    for row in counter_rows(window):
        names = [row["name"], *(row.get("aliases") or "").split(";")]
        for name in filter(None, (one.strip() for one in names)):
            yield from ((call, CALLED, meant) for call, meant in unit_calls(name))
        for of in ("division", "formation"):
            group = row.get(of) or ""
            calls = (*groups_called(group), *numbered_calls(group), *own_words(group))
            yield from ((call, CALLED, group) for call in calls)
        kind = (row.get("kind") or "").replace("-", " ")
        yield from ((call, CALLED, kind) for call in (kind, f"{kind}s") if kind)
    for row in rows_of(window, "formations.csv", "formation"):
        name, aliases = row["formation"], map(str.strip, (row.get("aliases") or "").split(";"))
        called = (*groups_called(name), *numbered_calls(name), *aliases)
        yield from ((call, CALLED, name) for call in called if call)


def unit_calls(name: str) -> Iterator[tuple[str, str]]:
    """What a Unit of a name is called, and what is meant: KG Roestel is Roestel, too, Garrison 1
    one of the Garrisons, E/2/506 one of 2/506."""
    yield name, name
    battalion = name.partition("/")[2] if name.count("/") == 2 else ""
    if battalion:
        yield from ((call, battalion) for call in (battalion, f"{battalion} PIR"))
    for part in (name.removeprefix("KG "), *name.split("/")):
        if len(part) >= SHORTEST and part.isalpha() and part != "Leader":
            yield from ((call, name) for call in (part, f"{part} company"))
    counted = COUNTED.fullmatch(name)
    if counted:
        yield from ((call, counted[1]) for call in (counted[1], f"{counted[1]}s"))


COUNTED = re.compile(r"([A-Za-z]+) [0-9]+")
"""A name of several Units, told apart by their numbers."""


def numbered_calls(group: str) -> tuple[str, ...]:
    """What a brigade or regiment is called by its number, with each word short or written out: of
    214 Inf Bde 214th Brigade, 214 Infantry Brigade; a number that stands last stands first, too."""
    short = [one for one in re.findall(r"\w+", group) if one != HEAVY]
    ways = [
        dict.fromkeys(
            (one, ordinal(one) if is_whole(one) else WRITTEN_OUT.get(one.casefold(), one))
        )
        for one in short
    ]
    orders = [ways]
    if short and is_whole(short[-1]):
        orders.append([ways[-1], *ways[:-1]])
    elif len(short) > TWO and is_whole(short[0]):
        orders.append([ways[0], ways[-1]])
    calls = (" ".join(call) for order in orders for call in product(*order))
    return tuple(dict.fromkeys(filter(None, calls)))


TWO = 2
"""Words of a group of which the number and the kind are all."""
HEAVY = "s"
"""What heavy tanks have before their name on a counter: s.Pz Bn."""
WRITTEN_OUT: Mapping[str, str] = {
    "pz": "panzer",
    "al": "airlanding",
    "para": "parachute",
    "bde": "brigade",
    "rgt": "regiment",
    "brig": "brigade",
    "inf": "infantry",
    "abn": "airborne",
    "div": "division",
    "arm": "armoured",
}
"""What is short in the names of groups, written out."""


def own_words(group: str) -> tuple[str, ...]:
    """The words that are a group's own: Guards of Guards Armored Division."""
    words = [word for word in group.split() if len(word) >= SHORTEST and word.isalpha()]
    return tuple(word for word in words if word.casefold() not in vocabulary().of_many)


KINDS_OF_GROUPS = ("division", "brigade", "bde", "kg", "korps", "group")
NO_GROUP = ("independent", "artillery", "german", "allied", "dutch")
"""Words that stand where a group's name would, or mean something else by themselves."""


def groups_called(name: str) -> tuple[str, ...]:
    """What a Division or Formation is called, unless that may mean something else: by its name,
    without the word for what it is, by each of two names it has in turn (KG Chill), and by its
    number alone, 101st, written out where it is of three figures: 504th."""
    words = [word for word in name.split() if word.casefold() not in KINDS_OF_GROUPS]
    number = words[:1] if words and is_whole(words[0][:1]) else []
    number = [ordinal(one) if len(one) == BIG and is_whole(one) else one for one in number]
    calls = dict.fromkeys((name, " ".join(words), *name.split(" / "), *number))
    return tuple(
        one
        for one in calls
        if one and not is_whole(one) and one.split()[0].casefold() not in NO_GROUP
    )


BIG = 3
"""Figures of a number that nothing but a regiment or the like has."""
ENDINGS = {"1": "st", "2": "nd", "3": "rd"}


def ordinal(figures: str) -> str:
    """A number as the name of what has it: 504th, 501st, 112th."""
    return figures + ("th" if figures[-2:-1] == "1" else ENDINGS.get(figures[-1], "th"))


def calls_of(context: Context, window: str) -> Mapping[str, Sequence[str]]:
    """What each counter that is played on a map is called, by its id; read once."""
    key = ("calls", window)
    found: Mapping[str, Sequence[str]] | None = context.loaded.get(key)
    if found is None:
        found = context.loaded[key] = {
            row["id"]: [row["name"], *(row.get("aliases") or "").split(";")]
            for row in counter_rows(window)
        }
    return found


def counter_rows(window: str) -> Iterator[Mapping[str, str]]:
    """The rows of the counters that are played on a map. :raises InputError: as they are read."""
    return rows_of(window, "units.csv", "id", "name")


def rows_of(window: str, file: str, *needs: str) -> Iterator[Mapping[str, str]]:
    """The rows of a file of every game that is played on a map."""
    for game in series_at(window).order(window):
        path = series_at(window).counters / game.id / file
        if path.is_file():
            yield from (row.cells for row in read_free_rows(path, needs))
