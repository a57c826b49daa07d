"""A live game as a tape that grows: what each command changed, for whoever looks on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from clubroute.builder.vassal.atoms import Atom
from clubroute.rules.logs.game import Game
from clubroute.rules.saves.position import FileCounter, FilePosition
from clubroute.rules.saves.reading import SaveFile
from clubroute.rules.saves.scenario import GameStart
from clubroute.rules.saves.tape import Tape, TapeMoment, moment_of


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
        """The tape up to now. No judge is asked: he is, of the log."""
        end = replace(now, file=self.name, digest=self.digest)
        return Tape(self.save, self.begun, self.start, end, tuple(self.moments), (), False)
