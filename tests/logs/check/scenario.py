"""A scenario to play logs on: our own module without its drawings, and a set-up that has a place
for every kind of fault."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from clubroute.builder.errors import Where
from clubroute.builder.module import parts
from clubroute.builder.module.counters import ModulePiece, module_pieces
from clubroute.builder.module.game import (
    GameSource,
    board_setup,
    game_views,
    read_game,
)
from clubroute.builder.module.outline import blank
from clubroute.builder.module.parts import deck_type_fields, turn_state
from clubroute.builder.module.setups import (
    Shelf,
    map_pixel,
    setup_commands,
    switched_on,
)
from clubroute.builder.module.window import ground_of
from clubroute.builder.passes.module import module_archive, module_entries
from clubroute.builder.pixels import BoardView, image_name
from clubroute.builder.sources.cells import HexNumbers
from clubroute.builder.sources.counter_set import CounterSet, read_counter_set
from clubroute.builder.sources.counters import UnitCounter as UnitCounter
from clubroute.builder.sources.lattice import read_lattice
from clubroute.builder.sources.vocabulary import read_vocabulary
from clubroute.builder.terrain.terrain_map import TerrainMap
from clubroute.builder.vassal.archive import EARLIEST
from clubroute.builder.vassal.atoms import TurnState
from clubroute.builder.vassal.metadata import Metadata
from clubroute.builder.vassal.pieces import expand
from clubroute.builder.vassal.setup import (
    PlacedDeck,
    PlacedPiece,
    Setup,
    setup_archive,
)
from clubroute.rules.logs.game import start
from clubroute.rules.logs.read import log_of
from tests.logs.check.stages import WED, Stage

ROOT = Path(__file__).resolve().parents[3]
STACK = 3
"""Units of a side in a hex here; the real number is in the series rules."""
ALLOWANCES = {"leg": 7, "wheeled": 10, "tracked": 12}
"""MP of every Unit of a class here; the real ones stand on the owner's counters."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """The module, the set-up, and where on its maps things are.

    ``ids`` gives the piece of a counter's id, ``chits`` the chit's id of a piece.
    """

    stage: Stage
    module: bytes
    setup: bytes
    views: tuple[BoardView, ...]
    game: GameSource
    counters: CounterSet
    ids: dict[str, str]
    chits: dict[str, str]

    def pixel(self, number: str) -> tuple[int, int]:
        """Map px of a hex centre."""
        return map_pixel(self.views, self.views[0].lattice.parse(number, self.views[0].window))

    def turn(self, time: str) -> TurnState:
        return turn_state(self.game, self.stage.day, time)

    @property
    def box(self) -> tuple[int, int]:
        """The middle of a box beside the map: of that of markers earned, if the game has it."""
        (route,) = [one for one in self.counters.windows.windows if one.title == "Club Route"]
        earned = (box for box in route.boxes if box.id == "hells-highway")
        return next(earned, route.boxes[0]).centre


@dataclass(frozen=True, slots=True)
class Made:
    """A game's module, and what its counters are taken from."""

    module: bytes
    views: tuple[BoardView, ...]
    game: GameSource
    counters: CounterSet
    by_id: Mapping[str, ModulePiece]


MADE: dict[str, tuple[TerrainMap, Made]] = {}
"""By game its module, and the map it was made of: a map serves a whole run, with all its stages."""


def made(terrain: TerrainMap, name: str) -> Made:
    """A game's module on a compiled map, the last one kept."""
    on_map, found = MADE.get(name, (None, None))
    if found is None or on_map is not terrain:
        found = made_of(terrain, name)
        MADE[name] = terrain, found
    return found


def made_of(terrain: TerrainMap, name: str) -> Made:
    """Make a game's module, without its drawings."""
    folder = ROOT / "counters" / name
    game = read_game(folder / "module.toml")
    source = read_lattice(ROOT / "map_sources" / game.lattice / "lattice.toml")
    views = game_views(game, source, folder / "module.toml")
    counters = read_counter_set(folder, HexNumbers(source.lattice))
    by_id = {item.id: item for item in module_pieces(counters)}
    shelf = Shelf(game, views, counters, by_id)
    pictures = {image_name(view): blank(view.width, view.height) for view in views}
    pictures |= {window.image: blank(*window.size) for window in counters.windows.windows}
    words = read_vocabulary(ROOT / "map_sources" / game.lattice / "terrain.toml")
    ground = ground_of(game, terrain, views, words)
    entries = module_entries(shelf, ground, terrain, setup_commands(shelf), None, EARLIEST)
    return Made(module_archive(entries, pictures, EARLIEST), views, game, counters, by_id)


def scenario(terrain: TerrainMap, stage: Stage = WED) -> Scenario:
    """A stage's module with its counters on a compiled map."""
    told = made(terrain, stage.game)
    views, game, counters, by_id = told.views, told.game, told.counters, told.by_id
    beside = ((id_, number, ()) for id_, number in (*stage.markers, *stage.loose))
    shared = counters.traits.prototypes
    placed: list[PlacedPiece] = []
    ids: dict[str, str] = {}
    for id_, number, states in (*stage.units, *beside):
        x, y = map_pixel(views, views[0].lattice.parse(number, views[0].window))
        whole = expand(by_id[id_].definition, shared)
        layers = tuple(counters.traits.words[state] for state in states)
        placed.append(PlacedPiece(switched_on(whole, layers), game.map, x, y))
        ids.setdefault(id_ if id_ not in ids else f"{id_}-2", str(len(placed)))
    inside = {"chits": stage.chits}
    decks = [
        PlacedDeck(
            deck_type_fields(deck, counters.windows.menu(deck)),
            window.title,
            *deck.at,
            True,
            tuple(by_id[id_].definition for id_ in inside.get(deck.holds, ())),
        )
        for window, deck in counters.windows.decks()
    ]
    windows = map(parts.board_setup, counters.windows.windows)
    boards = (board_setup(game.map, views), *windows)
    turn = turn_state(game, stage.day, stage.time).text()
    setup = Setup(placed=placed, boards=boards, decks=decks, extra=(turn,), prototypes=shared)
    metadata = Metadata(game.version, game.vassal, 0, game.description, game.name)
    archive = setup_archive(setup, metadata)
    restored = start(log_of(archive, Where("(setup)")))
    found = {piece.id: piece.property_value("ChitId") for piece in restored.pieces.values()}
    chits = {piece: chit for piece, chit in found.items() if chit is not None}
    return Scenario(stage, told.module, archive, views, game, counters, ids, chits)


def class_of(row: UnitCounter) -> str:
    """The class of a Unit that moves, "" of engineers and transport, which stay where they are."""
    return row.move_class if row.kind != "transport" and row.move_class in ALLOWANCES else ""


def ratings(told: Scenario) -> str:
    """An owner's table with an allowance for every Unit of the set-up."""
    head = "unit,face,engineer,indirect,tq,defence,move,range,minimum,command_range,telephone"
    rows = {row.id: row for row in told.counters.units}
    lines = [head]
    for id_, _, _ in told.stage.units:
        most = ALLOWANCES[class_of(rows[id_]) or "leg"]
        lines.append(f"{id_},front,no,no,6,0,{most},1,,,")
    return "\n".join(lines) + "\n"
