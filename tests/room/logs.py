"""A long log by somebody who means harm."""

from __future__ import annotations

from pathlib import Path

from clubroute.builder.module.setups import map_pixel
from clubroute.rules.asking.context import Context
from clubroute.rules.logs.check.series import outlined
from tests.logs.recorder import Recorder
from tests.saves.setups import set_up, shelf

STEPS = 500
MAIN = "Market-Garden"
HARM = '<img src=x onerror="document.title=1">&<script>document.title=2</script>'


def long_log(context: Context, path: Path, steps: int) -> None:
    """WED-2 with a Unit that goes to and fro, and a player who writes HTML."""
    module = outlined(context, "Where Eagles Dare")
    assert module is not None
    recorder = Recorder(set_up("wed", "WED-2"), module.maps)
    views = shelf("wed").views
    unit = next(
        one
        for one in recorder.game.pieces.values()
        if one.map == MAIN and one.property_value("UnitId") == "101-easy-2-506"
    )
    recorder.say(HARM, HARM)
    for step in range(steps - 1):
        number = ("77.164", "77.165")[step % 2]
        x, y = map_pixel(views, views[0].lattice.parse(number, "wed"))
        recorder.move(unit.id, MAIN, x, y)
    recorder.write(path)
