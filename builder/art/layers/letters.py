"""Hex numbers and place names."""

from __future__ import annotations

from builder.art.canvas import Canvas
from builder.art.frame import Frame
from builder.art.layers.areas import middle_hex
from builder.art.lettering import BOLD, MEDIUM
from builder.grid import Hex, neighbours

NUMBER_RIM = 1.5
NAME_RIM = 2.0
NAME_SIZES = {"city": 1.6, "fortified": 1.6, "town": 1.25}
"""Larger lettering for larger places, in sizes of a name."""


def draw_numbers(frame: Frame, canvas: Canvas) -> None:
    """The printed number at the top of every hex; its halo is the hex's own ground."""
    size, rise = frame.style.size["number"], frame.style.size["number_rise"]
    unit, ink = frame.unit, frame.style.paper["number"]
    for h in frame.hexes:
        x, y = frame.centre(h)
        ground = frame.style.hex_paint(frame.terrain.hexes[h].terrain).fill
        canvas.text(
            (x, y - rise * unit),
            frame.terrain.lattice.format(h),
            MEDIUM,
            size * unit,
            ink,
            ground,
            NUMBER_RIM * unit,
        )


def draw_names(frame: Frame, canvas: Canvas) -> None:
    """Place names below the centre dot, clear of the numbers of the hexes on either side."""
    size, drop = frame.style.size["name"], frame.style.size["name_drop"]
    paper = frame.style.paper
    for name, hexes in named_places(frame):
        h = middle_hex(frame, hexes)
        if frame.near(h):
            x, y = frame.centre(h)
            grown = size * NAME_SIZES.get(frame.terrain.hexes[h].terrain, 1.0) * frame.unit
            at = (x, y + drop * frame.unit)
            canvas.text(at, name, BOLD, grown, paper["name"], paper["halo"], NAME_RIM * frame.unit)


def named_places(frame: Frame) -> list[tuple[str, tuple[Hex, ...]]]:
    """Every name with each of its groups of adjacent hexes: one lettering a group."""
    by_name: dict[str, set[Hex]] = {}
    for h, facts in frame.terrain.hexes.items():
        if facts.name:
            by_name.setdefault(facts.name, set()).add(h)
    found = []
    for name in sorted(by_name):
        left = by_name[name]
        while left:
            group = [min(left)]
            left.discard(group[0])
            for h in group:
                for n in neighbours(h):
                    if n in left:
                        left.discard(n)
                        group.append(n)
            found.append((name, tuple(sorted(group))))
    return found
