"""The cost of one step, or the reason it may not be taken: the rules proper, with no map.

A step is judged from plain facts about the two hexes, the hexside and the way taken. The result is
a tuple of :class:`StepPart`: what is paid, in order, or the one reason it is refused. Numbers come
from the games' tables; :mod:`rules.gts.movement.steps.judge` puts parts into words with their
rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from clubroute.rules.answer.model import MoveClass
from clubroute.rules.gts.games import (
    SERIES,
    MovementTable,
    Passage,
    TerrainRow,
)
from clubroute.rules.gts.movement.readings import MovementReadings


# Tuples, not dataclasses: a graph looks judged steps up by them, and hashing them is most of that.
class HexFacts(NamedTuple):
    """A hex as movement sees it.

    ``limit`` is the limit that keeps the unit out, ``held`` why it may not leave the hex, ``kept``
    why it may not leave Column. A limit in ``freed`` does not hold for a unit that comes from here.
    """

    game: str
    terrain: str
    raised: bool = False
    road_block: bool = False
    enemy: bool = False
    limit: str = ""
    held: str = ""
    kept: str = ""
    freed: str = ""


class SideFacts(NamedTuple):
    """A hexside as movement sees it.

    ``crossing`` is what leads over its water: "" (nothing), ``bridge``, ``railroad_bridge``,
    ``improved`` (railroad bridge), ``destroyed``, ``out`` (a Bailey Bridge that cannot act),
    ``pontoon_site`` (not assembled), ``stream_bridge``, ``unchecked``, ``stable``, ``unstable``,
    ``scenario`` (the result of a scenario decides whether it is stable).
    ``road`` says that some Road runs through it.
    """

    stream: bool = False
    river: bool = False
    impassable: bool = False
    crossing: str = ""
    road: bool = False

    @property
    def parts_transport(self) -> bool:
        """Whether no transport crosses it: a railroad bridge that is not improved (2.15.3)."""
        return self.river and self.crossing == "railroad_bridge"


class Way(NamedTuple):
    """The way a step is taken.

    ``road`` is the kind of the Road used ("" for none), ``passage`` the culvert or viaduct used.
    ``leaves`` and ``enters`` say whether the Road leads off or onto a raised Road in the hex left
    or entered: it is that raised Road, or goes on from its end.
    """

    road: str = ""
    passage: str = ""
    leaves: bool = False
    enters: bool = False
    changes: bool = False  # takes a Road that does not meet the present one (reading next_hex)


class StepPart(NamedTuple):
    """A price (half-MP) and its reason, or with ``cost`` None the reason for a refusal."""

    code: str
    cost: int | None
    about: str = ""  # the terrain, Road kind, passage or limit the code speaks of


Parts = tuple[StepPart, ...]

USABLE = frozenset({"bridge", "railroad_bridge", "improved"})
UNUSABLE: Mapping[str, str] = {
    "destroyed": "bridge_destroyed",
    "out": "bridge_out",
    "pontoon_site": "pontoon_site",
}


@dataclass(frozen=True, slots=True)
class Rules:
    """The tables of the games in play, and the readings chosen."""

    tables: Mapping[str, MovementTable]
    readings: MovementReadings

    def row(self, game: str, terrain: str) -> TerrainRow | None:
        """Return the terrain's row in the game, or in another game if the readings allow it."""
        found = self.tables[game].terrain.get(terrain)
        if found is None and self.readings.missing_terrain == "other_game":
            rows = (table.terrain.get(terrain) for _, table in sorted(self.tables.items()))
            found = next((row for row in rows if row is not None), None)
        return found

    def called(self, word: str) -> tuple[str, ...]:
        """Return the kinds of Roads a player may mean by a word; none if it is no word for a
        kind."""
        return next(iter(self.tables.values())).called.get(word, ())

    def passage(self, game: str, name: str) -> tuple[MovementTable, Passage]:
        """Return a way below, by the game's table or that of the game whose maps have such ways."""
        tables = (self.tables[game], *(table for _, table in sorted(self.tables.items())))
        return next((t, t.passages[name]) for t in tables if name in t.passages)


def total(parts: Parts) -> int | None:
    """Add up the half-MP of all parts; None if refused."""
    cost = 0
    for part in parts:
        if part.cost is None:
            return None
        cost += part.cost
    return cost


def refused(code: str, about: str = "") -> Parts:
    """Make a refusal."""
    return (StepPart(code, None, about),)


def judge(
    rules: Rules,
    move_class: MoveClass,
    column: bool,
    start: HexFacts,
    end: HexFacts,
    side: SideFacts,
    way: Way,
) -> Parts:
    """Judge a step from a hex to the next (below a raised Road: to the one beyond).

    A Road is used by Units in Column only; on foot ``way.road`` changes nothing (2.5).
    """
    row = rules.row(end.game, end.terrain)
    if row is None:
        return refused("unknown_terrain", end.terrain)
    if row.price[move_class][1] is None:
        return refused("impassable_hex", end.terrain)
    # Of several reasons against a step the first one here is told.
    if end.enemy:
        bridged = side.river and side.crossing in USABLE
        return refused("enemy_over_bridge" if bridged else "enemy")
    if start.held:
        return refused("limit", start.held)
    if end.limit and end.limit != start.freed:
        return refused("limit", end.limit)
    table = rules.tables[end.game]
    road = way.road if column else ""
    extra: Parts = ()
    if way.passage:
        _, passage = rules.passage(end.game, way.passage)
        if move_class not in passage.extra:
            return refused("passage_class", way.passage)
        if not column:
            return refused("passage_column", way.passage)
        extra = (StepPart("passage", passage.extra[move_class], way.passage),)
    else:
        extra = hexside_parts(rules, move_class, column, start, side, road)
        if extra and extra[0].cost is None:
            return extra
    stopped = raised_parts(column, move_class, start, end, way)
    if stopped:
        return stopped
    left = rules.row(start.game, start.terrain)
    if move_class != "leg" and not road and left is not None and left.leave_by_road:
        return refused("leave_by_road", start.terrain)
    if road and not way.changes:
        return (StepPart("road", table.roads[road].price[move_class], road), *extra)
    price = row.price[move_class][column]
    if price is None:
        return refused("needs_column", end.terrain)
    if price == "road":
        return refused("needs_road", end.terrain)
    paid: Parts = (StepPart("changes" if way.changes else "terrain", price, end.terrain),)
    if end.raised and not column:
        paid = (*paid, StepPart("raised_on_foot", price * (table.raised_times - 1), end.terrain))
    return (*paid, *extra)


def hexside_parts(
    rules: Rules, move_class: MoveClass, column: bool, start: HexFacts, side: SideFacts, road: str
) -> Parts:
    """Price the hexside, or refuse to cross it."""
    if side.river:
        if side.crossing in UNUSABLE:
            return refused(UNUSABLE[side.crossing])
        if side.crossing not in USABLE:
            return refused("river")
        if side.crossing == "railroad_bridge" and move_class != "leg":
            return refused("railroad_bridge")
        if not column:
            return refused("bridge_column")
        if side.road and not road:
            return refused("bridge_by_road")
    if side.impassable and not road:
        return refused("impassable_side")
    if not side.stream:
        return ()
    if move_class == "leg":
        if road:
            return ()
        # A Road crosses here but the unit does not use it: whether that helps on foot is a reading.
        beside = side.road and not column
        if beside and rules.readings.stream_on_foot == "road":
            return (StepPart("stream_spared", 0),)
        cost = rules.tables[start.game].stream[column]
        return (StepPart("stream_on_foot" if beside else "stream", cost),)
    if not road:
        return refused("stream_vehicle")
    if side.crossing == "unstable":
        return refused("bridge_unstable")
    if side.crossing == "unchecked":
        if rules.readings.unchecked_bridge == "avoid":
            return refused("bridge_avoided")
        return (StepPart("bridge_unchecked", 0),)
    if side.crossing == "scenario":
        return (StepPart("bridge_scenario", 0),)
    return ()


def raised_parts(
    column: bool, move_class: MoveClass, start: HexFacts, end: HexFacts, way: Way
) -> Parts:
    """Refuse the step where a raised Road forbids it; else no parts."""
    if column:
        if start.raised and not way.leaves:
            return refused("raised_leave")
        if end.raised and end.road_block:
            return refused("raised_road_block")
        if end.raised and not way.enters:
            return refused("raised_enter")
    elif end.raised and move_class != "leg":
        return refused("raised_vehicle")
    return ()


RUNNING: Mapping[str, str] = {
    "bridge_column": "run_over_bridge",
    "raised_leave": "raised_retreat",
    "enemy": "run_into_enemy",
    "enemy_over_bridge": "run_into_enemy",
}
"""By refusal of a movement, what it is to a Unit that is forced to go."""


def run_away(
    rules: Rules,
    move_class: MoveClass,
    column: bool,
    start: HexFacts,
    end: HexFacts,
    side: SideFacts,
    way: Way,
) -> Parts:
    """Judge whether a Unit may run away or retreat to the next hex.

    Ground that bars its movement bars its flight. In Column on a raised Road it follows that Road
    or is eliminated (2.16); out of Column it never takes a bridge.
    """
    return driven(judge(rules, move_class, column, start, end, side, way))


def driven(parts: Parts) -> Parts:
    """Turn a step of movement into that of a Unit that is forced to take it."""
    if total(parts) is None:
        return refused(RUNNING.get(parts[0].code, parts[0].code), parts[0].about)
    return (StepPart("runs", 0),)


def enter_column(rules: Rules, here: HexFacts, code: str = "enter_column") -> Parts:
    """Price getting into Column. ``code``: the rules give it for a Leg Unit on a raised Road."""
    return (StepPart(code, rules.tables[here.game].enter_column),)


def leave_column(rules: Rules, move_class: MoveClass, here: HexFacts) -> Parts:
    """Price getting out of Column, or refuse it here."""
    if here.kept:
        return refused("limit", here.kept)
    cost = rules.tables[here.game].leave_column
    if move_class != "leg":
        if here.raised:
            return refused("raised_keeps_column")
        row = rules.row(here.game, here.terrain)
        if row is not None and row.keeps_column:
            return refused("keeps_column", here.terrain)
        if here.terrain == "swamp" and rules.readings.swamp_column == "kept":
            return refused("swamp_column", here.terrain)
    elif here.raised and rules.readings.leave_raised == "hit":
        return (StepPart("leave_by_hit", 0),)
    if not here.raised and rules.readings.leave_column == "free":
        return (StepPart("leave_column", 0),)
    return (StepPart("leave_raised" if here.raised else "leave_column", cost),)


def change_road(rules: Rules, move_class: MoveClass, here: HexFacts, railroads: bool) -> Parts:
    """Price changing, in Column, to a Road in the same hex that does not meet it (2.5).

    :param railroads: whether both are railroads (2.6).
    """
    row = rules.row(here.game, here.terrain)
    price = row.price[move_class][1] if row else None
    if here.raised:
        return refused("raised_leave")
    if price is None or price == "road":
        return refused("needs_road", here.terrain)
    return (StepPart("change_railroad" if railroads else "change_road", price, here.terrain),)


# Parts of a step in words, each with the rule it rests on.

WORDS: Mapping[str, str] = {
    "terrain": "{about} hex",
    "road": "along the {about}",
    "changes": "to a Road that does not meet the present one: {about} hex",
    "raised_on_foot": "doubled: a raised Road runs through the hex",
    "stream": "leaves across a stream without a Road",
    "stream_on_foot": "leaves across a stream; on foot the Road does not help",
    "stream_spared": "leaves across a stream by the Road's bridge, on foot",
    "passage": "through the {about}",
    "enter_column": "gets into Column",
    "enter_elsewhere": "gets into Column",
    "leave_column": "leaves Column",
    "leave_raised": "leaves Column, getting off the raised Road",
    "leave_by_hit": "leaves Column on the raised Road and takes a Cohesion Hit",
    "change_road": "goes to a Road in the hex that does not meet the present one: {about} hex",
    "change_railroad": "goes to a railroad in the hex that does not meet the present one: "
    "{about} hex",
    "crest": "a crest costs nothing",
    "stream_by_road": "over the stream by a Road: nothing is added",
    "bridge_unchecked": "the suspect bridge must be checked the moment the vehicle crosses",
    "bridge_scenario": "scenario 1 decides whether the suspect bridge is stable",
    "transport_lost": "crosses a railroad bridge that is not improved: its transport is lost",
    "unknown_terrain": "this game has no movement cost for {about}",
    "impassable_hex": "the hex is impassable",
    "enemy": "an enemy Unit is in the hex: it is entered by Assault, not by movement",
    "enemy_over_bridge": "an enemy Unit is in the hex: over a bridge it is entered by Assault of "
    "one Unit only, in Column",
    "run_over_bridge": "a Unit not in Column that is forced to run away cannot do so over a bridge",
    "run_into_enemy": "an enemy Unit is in the hex: nobody runs away or retreats there",
    "raised_retreat": "in Column on a raised Road a Unit that is forced to retreat follows that "
    "Road; as it cannot, it is eliminated",
    "runs": "nothing in the ground keeps it from going there",
    "limit": "{about}",
    "passage_column": "a Unit must be in Column to use the {about}",
    "passage_class": "Units of this class may not use the {about}",
    "bridge_destroyed": "the bridge is destroyed",
    "bridge_out": "the Bailey Bridge cannot act as a bridge now",
    "pontoon_site": "the pontoon bridge has not been assembled",
    "river": "a river or canal is crossed only at a bridge or by ferry",
    "bridge_column": "a Unit must be in Column to cross a bridge",
    "bridge_by_road": "a bridge is crossed along its Road",
    "railroad_bridge": "vehicles cannot cross a railroad bridge that is not improved",
    "impassable_side": "the hexside is impassable without a Road",
    "stream_vehicle": "vehicles cross a stream only along a Road and in Column",
    "bridge_unstable": "the suspect bridge is unstable: no vehicle may cross it",
    "bridge_avoided": "the suspect bridge has not been checked",
    "leave_by_road": "vehicles leave a {about} hex only in Column along a Road",
    "needs_column": "vehicles may enter a {about} hex only in Column",
    "needs_road": "vehicles are in a {about} hex only in Column along a Road",
    "raised_leave": "in Column a raised Road hex is left only along the same raised Road",
    "raised_road_block": "a road block is in the raised Road hex",
    "raised_enter": "in Column a raised Road hex is entered only along the raised Road",
    "raised_vehicle": "vehicles not in Column never enter a raised Road hex",
    "raised_keeps_column": "vehicles on a raised Road may not leave Column",
    "keeps_column": "vehicles in a {about} hex may not leave Column",
    "swamp_column": "vehicles in a {about} hex may not leave Column",
}
"""By code of a part. What may not be done is said as the rule says it."""

BRIDGE_RULES: Mapping[str, str] = {
    "bridge_destroyed": "demolition",
    "bridge_out": "repair",
    "pontoon_site": "pontoon",
    "bridge_column": "cross",
    "bridge_by_road": "cross",
    "enemy_over_bridge": "cross",
    "run_over_bridge": "cross",
    "railroad_bridge": "railroad",
    "transport_lost": "transport_lost",
    "bridge_unstable": "suspect",
    "bridge_unchecked": "suspect",
    "bridge_avoided": "suspect",
    "bridge_scenario": "suspect",
}

CHANGED: Mapping[str, str] = {
    "changes": "road",
    "change_road": "road",
    "change_railroad": "railroad",
}
"""By code of a part: the kind of Road left for another, whose rule lets the terrain be paid."""

REFEREE: Mapping[str, str] = {
    "changes": "change_road",
    "change_road": "change_road",
    "change_railroad": "change_road",
    "enter_elsewhere": "leave_column",
    "leave_column": "leave_column",
    "leave_raised": "leave_raised",
    "leave_by_hit": "leave_raised",
    "stream_on_foot": "stream_on_foot",
    "stream_spared": "stream_on_foot",
    "swamp_column": "swamp_column",
    "unknown_terrain": "missing_terrain",
    "bridge_unchecked": "unchecked_bridge",
    "bridge_avoided": "unchecked_bridge",
    "bridge_scenario": "first_bridge",
}
"""By code of a part: the reading it turns on."""


def words(part: StepPart) -> str:
    """Put a part into words."""
    return WORDS[part.code].format(about=part.about.replace("_", " "))


def rule_of(rules: Rules, game: str, part: StepPart) -> str:
    """Return the citation of a part in a hex of ``game``."""
    table = rules.tables[game]
    code = part.code
    if code in BRIDGE_RULES:
        return table.bridges[BRIDGE_RULES[code]]
    if code in CHANGED:
        return f"{table.roads[CHANGED[code]].rule}, {terrain_rule(rules, game, part.about)}"
    if code in ("terrain", "needs_column", "needs_road"):
        return terrain_rule(rules, game, part.about)
    if code in (
        "keeps_column",
        "swamp_column",
        "leave_by_road",
        "impassable_hex",
        "unknown_terrain",
    ):
        return terrain_rule(rules, game, part.about)
    if code == "road":
        return table.roads[part.about].rule
    if code.startswith("passage"):
        _, passage = rules.passage(game, part.about)
        return passage.rule
    if code.startswith("raised") or code in ("leave_raised", "leave_by_hit"):
        return table.raised_rule
    return plain_rules(table).get(code, SERIES.cite)


def plain_rules(table: MovementTable) -> Mapping[str, str]:
    """Return the rules of the codes that have one rule in the table."""
    return {
        "stream": table.stream_rule,
        "stream_on_foot": table.stream_rule,
        "stream_spared": table.stream_rule,
        "stream_vehicle": table.stream_rule,
        "river": table.river_rule,
        "impassable_side": table.impassable_rule,
        "crest": table.crest_rule,
        "stream_by_road": table.stream_rule,
        "enter_column": table.enter_rule,
        "enter_elsewhere": table.enter_rule,
        "leave_column": table.leave_rule,
    }


def terrain_rule(rules: Rules, game: str, terrain: str) -> str:
    """Return the citation of a terrain's row, in whichever game has it."""
    for table in (rules.tables[game], *rules.tables.values()):
        if terrain in table.terrain:
            return table.terrain[terrain].rule
    return rules.tables[game].short
