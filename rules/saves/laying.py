"""Lays a state out with the counters of our own module, as a saved game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from clubroute.builder.errors import InputError
from clubroute.builder.module.outline import shelf_of
from clubroute.builder.module.setups import (
    Shelf,
    empty_decks,
    map_pixel,
    switched_on,
    window_boards,
)
from clubroute.builder.module.turns import turn_state
from clubroute.builder.project import Project, shipped_project
from clubroute.builder.vassal.metadata import Metadata
from clubroute.builder.vassal.pieces import expand
from clubroute.builder.vassal.sequence import encode
from clubroute.builder.vassal.setup import PlacedPiece, Setup, setup_archive
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.maps import map_of
from clubroute.rules.position.record import flattened
from clubroute.rules.saves.position import FLAGS
from clubroute.rules.saves.series import Lay, SaveSeries, saves_of
from clubroute.rules.series import series_at

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
