"""Saved games and logs of any VASSAL module, read, replayed and tied to the map.

:func:`.read.read_log` reads a file, :func:`.replay.replay` plays it step by step on a
:class:`.game.Game`, and :mod:`.grids` names the hexes of its pixels. See docs/logs.md.
"""
