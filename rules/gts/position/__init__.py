"""A position of the series: units, markers, bridges, turn, history, Club Route, off-map display."""

from clubroute.rules.gts.position.position import NOTHING_SAID, Position, need_fire_zones

__all__ = ["NOTHING_SAID", "Position", "need_fire_zones"]
