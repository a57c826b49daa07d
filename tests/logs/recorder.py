"""Logs of scripted moves without VASSAL: the same commands its engine records for them.

``test_recorder`` in tests/engine proves them equal. Not written are what nobody encodes
(``LOG null``) and the persistent properties (OldX…); ids of new stacks count up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import PurePath

from clubroute.builder.errors import Where
from clubroute.builder.vassal import commands, obfuscation
from clubroute.builder.vassal.archive import (
    SAVED_GAME,
    Entry,
    entries_of,
    write_archive,
)
from clubroute.builder.vassal.atoms import (
    AddPiece,
    Atom,
    ChangePiece,
    Chat,
    Log,
    MovePiece,
    MutableProperty,
    PlayerEntry,
    RemovePiece,
    TurnState,
    Undo,
)
from clubroute.builder.vassal.commands import Command
from clubroute.builder.vassal.metadata import MODULE_DATA, SAVE_DATA, Metadata
from clubroute.rules.logs.game import Game, start
from clubroute.rules.logs.grids.hexgrid import formatted
from clubroute.rules.logs.grids.layout import MapLayout
from clubroute.rules.logs.grids.maps import ModuleMaps
from clubroute.rules.logs.pieces import GamePiece, PieceGroup, outer_of
from clubroute.rules.logs.read import log_of

MOVED, TRAIL = "markmoved;", "footprint;"
MOVE_REPORT = "$pieceName$ moves $previousLocation$ -> $location$"


class Recorder:
    """Plays a game from a saved setup and keeps its log.

    ``setup`` are the bytes of a .vsav, ``maps`` the module's maps (for names of places),
    ``password`` the player's id as VASSAL writes it, ``report`` the maps' move report, ``marks``
    whether they mark what has moved. ``players`` join before the log begins.
    """

    def __init__(
        self,
        setup: bytes,
        maps: ModuleMaps,
        *,
        password: str = "not-a-password",
        report: str = MOVE_REPORT,
        marks: bool = True,
        version: str = "3.6.0-SNAPSHOT",
        players: Sequence[PlayerEntry] = (),
    ) -> None:
        entries = {entry.name: entry.data for entry in entries_of(setup, Where("(setup)"))}
        text = obfuscation.read_text(entries[SAVED_GAME])
        self._start = commands.decode(text)
        if players:
            joined = tuple(Command(player.text()) for player in players)
            self._start = Command(
                self._start.text,
                (*self._start.children[:-1], *joined, self._start.children[-1]),
            )
        self._module = entries.get(MODULE_DATA)
        self._version = version
        self._password = password
        self._report = report
        self._marks = marks
        log = log_of(self.bytes_of(()), Where("(recording)"))
        self.game: Game = start(log, maps.stacking)
        self._layouts: Mapping[str, MapLayout] = maps.laid_out(self.game.boards, version)
        self._map_ids = {name: f"Map{number}" for number, name in enumerate(maps.maps)}
        self._steps: list[tuple[Atom, ...]] = []
        self._undone: set[int] = set()
        # A game that goes on has stacks of the log before.
        known = (int(id_) for id_ in self.game.groups if id_.isdigit())
        self.stacks = max(9_000_000, *known)

    def bytes_of(self, steps: Sequence[Sequence[Atom]], key: int = 0x2F) -> bytes:
        """The .vlog of the setup and ``steps``."""
        logged = []
        for step in steps:
            texts = [Command(Log(atom.text()).text()) for atom in step]
            logged.append(Command(texts[0].text, tuple(texts[1:])))
        tree = Command(self._start.text, (*self._start.children, *logged))
        entries = [Entry(SAVED_GAME, obfuscation.write_text(commands.encode(tree), key))]
        entries.append(Entry(SAVE_DATA, Metadata("1.0", self._version, 0).write()))
        if self._module is not None:
            entries.append(Entry(MODULE_DATA, self._module))
        return write_archive(entries)

    def log_bytes(self) -> bytes:
        """The .vlog so far."""
        return self.bytes_of(self._steps)

    @property
    def steps(self) -> Sequence[tuple[Atom, ...]]:
        """The steps so far, each a command or several."""
        return self._steps

    def write(self, path: PurePath) -> None:
        """Save the log so far in a file."""
        from pathlib import Path

        Path(path).write_bytes(self.log_bytes())

    def move(self, piece_id: str, map_: str, x: int, y: int) -> None:
        """Drag one piece; it comes to rest where the map snaps."""
        piece = self.game.pieces[piece_id]
        place = (map_, *self._layouts[map_].snap(x, y))
        # On top of its own stack it is reported but not marked.
        stays = (piece.map, piece.x, piece.y) == place
        atoms: list[Atom] = [] if stays else self._marked([piece])
        atoms += self._dropped(piece, place)
        self._log([*atoms, self._reported([piece], piece, place)])

    def move_stack(self, stack_id: str, map_: str, x: int, y: int) -> None:
        """Drag a whole stack."""
        stack = self.game.groups[stack_id]
        place = (map_, *self._layouts[map_].snap(x, y))
        pieces = [self.game.pieces[child] for child in stack.pieces]
        top = self._top(place, stack_id)
        if top is None:
            atoms = [*self._marked(pieces), self._moved(stack_id, stack, place, None, None)]
            self._log([*atoms, self._reported(list(reversed(pieces)), stack, place)])
            return
        # Onto other pieces each goes by itself, the lowest first.
        merged: list[Atom] = []
        for piece in pieces:
            merged += [*self._marked([piece]), self._moved(piece.id, stack, place, top, None)]
            top = piece.id
        self._log([*merged, self._reported(pieces, stack, place)])

    def draw(self, card: str, map_: str, x: int, y: int) -> None:
        """Draw a card, by its id, from its deck onto a map, without a report."""
        self._log(self._dropped(self.game.pieces[card], (map_, x, y)))

    def say(self, name: str, text: str) -> None:
        """Write a line of chat."""
        self._log([Chat(f"&lt;{name}&gt; - {text}")])

    def roll(self, button: str, results: Sequence[int]) -> None:
        """Roll dice; ``results`` are what they show."""
        shown = ",".join(map(str, results))
        old = self.game.property_value(f"{button}_result") or ""
        result = MutableProperty(f"{button}_result", old, shown, "Module")
        self._log([Chat(f"* {button} = {shown}"), result])

    def turn(self, text: str, state: TurnState) -> None:
        """Set the turn tracker."""
        self._log([Chat(text), state])

    def change(self, piece_id: str, prefix: str, state: str) -> None:
        """Give one trait of a piece, named by its prefix, a new state, without a report."""
        self._log([self._with_states(self.game.pieces[piece_id], {prefix: state})])

    def set_property(self, name: str, value: str, container: str = "Module") -> None:
        """Change a global property."""
        old = self.game.property_value(name, container) or ""
        self._log([MutableProperty(name, old, value, container)])

    def delete(self, piece_id: str) -> None:
        """Remove a piece."""
        self._log([RemovePiece(piece_id)])

    def undo(self, marked: bool = False) -> None:
        """Take back the last step that is not taken back; ``marked`` as VASSAL 3.6.7 and later
        write it."""
        index = max(i for i in range(len(self._steps)) if i not in self._undone)
        inverse = [_inverse(atom) for atom in reversed(self._steps[index])]
        kept: list[Atom] = [atom for atom in inverse if atom is not None]
        if marked:
            kept = [Undo(True), *kept, Undo(False)]
        self._log(kept)
        self._undone |= {index, len(self._steps) - 1}

    def step(self, *atoms: Atom) -> None:
        """Any commands as one step."""
        self._log(list(atoms))

    def _log(self, atoms: list[Atom]) -> None:
        self._steps.append(tuple(atoms))
        self.game.apply(atoms)

    def _marked(self, pieces: Sequence[GamePiece]) -> list[Atom]:
        found: list[Atom] = []
        for piece in pieces if self._marks else ():
            states = {}
            for trait in piece.traits:
                if trait.type.startswith(MOVED):
                    states[MOVED] = "true"
                elif trait.type.startswith(TRAIL) and piece.map is not None:
                    states[TRAIL] = self._trail(trait.state, piece)
            change = self._with_states(piece, states)
            if change.new_state != change.old_state:
                found.append(change)
        return found

    def _trail(self, state: str, piece: GamePiece) -> str:
        visible, map_id, _, *points = state.split(";")
        here = self._map_ids[piece.map or ""]
        if map_id != here:
            points = []
        if points[-1:] != [f"{piece.x},{piece.y}"]:
            points.append(f"{piece.x},{piece.y}")
        return ";".join((visible, here, str(len(points)), *points))

    def _with_states(self, piece: GamePiece, new: Mapping[str, str]) -> ChangePiece:
        states = list(piece.states)
        for index, trait in enumerate(piece.traits):
            for prefix, state in new.items():
                if trait.type.startswith(prefix):
                    states[index] = state
        after = piece._replace(outer=outer_of(states))
        return ChangePiece(piece.id, after.state_text(), piece.state_text())

    def _dropped(self, piece: GamePiece, place: tuple[str, int, int]) -> list[Atom]:
        group = self.game.stack_of(piece)
        below = None
        if group is not None:
            at = group.pieces.index(piece.id)
            below = group.pieces[at - 1] if at else None
        top = self._top(place, piece.id) if piece.stacks else None
        atoms: list[Atom] = [self._moved(piece.id, piece, place, top, below)]
        if top is None and piece.stacks:
            self.stacks += 1
            map_, x, y = place
            state = f"{map_};{x};{y};{piece.id};@@1"
            atoms.append(AddPiece(str(self.stacks), "stack", state))
        return atoms

    def _top(self, place: tuple[str, int, int], moving: str) -> str | None:
        """The top piece at a place, as it is before the move."""
        found = [p for p in self.game.at(*place) if p.stacks and p.group is not None]
        if not found or found[-1].group == moving:
            return None
        if found[-1].id == moving:
            return found[-2].id if len(found) > 1 else None
        return found[-1].id

    def _moved(
        self,
        id_: str,
        before: GamePiece | PieceGroup,
        place: tuple[str, int, int],
        under: str | None,
        below: str | None,
    ) -> MovePiece:
        origin = (before.map, before.x, before.y)
        return MovePiece(id_, *place, under, *origin, below, self._password)

    def _reported(
        self,
        pieces: Sequence[GamePiece],
        before: GamePiece | PieceGroup,
        place: tuple[str, int, int],
    ) -> Chat:
        values = {
            "pieceName": ", ".join(piece.shown_name for piece in pieces),
            "previousLocation": self._name(before.map or "", before.x, before.y),
            "location": self._name(*place),
        }
        return Chat("* " + formatted(self._report, values))

    def _name(self, map_: str, x: int, y: int) -> str:
        return self._layouts[map_].location(x, y) or "offboard"


def _inverse(atom: Atom) -> Atom | None:
    match atom:
        case Chat(line=line):
            return Chat(f"* UNDO: {line}")
        case MovePiece():
            return MovePiece(
                atom.id,
                atom.from_map,
                atom.from_x,
                atom.from_y,
                atom.from_under,
                atom.to_map,
                atom.to_x,
                atom.to_y,
                atom.to_under,
                atom.player,
            )
        case ChangePiece(old_state=str() as old):
            return ChangePiece(atom.id, old, atom.new_state)
        case AddPiece(id=str() as id_):
            return RemovePiece(id_)
        case MutableProperty():
            return replace(atom, old=atom.new, new=atom.old)
        case _:
            return None
