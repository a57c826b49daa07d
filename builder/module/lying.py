"""Counters that lie in a part of the module its author gives as VASSAL has it.

In a ``[[component]]`` of ``windows.toml`` a ``<counter id="a-1"/>`` stands for the slot of a
counter of ``units.csv`` or ``markers.csv``: a card in a draw pile, else a piece. Its other
attributes are the slot's own, such as ``entryName`` and ``gpid``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from clubroute.builder.module.counters import ModulePiece
from clubroute.builder.sources.windows import COUNTER
from clubroute.builder.vassal.buildfile import Element, element
from clubroute.builder.vassal.pieces import piece_definition
from clubroute.builder.vassal.traits import BasicPiece

WIDGET = "VASSAL.build.widget"
PILE = "DrawPile"
PROPERTIES = "VASSAL.build.module.properties.GlobalProperties"


def with_counters(
    part: Element, pieces: Mapping[str, ModulePiece], size: int, *, card: bool = False
) -> Element:
    """Put the slots of counters in the place of their ids. :param size: their side, px.

    :param card: whether it lies in a draw pile.
    """
    if part.tag == COUNTER:
        return _slot(part, pieces[part.get("id")], size, card=card)
    card = part.tag.endswith(PILE)
    inside = tuple(
        with_counters(one, pieces, size, card=card) if isinstance(one, Element) else one
        for one in part.content
    )
    return replace(part, content=inside)


def one_of_each(parts: Iterable[Element]) -> Iterator[Element]:
    """Parts with all properties of a window or module in one, as VASSAL wants them."""
    every = [*parts]
    inside = tuple(node for one in every if one.tag == PROPERTIES for node in one.content)
    first = True
    for one in every:
        if one.tag != PROPERTIES:
            yield one
        elif first:
            first = False
            yield replace(one, content=inside)


def _slot(part: Element, item: ModulePiece, size: int, *, card: bool) -> Element:
    attributes: dict[str, str | int] = {"entryName": item.name, "gpid": item.gpid}
    attributes |= {"height": size, "width": size}
    attributes |= {name: value for name, value in part.attributes if name != "id"}
    basic = BasicPiece.read(item.definition.basic)
    whole = item.definition.with_basic(replace(basic, gpid=str(attributes["gpid"])))
    kind = "CardSlot" if card else "PieceSlot"
    return element(f"{WIDGET}.{kind}", attributes, text=piece_definition(whole))
