"""How the versions of VASSAL differ in what a move does to stacks.

Found by comparing MovePiece and StackMetrics of all releases; a log is replayed in the way of the
version that wrote it, because that is the game its players saw.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_VERSION = re.compile(r"(\d{1,4})\.(\d{1,4})(?:\.(\d{1,4}))?(?:-(beta)?(\w*?)(\d{0,4}))?(?:-.*)?")
_FINAL = 1_000_000


@dataclass(frozen=True, slots=True)
class Dialect:
    """One way of moving. ``stacks_loose``: a loose piece moved to an empty spot gets a stack of
    its own (3.6.0 and later); ``stacks_all``: so does one that leaves another stack (3.6.0 and
    3.6.1). ``sure_height``: a piece put on one lower in its own stack lands just above it
    (3.6.8 and later; older versions put it one too low)."""

    stacks_loose: bool
    stacks_all: bool
    sure_height: bool


OLDEST = Dialect(stacks_loose=False, stacks_all=False, sure_height=False)
NEWEST = Dialect(stacks_loose=True, stacks_all=False, sure_height=True)


def dialect_of(version: str) -> Dialect:
    """The dialect of a version of VASSAL, as ``savedata`` names it (``3.6.7``,
    ``3.6.0-beta6``, ``3.6.0-SNAPSHOT``); the oldest for a text that is no version."""
    number = version_number(version)
    if number is None:
        return OLDEST
    return Dialect(
        stacks_loose=number >= (3, 6, 0, 6),
        stacks_all=(3, 6, 0, 6) <= number < (3, 6, 2, 0),
        sure_height=number >= (3, 6, 8, 0),
    )


def version_number(version: str) -> tuple[int, int, int, int] | None:
    """Major, minor, patch, beta: a beta comes before its release, any other suffix (SNAPSHOT)
    before the betas. None for a text that is no version."""
    match = _VERSION.fullmatch(version)
    if match is None:
        return None
    major, minor, patch, beta, name, number = match.groups()
    if beta:
        last = int(number or 0)
    elif name or number:
        last = 0
    else:
        last = _FINAL
    return int(major), int(minor), int(patch or 0), last
