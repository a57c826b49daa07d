"""A scenario to play logs on: our own module without its drawings, and a set-up that has a place
for every kind of fault."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from clubroute.builder.assemble import game_views
from clubroute.builder.errors import Where
from clubroute.builder.module import side_windows
from clubroute.builder.module.boards import board_setup, image_name
from clubroute.builder.module.counters import module_pieces
from clubroute.builder.module.game import GameSource, read_game
from clubroute.builder.module.outline import blank
from clubroute.builder.module.setups import Shelf, map_pixel, setup_commands, switched_on
from clubroute.builder.module.side_windows import deck_type_fields
from clubroute.builder.module.turns import turn_state
from clubroute.builder.module.window import ground_of
from clubroute.builder.passes.module import module_archive, module_entries
from clubroute.builder.pixels import BoardView
from clubroute.builder.sources.cells import HexNumbers
from clubroute.builder.sources.counter_set import CounterSet, read_counter_set
from clubroute.builder.sources.lattice import read_lattice
from clubroute.builder.sources.vocabulary import read_vocabulary
from clubroute.builder.terrain import TerrainMap
from clubroute.builder.vassal.archive import EARLIEST
from clubroute.builder.vassal.atoms import TurnState
from clubroute.builder.vassal.metadata import Metadata
from clubroute.builder.vassal.pieces import expand
from clubroute.builder.vassal.setup import Placed, PlacedDeck, Setup, setup_archive
from clubroute.rules.logs.game import start
from clubroute.rules.logs.read import log_of

ROOT = Path(__file__).resolve().parents[3]
GAME = ROOT / "counters" / "wed"

DAY, TIME = "September 20", "0900"

UNITS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("101-a-1-501", "75.129", ("column",)),
    ("101-b-1-501", "75.129", ("column",)),
    ("101-c-1-501", "76.128", ()),
    ("101-d-2-501", "77.130", ()),
    ("101-a-1-502", "66.157", ("column",)),
    ("101-b-1-502", "62.156", ()),
    ("gds-1-2-irishgds", "50.202", ("column",)),
    ("gds-2-2-irishgds", "50.212", ("column",)),
    ("gds-3-2-irishgds", "46.210", ("column",)),
    ("wal-1-pz-2107", "70.154", ("column",)),
    ("wal-2-pz-2107", "73.150", ("column",)),
    ("wal-3-pz-2107", "78.132", ("column",)),
    ("59-1-i-1034-59", "67.158", ()),
    ("59-2-i-1034-59", "60.140", ()),
    ("59-3-i-1034-59", "47.230", ()),
    ("101-d-2-502", "83.136", ("column",)),
    ("101-e-2-502", "83.136", ()),
    ("101-f-2-502", "82.136", ("column",)),
    ("101-c-326-eng", "82.135", ()),
    ("101-a-15-19-krh", "82.135", ("column",)),
    ("101-g-3-502", "70.156", ("column",)),
    ("101-b-15-19-krh", "70.157", ("column",)),
    ("101-c-15-19-krh", "16.87", ("column",)),
    ("101-h-3-502", "17.87", ()),
    ("101-e-2-501", "77.135", ("column",)),
    ("101-f-2-501", "77.135", ("column",)),
    ("101-g-3-501", "80.138", ()),
    ("101-i-3-502", "80.138", ()),
    ("101-h-3-501", "78.125", ()),
    ("101-i-3-501", "78.125", ()),
    ("101-a-1-506", "78.125", ()),
    ("101-b-1-506", "79.125", ()),
    ("101-a-44-rtr", "66.163", ("column",)),
    ("101-c-1-506", "66.163", ("column",)),
    ("gds-1-3-irishgds", "51.213", ()),
    ("101-divisional-jeep", "96.110", ()),
)
"""Unit, hex, states.

59-3-i-1034-59 stands beside the ground its side may not enter; those from 101-d-2-502 on by a
ferry, with the engineers that are it; then by the culvert, by a Road Block on a dike; then stacks:
one Formation, two, a hex that is full, and a tank with riders; Infantry of a Formation of tanks,
and transport that nobody uses.
"""

MARKERS: tuple[tuple[str, str], ...] = (
    ("bridge-destroyed", "74.129"),
    ("bridge-destroyed", "83.136"),
    ("ferry", "82.135"),
    ("road-block", "17.88"),
    ("suppressed", "94.110"),
    ("club-route", "61.141"),
    ("club-route-attacked", "90.110"),
    ("club-route-attacked", "91.110"),
    ("club-route-closed", "92.110"),
    ("club-route-closed", "93.110"),
    ("glider-paradrop", "94.112"),
)
CHITS = (
    "chit-101-division",
    "chit-101-501",
    "chit-101-502",
    "chit-gds-division",
    "chit-gds-hot",
    "chit-wal-division",
    "chit-wal-107",
    "chit-59-division",
)
LOOSE_CHIT = "chit-allied-direct"
"""A chit that lies on the map, for whoever will not wait for the mug."""
INDEPENDENT = "chit-101-independent"
"""Another one, of the Division's Independent Units."""
STACK = 3
"""Units of a side in a hex here; the real number is in the series rules."""
ALLOWANCES = {"leg": 7, "tracked": 12}
"""MP of every Unit of a class here; the real ones stand on the owner's counters."""
VEHICLES, TANKS = ("wal",), ("krh", "rtr", "-2-irishgds")
"""How the ids of the tracked Units here begin or end."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """The module, the set-up, and where on its maps things are.

    ``ids`` gives the piece of a counter's id, ``chits`` the chit's id of a piece.
    """

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
        return turn_state(self.game, DAY, time)

    @property
    def box(self) -> tuple[int, int]:
        """The middle of the box of markers earned."""
        (route,) = [one for one in self.counters.windows.windows if one.title == "Club Route"]
        return next(box for box in route.boxes if box.id == "hells-highway").centre


def scenario(terrain: TerrainMap) -> Scenario:
    """The scenario on a compiled map."""
    loose = ((LOOSE_CHIT, "95.110"), (INDEPENDENT, "95.112"))
    pieces = (*UNITS, *((id_, number, ()) for id_, number in (*MARKERS, *loose)))
    return laid_out(GAME, terrain, pieces, (DAY, TIME))


def laid_out(
    folder: Path,
    terrain: TerrainMap,
    lying: Sequence[tuple[str, str, tuple[str, ...]]],
    half_day: tuple[str, str],
) -> Scenario:
    """A game's module with counters on its map (id, hex, states), at a day and time."""
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
    module = module_archive(entries, pictures, EARLIEST)
    shared = counters.traits.prototypes
    placed: list[Placed] = []
    ids: dict[str, str] = {}
    for id_, number, states in lying:
        x, y = map_pixel(views, views[0].lattice.parse(number, views[0].window))
        whole = expand(by_id[id_].definition, shared)
        layers = tuple(counters.traits.words[state] for state in states)
        placed.append(Placed(switched_on(whole, layers), game.map, x, y))
        ids.setdefault(id_ if id_ not in ids else f"{id_}-2", str(len(placed)))
    inside = {"chits": CHITS}
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
    windows = map(side_windows.board_setup, counters.windows.windows)
    boards = (board_setup(game.map, views), *windows)
    turn = turn_state(game, *half_day).text()
    setup = Setup(placed=placed, boards=boards, decks=decks, extra=(turn,), prototypes=shared)
    metadata = Metadata(game.version, game.vassal, 0, game.description, game.name)
    archive = setup_archive(setup, metadata)
    restored = start(log_of(archive, Where("(setup)")))
    found = {piece.id: piece.property_value("ChitId") for piece in restored.pieces.values()}
    chits = {piece: chit for piece, chit in found.items() if chit is not None}
    return Scenario(module, archive, views, game, counters, ids, chits)


def ratings() -> str:
    """An owner's table with an allowance for every Unit of the set-up."""
    head = "unit,face,engineer,indirect,tq,defence,move,range,minimum,command_range,telephone"
    rows = [head]
    for id_, _, _ in UNITS:
        kind = "tracked" if id_.startswith(VEHICLES) or id_.endswith(TANKS) else "leg"
        rows.append(f"{id_},front,no,no,6,0,{ALLOWANCES[kind]},1,,,")
    return "\n".join(rows) + "\n"
