"""What the engine must find in a module, told from the sources and not from the module itself."""

from __future__ import annotations

from typing import Any

from clubroute.builder.module.counters import ModulePiece
from clubroute.builder.module.game import GameSource
from clubroute.builder.module.mug import MUG_MAP
from clubroute.builder.module.setups import deck_contents, placed_counters
from clubroute.builder.pixels import BoardView
from clubroute.builder.sources.counter_set import CounterSet


def expect(
    game: GameSource,
    views: tuple[BoardView, ...],
    counters: CounterSet,
    pieces: tuple[ModulePiece, ...],
) -> dict[str, Any]:
    """What the engine must find in the module: hex names by pixel, setups, pieces, sides."""
    by_id = {item.id: item for item in pieces}
    lattice = views[0].lattice
    boards = []
    for view in views:
        hexes = {}
        for h in view.hexes():
            x, y = view.centre(h)
            hexes[lattice.format(h)] = [x + view.map_x, y + view.map_y]
        boards.append({"name": view.name, "x": view.map_x, "y": view.map_y, "hexes": hexes})
    setups = []
    for scenario in counters.setups:
        on_map = [
            (stood.counter, game.map, stood.hex, (stood.x, stood.y))
            for stood in placed_counters(scenario, views, by_id)
        ]
        in_decks = [
            (by_id[id_], MUG_MAP, deck, at)
            for deck, at, ids in deck_contents(scenario)
            for id_ in ids
        ]
        setups.append(
            {
                "name": scenario.title,
                "file": f"{game.file}-{scenario.id.lower()}.vsav",
                "pieces": [
                    {
                        "name": counter.name,
                        "gpid": counter.gpid,
                        "map": map_name,
                        "hex": place,
                        "x": x,
                        "y": y,
                    }
                    for counter, map_name, place, (x, y) in (*on_map, *in_decks)
                ],
            }
        )
    return {
        "module": game.name,
        "maps": [{"name": game.map, "boards": boards}],
        "setups": setups,
        "pieces": [{"gpid": item.gpid, "name": item.name} for item in pieces],
        "sides": list(game.sides),
    }
