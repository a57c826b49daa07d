"""Moves put to the log judge and to the methods of movement: a log of them is made on our recorder
and checked; no verdict may contradict another.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clubroute.rules.answer.model import Receipt
from clubroute.rules.position.record import settled
from clubroute.rules.scs.games import Readings
from clubroute.rules.scs.movement.marches import MarchReachAsked, roadmarch_reach
from clubroute.rules.scs.movement.questions import READINGS, BestAsked, best_move
from tests.logs.scs.games import checked
from tests.logs.scs.player import SIDES, Player
from tests.logs.scs.scenario import InsGame
from tests.logs.scs.table import Recorded

UNITS = 10
"""So many units of a side move in a log, each once."""


@dataclass(frozen=True)
class Moved:
    """A unit that was dragged, and what the methods say of it: as a move, and as a Road March."""

    unit: str
    start: str
    end: str
    move: Receipt
    march: Receipt


def moves(player: Player, side: str) -> Iterator[Moved]:
    """Drag units of a side to hexes near them, in reach or not, each as its turn begins."""
    units = sorted(player.of(side))
    for id_ in player.chance.sample(units, min(UNITS, len(units))):
        start = at = player.at[id_]
        for _ in range(player.chance.choice([1, 1, 2, 3, 5, 8])):
            at = player.chance.choice(player.beside(at))
        if at == start or at in player.foes(id_):
            continue
        yield Moved(id_, start, at, asked_move(player, id_, at), asked_march(player, id_, at))
        player.put(id_, at)


def asked_move(player: Player, id_: str, to: str) -> Receipt:
    """What ``move.best`` says of a unit's way to a hex."""
    asked = BestAsked(
        country=player.map,
        unit=player.unit(id_),
        phase="movement",
        state=player.state(),
        readings=Readings({}, READINGS),
        start=player.at[id_],
        to=to,
    )
    context = player.game.context
    return best_move(context, settled(context, asked))


def asked_march(player: Player, id_: str, to: str) -> Receipt:
    """What ``roadmarch.reach`` says of it."""
    asked = MarchReachAsked(
        country=player.map,
        unit=player.unit(id_),
        state=player.state(),
        readings=Readings({}, ("march_sea_line",)),
        start=player.at[id_],
        to=to,
    )
    context = player.game.context
    return roadmarch_reach(context, settled(context, asked))


def logged(game: InsGame, seed: int) -> tuple[list[str], int]:
    """What the log judge and the methods say differently of the moves of a log, and how many moves
    it has.
    """
    table = Recorded(game)
    player = Player(table, game, random.Random(seed))
    table.next_turn()
    player.roll()
    done = list(moves(player, SIDES[seed % 2]))
    table.next_turn()
    report = checked(game, table.data())
    verdicts: dict[str, Sequence[Any]] = {}
    for one in report.findings:
        if one.check == "move":
            verdicts[one.unit] = (*verdicts.get(one.unit, ()), one)
    found = [f"{seed} {line}" for one in done for line in against(game, one, verdicts)]
    return found, len(done)


def against(game: InsGame, one: Moved, verdicts: Mapping[str, Sequence[Any]]) -> Iterator[str]:
    """How the log judge contradicts the methods about a move."""
    said = verdicts.get(one.unit, ())
    way = f"{one.unit} from {one.start} to {one.end}"
    if len(said) != 1:
        yield f"{way}: {len(said)} findings"
        return
    (finding,) = said
    fine = "legal" in (one.move.verdict, one.march.verdict)
    if fine and finding.verdict == "illegal":
        yield f"{way}: the log illegal ({finding.why}), move.best {one.move.summary}"
    if finding.verdict == "legal" and one.move.verdict == "illegal":
        yield f"{way}: the log legal ({finding.why}), move.best {one.move.gist}"
    if finding.verdict == "illegal":
        again = game.context.registry.ask(game.context, finding.method, finding.asked)
        if again["verdict"] != "illegal":
            yield f"{way}: the proof of {finding.why} is {again['verdict']}"
