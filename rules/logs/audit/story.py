"""The story of a log, gathered while it is replayed once: turns, chits, moves, dice, undos."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from clubroute.rules.logs.audit.dice import Thrown, reported, thrown
from clubroute.rules.logs.chat import ChatKind
from clubroute.rules.logs.game import Game
from clubroute.rules.logs.grids.layout import MapLayout
from clubroute.rules.logs.pieces import GamePiece
from clubroute.rules.logs.replay import Moment

MOST_TEXT = 200
"""Characters kept of a line of chat or a name."""
MOST_EVENTS = 5000
"""Events that are told of one log; a longer one is counted to its end, but not listed."""
MOST_NAMED = 6
"""Pieces named in one event."""
NOWHERE = "off the map"

Places: TypeAlias = dict[tuple[str, int, int], str]
"""Names of places by map and px."""
TurnText: TypeAlias = Callable[[Game], str]
"""Where the turn tracker stands, in words."""


@dataclass(slots=True)
class Chapter:
    """A turn with one chit in play: the steps it takes and what happened in them."""

    turn: str
    chit: str
    first: int
    last: int
    events: list[dict[str, Any]] = field(default_factory=list)

    def record(self) -> dict[str, Any]:
        """As JSON values."""
        return {
            "turn": self.turn,
            "chit": self.chit,
            "steps": [self.first, self.last],
            "events": self.events,
        }


class Story:
    """Listens to a replay. ``turn_text`` reads the turn; ``mug`` names the deck of chits."""

    def __init__(self, turn_text: TurnText, mug: str) -> None:
        self._turn_text = turn_text
        self._mug = mug
        self._decks: frozenset[str] = frozenset()
        self._layouts: Mapping[str, MapLayout] = {}
        self._places: Places = {}
        self.turn = ""
        self.chit = ""
        self.chapters: list[Chapter] = []
        self.rolls: list[Thrown] = []
        self.chat_rolls: list[Thrown] = []
        self.undos: list[dict[str, Any]] = []
        self.properties: dict[str, dict[str, str]] = {}
        self.moves = self.left_out = self._told = 0

    def begin(
        self, game: Game, layouts: Mapping[str, MapLayout], places: Places | None = None
    ) -> None:
        """Take over the game as the log restores it. ``places`` are the names of places that are
        known of these maps already, to be added to."""
        self._layouts = layouts
        self._places = {} if places is None else places
        self._decks = frozenset(
            group.id
            for group in game.groups.values()
            if group.is_deck and group.deck_name == self._mug
        )
        self.turn = self._turn_text(game)

    def laid_out(self, layouts: Mapping[str, MapLayout]) -> None:
        """Take over the maps after a change of boards."""
        self._layouts = layouts
        self._places = {}

    def see(self, moment: Moment) -> None:
        """One step."""
        index, change = moment.index, moment.change
        if change.turns and not moment.undo:
            turn = self._turn_text(moment.game)
            if turn != self.turn:
                self.turn, self.chit = turn, ""
                self._open(index)
        if moment.undo:
            self._undone(moment)
        else:
            self._pieces(moment)
        self._said(moment)
        for (container, name), (_, after) in change.properties.items():
            if counts_points(name):
                key = name if container == "Module" else f"{container}: {name}"
                self.properties.setdefault(self.turn, {})[clipped(key)] = clipped(after or "")
        if self.chapters:
            self.chapters[-1].last = index

    def _open(self, index: int) -> Chapter:
        chapter = Chapter(clipped(self.turn), clipped(self.chit), index, index)
        self.chapters.append(chapter)
        return chapter

    def _tell(self, index: int, kind: str, text: str, **more: Any) -> None:
        chapter = self.chapters[-1] if self.chapters else self._open(index)
        if self._told >= MOST_EVENTS:
            self.left_out += 1
            return
        self._told += 1
        chapter.events.append({"step": index, "kind": kind, "text": text, **more})

    def _pieces(self, moment: Moment) -> None:
        taken_back = moment.taken_back is not None
        by_way: dict[tuple[str, str], list[str]] = {}
        for before, after in moment.change.pieces.values():
            if after is None:
                if before is not None and before.map:
                    by_way.setdefault((self._place(before), "removed"), []).append(name_of(before))
                continue
            if before is not None and (before.group in self._decks) != (after.group in self._decks):
                if before.group in self._decks:
                    self._drawn(moment, after)
                continue
            if before is None:
                if after.map:
                    by_way.setdefault(("added", self._place(after)), []).append(name_of(after))
            elif (before.map, before.x, before.y) != (after.map, after.x, after.y):
                way = self._place(before), self._place(after)
                if way[0] != way[1]:
                    by_way.setdefault(way, []).append(name_of(after))
        for (start, end), names in by_way.items():
            self.moves += not taken_back
            told = ", ".join(names[:MOST_NAMED])
            if len(names) > MOST_NAMED:
                told += f" and {len(names) - MOST_NAMED} more"
            more = {"undone": True} if taken_back else {}
            self._tell(moment.index, "move", f"{told}: {start} → {end}", **more)

    def _drawn(self, moment: Moment, chit: GamePiece) -> None:
        taken_back = moment.taken_back is not None
        if not taken_back:
            self.chit = chit.name
            self._open(moment.index)
        more = {"undone": True} if taken_back else {}
        self._tell(moment.index, "chit", f"{name_of(chit)} is drawn", **more)

    def _undone(self, moment: Moment) -> None:
        by = moment.player
        what = moment.takes_back
        record: dict[str, Any] = {"step": moment.index, "takes_back": what, "turn": self.turn}
        if by:
            record["player"] = clipped(by)
        self.undos.append(record)
        told = "a step before the log began" if what is None else f"step {what}"
        self._tell(moment.index, "undo", f"takes back {told}")

    def _said(self, moment: Moment) -> None:
        signs = moment.step.signs
        if not (signs.dice or signs.talk):
            return
        rolls = moment.rolls if signs.dice else ()
        undone = moment.taken_back is not None or moment.undo
        if not moment.undo:  # the undo only puts back what the button showed before
            self.rolls += thrown(moment.index, rolls, undone)
        for roll in () if moment.undo else rolls:
            told = f"{roll.button}: {', '.join(roll.results)}"
            more = {"undone": True} if undone else {}
            self._tell(moment.index, "roll", clipped(told), **more)
        if not signs.talk:
            return
        chat = moment.chat
        if not rolls and not moment.undo:
            self.chat_rolls += reported(moment.index, chat, undone)
        for line in chat:
            if line.kind is ChatKind.SAID and not moment.undo:
                self._tell(moment.index, "said", clipped(f"{line.who}: {line.text}"))

    def _place(self, piece: GamePiece) -> str:
        if not piece.map:
            return NOWHERE
        key = (piece.map, piece.x, piece.y)
        found = self._places.get(key)
        if found is None:
            layout = self._layouts.get(piece.map)
            name = layout.hex_at(piece.x, piece.y) if layout is not None else None
            found = self._places[key] = clipped(name or piece.map)
        return found


def name_of(piece: GamePiece) -> str:
    """The name of a piece; one that somebody hid or masked has none."""
    kind = piece.kind
    unseen = (kind.hides and piece.hidden_by is not None) or (
        kind.masks and piece.masked_by is not None
    )
    if unseen:
        return "a hidden piece"
    return clipped(kind.name or "a piece")


POINTS = ("victory", "vp", "points", "score")


def counts_points(name: str) -> bool:
    """Whether a global property is one in which a module keeps points."""
    folded = name.casefold()
    return any(word in folded for word in POINTS) and not folded.endswith("_result")


def clipped(text: str) -> str:
    """A text on one line, without what no document may hold, and not too long."""
    flat = text if text.isprintable() else "".join(c if c.isprintable() else " " for c in text)
    return flat if len(flat) <= MOST_TEXT else flat[: MOST_TEXT - 1] + "…"
