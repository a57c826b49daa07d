"""What words of a question were understood as, told back as people say it.

A name without a dot is said as it is, ``from=75.129``; of one with dots, ``unit.class=leg``, what a
player would say is left. All of it may be typed again.
"""

from __future__ import annotations

import re

DOTTED = re.compile(r"(?P<record>[a-z_0-9.]+)\.(?P<name>[A-Za-z_]+)=(?P<value>.*)")
"""A parameter inside another, and its value; a hexside's or a Unit's name is none."""
DESCRIBED = {"from.terrain": "from", "to.terrain": "to"}
"""Parameters that are said with the word for the hex they describe."""
SPOKEN = ("class", "kind", "side", "terrain")
"""Parameters whose value says by itself what it is of, and the names of what moves."""
NAMES = ("name", "id")


def told_back(word: str) -> str:
    """A parameter and its value as a player says them.

    >>> told_back("unit.class=leg"), told_back("unit.column=no"), told_back("unit.ma=8")
    ('leg', 'not column', '8mp')
    >>> told_back("to.terrain=sand_dunes"), told_back("turn.time=Night"), told_back("to=75.129")
    ('to sand dunes', 'time=Night', 'to=75.129')
    >>> told_back("unit.name=A/1/501"), told_back("75.129/76.129=destroyed")
    ('unit=A/1/501', '75.129/76.129=destroyed')
    """
    found = DOTTED.fullmatch(word)
    if found is None or found["record"][0].isdigit():
        return word
    record, name, value = found.groups()
    plain, path = value.replace("_", " "), f"{record}.{name}"
    if path in DESCRIBED:
        return f"{DESCRIBED[path]} {plain}"
    if record == "unit" and name in NAMES:
        return f"unit={value}"
    if path == "unit.ma":
        return f"{value}mp"
    if record == "unit" and name in SPOKEN:
        return plain
    if record == "unit" and value in ("yes", "no"):
        return f"{'not ' if value == 'no' else ''}{name.replace('_', ' ')}"
    return f"{name}={value}" if record in ("turn", "club_route", "unit") else word
