"""HTML elements from Python: every text is a text node, so that none can become markup."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from lxml import etree

Node: TypeAlias = etree._Element
Child: TypeAlias = "Node | str | None"


def node(tag: str, *children: Child | Iterable[Child], **attributes: object) -> Node:
    """An element. ``class_`` stands for class, ``data_x`` for data-x; None leaves one out."""
    made = etree.Element(tag)
    for name, value in attributes.items():
        if value is not None:
            made.set(name.rstrip("_").replace("_", "-"), clean(str(value)))
    put(made, children)
    return made


def put(parent: Node, children: Iterable[Child | Iterable[Child]]) -> None:
    """Append texts and elements to an element."""
    for child in children:
        if child is None:
            continue
        if isinstance(child, str):
            add_text(parent, clean(child))
        elif isinstance(child, etree._Element):
            parent.append(child)
        else:
            put(parent, child)


def add_text(parent: Node, text: str) -> None:
    """Append a text behind what is there."""
    if len(parent):
        last = parent[-1]
        last.tail = (last.tail or "") + text
    else:
        parent.text = (parent.text or "") + text


def clean(text: str) -> str:
    """A text that may stand in a document: what XML has no room for becomes the sign for it."""
    if text.isprintable():
        return text
    return "".join(c if allowed(c) else "\ufffd" for c in text)


def allowed(char: str) -> bool:
    """Whether a document may hold a character; marks that turn the direction of text may not."""
    if char in "\n\t":
        return True
    code = ord(char)
    # Control characters (C0, DEL and C1), and halves of a surrogate pair.
    if code < 0x20 or 0x7F <= code < 0xA0 or 0xD800 <= code < 0xE000:
        return False
    # The last two of every plane (…FFFE, …FFFF) are no characters.
    return code not in BIDI and code & 0xFFFE != 0xFFFE


BIDI = frozenset((0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)))


def serialized(element: Node) -> str:
    """An element as HTML."""
    return etree.tostring(element, method="html", encoding="unicode")


def kept(element: Node, class_: str = "") -> str:
    """An element as text that costs a browser little until the page's script unfolds it; where no
    script runs, the element itself. In ASCII, which a browser reads twice as fast."""
    head = f'<noscript class="{class_}">' if class_ else "<noscript>"
    return f"{head}{ascii_text(element)}</noscript>"


def ascii_text(element: Node) -> str:
    """An element as HTML in ASCII."""
    return etree.tostring(element, method="html", encoding="ascii").decode("ascii")


def raw(tag: str, source: str, **attributes: object) -> Node:
    """A style or script of our own. :raises ValueError: a source that would end its element."""
    if "</" in source or "<!--" in source:
        raise ValueError(f"a {tag} with markup in it")
    made = node(tag, **attributes)
    made.text = source
    return made


def table(head: Iterable[Child], rows: Iterable[Iterable[Child]], class_: str = "") -> Node:
    """A table. Its columns can be sorted where the page's script runs."""
    return node(
        "div",
        node(
            "table",
            node("thead", node("tr", [node("th", cell, scope="col") for cell in head])),
            node("tbody", [node("tr", [node("td", cell) for cell in row]) for row in rows]),
            class_=class_ or None,
        ),
        class_="wide",
    )


def folded(summary: Child | Iterable[Child], *children: Child | Iterable[Child]) -> Node:
    """A part that unfolds."""
    return node("details", node("summary", summary), *children)
