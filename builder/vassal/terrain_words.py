"""The terrain a module of the Grand Tactical Series defines in its build file."""

from __future__ import annotations

from collections.abc import Iterator

from clubroute.builder.vassal.buildfile import Element
from clubroute.builder.vassal.sequence import decode
from clubroute.builder.vassal.terrain_lines import Definitions

DEFINITIONS = "terrain.TerrainDefinitions"
LIST = "list of values"
YES_NO, YES_NO_VALUES = "true or false", ("true", "false")


def definitions_of(root: Element) -> Definitions:
    """The words a module's lines may say; no words at all for a module that defines none."""
    defined = [one for one in root.children if one.tag == DEFINITIONS]
    tags = list(words_in(defined, "Attribute"))
    return Definitions(
        hexes=frozenset(one.get("name") for one in words_in(defined, "Hex")),
        sides=frozenset(one.get("name") for one in words_in(defined, "Edge")),
        lines=frozenset(one.get("name") for one in words_in(defined, "Line")),
        tags=frozenset(one.get("name") for one in tags),
        values={
            one.get("name"): values
            for one in reversed(tags)
            if (values := values_of(one)) is not None
        },
    )


def words_in(defined: list[Element], kind: str) -> Iterator[Element]:
    """The definitions of one kind of terrain."""
    for block in defined:
        for group in block.children:
            if group.tag == f"terrain.{kind}TerrainDefinitions":
                yield from (one for one in group.children if one.tag == f"terrain.{kind}Terrain")


def values_of(tag: Element) -> tuple[str, ...] | None:
    """The values a tag may have; None for any."""
    told = tag.get("type")
    if told == YES_NO:
        return YES_NO_VALUES
    return tuple(decode(tag.get("list"), ",")) if told == LIST else None
