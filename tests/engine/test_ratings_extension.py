"""An owner's ratings as an extension, in VASSAL: its faces, up and turned, and no warning."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from clubroute.builder.module.counters import RATED_BACK
from clubroute.builder.module.counters import rated as rated_name
from clubroute.builder.module.window import extension_of
from clubroute.builder.project import Project
from clubroute.rules.owner.printed import printed_in
from tests.counters.test_printed import owned
from tests.engine.advised import MAIN
from tests.engine.driver import Engine
from tests.engine.expectation import BuiltModule
from tests.engine.prepare import EngineFiles
from tests.engine.reports import Piece

pytestmark = pytest.mark.engine

ROOT = Path(__file__).parents[2]
ROWS = ("A/1/501,front,6,-1,7,1,,5 white,4", "A/1/501,back,5,,6,1,,3,3")
CAMPAIGN, UNIT = "where-eagles-dare-wed-campaign.vsav", "101-a-1-501"
ALONE = (2000, 2000)
"""Where no other counter lies."""
SIDE = 60
"""A counter, px."""
TURN = "ctrl F"


def begun(engine: Engine) -> Piece:
    """The campaign begun; its piece of the unit, which is taken out of the stack that hides it."""
    engine.start_setup(next(one.name for one in engine.setups() if one.file == CAMPAIGN))
    engine.move(unit(engine).id, MAIN, ALONE)
    return unit(engine)


def unit(engine: Engine) -> Piece:
    """The piece of the unit, where it lies now."""
    return next(one for one in engine.pieces(["UnitId"]) if one.properties["UnitId"] == UNIT)


def nearest(engine: Engine, piece: Piece, names: Sequence[str], folder: Path) -> str:
    """Which of some pictures, each as VASSAL draws it alone, the map shows of a counter."""
    half = SIDE // 2
    assert piece.map is not None
    region = (piece.x - half, piece.y - half, SIDE, SIDE)
    engine.screenshot(piece.map, folder / "shown.png", region=region)
    shown = Image.open(folder / "shown.png").convert("RGB")
    found = {}
    for name in names:
        engine.drawn([name], folder / "alone.png", scale=1.0, side=SIDE, columns=1)
        alone = Image.open(folder / "alone.png").convert("RGB")
        counts = ImageChops.difference(shown, alone).convert("L").histogram()
        found[name] = sum(value * count for value, count in enumerate(counts))
    return min(found, key=lambda name: found[name])


def test_counters_show_the_ratings_on_both_sides(
    engine_files: EngineFiles, display: str, built_module: BuiltModule, tmp_path: Path
) -> None:
    extension = tmp_path / "mine.vmdx"
    extension.write_bytes(extension_of(Project(ROOT), "wed", printed_in(owned(tmp_path, *ROWS))))
    front, back = f"{UNIT}.svg", f"{UNIT}-back.svg"
    rated = [rated_name(UNIT, side) for side in ("front", "back")]
    faces = [front, back, *rated]
    with Engine(engine_files, display, built_module.path, extension=extension) as engine:
        piece = begun(engine)
        assert nearest(engine, piece, faces, tmp_path) == rated[0]
        engine.press(piece.id, TURN)
        assert nearest(engine, piece, faces, tmp_path) == rated[1]
        engine.press(piece.id, TURN)
        assert nearest(engine, piece, faces, tmp_path) == rated[0]
        engine.press(piece.id, TURN)
        engine.undo()
        assert nearest(engine, piece, faces, tmp_path) == rated[0]
        assert turned_alike(engine) > 0
        assert engine.problems == []


def test_without_it_they_show_what_they_have(wed_engine: Engine, tmp_path: Path) -> None:
    front, back = f"{UNIT}.svg", f"{UNIT}-back.svg"
    piece = begun(wed_engine)
    assert nearest(wed_engine, piece, [front, back], tmp_path) == front
    wed_engine.press(piece.id, TURN)
    assert nearest(wed_engine, piece, [front, back], tmp_path) == back
    assert wed_engine.problems == []


def turned_alike(engine: Engine) -> int:
    """How many units of the other set-ups begin with the other side up; the layer for its ratings
    is on of those alone."""
    names = ["Back_Level", f"{RATED_BACK}_Active"]
    turned = 0
    for setup in engine.setups():
        if setup.file is None or setup.file == CAMPAIGN:
            continue
        engine.start_setup(setup.name)
        for one in engine.pieces(names):
            up, active = (one.properties[name] for name in names)
            if active is not None:
                assert (up == "2") == (active == "true"), one.name
                turned += up == "2"
    return turned
