"""Counters as pieces: one definition per unit, marker and chit, with its prototype and marks."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import PurePath
from types import MappingProxyType

from clubroute.builder.errors import ClubrouteError
from clubroute.builder.module.prototypes import Traits
from clubroute.builder.sources.counter_set import CounterSet
from clubroute.builder.sources.counters import UnitCounter
from clubroute.builder.sources.layout import Layout
from clubroute.builder.sources.markers import Chit, MarkerKind
from clubroute.builder.sources.toml_table import FILES
from clubroute.builder.sources.windows import COUNTER
from clubroute.builder.vassal.buildfile import Element, element
from clubroute.builder.vassal.pieces import (
    Piece,
    piece,
    piece_definition,
    read_definition,
)
from clubroute.builder.vassal.traits import (
    BasicPiece,
    Layer,
    Marks,
    Mask,
    TraitValue,
    UsePrototype,
)

# Stable slot ids (gpids): the same counter keeps its number when others come and go.
#
# A saved game finds its counters by gpid, so it must not shift when a row is put into the middle
# of units.csv. The number is made from the counter's own id.

LIMIT = 100_000_000
"""Gpids are below this; the editor's own new slots count up from it."""


class GpidClashError(ClubrouteError):
    """Two counter ids that give the same gpid: one of them must be renamed."""


def assign_gpids(ids: Iterable[str]) -> dict[str, str]:
    """Counter id → gpid, decimal digits. :raises GpidClashError:"""
    owners: dict[str, str] = {}
    for id_ in ids:
        gpid = str(zlib.crc32(id_.encode("utf-8")) % (LIMIT - 1) + 1)
        if owners.setdefault(gpid, id_) != id_:
            raise GpidClashError(
                f"counter ids {owners[gpid]!r} and {id_!r} give the same slot id: rename one"
            )
    return {id_: gpid for gpid, id_ in owners.items()}


@dataclass(frozen=True, slots=True)
class ModulePiece:
    """A counter of the module: its slot, its pictures, and where the palette keeps it.

    ``shelf`` is the path in the palette: side, division, formation, or the like.
    """

    id: str
    gpid: str
    name: str
    shelf: tuple[str, ...]
    front: str
    back: str | None
    definition: Piece


def module_pieces(counters: CounterSet) -> tuple[ModulePiece, ...]:
    """Every counter of a set, in source order: units, markers, chits."""
    everything: list[UnitCounter | MarkerKind | Chit] = [
        *counters.units,
        *counters.markers,
        *counters.chits,
    ]
    gpids = assign_gpids(item.id for item in everything)
    made = (
        *(unit_piece(unit, gpids[unit.id], counters) for unit in counters.units),
        *(marker_piece(marker, gpids[marker.id], counters.traits) for marker in counters.markers),
        *(chit_piece(chit, gpids[chit.id], counters.traits) for chit in counters.chits),
    )
    own = counters.windows.definitions
    return tuple(defined(one, own[one.id]) if one.id in own else one for one in made)


def defined(made: ModulePiece, text: str) -> ModulePiece:
    """A counter that is what its author wrote, and has the marks of ours besides, innermost: one of
    the same name in his goes before them."""
    own = read_definition(text)
    marks = [trait for trait in made.definition.traits if trait.id == Marks.PREFIX]
    whole = Piece((*own.traits[:-1], *marks, own.basic))
    image = BasicPiece.read(own.basic).image
    return replace(made, front=image, back=None, definition=whole)


RATINGS = "Back_Level==2?RatingsBack:RatingsFront"
"""An expression: the ratings known of the side of a counter that is up."""


def told_ratings(unit: UnitCounter, layout: Layout) -> dict[str, str]:
    """The ratings known of a unit's sides, in few letters; nothing where none is."""
    initials = {box.name: box.initial for box in layout.ratings}
    sides = {"RatingsFront": unit.front_ratings, "RatingsBack": unit.back_ratings}
    told = {
        side: " ".join(
            f"{initial}{known[name].value}" for name, initial in initials.items() if name in known
        )
        for side, known in sides.items()
    }
    return {side: text for side, text in told.items() if text}


NONE: Mapping[str, str] = MappingProxyType({})
PACKED_IMAGES = f"{FILES}/images/"


def picture(id_: str, face: str, own: Mapping[str, str] = NONE) -> str:
    """File name of a counter's picture in the module, an SVG, or what its own file is. A file that
    is packed as it stands keeps its name."""
    if own.get(face, "").startswith(PACKED_IMAGES):
        return own[face].removeprefix(PACKED_IMAGES)
    kind = PurePath(own[face]).suffix if face in own else ".svg"
    return f"{id_}{kind}" if face == "front" else f"{id_}-back{kind}"


BACK = "Back"


def face_layer(back: str, flip: tuple[str, str], suffix: str) -> Layer:
    """The back of a counter as a layer that covers its front."""
    return Layer(
        name=BACK,
        images=("", back),
        names=("", suffix),
        increase=flip,
        loop=True,
    )


RATED = "RatingsShown"
"""The property of the module by which an owner's extension has the rated layers shown: 2."""
RATED_FRONT, RATED_BACK = "Rated front", "Rated back"


RATED_FACE = "-rated.svg"
"""How the name of a face ends that no module has."""


def rated(id_: str, face: str) -> str:
    """File name of a face with an owner's ratings, in an extension."""
    return f"{id_}{RATED_FACE}" if face == "front" else f"{id_}-back{RATED_FACE}"


def with_rated(unit: UnitCounter, back: Layer | None, flip: tuple[str, str]) -> list[TraitValue]:
    """The back of a unit between layers for its faces with an owner's ratings.

    An extension brings their pictures. It cannot replace the faces, as VASSAL looks for a picture
    in the module first. Without it the layers are at their first level, which shows nothing.
    """
    front = rated_layer(RATED_FRONT, rated(unit.id, "front"))
    if back is None:
        return [front]
    # Both layers follow the module's property, which costs a draw little; an expression that looks
    # at the back, too, doubled the time that a window of counters takes to be painted. So the key
    # that turns the counter switches the outer one on and off.
    behind = replace(
        rated_layer(RATED_BACK, rated(unit.id, "back")),
        always_active=False,
        level=-1,
        activate=("", flip[1]),
    )
    return [behind, back, front]


def rated_layer(name: str, file: str) -> Layer:
    """A layer that shows a picture where the module's property says 2."""
    return Layer(name=name, images=("", file), follow=True, follow_property=RATED)


def in_step(one: Piece) -> Piece:
    """A piece whose layer for the rated back is on where its back is up, and off where it is not:
    a set-up, or a save of a module without that layer, tells of the back alone."""
    named = {}
    for trait in one.traits:
        layer = Layer.read(trait) if trait.id == Layer.PREFIX else None
        if layer is not None and layer.name in (BACK, RATED_BACK):
            named[layer.name] = trait
    if len(named) < 2:
        return one
    rated_back = named[RATED_BACK]
    level = rated_back.state.lstrip("-")
    state = level if named[BACK].state.startswith("2") else f"-{level}"
    return Piece(tuple(replace(t, state=state) if t is rated_back else t for t in one.traits))


def has_blanks(unit: UnitCounter, layout: Layout) -> bool:
    """Whether we draw the face of a unit, with boxes for ratings of which nobody has told any."""
    return bool(layout.ratings) and not unit.pictures and not unit.front_ratings


def one_sided(unit: UnitCounter, layout: Layout) -> bool:
    """Whether a unit has no other side to be turned to."""
    back = layout.backs.get(unit.back)
    return back is not None and back.none


def used(traits: Traits, role: str, kind: str, own: str = "") -> list[TraitValue]:
    """The prototype of a counter, if it has one. :param own: its own instead of its kind's."""
    name = own or traits.used_by(role, kind)
    return [UsePrototype(name)] if name else []


SHORTEST = 3
"""Letters of a kind that is a word, at least: hq is HQ."""


def unit_piece(unit: UnitCounter, gpid: str, counters: CounterSet) -> ModulePiece:
    """A unit's piece. Its marks are what logs and reports know it by."""
    layout, traits = counters.book.layout, counters.traits
    told = {**unit.texts, **{name: one.value for name, one in unit.front_ratings.items()}}
    told |= {name: "yes" if marked else "no" for name, marked in unit.marks.items()}
    told |= told_ratings(unit, layout)
    marks = Marks(
        (
            ("UnitId", unit.id),
            ("Side", unit.side),
            ("Division", unit.division),
            ("Formation", unit.formation or ""),
            ("Kind", unit.kind),
            ("MoveClass", unit.move_class or ""),
            *told.items(),
        )
    )
    back = layout.backs.get(unit.back)
    front, behind = (picture(unit.id, face, unit.pictures) for face in ("front", "back"))
    plain = one_sided(unit, layout)
    other = None if plain else face_layer(behind, traits.flip, back.suffix if back else "")
    faces = [] if other is None else [other]
    made = [
        *used(traits, "units", unit.kind, unit.prototype),
        *(with_rated(unit, other, traits.flip) if has_blanks(unit, layout) else faces),
        marks,
    ]
    kind = unit.kind.upper() if len(unit.kind) < SHORTEST else unit.kind.capitalize()
    shelf = (unit.side, unit.division or kind, unit.formation or "Division")
    return ModulePiece(
        unit.id,
        gpid,
        unit.name,
        shelf if counters.book.divisions else shelf[:2],
        front,
        None if plain else behind,
        piece(BasicPiece(unit.name, front, gpid), made),
    )


def marker_piece(marker: MarkerKind, gpid: str, traits: Traits) -> ModulePiece:
    """A marker's piece, with a back only if the marker has one."""
    marks = Marks((("MarkerId", marker.id), ("MarkerKind", marker.kind)))
    made = used(traits, "markers", marker.kind, marker.prototype)
    front, behind = (picture(marker.id, face, marker.pictures) for face in ("front", "back"))
    if marker.kind in traits.masks and marker.back:
        # Drawn from a deck, which shows the mask of its top piece.
        made.append(Mask(behind, menu="Face down"))
    elif marker.back:
        made.append(face_layer(behind, traits.flip, ""))
    return ModulePiece(
        marker.id,
        gpid,
        marker.name,
        ("Markers", marker.kind.capitalize()),
        front,
        behind if marker.back else None,
        piece(BasicPiece(marker.name, front, gpid), [*made, marks]),
    )


def chit_piece(chit: Chit, gpid: str, traits: Traits) -> ModulePiece:
    """An activation chit's piece. Its marks say whom it activates."""
    marks = Marks(
        (
            ("ChitId", chit.id),
            ("Side", chit.side),
            ("ChitKind", chit.kind),
            ("Division", chit.division or ""),
            ("Formation", chit.formation or ""),
        )
    )
    front = picture(chit.id, "front", chit.pictures)
    return ModulePiece(
        chit.id,
        gpid,
        chit.name,
        ("Chits", chit.side),
        front,
        None,
        piece(BasicPiece(chit.name, front, gpid), [*used(traits, "chits", chit.kind), marks]),
    )


# Counters that lie in a part of the module its author gives as VASSAL has it.
#
# In a ``[[component]]`` of ``windows.toml`` a ``<counter id="a-1"/>`` stands for the slot of a
# counter of ``units.csv`` or ``markers.csv``: a card in a draw pile, else a piece. Its other
# attributes are the slot's own, such as ``entryName`` and ``gpid``.

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
