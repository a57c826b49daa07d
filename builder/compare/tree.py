"""A module's components, or a saved game's commands, as a flat list whose members have numbers.

A number is a part's place in file order, so that two trees can be compared and a change can say
which part it is about. Equal trees have equal :func:`shape`; the order of attributes, the blanks
between components and how a file is encoded are no part of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from clubroute.builder.compare.words import WORDS
from clubroute.builder.vassal.atoms import (
    AddPiece,
    BoardSetup,
    GlobalProperty,
    TurnState,
    read_atom,
)
from clubroute.builder.vassal.buildfile import Comment, Element, Instruction
from clubroute.builder.vassal.traits import BasicPiece, Trait

COMMENT, INSTRUCTION = "!", "?"
"""Begin the tag of what is no component: ``!`` and ``?target``."""
NAMES = (
    *("name", "entryName", "mapName", "setupName", "title", "propertyName", "label", "text"),
    *("chartName", "widgetName", "menuText", "side", "configureName", "buttonText", "fileName"),
)
"""Attributes that name a component, the most telling first."""
SLOTS = (".PieceSlot", ".CardSlot")
"""Ends of the tags of counters."""
PIECE, STEP, COMMAND = "piece", "step", "command"
"""The tags of the pieces of a saved game, of a log's steps, and of all other commands."""

# The editor gives each key that has only a name a number from 0xE000, anew in each session; the
# engine goes by the name.
_NAMED_KEY = re.compile(r"(?<![0-9])(?:5[7-9]|6[0-3])[0-9]{3}(\\*),0\1,(?=[^\\,;\t])")
_EDITOR_PLACE = re.compile(r"([/\t])null;-?[0-9]+;-?[0-9]+;")

Shape: TypeAlias = "tuple[str, tuple[tuple[str, str], ...], str, tuple[Shape, ...]]"


@dataclass(frozen=True, slots=True)
class TreePart:
    """One component. ``parent`` and ``children`` are numbers, -1 for the parent of the root;
    ``at`` and ``end`` are where its first and last tags begin in its file."""

    tag: str
    attributes: tuple[tuple[str, str], ...]
    text: str
    parent: int
    children: tuple[int, ...]
    at: int = 0
    end: int = 0

    def get(self, name: str, default: str = "") -> str:
        """The value of an attribute, ``default`` if it is missing."""
        return next((value for key, value in self.attributes if key == name), default)

    @property
    def name(self) -> str:
        """What its author calls it, "" for a part without a name."""
        if self.tag in (PIECE, COMMAND):
            return piece_name(self.text) if self.tag == PIECE else command_name(self.text)
        values = dict(self.attributes)
        return next((values[key] for key in NAMES if values.get(key)), "")

    @property
    def kind(self) -> str:
        """The last word of its class, as ``PieceSlot``."""
        return self.tag.rpartition(".")[2]


def piece_name(text: str) -> str:
    """The name of the piece that a command brings into the game; "" for a stack or a deck."""
    atom = read_atom(text)
    own = atom.type.rpartition("\t")[2] if isinstance(atom, AddPiece) else ""
    if not own.startswith(BasicPiece.PREFIX):
        return ""
    return BasicPiece.read(Trait(own)).name


def command_name(text: str) -> str:
    """What a command of a saved game is about: a global property, the boards of a map …"""
    match read_atom(text):
        case GlobalProperty(name=name, container=container):
            return f"{name} of {container}" if container else name
        case BoardSetup(map=map_):
            return f"boards of {map_}"
        case TurnState(tracker=tracker):
            return tracker
        case _:
            return text.partition("\t")[0]


Tree: TypeAlias = tuple[TreePart, ...]
"""Parts in file order, the root first."""


def tree_of(root: Element) -> Tree:
    """The tree of a build file."""
    parts: list[TreePart] = []
    waiting: list[tuple[Element | Comment | Instruction, int]] = [(root, -1)]
    below: dict[int, list[int]] = {}
    while waiting:
        node, parent = waiting.pop()
        number = len(parts)
        below.setdefault(parent, []).append(number)
        if isinstance(node, Element):
            parts.append(
                TreePart(node.tag, node.attributes, node.text, parent, (), node.at, node.end)
            )
            inside = [item for item in node.content if not isinstance(item, str)]
            waiting.extend((item, number) for item in reversed(inside))
        else:
            tag = COMMENT if isinstance(node, Comment) else INSTRUCTION + node.target
            parts.append(TreePart(tag, (), node.text, parent, ()))
    return with_children(parts, below)


def with_children(parts: Sequence[TreePart], below: dict[int, list[int]]) -> Tree:
    """The parts, each with the numbers of those directly below it."""
    return tuple(
        TreePart(
            *(one.tag, one.attributes, one.text, one.parent),
            *(tuple(below.get(number, ())), one.at, one.end),
        )
        for number, one in enumerate(parts)
    )


def element_of(tree: Tree, number: int = 0) -> Element:
    """The element of a part, with all below it."""
    part = tree[number]
    inside = tuple(node_of(tree, child) for child in part.children)
    content = (part.text, *inside) if part.text else inside
    return Element(part.tag, part.attributes, content)


def node_of(tree: Tree, number: int) -> Element | Comment | Instruction:
    """What a part stands for in a build file."""
    part = tree[number]
    if part.tag == COMMENT:
        return Comment(part.text)
    if part.tag.startswith(INSTRUCTION):
        return Instruction(part.tag[1:], part.text)
    return element_of(tree, number)


def shape(tree: Tree, number: int = 0) -> Shape:
    """What makes two trees equal."""
    part = tree[number]
    inside = tuple(shape(tree, child) for child in part.children)
    return part.tag, tuple(sorted(part.attributes)), part.text, inside


class Prints:
    """A number for each shape, the same for equal ones; shared by trees that are compared.

    :param plain: take for equal what differs by the editor's noise alone.
    """

    def __init__(self, *, plain: bool = False) -> None:
        self._known: dict[object, int] = {}
        self._plain = plain

    def of(self, tree: Tree) -> list[int]:
        """The number of each part's shape, by the part's own."""
        prints = [0] * len(tree)
        for number in range(len(tree) - 1, -1, -1):
            part = tree[number]
            inside = tuple(prints[child] for child in part.children)
            own = plain_facts(part) if self._plain else (tuple(sorted(part.attributes)), part.text)
            prints[number] = self._known.setdefault((part.tag, *own, inside), len(self._known))
        return prints


def plain_facts(part: TreePart) -> tuple[tuple[tuple[str, str], ...], str]:
    """The attributes and the text of a part without what the editor changes by itself."""
    sizes = WORDS.palettes.sizes if part.kind in WORDS.palettes.kinds else frozenset()
    rows = ((name, value) for name, value in part.attributes if name not in sizes)
    attributes = sorted((name, without_key_numbers(value)) for name, value in rows)
    text = _EDITOR_PLACE.sub(r"\1null;0;0;", without_key_numbers(part.text))
    return tuple(attributes), text


def without_key_numbers(text: str) -> str:
    """A text in which all named keys have one number.

    >>> without_key_numbers("57968,0,Flip")
    '57344,0,Flip'
    """
    return _NAMED_KEY.sub(r"57344\1,0\1,", text) if ",0" in text or "\\,0" in text else text


def gpid_key(part: TreePart) -> str:
    """The number of a counter in the module, "" for what is none."""
    return part.get("gpid") if part.tag.endswith(SLOTS) else ""


def within(tree: Tree, number: int) -> Iterator[int]:
    """A part and all below it, in file order."""
    waiting = [number]
    while waiting:
        current = waiting.pop()
        yield current
        waiting.extend(reversed(tree[current].children))
