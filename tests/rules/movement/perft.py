"""Counts of what can be reached on the real map, kept in ``perft.csv``.

    python -m tests.rules.movement.perft --write

writes the counts anew; run it whenever the map's sources change, and look at the difference.
"""

from __future__ import annotations

import argparse
import csv
import io
import sys
from pathlib import Path

from clubroute.builder.survey.compile import compile_map
from clubroute.builder.terrain.terrain_file import encode_terrain
from clubroute.builder.terrain.terrain_map import TerrainMap
from clubroute.rules.answer.model import MOVE_CLASSES
from clubroute.rules.ground.mapfile import MapFile, read_map
from clubroute.rules.gts.games import GAMES, movement_table
from clubroute.rules.gts.movement.graph.network import Network
from clubroute.rules.gts.movement.readings import MovementReadings
from clubroute.rules.gts.movement.search.cheapest import reach
from clubroute.rules.gts.movement.steps.judge import Rules
from clubroute.rules.gts.situation.surroundings import Surroundings

FILE = Path(__file__).with_suffix(".csv")
COLUMNS = ("map", "hex", "class", "column", "mp", "hexes", "states", "sum_half_mp")
CASES = (
    ("wed", "75.129", "wheeled", True, 12),
    ("wed", "75.129", "leg", False, 8),
    ("wed", "75.129", "tracked", True, 10),
    ("wed", "41.232", "tracked", True, 13),
    ("wed", "66.157", "leg", True, 7),
    ("wed", "70.156", "wheeled", True, 14),
    ("wed", "45.223", "leg", False, 6),
    ("wed", "61.141", "wheeled", True, 6),
    ("tdc", "38.43", "tracked", True, 9),
    ("tdc", "34.60", "leg", False, 8),
    ("tdc", "49.30", "wheeled", True, 12),
    ("mg", "14.89", "tracked", True, 13),
    ("mg", "13.87", "leg", True, 8),
    ("mg", "41.64", "wheeled", False, 10),
)


def counts(corridor: TerrainMap) -> list[dict[str, str]]:
    """A row for each case: how many hexes and states, and the sum of their costs."""
    data = encode_terrain(corridor)
    rules = Rules({game: movement_table(game) for game in GAMES}, MovementReadings())
    maps: dict[str, MapFile] = {}
    rows = []
    for window, number, name, column, mp in CASES:
        opened = maps.setdefault(window, read_map(data, "gts.terrain", window))
        move_class = next(c for c in MOVE_CLASSES if c == name)
        network = Network(opened, rules, move_class, Surroundings())
        found = reach(network, network.starts(opened.id(number), column), 2 * mp)
        hexes = {node // network.per_hex for node in found}
        values = (window, number, name, column, mp, len(hexes), len(found), sum(found.values()))
        rows.append(dict(zip(COLUMNS, map(str, values), strict=True)))
    return rows


def read_counts() -> list[dict[str, str]]:
    """The committed rows."""
    with FILE.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def main() -> int:
    parser = argparse.ArgumentParser(description="count what can be reached on the real map")
    parser.add_argument("--write", action="store_true", help="write the counts to perft.csv")
    write = parser.parse_args().write
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(counts(compile_map(Path(__file__).parents[3], "gts").terrain))
    if write:
        FILE.write_text(out.getvalue(), encoding="utf-8", newline="\n")
    sys.stdout.write(out.getvalue())
    return 0


if __name__ == "__main__":
    sys.exit(main())
