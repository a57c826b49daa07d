"""Air drops before they land: Drop Zones, points and what they carry (INS 2.1a–2.1c, 2.1f–2.1h)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from clubroute.builder.counting import so_many
from clubroute.builder.grid import Hex, distance, within
from clubroute.rules.answer.answers import INTEGER, LEGALITY, TEXTS
from clubroute.rules.answer.chances import OUTCOMES, thrown
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import (
    Working,
    all_of,
    any_of,
    negated,
)
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import (
    COUNT,
    GERMAN,
    HEX,
    HEX_NUMBER,
    NAME,
    YES,
)
from clubroute.rules.ground.mapfile import NOWHERE, MapFile
from clubroute.rules.position.names import words_of
from clubroute.rules.position.record import (
    by_name,
    list_of,
    needed,
    record,
    said,
    word,
)
from clubroute.rules.scs.asked import (
    ASKED_UNIT,
    AboutMap,
    AboutState,
    the_die,
    the_unit,
)
from clubroute.rules.scs.games import answers, book
from clubroute.rules.scs.position import Position, Unit
from clubroute.rules.scs.position.position import division_named
from clubroute.rules.scs.situation.situation import Situation
from clubroute.rules.scs.supply.questions import divisional_zones

COMMANDS: Mapping[str, Sequence[str]] = {
    name: many for name, many in book("airdrop")["commands"].values.items() if name != "rule"
}
"""By division the commands that have a Drop Zone."""
DIVISION = word(*COMMANDS)


@dataclass(frozen=True, slots=True, kw_only=True)
class DropZonesQuestion(AboutMap):
    """The parameters of ``dz.check``."""

    zones: Mapping[str, Mapping[str, str]] = needed(
        by_name(by_name(HEX_NUMBER, 4), 4, lambda text, path: str(DIVISION.read(text, path))),
        "by division (1, 82, 101, Polish), the hex of each command's Drop Zone: 505, divisional …",
    )


@answers(
    "dz.check",
    *LEGALITY,
    common={"type": "object", "description": "by division a hex that all its zones are near"},
)
def dz_check(context: Context, asked: DropZonesQuestion) -> Receipt:
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
    rules, found = book("airdrop"), {}
    most = rules["zones"].number("within")
    for division in COMMANDS:
        own = [h for name, h in hexes.items() if name.split()[0] == division]
        if not own:
            continue
        near = common_hex(country, own, most)
        facts = {"near": near is not None}
        work.judge(rules["checks"], facts, division=division, most=most, hex=near)
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


DIVISIONAL = "divisional"
MOST_DROPS = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsQuestion(AboutState):
    """The parameters of ``airdrop.points``."""

    die: int | None = the_die()


@dataclass(frozen=True, slots=True, kw_only=True)
class Landing:
    """A unit that is to land, at whose Drop Zone, and by which kind of point."""

    unit: Unit = needed(ASKED_UNIT, "the unit, or the id or name of its counter")
    zone: str = needed(NAME, "the command whose Drop Zone it is: 505, 1 Para; or divisional")
    division: str = needed(NAME, "the division of that Drop Zone: 1, 82, 101, Polish")
    glider: bool = needed(YES, "whether a Glider Point is spent, else an Air Drop Point")


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadQuestion(AboutState):
    """The parameters of ``airdrop.plan``."""

    points: tuple[int, ...] | None = said(
        list_of(COUNT, 2, least=2), "the Air Drop Points and Glider Points (airdrop.points)"
    )
    landings: tuple[Landing, ...] = needed(
        list_of(record(Landing), MOST_DROPS), "the units that are to land"
    )
    ammo: Mapping[str, int] = said(
        by_name(COUNT, len(COMMANDS)), "Ammo Points dropped, by division", default={}
    )


def drop_turn(work: Working, state: Position) -> int | None:
    """Judge whether there are air drops this turn (2.1c), and return it."""
    rules = book("airdrop")
    scenario, turn = state.scenario, state.now.number if state.now else None
    if scenario is None:
        work.need("state.scenario: which scenario is played; only some have air drops")
    elif scenario in rules["points"].words("none"):
        work.forbid(f"scenario {scenario} has no air drops", f"INS {scenario}")
        return None
    elif scenario in rules["points"].words("free"):
        why = f"scenario {scenario} has no points: the units to land are printed"
        work.forbid(f"{why} (scenario.reinforcements)", f"INS {scenario}")
        return None
    if turn is None:
        work.need(rules["checks"].get("turn").text("need"))
    else:
        work.judge(rules["checks"], {"turn": turn == 1 or turn % 2 == 0}, turn=turn)
    return turn


@answers(
    "airdrop.points",
    *("legal", "illegal", "decided", "undetermined"),
    air_drop=INTEGER,
    glider=INTEGER,
    outcomes=OUTCOMES,
)
def airdrop_points(context: Context, asked: PointsQuestion) -> Receipt:
    """How many Air Drop and Glider Points there are this turn; they cannot be saved."""
    work, rules = Working(), book("airdrop")["points"]
    turn = drop_turn(work, asked.state)
    if turn is None or work.forbidden:
        return work.receipt()
    fixed = rules.value("turns").get(str(turn))
    if work.needs:
        told = fixed or rules.value("die").get(str(asked.die))
        if told is not None:
            work.say(f"where there are air drops: {points_text(told)}", rules.cite)
        return work.receipt()
    if fixed is not None:
        work.say(f"turn {turn}: {points_text(fixed)}", rules.cite)
        return work.receipt("decided", points_text(fixed), **points_of(fixed))
    work.say("one die for both", rules.cite)
    table = {int(face): pair for face, pair in rules.value("die").items()}
    faces = {face: points_text(pair) for face, pair in table.items()}
    return thrown(work, faces, asked.die, rules.cite, lambda die: points_of(table[die]))


def points_of(pair: Sequence[int]) -> dict[str, int]:
    """Air Drop and Glider Points by name."""
    return dict(zip(("air_drop", "glider"), pair, strict=True))


def points_text(pair: Sequence[int]) -> str:
    """Air Drop and Glider Points in words."""
    return f"{pair[0]} Air Drop Points, {pair[1]} Glider Points"


@answers("airdrop.plan", *LEGALITY, spent={"type": "array", "items": INTEGER})
def airdrop_plan(context: Context, asked: LoadQuestion) -> Receipt:
    """Whether units and Ammo Points may land this turn with the points there are, and where."""
    work, rules = Working(), book("airdrop")
    if drop_turn(work, asked.state) is None or work.needs:
        return work.receipt()
    spent: list[bool] = []
    for landing in asked.landings:
        check_landing(work, landing)
        if landing.unit.kind == "pilot" or commands(landing.unit, "pilot"):
            work.say(f"{landing.unit.call} costs no point", rules["pilots"].cite)
        else:
            spent.append(landing.glider)
    air, glider = spent.count(False), spent.count(True)
    check_ammo(work, asked)
    ammo = sum(asked.ammo.values())
    if asked.points is None:
        work.need("points: the Air Drop and Glider Points of this turn (airdrop.points)")
    else:
        drop, gliders = asked.points
        fits = air <= drop and glider <= gliders and air + glider + ammo <= drop + gliders
        work.judge(rules["checks"], {"points": fits}, air=air, glider=glider, ammo=ammo)
    return work.receipt(spent=[air, glider, ammo])


def check_landing(work: Working, landing: Landing) -> None:
    """Judge the kind of point a unit lands by, and its Drop Zone."""
    rules, unit, zone = book("airdrop"), landing.unit, landing.zone
    home = division_named(landing.division)
    row, name = rules["weapons"], (unit.name or "").casefold()
    by_name = row.text("named") in name and unit.airborne == row.text("division")
    weapons = unit.id in row.words("ids") or by_name
    glides, facts = weapons or unit.glider, dict[str, bool | None]()
    if not landing.glider:
        facts["parachute"] = negated(glides)
    if unit.division is None:
        facts["division"] = None
    elif unit.airborne == "Polish" and unit.kind == "antitank":
        facts["polish"] = zone == DIVISIONAL
    elif zone == DIVISIONAL:
        named = any_of(commands(unit, one) for one in COMMANDS.get(home or "", ()))
        facts["zone"] = all_of((unit.airborne == home, any_of((glides, negated(named)))))
    else:
        here = unit.airborne == home, commands(unit, zone), negated(glides)
        facts["zone"] = all_of(here)
    work.judge(rules["checks"], facts, who=unit.call, zone=zone, division=landing.division)


def may_land_at(unit: Unit, marker: str) -> bool | None:
    """Whether a unit may land at the Drop Zone of a marker (id); None where that is not known."""
    whose = book("airdrop")["markers"].values.get(marker)
    if whose is None:
        return None
    division, zone = whose
    verdicts = set[str]()
    for glider in (True, False):
        work = Working()
        check_landing(work, Landing(unit=unit, zone=zone, division=division, glider=glider))
        verdicts.add(work.verdict)
    return True if "legal" in verdicts else False if verdicts == {"illegal"} else None


def commands(unit: Unit, zone: str) -> bool | None:
    """Whether a unit is in the command of a Drop Zone; None if its formation is not said.

    ``1 CW Para Bde`` is in the command ``1 Para``.
    """
    if unit.formation is None:
        return None
    return set(words_of(zone)) <= set(words_of(unit.formation))


def check_ammo(work: Working, asked: LoadQuestion) -> None:
    """Judge whether ammunition may be dropped to the divisions that are to have it."""
    rules, state, allowed = book("airdrop"), asked.state, book("ammo")["drop"]
    for division in (one for one, points in asked.ammo.items() if points):
        if state.scenario not in allowed.words("scenarios"):
            work.forbid(f"scenario {state.scenario} drops no Ammo Points", f"INS {state.scenario}")
            continue
        facts = {"linked": negated(state.link_up(division))}
        work.judge(rules["checks"], facts, division=division)


# The Pilots of the 1st Airborne: when they come, and where they are placed (INS 2.1h).


@dataclass(frozen=True, slots=True, kw_only=True)
class PilotQuestion(AboutState):
    """The parameters of ``airdrop.pilots``."""

    unit: Unit = the_unit(summary="the Pilot unit, or its id or name")
    hex: str | None = said(HEX, "the hex it is placed in; if absent every hex it may be placed in")
    first: bool | None = said(
        YES, "whether this is the first turn in which Glider Points are used for the 1st Airborne"
    )


@answers("airdrop.pilots", *LEGALITY, hexes=TEXTS)
def airdrop_pilots(context: Context, asked: PilotQuestion) -> Receipt:
    """Whether a Pilot unit may be placed in a hex, or in which: without a roll, point or loss."""
    work, rules, unit = Working(), book("airdrop")["pilots"], asked.unit
    board = asked.board
    pilot = True if unit.kind == "pilot" else commands(unit, rules.text("formation"))
    facts = {"pilot": pilot, "first": is_first(asked)}
    work.judge(rules["checks"], facts, who=unit.call)
    zones, _ = divisional_zones(asked.country, asked.state)
    zone = (zones or {}).get(rules.text("division"))
    if zone is None:
        return work.lacking("state.drop_zones.1: the 1st Airborne's Glider & Divisional DZ/LZ")
    near = [asked.country.id(zone), *asked.country.around(asked.country.id(zone))]
    free = [at for at in near if open_to(board, at)]
    if asked.hex is not None:
        here = asked.country.id(asked.hex)
        away = asked.country.between(here, asked.country.id(zone))
        facts = {"place": away <= rules.number("distance")}
        if here in near and here not in free:
            facts["enemy"] = False
        work.judge(rules["checks"], facts, hex=asked.hex, zone=zone, away=so_many(away, "hex"))
    if asked.state.units is None:
        work.leave("state.units: whether German units are there")
    hexes = [asked.country.number(at) for at in free]
    if work.verdict != "legal":
        return work.receipt()
    summary = "" if asked.hex else f"{unit.call} may be placed in {', '.join(hexes)}"
    return work.receipt(summary=summary, hexes=hexes)


def open_to(board: Situation, at: int) -> bool:
    """Whether an Allied unit may stand in a hex: no water closes it in, and no German is there."""
    foes = any(unit.side == GERMAN for unit in board.placed.get(at, ()))
    return not foes and at not in board.country.enclosed


def is_first(asked: PilotQuestion) -> bool | None:
    """Whether the Pilots come this turn: as it is said, else as the scenario prints it."""
    state: Position = asked.state
    turn = book("airdrop")["pilots"].value("turns").get(state.scenario or "")
    if asked.first is not None or turn is None or state.now is None or state.now.number is None:
        return asked.first
    return bool(state.now.number == turn)
