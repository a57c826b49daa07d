"""What a line meets, in order, against clipping and against the lattice's own walk."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from clubroute.builder.grid import Hex, within
from clubroute.rules.kit.lines import (
    Along,
    Centre,
    Corner,
    Crossing,
    Inside,
    LinkAlong,
    LinkCrossing,
    Meeting,
    meetings,
)
from tests.cases import each
from tests.grid.lines import line_of_hexes
from tests.properties import seeds
from tests.rules.los import oracle

TARGETS = [h for h in within(Hex(0, 0), 13) if h != (0, 0)]
offsets = st.tuples(st.integers(-40, 40), st.integers(-60, 60)).map(
    lambda pair: (pair[0], 2 * pair[1] + pair[0] % 2)
)


@each("target", seeds(TARGETS[::3]), ids=str)
def test_everything_met_is_what_clipping_finds(target: Hex) -> None:
    met, found = oracle.met(target), meetings(target)
    inside = [m for m in found if isinstance(m, Inside)]
    assert sorted(m.hex for m in inside) == sorted(met.inside)
    along = [m for m in found if isinstance(m, Along)]
    assert sorted(tuple(sorted((m.left, m.right))) for m in along) == sorted(
        tuple(sorted(pair)) for pair in met.beside
    )
    corners = [m for m in found if isinstance(m, Corner)]
    assert sorted(m.touched for m in corners if m.touched) == sorted(met.touched)
    ends = ((0, 0), target)
    crossed = [m.side for m in found if isinstance(m, Crossing)]
    assert sorted(s for s in crossed if not {*s} & {*ends}) == sorted(met.sides.crossed)
    links = [m.link for m in found if isinstance(m, LinkCrossing)]
    assert sorted(links) == sorted(met.links.crossed)
    in_line = [m.link for m in found if isinstance(m, LinkAlong) and {*m.link} != {*ends}]
    assert sorted(in_line) == sorted(a.segment for a in met.links.along)
    centres = [m.hex for m in found if isinstance(m, Centre)]
    assert {oracle.centre(h) for h in centres} == {t.point for t in met.links.touches}
    for m in inside:
        clipped = oracle.clip(oracle.centre((0, 0)), oracle.centre(target), m.hex)
        assert clipped is not None
        assert Fraction(*m.at) == clipped[0]


@given(offsets)
def test_in_order_and_as_the_lattice_walks(target: tuple[int, int]) -> None:
    found = meetings(target)
    assert all(Fraction(*a.at) <= Fraction(*b.at) for a, b in pairwise(found))
    walked = [
        (m.hex,) if isinstance(m, Inside) else tuple(sorted((m.left, m.right)))
        for m in found
        if isinstance(m, (Inside, Along))
    ]
    expected = line_of_hexes(Hex(0, 0), Hex(*target))[1:-1]
    assert walked == [tuple(tuple(h) for h in entry) for entry in expected]


def plain(meeting: Meeting, start: tuple[int, int]) -> str:
    """A meeting by hexes counted from the first hex, without order and without hands."""

    def at(h: tuple[int, int]) -> tuple[int, int]:
        return start[0] + h[0], start[1] + h[1]

    def pair(hexes: tuple[tuple[int, int], ...]) -> list[tuple[int, int]]:
        return sorted(map(at, hexes))

    match meeting:
        case Inside():
            return f"inside {at(meeting.hex)}"
        case Centre():
            return f"centre {at(meeting.hex)} {sorted((pair(meeting.left), pair(meeting.right)))}"
        case Along():
            return f"along {pair((meeting.left, meeting.right))}"
        case Crossing():
            return f"crossing {pair(meeting.side)}"
        case LinkCrossing():
            return f"link {pair(meeting.link)}"
        case LinkAlong():
            return f"link along {pair(meeting.link)}"
        case Corner():
            hands = sorted(sorted(map(pair, sides)) for sides in (meeting.left, meeting.right))
            return f"corner {meeting.touched and at(meeting.touched)} {hands}"


@given(offsets)
def test_the_same_from_either_end(target: tuple[int, int]) -> None:
    there = sorted(plain(m, (0, 0)) for m in meetings(target))
    back = sorted(plain(m, target) for m in meetings((-target[0], -target[1])))
    assert there == back
