"""The module's ``buildFile.xml``: an element tree that keeps what it does not know.

Reading uses expat, which leaves names with colons alone and knows the column of every mistake.
Any DOCTYPE is refused where it stands: a build file has none, and entity bombs and outside files
come in through it. Writing is plain text, so that the same tree gives the same bytes whatever
XML library is installed. The text a written file has between
elements is line breaks and four spaces a level, as the engine writes it; the engine trims text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from xml.parsers import expat

from clubroute.builder.errors import InputError, Where

# VASSAL's SequenceEncoder: a list of strings as one string with a delimiter.
#
# The rules are those of the Java class ``VASSAL.tools.SequenceEncoder`` (3.6 to 3.8):
#
# * a delimiter inside a token gets one ``\`` before it; nothing else is escaped;
# * a token that starts with ``\``, or that starts and ends with ``'``, is wrapped in ``'``;
# * on reading, a delimiter right after a ``\`` is literal and that one ``\`` is dropped; then one
# enclosing pair of ``'`` is dropped;
# * the empty string reads as one empty token, a trailing delimiter as a final empty token.
#
# The code is not injective: a token ending in ``\`` that is not the last one swallows the
# delimiter after it. A counter with such a name makes a saved game unloadable, so :func:`encode`
# refuses it unless told otherwise.

IN_MEMORY = Where("(text)")
_NO_DELIMITER = "a delimiter is one character other than a backslash: {!r}"


def encode(
    tokens: Sequence[str], delimiter: str, *, lossy_ok: bool = False, where: Where = IN_MEMORY
) -> str:
    r"""``tokens`` joined by ``delimiter``, as SequenceEncoder.append writes them.

    Raises :class:`InputError` when a token before the last one would be written with a ``\`` at
    its end, which VASSAL cannot read back; ``lossy_ok=True`` writes it as the engine does.
    An empty list gives ``""`` (the engine has no value for it).

    >>> encode(["a;b", "c"], ";")
    'a\\;b;c'
    """
    if len(delimiter) != 1 or delimiter == "\\":
        raise ValueError(_NO_DELIMITER.format(delimiter))
    plain = delimiter.join(tokens)
    if "\\" not in plain and "'" not in plain and plain.count(delimiter) < (len(tokens) or 1):
        return plain
    written = [_written(token, delimiter) for token in tokens]
    if not lossy_ok:
        for position, text in enumerate(written[:-1]):
            if text.endswith("\\"):
                raise InputError(
                    where,
                    f"a text ending in a backslash ({tokens[position]!r})",
                    "text VASSAL can read back: no backslash at the end",
                )
    return delimiter.join(written)


def decode(text: str, delimiter: str) -> list[str]:
    """The tokens of ``text``, exactly as repeated SequenceEncoder.Decoder.nextToken gives them.

    Never fails and never returns an empty list. Linear in ``len(text)``.

    >>> decode("x;;'y'", ";")
    ['x', '', 'y']
    """
    if len(delimiter) != 1 or delimiter == "\\":
        raise ValueError(_NO_DELIMITER.format(delimiter))
    tokens = text.split(delimiter)
    if "\\" + delimiter in text:
        tokens = _joined(tokens, delimiter)
    if "'" in text:
        return [unquote(token) for token in tokens]
    return tokens


def _joined(parts: list[str], delimiter: str) -> list[str]:
    """The tokens of a text split at every delimiter: a part that ends in a backslash goes on after
    it with the next one."""
    tokens: list[str] = []
    begun: list[str] = []
    last = parts.pop()
    for part in parts:
        if part[-1:] == "\\":
            begun.append(part[:-1])
        elif begun:
            tokens.append(delimiter.join((*begun, part)))
            begun = []
        else:
            tokens.append(part)
    tokens.append(delimiter.join((*begun, last)))
    return tokens


def needs_quotes(token: str) -> bool:
    """Whether SequenceEncoder wraps ``token`` in single quotes."""
    first = token[:1]
    return first == "\\" or (first == "'" and token[-1] == "'")


def unquote(token: str) -> str:
    """``token`` without one enclosing pair of single quotes, if it has one."""
    if len(token) > 1 and token[0] == "'" and token[-1] == "'":
        return token[1:-1]
    return token


def _written(token: str, delimiter: str) -> str:
    escaped = token.replace(delimiter, "\\" + delimiter) if delimiter in token else token
    return f"'{escaped}'" if needs_quotes(token) else escaped


# Key strokes, colours and lists as trait and component fields write them.

CTRL = 130
"""Modifier bits of Ctrl in java.awt.event.InputEvent, old and new style together."""
SHIFT = 65
ALT = 520

_NAMED_KEY_CODE = 57348
"""The key code VASSAL gives to strokes that exist by name only; readers ignore it."""


def key(letter: str, modifiers: int = CTRL) -> str:
    """The stroke of one key: ``code,modifiers``. ``letter`` is an upper-case letter or digit.

    Raises ValueError for anything else: other keys have codes of their own (java.awt.event.
    KeyEvent), which a character's number does not give.

    >>> key("M"), key("M", CTRL | SHIFT)
    ('77,130', '77,195')
    """
    if len(letter) != 1 or letter not in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789[]\\;=,-./ ":
        raise ValueError(f"not a key with the code of its character: {letter!r}")
    return f"{ord(letter)},{modifiers}"


def named_key(name: str) -> str:
    """A stroke that exists by name only and that no keyboard sends: ``57348,0,name``.

    Raises ValueError for a name with a comma, which the engine would cut.

    >>> named_key("end-tired")
    '57348,0,end-tired'
    """
    if not name or "," in name:
        raise ValueError(f"a key name is not empty and has no comma: {name!r}")
    return f"{_NAMED_KEY_CODE},0,{name}"


def key_list(strokes: Sequence[str]) -> str:
    """Several strokes in one field."""
    return encode(strokes, ",")


def string_list(strings: Sequence[str]) -> str:
    """VASSAL's string array: SequenceEncoder with a comma."""
    return encode(strings, ",")


def boolean(value: bool) -> str:
    return "true" if value else "false"


def number(value: float) -> str:
    """A number as Java writes a double: ``1`` is ``1.0``.

    >>> number(1)
    '1.0'
    """
    return repr(float(value))


HEADER = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'
MAX_DEPTH = 200
"""Levels of elements; modules have under thirty."""
MOST_BYTES = 16 << 20
"""Of one file; those of the largest modules have some three million. In memory they may take four
times as many."""
MOST_ELEMENTS, MOST_ATTRIBUTES = 250_000, 500_000
"""Of one file; the largest modules have some hundred thousand elements, most with a few attributes.
Each takes a hundred bytes and more, while the file that holds them packs to next to nothing."""
MOST_LETTERS = 1 << 20
"""Bytes of one tag with its attributes, of one comment, and letters of one element's text; a
counter with all its traits has some 5,000."""
CHUNK = 1 << 16
"""Bytes given to the parser at a time."""

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NAME = re.compile(r"[^\W\d][\w:.\-]*")
TEXT_ESCAPES = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\r", "&#13;"))
ATTRIBUTE_ESCAPES = (*TEXT_ESCAPES, ('"', "&quot;"), ("\t", "&#9;"), ("\n", "&#10;"))


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment, kept where it stands."""

    text: str


@dataclass(frozen=True, slots=True)
class Instruction:
    """A processing instruction, kept where it stands."""

    target: str
    text: str


@dataclass(frozen=True, slots=True)
class Element:
    """One component: ``tag`` is its Java class. ``content`` mixes text and elements in order.

    ``row`` is the line it was read from, counting from 1; None for one we made. ``at`` and ``end``
    are the bytes of the file at which its first tag and its last one begin.
    """

    tag: str
    attributes: tuple[tuple[str, str], ...] = ()
    content: tuple[Node, ...] = ()
    row: int | None = field(default=None, compare=False)
    at: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)

    def get(self, name: str, default: str = "") -> str:
        """The value of an attribute, ``default`` if it is missing."""
        return next((value for key, value in self.attributes if key == name), default)

    @property
    def kind(self) -> str:
        """The last word of its class, as ``PieceSlot``."""
        return self.tag.rpartition(".")[2]

    @property
    def children(self) -> tuple[Element, ...]:
        """The elements directly inside."""
        return tuple(node for node in self.content if isinstance(node, Element))

    @property
    def text(self) -> str:
        """The text directly inside, trimmed as the engine does (Builder.getText)."""
        inside = "".join(node for node in self.content if isinstance(node, str))
        return inside.strip("".join(map(chr, range(33))))

    def walk(self) -> Iterator[Element]:
        """This element and all within it, in file order."""
        stack = [self]
        while stack:
            current = stack.pop()
            yield current
            stack.extend(reversed(current.children))


def element(
    tag: str,
    attributes: Mapping[str, str | int | float | bool] | None = None,
    *children: Element,
    text: str | None = None,
) -> Element:
    """A component to write. Attributes are put in the order of their names, as the engine's
    writer does; booleans become ``true`` and ``false``.

    >>> element("Map", {"wide": True, "name": "Son"}).attributes
    (('name', 'Son'), ('wide', 'true'))
    """
    pairs = tuple((name, _value(value)) for name, value in sorted((attributes or {}).items()))
    return Element(tag, pairs, (*children, text) if text else children)


def read(data: bytes, where: Where = IN_MEMORY) -> Element:
    """The root element of a build file.

    Raises :class:`InputError` with row and column for anything that is not well-formed XML
    in UTF-8 (or UTF-16 with its mark), for a DOCTYPE, for elements nested deeper than
    :data:`MAX_DEPTH`, for more than :data:`MOST_BYTES`, :data:`MOST_ELEMENTS` or
    :data:`MOST_ATTRIBUTES`, and for a tag or text longer than :data:`MOST_LETTERS`.
    """
    if len(data) > MOST_BYTES:
        raise InputError(where, f"{len(data)} bytes", f"at most {MOST_BYTES}")
    most = 2 * MOST_ELEMENTS  # one has a tag at its end as well
    if data.count(b"<") > most:
        raise InputError(where, f"{data.count(b'<')} tags", f"at most {most}")
    return _TreeBuilder(where).parse(data)


def write(root: Element, where: Where = IN_MEMORY) -> bytes:
    """The bytes of a build file. Elements that hold only elements are indented; any element
    with text is written as it is.

    Raises :class:`InputError` for text XML cannot hold and for names that are none.
    """
    writer = _Writer(where)
    writer.element(root, 0)
    return "".join(writer.out).encode("utf-8")


Node = Element | Comment | Instruction | str


class _TreeBuilder:
    """Turns the parser's events into elements; one use."""

    def __init__(self, where: Where) -> None:
        self._where = where
        self._open: list[_Open] = []
        self._root: Element | None = None
        self._elements = self._attributes = 0
        self._parser = expat.ParserCreate("utf-8")
        self._parser.buffer_text = True
        self._parser.ordered_attributes = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text
        self._parser.CommentHandler = self._comment
        self._parser.ProcessingInstructionHandler = self._instruction
        self._parser.StartDoctypeDeclHandler = self._doctype

    def parse(self, data: bytes) -> Element:
        if not data:
            raise InputError(self._where, "nothing", "a build file")
        try:
            for at in range(0, len(data), CHUNK):
                self._parser.Parse(data[at : at + CHUNK], False)
                # What is not whole yet the parser keeps, and once more when it hands it over.
                if at + CHUNK - self._parser.CurrentByteIndex > MOST_LETTERS + CHUNK:
                    raise self._too_long("a tag")
            self._parser.Parse(b"", True)
        except expat.ExpatError as error:
            place = self._at(error.lineno, error.offset + 1)
            reason = expat.ErrorString(error.code).removesuffix(" found")
            raise InputError(place, reason, "well-formed XML") from error
        finally:
            del self._parser  # it holds us by our methods: the two would wait for the collector
        if self._root is None:  # the parser has refused such a file already
            raise InputError(self._where, "no element", "a build file")
        return self._root

    def _start(self, tag: str, attributes: Sequence[str]) -> None:
        if len(self._open) >= MAX_DEPTH:
            raise InputError(self._here(), f"elements over {MAX_DEPTH} deep", "a build file")
        pairs = tuple(zip(attributes[::2], attributes[1::2], strict=True))
        self._elements += 1
        self._attributes += len(pairs)
        if self._elements > MOST_ELEMENTS or self._attributes > MOST_ATTRIBUTES:
            expected = f"at most {MOST_ELEMENTS}, and {MOST_ATTRIBUTES} attributes"
            raise InputError(self._here(), "more elements", expected)
        at = self._parser.CurrentByteIndex
        self._open.append(_Open(tag, pairs, self._parser.CurrentLineNumber, at, []))

    def _end(self, tag: str) -> None:
        done = self._open.pop()
        end = self._parser.CurrentByteIndex
        closed = Element(done.tag, done.attributes, tuple(done.content), done.row, done.at, end)
        if self._open:
            self._open[-1].content.append(closed)
        else:
            self._root = closed

    def _text(self, text: str) -> None:
        inside = self._open[-1]
        inside.letters += len(text)
        if inside.letters > MOST_LETTERS:
            raise self._too_long("a text")
        inside.content.append(text)

    def _comment(self, text: str) -> None:
        if self._open:
            self._open[-1].content.append(Comment(text))

    def _instruction(self, target: str, text: str) -> None:
        if self._open:
            self._open[-1].content.append(Instruction(target, text))

    def _doctype(self, *_: object) -> None:
        raise InputError(self._here(), "a DOCTYPE", "an element: build files have none")

    def _too_long(self, what: str) -> InputError:
        return InputError(self._here(), f"{what} too long", f"at most {MOST_LETTERS} letters")

    def _here(self) -> Where:
        return self._at(self._parser.CurrentLineNumber, self._parser.CurrentColumnNumber + 1)

    def _at(self, row: int, column: int) -> Where:
        return Where(self._where.path, row, column, self._where.part)


@dataclass(slots=True)
class _Open:
    """An element whose end has not come yet."""

    tag: str
    attributes: tuple[tuple[str, str], ...]
    row: int
    at: int
    content: list[Node]
    letters: int = 0


class _Writer:
    """Collects the text of a build file; one use."""

    def __init__(self, where: Where) -> None:
        self._where = where
        self._names: set[str] = set()
        self.out: list[str] = [HEADER]

    def element(self, node: Element, level: int) -> None:
        out = self.out
        out.append("<" + self._name(node.tag))
        for name, value in node.attributes:
            out.append(f' {self._name(name)}="{self._escaped(value, ATTRIBUTE_ESCAPES)}"')
        if not node.content:
            out.append("/>")
            return
        out.append(">")
        bare = not any(isinstance(item, str) for item in node.content)
        line = "\n" + "    " * level
        for item in node.content:
            if bare:
                out.append(line + "    ")
            match item:
                case str():
                    out.append(self._escaped(item, TEXT_ESCAPES))
                case Element():
                    self.element(item, level + 1)
                case Comment():
                    out.append(f"<!--{self._markup(item.text, '--')}-->")
                case Instruction():
                    target, text = self._name(item.target), self._markup(item.text, "?>")
                    out.append(f"<?{target} {text}?>")
        out.append(f"{line}</{node.tag}>" if bare else f"</{node.tag}>")

    def _escaped(self, text: str, replacements: Sequence[tuple[str, str]]) -> str:
        self._check_characters(text)
        for character, reference in replacements:
            if character in text:
                text = text.replace(character, reference)
        return text

    def _markup(self, text: str, end: str) -> str:
        self._check_characters(text)
        if end in text or text.endswith(end[:1]):
            raise InputError(self._where, f"{end} in a comment or instruction", "text without it")
        return text

    def _check_characters(self, text: str) -> None:
        wrong = _NOT_XML.search(text)
        if wrong:
            found = f"character U+{ord(wrong.group()):04X} in a text"
            raise InputError(self._where, found, "characters XML can hold")

    def _name(self, name: str) -> str:
        if name not in self._names:
            if not _NAME.fullmatch(name):
                raise InputError(self._where, repr(name), "an XML name")
            self._names.add(name)
        return name


def _value(value: str | int | float | bool) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
