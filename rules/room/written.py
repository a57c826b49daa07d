"""A page's position as a file: to send, or to open in VASSAL."""

from __future__ import annotations

import json
from collections.abc import Sequence

from clubroute.rules.asking.context import Context
from clubroute.rules.room.asked import GameTold, PositionTold
from clubroute.rules.room.tapes import Tapes
from clubroute.rules.saves.file import MOST_DONE, Origin, made
from clubroute.rules.saves.laying import laid_out
from clubroute.rules.saves.writing import moves_to, written_at

MOST_TITLE, MOST_LINE = 200, 1000
"""Characters of a title, and of a line about what was done."""
MOST_TEXT = 20_000
"""Characters of notes that go into a saved game."""
MOST_TOLD = 20
"""Lines about what no counter shows that a page is told."""


def position_text(told: PositionTold) -> str:
    """A page's position as a ``.clubroute`` file. :raises InputError: it is none."""
    source = told.source
    kind, name, digest = (source.kind, source.name, source.digest) if source else ("", None, None)
    origin = Origin(file=name, digest=digest, step=told.step) if kind == "log" else None
    if kind == "save":
        origin = Origin(file=name, digest=digest)
    return made(
        told.map,
        told.state,
        title=told.title[:MOST_TITLE] or None,
        origin=origin,
        parent=digest if kind == "position" else None,
        done=tuple(one[:MOST_LINE] for one in told.done[-MOST_DONE:]),
    ).text()


def saved_game(context: Context, tapes: Tapes, told: GameTold) -> tuple[bytes, Sequence[str]]:
    """A page's position as a .vsav, and what of it no counter shows.

    A save or log is written with its own counters, those of ``moved`` in other hexes; anything
    else with the counters of our module.

    :raises InputError: it is no position.
    """
    source, notes = told.source, told.notes[:MOST_TEXT]
    if source is not None and source.kind in ("log", "save") and not told.unshown:
        tape, step = tapes.at(source.digest or "", told.step)
        moves = moves_to(tape.save, told.moved)
        if moves is not None:
            return written_at(tape.save, step, moves, notes), ()
    found = laid_out(context, told.map, told.state, notes)
    return found.data, found.left_out


def left_out_header(lines: Sequence[str]) -> dict[str, str]:
    """What no counter shows, beside the file."""
    more = [f"and {len(lines) - MOST_TOLD} more"] if len(lines) > MOST_TOLD else []
    return {"x-clubroute-left-out": json.dumps([*lines[:MOST_TOLD], *more])}
