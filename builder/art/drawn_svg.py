"""An author's SVG with what is drawn of it, and nothing that runs or is fetched.

Opened by its own address an SVG is a document: its scripts would run as the page's own. So of a
picture that may be anybody's only the elements that draw are kept, and of their attributes those
that start nothing and lead nowhere else.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from xml.parsers import expat

DRAWN = frozenset(
    (
        *("svg", "g", "defs", "symbol", "use", "switch", "view", "title", "desc"),
        *("path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "image"),
        *("text", "tspan", "textPath", "style", "marker", "pattern", "mask", "clipPath", "filter"),
        *("linearGradient", "radialGradient", "stop"),
        *("feBlend", "feColorMatrix", "feComponentTransfer", "feComposite", "feConvolveMatrix"),
        *("feDiffuseLighting", "feDisplacementMap", "feDistantLight", "feDropShadow", "feFlood"),
        *("feFuncA", "feFuncB", "feFuncG", "feFuncR", "feGaussianBlur", "feImage", "feMerge"),
        *("feMergeNode", "feMorphology", "feOffset", "fePointLight", "feSpecularLighting"),
        *("feSpotLight", "feTile", "feTurbulence"),
    )
)
"""The elements that draw, or say how."""
LEADS = frozenset(("href", "src", "base", "action", "formaction"))
"""The attributes whose value is an address."""
INSIDE = re.compile(r"#|data:image/(?:png|gif|jpeg|jpg|webp);", re.IGNORECASE)
"""How an address begins that leads to the picture itself, or holds another."""
OUTSIDE = re.compile(r"@import|\\|url\(\s*['\"]?(?!['\"]?(?:#|data:))", re.IGNORECASE)
"""What leads out of a style; a backslash may hide that."""
MOST_LEVELS = 200
"""Levels of elements; pictures have under twenty."""
GROWTH = 1 << 20
"""Letters by which a picture may be longer than it was: entities unpack."""
NOTHING = b'<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"></svg>'
"""What is left of a picture that nobody can read."""
PLAIN_HEAD = re.compile(
    r"\ufeff?<\?xml version=[\"']1\.[01][\"'](?: encoding=[\"'](?:utf-8|us-ascii)[\"'])?"
    r"(?: standalone=[\"'](?:yes|no)[\"'])? ?\?>",
    re.IGNORECASE,
)
"""A declaration that leaves no reader in doubt how the text is written."""
_TEXT = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"))


def drawn_only(data: bytes) -> bytes:
    """An SVG without what runs or is fetched; the same bytes where it has nothing of that.

    >>> drawn_only(b'<svg onload="f()"><script>f()</script><g/></svg>')
    b'<svg><g></g></svg>'
    >>> drawn_only(b"<svg><g/></svg>")
    b'<svg><g/></svg>'
    """
    copy = Copy(len(data) + GROWTH)
    try:
        text = copy.copy_of(data)
    except (expat.ExpatError, ValueError):
        return NOTHING
    return data if copy.is_whole and is_plain(data) else text.encode("utf-8")


def is_plain(data: bytes) -> bool:
    """Whether every reader finds the same elements in a text: it is UTF-8 and says nothing else,
    declares no entities, and names no style sheet."""
    try:
        rest = PLAIN_HEAD.sub("", data.decode("utf-8"), count=1)
    except UnicodeDecodeError:
        return False
    return "\0" not in rest and "<?" not in rest and "<!DOCTYPE" not in rest


class Copy:
    """Copies an SVG, leaving out what does not draw.

    :param most: letters the copy may have.
    """

    def __init__(self, most: int) -> None:
        self._most, self._size = most, 0
        self._parts: list[str] = []
        self._names: list[str] = []
        self._skipped = 0
        self._style: list[str] = []
        self.is_whole = True

    def copy_of(self, data: bytes) -> str:
        """The copy.

        :raises ValueError: it is too deep, or too large. :raises ExpatError: it is no XML.
        """
        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
        parser.StartElementHandler = self._begin
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        parser.Parse(data, True)
        return "".join(self._parts)

    def _begin(self, name: str, attributes: Mapping[str, str]) -> None:
        self._names.append(name)
        if len(self._names) > MOST_LEVELS:
            raise ValueError("too deep")
        if self._skipped or name.rpartition(":")[2] not in DRAWN:
            self._skipped += 1
            self.is_whole = False
            return
        kept = {key: value for key, value in attributes.items() if stays(key, value)}
        self.is_whole &= len(kept) == len(attributes)
        told = "".join(f' {key}="{escaped(value, quote=True)}"' for key, value in kept.items())
        self._put(f"<{name}{told}>")

    def _end(self, name: str) -> None:
        self._names.pop()
        if self._skipped:
            self._skipped -= 1
            return
        style = "".join(self._style)
        self._style.clear()
        if OUTSIDE.search(style):
            self.is_whole = False
        else:
            self._put(escaped(style))
        self._put(f"</{name}>")

    def _text(self, text: str) -> None:
        if self._skipped:
            return
        if self._names and self._names[-1].rpartition(":")[2] == "style":
            self._style.append(text)
        else:
            self._put(escaped(text))

    def _put(self, text: str) -> None:
        self._size += len(text)
        if self._size > self._most:
            raise ValueError("too large")
        self._parts.append(text)


def stays(name: str, value: str) -> bool:
    """Whether an attribute is harmless: it starts nothing, and leads nowhere outside."""
    local = name.rpartition(":")[2].casefold()
    if name.startswith("xmlns"):
        return True
    if local in LEADS:
        return INSIDE.match(value.strip()) is not None
    return not (local.startswith("on") or OUTSIDE.search(value))


def escaped(text: str, quote: bool = False) -> str:
    """A text as it stands in XML."""
    for letter, told in (*_TEXT, *((('"', "&quot;"), ("\n", "&#10;")) if quote else ())):
        text = text.replace(letter, told)
    return text
