"""A scenario as data: set-up, arrivals, draws, and the rules in short.

A TOML file each under ``scenarios/`` of a counter folder, with its unit list in a CSV file of the
same name; the format is in docs/counters.md. Tables that only one series has are declared in its
``scenario.toml``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import (
    Collection,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import dataclass, field, replace
from pathlib import Path

from clubroute.builder.errors import Where
from clubroute.builder.sources import scenario_parts as parts
from clubroute.builder.sources import scenario_tables as tables
from clubroute.builder.sources import stocks
from clubroute.builder.sources.cells import HexNumbers
from clubroute.builder.sources.markers import GamePieces
from clubroute.builder.sources.mistakes import read_each
from clubroute.builder.sources.order_of_battle import OrderOfBattle
from clubroute.builder.sources.scenario_parts import Arrival, PlacementArea
from clubroute.builder.sources.scenario_tables import DeclaredRow, Nameable, read_declared
from clubroute.builder.sources.scenario_units import ListedUnits, ListNames, read_unit_list
from clubroute.builder.sources.toml_table import TomlTable, read_toml_table

# Unit lists that several scenarios share: a set-up, an Order of Arrival.
#
# Each is a TOML file with areas and arrivals and a CSV file of the same name beside it, in
# ``lists/`` of a counter folder; they have the form of a scenario's own (docs/counters.md).

FOLDER = "lists"


@dataclass(frozen=True, slots=True)
class UnitRoll:
    """The areas, arrivals and unit rows of a scenario or of a list."""

    areas: tuple[PlacementArea, ...]
    arrivals: tuple[Arrival, ...]
    units: tuple[ListedUnits, ...]


def ids_of(roll: UnitRoll) -> set[str]:
    """Return the ids of its areas and arrivals."""
    return {area.id for area in roll.areas} | {arrival.id for arrival in roll.arrivals}


def with_lists(
    own: UnitRoll,
    taken: Sequence[TomlTable],
    book: OrderOfBattle,
    pieces: Mapping[str, int],
    hex_numbers: HexNumbers | None,
) -> UnitRoll:
    """Return a scenario's roll with the rows of its lists for units that it has not itself.

    :param taken: the scenario's ``[[list]]`` tables.
    :raises InputError: no such list, a mistake in it, an id of it that the scenario has already.
    """
    for entry in taken:
        entry.only(("list", "first", "cite"))
        path = entry.path.parent.parent / FOLDER / f"{entry.value('list', str)}.toml"
        if not path.is_file():
            names = sorted(file.stem for file in path.parent.glob("*.toml"))
            entry.choice("list", names)
        more = begun(read_roll(path, book, pieces, hex_numbers), entry)
        here = {row.unit for row in own.units}
        units = tuple(row for row in more.units if row.unit not in here)
        coming = {row.arrival for row in units}
        areas = {area for row in units for area in row.areas}
        again = ids_of(own) & ids_of(more)
        if again:
            raise entry.error("list", f"{min(again)!r} again", "ids the scenario does not have")
        own = UnitRoll(
            own.areas + tuple(area for area in more.areas if area.id in areas),
            own.arrivals + tuple(arrival for arrival in more.arrivals if arrival.id in coming),
            own.units + units,
        )
    return own


def read_roll(
    path: Path, book: OrderOfBattle, pieces: Mapping[str, int], hex_numbers: HexNumbers | None
) -> UnitRoll:
    """Read a list. :raises InputError: as a scenario's own tables and rows."""
    top = read_toml_table(path)
    top.only(("title", "area", "arrival"))
    for name in ("area", "arrival"):
        tables.distinct(top.repeats(name))
    areas = tuple(
        tables.read_area(entry, book, pieces, hex_numbers) for entry in top.repeats("area")
    )
    arrivals = tuple(tables.read_arrival(entry, book, (), ()) for entry in top.repeats("arrival"))
    ids = [area.id for area in areas]
    names = ListNames(pieces, (), (), ids, [arrival.id for arrival in arrivals], (), book.states)
    return UnitRoll(areas, arrivals, read_unit_list(path.with_suffix(".csv"), names, hex_numbers))


def begun(roll: UnitRoll, entry: TomlTable) -> UnitRoll:
    """Return a list as it is from the turn ``first`` on: earlier arrivals come when they are
    called.

    :raises InputError: a turn in which nothing of it arrives.
    """
    if "first" not in entry.table:
        return roll
    turns = list(
        dict.fromkeys(arrival.when for arrival in roll.arrivals if arrival.trigger == "turn")
    )
    past = turns[: turns.index(entry.choice("first", turns))]
    return replace(roll, arrivals=tuple(late(roll.arrivals, past)))


def late(arrivals: Sequence[Arrival], past: Sequence[str]) -> Iterator[Arrival]:
    """Yield the arrivals; those of past turns are for the players to agree on."""
    for arrival in arrivals:
        if arrival.trigger == "turn" and arrival.when in past:
            unsure = "due before the scenario begins: the rulebook does not say whether it comes"
            yield replace(arrival, trigger="call", when=f"due {arrival.when}", unsure=unsure)
        else:
            yield arrival


FACES = ("front", "back")
TABLES = (
    *(
        "id",
        "title",
        "cite",
        "maps",
        "setup",
        "sets_up_first",
        "free",
        "joins",
        "set_aside",
        "units_told",
        "turns",
        "playing_area",
    ),
    *("list", "stock", "supply"),
    *("area", "pool", "marker", "available", "draw"),
    *("mug", "cup", "event", "arrival", "drop", "stick", "known"),
    *("open", "rule", "victory"),
)


@dataclass(frozen=True, slots=True)
class Placement:
    """A unit or marker (by id) in a hex (printed number) at the start."""

    piece: str
    hex: str
    state: tuple[str, ...]
    where: Where


@dataclass(frozen=True, slots=True)
class Laid:
    """A marker (by id) at the start: in a hex, in an area of the scenario (a box, a park whose hex
    its owner chooses), or in a box of one of the game's windows. ``state`` holds ``back`` for its
    back up."""

    marker: str
    hex: str | None
    area: str | None
    state: tuple[str, ...]
    cite: str
    unsure: str
    where: Where = field(compare=False)
    box: str = ""


@dataclass(frozen=True, slots=True)
class Draw:
    """A draw: one of several markers, taken at random, in a hex; ``back`` is face down."""

    markers: tuple[str, ...]
    hex: str
    face: str
    cite: str
    where: Where


@dataclass(frozen=True, slots=True)
class Mug:
    """The activation chits (ids) in the mug at the start, and how the first is found.

    ``first_chits`` are those of which one is first in play (the others go into the mug); ``last``
    says what becomes of the last one drawn.
    """

    chits: tuple[str, ...]
    first: str
    first_chits: tuple[str, ...]
    last: str
    cite: str
    unsure: str


@dataclass(frozen=True, slots=True)
class Note:
    """A rule or victory condition in our own words, with its citation."""

    name: str
    text: str
    cite: str


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario.

    ``setup`` says whether the module offers it as a predefined setup, ``free`` which states owners
    may choose for any unit, ``table`` which section of the rules' victory table decides it.
    ``joins`` names the scenarios whose rows hold too, ``set_aside`` the rules whose rows of theirs
    do not; ``units_told`` is False where the rulebook leaves the unit list to another book;
    ``declared`` has the rows of the series' own tables.
    """

    id: str
    title: str
    cite: str
    maps: tuple[str, ...]
    setup: bool
    sets_up_first: str | None
    free: tuple[str, ...]
    turns: parts.Turns
    playing_area: parts.PlayingArea | None
    areas: tuple[parts.PlacementArea, ...]
    pools: tuple[parts.Pool, ...]
    units: tuple[ListedUnits, ...]
    laid: tuple[Laid, ...]
    available: tuple[parts.Available, ...]
    draws: tuple[Draw, ...]
    mug: Mug
    cup: parts.Cup | None
    events: tuple[parts.ScenarioEvent, ...]
    arrivals: tuple[parts.Arrival, ...]
    drops: tuple[parts.Drop, ...]
    sticks: tuple[parts.Stick, ...]
    known: tuple[parts.KnownAtStart, ...]
    unsettled: tuple[parts.Unsettled, ...]
    rules: tuple[Note, ...]
    victory: tuple[Note, ...]
    table: str
    stock: tuple[stocks.Stock, ...] = ()
    supply: tuple[stocks.Supply, ...] = ()
    declared: Mapping[str, tuple[DeclaredRow, ...]] = field(default_factory=dict)
    joins: tuple[str, ...] = ()
    set_aside: tuple[str, ...] = ()
    units_told: bool = True
    path: str = field(default="", compare=False)

    @property
    def standing(self) -> tuple[Placement, ...]:
        """The units whose hex the set-up says, in source order, alike counters one by one."""
        return tuple(
            Placement(row.unit, row.hex, row.state, row.where)
            for row in self.units
            if row.arrival is None and row.unit is not None and row.hex is not None
            for _ in range(row.count)
        )

    @property
    def markers(self) -> tuple[Placement, ...]:
        """The markers that lie in a hex at the start."""
        return tuple(
            Placement(laid.marker, laid.hex, laid.state, laid.where)
            for laid in self.laid
            if laid.hex is not None
        )


def read_scenario(path: Path, game: GamePieces, hex_numbers: HexNumbers | None = None) -> Scenario:
    """Read the scenario of one TOML file and of the CSV file beside it.

    :param game: the counters it may name.
    :param hex_numbers: how the game's map reads hex numbers; without it none is looked up.
        Without it only the form of the number is checked.
    :raises InputError: bad TOML or CSV; an unknown or missing key or column; a unit, marker, chit,
        area, arrival or division that is not in the sources or not in this scenario; a bad hex
        number; more pieces than there are counters.
    """
    top = read_toml_table(path)
    book = game.book
    top.only((*TABLES, *book.form.tables))
    if not book.scenarios:
        raise top.error("id", repr(top.value("id", str)), "a row of scenarios.csv")
    ident = top.choice("id", [scenario.id for scenario in book.scenarios])
    pieces = {u.id: u.copies for u in game.units if not u.scenarios or ident in u.scenarios}
    marks = {m.id: m.copies for m in game.markers if not m.scenarios or ident in m.scenarios}
    drawn = [chit.id for chit in game.chits if not chit.scenarios or ident in chit.scenarios]
    for name in ("area", "pool", "arrival", "stick"):
        tables.distinct(top.repeats(name))
    areas = read_each(
        lambda entry: tables.read_area(entry, book, pieces, hex_numbers), top.repeats("area")
    )
    area_ids = [area.id for area in areas]
    pools = read_each(lambda entry: tables.read_pool(entry, pieces), top.repeats("pool"))
    arrivals = read_each(
        lambda entry: tables.read_arrival(entry, book, marks, drawn), top.repeats("arrival")
    )
    sticks = read_each(lambda entry: tables.read_stick(entry, area_ids), top.repeats("stick"))
    names = ListNames(
        pieces,
        [pool.id for pool in pools],
        [(formation.division, formation.name) for formation in book.formations],
        area_ids,
        [arrival.id for arrival in arrivals],
        [stick.id for stick in sticks],
        book.states,
        book.form.rider,
    )
    own = UnitRoll(areas, arrivals, read_unit_list(path.with_suffix(".csv"), names, hex_numbers))
    roll = with_lists(own, top.repeats("list"), book, pieces, hex_numbers)
    victory = top.inner("victory") if "victory" in top.table else None
    given = top.table
    return Scenario(
        id=ident,
        title=top.value("title", str),
        cite=top.optional("cite"),
        maps=top.texts("maps"),
        setup=top.flag("setup"),
        sets_up_first=top.optional_choice("sets_up_first", book.sides),
        free=top.choices("free", book.states),
        turns=tables.read_turns(top.inner("turns"), book.sides)
        if "turns" in given
        else tables.NO_TURNS,
        playing_area=(
            tables.read_playing_area(top.inner("playing_area"), hex_numbers)
            if "playing_area" in given
            else None
        ),
        areas=roll.areas,
        pools=pools,
        units=roll.units,
        laid=read_laid(top.repeats("marker"), marks, area_ids, hex_numbers),
        available=read_each(
            lambda entry: tables.read_available(entry, [*pieces, *marks]), top.repeats("available")
        ),
        draws=read_each(lambda entry: read_draw(entry, marks, hex_numbers), top.repeats("draw")),
        mug=read_mug(top.inner("mug"), drawn) if "mug" in given else NO_MUG,
        cup=tables.read_cup(top.inner("cup"), marks) if "cup" in given else None,
        events=read_each(lambda entry: tables.read_event(entry, marks), top.repeats("event")),
        arrivals=roll.arrivals,
        drops=read_each(lambda entry: tables.read_drop(entry), top.repeats("drop")),
        sticks=sticks,
        known=read_each(lambda entry: tables.read_known(entry), top.repeats("known")),
        unsettled=read_each(lambda entry: tables.read_unsettled(entry), top.repeats("open")),
        rules=read_each(lambda entry: read_note(entry), top.repeats("rule")),
        victory=read_victory(victory, book.sides) if victory else (),
        table=victory.optional("table") if victory else "",
        stock=read_each(lambda entry: stocks.read_stock(entry, book), top.repeats("stock")),
        supply=tuple(stocks.read_supply(e, book.sides) for e in top.repeats("supply")),
        declared=read_declared(top, book.form.tables, Nameable(book, pieces, marks, hex_numbers)),
        joins=top.texts("joins"),
        set_aside=top.texts("set_aside"),
        units_told=top.flag("units_told", default=True),
        path=str(path),
    )


def read_mug(table: TomlTable, valid: Collection[str]) -> Mug:
    """Read the ``[mug]`` table. :raises InputError: a chit that is not of this scenario, or
    twice."""
    table.only(("chits", "first", "first_chits", "last", "cite", "open"))
    chits = table.choices("chits", valid)
    first = table.choices("first_chits", valid)
    twice = [chit for chit, count in Counter((*chits, *first)).items() if count > 1]
    if twice:
        raise table.error("chits", f"{twice[0]!r} twice", "each chit once")
    told = ("first", "last", "cite")
    starts, lasts, cite = read_each(lambda key: table.value(key, str), told)
    return Mug(chits, starts, first, lasts, cite, table.optional("open"))


NO_MUG = Mug((), "", (), "", "", "")
"""A scenario that says nothing of a mug."""


def read_victory(table: TomlTable, sides: Sequence[str]) -> tuple[Note, ...]:
    """Read the ``[victory]`` table: a text a side. :raises InputError: another key, no
    citation."""
    outcomes = (*sides, "Draw")
    table.only((*outcomes, "table", "cite"))
    cite = table.optional("cite")
    return tuple(
        Note(outcome, table.value(outcome, str), cite)
        for outcome in outcomes
        if outcome in table.table
    )


def read_laid(
    found: Sequence[TomlTable],
    valid: Mapping[str, int],
    areas: Collection[str],
    hex_numbers: HexNumbers | None,
) -> tuple[Laid, ...]:
    """Read the ``[[marker]]`` tables. :raises InputError: see :func:`read_scenario`."""
    used: Counter[str] = Counter()
    laid = []
    for entry in found:
        entry.only(("marker", "hex", "area", "box", "side_up", "cite", "open"))
        marker = entry.choice("marker", valid)
        used[marker] += 1
        if used[marker] > valid[marker]:
            raise entry.error("marker", f"{marker!r} again", f"at most {valid[marker]} of it")
        places = [key for key in ("hex", "area", "box") if key in entry.table]
        if len(places) != 1:
            raise entry.error("hex", " and ".join(places) or "none", "a hex, an area or a box")
        side_up = entry.optional_choice("side_up", FACES)
        laid.append(
            Laid(
                marker,
                tables.hex_or_none(entry, "hex", hex_numbers),
                entry.optional_choice("area", areas),
                ("back",) if side_up == "back" else (),
                entry.value("cite", str),
                entry.optional("open"),
                Where(str(entry.path), entry.row(places[0])),
                entry.optional("box"),
            )
        )
    return tuple(laid)


def read_draw(entry: TomlTable, valid: Mapping[str, int], hex_numbers: HexNumbers | None) -> Draw:
    """Read a ``[[draw]]`` table. :raises InputError: see :func:`read_scenario`."""
    entry.only(("markers", "hex", "face", "cite"))
    markers = entry.choices("markers", valid)
    if not markers:
        raise entry.error("markers", "no markers", "a list of marker ids")
    return Draw(
        markers,
        tables.hex_text(entry, "hex", entry.value("hex", str), hex_numbers),
        entry.choice("face", FACES),
        entry.value("cite", str),
        Where(str(entry.path), entry.row("markers")),
    )


def read_note(entry: TomlTable) -> Note:
    """Read a ``[[rule]]`` table. :raises InputError: a missing or unknown key."""
    entry.only(("text", "cite"))
    return Note("", entry.value("text", str), entry.value("cite", str))
