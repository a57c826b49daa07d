"""Games of one's own whose hex numbers have nothing between column and row: 0304, C04."""

from __future__ import annotations

import re
from pathlib import Path

from clubroute.builder.authoring.new_game import new_game

TEXTS = ("scenarios/bridge.csv", "scenarios/bridge.toml", "tutorial.toml")
GROUND = ("areas.csv", "facts.csv", "hexes.csv", "hexsides.csv", "junctions.csv", "links.csv")
A_HEX = re.compile(r"(?<![\w.])(\d)\.(\d\d)(?!\d)")


def undotted(root: Path, name: str, *, letters: bool = False) -> None:
    """Lay out a new game with rules, and take the dots out of its hex numbers.

    :param letters: write the hexrows in letters.
    """

    def number(told: re.Match[str]) -> str:
        return (chr(ord("@") + int(told[1])) if letters else f"0{told[1]}") + told[2]

    new_game(root, name, rules=True)
    ground, counters = root / "map_sources" / name, root / "counters" / name
    for path in (*(ground / one for one in GROUND), *(counters / one for one in TEXTS)):
        text = path.read_text(encoding="utf-8")
        path.write_text(A_HEX.sub(number, text), encoding="utf-8")
    rules = counters / "rules.toml"
    text = rules.read_text(encoding="utf-8")
    sources = re.compile(r'(?<=\[")(\d)\.(\d\d)(?="\])')
    rules.write_text(sources.sub(number, text), encoding="utf-8")
    lattice = ground / "lattice.toml"
    text = lattice.read_text(encoding="utf-8")
    digits = "letters = true" if letters else "first_digits = 2"
    text = text.replace("first_digits = 1", digits)
    lattice.write_text(text if letters else f'separator = ""\n{text}', encoding="utf-8")
