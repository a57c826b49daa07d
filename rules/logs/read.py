"""Reading a .vlog or .vsav: what it says about itself, the game it restores, the steps of play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import BinaryIO

from clubroute.builder.errors import InputError, Where
from clubroute.builder.vassal.archive import SAVED_GAME, module_name
from clubroute.builder.vassal.atoms import (
    ADD,
    BEGIN_SAVE,
    CHANGE,
    CHAT,
    HEAD,
    MOVE,
    NULL,
    Atom,
    Chat,
    PlayerEntry,
    SaveMark,
    Unknown,
    read_add,
    read_atom,
    read_change,
    read_move,
)
from clubroute.builder.vassal.buildfile import decode
from clubroute.builder.vassal.commands import (
    ESC,
    LOG,
    MAX_DEPTH,
    top_level,
)
from clubroute.builder.vassal.limits import MOST_OF_ONE, ArchiveLimits
from clubroute.builder.vassal.metadata import (
    MODULE_DATA,
    SAVE_DATA,
    Metadata,
    read_metadata,
)
from clubroute.builder.vassal.pseudonyms import Pseudonyms
from clubroute.rules.logs.chat import NOTHING, Signs, signs_of
from clubroute.rules.logs.container import (
    LOG_LIMITS,
    Contents,
    Damage,
    DamageReport,
    Mode,
    read_bytes,
    save_text,
    unpack,
)

# The commands of a saved game, sorted into what restores the game and the steps of a log.

_FITTING = ("+/", "D/", "M/", "PLAYER\t", "MutableProperty\t", "GlobalProperty\t;", "TURN")
"""Prefixes of commands whose fields must fit, or the command is damaged."""


@dataclass(frozen=True, slots=True)
class LogStep:
    """One press of the step button: the commands it executes, in order.

    ``index`` counts from 0 all the log entries of the file, as they stand there. Some
    hold nothing that can be replayed (``LOG null``, or commands of a module's own that the engine
    may or may not know); the engine skips those of the first kind. ``signs`` are those of its
    commands (:func:`rules.logs.chat.signs_of`).
    """

    index: int
    commands: tuple[Atom, ...]
    signs: Signs = NOTHING


@dataclass(frozen=True, slots=True)
class Entries:
    """All commands of a file: ``setup`` restores the game, ``steps`` go on from there."""

    setup: tuple[Atom, ...]
    steps: tuple[LogStep, ...]


def read_entries(text: str, where: Where, report: DamageReport, whole: bool = True) -> Entries:
    """Sort the commands of a saved game; players' passwords are replaced on the way.

    ``whole`` is whether the text is known to have its end.

    Raises :class:`InputError` for a text that is no saved game, and in strict mode for one that
    stops before its end or holds commands that cannot be.
    """
    cut = not whole
    families = top_level(text)
    first = families[0]
    begun = cut and len(families) == 1 and BEGIN_SAVE.startswith(ESC.join(first))
    if first != [BEGIN_SAVE] and not begun:
        raise InputError(where, repr(decode(text, ESC)[0][:40]), BEGIN_SAVE)
    if cut:
        # The last command is where the text stops: half a command says half of something.
        report.add(Damage(where, "a command cut short", "a whole command", len(families) - 1))
        families.pop()
    sorter = _Sorter(where, report)
    for index, family in enumerate(families):
        sorter.take(index, family)
    if not sorter.ended and not cut:
        found = f"{len(families)} commands, none end_save"
        report.add(
            Damage(where, found, "a saved game up to its end_save (cut short?)", len(families))
        )
    return sorter.entries()


class _Sorter:
    """Takes the top-level commands, each with what is appended to it, one after another."""

    def __init__(self, where: Where, report: DamageReport) -> None:
        self._where = where
        self._report = report
        self._names = Pseudonyms()
        self._atoms: list[Atom] = []
        # Where in _atoms those are that are not of the kinds most are.
        self._seldom: list[int] = []
        # Where in _atoms each step starts and ends.
        self._spans: list[tuple[int, int]] = []
        self.ended = False

    def take(self, index: int, texts: list[str]) -> None:
        is_step = texts[0].startswith(LOG)
        if (len(texts) > 1 and not is_step) or ESC in "".join(texts):
            self._take_tree(index, texts)
            return
        atoms = self._atoms
        start = len(atoms)
        for text in texts:
            own = text.removeprefix(LOG)
            if own and (own != NULL or own == text):
                atoms.append(self._atom(index, own))
        if is_step:
            self._spans.append((start, len(atoms)))

    def _take_tree(self, index: int, tokens: list[str]) -> None:
        """Take commands any of which may hold others, and any of which may be a log entry."""
        try:
            texts = _walked(tokens, self._where)
        except InputError as error:
            self._report.add(Damage(self._where, error.found, error.expected, index))
            return
        inside: int | None = None  # depth of the log entry we are in
        for depth, text in texts:
            if inside is not None and depth <= inside:
                self._close()
                inside = None
            if text.startswith(LOG):
                if inside is None:
                    inside = depth
                    self._spans.append((len(self._atoms), -1))
                text = text[len(LOG) :]
                if text == NULL:
                    continue
            if text:
                self._atoms.append(self._atom(index, text))
        if inside is not None:
            self._close()

    def _close(self) -> None:
        start, _ = self._spans[-1]
        self._spans[-1] = (start, len(self._atoms))

    def _atom(self, index: int, text: str) -> Atom:
        """The view of a command, in it no password; of the kinds that most are, at once.

        :raises InputError: it is longer than any.
        """
        if len(text) > MOST_OF_ONE:
            raise InputError(
                self._where, f"a command of {len(text)} letters", f"at most {MOST_OF_ONE}"
            )
        head = text[:HEAD]
        try:
            if head == CHANGE:
                return self._names.cover_changed(read_change(text))
            if head == MOVE:
                return read_move(text, self._names.name)
            if head == ADD:
                return self._names.cover_added(read_add(text))
        except ValueError:
            pass  # fields are missing
        if text.startswith(CHAT):
            return Chat(text[len(CHAT) :])
        self._seldom.append(len(self._atoms))
        atom = read_atom(text, self._names.name)
        if isinstance(atom, Unknown) and text.startswith(_FITTING) and not _turn_like(text):
            found = f"a command {text[:2].strip() or text[:2]!r} with fields missing or wrong"
            self._report.add(Damage(self._where, found, "all its fields", index))
        elif isinstance(atom, SaveMark) and not atom.begin:
            self.ended = True
        return self._names.cover(atom)

    def entries(self) -> Entries:
        self._names.cover_rest(self._atoms, self._seldom)
        setup: list[Atom] = []
        steps: list[LogStep] = []
        at = 0
        for number, (start, end) in enumerate(self._spans):
            setup += self._atoms[at:start]
            commands = tuple(self._atoms[start:end])
            steps.append(LogStep(number, commands, signs_of(commands)))
            at = end
        setup += self._atoms[at:]
        return Entries(tuple(setup), tuple(steps))


def _turn_like(text: str) -> bool:
    # A module may well have commands of its own that begin with this word.
    return text.startswith("TURN") and "\t" not in text


def _walked(tokens: Sequence[str], where: Where) -> list[tuple[int, str]]:
    """Depth and own text of a command and all below it, in the order of execution.

    ``tokens`` are its own text, in which there may be more of them, and its children.

    :raises InputError: they are nested deeper than VASSAL does.
    """
    found: list[tuple[int, str]] = []
    # Each with its depth if it is one text, and if there are more in it. What is taken apart is
    # let go: the tokens of all depths together are no longer than the first.
    head, *rest = tokens
    stack = [*((child, 1, 1) for child in reversed(rest)), (head, 0, 1)]
    while stack:
        token, depth, inner = stack.pop()
        if ESC not in token:
            found.append((depth, token))
            continue
        if inner > MAX_DEPTH:
            raise InputError(
                where,
                f"commands nested more than {MAX_DEPTH} deep",
                "a saved game of VASSAL's making",
            )
        head, *rest = decode(token, ESC)
        stack += ((child, inner + 1, inner + 1) for child in reversed(rest))
        stack.append((head, inner, inner + 1))
    return found


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
    """Read a log as :func:`read_log` does, from the bytes of the zip."""
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
