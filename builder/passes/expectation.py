"""What the engine must find in a module, told from the sources and not from the module itself."""

from __future__ import annotations

from typing import Any

from clubroute.builder.module.setups import (
    Shelf,
    deck_contents,
    first_chits,
    placed_counters,
)
from clubroute.builder.sources.scenarios import Scenario


def expect(shelf: Shelf) -> dict[str, Any]:
    """What the engine must find in the module: hex names by pixel, setups, pieces, sides."""
    game, views, lattice = shelf.game, shelf.views, shelf.views[0].lattice
    boards = []
    for view in views:
        hexes = {}
        for h in view.hexes():
            x, y = view.centre(h)
            hexes[lattice.format(h)] = [x + view.map_x, y + view.map_y]
        boards.append({"name": view.name, "x": view.map_x, "y": view.map_y, "hexes": hexes})
    setups = [
        {
            "name": scenario.title,
            "file": f"{game.file}-{scenario.id.lower()}.vsav",
            "pieces": expected_pieces(scenario, shelf),
        }
        for scenario in shelf.counters.setups
    ]
    if game.empty:
        setups.append({"name": game.empty, "file": f"{game.file}-empty.vsav", "pieces": []})
    return {
        "module": game.name,
        "maps": [{"name": game.map, "boards": boards}] if game.has("Map") else [],
        "setups": setups,
        "pieces": [{"gpid": item.gpid, "name": item.name} for item in shelf.pieces.values()],
        "start": game.empty if game.chooser else "",
        "sides": [*game.sides, *game.observers],
    }


def expected_pieces(scenario: Scenario, shelf: Shelf) -> list[dict[str, Any]]:
    """What the engine must find of a scenario: counters where they lie, chits and decks."""
    pieces = shelf.pieces
    found = [
        (stood.counter, stood.map, stood.place, (stood.x, stood.y))
        for stood in placed_counters(scenario, shelf)
    ]
    windows = shelf.counters.windows
    found += [
        (pieces[one.chit], one.window, one.box, one.at) for one in first_chits(scenario, windows)
    ]
    found += [
        (pieces[id_], held.window.title, held.deck.name, held.deck.at)
        for held in deck_contents(scenario, windows)
        for id_ in held.ids
    ]
    return [
        {
            "name": counter.name,
            "gpid": counter.gpid,
            "map": map_name,
            "hex": place,
            "x": x,
            "y": y,
        }
        for counter, map_name, place, (x, y) in found
    ]
