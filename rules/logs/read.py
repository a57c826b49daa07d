"""Reading a .vlog or .vsav: what it says about itself, the game it restores, the steps of play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import BinaryIO

from clubroute.builder.errors import InputError, Where
from clubroute.builder.vassal.archive import SAVED_GAME, module_name
from clubroute.builder.vassal.atoms import Atom, PlayerEntry
from clubroute.builder.vassal.limits import ArchiveLimits
from clubroute.builder.vassal.metadata import MODULE_DATA, SAVE_DATA, Metadata, read_metadata
from clubroute.rules.logs.container import LOG_LIMITS, Contents, read_bytes, save_text, unpack
from clubroute.rules.logs.damage import Damage, DamageReport, Mode
from clubroute.rules.logs.entries import LogStep, read_entries


@dataclass(frozen=True, slots=True)
class Player:
    """A player of the game. ``id`` stands for the password VASSAL has there: ``player1``…"""

    id: str
    name: str
    side: str


@dataclass(frozen=True, slots=True)
class GameLog:
    """A saved game or log. A save is a log without steps.

    ``save`` and ``module`` are None in files older than VASSAL 3.1, which have none, or when
    damaged. ``setup`` are the commands that restore the game, in order. ``damages`` is empty
    unless the file was read in tolerant mode and is broken; then everything up to the breaks
    is here. Nothing in a log holds a password.
    """

    where: Where
    save: Metadata | None
    module: Metadata | None
    setup: tuple[Atom, ...]
    steps: tuple[LogStep, ...]
    damages: tuple[Damage, ...] = ()

    @property
    def players(self) -> tuple[Player, ...]:
        """Everybody who was in the game at its start, each once, as last entered."""
        entered = {
            atom.password: Player(atom.password, atom.name, atom.side)
            for atom in self.setup
            if isinstance(atom, PlayerEntry)
        }
        return tuple(entered.values())

    def commands(self) -> Iterator[tuple[int | None, Atom]]:
        """Every command with the index of its step, None for those that restore the game."""
        for atom in self.setup:
            yield None, atom
        for step in self.steps:
            for atom in step.commands:
                yield step.index, atom


def read_log(
    path: PurePath | str, mode: Mode = Mode.STRICT, limits: ArchiveLimits = LOG_LIMITS
) -> GameLog:
    """The log or save in a file.

    Raises :class:`InputError` for what is no VASSAL save at all, for archives beyond ``limits``,
    and in strict mode for any damage.
    """
    return log_of(read_bytes(path, limits.total), Where.of(path), mode, limits)


def log_of(
    data: bytes, where: Where, mode: Mode = Mode.STRICT, limits: ArchiveLimits = LOG_LIMITS
) -> GameLog:
    """As :func:`read_log`, from the bytes of the zip."""
    report = DamageReport(mode)
    contents = unpack(data, where, report, limits)
    save = _metadata(contents, SAVE_DATA, report)
    module = _metadata(contents, MODULE_DATA, report)
    text, whole = save_text(contents, report)
    entries = read_entries(text, contents.part(SAVED_GAME), report, whole)
    return GameLog(where, save, module, entries.setup, entries.steps, report.damages)


def module_named(file: Path | BinaryIO) -> str | None:
    """The name of the module of a log, from the entry that tells it alone; None where none does."""
    try:
        return module_name(file) or None
    except InputError:  # whatever is wrong with the file is told when it is read
        return None


def _metadata(contents: Contents, name: str, report: DamageReport) -> Metadata | None:
    data = contents.entries.get(name)
    if data is None:
        return None
    try:
        return read_metadata(data, contents.part(name))
    except InputError as error:
        report.add(Damage(error.where, error.found, error.expected))
        return None
