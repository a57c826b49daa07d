"""Plans of Drop Zones (INS 2.1a, 2.1b)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from clubroute.builder.grid import Hex, distance, within
from clubroute.rules.context import Context
from clubroute.rules.kinds import HEX_NUMBER
from clubroute.rules.mapfile import NOWHERE, MapFile
from clubroute.rules.model import Receipt
from clubroute.rules.position.record import by_name, needed, word
from clubroute.rules.scs.asked import AboutMap
from clubroute.rules.scs.games import answers, book
from clubroute.rules.working import Working

COMMANDS: Mapping[str, Sequence[str]] = {
    name: many for name, many in book("airdrop")["commands"].values.items() if name != "rule"
}
"""By division the commands that have a Drop Zone."""
DIVISION = word(*COMMANDS)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanQuestion(AboutMap):
    """The parameters of ``dz.check``."""

    zones: Mapping[str, Mapping[str, str]] = needed(
        by_name(by_name(HEX_NUMBER, 4), 4, lambda text, path: str(DIVISION.read(text, path))),
        "by division (1, 82, 101, Polish), the hex of each command's Drop Zone: 505, divisional …",
    )


@answers(
    "dz.check",
    *("legal", "illegal", "undetermined"),
    common={"type": "object", "description": "by division a hex that all its zones are near"},
)
def dz_check(context: Context, asked: PlanQuestion) -> Receipt:
    """Whether a plan of Drop Zones is legal: a division's near one hex, none beside another."""
    work, rules, country = Working(), book("airdrop"), asked.country
    hexes: dict[str, Hex] = {}
    for division, commands in COMMANDS.items():
        told = asked.zones.get(division, {})
        for command in told:
            if command not in commands:
                work.forbid(
                    f"no Drop Zone of {command}: {division} has {', '.join(commands)}",
                    rules["command"].cite,
                )
        for command in commands:
            if command in told:
                hexes[f"{division} {command}"] = country.hex(country.id(told[command]))
            else:
                work.need(f"zones.{division}.{command}: the hex of its Drop Zone")
    common = check_common(work, country, hexes)
    check_apart(work, country, hexes)
    return work.receipt(common=common or None)


def check_common(work: Working, country: MapFile, hexes: Mapping[str, Hex]) -> dict[str, str]:
    """Judge whether one hex is near enough to all zones of each division, and name it."""
    rules, found = book("airdrop")["zones"], {}
    most = rules.number("within")
    for division in COMMANDS:
        own = [h for name, h in hexes.items() if name.split()[0] == division]
        if not own:
            continue
        near = common_hex(country, own, most)
        work.check(
            near is not None,
            f"all zones of {division} are within {most} hexes of {near}",
            f"no hex has all zones of {division} within {most} hexes",
            rules.cite,
        )
        if near is not None:
            found[division] = near
    return found


def common_hex(country: MapFile, zones: Sequence[Hex], most: int) -> str | None:
    """The hex of the map nearest to all zones, if they are all within so many hexes of it."""
    around = [h for h in within(zones[0], most) if country.find(h) != NOWHERE]
    best = min(around, key=lambda h: (max(distance(h, zone) for zone in zones), h))
    far = max(distance(best, zone) for zone in zones)
    return country.number(country.find(best)) if far <= most else None


def check_apart(work: Working, country: MapFile, hexes: Mapping[str, Hex]) -> None:
    """Judge whether two zones lie in one hex or side by side."""
    rules = book("airdrop")["zones"]
    close = [
        [f"{name} ({country.number(country.find(hexes[name]))})" for name in pair]
        for pair in combinations(sorted(hexes), 2)
        if distance(hexes[pair[0]], hexes[pair[1]]) < rules.number("apart")
    ]
    for a, b in close:
        work.forbid(f"{a} and {b} are not apart", rules.cite)
    if not close and hexes:
        work.say("no Drop Zone is in or next to another's hex", rules.cite)
