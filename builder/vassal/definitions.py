"""The counters a module's palettes define, with the traits of their prototypes in place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from clubroute.builder.errors import InputError, Where
from clubroute.builder.vassal.buildfile import Element
from clubroute.builder.vassal.pieces import Piece, expand, read_definition
from clubroute.builder.vassal.traits.basic import BasicPiece

SLOTS = ("PieceSlot", "CardSlot")
PROTOTYPE = "PrototypeDefinition"
MOST_SLOTS = 20_000


@dataclass(frozen=True, slots=True)
class Definition:
    """A counter of a palette or deck: its number in the module, its name, and its traits."""

    gpid: str
    name: str
    piece: Piece


def definitions(root: Element, where: Where, faults: list[str]) -> Iterator[Definition]:
    """Read the counters of a module, in the order of its build file. What cannot be read becomes a
    line of ``faults``; of two counters with one gpid the first counts.

    :raises InputError: more counters than any module has.
    """
    elements = list(root.walk())
    prototypes: dict[str, Piece] = {}
    for one in elements:
        if one.tag.endswith(PROTOTYPE):
            read = _defined(one, where, faults)
            if read is not None:
                prototypes[one.get("name")] = read
    slots = [one for one in elements if one.tag.endswith(SLOTS)]
    if len(slots) > MOST_SLOTS:
        raise InputError(where, f"{len(slots)} counters", f"at most {MOST_SLOTS}")
    seen: set[str] = set()
    for one in slots:
        read = _defined(one, where, faults)
        if read is None:
            continue
        lost: list[str] = []
        try:
            whole = expand(read, prototypes, where, lost.append)
        except InputError as error:
            faults.append(f"{one.get('entryName')}: found {error.found}, read without prototypes")
            whole = read
        faults += [f"{one.get('entryName')}: no prototype {name!r}, left out" for name in lost]
        gpid = one.get("gpid")
        if gpid in seen:
            faults.append(f"{one.get('entryName')}: gpid {gpid} again, the first counts")
            continue
        seen.add(gpid)
        name = BasicPiece.read(whole.basic).name or one.get("entryName")
        yield Definition(gpid, name, whole)


def _defined(one: Element, where: Where, faults: list[str]) -> Piece | None:
    """The piece an element defines; None for one that cannot be read, with a fault."""
    if not one.text:
        return None
    try:
        return read_definition(one.text, where)
    except InputError as error:
        faults.append(f"{one.get('entryName') or one.get('name')}: found {error.found}, not read")
        return None
