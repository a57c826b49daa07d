"""What the chat says as a game begins."""

from __future__ import annotations

from collections import Counter

from clubroute.builder.module.game import GameSource
from clubroute.builder.module.trays import trays
from clubroute.builder.sources.counter_set import CounterSet
from clubroute.builder.sources.scenarios import Scenario


def greeting(scenario: Scenario | None, game: GameSource, counters: CounterSet) -> tuple[str, ...]:
    """What the chat says as a game begins: which one, and the module's own lines."""
    words = [game.empty if scenario is None else scenario.title]
    if scenario is not None and scenario.turns.first:
        turns = dict.fromkeys((scenario.turns.first, scenario.turns.last))
        words.append(" to ".join(turns))
    if scenario is not None and scenario.sets_up_first:
        words.append(f"the {scenario.sets_up_first} side sets up first")
    head = f"{game.name}: {', '.join(words)}."
    where = [where_counters_are(scenario, counters)] if scenario is not None else []
    return tuple(f"- {line}" for line in (head, *where, *game.greeting))


def where_counters_are(scenario: Scenario, counters: CounterSet) -> str:
    """How many counters begin on the map and in each window of trays, and whether that is all."""
    standing = len(scenario.standing)
    lying = Counter[str]()
    for tray in trays(scenario, counters):
        lying[tray.window] += len(tray.pieces)
    rest = ", ".join(f"{many} in {window}" for window, many in lying.items())
    told = f"Units on the map: {standing or 'none'}." + (f" To come: {rest}." if rest else "")
    if not scenario.units_told:
        told += " Its rulebook tells no set-up: place them as your own book of scenarios says."
    return told
