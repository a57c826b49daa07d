"""Parts of a step in words, each with the rule it rests on."""

from __future__ import annotations

from collections.abc import Mapping

from clubroute.rules.gts.games import SERIES
from clubroute.rules.gts.movement.steps.judge import Rules, StepPart
from clubroute.rules.gts.movement_tables import MovementTable

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
    "leave_column": "leaves Column",
    "leave_raised": "leaves Column, getting off the raised Road",
    "leave_by_hit": "leaves Column on the raised Road and takes a Cohesion Hit",
    "change_road": "goes to a Road in the hex that does not meet the present one: {about} hex",
    "change_railroad": "goes to a railroad in the hex that does not meet the present one: "
    "{about} hex",
    "crest": "a crest costs nothing",
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
    """The citation of a part in a hex of ``game``."""
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
    """Codes whose rule stands once in the table."""
    return {
        "stream": table.stream_rule,
        "stream_on_foot": table.stream_rule,
        "stream_spared": table.stream_rule,
        "stream_vehicle": table.stream_rule,
        "river": table.river_rule,
        "impassable_side": table.impassable_rule,
        "crest": table.crest_rule,
        "enter_column": table.enter_rule,
        "leave_column": table.leave_rule,
    }


def terrain_rule(rules: Rules, game: str, terrain: str) -> str:
    """The citation of a terrain's row, in whichever game has it."""
    for table in (rules.tables[game], *rules.tables.values()):
        if terrain in table.terrain:
            return table.terrain[terrain].rule
    return rules.tables[game].short
