"""Examples of questions about games of one's own: with the map, units and hexes of the game."""

from __future__ import annotations

from clubroute.builder.grid import Lattice, distance, neighbours
from clubroute.rules.plain.asked import set_up
from clubroute.rules.plain.game import PlainGame
from clubroute.rules.scenarios.book import scenario_files

HEXES = ("2.05", "3.05", "4.05", "1.05")
"""Hexes of the examples in ``rules/plain/words.toml``, each beside the next but for the last."""
MAP, SCENARIO = "map=", "scenario="


def in_game(line: str, game: PlainGame, lattice: Lattice) -> str:
    """An example of ``rules/plain/words.toml`` as another game may ask it."""
    scenario = next(iter(scenario_files(game.id)), None)
    instead = words_of(game, lattice, scenario)
    told = []
    for word in line.split():
        if word.startswith(MAP):
            told.append(f"{MAP}{game.id}")
        elif not word.startswith(SCENARIO):
            told.append(instead.get(word, word))
        elif scenario is not None:
            told.append(f"{SCENARIO}{scenario}")
    return " ".join(told)


def words_of(game: PlainGame, lattice: Lattice, scenario: str | None) -> dict[str, str]:
    """The game's own word for each unit, side and hex of the examples; none where it has those."""
    if "blue-1" in game.counters:
        return {}
    found: dict[str, str] = {}
    for side, (told, ids) in zip(
        game.sides, (("Blue", ("blue-1", "blue-2")), ("Red", ("red-1",))), strict=False
    ):
        found[told] = side
        own = [one.id for one in game.counters.values() if one.side == side]
        found |= dict(zip(ids, own, strict=False))
    placed = {} if scenario is None else {one.id: one.hex for one in set_up(game, scenario)}
    here = placed.get(found.get("blue-1"))
    start = lattice.hexes(game.id)[0] if here is None else lattice.parse(here, game.id)
    chain = [start]
    for far in range(1, len(HEXES)):
        onward = [one for one in neighbours(chain[-1]) if distance(start, one) == far]
        chain += [one for one in onward if one in lattice.hexes(game.id)][:1]
    numbers = map(lattice.format, chain)
    return found | dict(zip(HEXES, numbers, strict=False))
