"""``traits.toml``: what counters can do, written once in prototypes and used by name."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from clubroute.builder.errors import InputError
from clubroute.builder.module.trait_tables import KINDS, Sign, signs_of
from clubroute.builder.sources.game_folder import TRAITS, GameFolder, state_words
from clubroute.builder.sources.strokes import stroke
from clubroute.builder.sources.toml_table import TomlTable, read_toml_table
from clubroute.builder.vassal.keys import key
from clubroute.builder.vassal.pieces import Piece, expand, piece
from clubroute.builder.vassal.traits import BasicPiece, Delete, Layer, MovedMark, TraitValue

ROLES = ("units", "markers", "chits")
CHIT_BACK = "chit-back.svg"
"""The back that all chits share: whoever draws one must not know it."""


@dataclass(frozen=True, slots=True)
class Traits:
    """What the counters of a game can do.

    ``uses`` gives the prototype of units, markers and chits and, before those, of a kind; ``flip``
    is the menu line and key that turn a counter over; ``masks`` are the kinds of markers whose
    back is a mask: they lie face down in a deck. ``words`` are the layers that words of a set-up
    switch on, ``signs`` the pictures of states; ``lays`` the marker (id, and its side up) that a
    word lays under a unit. ``keys`` are lines of menus with the keys that do the same.
    """

    prototypes: Mapping[str, Piece]
    uses: Mapping[str, str]
    flip: tuple[str, str]
    masks: tuple[str, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)
    signs: tuple[Sign, ...] = ()
    lays: Mapping[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    keys: tuple[tuple[str, str], ...] = ()

    def used_by(self, role: str, kind: str) -> str:
        """The prototype of a counter, "" for none."""
        return self.uses.get(kind) or self.uses.get(role, "")


def read_traits(folder: GameFolder) -> Traits:
    """The traits of a game; without a file counters can be moved, turned over and removed.

    :raises InputError: a missing or unknown key or prototype, a prototype that contains itself.
    """
    if not folder.has(TRAITS):
        return PLAIN
    top = read_toml_table(folder.file(TRAITS))
    top.only(("use", "flip", "masks", "words", "lays", "prototype"))
    entries = top.repeats("prototype")
    made = {entry.value("name", str): prototype(entry) for entry in entries}
    for entry in entries:
        name = entry.value("name", str)
        try:
            expand(made[name], made)
        except InputError as error:
            raise entry.error("name", error.found, error.expected, error.nearest) from None
    use = top.inner("use")
    use.only((*ROLES, "kinds"))
    uses = {role: use.choice(role, made) for role in ROLES if role in use.table}
    if "kinds" in use.table:
        kinds = use.inner("kinds")
        uses |= {kind: kinds.choice(kind, made) for kind in kinds.table}
    flip = top.inner("flip")
    flip.only(("menu", "key"))
    tables = [table for entry in entries for table in traits_in(entry)]
    layers = {"Back", *(layer for one in made.values() for layer in layers_of(one))}
    return Traits(
        MappingProxyType(made),
        MappingProxyType(uses),
        (flip.value("menu", str), stroke(flip, "key")),
        top.texts("masks"),
        MappingProxyType(words_of(top, folder, layers)),
        tuple(sign for table in tables for sign in signs_of(table)),
        lays_of(top),
        tuple(dict.fromkeys(line for e in (top.inner("flip"), *tables) for line in keys_of(e))),
    )


def words_of(top: TomlTable, folder: GameFolder, layers: Collection[str]) -> dict[str, str]:
    """The words of a set-up with their layers. :raises InputError: a layer that there is not."""
    found = state_words(folder)
    for word, layer in found.items():
        if layer:
            top.inner("words").checked(word, layer, sorted(layers))
    return found


def lays_of(top: TomlTable) -> dict[str, tuple[str, tuple[str, ...]]]:
    """The ``[lays]`` table: a word of a set-up → the marker it lays, ``…/back`` its back up."""
    if "lays" not in top.table:
        return {}
    lays = top.inner("lays")
    found = {word: lays.value(word, str).partition("/") for word in lays.table}
    return {
        word: (id_, ("back",) if side == "back" else ()) for word, (id_, _, side) in found.items()
    }


def keys_of(table: TomlTable) -> Iterator[tuple[str, str]]:
    """The lines of the menu that a trait's table names, with their keys as authors write them."""
    for line, stroke_ in (("menu", "key"), ("end", "end_key")):
        told = table.optional(stroke_)
        if told.startswith(("Ctrl ", "Shift ", "Alt ")) and line in table.table:
            yield table.optional(line), told


def layers_of(one: Piece) -> list[str]:
    """The names of a prototype's own layers."""
    found = (Layer.read(trait) for trait in one.traits if trait.id == Layer.PREFIX)
    return [layer.name for layer in found if layer is not None]


def traits_in(entry: TomlTable) -> list[TomlTable]:
    """The ``[[prototype.trait]]`` tables of a prototype."""
    return entry.repeats("trait")


def prototype(entry: TomlTable) -> Piece:
    """A ``[[prototype]]`` table; its traits stand from the outermost to the innermost."""
    entry.only(("name", "trait"))
    made: list[TraitValue] = []
    for table in traits_in(entry):
        kind = table.choice("is", KINDS)
        made += KINDS[kind](table)
    return piece(BasicPiece(""), made)


PLAIN = Traits(
    MappingProxyType(
        {
            "Counter": piece(
                BasicPiece(""),
                [
                    Delete("Remove", key("D")),
                    MovedMark(icon="/images/moved.gif", x_offset=22, y_offset=-28, key=key("M")),
                ],
            )
        }
    ),
    MappingProxyType(dict.fromkeys(ROLES, "Counter")),
    ("Turn over", key("F")),
    words=MappingProxyType({"reduced": "Back", "back": "Back"}),
)
"""The traits of a game without a file of its own."""
