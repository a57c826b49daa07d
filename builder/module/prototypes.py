"""``traits.toml``: what counters can do, written once in prototypes and used by name."""

from __future__ import annotations

from collections.abc import (
    Callable,
    Collection,
    Iterator,
    Mapping,
)
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType

from clubroute.builder.art.mark_names import MARKER_SIGNS
from clubroute.builder.errors import InputError
from clubroute.builder.sources.counter_style import colour
from clubroute.builder.sources.layout import Box, needed_box
from clubroute.builder.sources.strokes import stroke, stroke_of
from clubroute.builder.sources.toml_table import (
    TRAITS,
    GameFolder,
    TomlTable,
    read_toml_table,
    state_words,
)
from clubroute.builder.vassal.buildfile import key
from clubroute.builder.vassal.pieces import Piece, expand, piece
from clubroute.builder.vassal.traits import (
    BasicPiece,
    CalculatedProperty,
    Delete,
    DynamicProperty,
    Label,
    Layer,
    MovedMark,
    PropertyCommand,
    Range,
    Report,
    Ring,
    SendTo,
    Trait,
    TraitValue,
)
from clubroute.builder.vassal.traits.registry import Tabled, kinds

# Traits from their tables in ``traits.toml``. docs/module.md describes each kind.
#
# What makes one trait of a table and needs no picture is declared by the trait's class (``KIND``
# and ``of_table``); here are the kinds that draw, that stand somewhere, or that make several
# traits.

SHOWN = ("marker", "word", "symbol")
"""What the picture of a state can be."""
MOVED = "moved.svg"


@dataclass(frozen=True, slots=True)
class Sign:
    """The picture of a state in a ``box`` of a counter's face: a marker's face made small, or a
    word or symbol on a ground."""

    file: str
    box: Box
    marker: str = ""
    back: bool = False
    word: str = ""
    symbol: str = ""
    fill: str = "#f2efe6"
    ink: str = "#1b1b1b"
    place: TomlTable = field(kw_only=True, compare=False)


def pair(table: TomlTable, key: str, default: tuple[int, int] = (0, 0)) -> tuple[int, int]:
    """Two whole numbers. :raises InputError: anything else."""
    if key not in table.table:
        return default
    value = table.value(key, list)
    if len(value) != 2 or not all(type(n) is int for n in value):
        raise table.error(key, repr(value), "[x, y] in px")
    return value[0], value[1]


def strokes(table: TomlTable, key: str) -> tuple[str, ...]:
    """A list of key strokes."""
    return tuple(stroke_of(table, key, one) for one in table.texts(key))


def signs_of(table: TomlTable) -> tuple[Sign, ...]:
    """The pictures of a state's levels, one each, or the flag of what has moved; none for another
    kind of trait."""
    if table.optional("is") == "moved" and "box" in table.table:
        return (sign(table, MOVED, needed_box(table)),)
    if table.optional("is") != "state":
        return ()
    name, place = table.value("name", str), needed_box(table)
    found = []
    for number, level in enumerate(table.repeats("levels"), start=1):
        level.only(("adds", "tells", *SHOWN, "back", "fill", "ink"))
        found.append(sign(level, f"state-{name.lower()}-{number}.svg", place))
    if not found:
        raise table.error("levels", "no levels", "at least one")
    return tuple(found)


def sign(table: TomlTable, file: str, place: Box) -> Sign:
    """The picture that a table tells of. :raises InputError: none or several."""
    given = [key for key in SHOWN if key in table.table]
    if len(given) != 1:
        raise table.error("marker", " and ".join(given) or "none", "one of " + ", ".join(SHOWN))
    return Sign(
        file,
        place,
        table.optional("marker"),
        table.flag("back"),
        table.optional("word"),
        table.optional_choice("symbol", MARKER_SIGNS) or "",
        table.optional("fill", "#f2efe6"),
        table.optional("ink", "#1b1b1b"),
        place=table,
    )


def state(table: TomlTable) -> list[TraitValue]:
    """A state: a layer that shows nothing at its first level, and a line in the chat that tells
    what has become of the counter."""
    keys = ("is", "name", "menu", "key", "end", "end_key", "ended", "box", "loop", "levels")
    table.only(keys)
    name, menu = table.value("name", str), table.value("menu", str)
    levels = table.repeats("levels")
    files = ("", *(sign.file for sign in signs_of(table)))
    tells = [table.optional("ended", f"is no longer {name}")]
    tells += [level.optional("tells", f"is {name}") for level in levels]
    adds = tuple(
        f"+ ({level.optional('adds')})" if level.optional("adds") else "" for level in levels
    )
    told = "".join(f'{name}_Level=={n}?"{one}":' for n, one in enumerate(tells, 1))
    forward, back = stroke(table, "key"), stroke(table, "end_key")
    loop = table.flag("loop", default=True)
    return [
        Report(tuple(k for k in (forward, back) if k), f"$location$: $BasicName$ ${name}Tells$"),
        CalculatedProperty(f"{name}Tells", f'{{{told}""}}'),
        Layer(
            name=name,
            images=files,
            names=("", *adds),
            increase=(menu, forward),
            reset=(table.optional("end"), back),
            loop=loop,
        ),
    ]


def moved(table: TomlTable) -> list[TraitValue]:
    """The flag of a counter that has moved: VASSAL's or a picture of one's own, or as large as the
    face with a sign in a box of it."""
    table.only(("is", "menu", "key", "icon", "at", "box", "word", "symbol", "fill", "ink"))
    x, y = pair(table, "at")
    icon = MOVED if "box" in table.table else table.optional("icon", "/images/moved.gif")
    return [
        MovedMark(False, icon, x, y, table.optional("menu", "Mark Moved"), stroke(table, "key"))
    ]


def report(table: TomlTable) -> list[TraitValue]:
    """A line in the chat when one of the keys is pressed."""
    table.only(("is", "keys", "tells"))
    return [Report(strokes(table, "keys"), table.value("tells", str))]


def label(table: TomlTable) -> list[TraitValue]:
    """A line of text that players may write on the counter."""
    table.only(("is", "menu", "key", "property", "size", "at", "description"))
    x, y = pair(table, "at")
    return [
        Label(
            key=stroke(table, "key"),
            menu=table.value("menu", str),
            size=table.number("size", 6, 40) if "size" in table.table else 9,
            foreground="0,0,0",
            background="255,255,240",
            vertical="b",
            vertical_offset=y,
            horizontal_offset=x,
            vertical_justify="b",
            format="$pieceName$",
            property=table.value("property", str),
            description=table.optional("description"),
        )
    ]


def ring(table: TomlTable) -> list[TraitValue]:
    """The hexes within a radius, tinted while they are shown."""
    table.only(("is", "menu", "key", "radius", "radius_of", "colour", "opacity"))
    red, green, blue = colour(table, "colour")
    return [
        Ring(
            table.value("menu", str),
            stroke(table, "key"),
            f"{red},{green},{blue}",
            table.number("opacity", 1, 100) if "opacity" in table.table else 30,
            table.number("radius", 1, 99) if "radius" in table.table else 1,
            table.optional("radius_of"),
        )
    ]


def number(table: TomlTable) -> list[TraitValue]:
    """A number that players set, and a line in the chat that tells it."""
    table.only(("is", "property", "menu", "key", "asks", "highest", "tells"))
    name, forward = table.value("property", str), stroke(table, "key")
    ask = PropertyCommand(table.value("menu", str), forward, ("R", table.value("asks", str)))
    told = table.optional("tells", f"$location$: $BasicName$: {name} ${name}$")
    limits = Range(True, 0, table.number("highest", 1, 9999))
    return [Report((forward,), told), DynamicProperty(name, "0", limits, (ask,))]


def send(table: TomlTable) -> list[TraitValue]:
    """A menu line that sends the counter to a place of a window, one that brings it back, and a
    line in the chat for each."""
    table.only(("is", "menu", "key", "window", "at", "tells", "end", "end_key", "ended"))
    x, y = pair(table, "at")
    where, forward, back = (
        table.value("window", str),
        stroke(table, "key"),
        stroke(table, "end_key"),
    )
    told = ((forward, table.optional("tells")), (back, table.optional("ended")))
    found: list[TraitValue] = [Report((one,), text) for one, text in told if text]
    way = (table.optional("end"), back)
    return [*found, SendTo(table.optional("menu"), forward, where, where, str(x), str(y), way)]


def raw(table: TomlTable) -> list[TraitValue]:
    """Any trait of VASSAL's, as a module's file has it."""
    table.only(("is", "type", "state"))
    return [Raw(Trait(table.value("type", str), table.optional("state")))]


@dataclass(frozen=True, slots=True)
class Raw:
    """A trait that is text already."""

    whole: Trait

    def trait(self) -> Trait:
        return self.whole


def alone(make: Tabled, table: TomlTable) -> list[TraitValue]:
    """The one trait that its class makes of its table."""
    return [make(table)]


KINDS: Mapping[str, Callable[[TomlTable], list[TraitValue]]] = MappingProxyType(
    {
        **{kind: partial(alone, make) for kind, make in kinds().items()},
        "state": state,
        "moved": moved,
        "report": report,
        "label": label,
        "ring": ring,
        "number": number,
        "send": send,
        "trait": raw,
    }
)


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
