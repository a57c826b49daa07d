"""Judges a game while it is played: the judge of its series follows each command as it comes.

What is asked of it is what goes on now; nothing is ended by a question. A step that is taken back
later was none, so the judging begins anew then, as it does when the first die or turn shows that
the game has such: the judge looks through its log for that before the first step.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from clubroute.builder.vassal.atoms import Atom
from clubroute.rules.logs.check.files import referee_in
from clubroute.rules.logs.check.judge import Judge, UnderWay
from clubroute.rules.logs.entries import LogStep
from clubroute.rules.logs.game import Game
from clubroute.rules.logs.replay import replay
from clubroute.rules.logs.signs import signs_of
from clubroute.rules.saves.reading import SaveFile
from clubroute.rules.saves.sent import Source
from clubroute.rules.series import series_of


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
        """As :meth:`Judge.under_way`, of the game as it is; None, too, where nobody judges it.

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
