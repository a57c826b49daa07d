"""A log made by hand for one question."""

from __future__ import annotations

import json

from clubroute.builder.errors import Where
from clubroute.rules.context import Context
from clubroute.rules.gts.logcheck.mapping import read_mapping
from clubroute.rules.gts.logcheck.referee import GtsReferee
from clubroute.rules.gts.logcheck.series import COUNTERS
from clubroute.rules.logs.check.check import check_log
from clubroute.rules.logs.check.finding import CheckReport, Finding
from clubroute.rules.logs.check.module import Module
from clubroute.rules.logs.read import log_of
from tests.logs.check.scenario import Scenario
from tests.logs.check.tables import Recorded


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

    def put(self, unit: str, *hexes: str) -> None:
        for number in hexes:
            place = self.told.pixel(number)
            self.table.drag(self.told.ids[unit], self.told.game.map, place)

    def form(self, unit: str) -> None:
        self.table.column(self.told.ids[unit])

    def report(
        self, context: Context | None = None, own: bool = True, **told: bool | int
    ) -> CheckReport:
        data = self.table.recorder.log_bytes()
        log = log_of(data, Where("/somewhere/game.vlog"))
        referee = GtsReferee(context or self.context, read_mapping(COUNTERS), own)
        found = check_log(log, self.module, referee, told)
        assert "/somewhere" not in json.dumps(found.record())
        return found

    def of(self, unit: str, own: bool = True, **told: bool | int) -> Finding:
        """The one finding about a Unit."""
        (found,) = (f for f in self.report(own=own, **told).findings if f.unit == unit)
        return found
