"""Positions from VASSAL's own text, as a program inside VASSAL has it: whole, then as it changes.

A program need not know our schema: it sends what ``GameModule.encode`` gives for the game's restore
command, or for the visible pieces' AddPiece commands alone, and later each command as it comes.
"""

from __future__ import annotations

import base64
import binascii
import secrets
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from threading import Lock
from typing import TYPE_CHECKING, Any

from clubroute.builder.errors import InputError, Where
from clubroute.builder.vassal.atoms import BEGIN_SAVE, END_SAVE, AddPiece, Atom, SaveMark
from clubroute.builder.vassal.commands import ESC
from clubroute.builder.vassal.limits import check_commands
from clubroute.builder.vassal.metadata import Metadata
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import GoneError
from clubroute.rules.logs.chat import signs_of
from clubroute.rules.logs.check.check import referee_in
from clubroute.rules.logs.check.judge import Judge, UnderWay
from clubroute.rules.logs.container import DamageReport, Mode, is_archive
from clubroute.rules.logs.game import Game
from clubroute.rules.logs.methods import SENT_LIMITS
from clubroute.rules.logs.read import GameLog, LogStep, read_entries
from clubroute.rules.logs.replay import replay
from clubroute.rules.saves.position import FilePosition, SeenCounters
from clubroute.rules.saves.reading import (
    GameStart,
    SaveFile,
    ToldOfFile,
    begun_as,
    position_at,
    save_of,
    save_read,
)
from clubroute.rules.saves.tape import LiveTape
from clubroute.rules.series import series_of

if TYPE_CHECKING:
    from clubroute.rules.service.state_methods import Source, VassalText

# Judges a game while it is played: the judge of its series follows each command as it comes.
#
# What is asked of it is what goes on now; nothing is ended by a question. A step that is taken
# back later was none, so the judging begins anew then, as it does when the first die or turn shows
# that the game has such: the judge looks through its log for that before the first step.


@dataclass(frozen=True, slots=True)
class Following:
    """A judge, the game on which he follows the steps, and how many of them he has seen."""

    judge: Judge
    game: Game
    followed: int


@dataclass(slots=True)
class LiveJudging:
    """Judges a live game. ``save`` is the game as it was sent whole.

    ``_before`` is all that was stepped through in a log: it is played and not judged, and the
    judging begins where it ends. ``_steps`` are the steps judged since.
    """

    save: SaveFile
    _before: list[tuple[Atom, ...]] = field(default_factory=list)
    _steps: list[LogStep] = field(default_factory=list)
    _following: Following | None = None

    def take(self, atoms: tuple[Atom, ...], source: Source) -> None:
        """Take commands that were played."""
        if source == "replay":
            self._before += [step.commands for step in self._steps]
            self._before.append(atoms)
            self._steps.clear()
            self._following = None
            return
        signs = signs_of(atoms)
        if source == "undo" and not signs.undo:  # VASSAL before 3.6.7 need not say so
            signs = replace(signs, undo=True)
        known = [step.signs for step in self._steps]
        first_die = signs.dice and not any(one.dice for one in known)
        first_turn = signs.turn and not any(one.turn for one in known)
        self._steps.append(LogStep(len(self._steps), atoms, signs))
        if signs.undo or first_die or first_turn:
            self._following = None

    def under_way(self, piece: str, to: str | None = None) -> UnderWay | None:
        """Judge a move under way as :meth:`Judge.under_way` does, or return None if the game has no
        judge.

        :raises InputError: the judge cannot begin: an owner's table is wrong.
        """
        judge = self.judge()
        return None if judge is None else judge.under_way(piece, to)

    def judge(self) -> Judge | None:
        """The judge, who has followed every step; None where the series has none."""
        series = series_of({"map": self.save.book.window})
        if series is None or not series.judge:
            return None
        found = self._following or self._begun()
        # A question may be broken off anywhere: who has seen half a step is of no use.
        self._following = None
        log = replace(self.save.log, steps=tuple(self._steps))
        for moment in replay(log, self.save.module.maps.stacking, found.game, found.followed):
            found.judge.follow(moment)
        self._following = replace(found, followed=len(self._steps))
        return found.judge

    def log(self) -> GameLog:
        """Make a log of what is judged: it begins where what was stepped through ends."""
        played = (atom for atoms in self._before for atom in atoms)
        log = self.save.log
        return replace(log, setup=(*log.setup, *played), steps=tuple(self._steps))

    def _begun(self) -> Following:
        """Begin to judge, where what was stepped through ends."""
        save = self.save
        found = save.found
        referee = referee_in(found.context, save.module.name, found.counters)
        judge = referee.judge(
            replace(save.log, steps=tuple(self._steps)), save.module, found.context.logs.told
        )
        game = save.game()
        for atoms in self._before:
            game.apply(atoms)
        judge.begin(game)
        return Following(judge, game, 0)


PART = "vassal"
NAME = "vassal"
GAMES = "live games"
LIVE = " (live)"
"""What follows a module's name in that of its game."""


@dataclass(slots=True)
class LiveGame:
    """A game that goes on: each text takes it further. ``texts`` counts them, ``last`` is the last
    one. ``broken``: a text was played in part, as its time was up, or the game goes on under
    another handle. ``way`` is the way that was asked last: the piece, from
    where, whereto; how many texts there were; the answer. ``tape`` is what pages of a map room see
    of it, None where there is no room.
    """

    save: SaveFile
    game: Game
    board: SeenCounters
    begun: GameStart
    judging: LiveJudging
    texts: int = 0
    last: bytes = b""
    lock: Lock = field(default_factory=Lock)
    broken: bool = False
    way: tuple[tuple[str, str, str], int, Mapping[str, Any]] | None = None
    tape: LiveTape | None = None
    _position: FilePosition | None = None

    def play(self, atoms: tuple[Atom, ...], source: Source = "live") -> None:
        """Take further commands. Holds no lock: the caller does."""
        self.broken = True
        change = self.game.apply(atoms)
        if change.boards:
            self.board.lay_out()
        changed = self.board.put((id_, now) for id_, (_, now) in change.pieces.items())
        self.judging.take(atoms, source)
        if self.tape is not None:
            self.tape.take(self.game, atoms, changed, source == "undo")
        self.texts += 1
        self._position = None
        self.broken = False

    def position(self) -> FilePosition:
        """The position as it is now."""
        if self._position is None:
            self._position = self.save.position(self.game, self.board, self.begun, self.texts)
        return self._position


def position_sent(context: Context, asked: VassalText) -> tuple[FilePosition, str]:
    """The position of what was sent, and the handle of its game ("" for a file, which is over).

    :raises InputError: it is no text of VASSAL's, of no module of ours, or too much.
    """
    data = bytes_of(asked)
    if is_archive(data):
        told = ToldOfFile(scenario=asked.scenario)
        return position_at(save_of(context, data, NAME, told), asked.step), ""
    where = Where("params", part=PART)
    check_commands(data, where)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise InputError(where, "bytes that are no UTF-8", "VASSAL's text, or a .vsav") from None
    if asked.game is not None:
        live = live_game(context, asked.game, f"{PART}.game")
        atoms = atoms_of(f"{BEGIN_SAVE}{ESC}{END_SAVE}{ESC}{text}")
        with live.lock:
            if not sent_again(live, asked, data):
                check_next(live, asked)
                live.play(atoms, asked.source)
                live.last = data
            return live.position(), asked.game
    live = begun_game(context, asked, text)
    take_over(context, live, asked.after)
    handle = "g-" + secrets.token_hex(8)
    context.kept(GAMES)[GAMES, handle] = live
    follow(context, live, handle)
    return live.position(), handle


def follow(context: Context, live: LiveGame, handle: str) -> None:
    """Let the pages of the map room in this process, if there is one, follow a game."""
    if not context.followed.address:
        return
    if live.tape is None:
        module = live.save.log.module
        name = f"{module.name if module is not None else NAME}{LIVE}"
        digest = "live-" + sha256(handle.encode("ascii")).hexdigest()[:16]
        start = replace(live.position(), file=name, digest=digest)
        live.tape = LiveTape(live.save, live.begun, start)
    context.followed.follow(live.tape.name, handle)


def followed_games(context: Context) -> Iterator[LiveGame]:
    """The games that pages follow and that are still here, the one opened first at the front."""
    for handle in context.followed.handles().values():
        live: LiveGame | None = context.kept(GAMES).get((GAMES, handle))
        if live is not None and not live.broken and live.tape is not None:
            yield live


def live_steps(context: Context) -> dict[str, tuple[str, int]]:
    """The games that pages follow, by name: what tells each from others, and its steps."""
    tapes = [live.tape for live in followed_games(context)]
    return {one.name: (one.digest, len(one.moments)) for one in tapes if one is not None}


def live_game(context: Context, handle: str, part: str) -> LiveGame:
    """The game of a handle. :raises GoneError: it is not here."""
    found: LiveGame | None = context.kept(GAMES).get((GAMES, handle))
    if found is None or found.broken:
        where = Where("params", part=part)
        raise GoneError(where, repr(handle), "the handle of a game: send it whole again")
    return found


def sent_again(live: LiveGame, asked: VassalText, data: bytes) -> bool:
    """Whether a text is the last one once more: its answer got lost on the way."""
    return asked.number is not None and asked.number == live.texts and data == live.last


def take_over(context: Context, live: LiveGame, handle: str | None) -> None:
    """Judge a game on as under its earlier handle, where both positions are the same. Elsewhere
    nobody can tell what happened between them, and the judging begins anew."""
    earlier: LiveGame | None = context.kept(GAMES).get((GAMES, handle))
    if earlier is None:
        return
    with earlier.lock:
        if not earlier.broken and sights(earlier) == sights(live):
            live.judging = earlier.judging
            earlier.broken = True


def sights(live: LiveGame) -> tuple[str | None, list[str]]:
    """What players see of a game: its module, and all that :meth:`Game.lines` has but decks,
    and how high a piece lies in its stack, which nobody sends."""
    module = live.save.log.module
    lines = [line.split("\t") for line in live.game.lines()]
    seen = ["\t".join(one[:5] + one[6:] if one[0] == "piece" else one) for one in lines]
    name = None if module is None else module.name
    return name, sorted(one for one in seen if not one.startswith("deck\t"))


def check_next(live: LiveGame, asked: VassalText) -> None:
    """Make sure that a text is the next of its game. :raises GoneError: it is another."""
    if asked.number is not None and asked.number != live.texts + 1:
        where, expected = Where("params", part=f"{PART}.number"), str(live.texts + 1)
        raise GoneError(where, str(asked.number), f"{expected}, or the game whole again")
    name = live.save.log.module.name if live.save.log.module is not None else ""
    if asked.module is not None and asked.module != name:
        where = Where("params", part=f"{PART}.module")
        raise GoneError(where, repr(asked.module), f"{name!r}, or the game whole again")


def begun_game(context: Context, asked: VassalText, text: str) -> LiveGame:
    """A game from its whole text. :raises InputError: it is none, or of no module of ours."""
    if asked.module is None:
        where = Where("params", part=f"{PART}.module")
        raise InputError(where, "nothing", "the module's name, which the text does not say")
    whole = text.startswith(BEGIN_SAVE)
    if not whole:
        text = f"{BEGIN_SAVE}{ESC}{text}{ESC}{END_SAVE}"
    version = asked.version or ""
    module = Metadata("", version, 0, name=asked.module)
    atoms = atoms_of(text)
    if not whole and not any(isinstance(one, AddPiece) for one in atoms):
        expected = "what GameModule.encode gives for the restore command, or for AddPiece commands"
        raise InputError(Where("params", part=PART), "no command that adds a piece", expected)
    log = GameLog(Where(NAME), Metadata("", version, 0), module, atoms, ())
    save = save_read(context, log, NAME, "", ToldOfFile(scenario=asked.scenario))
    game = save.game()
    board = save.board(game)
    begun = begun_as(save.book, board, game, asked.scenario)
    return LiveGame(save, game, board, begun, LiveJudging(save))


def warm_up(context: Context, name: str) -> bool:
    """Load what questions about a module need; tell whether it is known."""
    log = GameLog(Where(NAME), None, Metadata("", "", 0, name=name), (), ())
    try:
        save = save_read(context, log, NAME, "", ToldOfFile())
        LiveJudging(save).judge()
    except InputError:
        return False
    return True


def atoms_of(text: str) -> tuple[Atom, ...]:
    """The commands of a text, without the marks of a save's beginning and end.

    :raises InputError: it is no text of commands.
    """
    report = DamageReport(Mode.TOLERANT)
    entries = read_entries(text, Where("params", part=PART), report)
    played = (atom for step in entries.steps for atom in step.commands)
    return tuple(a for a in (*entries.setup, *played) if not isinstance(a, SaveMark))


def bytes_of(asked: VassalText) -> bytes:
    """What was sent, unpacked within limits. :raises InputError: nothing, no base64, too much."""
    where = Where("params", part=PART)
    if (asked.text is None) == (asked.packed is None):
        raise InputError(where, "both or neither of text and packed", "one of them")
    if asked.packed is None:
        return (asked.text or "").encode("utf-8", "surrogatepass")
    try:
        data = base64.b64decode(asked.packed, validate=True)
    except (binascii.Error, ValueError):
        raise InputError(where, "no base64", "a .vsav, or text deflated, as base64") from None
    if is_archive(data):
        return data
    unpacking, most = zlib.decompressobj(), SENT_LIMITS.most(len(data))
    try:
        text = unpacking.decompress(data, most)
    except zlib.error:
        raise InputError(where, "bytes that are not deflated", "a .vsav, or zlib's form") from None
    if unpacking.unconsumed_tail or not unpacking.eof:
        found = "text that is cut short, or longer than allowed"
        raise InputError(where, found, f"at most {most} bytes")
    return text


def opened(context: Context, asked: VassalText) -> dict[str, Any]:
    """Open the position of what was sent; the answer of ``state.open``.

    :raises InputError: as :func:`position_sent`.
    """
    found, game = position_sent(context, asked)
    handle = context.states.open(found.state, series_of({"map": found.map}))
    notes = [note.record() for note in found.notes]
    told = {"state": handle, "units": len(found.state.get("units", ())), "map": found.map}
    more = {"game": game, "scenario": found.scenario, "notes": notes}
    return told | {name: value for name, value in more.items() if value}
