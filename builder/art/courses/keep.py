"""Lines of Roads and waters as bytes, to keep them with a build."""

from __future__ import annotations

import json
import sys
from array import array
from collections.abc import Iterable, Iterator
from itertools import chain, islice

from clubroute.builder.art.canvas import Spot
from clubroute.builder.art.courses import Courses
from clubroute.builder.art.courses.roads import RoadPiece
from clubroute.builder.art.courses.waters import WaterPiece
from clubroute.builder.grid import Hex, Hexside


def encode_lines(lines: Courses) -> bytes:
    """The Roads and waters of some courses: a JSON line about them, then their spots as doubles."""
    waters = [[*w.side.a, *w.side.b, w.kind, w.name, len(w.line)] for w in lines.waters]
    roads = [[*r.hex, *r.side.a, *r.side.b, r.roads, r.kinds, len(r.line)] for r in lines.roads]
    head = json.dumps([waters, roads], ensure_ascii=False, separators=(",", ":"))
    return (
        head.encode("utf-8")
        + b"\n"
        + packed(chain((w.line for w in lines.waters), (r.line for r in lines.roads)))
    )


def packed(lines: Iterable[Iterable[Spot]]) -> bytes:
    """The spots of some lines as little-endian doubles."""
    numbers = array("d", chain.from_iterable(chain.from_iterable(lines)))
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tobytes()


def decode_lines(data: bytes) -> Courses:
    """What :func:`encode_lines` wrote."""
    head, _, rest = data.partition(b"\n")
    waters, roads = json.loads(head)
    spots = unpacked(rest)

    def line(length: int) -> tuple[Spot, ...]:
        return tuple(islice(spots, length))

    return Courses(
        tuple(
            WaterPiece(Hexside(Hex(a, b), Hex(c, d)), kind, name, line(length))
            for a, b, c, d, kind, name, length in waters
        ),
        tuple(
            RoadPiece(
                Hex(x, y),
                Hexside(Hex(a, b), Hex(c, d)),
                tuple(names),
                tuple(kinds),
                line(length),
            )
            for x, y, a, b, c, d, names, kinds, length in roads
        ),
    )


def unpacked(data: bytes) -> Iterator[Spot]:
    """Spots from little-endian doubles."""
    numbers = array("d", data)
    if sys.byteorder == "big":
        numbers.byteswap()
    return zip(numbers[0::2], numbers[1::2], strict=True)
