"""Lettering: names that would be printed over one another on the boards."""

from __future__ import annotations

from collections.abc import Iterator

from builder.lint.finding import Finding, Subject


def letterings(subject: Subject) -> Iterator[Finding]:
    """Two place names whose boxes, halo included, overlap at the boards' scale."""
    if subject.style is None:
        return
    from builder.art.board import part_view
    from builder.art.frame import Frame
    from builder.art.layers.areas import middle_hex
    from builder.art.layers.letters import NAME_RIM, NAME_SIZES, named_places
    from builder.art.lettering import BOLD, CAP_HEIGHT, width_of
    from builder.pixels import Scale

    terrain = subject.terrain
    frame = Frame(terrain, part_view(terrain, terrain.hexes, 0, Scale()), subject.style)
    boxes = []
    for name, hexes in named_places(frame):
        h = middle_hex(frame, hexes)
        x, y = frame.centre(h)
        size = subject.style.size["name"] * NAME_SIZES.get(terrain.hexes[h].terrain, 1.0)
        wide = width_of(name, BOLD) * size / 2 + NAME_RIM
        high = CAP_HEIGHT * size / 2 + NAME_RIM
        boxes.append((x - wide, x + wide, y - high, y + high, h, name))
    boxes.sort()
    for k, (_, right, top, bottom, h, name) in enumerate(boxes):
        for left, _, other_top, other_bottom, other, other_name in boxes[k + 1 :]:
            if left >= right:
                break
            if other_top < bottom and top < other_bottom:
                number, beside = terrain.lattice.format(h), terrain.lattice.format(other)
                text = f"{name} is lettered over {other_name} ({beside})"
                source = terrain.hexes[h].basis.source
                yield Finding("warning", "lettering", number, text, source, (h, other))
