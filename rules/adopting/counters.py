"""The counters of a module as rows of units.csv and markers.csv.

What a row has no column for stays as VASSAL has it, in the part of the module that the counter lies
in.
"""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path, PurePosixPath

from clubroute.builder.errors import InputError, Where
from clubroute.builder.files.picture_size import picture_size
from clubroute.builder.sources.counters import COLUMNS
from clubroute.builder.sources.tables import read_toml
from clubroute.builder.sources.windows import COUNTER
from clubroute.builder.vassal.archive import PICTURE_PATHS, ModuleArchive
from clubroute.builder.vassal.buildfile import Element, decode, encode
from clubroute.builder.vassal.definitions import PROTOTYPE, SLOTS
from clubroute.builder.vassal.pieces import Piece, piece_definition, read_definition
from clubroute.builder.vassal.traits import BasicPiece, Trait, UsePrototype
from clubroute.rules.logs.traits import OWN_FIELDS, property_of

# Texts of the sources that are written: TOML values, ids and CSV tables.

# What a game folder cannot say of a module that was taken over, listed.

FILE = "adopted.csv"
SHOWN = 12
"""So many kinds of loss are told on the screen; the file has all."""


@dataclass(frozen=True, slots=True, order=True)
class Loss:
    """One thing that is otherwise than in the module: of which ``part`` (module, window, board,
    counter, prototype, picture, file), its name there, and what became of it."""

    part: str
    name: str
    what: str


@dataclass(slots=True)
class Losses:
    """All that is otherwise, in the order it was met."""

    found: list[Loss] = field(default_factory=list)

    def add(self, part: str, name: str, what: str) -> None:
        """Take note of one, each once."""
        loss = Loss(part, name, what)
        if loss not in self.found:
            self.found.append(loss)

    def text(self) -> str:
        """The report as CSV."""
        out = io.StringIO()
        table = csv.writer(out, lineterminator="\n")
        table.writerow(["part", "name", "what"])
        table.writerows((one.part, one.name, one.what) for one in self.found)
        return out.getvalue()

    def lines(self) -> Iterator[str]:
        """Tell the kinds of loss, a line each."""
        kinds = Counter((one.part, one.what) for one in self.found)
        first = {(one.part, one.what): one.name for one in reversed(self.found)}
        for (part, what), many in [*kinds.items()][:SHOWN]:
            named = f"{part} {first[part, what]!r}" + (f" and {many - 1} more" if many > 1 else "")
            yield f"{named}: {what}"
        if len(kinds) > SHOWN:
            yield f"… and {len(kinds) - SHOWN} more kinds of such lines"


@cache
def known_traits() -> frozenset[str]:
    """The traits of VASSAL itself (``known.toml``), by their beginnings."""
    return frozenset(read_toml(Path(__file__).with_name("known.toml"))["traits"])


def quoted(text: str) -> str:
    """A text as a TOML value.

    >>> quoted('Ctrl "K"')
    '"Ctrl \\\\"K\\\\""'
    """
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def long_text(text: str) -> str:
    """A text of several lines as a TOML value that stands as it is, where it can."""
    plain = "'''" not in text and not text.endswith("'")
    if plain and all(c in "\n\t" or (c >= " " and c != "\x7f") for c in text):
        return f"'''\n{text}'''"
    return quoted(text)


def listed(texts: Sequence[str]) -> str:
    """A list of texts as a TOML value."""
    return f"[{', '.join(map(quoted, texts))}]"


def slug(text: str) -> str:
    """A text as an id: lower-case letters, digits and single hyphens; "x" if nothing is left.

    >>> slug("2./II. Fallschirmjäger")
    '2-ii-fallschirmjager'
    """
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")[:60].strip("-") or "x"


def unused(wanted: str, taken: Collection[str]) -> str:
    """An id, with a number where it is taken.

    Of a hundred thousand counters of one name each would try the numbers of all before it: so the
    first one that is free is looked for as in a dictionary.
    """
    if wanted not in taken:
        return wanted
    last, free = 1, 2
    while f"{wanted}-{free}" in taken:
        last, free = free, 2 * free
    while free - last > 1:
        middle = (last + free) // 2
        last, free = (middle, free) if f"{wanted}-{middle}" in taken else (last, middle)
    return f"{wanted}-{free}"


def table(
    columns: Sequence[str], rows: Sequence[Mapping[str, str]], always: Collection[str]
) -> str:
    """Rows as CSV, without the columns in which all of them are blank.

    :param always: the columns that are there even so.
    """
    told = [c for c in columns if c in always or any(row.get(c) for row in rows)]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(told)
    writer.writerows([row.get(column, "") for column in told] for row in rows)
    return out.getvalue()


def one_line(text: str) -> str:
    """A text without line breaks and doubled spaces."""
    return " ".join(text.split())


# The pictures of a module: which of them counters and boards take, which stay as they are.

CLEAR = "art/clear.svg"
CLEAR_PICTURE = (
    b'<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{0}" viewBox="0 0 1 1"></svg>'
)
STARTS = ((b"\x89PNG", ".png"), (b"GIF8", ".gif"), (b"\xff\xd8\xff", ".jpg"))
_PX = rb"([0-9]{1,9}(?:\.[0-9]{1,30})?)"
_SIDE = re.compile(rb'\b(width|height)="\s*' + _PX + rb'[a-z]*\s*"')
_BOX = re.compile(rb'\bviewBox="\s*[-0-9.]+[ ,]+[-0-9.]+[ ,]+' + _PX + rb"[ ,]+" + _PX + rb'\s*"')


class ModulePictures:
    """The pictures of a module by their names, and the files that are made of them."""

    def __init__(self, module: ModuleArchive, losses: Losses) -> None:
        self._data = {entry.name: entry.data for entry in module.entries}
        self._losses = losses
        self._faces: dict[str, tuple[str, int]] = {}
        self.files: dict[str, bytes] = {}

    def entry(self, name: str) -> str | None:
        """The name in the zip of a picture, None if it is not there."""
        paths = (form.format(name.strip()) for form in PICTURE_PATHS)
        return next((path for path in paths if name.strip() and path in self._data), None)

    def face(self, image: str, counter: str) -> tuple[str, int]:
        """The file of a counter's own picture, and its larger side in px. What has none is clear:
        its layers show it."""
        if image not in self._faces:
            self._faces[image] = self._face(image, counter)
        return self._faces[image]

    def _face(self, image: str, counter: str) -> tuple[str, int]:
        entry = self.entry(image)
        if entry is None:
            if image.strip():
                self._losses.add("counter", counter, f"its picture {image!r} is not in the module")
            return self._clear()
        found = self.read(entry)
        if found is None:
            self._losses.add("picture", image, "cannot be read: the counter is clear")
            return self._clear()
        suffix, data, size = found
        if data is self._data[entry] and entry == f"images/{image}" and entry.endswith(suffix):
            return f"files/{entry}", max(size)
        stem = slug(PurePosixPath(image).stem)
        file = unused(f"art/{stem}", {one.rpartition(".")[0] for one in self.files}) + suffix
        self.files[file] = data
        return file, max(size)

    def _clear(self) -> tuple[str, int]:
        self.files[CLEAR] = CLEAR_PICTURE.replace(b"{0}", b"1")
        return CLEAR, 60

    def read(self, entry: str) -> tuple[str, bytes, tuple[int, int]] | None:
        """A picture as a source may have it: its suffix, bytes, width and height in px."""
        data = self._data[entry]
        suffix = next((told for start, told in STARTS if data.startswith(start)), ".svg")
        size = picture_size(suffix, data)
        if size is None and suffix == ".svg" and b"<svg" in data[:4096]:
            data = sized(data)
            size = picture_size(suffix, data)
            if size is not None:
                self._losses.add("picture", entry, f"its size is written as {size[0]} × {size[1]}")
        return None if size is None else (suffix, data, size)


def sized(data: bytes) -> bytes:
    """An SVG that says its width and height in whole px, as far as it says them at all."""
    head = re.search(rb"<svg\b[^>]*>", data)
    if head is None:
        return data
    told = {name: round(float(value)) for name, value in _SIDE.findall(head[0])}
    box = _BOX.search(head[0])
    if len(told) < 2 and box is not None:
        told = {b"width": round(float(box[1])), b"height": round(float(box[2]))}
    if len(told) < 2:
        return data
    bare = re.sub(rb'\s(width|height)="[^"]*"', b"", head[0])
    sides = b"".join(b' %s="%d"' % side for side in sorted(told.items(), reverse=True))
    return data.replace(head[0], bare.replace(b"<svg", b"<svg" + sides, 1), 1)


OURS = ("UnitId", "MarkerId", "MarkerKind", "ChitId", "Division", "Formation", "Kind", "MoveClass")
"""Marks that a build gives counters itself."""
UNIT_COLUMNS = ("id", "name", "side", "kind", "back", "picture")
MARKER_COLUMNS = ("id", "name", "kind", "side", "front", "back", "colour", "picture", "note")
ONE_SIDED = "none"


@dataclass(slots=True)
class Counters:
    """The counters of a module, taken over one by one.

    :param sides: of the module's roster. :param pictures: of the module, which takes note of those
        that counters need. :param prototypes: the names of the module's prototypes.
    """

    sides: Sequence[str]
    pictures: ModulePictures
    losses: Losses
    where: Where
    taken: set[str]
    prototypes: dict[str, Piece] = field(default_factory=dict)
    units: list[dict[str, str]] = field(default_factory=list)
    markers: list[dict[str, str]] = field(default_factory=list)
    told: dict[str, None] = field(default_factory=dict)
    kinds: dict[str, None] = field(default_factory=dict)
    sizes: list[int] = field(default_factory=list)
    marked: frozenset[str] = frozenset()

    def read_prototypes(self, root: Element) -> None:
        """Look through the module's prototypes."""
        read: dict[str, Piece] = {}
        for one in root.walk():
            if one.tag.endswith(PROTOTYPE):
                piece = self._piece(one, "prototype", one.get("name"))
                if piece is not None and one.get("name"):
                    read[one.get("name")] = piece
        self.prototypes = read
        self.prototypes = {
            name: Piece((*self._kept("prototype", name, piece, frozenset((name,))), piece.basic))
            for name, piece in read.items()
        }
        every = (trait for one in self.prototypes.values() for trait in one.traits)
        self.marked = frozenset(name for trait in every for name in marks_of(trait))

    def element(self, part: Element, above: tuple[str, ...] = (), *, card: bool = False) -> Element:
        """A part of the module with ``<counter id="…">`` for each slot in it.

        :param above: the names of what it lies in.
        """
        if part.tag.endswith(SLOTS):
            found = self._counter(part, above, card=card)
            if found is None:
                return part
            kept = [(name, value) for name, value in part.attributes if name != "id"]
            return Element(COUNTER, (("id", found[0]), *kept), (piece_definition(found[1]),))
        if part.tag.endswith(PROTOTYPE) and part.get("name") in self.prototypes:
            text = piece_definition(self.prototypes[part.get("name")])
            return Element(part.tag, part.attributes, (text,))
        name = part.get("entryName") or part.get("name") or part.get("mapName")
        inside = (*above, name) if name else above
        card = part.tag.endswith("DrawPile")
        content = tuple(
            self.element(one, inside, card=card) if isinstance(one, Element) else one
            for one in part.content
        )
        return Element(part.tag, part.attributes, content)

    def _piece(self, one: Element, part: str, name: str) -> Piece | None:
        if not one.text:
            return None
        try:
            return read_definition(one.text, self.where)
        except InputError as error:
            self.losses.add(part, name, f"cannot be read ({error.found}): kept as it is")
            return None

    def _counter(
        self, slot: Element, above: tuple[str, ...], *, card: bool
    ) -> tuple[str, Piece] | None:
        """Write the row of a counter; its id, and what is not in the row."""
        piece = self._piece(slot, "counter", slot.get("entryName"))
        if piece is None or piece.basic.id != BasicPiece.PREFIX:
            return None
        basic = BasicPiece.read(piece.basic)
        name = one_line(basic.name or slot.get("entryName")) or "(no name)"
        id_ = unused(slug(name), self.taken)
        self.taken.add(id_)
        traits = self._kept("counter", name, piece, frozenset())
        side = None if card else self._side(traits, above)
        heading = above[-1] if above else "Counters"
        picture, size = self.pictures.face(basic.image, name)
        self.sizes.append(size)
        row = {"id": id_, "name": name, "picture": picture}
        if side is not None:
            traits = self._columns(row, traits, side)
            row |= {"side": side, "kind": slug(heading), "back": ONE_SIDED}
            self.kinds[row["kind"]] = None
            self.units.append(row)
        else:
            row |= {"kind": one_line(heading), "front": name.replace("|", "/"), "colour": "plain"}
            self.markers.append({**row, "note": " > ".join(above)})
        return id_, Piece((*traits, piece.basic))

    def _side(self, traits: Sequence[Trait], above: tuple[str, ...]) -> str | None:
        """The side of a counter: what one of its marks says, else the name of a heading."""
        said = [value for trait in traits for value in marks_of(trait).values()]
        for text in (*said, *reversed(above)):
            for side in self.sides:
                if text.strip().casefold() == side.casefold():
                    return side
        return None

    def _columns(self, row: dict[str, str], traits: list[Trait], side: str) -> list[Trait]:
        """Put a unit's marks into columns; the traits that are left."""
        left: list[Trait] = []
        for trait in traits:
            marks = marks_of(trait)
            own = {name: value for name, value in marks.items() if self._told(name, value, row)}
            if own.get("Side", side) != side:
                own.pop("Side")
            row.update({name: value for name, value in own.items() if name != "Side"})
            self.told |= dict.fromkeys(name for name in own if name != "Side")
            others = {name: value for name, value in marks.items() if name not in own}
            if not marks or len(others) == len(marks):
                left.append(trait)
            elif others:
                left.append(mark(others))
        return left

    def _told(self, name: str, value: str, row: Mapping[str, str]) -> bool:
        """Whether a mark can be a column: a plain name that means nothing else, and a text that a
        cell keeps as it is. A prototype's mark of the same name would go before it."""
        plain = re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name) is not None
        free = name not in (*COLUMNS, *OURS) and name not in row and name not in self.marked
        return plain and free and value != "" and value == one_line(value)

    def _kept(self, part: str, name: str, piece: Piece, within: frozenset[str]) -> list[Trait]:
        """The traits that a build can have; the others are listed."""
        found: list[Trait] = []
        for trait in piece.traits[:-1]:
            if trait.id == UsePrototype.PREFIX:
                use = UsePrototype.read(trait)
                if use.name not in self.prototypes:
                    self.losses.add(part, name, f"uses prototype {use.name!r}, which there is not")
                    found.append(trait)
                elif self._circular(use.name, within):
                    self.losses.add(part, name, f"prototype {use.name!r} contains itself: left out")
                else:
                    found.append(trait)
            elif trait.id in known_traits():
                found.append(trait)
            else:
                found += self._own(part, name, trait)
        return found

    def _own(self, part: str, name: str, trait: Trait) -> Iterator[Trait]:
        """What is known of a trait of a module's own program, as marks."""
        head = trait.id.removesuffix(";")
        told = {one: property_of(trait, one) for one in OWN_FIELDS.get(head, ())}
        known = {one: value for one, value in told.items() if value}
        if known:
            self.losses.add(part, name, f"trait {trait.id} of the module's own program: its values")
            yield mark(known)
        else:
            self.losses.add(part, name, f"trait {trait.id} of the module's own program: left out")

    def _circular(self, name: str, within: frozenset[str]) -> bool:
        """Whether a prototype contains one of those that lead to it."""
        if name in within:
            return True
        inner = self.prototypes[name].traits[:-1]
        used = (UsePrototype.read(one).name for one in inner if one.id == UsePrototype.PREFIX)
        return any(one in self.prototypes and self._circular(one, within | {name}) for one in used)

    def layout_text(self) -> str:
        """``layout.toml``: the kinds of units, and the columns that were marks."""
        parts = ["# What stands where on a unit counter without a picture of its own.", ""]
        parts += ["[symbol]", "box = [18, 12, 42, 28]", "", "[symbol.kinds]"]
        parts += [f'{kind} = "plain"' for kind in self.kinds or {"unit": None}]
        parts += ["", "[name]", "box = [2, 30, 58, 46]", "", f"[back.{ONE_SIDED}]", "none = true"]
        parts += ["", "[back.same]", "same = true"]
        for name in self.told:
            parts += ["", "[[text]]", f"name = {quoted(name)}", "box = [2, 48, 58, 58]"]
        return "\n".join(parts) + "\n"

    def units_text(self) -> str:
        """``units.csv``."""
        columns = [*UNIT_COLUMNS[:4], *self.told, *UNIT_COLUMNS[4:]]
        return table(columns, self.units, always=UNIT_COLUMNS[:4])

    def markers_text(self) -> str:
        """``markers.csv``."""
        return table(MARKER_COLUMNS, self.markers, always=MARKER_COLUMNS[:7])

    def style_text(self) -> str:
        """``style.toml``: the size most counters have, and colours for what is drawn anew."""
        size = sorted(self.sizes)[len(self.sizes) // 2] if self.sizes else 60
        size = min(max(size, 24), 400)
        parts = ["[size]", f"counter = {size}", f"marker = {size}", "", "[ink]"]
        parts += ['dark = "#1b1b1b"', 'light = "#ffffff"']
        for number, side in enumerate(self.sides):
            fill, band = COLOURS[number % len(COLOURS)]
            parts += ["", f"[side.{quoted(side)}]", f'fill = "{fill}"', f'band = "{band}"']
            parts += ['ink = "dark"']
        parts += ["", "[marker.plain]", 'fill = "#f2efe6"', 'ink = "#1b1b1b"']
        return "\n".join(parts) + "\n"


COLOURS = (
    ("#9cc3e6", "#2f6fa5"),
    ("#e8a49c", "#b3261e"),
    ("#b9d6a3", "#4f7a3a"),
    ("#e8d59c", "#a5842f"),
)


def marks_of(trait: Trait) -> dict[str, str]:
    """The fixed properties of a trait, none for another kind of trait."""
    if trait.id != "mark;":
        return {}
    names = decode(trait.type[len("mark;") :], ",")
    values = [*decode(trait.state, ","), *[""] * len(names)]
    return dict(zip(names, values, strict=False))


def mark(values: Mapping[str, str]) -> Trait:
    """The trait of fixed properties."""
    return Trait("mark;" + encode([*values], ","), encode([*values.values()], ","))
