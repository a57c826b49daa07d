"""Declares what the check of a log asks of a series of games: protocols, no rules.

A :class:`JudgedSeries` says what it judges and opens a :class:`Referee`, which knows the counters
of a module and names a :class:`Judge` for each log. The judge follows the replay moment by moment
and gives its findings at the end. :mod:`clubroute.rules.logs.check.series` finds the series.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import (
    TYPE_CHECKING,
    Any,
    Protocol,
    TypeAlias,
)

if TYPE_CHECKING:  # the command line declares its options by this file, and starts quickly
    from pathlib import Path

    from clubroute.rules.asking.context import Context
    from clubroute.rules.logs.audit.elements import Node
    from clubroute.rules.logs.audit.modules import Modules
    from clubroute.rules.logs.check.finding import LogFinding
    from clubroute.rules.logs.check.module import Module
    from clubroute.rules.logs.game import Game
    from clubroute.rules.logs.read import GameLog
    from clubroute.rules.logs.replay import Moment

Record: TypeAlias = Mapping[str, Any]
"""JSON values of an audit, as docs/audit-schema.json has them."""
Told: TypeAlias = Mapping[str, Any]
"""What players know and a log does not tell, by the names of options."""


@dataclass(frozen=True, slots=True)
class CounterFile:
    """A file that says what the counters of modules are. ``own``: it is ours, for our modules."""

    path: Path
    values: Mapping[str, Any]
    own: bool


@dataclass(frozen=True, slots=True)
class UnderWay:
    """Says what goes on with a unit: how its activation, or turn, would be judged if it ended now.

    ``before`` is the printed number of the hex its last drag led from, ``hex`` of that it is in,
    the same if it has not moved. ``chit`` is the name of the chit in play, "" where none is or the
    series has none. ``step`` is what the last drag cost, ``spent`` what it has spent at least and
    ``allowance`` what it has, in MP as players write them; None where nobody can tell. ``finding``
    is None where nothing is to be judged: it has not moved, or (``setup``) the game is being set
    up. ``open`` is what the finding needs besides the allowance.
    """

    before: str
    hex: str
    chit: str = ""
    step: float | None = None
    spent: float | None = None
    allowance: float | None = None
    finding: LogFinding | None = None
    setup: bool = False
    open: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """Declares something that a judge may be told, on the command line and over the socket.

    ``name`` is the parameter and ``schema`` its JSON Schema (an integer with bounds, a
    boolean, or an array of strings, whose flag may be given again), ``summary`` its meaning in the
    protocol. ``usual`` is the default.
    ``flag`` and ``help`` are for the command line, where a boolean's flag says the opposite of what
    is usual. ``one_log``: it only makes sense for a single log, so an audit does not take it.
    ``check`` reads a value that fits the schema, and raises InputError where it means nothing.
    """

    name: str
    schema: Mapping[str, Any]
    summary: str
    usual: Any
    flag: str
    help: str
    one_log: bool = False
    check: Callable[[Any], object] | None = None


class Judge(Protocol):
    """Judges one log while it is replayed."""

    def begin(self, game: Game, before: Record | None = None) -> None:
        """Take over the game as the log restores it, before the first step.

        ``before`` is what the judge of the log that this one continues left
        (:meth:`leaves`), None if nobody knows what came before.

        :raises InputError: the game has not the map that the counters' file names.
        """

    def follow(self, moment: Moment) -> None:
        """Take a step that was just played."""

    def under_way(self, piece: str, to: str | None = None) -> UnderWay | None:
        """Say what goes on with a unit (a piece's id), or would if it were dragged to a hex (a
        printed number) as well. It ends nothing: :meth:`follow` goes on as if it had not been
        asked. None for a piece that is no unit on the map, or a hex that is none."""

    def findings(self) -> Sequence[LogFinding]:
        """Give all findings, in any order. Called once, after the last step."""

    def notes(self) -> Sequence[str]:
        """Say what holds of the whole log. Called after :meth:`findings`."""

    def leaves(self) -> dict[str, Any]:
        """Say what the judge of a log that continues this one must know, as JSON values. Called
        after :meth:`findings`."""

    @property
    def asks(self) -> bool:
        """Tell whether what came before the log may change what is said of it. Called after
        :meth:`findings`."""

    @property
    def awaits(self) -> bool:
        """Tell whether a log that goes on where this one ends has to settle what is open here.
        Called after :meth:`findings`."""

    def standing(self, turn: str) -> dict[str, Any]:
        """Say how the game stands now, at the end of a turn, as JSON values."""


class Referee(Protocol):
    """Knows what the counters of a module are. Serves one log after the other."""

    @property
    def deck(self) -> str:
        """The name of the deck whose cards say who may act, "" if the game has none."""

    def window(self, module: str) -> str:
        """The rules' map that a module is played on, "" if it is not known."""

    def judge(self, log: GameLog, module: Module, told: Told) -> Judge:
        """Name a judge for a log. It passes over options that are not of its series.

        :raises InputError: the map is not known or not built, or an owner's table is wrong.
        """


class FindingPictures(Protocol):
    """Draws findings for a page."""

    def draw(self, finding: Record, audit: Record) -> Node | None:
        """Draw a finding about a way, of the audit of a log; None if it has no picture."""

    def take(self) -> Node | None:
        """Give the parts that the pictures drawn since the last call share, None if there are
        none. They stand in the page before the pictures."""


class JudgedSeries(Protocol):
    """Declares how logs of a series of games are judged. Importing it is cheap."""

    checks: Mapping[str, str]
    """The kinds of findings, with the words people read."""
    options: tuple[Option, ...]
    cites: tuple[str, ...]
    """The rules that verdicts rest on most."""
    counters: Path
    """The file that says what the counters of our own modules are."""
    windows: tuple[str, ...]
    """The rules' maps it is played on."""
    standing: str
    """What :meth:`Judge.standing` tells, as a heading."""
    standing_head: tuple[str, ...]

    def plays(self, module: str) -> bool:
        """Tell whether a module of ours is a game of this series."""

    def scenarios(self) -> Sequence[str]:
        """List the names that ``clubroute audit --scenario`` takes."""

    def referee(self, context: Context, counters: CounterFile, scenario: str) -> Referee:
        """Open a referee for modules with such counters.

        ``scenario`` is what :meth:`Judge.standing` counts for, one of :meth:`scenarios`, or "".

        :raises InputError: a name or value in the file does not fit.
        """

    def pictures(self, context: Context, modules: Modules) -> FindingPictures:
        """Open what draws the findings of one page, with the counters of their modules."""

    def standing_row(self, turn: Record) -> Sequence[str]:
        """Put a turn's standing into the cells below ``standing_head``."""

    def standing_line(self, turn: Record) -> str:
        """Put a turn's standing on one line."""
