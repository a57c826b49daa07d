"""Writes positions as saved games that VASSAL opens.

A save, or a log after some of its steps, is written as it stands there, counter by counter, of
whatever module. Nobody plays in it: sides are taken anew, as in a set-up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clubroute.builder.errors import InputError
from clubroute.builder.module.outline import shelf_of
from clubroute.builder.module.parts import turn_state
from clubroute.builder.module.setups import (
    Shelf,
    empty_decks,
    map_pixel,
    switched_on,
    window_boards,
)
from clubroute.builder.project import Project, shipped_project
from clubroute.builder.vassal import commands, obfuscation
from clubroute.builder.vassal.archive import SAVED_GAME, Entry, write_archive
from clubroute.builder.vassal.atoms import (
    BEGIN_SAVE,
    END_SAVE,
    SETUP_STACK,
    AddPiece,
    GlobalProperty,
    MovePiece,
    Unknown,
)
from clubroute.builder.vassal.buildfile import encode
from clubroute.builder.vassal.commands import Command
from clubroute.builder.vassal.metadata import MODULE_DATA, SAVE_DATA, Metadata
from clubroute.builder.vassal.pieces import expand
from clubroute.builder.vassal.setup import PlacedPiece, Setup, setup_archive
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.maps import map_of
from clubroute.rules.logs.game import Clock, Game, restored_key
from clubroute.rules.logs.pieces import GONE
from clubroute.rules.logs.read import GameLog
from clubroute.rules.position.record import flattened
from clubroute.rules.saves.at import At, file_of
from clubroute.rules.saves.position import (
    FLAGS,
    Lay,
    SaveSeries,
    saves_of,
)
from clubroute.rules.saves.reading import SaveFile
from clubroute.rules.series import series_at

# Lays a state out with the counters of our own module, as a saved game.

PUBLIC_NOTES = "PNOTES"
"""What VASSAL's command for the public notes begins with."""
SIDES_UP: Mapping[str, str] = {"mounted": "back"}
"""The word that our set-ups have for such a state, where it is another."""


@dataclass(frozen=True, slots=True)
class LaidOut:
    """A saved game, and what of the state no counter shows, a line each."""

    data: bytes
    left_out: tuple[str, ...]


def noted(text: str) -> str:
    """Lines as VASSAL keeps notes."""
    return encode(text.splitlines(), "|")


def laid_out(context: Context, map_: str, state: Mapping[str, Any], notes: str = "") -> LaidOut:
    """Lay a state out, with ``notes`` among its public notes.

    :raises InputError: it is wrong, or the map is not ours.
    """
    series, saves = series_at(map_), saves_of(map_)
    position = series.read_state(state)
    project = shipped_project() if series.home is None else Project(series.home)
    shelf = shelf_of(project, map_)
    left_out: list[str] = []
    lays = [*of_state(state, saves), *saves.lays(map_of(context, map_), position)]
    placed = list(on_map(shelf, lays, left_out))
    game = shelf.game
    turn = saves.turn(position)
    told = turn is not None and turn[0] in game.days and turn[1] in game.times
    extra = [turn_state(game, *turn).text()] if turn is not None and told else []
    if notes:
        extra.append(f"{PUBLIC_NOTES}\t{noted(notes)}")
    if turn is not None and not told:
        left_out.append(f"the turn {turn[0]} {turn[1]}: the tracker has none such")
    decks = empty_decks(shelf.counters.windows)
    prototypes = shelf.counters.traits.prototypes
    setup = Setup(placed, window_boards(shelf), decks, extra, prototypes)
    metadata = Metadata(game.version, game.vassal, 0, game.description, game.name)
    return LaidOut(setup_archive(setup, metadata), tuple(left_out))


def of_state(state: Mapping[str, Any], saves: SaveSeries) -> Iterator[Lay]:
    """The units and markers of a state that stand in hexes."""
    for unit in state.get("units") or ():
        if unit.get("hex"):
            words = tuple(SIDES_UP.get(name, name) for name in FLAGS if unit.get(name))
            words += tuple(one for one in unit.get("state") or () if one in saves.states)
            yield Lay(unit.get("id") or unit.get("name") or "a unit", unit["hex"], words)
    for marker in state.get("markers") or ():
        kind = flattened(marker["kind"])
        id_, states = saves.counters.get(kind, (kind.replace("_", "-"), ()))
        if marker.get("hex") and kind != "club_route":
            known = marker.get("id") or id_
            yield Lay(known, marker["hex"], states)


def on_map(shelf: Shelf, lays: list[Lay], left_out: list[str]) -> Iterator[PlacedPiece]:
    """The counters in their hexes; ``left_out`` takes what the module has no counter for."""
    prototypes = shelf.counters.traits.prototypes
    view = shelf.views[0]
    for lay in lays:
        piece = shelf.pieces.get(lay.id)
        try:
            x, y = map_pixel(shelf.views, view.lattice.parse(lay.hex, view.window))
        except (InputError, KeyError, ValueError):
            left_out.append(f"{lay.id} in {lay.hex}: no hex of the module's boards")
            continue
        if piece is None:
            left_out.append(f"{lay.id} in {lay.hex}: the module has no such counter")
            continue
        layers = shelf.layers(lay.id, lay.states) or (("Back",) if "back" in lay.states else ())
        yield PlacedPiece(
            switched_on(expand(piece.definition, prototypes), layers), shelf.game.map, x, y
        )


NOTES = ("NOTES\t", "PNOTES\t")


def saved(context: Context, at: At) -> tuple[bytes, tuple[str, ...]]:
    """The .vsav of a position, and what of it no counter shows, a line each.

    :raises InputError: it is a state whose map nobody says, or is wrong.
    """
    if at.save is not None and at.found is not None:
        return written_at(at.save, at.found.step), ()
    file = file_of(at)
    made = laid_out(context, file.map, file.state)
    return made.data, made.left_out


def written_at(
    save: SaveFile, step: int, moves: Sequence[MovePiece] = (), notes: str = ""
) -> bytes:
    """The .vsav of a log after so many of its steps, then after some moves; its public notes say
    ``notes``, if anything."""
    game, clock = save.game(), Clock(save.log.where)
    for one in save.log.steps[:step]:
        clock.check(f"{one.index} of {step} steps played")
        game.apply(one.commands)
    game.apply(moves)
    return game_archive(save.log, game, notes)


def moves_to(save: SaveFile, hexes: Mapping[str, str]) -> tuple[MovePiece, ...] | None:
    """The moves that bring pieces, by their ids, into hexes of the main map.

    None where the module is none of ours: where its hexes lie is not known.
    :raises InputError: no such hex.
    """
    if not hexes:
        return ()
    shelf = shelf_of(shipped_project(), save.book.window)
    if save.module.name != shelf.game.name:
        return None
    view, map_ = shelf.views[0], save.book.map
    places = {
        piece: map_pixel(shelf.views, view.lattice.parse(number, view.window))
        for piece, number in hexes.items()
    }
    return tuple(
        MovePiece(piece, map_, x, y, None, map_, x, y, None, None)
        for piece, (x, y) in places.items()
    )


def game_archive(log: GameLog, game: Game, notes: str = "") -> bytes:
    """The .vsav of a game that a log restored and its steps have changed; ``notes`` come to its
    public notes."""
    texts = [*piece_texts(game), *other_texts(log, game, notes), SETUP_STACK, END_SAVE]
    text = commands.encode(Command(BEGIN_SAVE, tuple(map(Command, texts))))
    entries = [Entry(SAVED_GAME, obfuscation.write_text(text))]
    module = log.module
    save = log.save or Metadata("", module.vassal_version if module else "", 0)
    entries.append(Entry(SAVE_DATA, save.write()))
    if module is not None:
        entries.append(Entry(MODULE_DATA, module.write()))
    return write_archive(tuple(entries))


def piece_texts(game: Game) -> Iterator[str]:
    """The counters, then the stacks and decks they are in: before them VASSAL would lose them."""
    for piece in game.pieces.values():
        if piece.group != GONE:
            yield AddPiece(piece.id, piece.type, piece.state_text()).text()
    for group in game.groups.values():
        # VASSAL keeps no stack without a piece; an empty deck stays.
        if group.pieces or group.is_deck:
            yield AddPiece(group.id, group.type, group.state_text()).text()


def other_texts(log: GameLog, game: Game, notes: str) -> Iterator[str]:
    """Global properties, turn trackers, boards and notes as they stand; and what the file has of
    the module's own, as it was."""
    for atom in log.setup:
        if isinstance(atom, GlobalProperty):
            key = restored_key(atom.name, atom.container)
            value = game.properties.get(key, atom.value)
            yield GlobalProperty(atom.name, value, atom.container).text()
        elif isinstance(atom, Unknown) and not atom.verbatim.startswith(NOTES):
            yield atom.verbatim
    for turn in game.turns.values():
        yield turn.text()
    told = dict(game.notes)
    if notes:
        told[PUBLIC_NOTES] = noted(notes)
    for name, text in told.items():
        yield f"{name}\t{text}"
    for boards in game.boards.values():
        yield boards.text()
