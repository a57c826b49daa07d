"""The charts of the series' modules, made by :mod:`clubroute.rules.book.charts`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from clubroute.builder.project import SHIPPED
from clubroute.builder.sources.vocabulary import read_vocabulary
from clubroute.rules.book.charts import csv_charts
from clubroute.rules.scs.games import SERIES, book


def charts(game: str) -> dict[str, str]:
    """The charts of a game by the name of their file."""
    combat, ammo, points = book("combat")["table"], book("ammo")["table"], book("airdrop")["points"]
    kill = book("barrage").rows("kill").values()
    drops = (("Turn", "turns"), ("Die", "die"))
    return csv_charts(
        {
            "combat": (
                ("Two dice", *combat.words("columns"), "Rule"),
                ((dice, *row, combat.cite) for dice, row in combat.value("dice").items()),
            ),
            "terrain": (
                ("Terrain", "MP", "Combat", "Barrage", "Overrun", "Rule"),
                terrain_rows(),
            ),
            "kill": (
                ("Firing", "Kills a step on", "Rule"),
                ((row.text("who"), f"{row.number('least')} or more", row.cite) for row in kill),
            ),
            "ammo": (
                ("Two dice, up to", "Arty Ammo Points", "Rule"),
                ((most, str(of), ammo.cite) for most, of in ammo.values.items() if most.isdigit()),
            ),
            "drops": (
                ("Turn or die", "Air Drop Points", "Glider Points", "Rule"),
                (
                    (f"{what} {which}", *map(str, pair), points.cite)
                    for what, name in drops
                    for which, pair in points.value(name).items()
                ),
            ),
        }
    )


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
