"""What every series declares alike of the logs of our own modules."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from clubroute.rules.logs.check.series import read_counters

if TYPE_CHECKING:
    from clubroute.rules.asking.context import Context
    from clubroute.rules.logs.audit.modules import Modules
    from clubroute.rules.logs.check.judge import FindingPictures


class SeriesOfOurs:
    """A series whose file ``counters`` describes the counters of our modules."""

    counters: Path

    def plays(self, module: str) -> bool:
        """Tell whether our counters' file names a module."""
        return module in own_modules(self.counters)

    def pictures(self, context: Context, modules: Modules) -> FindingPictures:
        """Open what draws moves on the map."""
        from clubroute.rules.logs.audit.pictures import MovePictures

        return MovePictures(context, modules)


@cache
def own_modules(counters: Path) -> frozenset[str]:
    """Read the names of the modules that a file of counters is for."""
    return frozenset(read_counters(counters)["windows"])
