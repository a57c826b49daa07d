"""``ratings.csv`` of a module: what stands on each face of its counters, keyed by gpid and face.

The owner may change it: what it says goes before what a counter's own traits say. ``unit`` is the
id of our counter that it is, where that is sure (``match``).
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from clubroute.builder.counting import is_whole
from clubroute.builder.sources.tables import rows_of
from clubroute.builder.sources.text import read_text
from clubroute.rules.answer.model import MOVE_CLASSES
from clubroute.rules.logs.check.series import series_named
from clubroute.rules.logs.traits import SIDE
from clubroute.rules.owner.modules.module_file import ModuleFile, quoted
from clubroute.rules.owner.modules.names import (
    DOUBTFUL,
    FACES,
    FRONT,
    MATCHED,
    NONE,
    UNITS,
    Match,
    Matches,
    PaletteSlot,
)
from clubroute.rules.series import series_at

# ``counters.toml`` of a module: the mapping of its whole series, and names.

COUNTERS_FILE = "counters.toml"
COUNTERS_HEAD = """\
# Which counter of the module is what (docs/mapping.md). It goes on from the mapping of the whole
# series; rows of your own go before those. What you change is kept when it is imported again.
"""


NO_BASE = """\
# Which counter of the module is what (docs/mapping.md). Nothing is known yet of how such modules
# mark their counters: rows of your own say it. What you change is kept when it is imported again.
"""
BASE = "gts-series"
"""The mapping of every module of a series, where there is one."""
CHIT: Mapping[str, str] = {"side": "Army", "division": "Division", "formation": "Formation"}
"""What a chit's markers say, by the words of a mapping."""


def counters_text(told: ModuleFile, matches: Matches, chits: Sequence[PaletteSlot] = ()) -> str:
    """The file. :param chits: the counters that lie in the module's mug."""
    window, mug = told.window, told.mug
    series = series_at(told.rules).id
    if (series_named(series).counters.parent / f"{BASE}.toml").is_file():
        lines = [COUNTERS_HEAD, f'base = "{BASE}"', 'ratings = "ratings.csv"']
    else:
        lines = [NO_BASE, f"series = {quoted(series)}"]
    lines.append(f"map = {quoted(window)}")
    lines += [f"mug = {quoted(mug)}"] if mug else []
    lines += ["", "[windows]", f"{quoted(told.name)} = {quoted(told.rules)}"]
    lines += table("values.division", matches.divisions)
    lines += table("values.formation", matches.formations)
    names = dict.fromkeys(one.name for one in chits if one.get("Type") not in UNITS)
    for chit in names:
        # What lies in the mug is a chit, whatever it is called.
        lines += ["", "[[chits]]", f"match = {{ BasicName = {quoted(re.escape(chit))} }}"]
        lines += [f'{field} = "${marker}"' for field, marker in CHIT.items()]
    return "\n".join(lines) + "\n"


def table(name: str, values: Mapping[str, str]) -> list[str]:
    """The lines of a table, none of an empty one."""
    rows = [f"{quoted(word)} = {quoted(ours)}" for word, ours in sorted(values.items())]
    return ["", f"[{name}]", *rows] if rows else []


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
    return move if is_whole(move) and len(move) < 3 else ""


def read_ratings(path: Path) -> dict[tuple[str, str], SlotRating]:
    """The faces in a file by gpid and face. :raises InputError: ``path:row:column``."""
    return ratings_of(read_text(path), path)


def ratings_of(text: str, path: Path) -> dict[tuple[str, str], SlotRating]:
    """Read as :func:`read_ratings` does, from the text of a file there."""
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
