"""All moments of a log: the position it begins with, then what each step changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from clubroute.builder.vassal.atoms import Atom
from clubroute.rules.asking.context import Context
from clubroute.rules.logs.chat import chat_lines
from clubroute.rules.logs.check.check import NOTHING_TOLD as NO_OPTIONS
from clubroute.rules.logs.check.check import ReplayListener, check_log, referee_in
from clubroute.rules.logs.check.errors import ErrorRules, acceptance
from clubroute.rules.logs.check.finding import CheckReport, LogFinding
from clubroute.rules.logs.check.judge import Judge
from clubroute.rules.logs.check.module import WEATHER
from clubroute.rules.logs.check.rounds import judged_by
from clubroute.rules.logs.game import Game
from clubroute.rules.logs.read import GameLog
from clubroute.rules.logs.replay import Moment, mover_of, replay
from clubroute.rules.saves.position import FileCounter, FilePosition, SeenCounters
from clubroute.rules.saves.reading import (
    NOTHING_TOLD,
    GameStart,
    SaveFile,
    ToldOfFile,
    begun_as,
    open_save,
)
from clubroute.rules.series import series_of


@dataclass(frozen=True, slots=True)
class TapeMoment:
    """A step of a log, played: what it says and changes.

    ``changed`` are counters as they lie after it, ``gone`` pieces nobody sees any more. ``turn``
    is the turn after it, ``weather`` what a property of the game says of that then. ``undone`` says
    that it undoes a step, or is undone later.
    """

    step: int
    text: tuple[str, ...]
    player: str
    turn: str
    changed: tuple[FileCounter, ...]
    gone: tuple[str, ...]
    undone: bool
    weather: str = ""

    def record(self) -> dict[str, Any]:
        """JSON values, empty ones left out."""
        told = {
            "step": self.step,
            "text": list(self.text),
            "player": self.player,
            "turn": self.turn,
            "changed": [one.record() for one in self.changed],
            "gone": list(self.gone),
            "undone": self.undone,
        }
        return {name: value for name, value in told.items() if value or name == "step"}


@dataclass(frozen=True, slots=True)
class Tape:
    """A log as a film. ``start`` is the position before its first step, ``end`` after its last.

    ``begun`` is how the game began, ``findings`` are the judge's, each with the steps it is about;
    ``judged`` is whether the series has a judge, ``rules`` says by the rules of which round;
    ``accepts`` is what accepts findings that nothing has sealed yet.
    """

    save: SaveFile = field(repr=False)
    begun: GameStart
    start: FilePosition
    end: FilePosition
    moments: tuple[TapeMoment, ...]
    findings: tuple[LogFinding, ...]
    judged: bool
    rules: str = ""
    accepts: str = ""


def moment_of(
    save: SaveFile,
    game: Game,
    index: int,
    commands: Sequence[Atom],
    changed: Mapping[str, FileCounter | None],
    undone: bool,
) -> TapeMoment:
    """A step that was played on a game, and the counters it changed."""
    player = game.players.get(mover_of(commands) or "")
    return TapeMoment(
        index,
        tuple(line.text for line in chat_lines(commands)),
        player.name if player is not None else "",
        save.module.turn_of(game),
        tuple(one for one in changed.values() if one is not None),
        tuple(id_ for id_, one in changed.items() if one is None),
        undone,
        save.module.value_of(game, WEATHER),
    )


class TapeRecorder:
    """Records a replay (:class:`rules.logs.check.check.ReplayListener`)."""

    def __init__(self, save: SaveFile) -> None:
        self._save = save
        self.moments: list[TapeMoment] = []
        self.game: Game
        self.start: FilePosition
        self._board: SeenCounters
        self.begun: GameStart

    def take(self, game: Game) -> None:
        """Take over a game before its first step."""
        save = self._save
        self.game, self._board = game, save.board(game)
        self.begun = begun_as(save.book, self._board, game, save.told.scenario)
        self.start = save.position(game, self._board, self.begun, 0)

    def begin(self, game: Game, judge: Judge) -> None:
        """Take over the game that is replayed, before the first step."""
        self.take(game)

    def see(self, moment: Moment) -> None:
        """Take a step."""
        if moment.change.boards:
            self._board.lay_out()
        after = {id_: now for id_, (_, now) in moment.change.pieces.items()}
        changed = self._board.put(after.items())
        undone = moment.undo or moment.taken_back is not None
        commands = moment.step.commands
        self.moments.append(
            moment_of(self._save, self.game, moment.index, commands, changed, undone)
        )

    def end(self) -> FilePosition:
        """The position after the last step."""
        steps = len(self.moments)
        return self._save.position(self.game, self._board, self.begun, steps)


def read_tape(
    context: Context,
    path: Path,
    told: ToldOfFile = NOTHING_TOLD,
    options: Mapping[str, Any] = NO_OPTIONS,
) -> Tape:
    """Read a log moment by moment, with what its judge finds; ``options`` are the judge's.

    :raises InputError: as :func:`rules.saves.reading.read_position`.
    """
    return tape_of(context, open_save(context, path, told), options)


def tape_of(context: Context, save: SaveFile, options: Mapping[str, Any] = NO_OPTIONS) -> Tape:
    """Read a tape as :func:`read_tape` does, of a save that is read."""
    findings: Sequence[LogFinding] = ()
    accepts = ""
    series = series_of({"map": save.book.window})
    judged = series is not None and bool(series.judge)
    recorder = TapeRecorder(save)
    if judged:
        report = judged_so_far(save, save.log, options, recorder)
        findings, accepts = report.findings, accepted_next(report, options)
    else:
        game = save.game()
        recorder.take(game)
        for moment in replay(save.log, save.module.maps.stacking, game):
            recorder.see(moment)
    moments = tuple(recorder.moments)
    return Tape(
        save,
        recorder.begun,
        recorder.start,
        recorder.end(),
        moments,
        tuple(findings),
        judged,
        judged_by(options) if judged else "",
        accepts,
    )


def judged_so_far(
    save: SaveFile,
    log: GameLog,
    options: Mapping[str, Any],
    listener: ReplayListener | None = None,
) -> CheckReport:
    """Judge a log of a save's game. :raises InputError: an owner's table is wrong."""
    found = save.found
    referee = referee_in(found.context, save.module.name, found.counters)
    return check_log(log, save.module, referee, options, listener)


def accepted_next(report: CheckReport, options: Mapping[str, Any]) -> str:
    """Say what accepts the findings of a log that nothing has sealed yet."""
    return acceptance(len(report.unsealed), ErrorRules.of(options.get("errors")))


# A live game as a tape that grows: what each command changed, for whoever looks on.


@dataclass(slots=True)
class LiveTape:
    """A live game from its first position on. ``name`` is what pages call it, ``digest`` tells it
    from any other game; neither says its handle, with which one could play on in it."""

    save: SaveFile
    begun: GameStart
    start: FilePosition
    moments: list[TapeMoment] = field(default_factory=list)

    @property
    def name(self) -> str:
        """What the game is called."""
        return self.start.file

    @property
    def digest(self) -> str:
        """What tells it from others."""
        return self.start.digest

    def take(
        self,
        game: Game,
        atoms: Sequence[Atom],
        changed: Mapping[str, FileCounter | None],
        undone: bool,
    ) -> None:
        """Take commands that were played on the game, and the counters they changed."""
        index = len(self.moments)
        self.moments.append(moment_of(self.save, game, index, atoms, changed, undone))

    def tape(self, now: FilePosition) -> Tape:
        """The tape up to now, before any judge is asked."""
        end = replace(now, file=self.name, digest=self.digest)
        return Tape(self.save, self.begun, self.start, end, tuple(self.moments), (), False)


def open_findings(tape: Tape, log: GameLog, options: Mapping[str, Any]) -> Tape:
    """Add to the tape of a live game the findings that whoever goes on accepts.

    :param log: the steps of the game that are judged: its last ones.
    """
    series = series_of({"map": tape.save.book.window})
    if series is None or not series.judge:
        return tape
    report = judged_so_far(tape.save, log, options)
    ahead = len(tape.moments) - len(log.steps)
    found = tuple(
        replace(one, steps=tuple(step + ahead for step in one.steps))
        for one in report.unsealed
        if ahead + min(one.steps) >= 0
    )
    return replace(tape, findings=found, judged=True, accepts=accepted_next(report, options))
