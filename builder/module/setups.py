"""Predefined setups: a scenario's data as a saved game with every counter in its hex."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from clubroute.builder.errors import InputError, Where
from clubroute.builder.grid import Hex
from clubroute.builder.module import parts as side_windows
from clubroute.builder.module.counters import ModulePiece, in_step
from clubroute.builder.module.game import GameSource, board_setup
from clubroute.builder.module.parts import (
    FAN,
    OVERVIEW_PX,
    WINDOW_PX,
    deck_type_fields,
    opening_zoom,
    turn_state,
)
from clubroute.builder.module.trays import TRAY_MAP, tray_windows, trays
from clubroute.builder.module.trays import board_setup as board_setup_of_trays
from clubroute.builder.pixels import BoardView
from clubroute.builder.project import MODULE_FILE
from clubroute.builder.sources.counter_set import CounterSet
from clubroute.builder.sources.scenario_parts import ScenarioEvent
from clubroute.builder.sources.scenarios import Laid, Note, Scenario
from clubroute.builder.sources.windows import DisplayBox, Window, WindowDeck, Windows
from clubroute.builder.vassal.atoms import BoardSetup
from clubroute.builder.vassal.buildfile import encode
from clubroute.builder.vassal.commands import Command
from clubroute.builder.vassal.pieces import Piece, expand, read_definition
from clubroute.builder.vassal.setup import PlacedDeck, PlacedPiece, Setup, Spot, setup_command
from clubroute.builder.vassal.traits import Layer

# What the chat says as a game begins.


def greeting(scenario: Scenario | None, shelf: Shelf) -> tuple[str, ...]:
    """What the chat says as a game begins: which one, and the module's own lines."""
    game = shelf.game
    words = [game.empty if scenario is None else scenario.title]
    if scenario is not None and scenario.turns.first:
        turns = dict.fromkeys((scenario.turns.first, scenario.turns.last))
        words.append(" to ".join(turns))
    if scenario is not None and scenario.sets_up_first:
        words.append(f"the {scenario.sets_up_first} side sets up first")
    head = f"{game.name}: {', '.join(words)}."
    where = []
    if scenario is not None:
        where = [where_counters_are(scenario, shelf.counters, sights_of(scenario, shelf))]
    return tuple(f"- {line}" for line in (head, *where, *game.greeting))


@dataclass(frozen=True, slots=True)
class InView:
    """What a window shows of the units on the map around a hex: how many."""

    hex: str
    at: tuple[int, int]
    many: int


Standing: TypeAlias = tuple[str, int, int]
"""A place on the map: what it is called, and its px."""

TRAYS_PX = 340
"""Px that what is to be placed takes of the width of a screen."""
MOST_SIGHTS = 4
"""Places named beside the one that a game opens at."""


def sights_of(scenario: Scenario, shelf: Shelf) -> tuple[InView, ...]:
    """Where the units on the map are in sight: the place with the most first, then that with most
    of the rest."""
    lying = Counter(place(row.hex, row.where, shelf.views) for row in scenario.standing)
    across = max((view.map_x + view.width for view in shelf.views), default=1)
    down = max((view.map_y + view.height for view in shelf.views), default=1)
    zoom = float(opening_zoom(across, down))
    beside = any(tray.window == TRAY_MAP for tray in trays(scenario, shelf.counters))
    taken = OVERVIEW_PX[0] + (TRAYS_PX if beside else 0)
    wide, high = ((px - off) / zoom / 2 for px, off in zip(WINDOW_PX, (taken, 0), strict=True))

    def near(a: Standing, b: Standing) -> bool:
        return abs(a[1] - b[1]) <= wide and abs(a[2] - b[2]) <= high

    found: list[InView] = []
    while lying and len(found) <= MOST_SIGHTS:
        around = {
            here: sum(many for there, many in lying.items() if near(here, there)) for here in lying
        }
        most = max(around.values())
        best = [here for here in lying if around[here] == most]
        x = sum(right for _, right, _ in best) / len(best)
        y = sum(low for _, _, low in best) / len(best)
        # Of several the one in their midst.
        number, right, low = min(best, key=lambda one: (one[1] - x) ** 2 + (one[2] - y) ** 2)
        here = number, right, low
        found.append(InView(number, (right, low), most))
        lying = Counter({there: n for there, n in lying.items() if not near(here, there)})
    return tuple(found)


def where_counters_are(
    scenario: Scenario, counters: CounterSet, sights: tuple[InView, ...] = ()
) -> str:
    """How many counters begin on the map, in sight and elsewhere, and in each window of trays; and
    whether that is all."""
    standing = len(scenario.standing)
    lying = Counter[str]()
    for tray in trays(scenario, counters):
        lying[tray.window] += len(tray.pieces)
    told = f"Units on the map: {standing or 'none'}"
    if len(sights) > 1:
        first, *others = sights
        rest = ", ".join(f"{one.many} about {one.hex}" for one in others)
        told += f", {first.many} in sight; {rest}"
    told += "."
    if placed := lying.pop(TRAY_MAP, 0):
        told += f" To place: {placed} in {TRAY_MAP}."
    if rest := ", ".join(f"{many} in {window}" for window, many in lying.items()):
        told += f" To come: {rest}."
    if not scenario.units_told:
        told += " Its rulebook tells no set-up: place them as your own book of scenarios says."
    return told


@dataclass(frozen=True, slots=True)
class PlacedCounter:
    """One counter of a setup: the map it lies on, what that place is called there, its pixel."""

    counter: ModulePiece
    state: tuple[str, ...]
    map: str
    place: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Shelf:
    """What setups are made of: the game, its boards, its counters, and their pieces by id."""

    game: GameSource
    views: tuple[BoardView, ...]
    counters: CounterSet
    pieces: Mapping[str, ModulePiece]

    def layers(self, piece: str, states: tuple[str, ...]) -> tuple[str, ...]:
        """The layers that show states of a counter: its back, if that is what the state says."""
        unit = next((unit for unit in self.counters.units if unit.id == piece), None)
        backs, words = self.counters.book.layout.backs, self.counters.traits.words
        shown = (
            words.get(state, "")
            for state in states
            if unit is None or state not in backs or state == unit.back
        )
        return tuple(layer for layer in shown if layer)


def map_pixel(views: tuple[BoardView, ...], h: Hex) -> tuple[int, int]:
    """Map px of a hex centre, on whichever board shows it. :raises KeyError: if none does."""
    for view in views:
        if view.holds(h):
            x, y = view.centre(h)
            return x + view.map_x, y + view.map_y
    raise KeyError(h)


def placed_counters(scenario: Scenario, shelf: Shelf) -> tuple[PlacedCounter, ...]:
    """Every counter of a scenario on the map, in the boxes of windows and in its trays."""
    return (
        *on_map(scenario, shelf),
        *in_the_middle((*in_boxes(scenario, shelf), *at_start(scenario, shelf))),
        *in_trays(scenario, shelf),
    )


def on_map(scenario: Scenario, shelf: Shelf) -> Iterator[PlacedCounter]:
    """Markers and units in their hexes, in the scenario's order: a marker lies under the units, and
    under them those of their states."""
    dug: set[str] = set()
    lays = shelf.counters.traits.lays
    for placement in (*scenario.markers, *scenario.standing):
        name, x, y = place(placement.hex, placement.where, shelf.views)
        for state in placement.state:
            if state in lays and placement.hex not in dug:
                dug.add(placement.hex)
                marker, side = lays[state]
                layers = shelf.layers(marker, side)
                yield PlacedCounter(shelf.pieces[marker], layers, shelf.game.map, name, x, y)
        layers = shelf.layers(placement.piece, placement.state)
        counter = shelf.pieces[placement.piece]
        yield PlacedCounter(counter, layers, shelf.game.map, name, x, y)


def in_boxes(scenario: Scenario, shelf: Shelf) -> Iterator[PlacedCounter]:
    """Markers that begin in a box of a window."""
    places = [(window, box) for window in shelf.counters.windows.windows for box in window.boxes]
    for laid in scenario.laid:
        found = next((one for one in places if lies_in(laid, one[1])), None)
        if laid.hex is None and found is not None:
            window, box = found
            layers = shelf.layers(laid.marker, laid.state)
            counter = shelf.pieces[laid.marker]
            yield PlacedCounter(counter, layers, window.title, box.title, *box.centre)


def in_the_middle(found: Sequence[PlacedCounter]) -> Iterator[PlacedCounter]:
    """Counters of boxes, a stack's so far to the left and below that its middle is the box's."""
    many = Counter((one.map, one.x, one.y) for one in found)
    for one in found:
        fan = FAN * (many[one.map, one.x, one.y] - 1) // 2
        yield replace(one, x=one.x - fan, y=one.y + fan)


def lies_in(laid: Laid, box: DisplayBox) -> bool:
    """Whether a marker begins in a box: the scenario says so, or the box is its own."""
    return laid.box == box.title if laid.box else laid.marker in box.markers


def at_start(scenario: Scenario, shelf: Shelf) -> Iterator[PlacedCounter]:
    """Markers that show what a scenario says of the weather and of points."""
    told: dict[str, str | int | None] = {
        "weather": scenario.turns.weather,
        "turn": scenario.turns.first,
    }
    for stock in scenario.stock:
        if not stock.unlimited:
            told[" ".join(filter(None, (stock.what, stock.division or stock.side)))] = (
                stock.at_start
            )
    for table in shelf.counters.book.form.tables.values():
        for row in scenario.declared.get(table.name, ()):
            for what, column in table.counts.items():
                if row.cells["division"] is not None:
                    told[f"{what} {row.cells['division']}"] = row.cells[column]
    for window in shelf.counters.windows.windows:
        for box in window.boxes:
            for start in box.starts:
                if start.fact in told and told[start.fact] == start.value:
                    layers = shelf.layers(start.marker, ("back",) if start.back else ())
                    counter = shelf.pieces[start.marker]
                    yield PlacedCounter(counter, layers, window.title, box.title, *box.centre)


def in_trays(scenario: Scenario, shelf: Shelf) -> Iterator[PlacedCounter]:
    """What stands in no hex yet, in the trays of its windows."""
    for tray in trays(scenario, shelf.counters):
        for index, (piece, states) in enumerate(tray.pieces):
            layers = shelf.layers(piece, states)
            at = tray.spot(index)
            yield PlacedCounter(shelf.pieces[piece], layers, tray.window, tray.title, *at)


def place(number: str, where: Where, views: tuple[BoardView, ...]) -> tuple[str, int, int]:
    """What the boards call the hex with that printed number, and its map px; adjoining maps may
    print one hex under two numbers. :raises InputError: on no board."""
    view = views[0]
    try:
        h = view.lattice.parse(number, view.window)
        return view.lattice.format(h), *map_pixel(views, h)
    except (KeyError, ValueError):
        raise InputError(where, f"hex {number}", f"a hex of map {view.window}") from None


def switched_on(piece: Piece, layers: tuple[str, ...]) -> Piece:
    """An expanded piece with some layers at level 2."""
    if not layers:
        return piece
    traits = []
    for trait in piece.traits:
        layer = Layer.read(trait) if trait.id == Layer.PREFIX else None
        if layer is not None and layer.name in layers:
            traits.append(type(trait)(trait.type, "2"))
        else:
            traits.append(trait)
    return in_step(Piece(tuple(traits)))


def notes_text(scenario: Scenario, first_drawn: str = "") -> str:
    """The scenario's rules, events and victory conditions as the module's notes, with cites.

    :param first_drawn: the line on the first and the last lot of the cup, of ``scenario.toml``.
    """
    lines = [f"{scenario.title} ({scenario.cite})" if scenario.cite else scenario.title, ""]
    if scenario.turns.first:
        lines.append(f"Turns: {scenario.turns.first} to {scenario.turns.last}.")
    if scenario.mug.first:
        lines.append(first_drawn.format(first=scenario.mug.first, last=scenario.mug.last))
    if scenario.sets_up_first:
        lines.append(f"The {scenario.sets_up_first} side sets up first.")
    if any(row.to_place for row in scenario.units):
        lines.append("What is still to be placed, and what comes later, lies in the Set-up window.")
    parts: tuple[tuple[str, Sequence[Note | ScenarioEvent]], ...] = (
        ("Special rules", scenario.rules),
        ("Events", scenario.events),
        ("Victory", scenario.victory),
    )
    for heading, notes in parts:
        if notes:
            lines += ["", heading]
            lines += [f"- {note_line(note)}" for note in notes]
    if scenario.unsettled:
        lines += ["", "What the rulebook leaves open"]
        lines += [f"- {one.text} [{one.cite}]" for one in scenario.unsettled]
    return "\n".join(lines)


def note_line(note: Note | ScenarioEvent) -> str:
    """One note with its name and citation."""
    name = f"{note.name}: " if note.name else ""
    return f"{name}{note.text}" + (f" [{note.cite}]" if note.cite else "")


def notes_command(text: str) -> str:
    """The command that fills the scenario page of the notes window."""
    return "NOTES\t" + encode([encode(text.split("\n"), "|")], "\t")


def setup_commands(shelf: Shelf) -> dict[str, Command]:
    """The setups of a game as a save holds them, by the scenarios' ids."""
    return {one.id: setup_command(setup_of(one, shelf)) for one in shelf.counters.setups}


def setup_of(scenario: Scenario, shelf: Shelf) -> Setup:
    """A scenario as a setup for :func:`clubroute.builder.vassal.setup.setup_archive`."""
    pieces, prototypes = shelf.pieces, prototypes_of(shelf.counters)
    windows = shelf.counters.windows
    placed = [
        PlacedPiece(
            switched_on(expand(stood.counter.definition, prototypes), stood.state),
            stood.map,
            stood.x,
            stood.y,
        )
        for stood in placed_counters(scenario, shelf)
    ]
    placed += [
        PlacedPiece(pieces[one.chit].definition, one.window, *one.at)
        for one in first_chits(scenario, windows)
    ]
    decks = [
        PlacedDeck(
            deck_type_fields(held.deck, windows.menu(held.deck)),
            held.window.title,
            *held.deck.at,
            True,
            tuple(pieces[id_].definition for id_ in held.ids),
        )
        for held in deck_contents(scenario, windows)
    ]
    turn = first_turn(scenario, shelf.game)
    boards = (*window_boards(shelf), *tray_boards(scenario, shelf))
    extra = (
        *([turn_state(shelf.game, *turn).text()] if turn else []),
        notes_command(notes_text(scenario, shelf.counters.book.form.first_drawn)),
    )
    return Setup(
        placed,
        boards,
        decks,
        extra,
        prototypes,
        focus(scenario, shelf),
        greeting(scenario, shelf),
    )


def prototypes_of(counters: CounterSet) -> dict[str, Piece]:
    """The prototypes of a game, with those that its author writes in VASSAL's own words."""
    parts = (part for one in counters.windows.components for part in one.element.walk())
    own = [part for part in parts if part.kind == "PrototypeDefinition"]
    return {
        **counters.traits.prototypes,
        **{part.get("name"): read_definition(part.text) for part in own},
    }


def focus(scenario: Scenario | None, shelf: Shelf) -> Spot | None:
    """The place from which most units on the map are in sight; where none stands, the hex the
    module names, if it does."""
    sights = sights_of(scenario, shelf) if scenario is not None else ()
    if not sights:
        if not shelf.game.opens:
            return None
        where = Where(MODULE_FILE, None, None, "opens")
        return shelf.game.map, *place(shelf.game.opens, where, shelf.views)[1:]
    return shelf.game.map, *sights[0].at


def tray_boards(scenario: Scenario, shelf: Shelf) -> Iterator[BoardSetup]:
    """The boards of the windows of trays."""
    return (board_setup_of_trays(scenario, window) for window in tray_windows(shelf.counters))


def window_boards(shelf: Shelf) -> tuple[BoardSetup, ...]:
    """The boards of the map and of the windows beside it."""
    windows = shelf.counters.windows.windows
    return (board_setup(shelf.game.map, shelf.views), *map(side_windows.board_setup, windows))


def empty_decks(windows: Windows) -> list[PlacedDeck]:
    """The decks of a module with nothing in them."""
    return [
        PlacedDeck(deck_type_fields(deck, windows.menu(deck)), window.title, *deck.at, True, ())
        for window, deck in windows.decks()
    ]


def empty_setup(shelf: Shelf) -> Setup:
    """The map without a counter, the decks empty, the first turn of the track."""
    decks = empty_decks(shelf.counters.windows)
    game = shelf.game
    turn = [turn_state(game, game.days[0], game.times[0]).text()] if game.days else []
    shown = shelf.counters.setups[:1]
    boards = (
        *window_boards(shelf),
        *(one for scenario in shown for one in tray_boards(scenario, shelf)),
    )
    return Setup(
        (),
        boards,
        decks,
        turn,
        shelf.counters.traits.prototypes,
        focus(None, shelf),
        greeting(None, shelf),
    )


@dataclass(frozen=True, slots=True)
class Held:
    """A deck of a window, and the counters (ids) that lie in it."""

    window: Window
    deck: WindowDeck
    ids: tuple[str, ...]


def deck_contents(scenario: Scenario, windows: Windows) -> list[Held]:
    """What lies in each deck of a module at the start of a scenario."""
    drawn = tuple(marker for draw in scenario.draws for marker in draw.markers)
    if scenario.cup is not None and not scenario.draws:
        # The text does not always say how many there are: then one of each.
        drawn += tuple(
            marker
            for event in scenario.events
            for marker in event.markers
            for _ in range((event.count or len(event.markers)) // len(event.markers))
        )
    lying = {"chits": scenario.mug.chits, "draws": drawn, "nothing": ()}
    return [Held(window, deck, lying[deck.holds]) for window, deck in windows.decks()]


@dataclass(frozen=True, slots=True)
class FirstChit:
    """A chit outside the mug: its window, the box it lies in, and the middle of that, px."""

    chit: str
    window: str
    box: str
    at: tuple[int, int]


def first_chits(scenario: Scenario, windows: Windows) -> list[FirstChit]:
    """The chits outside the mug, one of which is first in play, in the boxes beside it."""
    beside = [
        (window.title, box)
        for window, deck in windows.decks()
        if deck.holds == "chits"
        for box in window.boxes
    ]
    return [
        FirstChit(chit, window, box.title, box.centre)
        for chit, (window, box) in zip(scenario.mug.first_chits, beside, strict=False)
    ]


def first_turn(scenario: Scenario, game: GameSource) -> tuple[str, str] | None:
    """Day and time of the scenario's first turn, as the tracker names them; None for no turns."""
    text = scenario.turns.first
    if not text or not game.days:
        return None
    day = next((d for d in game.days if d in text), None)
    time = next((t for t in game.times if t.lower() in text.lower()), None)
    if day is None or time is None:
        raise InputError(
            Where("module.toml", None, None, "turns"),
            f"the first turn {text!r} of {scenario.id}",
            "a day and a time of the tracker",
        )
    return day, time
