"""``ratings.csv`` of a module: what stands on each face of its counters, keyed by gpid and face.

The owner may change it: what it says goes before what a counter's own traits say. ``unit`` is the
id of our counter that it is, where that is sure (``match``).
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from clubroute.builder.sources.tables import rows_of
from clubroute.builder.sources.text import read_text
from clubroute.rules.answer.model import MOVE_CLASSES
from clubroute.rules.logs.traits import SIDE
from clubroute.rules.owner.modules.names import DOUBTFUL, MATCHED, NONE, Match
from clubroute.rules.owner.modules.slots import FACES, FRONT

RATINGS_HEAD = ("gpid", "name", "face", "unit", "match", "class", "move")
OTHERS = tuple(one for one in SIDE if one not in ("Move",))
COLUMNS = (*RATINGS_HEAD, *(one.lower() for one in OTHERS))
REMARK = (
    "# What stands on the module's counters. class: leg, wheeled, tracked; move: MP; unit: the id\n"
    "# of our counter that it is. What you change goes before what the counters' traits say.\n"
)


@dataclass(frozen=True, slots=True)
class SlotRating:
    """A face of a counter as the owner's file has it; "" and None where it says nothing."""

    gpid: str
    face: str
    unit: str
    move_class: str
    move: float | None


def ratings_text(matches: tuple[Match, ...], classes: Mapping[str, str]) -> str:
    """The file. ``classes`` are ours by the words of Move markers and colours."""
    out = io.StringIO(newline="")
    out.write(REMARK)
    write = csv.writer(out, lineterminator="\n")
    write.writerow(COLUMNS)
    for one in sorted(matches, key=lambda one: (len(one.slot.gpid), one.slot.gpid)):
        slot = one.slot
        for face in FACES if slot.rated else (FRONT,):
            rated = slot.rated.get(face)
            if rated is None and face != FRONT:
                continue
            rated = rated or {}
            word = slot.get("Move") if face == FRONT else ""
            move_class = classes.get(word or rated.get("MoveColour", ""), "")
            shown = one.id if one.how == MATCHED else ";".join(one.ids)
            move = rated.get("Move", "")
            cells = [slot.gpid, slot.name, face, shown, one.how, move_class, number_text(move)]
            write.writerow([*cells, *(rated.get(name, "") for name in OTHERS)])
    return out.getvalue()


def number_text(move: str) -> str:
    """A number of MP, blank for none."""
    return move if move.isascii() and move.isdigit() and len(move) < 3 else ""


def read_ratings(path: Path) -> dict[tuple[str, str], SlotRating]:
    """The faces in a file by gpid and face. :raises InputError: ``path:row:column``."""
    return ratings_of(read_text(path), path)


def ratings_of(text: str, path: Path) -> dict[tuple[str, str], SlotRating]:
    """As :func:`read_ratings`, from the text of a file there."""
    found: dict[tuple[str, str], SlotRating] = {}
    for row in rows_of(text, path, {name: name in ("gpid", "face") for name in COLUMNS}):
        key = row.text("gpid"), row.choice("face", FACES)
        if key in found:
            raise row.error("gpid", f"{' '.join(key)} again", "each once")
        how = row.optional_choice("match", (MATCHED, DOUBTFUL, NONE))
        move_class = row.optional_choice("class", MOVE_CLASSES) or ""
        move = None
        if row.optional("move"):
            move = row.number("move", low=0, high=99)
            if move * 2 != int(move * 2):
                raise row.error("move", row.text("move"), "a number of MP in steps of 0.5")
        unit = row.optional("unit") or ""
        found[key] = SlotRating(*key, unit if how == MATCHED else "", move_class, move)
    return found
