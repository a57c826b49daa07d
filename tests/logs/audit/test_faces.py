"""The pictures of moves show the module's own counters, as they were at the time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.vassal.traits import Layer
from clubroute.rules.asking.context import Context
from clubroute.rules.logs.audit.examine import Auditor
from clubroute.rules.logs.audit.modules import Modules, modules_in
from clubroute.rules.logs.audit.pictures import FACE, MovePictures, counter_face
from clubroute.rules.logs.audit.plates import Plates
from tests.logs.audit.scripted import (
    HEX,
    MAP,
    of_side,
    recorder,
)
from tests.logs.recorder import Recorder

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d"/>'


@pytest.fixture(scope="module")
def flipped(wed_build: Path, auditor: Auditor) -> dict[str, Any]:
    """The audit of a log in which a Unit walks, is flipped and walks on."""
    game = recorder(wed_build)
    unit = of_side(game, "Allied")
    game.move(unit.id, MAP, unit.x, unit.y - 2 * HEX)
    turn_over(game, unit.id)
    game.move(unit.id, MAP, unit.x, unit.y - 8 * HEX)
    return auditor.audit_bytes(game.log_bytes(), "flipped.vlog")


def turn_over(game: Recorder, piece: str) -> None:
    back = next(
        trait
        for trait in game.game.pieces[piece].traits
        if trait.id == Layer.PREFIX and "-back." in trait.type
    )
    game.change(piece, back.type, "2")


def looks_of(audit: dict[str, Any]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    finding = next(one for one in audit["findings"] if one.get("piece"))
    return finding, audit["faces"][finding["piece"]]


def test_a_flipped_unit_has_its_back_from_that_step_on(flipped: dict[str, Any]) -> None:
    finding, looks = looks_of(flipped)
    front, both = (look["pictures"] for look in looks)
    assert front[0].startswith(finding["unit"] + ".")
    assert both[0] == front[0]
    assert f"{finding['unit']}-back." in both[1]
    assert looks[0]["step"] == 0 < looks[1]["step"]


def test_a_picture_shows_the_face_there_was(flipped: dict[str, Any], wed_build: Path) -> None:
    finding, looks = looks_of(flipped)
    seen = []
    for step in (looks[0]["step"], looks[1]["step"]):
        pictures = MovePictures(Context(wed_build), Modules(modules_in(wed_build)))
        drawn = pictures.draw({**finding, "steps": [step]}, flipped)
        assert drawn is not None
        own = [use for use in drawn.findall("g")[0].iter("use") if "face-" in use.get("href", "")]
        symbols = pictures.take()
        assert symbols is not None
        assert {use.get("href", "")[1:] for use in own} <= {s.get("id") for s in symbols[0]}
        seen.append(len(own))
    assert seen[1] == seen[0] + 1


def test_without_its_module_a_unit_is_a_square(flipped: dict[str, Any], wed_build: Path) -> None:
    finding, _ = looks_of(flipped)
    drawn = MovePictures(Context(wed_build), Modules(())).draw(finding, flipped)
    assert drawn is not None
    assert list(drawn.iter("rect"))
    assert not [use for use in drawn.iter("use") if "face-" in use.get("href", "")]


def test_signs_of_states_are_small_and_a_picture_is_made_once() -> None:
    plates = Plates()
    face, sign, again = (plates.stick(SVG % (n, n)) for n in (60, 20, 60))
    assert face is not None
    assert sign is not None
    assert face == again
    widths = [use.get("width") for use in counter_face(0, 0, [face, sign], "A").iter("use")]
    assert widths == [f"{FACE:g}", f"{FACE / 3:g}"]
    shared = plates.take()
    assert shared is not None
    assert len(shared[0]) == 2
    assert plates.stick(b"no picture") is None
