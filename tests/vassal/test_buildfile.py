"""Build files: kept as they are, written as the engine does, bad ones named by row and column."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubroute.builder.errors import ClubrouteError, InputError, Where
from clubroute.builder.vassal.buildfile import (
    MAX_DEPTH,
    Comment,
    Element,
    Instruction,
    element,
    read,
    write,
)
from tests.properties import examples

HERE = Where("x.vmod", part="buildFile.xml")
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'


def test_written_as_the_engine_writes() -> None:
    slot = element(
        "VASSAL.build.widget.PieceSlot",
        {"width": 48, "entryName": 'Easy "Co" <1>', "gpid": "12", "used": False},
        text="+/null/a\tb & c/x",
    )
    root = element("VASSAL.build.GameModule", {"name": "x"}, element("Empty"), slot)
    assert write(root).decode() == (
        HEAD + '<VASSAL.build.GameModule name="x">\n    <Empty/>\n'
        '    <VASSAL.build.widget.PieceSlot entryName="Easy &quot;Co&quot; &lt;1&gt;" gpid="12"'
        ' used="false" width="48">+/null/a\tb &amp; c/x</VASSAL.build.widget.PieceSlot>\n'
        "</VASSAL.build.GameModule>"
    )


def test_what_is_unknown_stays() -> None:
    source = (
        HEAD + "<a.Root z='1' a='2' xmlns:q='urn:q' q:b='é&#9;&#10;'>\n\t<!-- why -->"
        "<Strange.Thing>text <b>mixed</b> tail\n</Strange.Thing><?pi some data?>  <q:x/></a.Root>"
    )
    root = read(source.encode())
    assert root.attributes == (
        *(("z", "1"), ("a", "2"), ("xmlns:q", "urn:q")),
        ("q:b", "é\t\n"),
    )
    assert root.content[1] == Comment(" why ")
    assert root.content[3] == Instruction("pi", "some data")
    assert read(write(root)) == root
    assert write(read(write(root))) == write(root)


def test_rows_text_and_attributes() -> None:
    root = read(b"<a>\n<b c='d'>  x </b>\n</a>")
    (child,) = root.children
    assert (child.row, child.text, child.get("c"), child.get("e", "?")) == (2, "x", "d", "?")
    assert [found.tag for found in root.walk()] == ["a", "b"]


def test_a_byte_order_mark_and_line_ends_do_not_matter() -> None:
    assert read(b"\xef\xbb\xbf<a>\r\n<b/></a>") == read(b"<a>\n<b/></a>")


def test_utf_16_is_read_too() -> None:
    assert read("<a>é</a>".encode("utf-16")) == Element("a", (), ("é",))


BOMB = b"""<?xml version="1.0"?>
<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;">]>
<lolz>&lol2;</lolz>"""


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "x.vmod:buildFile.xml: found nothing, expected a build file"),
        (b" ", "x.vmod:1:2:buildFile.xml: found no element, expected well-formed XML"),
        (b"<a>\n  <b>\n</a>", "x.vmod:3:3:buildFile.xml: found mismatched tag"),
        (b"<a b='1' b='2'/>", "x.vmod:1:10:buildFile.xml: found duplicate attribute"),
        (b"<a>&nope;</a>", "x.vmod:1:4:buildFile.xml: found undefined entity"),
        (b"<a>\n\xff</a>", "x.vmod:2:1:buildFile.xml: found not well-formed (invalid token)"),
        (b"<a>\x00</a>", "x.vmod:1:4:buildFile.xml: found not well-formed (invalid token)"),
        (b"<a/><b/>", "x.vmod:1:5:buildFile.xml: found junk after document element"),
        (BOMB, "x.vmod:2:16:buildFile.xml: found a DOCTYPE, expected an element"),
        (
            b'<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>',
            "found a DOCTYPE, expected an element",
        ),
        (
            b"<a>" * (MAX_DEPTH + 1),
            f"x.vmod:1:{3 * MAX_DEPTH + 1}:buildFile.xml: found elements over {MAX_DEPTH} deep",
        ),
    ],
)
def test_bad_files_are_one_line(data: bytes, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read(data, HERE)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "root",
    [
        element("a", text="\x1b"),
        element("a", {"b": "\x00"}),
        element("a", text="\ud800"),
        element("a b"),
        element("a", {"1": "x"}),
        Element("a", (), (Comment("--"),)),
        Element("a", (), (Comment("x-"),)),
        Element("a", (), (Instruction("p", "?>"),)),
    ],
)
def test_what_xml_cannot_hold_is_refused(root: Element) -> None:
    with pytest.raises(InputError):
        write(root)


texts = st.text(
    alphabet=st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\ufffe\uffff")
    | st.sampled_from("\t\n\r<>&\"']")
)
names = st.from_regex(r"[A-Za-z_][A-Za-z0-9_.:]{0,8}", fullmatch=True)
attributes = st.dictionaries(names, texts, max_size=3).map(lambda found: tuple(found.items()))
elements = st.recursive(
    st.builds(lambda tag, text: element(tag, None, text=text), names, texts),
    lambda inner: st.builds(
        lambda tag, pairs, kids: Element(tag, pairs, tuple(kids)),
        names,
        attributes,
        st.lists(inner, max_size=3),
    ),
    max_leaves=8,
)


def bare(node: Element) -> tuple[object, ...]:
    """The element without the line breaks the writer puts between elements."""
    if node.children:
        return (node.tag, node.attributes, tuple(bare(child) for child in node.children))
    return (node.tag, node.attributes, "".join(t for t in node.content if isinstance(t, str)))


@examples(150)
@given(elements)
def test_any_tree_comes_back(root: Element) -> None:
    again = read(write(root))
    assert bare(again) == bare(root)
    assert write(read(write(again))) == write(again)


@examples(200)
@given(
    st.binary(max_size=60), st.sampled_from([b"", b"<a>", b"<?xml version='1.0'?>", b"<!DOCTYPE"])
)
def test_any_bytes_read_or_are_refused(data: bytes, head: bytes) -> None:
    with contextlib.suppress(ClubrouteError):
        assert isinstance(read(head + data), Element)
