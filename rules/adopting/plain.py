"""Parts of a module without what its own program made: VASSAL's own stand in where they can."""

from __future__ import annotations

from clubroute.builder.vassal.buildfile import Element, Node
from clubroute.rules.adopting.losses import Losses

OURS = "VASSAL."
ADVISER = "clubroute."
"""How the classes of a part begin that every build adds."""
BOARD = "VASSAL.build.module.map.boardPicker.board."
PLAIN = {
    "HexGridNumbering": f"{BOARD}mapgrid.HexGridNumbering",
    "SquareGridNumbering": f"{BOARD}mapgrid.SquareGridNumbering",
    "HexGrid": f"{BOARD}HexGrid",
    "SquareGrid": f"{BOARD}SquareGrid",
    "RegionGrid": f"{BOARD}RegionGrid",
    "ZonedGrid": f"{BOARD}ZonedGrid",
    "Zone": f"{BOARD}mapgrid.Zone",
    "BoardPicker": "VASSAL.build.module.map.BoardPicker",
    "PieceMover": "VASSAL.build.module.map.PieceMover",
    "StackMetrics": "VASSAL.build.module.map.StackMetrics",
    "Map": "VASSAL.build.module.Map",
    "Board": "VASSAL.build.module.map.boardPicker.Board",
}
"""What stands in for a class of a program, by the end of its name."""


def kind_of(part: Element) -> str:
    """The class of a part without its package."""
    return part.tag.rsplit(".", 1)[-1]


def plain_part(part: Element, name: str, losses: Losses) -> Element | None:
    """A part in which every class is VASSAL's; None for one nothing stands in for.

    :param name: of the part, as the report names it.
    """
    if part.tag.startswith(ADVISER):
        return None
    tag = part.tag
    if "." in tag and not tag.startswith(OURS):
        stand_in = next((PLAIN[one] for one in PLAIN if kind_of(part).endswith(one)), None)
        what = "left out" if stand_in is None else f"is a plain {stand_in.rsplit('.', 1)[-1]}"
        losses.add("part", name, f"{tag} of the module's own program: {what}")
        if stand_in is None:
            return None
        tag = stand_in
    content: list[Node] = []
    for one in part.content:
        if not isinstance(one, Element):
            content.append(one)
            continue
        inner = plain_part(one, one.get("name") or kind_of(one), losses)
        if inner is not None:
            content.append(inner)
    return Element(tag, part.attributes, tuple(content))
