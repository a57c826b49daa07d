"""Hex numbers, and names where the plan puts them."""

from __future__ import annotations

from clubroute.builder.art.canvas import Canvas
from clubroute.builder.art.naming.label import MapLabel, label_shows
from clubroute.builder.art.naming.lettering_plan import RIM, plan_lettering
from clubroute.builder.art.naming.places import NAME_RIM
from clubroute.builder.art.numbers import Frame
from clubroute.builder.art.plate import MEDIUM

NUMBER_RIM = 1.5
"""Px of the halo that keeps a number off woods and fields."""


def draw_numbers(frame: Frame, canvas: Canvas) -> None:
    """The printed number at the top of every hex; its halo is the hex's own ground."""
    size = frame.style.size["number"]
    unit, ink = frame.unit, frame.style.paper["number"]
    for h in frame.hexes:
        if not frame.view.touches(h):
            continue
        x, y = frame.centre(h)
        ground = frame.style.hex_paint(frame.terrain.hexes[h].terrain).fill
        canvas.text(
            (x + frame.numbers[h][0] * unit, y + frame.numbers[h][1] * unit),
            frame.terrain.lattice.format(h),
            MEDIUM,
            size * unit,
            ink,
            ground,
            NUMBER_RIM * unit,
        )


def draw_names(frame: Frame, canvas: Canvas) -> None:
    """Every name that can show on the picture, what matters most last, so that it lies on top."""
    plan = frame.plan
    labels = plan.labels if plan is not None else plan_lettering(frame.terrain, frame.style)
    for label in reversed(labels):
        if label_shows(label, frame.view):
            (draw_along if label.glyphs else draw_level)(frame, canvas, label)


def draw_level(frame: Frame, canvas: Canvas, label: MapLabel) -> None:
    """A place's or a bridge's name."""
    unit, paper = frame.unit, frame.style.paper
    ink = paper["name"] if label.kind == "place" else paper["bridge_name"]
    at = (label.at[0] * unit, label.at[1] * unit)
    canvas.text(at, label.text, label.face, label.size * unit, ink, paper["halo"], NAME_RIM * unit)


def draw_along(frame: Frame, canvas: Canvas, label: MapLabel) -> None:
    """The name of a water or a Road; that of a river lies in the river and has its light."""
    unit, paper = frame.unit, frame.style.paper
    water = label.kind == "water"
    halo = paper["river_halo"] if label.style == "river" else paper["halo"]
    letters = [(g.text, (g.at[0] * unit, g.at[1] * unit), g.turn) for g in label.glyphs]
    ink = paper["water_name"] if water else paper["road_name"]
    canvas.letters(letters, label.face, label.size * unit, ink, halo, RIM * unit)
