"""What an XML file may cost: small files that unpack to much are refused, large true ones pass."""

from __future__ import annotations

import tracemalloc

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.vassal import buildfile
from clubroute.builder.vassal.buildfile import (
    MOST_ATTRIBUTES,
    MOST_BYTES,
    MOST_ELEMENTS,
    MOST_LETTERS,
)

MEGABYTES = 100
SLOT = b"<PieceSlot entryName='A' gpid='1' height='60' width='60'>+/1/%b</PieceSlot>\n"


def cost(data: bytes) -> tuple[str, float]:
    """What is said of a file, "" if it is read, and the megabytes that took beside it."""
    tracemalloc.start()
    try:
        buildfile.read(data)
    except InputError as error:
        said = str(error)
    else:
        said = ""
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return said, most / (1 << 20)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"<a>" + b"<b/>" * MOST_ELEMENTS + b"</a>", "more elements"),
        (b"<a>" + b"<b/>" * 990_000 + b"</a>", "tags"),
        (b"<a>" + b"<b c='' d='' e=''/>" * (MOST_ATTRIBUTES // 3 + 1) + b"</a>", "attributes"),
        (b'<a b="' + b"x" * (MOST_LETTERS + (1 << 17)) + b'"/>', "a tag too long"),
        (b"<a>\n<!--" + b"x" * (MOST_LETTERS + (1 << 17)) + b"--></a>", ":2:1: found a tag too"),
        (b"<a>" + b"x" * (MOST_LETTERS + 1) + b"</a>", "a text too long"),
        (b"<a><![CDATA[" + b"x" * (MOST_LETTERS + 1) + b"]]></a>", "a text too long"),
        (b'<a b="' + b"x" * MOST_BYTES + b'"/>', f"at most {MOST_BYTES}"),
    ],
    ids=["elements", "tags", "attributes", "tag", "comment", "text", "cdata", "bytes"],
)
def test_what_would_fill_memory_is_refused(data: bytes, message: str) -> None:
    said, megabytes = cost(data)
    assert message in said
    assert megabytes < MEGABYTES


@pytest.mark.slow
@pytest.mark.parametrize(
    "data",
    [
        b"<a>" + b"<b/>" * (MOST_ELEMENTS - 1) + b"</a>",
        b'<a b="' + b"x" * (MOST_LETTERS - 100) + b'"/>',
        b"<a>" + b"x" * MOST_LETTERS + b"</a>",
        b"<a>" + b"".join(SLOT % (b"x" * 1300) for _ in range(11_000)) + b"</a>",
        b"<a>" + SLOT % b"x" * 120_000 + b"</a>",
    ],
    ids=["elements", "attribute", "text", "a large module", "many counters"],
)
def test_what_a_large_module_may_have_is_read(data: bytes) -> None:
    assert buildfile.read(data).tag == "a"


def test_a_place_is_the_same_in_whatever_piece_it_comes() -> None:
    data = b"<a>\n" + b" " * (buildfile.CHUNK - 6) + b"\n  <b c='1' c='2'/>\n</a>"
    assert ":3:" in cost(data)[0]
