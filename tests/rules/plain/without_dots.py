"""A game of one's own whose hex numbers have nothing between column and row: 0304."""

from __future__ import annotations

import re
from pathlib import Path

from clubroute.builder.authoring.new_game import new_game

TEXTS = ("scenarios/bridge.csv", "scenarios/bridge.toml", "tutorial.toml")
GROUND = ("areas.csv", "facts.csv", "hexes.csv", "hexsides.csv", "junctions.csv", "links.csv")
A_HEX = re.compile(r"(?<![\w.])(\d)\.(\d\d)(?!\d)")


def undotted(root: Path, name: str) -> None:
    """Lay out a new game with rules, and take the dots out of its hex numbers."""
    new_game(root, name, rules=True)
    ground, counters = root / "map_sources" / name, root / "counters" / name
    for path in (*(ground / one for one in GROUND), *(counters / one for one in TEXTS)):
        text = path.read_text(encoding="utf-8")
        path.write_text(A_HEX.sub(r"0\1\2", text), encoding="utf-8")
    rules = counters / "rules.toml"
    text = rules.read_text(encoding="utf-8")
    rules.write_text(re.sub(r'\["(\d)\.(\d\d)"\]', r'["0\1\2"]', text), encoding="utf-8")
    lattice = ground / "lattice.toml"
    text = lattice.read_text(encoding="utf-8").replace("first_digits = 1", "first_digits = 2")
    lattice.write_text(f'separator = ""\n{text}', encoding="utf-8")
