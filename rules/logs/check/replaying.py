"""Replays a log before the judge of a series that has turns: what is common to all of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from clubroute.builder.counting import is_whole
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import NOWHERE, MapFile, hex_id
from clubroute.rules.kit.log_frame import LogFrame
from clubroute.rules.logs.chat import Roll
from clubroute.rules.logs.check.excuses import Teller
from clubroute.rules.logs.check.explaining import MoveJudge
from clubroute.rules.logs.check.finding import LogFinding
from clubroute.rules.logs.check.judge import Told, UnderWay
from clubroute.rules.logs.check.module import Module
from clubroute.rules.logs.check.places import UnplacedMoves
from clubroute.rules.logs.check.stretches import TurnStretch
from clubroute.rules.logs.check.throws import ROUND_RULES, WHO, Throws, UndoneDice
from clubroute.rules.logs.check.tracks import LogBoard, Standing
from clubroute.rules.logs.game import Game
from clubroute.rules.logs.grids.layout import MapLayout
from clubroute.rules.logs.mapping import PieceMap
from clubroute.rules.logs.pieces import GamePiece
from clubroute.rules.logs.read import GameLog
from clubroute.rules.logs.replay import Moment

NO_DICE = (
    "no dice are in the log: if they were rolled elsewhere, combat may have moved what is illegal "
    "here (--dice-elsewhere)"
)


class TurnJudge(ABC):
    """Judges one log (:class:`clubroute.rules.logs.check.judge.Judge`). ``own``: its module is
    ours, and shows our map."""

    awaits = False
    """What goes on at the end of a log accuses nobody."""
    moves: MoveJudge
    stretch: TurnStretch
    board: LogBoard
    teller: Teller

    def __init__(
        self,
        context: Context,
        log: GameLog,
        module: Module,
        mapfile: MapFile,
        mapping: PieceMap,
        told: Told,
        own: bool = True,
    ) -> None:
        self.context, self.log, self.module = context, log, module
        self.map, self.mapping, self.own = mapfile, mapping, own
        self.frame = LogFrame.of(log, module)
        self.name, self.dice = self.frame.name, self.frame.dice
        self.throws = Throws.of(told.get("throws"))
        self.untold = not self.dice or bool(told.get("dice_elsewhere"))
        self.play_from = told.get("play_from")
        self.piles = told.get("piles") or ()
        self.unplaced = UnplacedMoves(self.name, mapping.map)
        self._undone = UndoneDice()
        self._away: dict[str, tuple[int, int]] = {}
        self._unknown: dict[str, list[int]] = {}
        self._laid: Mapping[str, MapLayout] = {}
        self._leaves: dict[str, Any] = {}

    # What a series says.

    @abstractmethod
    def opened(self, game: Game, layout: MapLayout, turn: str, first: bool) -> None:
        """Make the board, the teller, what judges moves, and the stretch.

        :param first: nothing is known of a log before.
        """

    @abstractmethod
    def turn_number(self, text: str) -> int | None:
        """Read the number of a turn of the tracker, None if it names none."""

    @abstractmethod
    def thrown(self, rolls: Sequence[Roll]) -> int | None:
        """Add up what the dice of combat show in a step, None if they are not seen to be those."""

    # What happens in any.

    def begin(self, game: Game, before: Mapping[str, Any] | None = None) -> None:
        """Take over the game as the log restores it, and what the log before it left.

        :raises InputError: the module has no such map window as the mapping names.
        """
        self._laid = self.frame.layouts(game)
        layout = self.frame.layout(self._laid, self.mapping.map)
        text = self.module.turn_of(game)
        self.opened(game, layout, text, before is None)
        self.stretch.open(text, self.turn_number(text))
        if before is not None:
            self.stretch.resume(before)

    def follow(self, moment: Moment) -> None:
        """Judge what a step ends, and take note of what it does."""
        stretch, change, game = self.stretch, moment.change, moment.game
        player = moment.player
        for steps, why, need in self._undone.seen(moment):
            self.teller.tell("undo", steps, why, need=need, player=player)
        counts = not moment.undo and moment.taken_back is None
        if self.play_from is not None and moment.index >= self.play_from:
            self.teller.setup = False
        if counts and change.turns:
            stretch.close(over=True)
        before = self.board.snapshot()
        if change.boards:
            self._laid = self.frame.layouts(game)
            self.board.lay_out(self._laid.get(self.mapping.map), game.pieces.items())
        self.board.put((id_, after) for id_, (_, after) in change.pieces.items())
        if counts and change.turns:
            text = self.module.turn_of(game)
            self.teller.setup, stretch.early = False, False
            stretch.open(text, self.turn_number(text))
        if moment.step.signs.dice:  # nobody can unsee a die, undone or not
            self._rolled(moment)
        if not counts:
            stretch.taken_back(moment)
            return
        after = self.board.snapshot()
        for id_, (old, new) in change.pieces.items():
            was, now = before.units.get(id_), after.units.get(id_)
            if was is not None and now is not None:
                if was.hex != now.hex:
                    stretch.dragged(moment.index, id_, was, now, before, player)
                elif was.counter != now.counter:
                    stretch.turned(moment.index, id_, was, now, player)
            elif was is not None or now is not None:
                self._passed(moment.index, id_, was, now, player)
            else:
                self._other(moment.index, (old, new), player)
        stretch.markers(moment.index, before, after, player)

    def _passed(
        self, step: int, id_: str, was: Standing | None, now: Standing | None, player: str
    ) -> None:
        """Take note of a unit that came onto the map or left it."""
        stretch = self.stretch
        if was is not None:
            stretch.left_map(step, id_, was)
            self._away[was.counter.id] = step, was.hex
        elif now is not None:
            away = self._away.pop(now.counter.id, None)
            if away is not None and away[1] != now.hex:
                why = f"it left the map in step {away[0]} and came back elsewhere"
                need = "what brought it back there: the rules of what left the map, or a slip"
                told = need, player, (away[1], now.hex)
                self.teller.tell("off_map", (away[0], step), why, now, *told)
            elif away is not None:
                stretch.came_back(id_)
            elif not self.teller.setup:
                stretch.came(step, id_, now, player)

    def _other(
        self, step: int, piece: tuple[GamePiece | None, GamePiece | None], player: str
    ) -> None:
        """Take note of what is no unit on the map: what nobody knows, or nobody can place."""
        old, new = piece
        if old is None or new is None:
            return
        counter = self.board.reader.read(new)
        if counter is not None and counter.role == "unit":
            turn = self.teller.turn
            self.unplaced.moved(step, old, new, counter, self._laid, player, turn)
        elif counter is None and self.board.hex_of(old) != self.board.hex_of(new) != NOWHERE:
            self._unknown.setdefault(new.name, []).append(step)

    def _rolled(self, moment: Moment) -> None:
        """Take note of dice that settle combat; tell who threw one that is not theirs."""
        settled, wrong = self.throws.settles(
            moment.rolls if self.throws.rules else (), moment.game.players.values(), ""
        )
        if settled:
            self.stretch.roll(self.thrown(moment.rolls))
        for one in wrong:
            found = self.teller.found(
                "dice", (moment.index,), one.why, need=WHO, player=one.thrower
            )
            self.teller.findings.append(replace(found, rule=ROUND_RULES))

    def under_way(self, piece: str, to: str | None = None) -> UnderWay | None:
        """Say what goes on with a unit, or would if it were dragged to a hex, and go on."""
        goal = None if to is None else hex_id(self.map, to)
        track = None if goal == NOWHERE else self.stretch.going_on(piece, goal)
        if track is None:
            return None
        here = self.map.number(track.end)
        if not track.drags or track.end == track.start:
            return UnderWay(here, here)
        drags = track.drags
        spent, most = self.moves.paid(track)
        less = 0 if len(drags) == 1 else self.moves.paid(replace(track, drags=drags[:-1]))[0]
        step = None if spent is None or less is None else max(spent - less, 0)
        last = self.map.number(drags[-2].hex if len(drags) > 1 else track.start)
        setup = self.teller.setup
        finding = None if setup else self.stretch.so_far(track)
        needs = finding.needs if finding is not None else ()
        return UnderWay(last, here, "", step, spent, most, finding, setup, needs)

    def findings(self) -> list[LogFinding]:
        """Judge what is still going on at the end of the log, and give all findings."""
        self._leaves = self.stretch.leaves()
        self.stretch.close(over=False)
        return [*self.teller.findings, *self.unplaced.findings()]

    def leaves(self) -> dict[str, Any]:
        """Tell what the judge of a log that continues this one must know."""
        return self._leaves

    @property
    def asks(self) -> bool:
        """Tell whether what came before the log may change a finding, or what it leaves."""
        return bool(self.log.steps)

    def notes(self) -> list[str]:
        """Say what was not judged, and what nobody told."""
        notes: list[str] = []
        if self.stretch.unlisted:
            notes.append(
                f"{self.stretch.unlisted} times a unit came onto the map: where it may enter is "
                "not judged, because no list of its scenario has it"
            )
        notes += self.series_notes()
        empty = not self.board.snapshot().units
        notes += unknown_notes("unit" if empty else "", self.own, self.unplaced, self._unknown)
        if not self.dice and any(one.verdict == "illegal" for one in self.teller.findings):
            notes.append(NO_DICE)
        if not self.own:
            notes.append("not a module of ours: what rests on surveyed ground proves nothing")
        return notes

    def series_notes(self) -> Sequence[str]:
        """Say what a series does not judge in this log."""
        return ()


def unknown_notes(
    none: str, own: bool, unplaced: UnplacedMoves, unknown: Mapping[str, Sequence[int]]
) -> Iterator[str]:
    """Say what of a log nobody knows or can place.

    :param none: what units are called, if none is on the map. :param own: the module is ours.
    """
    if none:
        mapping = ": no [[units]] row of the mapping fits a piece there"
        yield f"no {none} is on the map{'' if own else mapping}"
    yield from unplaced.notes()
    for name, steps in sorted(unknown.items()):
        yield f"{name}: moved at step {steps[0]}, but the mapping does not know it"


def sum_of(rolls: Sequence[Roll], dice: int) -> int | None:
    """Add up what a step's dice show, if it is one roll of so many; None if not."""
    shown = [int(result) for roll in rolls for result in roll.results if is_whole(result)]
    return sum(shown) if len(rolls) == 1 and len(shown) == dice else None
