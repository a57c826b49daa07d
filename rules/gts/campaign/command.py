"""Who is In Command and at what cost (WED S6.4–S6.8; TDC S4.6, S5.2–S5.18; MG 3.0)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clubroute.builder.grid import distance
from clubroute.rules.context import Context
from clubroute.rules.gts.campaign.ask import same_name, state_in
from clubroute.rules.gts.campaign.leaders import has_telephone, leaders_of, reach_of
from clubroute.rules.gts.campaign.working import Working
from clubroute.rules.gts.games import SERIES, book
from clubroute.rules.mapfile import MapFile
from clubroute.rules.owner.tables import need
from clubroute.rules.readings import ChosenReadings, reading
from clubroute.rules.rulebook import Section


@dataclass(frozen=True, slots=True)
class Readings(ChosenReadings):
    """Readings about command."""

    independents: str = reading(
        division="Independent Units are commanded by any Leader of their Division at the usual "
        "cost (series rules)",
        own="Independent Units are commanded by a Leader of their own Formation",
    )


@dataclass(frozen=True, slots=True)
class Way:
    """A way in which a Unit is In Command: by whom, and Command Points for an Action."""

    by: str
    points: int
    own_leader: bool

    def record(self) -> dict[str, Any]:
        """As JSON."""
        return {"by": self.by, "points": self.points}


def check(context: Context, map: MapFile, params: Mapping[str, Any], readings: Readings) -> Any:
    """Answer ``command.check``: whether a Unit is In Command, how, and at what cost."""
    work, state = Working(), state_in(params)
    rules = book("command", params["map"])
    unit = belonging(work, rules, params["unit"])
    usual = rules["formation"].number("points")
    ways: list[Way] = []
    if named(unit, rules["self"].words("units")):
        work.say("it is always In Command", rules["self"].cite)
        ways.append(Way("itself", usual, True))
    for leader in leaders_of(state, ""):
        if leader.get("side", unit.get("side")) != unit.get("side"):
            continue
        points = cost(work, rules, unit, leader, params, readings)
        if points is None:
            continue
        name = str(leader.get("name", leader.get("id", "a Leader")))
        own = is_own(rules, unit, leader, readings)
        if within(work, context, map, rules, unit, leader, name):
            ways.append(Way(name, points, own))
        elif telephoned(work, context, map, rules, unit, state, leader, name):
            ways.append(Way(f"{name} by telephone", points, own))
    ways.sort(key=lambda way: (way.points, way.by))
    for way in ways:
        work.say(
            f"In Command by {way.by}: {way.points} Command Point(s) an Action", cited(rules, way)
        )
    if ways:
        work.needs.clear()
    elif not work.needs:
        work.say("no Leader commands it", rules["formation"].cite)
    chit = active(work, rules, unit, ways, params)
    return work.record(
        None if ways or work.needs else "illegal",
        ways=[way.record() for way in ways],
        points=ways[0].points if ways else None,
        active=chit,
    )


def belonging(work: Working, rules: Section, unit: Mapping[str, Any]) -> Mapping[str, Any]:
    """A Unit with the Division and Formation it really belongs to."""
    for row in rules.rows("counts_as").values():
        formation = str(unit.get("formation", ""))
        if named(unit, row.words("units")) or any(
            same_name(formation, name) for name in row.words("formations")
        ):
            theirs = {"division": row.text("division"), "formation": row.text("formation")}
            work.say(f"it belongs to {theirs['formation']}, {theirs['division']}", row.cite)
            return {**unit, **theirs}
    return unit


def cited(rules: Section, way: Way) -> str:
    """The rule a way of command rests on."""
    if "telephone" in way.by:
        return rules["telephones"].cite
    return rules["self" if way.by == "itself" else "formation"].cite


def named(unit: Mapping[str, Any], names: Sequence[str]) -> bool:
    """Whether a Unit has one of some names."""
    flat = {name.replace(" ", "").casefold() for name in names}
    return any(str(unit.get(k, "")).replace(" ", "").casefold() in flat for k in ("name", "id"))


def is_own(
    rules: Section, unit: Mapping[str, Any], leader: Mapping[str, Any], readings: Readings
) -> bool:
    """Whether a Leader is that of the Unit's Formation (or commands it like one)."""
    formation, word = str(unit.get("formation", "")), rules["formation"].text("independent")
    mine = same_name(str(unit.get("division", "")), str(leader.get("division", "")))
    if readings.independents == "division" and same_name(formation, word):
        return mine
    return mine and same_name(formation, str(leader.get("formation", "")))


def cost(
    work: Working,
    rules: Section,
    unit: Mapping[str, Any],
    leader: Mapping[str, Any],
    params: Mapping[str, Any],
    readings: Readings,
) -> int | None:
    """Command Points for an Action under a Leader, None if he cannot command the Unit."""
    usual, stripe = rules["formation"].number("points"), rules["stripe"]
    division = str(unit.get("division", ""))
    if is_own(rules, unit, leader, readings):
        if same_name(str(unit.get("formation", "")), rules["formation"].text("independent")):
            work.note(readings.chosen("independents"))
        return usual
    for row in rules.rows("lent").values():
        theirs = [d for d in row.words("divisions") if of_division(leader, d)]
        if theirs and named(unit, row.words("units")):
            work.say(f"Leaders of {theirs[0]} may command it", row.cite)
            return usual
    other = rules["other_leader"]
    if listed(other, division) and of_division(leader, division):
        work.say(
            f"another Leader of {division}: {other.number('points')} Command Points", other.cite
        )
        return other.number("points")
    if params.get("scenario") == stripe.text("scenario") and named(unit, stripe.words("units")):
        work.say("a Unit with the pale blue stripe: any German Leader", stripe.cite)
        return stripe.number("points")
    return None


def of_division(leader: Mapping[str, Any], division: str) -> bool:
    """Whether a Leader is of a Division."""
    return same_name(str(leader.get("division", "")), division)


def listed(section: Section, division: str) -> bool:
    """Whether a section names a Division."""
    return any(same_name(name, division) for name in section.words("divisions"))


def within(
    work: Working,
    context: Context,
    map: MapFile,
    rules: Section,
    unit: Mapping[str, Any],
    leader: Mapping[str, Any],
    name: str,
) -> bool:
    """Whether a Unit is within a Leader's Command Range."""
    reach = reach_of(context, leader)
    if not unit.get("hex"):
        work.need("unit.hex")
        return False
    hexes = distance(map.hex(map.id(unit["hex"])), map.hex(map.id(leader["hex"])))
    cite = rules["formation"].cite
    if reach is None:
        what = f"the Command Range of {name}"
        work.need(f"command_range, or {need('ratings', what)}")
        work.say(f"{hexes} hexes from {name}, whose Command Range is not known", cite)
        return False
    inside = hexes <= reach
    text = "within" if inside else "beyond"
    work.say(f"{hexes} hexes from {name}: {text} the Command Range of {reach}", cite)
    return inside


def telephoned(
    work: Working,
    context: Context,
    map: MapFile,
    rules: Section,
    unit: Mapping[str, Any],
    state: Mapping[str, Any],
    leader: Mapping[str, Any],
    name: str,
) -> bool:
    """Whether American telephones reach the Unit (WED S6.7, TDC S5.12)."""
    section = rules["telephones"]
    if not listed(section, str(unit.get("division", ""))) or not unit.get("hex"):
        return False
    telephone = has_telephone(context, leader)
    if telephone is None:
        what = f"whether {name} has a telephone"
        work.need(f"telephone, or {need('ratings', what)}")
        return False
    ends = [map.number(map.id(one["hex"])) for one in (unit, leader)]
    covered = [wired_up(map, section, hex, state) for hex in ends]
    if telephone and all(covered):
        work.say(
            f"{name} has a telephone, both hexes are in town, city, fortified hex, strongpoint or "
            "observation post",
            section.cite,
        )
        return True
    return False


def wired_up(map: MapFile, section: Section, hex: str, state: Mapping[str, Any]) -> bool:
    """Whether telephones work in a hex."""
    if map.terrain_of(map.id(hex)) in section.words("terrain"):
        return True
    kinds = {
        str(marker.get("kind", "")).lower().replace(" ", "_")
        for marker in state.get("markers", ())
        if marker.get("hex") == hex
    }
    return bool(kinds & set(section.words("markers")))


def active(
    work: Working,
    rules: Section,
    unit: Mapping[str, Any],
    ways: Sequence[Way],
    params: Mapping[str, Any],
) -> bool | None:
    """Whether a Unit is active when a Formation's chit is drawn, None if none was."""
    chit, section = params.get("chit"), rules["other_leader"]
    if chit is None:
        return None
    own = same_name(str(unit.get("formation", "")), chit)
    if own and listed(section, str(unit.get("division", ""))):
        own = any(way.own_leader for way in ways)
        if not own:
            work.say("out of its Formation Leader's range: not active on his chit", section.cite)
    elif not own:
        work.say("another Formation's chit does not make it active", section.cite)
    return own


def discount(params: Mapping[str, Any]) -> Any:
    """Answer ``command.discount``: the chits that come for nothing with those bought."""
    work, rules = Working(), book("command", params["game"])["discount"]
    division = params["division"]
    others = rules.words("not_formations")
    formations = sorted({c for c in params["chits"] if not any(same_name(c, n) for n in others)})
    pair = rules.words("pair")
    free: list[str] = []
    if same_name(division, rules.text("pair_division")):
        if all(any(same_name(c, one) for c in formations) for one in pair):
            free = list(others)
    elif any(same_name(d, division) for d in rules.words("any_two")):
        if len(formations) >= rules.number("chits"):
            free = list(others)
    else:
        work.say(f"{division} has no discount", rules.cite)
    if free:
        text = f"{' and '.join(formations)} together: {' and '.join(free)} for nothing"
        work.say(text, rules.cite)
    else:
        work.say("nothing comes for nothing", rules.cite)
    return work.record("decided", free=free)


def night(params: Mapping[str, Any]) -> Any:
    """Answer ``command.night``: chits for a night turn."""
    work, rules = Working(), book("command", params["game"])["night"]
    barred = listed(rules, params["division"])
    time = params["time"]
    if not barred or time not in (rules.text("turn"), rules.text("last_chit_turn")):
        work.say("no restriction", rules.cite)
    elif time == rules.text("turn"):
        work.forbid(f"no Formation chit of {params['division']} for a night turn", rules.cite)
    elif params.get("last_chit", False):
        work.forbid(
            "drawn last on the 1900 turn it is wasted; the first chit of the night turn is the "
            "first drawn from the mug",
            rules.cite,
        )
    return work.record()


def payers(params: Mapping[str, Any]) -> Any:
    """Answer ``command.payers``: whose points may be spent on a Formation."""
    work, rules = Working(), book("command", params["game"])["payment"]
    if rules.holds and same_name(params["formation"], rules.text("formation")):
        found = list(rules.words("payers"))
        work.say(f"{params['formation']}: points of {' or '.join(found)}", rules.cite)
    else:
        found = [params["division"]]
        work.say("points of its own Division", rules.cite or SERIES.cite)
    return work.record("decided", payers=found)
