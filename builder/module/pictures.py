"""Every picture of a module but its boards, as jobs that can be drawn when needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import (
    TYPE_CHECKING,
    Any,
    Literal,
    TypeAlias,
)

from clubroute.builder.errors import InputError, Where
from clubroute.builder.files.atomic import digest
from clubroute.builder.files.picture_size import (
    A_PICTURE,
    FORMATS,
    SUFFIXES,
    picture_size,
)
from clubroute.builder.files.regular import read_file
from clubroute.builder.module.counters import one_sided, picture
from clubroute.builder.module.prototypes import CHIT_BACK, Sign
from clubroute.builder.module.trays import (
    Tray,
    size,
    tray_windows,
    trays,
)
from clubroute.builder.module.trays import image as tray_image
from clubroute.builder.sources.counter_set import CounterSet
from clubroute.builder.sources.counter_style import CounterStyle
from clubroute.builder.sources.counters import UnitCounter
from clubroute.builder.sources.layout import FACE
from clubroute.builder.sources.markers import Chit, MarkerKind
from clubroute.builder.sources.toml_table import GameFolder
from clubroute.builder.sources.windows import DECK_PX, HEADING, Window

if TYPE_CHECKING:
    from PIL.Image import Image

    from clubroute.builder.art.outline_plate import OutlinePlate

MOST_PICTURE = 32 << 20
"""Bytes of an author's own picture."""

Face: TypeAlias = Literal["front", "back"]
FACES: tuple[Face, ...] = ("front", "back")


@dataclass(frozen=True, slots=True)
class PictureJob:
    """A picture to draw, or the bytes of one. ``key`` changes when anything it shows does."""

    file: str
    key: str
    draw: Callable[[], Image | bytes]


def picture_jobs(counters: CounterSet, folder: GameFolder) -> Iterator[PictureJob]:
    """A job for every face of every counter, every state sign, and every window.

    :raises InputError: a state whose marker there is not.
    """
    style = counters.style
    look = shown(style)
    own = counters.windows.definitions
    for unit in counters.units:
        if unit.id in own:
            continue
        for face in FACES[:1] if one_sided(unit, counters.book.layout) else FACES:
            yield own_or(folder, unit, face, unit_face(unit, style, face), look)
    for marker in counters.markers:
        if marker.id in own:
            continue
        for face in FACES if marker.back else FACES[:1]:
            yield own_or(folder, marker, face, marker_face(marker, style, face), look)
    for chit in counters.chits:
        yield own_or(folder, chit, "front", chit_face(chit, style, "front"), look)
    if counters.chits:
        back = outlined(chit_face(counters.chits[0], style, "back"))
        yield PictureJob(CHIT_BACK, f"back {look}", back)
    markers = {marker.id: marker for marker in counters.markers}
    for sign in counters.traits.signs:
        if sign.marker:
            marker = markers[sign.place.choice("marker", markers)]
            key = f"sign {sign.box} {sign.back} {shown(marker)} {look}"
            yield PictureJob(
                sign.file,
                key,
                placed(sign, marker_face(marker, style, "back" if sign.back else "front"), style),
            )
        else:
            key = f"sign {style.counter_px} {shown(sign)}"
            yield PictureJob(sign.file, key, placed(sign, own_sign(sign, style), style))
    for window in counters.windows.windows:
        if window.picture is not None:
            yield own_picture(window.image, window.picture)
        else:
            yield PictureJob(window.image, f"window {shown(window)}", window_panel(window))
    for scenario in counters.setups:
        whole = trays(scenario, counters)
        for title in tray_windows(counters):
            found = tuple(tray for tray in whole if tray.window == title)
            said = f"trays {scenario.title} {[(tray.title, tray.at, tray.size) for tray in found]}"
            yield PictureJob(tray_image(scenario, title), said, tray_panel(scenario.title, found))


def outlined(draw: Callable[[type[OutlinePlate]], OutlinePlate]) -> Callable[[], bytes]:
    """Draws a picture as an SVG of outlines."""

    def drawn() -> bytes:
        from clubroute.builder.art.outline_plate import OutlinePlate

        return draw(OutlinePlate).svg()

    return drawn


def placed(
    sign: Sign, draw: Callable[[type[OutlinePlate]], OutlinePlate], style: CounterStyle
) -> Callable[[], bytes]:
    """Draws a sign where it stands on a face, as large as its box lets it, all else clear: it lies
    over the face, in whatever shows both."""

    def drawn() -> bytes:
        from clubroute.builder.art.outline_plate import OutlinePlate

        unit = style.counter_px / FACE
        left, top, right, bottom = (part * unit for part in sign.box)
        plate = draw(OutlinePlate)
        share = min((right - left) / plate.size[0], (bottom - top) / plate.size[1])
        return plate.upon((style.counter_px,) * 2, (left, top), min(1.0, share))

    return drawn


def own_or(
    folder: GameFolder,
    item: UnitCounter | MarkerKind | Chit,
    face: Face,
    draw: Callable[[type[OutlinePlate]], OutlinePlate],
    look: str,
) -> PictureJob:
    """The job of a face: the author's own file, or one we draw. :raises InputError: no such file"""
    file = picture(item.id, face, item.pictures)
    if face not in item.pictures:
        return PictureJob(file, f"{face} {shown(item)} {look}", outlined(draw))
    path = folder.file(item.pictures[face])
    if path.suffix not in SUFFIXES or not path.is_file():
        column = "picture" if face == "front" else "back_picture"
        place = Where(item.where.path, item.where.row, column)
        raise InputError(place, repr(item.pictures[face]), f"a {A_PICTURE} file of the folder")
    return own_picture(file, path)


def own_picture(file: str, path: Path) -> PictureJob:
    """The job of an author's own picture. :raises InputError: it is none."""
    data = read_file(path, Where.of(path), "a picture", MOST_PICTURE)
    if picture_size(path.suffix, data) is None:
        if path.suffix == ".svg" and b"<svg" in data:
            found, expected = (
                "no width and height in px",
                '<svg width="…" height="…">, plain numbers',
            )
        else:
            what = "PNG" if path.suffix == ".svg" else FORMATS[path.suffix]
            found, expected = (
                "no picture",
                f"a {what}, or an SVG that says its width and height in px",
            )
        raise InputError(Where.of(path), found, expected)
    return PictureJob(file, f"own {digest(data)}", lambda: data)


def shown(record: Any) -> str:
    """What a record says, without where it stands: moving a row redraws nothing."""
    names = [f.name for f in fields(record) if f.name not in ("where", "place", "picture")]
    return repr([(name, plain(getattr(record, name))) for name in names])


def plain(value: object) -> object:
    """Mappings as sorted pairs, so that their text does not depend on their order."""
    if hasattr(value, "items"):
        return sorted((str(k), repr(v)) for k, v in value.items())
    return value


def unit_face(
    unit: UnitCounter, style: CounterStyle, face: Face
) -> Callable[[type[OutlinePlate]], OutlinePlate]:
    """Draws one face of a unit."""

    def draw(plates: type[OutlinePlate]) -> OutlinePlate:
        from clubroute.builder.art.counters import counter_face

        return counter_face(unit, style, face, plates)

    return draw


def marker_face(
    marker: MarkerKind, style: CounterStyle, face: Face
) -> Callable[[type[OutlinePlate]], OutlinePlate]:
    """Draws one face of a marker."""

    def draw(plates: type[OutlinePlate]) -> OutlinePlate:
        from clubroute.builder.art.sheets import marker_face

        return marker_face(marker, style, face, plates)

    return draw


def chit_face(
    chit: Chit, style: CounterStyle, face: Face
) -> Callable[[type[OutlinePlate]], OutlinePlate]:
    """Draws one face of a chit."""

    def draw(plates: type[OutlinePlate]) -> OutlinePlate:
        from clubroute.builder.art.sheets import chit_face

        return chit_face(chit, style, face, plates)

    return draw


def tray_panel(title: str, found: tuple[Tray, ...]) -> Callable[[], Image]:
    """Draws the trays of a scenario."""

    def draw() -> Image:
        from clubroute.builder.art.plate import BoxFrame, draw_panel

        frames = [BoxFrame(tray.title, tray.at, tray.size) for tray in found]
        return draw_panel(size(found), title, frames)

    return draw


def own_sign(sign: Sign, style: CounterStyle) -> Callable[[type[OutlinePlate]], OutlinePlate]:
    """Draws a word or a symbol as the sign of a state."""

    def draw(plates: type[OutlinePlate]) -> OutlinePlate:
        from clubroute.builder.art.sheets import sign_face

        looks = (sign.word, sign.symbol, sign.fill, sign.ink)
        return sign_face(*looks, sign.box, style.counter_px, plates)

    return draw


def window_panel(window: Window) -> Callable[[], Image]:
    """Draws a window: its boxes and the frames of its decks."""

    def draw() -> Image:
        from clubroute.builder.art.plate import BoxFrame, draw_panel

        half = DECK_PX // 2 + 6
        frames = [
            BoxFrame(box.label or box.title, box.at, box.size, HEADING * box.inside)
            for box in window.boxes
        ]
        frames += [
            BoxFrame(deck.title, (deck.at[0] - half, deck.at[1] - half), (2 * half, 2 * half))
            for deck in window.decks
        ]
        return draw_panel(window.size, window.title, frames)

    return draw
