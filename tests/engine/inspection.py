"""Open a module in the engine and make every check on it."""

from __future__ import annotations

import zipfile
from pathlib import Path

from clubroute.builder.module.numbered_zones import hover_texts
from clubroute.builder.module.viewer import clean
from clubroute.builder.project import SHIPPED
from clubroute.builder.sources.vocabulary import read_vocabulary
from clubroute.builder.terrain.terrain_map import TerrainMap
from tests.engine import checks
from tests.engine.driver import Engine, EngineError
from tests.engine.expectation import Expectation, ExpectedBoard
from tests.engine.prepare import EngineFiles
from tests.engine.reports import Setup, ToolbarButton

Findings = dict[str, list[str]]

CHECKS = (
    "open",
    "complaints",
    "validate",
    "metadata",
    "images",
    "build file",
    "prototypes",
    "traits",
    "expressions",
    "gpids",
    "slots",
    "sides",
    "setups",
    "maps",
    "boards",
    "hex names",
    "at start",
    "pieces",
    "round trip",
    "keys",
    "idle",
    "buttons",
)


def inspect_module(
    files: EngineFiles, display: str, module: Path, expected: Expectation
) -> Findings:
    """Name of each check to the problems it found, in an engine of its own.

    A module that cannot be opened has only "open"; an engine that dies or hangs adds "engine".
    """
    try:
        engine = Engine(files, display, module)
    except EngineError as error:
        return {"open": [str(error)]}
    with engine:
        return inspect_open(engine, module, expected)


def inspect_open(
    engine: Engine, module: Path, expected: Expectation, *, setup_keys: bool = True
) -> Findings:
    """The same of a module that is open.

    :param setup_keys: whether every kind of piece is sent its keys in the first setup where it
        lies on top, too, and not in the palette alone.
    """
    findings: Findings = {"open": []}
    try:
        setups = engine.setups()
        findings |= inspect_definitions(engine, module, expected, setups)
        findings |= inspect_game(engine, expected, setups, setup_keys=setup_keys)
        engine.quiet()
    except EngineError as error:
        findings["engine"] = [str(error)]
    findings["complaints"] = list(engine.problems)
    return findings


def inspect_definitions(
    engine: Engine, module: Path, expected: Expectation, setups: list[Setup]
) -> Findings:
    """Checks of the module itself."""
    with zipfile.ZipFile(module) as archive:
        entries = archive.namelist()
        ours = archive.read("buildFile.xml").decode()
        data = archive.read("moduledata").decode()
    written = engine.build_file()
    slots, prototypes = engine.slots(), engine.prototypes()
    return {
        "validate": engine.validate(),
        "metadata": checks.check_metadata(ours, data),
        "images": checks.check_images(engine.images(), entries),
        "build file": checks.check_build_file(ours, written),
        "prototypes": checks.check_prototypes([*slots, *prototypes]),
        "traits": checks.check_traits([*slots, *prototypes]),
        "expressions": checks.check_expressions(engine.expressions()),
        "gpids": checks.check_gpids(slots),
        "slots": checks.check_slots(slots, expected.pieces),
        "sides": checks.check_sides(written, expected.sides),
        "setups": checks.check_setups(setups, expected.setups),
    }


def inspect_game(
    engine: Engine, expected: Expectation, setups: list[Setup], *, setup_keys: bool
) -> Findings:
    """Checks that need a game: a new one for the maps, then every setup."""
    if expected.start:
        engine.start_setup(expected.start)
    else:
        engine.new_game()
    maps = {game_map.name: game_map for game_map in engine.maps()}
    wrong = {setup.name for setup in setups if setup.error}
    readable = [setup for setup in expected.setups if setup.name not in wrong]
    findings: Findings = {
        "maps": checks.check_map_sizes(maps.values()),
        "boards": [],
        "hex names": [],
        "at start": checks.check_at_start(engine.at_start()),
        "pieces": [],
        "round trip": [],
        "keys": [],
        "idle": [],
        "buttons": [],
    }
    for wanted in expected.maps:
        if wanted.name not in maps:
            findings["maps"].append(f"map {wanted.name} is missing")
        elif problems := checks.check_boards(maps[wanted.name], wanted.boards):
            findings["boards"] += problems
        else:
            place = (0, 0)
            for board in wanted.boards:
                findings["hex names"] += inspect_board(engine, wanted.name, board)
                place = next(iter(board.hexes.values()), place)
            findings["keys"] += checks.check_keys(engine.slot_keys(wanted.name, place))
            if wanted is expected.maps[0]:
                findings["idle"] += checks.check_idle(engine.idle(wanted.name, place))
                if played := [setup for setup in readable if setup.pieces]:
                    # Without the hundreds of counters that were laid for the keys.
                    engine.start_setup(min(played, key=lambda setup: len(setup.pieces)).name)
                findings["buttons"] += checks.check_buttons(push_buttons(engine))
    slots = engine.slots()
    for setup in readable:
        engine.start_setup(setup.name)
        pieces = engine.pieces()
        findings["pieces"] += checks.check_pieces(pieces, setup.pieces, slots)
        findings["round trip"] += checks.check_round_trip(engine.round_trip())
        if setup_keys:
            findings["keys"] += checks.check_keys(engine.keys(new=True))
    return findings


def push_buttons(engine: Engine) -> list[tuple[ToolbarButton, set[str]]]:
    """Click every button of every toolbar, in a game with counters; what each changed.

    On every map a counter has just moved, for the button that clears its flag. What a second click
    undoes is undone: the windows are those of before, no line is drawn on the map, the adviser is
    off.
    """
    moving = [piece for piece in engine.position().pieces if "markmoved;" in piece.type]
    for game_map, piece in zip(engine.maps(), moving, strict=False):
        for place in (50, 50), (90, 90):
            engine.move(piece.id, game_map.name, place)
    clicked, opened = [], []
    open_ = set(engine.windows())
    for number, button in enumerate(engine.buttons()):
        if button.enabled:
            clicked.append((button, changed := engine.click(number)))
            now = set(engine.windows()) if "shown" in changed else open_
            advised = "chat" in changed and engine.adviser().get("on")
            if changed in ({"view"}, {"mouse"}) or not open_ <= now or advised:
                engine.click(number)
            elif open_ < now:  # its own buttons are clicked, too
                opened.append(number)
                open_ = now
    for number in opened:
        engine.click(number)
    return clicked


def inspect_hover(
    engine: Engine,
    expected: Expectation,
    terrain: TerrainMap,
    window: str,
    words: Path = SHIPPED / "map_sources" / "gts" / "terrain.toml",
) -> list[tuple[str, str]]:
    """Hexes over which the stack viewer does not write their number and all the map says of them.

    A hundred of every board are asked, all at once: the engine parses the viewer's long expression
    for each question anew, and that takes it a second.
    """
    texts = hover_texts(terrain.window(window), window, read_vocabulary(words))
    told = {
        (number := terrain.lattice.format(h)): f"{number}  {clean(text)}"
        for h, text in texts.items()
    }
    (one,) = expected.maps
    some = [
        hex_at
        for board in one.boards
        for hex_at in list(board.hexes.items())[:: 1 + len(board.hexes) // 100]
    ]
    shown = engine.hover(one.name, [at for _, at in some])
    pairs = [(name, text) for (name, _), text in zip(some, shown, strict=True)]
    return [(name, text) for name, text in pairs if text != told.get(name)]


def inspect_board(engine: Engine, map_name: str, board: ExpectedBoard) -> list[str]:
    """Every hex centre has its printed number, and every number its centre."""
    named = engine.names(map_name, list(board.hexes.values()))
    places = engine.places(map_name, board.name, list(board.hexes))
    return checks.check_hex_names(board.hexes, named, places)
