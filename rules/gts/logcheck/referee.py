"""Opens the judge of a log of the Grand Tactical Series: its map, its counters, what is told."""

from __future__ import annotations

from clubroute.builder.errors import Where
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.maps import map_of
from clubroute.rules.gts.logcheck.judge import GtsJudge
from clubroute.rules.gts.logcheck.mapping import CounterMap
from clubroute.rules.gts.logcheck.options import options_told
from clubroute.rules.gts.logcheck.standing import Standings
from clubroute.rules.logs.check.judge import Told
from clubroute.rules.logs.check.module import Module
from clubroute.rules.logs.read import GameLog


class GtsReferee:
    """Knows the counters of modules by a mapping; ``own``: these are ours, which show our map.

    ``scenario`` is what Victory Points are counted for, "" for none.
    """

    def __init__(
        self, context: Context, mapping: CounterMap, own: bool = True, scenario: str = ""
    ) -> None:
        self._context = context
        self._mapping = mapping
        self._own = own
        self._standings = Standings(context, mapping, scenario)

    @property
    def deck(self) -> str:
        """Return the name of the mug that activation chits are drawn from, "" if there is none."""
        return self._mapping.mug

    def window(self, module: str) -> str:
        """Return the map that a module is played on, "" if it is not known."""
        return self._mapping.window(module)

    def judge(self, log: GameLog, module: Module, told: Told) -> GtsJudge:
        """Name a judge for a log.

        :raises InputError: the mapping names no map for the module, or one that is not built, or
            the module has no such map window, or an owner's table is wrong.
        """
        options = options_told(told, self._own)
        mapfile = map_of(self._context, self._mapping.map_of(module.name, Where("module")))
        return GtsJudge(
            self._context, log, module, mapfile, self._mapping, options, self._standings
        )
