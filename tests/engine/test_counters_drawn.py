"""Counters as the engine itself draws them at the zooms of a game, held against our own drawing of
them at several times the size, averaged."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from PIL import Image

from clubroute.builder.sources.counter_set import read_counter_set
from tests.engine import handmade
from tests.engine.driver import Engine
from tests.engine.lettered import (
    Face,
    Lettering,
    averaged,
    faces_of,
    glued,
)
from tests.engine.prepare import EngineFiles
from tests.engine.small_module import small_module
from tests.fetching.cache import REPOSITORY

pytestmark = pytest.mark.engine

GAMES = ("wed", "tdc", "mg", "ins")
SCALES = (0.5, 0.65, 1.0, 2.0)
EVERY = 40
"""At the other zooms than a half, every so manieth face is looked at."""
COLUMNS = 40
BATCH = 400
"""Faces the engine draws at one time: a busy machine must answer within its patience."""
LEGIBLE = 0.95
"""The share of designations that must be read at half size."""
LIKE = 0.9
"""How much a designation must have in common with our own drawing, of 1: what is less like it a
machine may still tell apart, but no player reads."""


@dataclass(frozen=True, slots=True, repr=False)
class Drawn:
    """The faces of all games and, by scale and picture, what the engine makes of them, grey."""

    faces: dict[str, list[Face]]
    seen: dict[tuple[float, bytes], np.ndarray]
    ours: dict[tuple[float, bytes], np.ndarray]

    def own(self, face: Face, scale: float) -> np.ndarray:
        """Our own drawing of a face at a scale, made once: the joined game has the faces of two."""
        key = scale, face.svg
        if key not in self.ours:
            self.ours[key] = averaged(face, scale)
        return self.ours[key]


@pytest.fixture(scope="module")
def drawn(
    engine_files: EngineFiles, display: str, tmp_path_factory: pytest.TempPathFactory
) -> Drawn:
    """All faces in one small module: what they look like turns on no board."""
    folder = tmp_path_factory.mktemp("faces")
    faces = {
        game: list(faces_of(read_counter_set(REPOSITORY / "counters" / game))) for game in GAMES
    }
    every = {face.svg: face for game in GAMES for face in faces[game]}
    names = {svg: f"face-{n}.svg" for n, svg in enumerate(every)}
    pictures = {f"images/{name}": svg for svg, name in names.items()}
    path = handmade.write_module({**small_module(), **pictures}, folder / "faces.vmod")
    seen: dict[tuple[float, bytes], np.ndarray] = {}
    with Engine(engine_files, display, path) as engine:
        for scale in SCALES:
            cell = round(max(face.px for face in every.values()) * scale)
            some = list(every)[:: 1 if scale == SCALES[0] else EVERY]
            for batch in (some[n : n + BATCH] for n in range(0, len(some), BATCH)):
                sheet = folder / "faces.png"
                pictures_of = [names[svg] for svg in batch]
                engine.drawn(pictures_of, sheet, scale=scale, side=cell, columns=COLUMNS)
                with Image.open(sheet) as opened:
                    grey = np.asarray(opened.convert("L"), dtype=float)
                for n, svg in enumerate(batch):
                    y, x = (cell * part for part in divmod(n, COLUMNS))
                    side = round(every[svg].px * scale)
                    seen[scale, svg] = grey[y : y + side, x : x + side]
        assert engine.problems == []
    return Drawn(faces, seen, {})


@pytest.mark.parametrize("scale", SCALES)
def test_a_face_is_what_we_have_drawn(scale: float, drawn: Drawn) -> None:
    every = {face.svg: face for faces in drawn.faces.values() for face in faces}
    # Where a side is no whole px, what is held against it is another size.
    some = [svg for svg in list(every)[::EVERY] if (every[svg].px * scale) % 1 == 0]
    assert len(some) > 30
    for svg in some:
        off = np.abs(drawn.seen[scale, svg] - averaged(every[svg], scale))
        # Of 255 greys; by hinting up to 6.6. One shrunk badly was 13.
        assert off.mean() < 8, (every[svg].id, off.mean())


def contrasts(pictures: np.ndarray) -> np.ndarray:
    """Each picture as a vector of length 1, its mean 0: what two have in common is a product."""
    flat = pictures.reshape(len(pictures), -1)
    flat = flat - flat.mean(axis=1, keepdims=True)
    return np.asarray(flat / np.maximum(np.linalg.norm(flat, axis=1, keepdims=True), 1e-9))


@pytest.mark.parametrize("game", GAMES)
def test_every_designation_can_be_told_at_half_size(game: str, drawn: Drawn) -> None:
    """What a face is called, front and back, is most like our own drawing of the same words, of all
    faces of its kind there are in the game."""
    scale, read, unread = SCALES[0], 0, []
    for kind in ("unit", "marker", "chit"):
        faces = [face for face in drawn.faces[game] if face.kind == kind]
        if not faces:
            continue
        own = np.array([drawn.own(face, scale) for face in faces])
        # Many texts lie in the same box: what all faces have there is worked out once for them.
        boxes: dict[tuple[int, ...], list[tuple[int, Lettering]]] = {}
        for index, face in enumerate(faces):
            side = len(drawn.seen[scale, face.svg])
            assert face.designation, face.id
            for text in face.designation:
                begins = (max(0, int(part * side)) for part in text.box[:2])
                ends = (int(np.ceil(part * side)) for part in text.box[2:])
                boxes.setdefault((*begins, *ends), []).append((index, text))
        for (left, top, right, bottom), texts in boxes.items():
            known = contrasts(own[:, top:bottom, left:right])
            for index, text in texts:
                picture = drawn.seen[scale, faces[index].svg]
                like = known @ contrasts(picture[None, top:bottom, left:right])[0]
                best = faces[int(np.argmax(like))]
                told = glued(text.words) in {glued(one.words) for one in best.lettered}
                read += told and like[index] > LIKE
                if not told or like[index] <= LIKE:
                    unread.append(
                        (faces[index].id, text.words, best.id, round(float(like[index]), 3))
                    )
    assert read + len(unread) > 900
    assert read / (read + len(unread)) >= LEGIBLE, unread
    # The bar is a share; none is lost today.
    assert unread == []
