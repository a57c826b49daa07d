"""Games to be read by a site's engine and by CPython: logs of both series, one of them long."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from clubroute.builder.survey.compile import compile_map
from clubroute.rules.asking.context import Context
from tests.logs.check.generated import context_in, module_in
from tests.logs.check.habitual import Table
from tests.logs.check.scenario import ROOT, scenario
from tests.logs.check.stages import STAGES
from tests.logs.scs.games import playing
from tests.logs.scs.scenario import game_on
from tests.logs.scs.table import Recorded
from tests.room.logs import long_log

LONG_STEPS = 500
"""Steps of a log of some 5 MB: every step tells a trail that grows."""
OF_GTS = {"wed": 4, "tdc": 3, "mg": 2}
OF_INS = 10


def logs(folder: Path, maps: Path, share: int = 10) -> Iterator[tuple[str, bytes]]:
    """Logs by their names: nine games of habits and a long one, and ten games of It Never Snows.

    :param folder: for what they are played with. :param share: of ten, how many.
    """
    gts = compile_map(ROOT, "gts").terrain
    for stage, many in OF_GTS.items():
        place = folder / stage
        place.mkdir()
        told = scenario(gts, STAGES[stage])
        table = Table(told, module_in(told), context_in(place, gts, told), None)
        for seed in range(-(-many * share // 10)):
            yield f"{stage}-{seed}.vlog", table.legal(seed).table.data()
    long = folder / "long.vlog"
    long_log(Context(maps), long, LONG_STEPS)
    yield "long.vlog", long.read_bytes()
    game = game_on(compile_map(ROOT, "ins").terrain, folder)
    for number in range(-(-OF_INS * share // 10)):
        _, played, _ = playing(number, lambda luck: Recorded(game, luck), game)
        yield f"ins-{number}.vlog", played.data()
