"""Saves and logs as tapes for a page: the first position, what each step changes, what was found.

A page has the counters of every moment; the position of one is made when a question needs it.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any

from clubroute.builder.errors import InputError, Where
from clubroute.builder.module.counters import picture
from clubroute.builder.sources.text import as_utf8
from clubroute.builder.vassal.archive import ModuleArchive, read_module
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.question import read_value
from clubroute.rules.logs.container import LOG_LIMITS, read_bytes
from clubroute.rules.logs.read import GameLog
from clubroute.rules.owner.modules.known import own_modules
from clubroute.rules.room.asked import GameTold, PositionTold
from clubroute.rules.saves.at import (
    MOST_DONE,
    SUFFIX,
    Origin,
    PositionFile,
    made,
    read_file,
)
from clubroute.rules.saves.foreign import ForeignModule, foreign_in
from clubroute.rules.saves.live import followed_games, live_steps
from clubroute.rules.saves.position import Seen, SourceNote
from clubroute.rules.saves.reading import damages, save_of
from clubroute.rules.saves.tape import Tape, open_findings, tape_of
from clubroute.rules.saves.writing import laid_out, moves_to, written_at

MOST_TAPES = 4
"""Files kept at once; a page that asks about another is told to open it again."""


def tape_record(tape: Tape) -> dict[str, Any]:
    """A tape as JSON."""
    start = tape.start
    kind = "log" if tape.moments else "save"
    return {
        "map": start.map,
        "title": start.file,
        "source": {"kind": kind, "name": start.file, "digest": start.digest},
        "module": start.module,
        "scenario": start.scenario,
        "turn": start.turn,
        "first": start.state,
        "counters": [one.record() for one in start.counters],
        "moments": [{"step": 0, "text": [f"{start.file}: as it begins"], "turn": start.turn}]
        + [one.record() for one in tape.moments],
        "findings": [one.record() for one in tape.findings],
        "judged": tape.judged,
        "rules": tape.rules,
        "accepts": tape.accepts,
        "notes": [note.record() for note in start.notes],
    }


def position_tape(found: PositionFile) -> dict[str, Any]:
    """A ``.clubroute`` file as a tape of one moment; its units are drawn by their ids."""
    title = found.title or "a position"
    origin = found.origin
    return {
        "map": found.map,
        "title": title,
        "source": {"kind": "position", "name": title, "digest": found.digest},
        "scenario": found.state.get("scenario"),
        "first": found.state,
        "done": list(found.done),
        "counters": units_drawn(found.state),
        "moments": [{"step": 0, "text": [title if origin is None else f"from {origin.file}"]}],
        "notes": [
            {"part": one.part, "source": one.source, "text": one.text} for one in found.notes
        ],
    }


def units_drawn(state: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Counters for the units of a position of which nothing else is known."""
    units = [(at, unit) for at, unit in enumerate(state.get("units") or ()) if unit]
    return [
        {
            **{key: unit[key] for key in ("id", "side", "hex", "class") if key in unit},
            "name": unit.get("name") or unit.get("id") or "a unit",
            "piece": str(at),
            "role": "unit",
            "pictures": [picture(unit["id"], "back" if unit.get("back") else "front")]
            if "id" in unit
            else [],
        }
        for at, unit in units
    ]


class Tapes:
    """The files that pages have open, by their digest."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._open: OrderedDict[str, Tape] = OrderedDict()
        self._modules: dict[str, ForeignModule] = {}
        self._judged: Tape | None = None
        self._lock = Lock()

    def read(self, path: Path) -> dict[str, Any]:
        """Open a file. :raises InputError: it cannot be read."""
        return self.take(read_bytes(path, LOG_LIMITS.total), path.name)

    def take(self, data: bytes, name: str) -> dict[str, Any]:
        """Open the bytes of a file. :raises InputError: they cannot be read."""
        if name.lower().endswith(SUFFIX):
            return position_tape(read_file(read_value(as_utf8(data)), name))
        try:
            save = save_of(self.context, data, name)
        except InputError:
            # Of a game without rules here what its module says is shown; who named a module for all
            # logs is told that this one is of another.
            named = self.context.logs.module is not None
            found = None if named else foreign_in(data, Where(name), None, self.module_called)
            if found is None:
                raise
            return {"listing": found.listing()}
        tape = tape_of(self.context, save, self.context.logs.told)
        self._keep(tape)
        return tape_record(tape)

    def take_module(self, archive: ModuleArchive) -> dict[str, Any]:
        """Take a module, to call the places of its saves. :raises InputError: it cannot be read."""
        module = ForeignModule.of(archive)
        if len(self._modules) >= MOST_TAPES:
            self._modules.pop(next(iter(self._modules)))
        self._modules[archive.build_file().get("name")] = module
        return {"listing": module.listing(Path(archive.where.path).name)}

    def module_called(self, name: str) -> ForeignModule | None:
        """The module of a name that was dropped here, or that the owner has imported."""
        found = self._modules.get(name)
        known = own_modules(self.context).modules if found is None else ()
        paths = (Path(one.told.file) for one in known if one.name == name)
        path = next(filter(Path.is_file, paths), None)
        return found if path is None else ForeignModule.of(read_module(path))

    def live_names(self) -> list[str]:
        """The names of the live games there are."""
        return list(live_steps(self.context))

    def live(self, name: str, after: int | None = None) -> dict[str, Any] | None:
        """The live game of that name up to now, None if there is none.

        :param after: the steps that a page has of it already: then only what follows them.
        """
        for live in followed_games(self.context):
            if live.tape is None or live.tape.name != name:
                continue
            with live.lock:
                tape, log = live.tape.tape(live.position()), live.judging.log()
            tape = self._judged_once(tape, log)
            self._keep(tape)
            record = tape_record(tape) | {"live": True}
            if after is None:
                return record
            more = {name: record[name] for name in ("source", "findings", "accepts")}
            return {**more, "after": after, "moments": record["moments"][after + 1 :]}
        return None

    def _judged_once(self, tape: Tape, log: GameLog) -> Tape:
        """A live game with the findings that are open; the last one is kept, as every page asks.
        Where an owner's table is wrong nobody judges: whatever is asked next says so."""
        last = self._judged
        if last is not None and (last.start.digest, len(last.moments)) == (
            tape.start.digest,
            len(tape.moments),
        ):
            return last
        with suppress(InputError):
            tape = open_findings(tape, log, self.context.logs.told)
        self._judged = tape
        return tape

    def _keep(self, tape: Tape) -> None:
        with self._lock:
            self._open[tape.start.digest] = tape
            self._open.move_to_end(tape.start.digest)
            while len(self._open) > MOST_TAPES:
                self._open.popitem(last=False)

    def at(self, digest: str, step: int) -> tuple[Tape, int]:
        """A file that is open, and the step. :raises InputError: it is not, or has no such step."""
        with self._lock:
            tape = self._open.get(digest)
            if tape is None:
                raise InputError(Where("digest"), repr(digest), "a file that is open here")
            self._open.move_to_end(digest)
        if not 0 <= step <= len(tape.moments):
            raise InputError(Where("step"), str(step), f"0 to {len(tape.moments)}")
        return tape, step

    def state(self, digest: str, step: int) -> dict[str, Any]:
        """The position after so many steps, with where its parts come from.

        :raises InputError: the file is not open, or has no such step.
        """
        tape, step = self.at(digest, step)
        state, notes = position_after(tape, step)
        return {"state": state, "notes": [note.record() for note in notes]}


def position_after(tape: Tape, step: int) -> tuple[Mapping[str, Any], list[SourceNote]]:
    """The position after so many steps of a tape, and where its parts come from."""
    if not step:
        return tape.start.state, list(tape.start.notes)
    counters = {one.piece: one for one in tape.start.counters}
    for moment in tape.moments[:step]:
        counters.update((one.piece, one) for one in moment.changed)
        for piece in moment.gone:
            counters.pop(piece, None)
    turn = tape.moments[step - 1].turn
    save = tape.save
    weather = tape.moments[step - 1].weather
    seen = Seen(save.country, tuple(counters.values()), turn, tape.start.scenario, True, weather)
    state, notes = save.book.state(seen)
    return state, [*tape.begun.notes, *notes, *damages(save.log)]


# A page's position as a file: to send, or to open in VASSAL.

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
