"""Checks logs of which one may go on where another ended: what a log leaves is taken along.

That one continues another is proved by their positions, never by names or dates.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

from clubroute.builder.errors import InputError
from clubroute.rules.asking.context import Context
from clubroute.rules.logs.check.check import NOTHING_TOLD, check_file
from clubroute.rules.logs.check.finding import CheckReport
from clubroute.rules.logs.check.judge import Judge, Told
from clubroute.rules.logs.game import Game
from clubroute.rules.logs.position import position_of
from clubroute.rules.logs.replay import Moment
from clubroute.rules.logs.rulings import Checked

T = TypeVar("T")


@dataclass(slots=True)
class Ends:
    """Hears with which positions a log begins and ends."""

    begins: str = ""
    _game: Game | None = None

    def begin(self, game: Game, judge: Judge) -> None:
        """Take over the game as the log restores it."""
        self._game, self.begins = game, position_of(game).digest

    def see(self, moment: Moment) -> None:
        """Take a step; the position is asked for at the end."""

    @property
    def ends(self) -> str:
        """Digest the position the log ended with."""
        return "" if self._game is None else position_of(self._game).digest


@dataclass(slots=True)
class ChainCheck(Generic[T]):
    """Checks files one after the other, and again where a later one turns out to come before.

    ``keep`` makes of a report what is kept of it. Files that cannot be read are in ``errors``.
    """

    context: Context
    keep: Callable[[CheckReport, Checked], T]
    module: Path | None = None
    counters: Path | None = None
    told: Told = field(default_factory=lambda: NOTHING_TOLD)
    errors: dict[Path, InputError] = field(default_factory=dict)
    _found: dict[Path, T] = field(default_factory=dict)
    _ends: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    _begins: dict[Path, str] = field(default_factory=dict)
    _taken: dict[Path, Mapping[str, Any] | None] = field(default_factory=dict)
    _awaiting: dict[Path, str] = field(default_factory=dict)

    def check(self, paths: Sequence[Path]) -> Mapping[Path, T]:
        """Check the files: what is kept of each, by path."""
        for path in paths:
            try:
                self._check(path)
            except InputError as error:
                self.errors[path] = error
        for _ in paths:  # no chain is longer
            late = [path for path in self._found if self._before(path) != self._taken[path]]
            for path in late:
                self._check(path)
            if not late:
                break
        return self._found

    def others(self, path: Path) -> dict[str, str]:
        """Give the names of the other logs, with the digest of the position each begins with."""
        return {one.name: begins for one, begins in self._begins.items() if one != path}

    def _before(self, path: Path) -> Mapping[str, Any] | None:
        return self._ends.get(self._begins.get(path, ""))

    def _check(self, path: Path) -> None:
        """Check a file, with what the log left that ended where it begins, if one is known."""
        ends = Ends()
        before = self._before(path)
        report, checked = self._asked(path, ends, before)
        self._begins[path] = ends.begins
        asks = report.asks or ends.begins in self._awaiting.values()
        if before is None and self._before(path) is not None and asks:
            before = self._before(path)
            report, checked = self._asked(path, ends, before)
        self._taken[path] = self._before(path)
        self._found[path] = self.keep(report, checked)
        # A log that changed nothing would follow itself.
        if not checked.log.damages and ends.ends != ends.begins:
            self._ends[ends.ends] = report.leaves
            self._awaiting[path] = ends.ends if report.awaits else ""

    def _asked(
        self, path: Path, ends: Ends, before: Mapping[str, Any] | None
    ) -> tuple[CheckReport, Checked]:
        return check_file(
            self.context,
            path,
            module=self.module,
            counters=self.counters,
            told=self.told,
            listener=ends,
            before=before,
        )
