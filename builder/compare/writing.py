"""A merged build file as bytes: what nobody changed stays as the file has it, to the byte.

Comments before the root, line ends, entities and the way tags are written are those of ours; a part
of theirs comes with its own bytes, its line ends as ours has them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from clubroute.builder.compare.changes import Growing
from clubroute.builder.compare.tree import (
    COMMENT,
    INSTRUCTION,
    Tree,
    TreePart,
    element_of,
)
from clubroute.builder.vassal import buildfile

_START = re.compile(
    rb"<([^\s/>]+)((?:\s+[^\s=/>]+\s*=\s*(?:\"[^\"]*\"|'[^']*'))*)\s*(/?)>", re.DOTALL
)
_ATTRIBUTE = re.compile(rb"\s+([^\s=/>]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')", re.DOTALL)
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
INDENT = b"    "


@dataclass(frozen=True, slots=True)
class Source:
    """A file whose bytes are used: its parts by number, and where each has its place."""

    data: bytes
    tree: Tree
    places: Mapping[int, int]
    eol: bytes

    @classmethod
    def of(cls, data: bytes, tree: Tree, numbers: Mapping[int, int]) -> Source:
        """A file with the numbers of its parts by their places."""
        eol = b"\r\n" if data.count(b"\r\n") * 2 > data.count(b"\n") else b"\n"
        return cls(data, tree, {number: place for place, number in numbers.items()}, eol)

    def end(self, place: int) -> int:
        """Where a part ends."""
        part = self.tree[place]
        if self.data[part.end : part.end + 2] != b"</":
            return part.end
        return self.data.index(b">", part.end) + 1

    def start_end(self, place: int) -> int:
        """Where the first tag of a part ends."""
        found = _START.match(self.data, self.tree[place].at)
        return found.end() if found else self.tree[place].at

    def before(self, place: int) -> bytes:
        """The blanks ahead of a part."""
        at = self.tree[place].at
        start = at
        while start and self.data[start - 1 : start] in (b" ", b"\t", b"\n", b"\r"):
            start -= 1
        return self.data[start:at]


@dataclass(slots=True)
class MergedWriter:
    """Writes a tree that grew from two files; one use."""

    growing: Growing
    ours: Source
    theirs: Source
    out: list[bytes] = field(default_factory=list)
    same: dict[int, bool] = field(default_factory=dict)

    def source(self, number: int) -> Source | None:
        """The file a part is from: ours if it has it."""
        for one in (self.ours, self.theirs):
            if number in one.places:
                return one
        return None

    def is_same(self, number: int) -> bool:
        """Whether a part is as its file has it, with all within it."""
        known = self.same.get(number)
        if known is None:
            known = self.same[number] = self.look(number)
        return known

    def look(self, number: int) -> bool:
        """Compare a part with its file."""
        source = self.source(number)
        if source is None:
            return False
        part, there = self.growing.parts[number], source.tree[source.places[number]]
        if (part.tag, part.attributes, part.text) != (there.tag, there.attributes, there.text):
            return False
        below = self.growing.below[number]
        if [source.places.get(child) for child in below] != list(there.children):
            return False
        return all(self.is_same(child) for child in below)

    def copied(self, source: Source, start: int, end: int) -> bytes:
        """Bytes of a file, with the line ends of ours."""
        data = source.data[start:end]
        if source.eol != self.ours.eol:
            data = data.replace(b"\r\n", b"\n").replace(b"\n", self.ours.eol)
        return data

    def write(self) -> bytes:
        """The bytes of the whole file."""
        ours = self.ours
        self.part(0, ours.eol)
        head, tail = ours.data[: ours.tree[0].at], ours.data[ours.end(0) :]
        return b"".join((head, *self.out, tail))

    def part(self, number: int, indent: bytes) -> None:
        """Write a part; ``indent`` are the blanks ahead of it."""
        part, source = self.growing.parts[number], self.source(number)
        if source is None or part.tag.startswith((COMMENT, INSTRUCTION)):
            self.out.append(markup(part))
            return
        place = source.places[number]
        there = source.tree[place]
        if self.is_same(number):
            self.out.append(self.copied(source, there.at, source.end(place)))
            return
        below = self.growing.below[number]
        closed = not below and not part.text
        self.out.append(self.start(source, place, part, closed=closed))
        if closed:
            return
        inner = self.inner_indent(source, there, indent)
        if part.text and part.text == there.text and not there.children:
            self.out.append(self.copied(source, source.start_end(place), there.end))
        elif part.text:
            self.out.append(escaped(part.text, attribute=False))
        for child in below:
            own = source.places.get(child)
            blanks = source.before(own) if own is not None and source.tree[own].at else inner
            blanks = self.line_ends(blanks or inner)
            self.out.append(blanks)
            self.part(child, blanks)
        if below:
            self.out.append(indent)
        self.out.append(b"</" + part.tag.encode("utf-8") + b">")

    def line_ends(self, blanks: bytes) -> bytes:
        """Blanks with the line ends of ours."""
        return blanks.replace(b"\r\n", b"\n").replace(b"\n", self.ours.eol)

    def inner_indent(self, source: Source, there: TreePart, indent: bytes) -> bytes:
        """The blanks ahead of what stands within a part."""
        for child in there.children:
            if source.tree[child].at:
                return self.line_ends(source.before(child))
        return indent + INDENT if indent.strip(b"\r\n") or indent else self.ours.eol + INDENT

    def start(self, source: Source, place: int, part: TreePart, *, closed: bool) -> bytes:
        """The first tag of a part."""
        there = source.tree[place]
        found = _START.match(source.data, there.at)
        if found is None:
            raise ValueError(part.tag)
        if part.tag == there.tag and part.attributes == there.attributes:
            if bool(found.group(3)) == closed:
                return self.copied(source, found.start(), found.end())
            body = found.group(2)
        else:
            raw = {m.group(1): m for m in _ATTRIBUTE.finditer(found.group(2))}
            old = dict(there.attributes)
            pieces = []
            for name, value in part.attributes:
                key = name.encode("utf-8")
                if old.get(name) == value and key in raw:
                    pieces.append(raw[key].group(0))
                else:
                    pieces.append(b" " + key + b'="' + escaped(value, attribute=True) + b'"')
            body = b"".join(pieces)
        return b"<" + part.tag.encode("utf-8") + body + (b"/>" if closed else b">")


def escaped(text: str, *, attribute: bool) -> bytes:
    """A text as the engine writes it; letters beyond the first plane as numbers, as Java does."""
    rows = buildfile.ATTRIBUTE_ESCAPES if attribute else buildfile.TEXT_ESCAPES
    for character, reference in rows:
        text = text.replace(character, reference)
    return "".join(c if ord(c) < 1 << 16 else f"&#{ord(c)};" for c in text).encode("utf-8")


def markup(part: TreePart) -> bytes:
    """A comment or an instruction."""
    if part.tag == COMMENT:
        return f"<!--{part.text}-->".encode()
    return f"<?{part.tag.removeprefix(INSTRUCTION)} {part.text}?>".encode()


def merged_bytes(growing: Growing, ours: Source, theirs: Source) -> bytes:
    """The bytes of a merged build file; anew in the engine's form where ours is not UTF-8."""
    if not ours.data.startswith(_UTF16) and not theirs.data.startswith(_UTF16):
        return MergedWriter(growing, ours, theirs).write()
    return buildfile.write(element_of(growing.tree()))
