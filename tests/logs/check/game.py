"""A log made by hand for one question."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from clubroute.builder.errors import Where
from clubroute.builder.vassal.atoms import MovePiece
from clubroute.rules.asking.context import Context
from clubroute.rules.gts.logcheck.judge import GtsReferee
from clubroute.rules.logs.check.check import check_log
from clubroute.rules.logs.check.finding import CheckReport, LogFinding
from clubroute.rules.logs.check.judge import Record
from clubroute.rules.logs.check.module import Module
from clubroute.rules.logs.read import log_of
from tests.logs.check.mappings import read_mapping
from tests.logs.check.scenario import Scenario
from tests.logs.check.tables import MUG, MUG_MAP, Recorded
from tests.logs.going_on import save_of


class Game:
    """A log made by hand: Units by id, hexes by number."""

    def __init__(
        self,
        told: Scenario,
        module: Module,
        context: Context,
        chit: str = "",
        *,
        dice: bool = True,
    ) -> None:
        self.told, self.module, self.context = told, module, context
        self.table = Recorded(told, module.maps, 0)
        if dice:
            self.table.roll()
        if chit:
            self.draw(chit)

    def draw(self, chit: str) -> None:
        piece = next(piece for piece, id_ in self.told.chits.items() if id_ == chit)
        self.table.recorder.draw(piece, "Activation", 250, 190)

    def goes_on(self) -> None:
        """Play goes on under two more chits: what was done before is not put right."""
        self.draw("chit-59-division")
        self.put("59-2-i-1034-59", "60.141")
        self.draw("chit-wal-107")

    def play(self, chit: str) -> None:
        """Put a chit into play that lies somewhere."""
        self.table.drag(self.told.ids[chit], "Activation", (300, 190))

    def turn(self) -> str:
        """Go on with the turn tracker: the time it shows then."""
        self.table.turn()
        return self.table.time

    def back(self, chit: str) -> None:
        """Put a chit back into the mug."""
        recorder = self.table.recorder
        piece = next(piece for piece, id_ in self.told.chits.items() if id_ == chit)
        (deck,) = (g for g in recorder.game.groups.values() if g.deck_name == MUG)
        lies, top = recorder.game.pieces[piece], deck.pieces[-1] if deck.pieces else None
        place = (MUG_MAP, deck.x, deck.y)
        recorder.step(MovePiece(piece, *place, top, lies.map, lies.x, lies.y, None, "player1"))
        assert recorder.game.pieces[piece].group == deck.id

    def going_on(self) -> Game:
        """Begin another log where this one is."""
        data = log_of(self.table.recorder.log_bytes(), Where("(before)")).module
        assert data is not None
        setup = save_of(self.table.recorder.game, data.write(), "3.6.0-SNAPSHOT")
        told = replace(self.told, setup=setup)
        return Game(told, self.module, self.context, dice=False)

    def put(self, unit: str, *hexes: str) -> None:
        for number in hexes:
            place = self.told.pixel(number)
            self.table.drag(self.told.ids[unit], self.told.game.map, place)

    def form(self, unit: str) -> None:
        self.table.column(self.told.ids[unit])

    def report(
        self,
        context: Context | None = None,
        own: bool = True,
        before: Record | None = None,
        **told: Any,
    ) -> CheckReport:
        data = self.table.recorder.log_bytes()
        log = log_of(data, Where("/somewhere/game.vlog"))
        referee = GtsReferee(context or self.context, read_mapping(), own)
        found = check_log(log, self.module, referee, told, None, before)
        assert "/somewhere" not in json.dumps(found.record())
        return found

    def of(self, unit: str, own: bool = True, **told: Any) -> LogFinding:
        """The one finding about a Unit."""
        (found,) = (f for f in self.report(own=own, **told).findings if f.unit == unit)
        return found
