"""A page's position as a file: to send, or to open in VASSAL."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from clubroute.builder.errors import InputError, Where
from clubroute.rules.context import Context
from clubroute.rules.room.tapes import Tapes
from clubroute.rules.saves.file import MOST_DONE, Origin, made
from clubroute.rules.saves.laying import laid_out
from clubroute.rules.saves.writing import moves_to, written_at

MOST_TEXT = 20_000
"""Characters of notes that go into a saved game."""
MOST_TOLD = 20
"""Lines about what no counter shows that a page is told."""


def position_text(told: Mapping[str, Any]) -> str:
    """A page's position as a ``.clubroute`` file. :raises InputError: it is none."""
    source, step = told.get("source") or {}, told.get("step")
    kind, name = source.get("kind"), source.get("name")
    origin = Origin(file=name, digest=source.get("digest"), step=step) if kind == "log" else None
    if kind == "save":
        origin = Origin(file=name, digest=source.get("digest"))
    parent = source.get("digest") if kind == "position" else None
    title = str(told.get("title") or "")[:200] or None
    done = tuple(str(one)[:1000] for one in (told.get("done") or ())[-MOST_DONE:])
    return made(
        str(told.get("map")),
        told.get("state") or {},
        title=title,
        origin=origin,
        parent=parent,
        done=done,
    ).text()


def saved_game(
    context: Context, tapes: Tapes, told: Mapping[str, Any]
) -> tuple[bytes, Sequence[str]]:
    """A page's position as a .vsav, and what of it no counter shows.

    A save or log is written with its own counters, those of ``moved`` in other hexes; anything
    else with the counters of our module.

    :raises InputError: it is no position.
    """
    source, state = told.get("source") or {}, told.get("state") or {}
    moved, notes = told.get("moved") or {}, str(told.get("notes") or "")[:MOST_TEXT]
    if not isinstance(moved, dict) or not isinstance(state, dict):
        raise InputError(Where("position"), "no position", "a state, and pieces with their hexes")
    if source.get("kind") in ("log", "save") and not told.get("said"):
        tape, step = tapes.at(str(source.get("digest")), int(told.get("step") or 0))
        moves = moves_to(tape.save, moved)
        if moves is not None:
            return written_at(tape.save, step, moves, notes), ()
    found = laid_out(context, str(told.get("map")), state, notes)
    return found.data, found.left_out


def left_out_header(lines: Sequence[str]) -> dict[str, str]:
    """What no counter shows, beside the file."""
    more = [f"and {len(lines) - MOST_TOLD} more"] if len(lines) > MOST_TOLD else []
    return {"x-clubroute-left-out": json.dumps([*lines[:MOST_TOLD], *more])}
