"""Every picture of a module but its boards, as jobs that can be drawn when needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from clubroute.builder.module import club_route, mug
from clubroute.builder.module.counters import picture
from clubroute.builder.module.prototypes import CHIT_BACK, STATE_IMAGES
from clubroute.builder.module.trays import BOX, Tray, size, trays
from clubroute.builder.module.trays import image as tray_image
from clubroute.builder.sources.club_route import RouteDisplay
from clubroute.builder.sources.counter_set import CounterSet
from clubroute.builder.sources.counter_style import CounterStyle
from clubroute.builder.sources.counters import Unit
from clubroute.builder.sources.markers import Chit, Marker

if TYPE_CHECKING:
    from PIL.Image import Image

STATE_MARKERS = {"Column": "column", "Suppressed": "suppressed", "CohesionHits": "cohesion-hit"}
"""Layer of the Unit prototype → the marker whose picture, made small, is its sign."""
SIGN_PX = 22
"""Side of a state's sign on a counter, px."""

Face: TypeAlias = Literal["front", "back"]
FACES: tuple[Face, ...] = ("front", "back")


@dataclass(frozen=True, slots=True)
class PictureJob:
    """A picture to draw. ``key`` changes when anything changes that the picture shows."""

    file: str
    key: str
    draw: Callable[[], Image]


def picture_jobs(counters: CounterSet) -> Iterator[PictureJob]:
    """A job for every face of every counter, every state sign, and the mug's panel."""
    style = counters.style
    look = shown(style)
    for unit in counters.units:
        for face in FACES:
            yield PictureJob(
                picture(unit.id, face), f"{face} {shown(unit)} {look}", unit_face(unit, style, face)
            )
    for marker in counters.markers:
        for face in FACES if marker.back else FACES[:1]:
            yield PictureJob(
                picture(marker.id, face),
                f"{face} {shown(marker)} {look}",
                marker_face(marker, style, face),
            )
    for chit in counters.chits:
        yield PictureJob(
            picture(chit.id, "front"), f"{shown(chit)} {look}", chit_face(chit, style, "front")
        )
    yield PictureJob(CHIT_BACK, f"back {look}", chit_face(counters.chits[0], style, "back"))
    markers = {marker.id: marker for marker in counters.markers}
    for layer, files in STATE_IMAGES.items():
        marker = markers[STATE_MARKERS[layer]]
        for file, face in zip(files, FACES, strict=False):
            yield PictureJob(file, f"sign {face} {shown(marker)} {look}", sign(marker, style, face))
    yield PictureJob(mug.MUG_IMAGE, "panel", mug_panel)
    if counters.club_route is not None:
        display = counters.club_route
        yield PictureJob(club_route.IMAGE, f"route {shown(display)}", route_panel(display))
    for scenario in counters.setups:
        found = trays(scenario, counters)
        said = f"trays {scenario.title} {[(tray.title, tray.at) for tray in found]}"
        yield PictureJob(tray_image(scenario), said, tray_panel(scenario.title, found))


def shown(record: Any) -> str:
    """What a record says, without where it stands: moving a row redraws nothing."""
    names = [f.name for f in fields(record) if f.name != "where"]
    return repr([(name, plain(getattr(record, name))) for name in names])


def plain(value: object) -> object:
    """Mappings as sorted pairs, so that their text does not depend on their order."""
    if hasattr(value, "items"):
        return sorted((str(k), repr(v)) for k, v in value.items())
    return value


def unit_face(unit: Unit, style: CounterStyle, face: Face) -> Callable[[], Image]:
    """Draws one face of a unit."""

    def draw() -> Image:
        from clubroute.builder.art.counters import draw_counter

        return draw_counter(unit, style, face=face)

    return draw


def marker_face(marker: Marker, style: CounterStyle, face: Face) -> Callable[[], Image]:
    """Draws one face of a marker."""

    def draw() -> Image:
        from clubroute.builder.art.markers import draw_marker

        return draw_marker(marker, style, face=face)

    return draw


def chit_face(chit: Chit, style: CounterStyle, face: Face) -> Callable[[], Image]:
    """Draws one face of a chit."""

    def draw() -> Image:
        from clubroute.builder.art.markers import draw_chit

        return draw_chit(chit, style, face=face)

    return draw


def sign(marker: Marker, style: CounterStyle, face: Face) -> Callable[[], Image]:
    """Draws a marker small, as the sign of a state."""

    def draw() -> Image:
        from PIL.Image import Resampling

        from clubroute.builder.art.markers import draw_marker

        whole = draw_marker(marker, style, face=face)
        return whole.resize((SIGN_PX, SIGN_PX), Resampling.LANCZOS)

    return draw


def mug_panel() -> Image:
    """Draws the mug's panel."""
    from clubroute.builder.art.panel import Pile, draw_panel

    return draw_panel(
        mug.SIZE,
        "Activation",
        (Pile("Mug", mug.MUG_AT), Pile("Events", mug.EVENTS_AT)),
        tuple(mug.chit_place(slot) for slot in range(mug.DRAWN_BOXES)),
        mug.BOX,
    )


def tray_panel(title: str, found: tuple[Tray, ...]) -> Callable[[], Image]:
    """Draws the trays of a scenario."""

    def draw() -> Image:
        from clubroute.builder.art.panel import NamedBox, draw_frames

        frames = tuple(NamedBox(tray.title, tray.at, BOX) for tray in found)
        return draw_frames(size(found), title, frames)

    return draw


def route_panel(display: RouteDisplay) -> Callable[[], Image]:
    """Draws the Club Route display."""

    def draw() -> Image:
        from clubroute.builder.art.panel import NamedBox, draw_frames

        frames = tuple(NamedBox(box.title, box.at, box.size) for box in display.boxes)
        return draw_frames(display.size, display.title, frames)

    return draw
