"""The charts of the It Never Snows module, made from the tables the answers come from, as CSV.

python -m clubroute.rules.scs.charts [--check] [FOLDER]

A chart is ``counters/ins/charts/<name>.csv``; ``windows.toml`` shows it. Nothing here knows a
figure.
"""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from clubroute.builder.project import SHIPPED
from clubroute.builder.sources.vocabulary import read_vocabulary
from clubroute.rules.made import write_or_check
from clubroute.rules.scs.games import GAME, SERIES, book

TARGET = SHIPPED / "counters" / GAME / "charts"
MODULE = "clubroute.rules.scs.charts"


def charts() -> dict[str, str]:
    """The charts by the name of their file."""
    combat = book("combat")["table"]
    made = {
        "combat": (("Two dice", *combat.words("columns"), "Rule"), combat_rows()),
        "terrain": (
            ("Terrain", "MP", "Combat", "Barrage", "Overrun", "Rule"),
            terrain_rows(),
        ),
        "kill": (("Firing", "Kills a step on", "Rule"), kill_rows()),
        "ammo": (("Two dice, up to", "Arty Ammo Points", "Rule"), ammo_rows()),
        "drops": (("Turn or die", "Air Drop Points", "Glider Points", "Rule"), drop_rows()),
    }
    return {f"{name}.csv": csv_text([head, *rows]) for name, (head, rows) in made.items()}


def csv_text(rows: Sequence[Sequence[str]]) -> str:
    """Rows as CSV."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def combat_rows() -> Iterator[tuple[str, ...]]:
    """The Combat Table, a row for each sum of two dice."""
    table = book("combat")["table"]
    for dice, results in table.value("dice").items():
        yield (dice, *results, table.cite)


def terrain_rows() -> Iterator[tuple[str, ...]]:
    """What each terrain and way costs, and does to combat, barrages and overruns."""
    words = read_vocabulary(SHIPPED / "map_sources" / SERIES.lattice / "terrain.toml")
    moves, fights = book("movement"), book("combat")["terrain"].rows("kinds")
    barrage = book("barrage")["target"].rows("kinds")
    for name, row in moves.rows("terrain").items():
        if name not in barrage:
            continue
        heavy = row.value("heavy_mp")
        cost = mp(row.value("mp"), "as the rest of the hex")
        if heavy:
            cost += f" ({mp(heavy)} if the printed MA is {row.number('heavy_from')} or more)"
        fight = fights.get(name)
        effects = []
        if fight is not None and fight.value("left"):
            effects.append(f"Left {fight.number('left')}")
        if fight is not None and fight.flag("alternate"):
            effects.append("Alternate Result")
        shot = barrage.get(name)
        modifier = f"{shot.number('modifier'):+d}" if shot and shot.value("modifier") else ""
        yield (
            words.hexes[name].title,
            cost,
            ", ".join(effects),
            modifier,
            "yes" if row.flag("overrun") else "no",
            row.cite,
        )
    for name, row in moves.rows("hexside").items():
        if row.value("dukw_mp"):
            plain = mp(row.value("mp"), "prohibited")
            cost = f"{'+' * plain.isdigit()}{plain} (DUKWs +{mp(row.value('dukw_mp'))})"
            yield (words.hexsides[name].title, cost, "", "", "", row.cite)
    for name, row in moves.rows("road").items():
        yield (words.roads[name].title, f"{mp(row.value('mp'))} along it", "", "", "", row.cite)


def mp(value: Any, absent: str = "") -> str:
    """A cost, or what there is instead."""
    return absent if value is None else f"{value:g}"


def kill_rows() -> Iterator[tuple[str, ...]]:
    """The Kill Roll of each kind of artillery."""
    kinds = {
        "yellow": "Yellow coded artillery, Air Strike",
        "gun": "75mm or 88mm",
        "other": "Any other",
    }
    for name, row in book("barrage").rows("kill").items():
        yield (kinds.get(name, name.replace("_", " ")), f"{row.number('least')} or more", row.cite)


def ammo_rows() -> Iterator[tuple[str, ...]]:
    """The German Artillery Ammunition Table."""
    table = book("ammo")["table"]
    for dice, points in table.values.items():
        if dice.isdigit():
            yield (dice, str(points), table.cite)


def drop_rows() -> Iterator[tuple[str, ...]]:
    """Air Drop and Glider Points of the first turns, then by a die."""
    points = book("airdrop")["points"]
    for turn, (drop, glider) in points.value("turns").items():
        yield (f"Turn {turn}", str(drop), str(glider), points.cite)
    for face, (drop, glider) in points.value("die").items():
        yield (f"Die {face}", str(drop), str(glider), points.cite)


def main(arguments: Sequence[str]) -> int:
    """Write the charts, or with ``--check`` say whether they are what would be written."""
    check = [one for one in arguments if one == "--check"]
    target = next((Path(one) for one in arguments if one != "--check"), TARGET)
    target.mkdir(parents=True, exist_ok=True)
    return max(
        write_or_check(check, target / name, content, MODULE) for name, content in charts().items()
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
