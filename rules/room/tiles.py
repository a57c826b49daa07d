"""How the boards of a map are cut into tiles."""

from __future__ import annotations

TILE = 512
"""Side of a tile, px."""
LEVELS = 5
"""Sizes the boards are cut at: as drawn (level 0), half as large (-1), and so on."""
