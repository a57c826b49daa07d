"""Predefined setups: a scenario's data as a saved game with every counter in its hex."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.builder.grid import Hex
from clubroute.builder.module import club_route, mug
from clubroute.builder.module.boards import board_setup
from clubroute.builder.module.counters import ModulePiece
from clubroute.builder.module.game import GameSource
from clubroute.builder.module.turns import turn_state
from clubroute.builder.pixels import BoardView
from clubroute.builder.sources.club_route import RouteDisplay
from clubroute.builder.sources.scenario_parts import Event
from clubroute.builder.sources.scenarios import Note, Scenario
from clubroute.builder.vassal.pieces import Piece, expand
from clubroute.builder.vassal.sequence import encode
from clubroute.builder.vassal.setup import Placed, PlacedDeck, Setup
from clubroute.builder.vassal.traits import Layer

LAYER_STATES = {"column": "Column", "suppressed": "Suppressed", "reduced": "Back", "back": "Back"}
"""State word of a scenario file → the layer of the piece that shows it, at level 2."""


@dataclass(frozen=True, slots=True)
class PlacedCounter:
    """One counter of a setup and where it stands, for the setup and for its checks."""

    counter: ModulePiece
    state: tuple[str, ...]
    hex: str
    x: int
    y: int


def map_pixel(views: tuple[BoardView, ...], h: Hex) -> tuple[int, int]:
    """Map px of a hex centre, on whichever board shows it. :raises KeyError: if none does."""
    for view in views:
        if view.holds(h):
            x, y = view.centre(h)
            return x + view.map_x, y + view.map_y
    raise KeyError(h)


def placed_counters(
    scenario: Scenario,
    views: tuple[BoardView, ...],
    pieces: Mapping[str, ModulePiece],
) -> tuple[PlacedCounter, ...]:
    """The units and markers of a scenario on the map, in the scenario's order."""
    found = []
    for placement in (*scenario.standing, *scenario.markers):
        counter = pieces[placement.piece]
        x, y = place(placement.hex, placement.where, views)
        for state in placement.state:
            if state not in LAYER_STATES:
                raise InputError(
                    placement.where,
                    f"state {state!r}",
                    "one of " + ", ".join(LAYER_STATES),
                    nearest_name(state, LAYER_STATES),
                )
        found.append(PlacedCounter(counter, placement.state, placement.hex, x, y))
    return tuple(found)


def place(number: str, where: Where, views: tuple[BoardView, ...]) -> tuple[int, int]:
    """Map px of the hex with that printed number. :raises InputError: on no board."""
    view = views[0]
    try:
        return map_pixel(views, view.lattice.parse(number, view.window))
    except (KeyError, ValueError):
        raise InputError(where, f"hex {number}", f"a hex of map {view.window}") from None


def switched_on(piece: Piece, states: tuple[str, ...]) -> Piece:
    """An expanded piece with the layers of ``states`` at level 2."""
    wanted = {LAYER_STATES[state] for state in states}
    traits = []
    for trait in piece.traits:
        layer = Layer.read(trait) if trait.id == Layer.PREFIX else None
        if layer is not None and layer.name in wanted:
            traits.append(type(trait)(trait.type, "2"))
        else:
            traits.append(trait)
    return Piece(tuple(traits))


def notes_text(scenario: Scenario) -> str:
    """The scenario's rules, events and victory conditions as the module's notes, with cites."""
    lines = [f"{scenario.title} ({scenario.cite})", ""]
    lines.append(f"Turns: {scenario.turns.first} to {scenario.turns.last}.")
    parts: tuple[tuple[str, Sequence[Note | Event]], ...] = (
        ("Special rules", scenario.rules),
        ("Events", scenario.events),
        ("Victory", scenario.victory),
    )
    for heading, notes in parts:
        if notes:
            lines += ["", heading]
            lines += [f"- {note_line(note)}" for note in notes]
    return "\n".join(lines)


def note_line(note: Note | Event) -> str:
    """One note with its name and citation."""
    name = f"{note.name}: " if note.name else ""
    return f"{name}{note.text} [{note.cite}]"


def notes_command(text: str) -> str:
    """The command that fills the scenario page of the notes window."""
    return "NOTES\t" + encode([encode(text.split("\n"), "|")], "\t")


def setup_of(
    scenario: Scenario,
    game: GameSource,
    views: tuple[BoardView, ...],
    pieces: Mapping[str, ModulePiece],
    prototypes: Mapping[str, Piece],
    route: RouteDisplay | None = None,
) -> Setup:
    """A scenario as a setup for :func:`clubroute.builder.vassal.setup.setup_archive`."""
    placed = [
        Placed(
            switched_on(expand(stood.counter.definition, prototypes), stood.state),
            game.map,
            stood.x,
            stood.y,
        )
        for stood in placed_counters(scenario, views, pieces)
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
    return Setup(
        placed=placed,
        boards=(
            board_setup(game.map, views),
            mug.board_setup(),
            *([club_route.board_setup(route)] if route else []),
        ),
        decks=decks,
        extra=(turn_state(game, day, time).text(), notes_command(notes_text(scenario))),
        prototypes=prototypes,
    )


def deck_contents(scenario: Scenario) -> list[tuple[str, tuple[int, int], tuple[str, ...]]]:
    """Name, centre (px) and counters of each deck of the activation window."""
    events = tuple(marker for draw in scenario.draws for marker in draw.markers)
    return [(mug.MUG, mug.MUG_AT, scenario.mug.chits), (mug.EVENTS, mug.EVENTS_AT, events)]


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
