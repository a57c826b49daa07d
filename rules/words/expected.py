"""What a command takes, as a refused line says it: its slots, an example, the nearest name."""

from __future__ import annotations

from clubroute.builder.errors import one_of
from clubroute.builder.grid import Lattice, distance, neighbours
from clubroute.rules.ground.bridge_names import named_sides
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.plain.game import PlainGame, game_of, set_up
from clubroute.rules.scenarios.book import scenario_files
from clubroute.rules.series import series_at
from clubroute.rules.words import names
from clubroute.rules.words.commands import (
    Slot,
    all_commands,
    example_of,
    vocabulary,
)
from clubroute.rules.words.items import Item
from clubroute.rules.words.names import key_of
from clubroute.rules.words.scope import Scope

# Examples of questions about games of one's own: with the map, units and hexes of the game.

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


def expected(scope: Scope) -> str:
    """What the command takes, in words, with an example."""
    command = next((one for one in all_commands() if scope.form in one.forms), None)
    forms = [scope.form] if command is None else command.forms
    ways = dict.fromkeys(" ".join(map(shown, form.slots)) for form in forms)
    return f"{' or '.join(filter(None, ways)) or 'no more'}{example(scope)}"


def shown(slot: Slot) -> str:
    """A slot as it is said: ``UNIT``, ``[from HEX]``, ``HEX HEX …``."""
    if slot.literal:
        return slot.path
    name = "HEX" if slot.many and slot.type == names.HEX else slot.path.upper()
    if slot.path in vocabulary().leads.values():
        name = f"{slot.path} HEX"
    name = " ".join([name] * slot.least) + (" …" if slot.many else "")
    return f"[{name}]" if slot.optional else name


def example(scope: Scope) -> str:
    """How the method is asked, in the words of the map's series."""
    series = series_at(scope.window)
    line = example_of(scope.method.name, series.kind)
    country = scope.whole_country.country
    if line and series.home is not None and country is not None:
        line = in_game(line, game_of(scope.window), country.lattice)
        if scope.method.name == "step.cost" and isinstance(country, MapFile):
            line += f"; or of the chart, as: rule {next(iter(country.kinds))} {MAP}{scope.window}"
    return f", as: {line}" if line else ""


def wanted(scope: Scope, item: Item) -> str:
    """What is expected where an item fits nowhere: a unit's hex, if nobody said where it is."""
    types = scope.types
    if names.HEX in types and names.HEX not in item.may and names.BRIDGE in item.may:
        return f"a hex: it lies at {item.may[names.BRIDGE]}"
    if names.BRIDGE in types and (near := bridges_with(scope, item.text)):
        return f"a bridge: {one_of(near)}"
    if names.HEX in types and names.UNIT in item.may and names.HEX not in item.may:
        if scope.here.state:
            return f"a hex: the position does not say where {item.text} is"
        return f"a hex, or where it is: {item.text}=75.129, or a position (--at, --scenario)"
    return expected(scope)


def bridges_with(scope: Scope, text: str) -> list[str]:
    """The bridges in whose names a text stands, with their hexsides: a town may have several."""
    country, key = scope.known.country, key_of(text).removesuffix("bridge")
    sides = named_sides(country) if isinstance(country, MapFile) and key else {}
    return sorted(f"{one} ({' '.join(sides[one])})" for one in sides if key in key_of(one))
