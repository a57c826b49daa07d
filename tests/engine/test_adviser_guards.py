"""Where the adviser keeps still or starts once only: the Module Editor, twice in one VASSAL, and
what is kept of it; and a module of somebody else's, which its owner has imported."""

from __future__ import annotations

from pathlib import Path

import pytest

from clubroute.builder.module.adviser import extension
from clubroute.builder.survey.compile import CompiledMap
from clubroute.builder.terrain.terrain_file import encode_terrain
from clubroute.rules.asking.context import Context
from clubroute.rules.owner.modules.commands import import_here
from tests.engine.advised import turned, turned_on, waited
from tests.engine.adviser_table import SETUP, Table
from tests.engine.adviser_table import ours as ours
from tests.engine.adviser_table import table as table
from tests.engine.driver import Engine
from tests.engine.expectation import BuiltModule
from tests.engine.listening import listening
from tests.engine.prepare import EngineFiles
from tests.engine.test_two_modules import SHEET, place_on, their_module
from tests.rules.owner.modules.writer import WrittenSheet, written

pytestmark = pytest.mark.engine

ONCE = {"drags": 1, "components": 1, "buttons": 1, "taps": 1, "preferences": 1}
NOTHING = dict.fromkeys(ONCE, 0)
KEY = b"clubrouteAdviser="


def beside(module: Path) -> None:
    """Put the adviser into the folder of a module's extensions."""
    folder = module.parent / f"{module.stem}_ext"
    folder.mkdir()
    (folder / "adviser.vmdx").write_bytes(extension())


@pytest.fixture
def copied(built_module: BuiltModule, tmp_path: Path) -> Path:
    """Our module, where files may be put beside it."""
    path = tmp_path / built_module.path.name
    path.write_bytes(built_module.path.read_bytes())
    return path


def test_as_a_part_and_as_extensions_it_starts_once(
    copied: Path, engine_files: EngineFiles, display: str, tmp_path: Path
) -> None:
    beside(copied)
    own = tmp_path / "own.vmdx"
    own.write_bytes(extension())
    with Engine(engine_files, display, copied, extension=own) as engine:
        assert engine.adviser("hooks") == ONCE
        engine.start_setup(SETUP)
        engine.adviser("toggle")
        assert engine.adviser()["on"]
        engine.adviser("toggle")
        assert not engine.adviser()["on"]
        assert engine.adviser("hooks") == ONCE
        assert engine.problems == []


def test_in_the_module_editor_it_does_nothing(
    copied: Path, engine_files: EngineFiles, display: str
) -> None:
    beside(copied)
    with Engine(engine_files, display, copied, editor=True) as engine:
        assert engine.adviser("hooks") == NOTHING
        engine.start_setup(SETUP)
        assert engine.adviser("hooks") == NOTHING
        state = engine.adviser()
        assert (state["present"], state["on"]) == (True, False)
        # It stays in the module that is written, once.
        assert engine.build_file().count("clubroute.adviser.Adviser") == 1
        assert engine.problems == []


def test_what_a_player_chose_is_kept_for_the_module(
    table: Table, engine_files: EngineFiles, display: str, built_module: BuiltModule
) -> None:
    turned(table.engine, on=True)
    kept = table.engine.preferences()
    turned(table.engine, on=False)
    (name,) = (one for one, data in kept.items() if KEY + b"true" in data)
    with Engine(engine_files, display, built_module.path, preferences={name: kept[name]}) as engine:
        assert engine.adviser()["on"]
        assert engine.problems == []
    others = b"\n".join(line for line in kept[name].splitlines() if KEY not in line)
    for data in (others, others + b"\n" + KEY + b"perhaps\n", others + b"\n" + KEY + b"\n"):
        with Engine(engine_files, display, built_module.path, preferences={name: data}) as engine:
            assert not engine.adviser()["on"], data
            engine.adviser("toggle")
            assert engine.adviser()["on"], data
            assert engine.problems == []


def test_a_module_that_its_owner_has_imported_is_told_of(
    own_cache: None,
    series_files: EngineFiles,
    display: str,
    gts_map: CompiledMap,
    tmp_path: Path,
) -> None:
    """Whether the adviser lies beside the module or in the user's folder."""
    (tmp_path / "gts.terrain").write_bytes(encode_terrain(gts_map.terrain))
    (board,) = written(gts_map.terrain, [SHEET])
    theirs, own, owner = tmp_path / "theirs.vmod", tmp_path / "own.vmdx", tmp_path / "owner"
    theirs.write_bytes(their_module(board))
    own.write_bytes(extension())
    owner.mkdir()
    import_here(Context(tmp_path, owner_folder=owner), theirs)
    options = ("--map", str(tmp_path), "--owner", str(owner))
    with listening(tmp_path, *options) as service:
        for more in (own, None):
            if more is None:
                beside(theirs)
            with Engine(
                series_files, display, theirs, extension=more, environment=service.environment
            ) as engine:
                told_of(engine, board)


def told_of(engine: Engine, board: WrittenSheet) -> None:
    """Hold that the adviser has started once, and tells of a drag."""
    assert engine.adviser("hooks") == ONCE
    engine.new_game()
    engine.adviser("show", map="Map")
    turned_on(engine)
    piece = next(one for one in engine.pieces() if one.name == "C/1/501")
    x, y = place_on(board, "76.127")
    engine.adviser("hover", id=piece.id, map="Map", x=x, y=y)
    label = waited(engine, lambda state: bool(state["label"]))["label"]
    assert label.startswith("76.127: ")
    assert " MP" in label
    # This engine is a snapshot older than the version that the written module names.
    assert [one for one in engine.problems if "Version Mismatch" not in one] == []
