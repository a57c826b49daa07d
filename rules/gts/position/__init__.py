"""A position of the series: units, markers, bridges, turn, history, Club Route, off-map display."""

from clubroute.rules.gts.position.position import NOTHING_SAID, Position

__all__ = ["NOTHING_SAID", "Position"]
