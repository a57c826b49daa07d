"""``layout.toml``: the places on a unit counter, and its kinds of other sides.

Places are ``[left, top, right, bottom]`` on a face of 60 × 60 units. docs/module.md describes
the file.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from clubroute.builder.art.mark_names import ADDED_MARKS, SYMBOL_NAMES
from clubroute.builder.sources.toml_table import GameFolder, TomlTable, read_toml_table

FILE = "layout.toml"
RATING_COLOURS = (
    "white",
    "pink",
    "purple",
    "blue",
    "green",
    "orange",
    "yellow",
    "brown",
    "black",
    "red",
)
FACE = 60
"""Side of a face in units."""
KEYS = (
    "band",
    "symbol",
    "class",
    "steps",
    "name",
    "rating",
    "mark",
    "text",
    "back",
    "chit",
    "chit_foot",
    "markers",
    "armaments",
)
CLASSES = ("leg", "wheeled", "tracked", "immobile")
"""How a unit moves; all but leg have a mark beside the symbol."""

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class RatingBox:
    """A box for a rating: a column of units.csv, with ``back_`` that of the back.

    The box may be for some kinds of units only, or not for some.
    """

    name: str
    initial: str
    box: Box
    not_for: tuple[str, ...] = ()
    not_class: tuple[str, ...] = ()
    only_for: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TextBox:
    """A box for a text: a column of units.csv, printed as it stands or in the words for it."""

    name: str
    box: Box
    words: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CounterMark:
    """A mark on a side of a counter: a yes-or-no column of units.csv, with ``back_`` that of the
    back.

    The mark shows as a ``word`` in a ``box``, ``paints`` a rating's box or the symbol in one of the
    ratings' colours, or does not show.
    """

    name: str
    word: str = ""
    box: Box | None = None
    paints: str = ""
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Back:
    """A kind of other side.

    ``band`` and ``front_band`` are the band's words instead of the formation; ``moves`` and
    ``front_moves`` the class shown; ``strip`` marks a weaker side, with a step less; ``hidden`` is
    a face that shows only its kind, in ``words`` by kind; ``suffix`` is added to the piece's name.
    ``none``: such a counter is not turned over.
    """

    name: str
    band: str = ""
    front_band: str = ""
    moves: str = ""
    front_moves: str = ""
    strip: bool = False
    hidden: bool = False
    same: bool = False
    suffix: str = ""
    words: Mapping[str, str] = field(default_factory=dict)
    none: bool = False


@dataclass(frozen=True, slots=True)
class ChitKind:
    """A kind of chit: its needed columns (division, formation), and the name that it shows."""

    needs: tuple[str, ...]
    shows: str


@dataclass(frozen=True, slots=True)
class Layout:
    """The layout of a game's unit counters; a part without a box is not drawn. ``markers``
    are the kinds of markers, () for any; ``armaments`` what rules ask for by name; ``chit_foot`` is
    the word at the foot of every chit."""

    symbols: Mapping[str, str]
    letters: Mapping[str, str] = field(default_factory=dict)
    band: Box | None = None
    band_text: Box = (2, 1.5, 58, 10)
    band_short: Mapping[str, str] = field(default_factory=dict)
    band_variant: str = ""
    symbol: Box | None = None
    move_mark: Box | None = None
    steps: Box | None = None
    steps_not_for: tuple[str, ...] = ()
    name: Box = (2, 2, 58, 58)
    name_alone: Box | None = None
    name_drops: tuple[str, ...] = ()
    ratings: tuple[RatingBox, ...] = ()
    marks: tuple[CounterMark, ...] = ()
    texts: tuple[TextBox, ...] = ()
    backs: Mapping[str, Back] = field(default_factory=dict)
    chits: Mapping[str, ChitKind] = field(default_factory=dict)
    chit_foot: str = ""
    markers: tuple[str, ...] = ()
    armaments: tuple[str, ...] = ()


def read_layout(folder: GameFolder) -> Layout:
    """Read the layout of a game; without a file, one with a symbol and a name.

    :raises InputError: a missing or unknown key, a box off the face, an unknown symbol.
    """
    if not folder.has(FILE):
        return PLAIN
    top = read_toml_table(folder.file(FILE))
    top.only(KEYS)
    symbol = part(top, "symbol", ("box", "kinds", "letters"))
    band = part(top, "band", ("box", "text", "short", "variant"))
    moves = part(top, "class", ("box",))
    steps = part(top, "steps", ("box", "not_for"))
    name = part(top, "name", ("box", "alone", "drop"))
    backs = part(top, "back", None)
    chits = part(top, "chit", None)
    kinds = symbol.inner("kinds") if symbol and "kinds" in symbol.table else None
    return Layout(
        symbols=MappingProxyType(
            {kind: symbol_words(kinds, kind) for kind in kinds.table} if kinds else PLAIN.symbols
        ),
        letters=words(symbol, "letters"),
        band=box(band, "box"),
        band_text=box(band, "text") or PLAIN.band_text,
        band_short=words(band, "short"),
        band_variant=band.optional("variant") if band else "",
        symbol=box(symbol, "box"),
        move_mark=box(moves, "box"),
        steps=box(steps, "box"),
        steps_not_for=steps.texts("not_for") if steps else (),
        name=box(name, "box") or PLAIN.name,
        name_alone=box(name, "alone"),
        name_drops=name.texts("drop") if name else (),
        ratings=tuple(rating_box(entry) for entry in top.repeats("rating")),
        marks=tuple(mark(entry) for entry in top.repeats("mark")),
        texts=tuple(text_box(entry) for entry in top.repeats("text")),
        backs=MappingProxyType(
            {side: back(side, backs.inner(side)) for side in backs.table} if backs else PLAIN.backs
        ),
        chit_foot=top.optional("chit_foot"),
        markers=top.texts("markers"),
        armaments=top.texts("armaments"),
        chits=MappingProxyType(
            {kind: chit_kind(chits.inner(kind)) for kind in chits.table} if chits else {}
        ),
    )


def part(top: TomlTable, name: str, keys: Collection[str] | None) -> TomlTable | None:
    """Return a table of the file, None if absent; all its keys must be known."""
    if name not in top.table:
        return None
    inner = top.inner(name)
    if keys is not None:
        inner.only(keys)
    return inner


def box(table: TomlTable | None, key: str) -> Box | None:
    """Return a box, None if absent. :raises InputError: not four numbers on the face."""
    if table is None or key not in table.table:
        return None
    value = table.value(key, list)
    numbers = [n for n in value if isinstance(n, int | float) and not isinstance(n, bool)]
    if len(value) != 4 or len(numbers) != 4 or not all(0 <= n <= FACE for n in numbers):
        raise table.error(key, repr(value), f"[left, top, right, bottom], each 0 to {FACE}")
    left, top, right, bottom = map(float, numbers)
    if left >= right or top >= bottom:
        raise table.error(key, repr(value), "left before right, top above bottom")
    return left, top, right, bottom


def needed_box(table: TomlTable) -> Box:
    """Return the ``box`` of a table that must have one."""
    table.value("box", list)
    return box(table, "box") or PLAIN.name


def words(table: TomlTable | None, key: str) -> Mapping[str, str]:
    """Return a table of texts, empty if absent."""
    if table is None or key not in table.table:
        return {}
    inner = table.inner(key)
    return MappingProxyType({name: inner.value(name, str) for name in inner.table})


def rating_box(entry: TomlTable) -> RatingBox:
    """Return a ``[[rating]]`` table."""
    entry.only(("name", "initial", "box", "not_for", "not_class", "only_for"))
    return RatingBox(
        entry.value("name", str),
        entry.value("initial", str),
        needed_box(entry),
        entry.texts("not_for"),
        entry.choices("not_class", CLASSES),
        entry.texts("only_for"),
    )


def text_box(entry: TomlTable) -> TextBox:
    """Return a ``[[text]]`` table."""
    entry.only(("name", "box", "words"))
    return TextBox(entry.value("name", str), needed_box(entry), words(entry, "words"))


def symbol_words(kinds: TomlTable, kind: str) -> str:
    """Return a symbol and the marks added to it. :raises InputError: an unknown one."""
    said = kinds.value(kind, str)
    name, *added = said.split("+")
    kinds.checked(kind, name, SYMBOL_NAMES)
    for mark in added:
        kinds.checked(kind, mark, ADDED_MARKS)
    return said


def mark(entry: TomlTable) -> CounterMark:
    """Return a ``[[mark]]`` table: a word in a box, a paint, or nothing to show."""
    entry.only(("name", "word", "box", "paints", "colour"))
    name = entry.value("name", str)
    if "paints" in entry.table:
        colour = entry.choice("colour", RATING_COLOURS)
        return CounterMark(name, paints=entry.value("paints", str), colour=colour)
    return CounterMark(name, entry.optional("word"), box(entry, "box"))


def back(name: str, table: TomlTable) -> Back:
    """Return a ``[back.NAME]`` table."""
    texts = ("band", "front_band", "moves", "front_moves", "suffix")
    table.only((*texts, "strip", "hidden", "same", "none", "words"))
    return Back(
        name,
        table.optional("band"),
        table.optional("front_band"),
        table.optional_choice("moves", CLASSES) or "",
        table.optional_choice("front_moves", CLASSES) or "",
        table.flag("strip"),
        table.flag("hidden"),
        table.flag("same") or table.flag("none"),
        table.optional("suffix"),
        words(table, "words"),
        table.flag("none"),
    )


def chit_kind(table: TomlTable) -> ChitKind:
    """Return a ``[chit.NAME]`` table."""
    table.only(("needs", "shows"))
    names = ("division", "formation")
    needs = table.choices("needs", names)
    return ChitKind(needs, table.choice("shows", ("side", *names)))


PLAIN = Layout(
    symbols=MappingProxyType({name: name for name in SYMBOL_NAMES}),
    band=(0, 0, 60, 10.5),
    symbol=(18, 12.5, 42, 27.5),
    name=(2, 29, 58, 58),
    backs=MappingProxyType(
        {
            "same": Back("same", same=True),
            "reduced": Back("reduced", strip=True, suffix="+ (reduced)"),
        }
    ),
)
"""The layout of a game without a file of its own."""
