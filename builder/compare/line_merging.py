"""Three versions of a text merged by lines, where both sides changed lines that are apart.

What is merged so keeps every byte. Sides that changed neighbouring lines are not merged here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

MOST_EDITS = 1_500
"""Lines that differ from the base, of one side; beyond, it takes too long."""


class Hunk(NamedTuple):
    """Lines of the base from ``start`` to ``end``, and those that a side has instead."""

    start: int
    end: int
    lines: tuple[bytes, ...]


def merge_lines(base: bytes, ours: bytes, theirs: bytes) -> bytes | None:
    """The text with both sides' changes; None where they meet, or differ too much."""
    rows = base.splitlines(keepends=True)
    own = hunks(rows, ours.splitlines(keepends=True))
    other = hunks(rows, theirs.splitlines(keepends=True))
    if own is None or other is None:
        return None
    merged: list[bytes] = []
    at = 0
    waiting = [sorted(own), sorted(other)]
    while waiting[0] or waiting[1]:
        first, second = (side[0] if side else None for side in waiting)
        if first is not None and second is not None and meet(first, second):
            if first != second:
                return None
            waiting[1].pop(0)
        ours_next = second is None or (first is not None and first <= second)
        hunk = waiting[0 if ours_next else 1].pop(0)
        merged += rows[at : hunk.start]
        merged += hunk.lines
        at = hunk.end
    return b"".join((*merged, *rows[at:]))


def meet(one: Hunk, other: Hunk) -> bool:
    """Whether no line that both sides left alone stands between two hunks."""
    return one.start <= other.end and other.start <= one.end


def hunks(base: Sequence[bytes], new: Sequence[bytes]) -> list[Hunk] | None:
    """What makes one list of lines of another; None if too much differs."""
    start = 0
    while start < min(len(base), len(new)) and base[start] == new[start]:
        start += 1
    behind = 0
    most = min(len(base), len(new)) - start
    while behind < most and base[-1 - behind] == new[-1 - behind]:
        behind += 1
    middle = shortest(base[start : len(base) - behind], new[start : len(new) - behind])
    if middle is None:
        return None
    return [Hunk(a + start, b + start, tuple(new[c + start : d + start])) for a, b, c, d in middle]


def shortest(base: Sequence[bytes], new: Sequence[bytes]) -> list[tuple[int, int, int, int]] | None:
    """The fewest changes between two lists, each as a range of both (Myers' way)."""
    reach = {1: 0}
    trail: list[dict[int, int]] = []
    width, height = len(base), len(new)
    for edits in range(min(width + height, MOST_EDITS) + 1):
        trail.append(dict(reach))
        for line in range(-edits, edits + 1, 2):
            down = line == -edits or (line != edits and reach[line - 1] < reach[line + 1])
            x = reach[line + 1] if down else reach[line - 1] + 1
            y = x - line
            while x < width and y < height and base[x] == new[y]:
                x, y = x + 1, y + 1
            reach[line] = x
            if x >= width and y >= height:
                return ranges(trail, width, height)
    return None


def ranges(
    trail: Sequence[dict[int, int]], width: int, height: int
) -> list[tuple[int, int, int, int]]:
    """The changes on the way that was found, neighbouring ones joined."""
    steps: list[tuple[int, int, int, int]] = []
    x, y = width, height
    for edits in range(len(trail) - 1, 0, -1):
        reach = trail[edits]
        line = x - y
        down = line == -edits or (line != edits and reach[line - 1] < reach[line + 1])
        before = line + 1 if down else line - 1
        from_x = reach[before]
        from_y = from_x - before
        to_x, to_y = (from_x, from_y + 1) if down else (from_x + 1, from_y)
        if steps and steps[-1][0] == to_x and steps[-1][2] == to_y:
            _, end_x, _, end_y = steps.pop()
            steps.append((from_x, end_x, from_y, end_y))
        else:
            steps.append((from_x, to_x, from_y, to_y))
        x, y = from_x, from_y
    return steps[::-1]
