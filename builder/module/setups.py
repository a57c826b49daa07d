"""Predefined setups: a scenario's data as a saved game with every counter in its hex."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from clubroute.builder.errors import InputError, Where
from clubroute.builder.grid import Hex
from clubroute.builder.module import club_route, mug
from clubroute.builder.module.boards import board_setup
from clubroute.builder.module.counters import ModulePiece
from clubroute.builder.module.game import GameSource
from clubroute.builder.module.trays import TRAY_MAP, trays
from clubroute.builder.module.trays import board_setup as board_setup_of_trays
from clubroute.builder.module.turns import turn_state
from clubroute.builder.pixels import BoardView
from clubroute.builder.sources.counter_set import CounterSet
from clubroute.builder.sources.scenario_parts import Event
from clubroute.builder.sources.scenarios import Note, Scenario
from clubroute.builder.vassal.atoms import BoardSetup
from clubroute.builder.vassal.pieces import Piece, expand
from clubroute.builder.vassal.sequence import encode
from clubroute.builder.vassal.setup import Placed, PlacedDeck, Setup
from clubroute.builder.vassal.traits import Layer

LAYER_STATES = {"column": "Column", "suppressed": "Suppressed", "reduced": "Back", "back": "Back"}
"""State word of a scenario file → the layer of the piece that shows it, at level 2."""
BACKS = ("bridge", "hidden", "mounted")
"""States that show a counter's back, if that is what its back is."""
POSITIONS = {"ip": (), "entrenched": ("back",)}
"""States that lay the marker of an improved position with the unit, and its side up."""
POSITION_MARKER = "ip"
EMPTY = "Empty map"
"""What the setup without counters is called."""


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
        """The layers that show states of a counter."""
        unit = next((unit for unit in self.counters.units if unit.id == piece), None)
        back = unit.back if unit is not None else ""
        found = [LAYER_STATES[state] for state in states if state in LAYER_STATES]
        return (*found, *("Back" for state in states if state in BACKS and state == back))


def map_pixel(views: tuple[BoardView, ...], h: Hex) -> tuple[int, int]:
    """Map px of a hex centre, on whichever board shows it. :raises KeyError: if none does."""
    for view in views:
        if view.holds(h):
            x, y = view.centre(h)
            return x + view.map_x, y + view.map_y
    raise KeyError(h)


def placed_counters(scenario: Scenario, shelf: Shelf) -> tuple[PlacedCounter, ...]:
    """Every counter of a scenario on the map, in the Club Route window and in its trays."""
    return (*on_map(scenario, shelf), *in_boxes(scenario, shelf), *in_trays(scenario, shelf))


def on_map(scenario: Scenario, shelf: Shelf) -> Iterator[PlacedCounter]:
    """Units and markers in their hexes, in the scenario's order, positions under their units."""
    dug: set[str] = set()
    for placement in (*scenario.standing, *scenario.markers):
        x, y = place(placement.hex, placement.where, shelf.views)
        for state in placement.state:
            if state in POSITIONS and placement.hex not in dug:
                dug.add(placement.hex)
                marker = shelf.pieces[POSITION_MARKER]
                layers = shelf.layers(POSITION_MARKER, POSITIONS[state])
                yield PlacedCounter(marker, layers, shelf.game.map, placement.hex, x, y)
        layers = shelf.layers(placement.piece, placement.state)
        counter = shelf.pieces[placement.piece]
        yield PlacedCounter(counter, layers, shelf.game.map, placement.hex, x, y)


def in_boxes(scenario: Scenario, shelf: Shelf) -> Iterator[PlacedCounter]:
    """Markers that begin in a box of the Club Route window."""
    display = shelf.counters.club_route
    for laid in scenario.laid:
        if display is None:
            return
        box = next((box for box in display.boxes if laid.marker in box.markers), None)
        if laid.hex is None and box is not None:
            layers = shelf.layers(laid.marker, laid.state)
            counter = shelf.pieces[laid.marker]
            yield PlacedCounter(counter, layers, display.title, box.title, *box.centre)


def in_trays(scenario: Scenario, shelf: Shelf) -> Iterator[PlacedCounter]:
    """What stands in no hex yet, in the trays of the Set-up window."""
    for tray in trays(scenario, shelf.counters):
        for index, (piece, states) in enumerate(tray.pieces):
            layers = shelf.layers(piece, states)
            at = tray.spot(index)
            yield PlacedCounter(shelf.pieces[piece], layers, TRAY_MAP, tray.title, *at)


def place(number: str, where: Where, views: tuple[BoardView, ...]) -> tuple[int, int]:
    """Map px of the hex with that printed number. :raises InputError: on no board."""
    view = views[0]
    try:
        return map_pixel(views, view.lattice.parse(number, view.window))
    except (KeyError, ValueError):
        raise InputError(where, f"hex {number}", f"a hex of map {view.window}") from None


def switched_on(piece: Piece, layers: tuple[str, ...]) -> Piece:
    """An expanded piece with some layers at level 2."""
    traits = []
    for trait in piece.traits:
        layer = Layer.read(trait) if trait.id == Layer.PREFIX else None
        if layer is not None and layer.name in layers:
            traits.append(type(trait)(trait.type, "2"))
        else:
            traits.append(trait)
    return Piece(tuple(traits))


def notes_text(scenario: Scenario) -> str:
    """The scenario's rules, events and victory conditions as the module's notes, with cites."""
    lines = [f"{scenario.title} ({scenario.cite})", ""]
    lines.append(f"Turns: {scenario.turns.first} to {scenario.turns.last}.")
    lines.append(f"First chit: {scenario.mug.first}. The last chit: {scenario.mug.last}.")
    if scenario.sets_up_first:
        lines.append(f"The {scenario.sets_up_first} side sets up first.")
    if any(row.to_place for row in scenario.units):
        lines.append("What is still to be placed, and what comes later, lies in the Set-up window.")
    parts: tuple[tuple[str, Sequence[Note | Event]], ...] = (
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


def note_line(note: Note | Event) -> str:
    """One note with its name and citation."""
    name = f"{note.name}: " if note.name else ""
    return f"{name}{note.text} [{note.cite}]"


def notes_command(text: str) -> str:
    """The command that fills the scenario page of the notes window."""
    return "NOTES\t" + encode([encode(text.split("\n"), "|")], "\t")


def setup_of(scenario: Scenario, shelf: Shelf, prototypes: Mapping[str, Piece]) -> Setup:
    """A scenario as a setup for :func:`clubroute.builder.vassal.setup.setup_archive`."""
    game, pieces = shelf.game, shelf.pieces
    placed = [
        Placed(
            switched_on(expand(stood.counter.definition, prototypes), stood.state),
            stood.map,
            stood.x,
            stood.y,
        )
        for stood in placed_counters(scenario, shelf)
    ]
    placed += [
        Placed(pieces[chit].definition, mug.MUG_MAP, *at) for chit, at in first_chits(scenario)
    ]
    decks = [
        PlacedDeck(
            mug.deck_type_fields(name),
            mug.MUG_MAP,
            *at,
            True,
            tuple(pieces[id_].definition for id_ in ids),
        )
        for name, at, ids in deck_contents(scenario)
    ]
    day, time = first_turn(scenario, game)
    boards = (*windows(shelf), board_setup_of_trays(scenario))
    extra = (turn_state(game, day, time).text(), notes_command(notes_text(scenario)))
    return Setup(placed, boards, decks, extra, prototypes)


def windows(shelf: Shelf) -> tuple[BoardSetup, ...]:
    """The boards of the map, of the mug and of the Club Route."""
    route = shelf.counters.club_route
    return (
        board_setup(shelf.game.map, shelf.views),
        mug.board_setup(),
        *([club_route.board_setup(route)] if route else []),
    )


def empty_setup(shelf: Shelf, prototypes: Mapping[str, Piece]) -> Setup:
    """The map without a counter, the mug empty, the first turn of the track."""
    decks = [
        PlacedDeck(mug.deck_type_fields(name), mug.MUG_MAP, *at, True, ())
        for name, at in ((mug.MUG, mug.MUG_AT), (mug.EVENTS, mug.EVENTS_AT))
    ]
    game = shelf.game
    turn = turn_state(game, game.days[0], game.times[0]).text()
    shown = shelf.counters.setups[:1]
    boards = (*windows(shelf), *(board_setup_of_trays(scenario) for scenario in shown))
    return Setup((), boards, decks, (turn,), prototypes)


def deck_contents(scenario: Scenario) -> list[tuple[str, tuple[int, int], tuple[str, ...]]]:
    """Name, centre (px) and counters of each deck of the activation window."""
    events = tuple(marker for draw in scenario.draws for marker in draw.markers)
    if scenario.cup is not None and not scenario.draws:
        # The text does not always say how many there are: then one of each.
        events += tuple(
            marker
            for event in scenario.events
            for marker in event.markers
            for _ in range((event.count or len(event.markers)) // len(event.markers))
        )
    return [(mug.MUG, mug.MUG_AT, scenario.mug.chits), (mug.EVENTS, mug.EVENTS_AT, events)]


def first_chits(scenario: Scenario) -> list[tuple[str, tuple[int, int]]]:
    """The chits outside the mug, one of which is first in play, and their places (px)."""
    return [(chit, mug.chit_place(slot)) for slot, chit in enumerate(scenario.mug.first_chits)]


def first_turn(scenario: Scenario, game: GameSource) -> tuple[str, str]:
    """Day and time of the scenario's first turn, as the tracker names them."""
    text = scenario.turns.first
    day = next((d for d in game.days if d in text), None)
    time = next((t for t in game.times if t.lower() in text.lower()), None)
    if day is None or time is None:
        raise InputError(
            Where("module.toml", None, None, "turns"),
            f"the first turn {text!r} of {scenario.id}",
            "a day and a time of the tracker",
        )
    return day, time
