"""``los.terrain``: sight in the abstract, on a list of what the line meets, with no map."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from clubroute.builder.errors import (
    InputError,
    Where,
    nearest_name,
    one_of,
)
from clubroute.builder.provenance import Provenance
from clubroute.rules.answer.answers import answer_of
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import method
from clubroute.rules.gts.asked import the_game, the_options
from clubroute.rules.gts.games import GAMES, SERIES
from clubroute.rules.gts.los.line_rules import (
    BLOCKS,
    ORCHARD,
    Blocking,
    SightReadings,
    better_side,
    blocking_table,
)
from clubroute.rules.gts.movement.readings import TERRAINS
from clubroute.rules.position.record import (
    flattened,
    list_of,
    needed,
    of,
    said,
    word,
)

TERRAIN = of({"type": "string", "maxLength": 40}, lambda value, path: flattened(value))
MOST = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class TerrainQuestion:
    """The parameters of ``los.terrain``."""

    game: str = the_game(GAMES)
    through: tuple[str, ...] = needed(
        list_of(word(*TERRAINS), MOST),
        "the terrain of each hex the line passes through, without the firing and the target hex",
    )
    along: tuple[tuple[str, ...], ...] | None = said(
        list_of(list_of(TERRAIN, 2, 2), MOST),
        "the terrains on both sides of each hexside it runs along",
    )
    crosses: tuple[str, ...] | None = said(
        list_of(TERRAIN, MOST),
        "what it crosses outside those two hexes: crest, raised_road, raised_railroad, bridge …",
    )
    readings: SightReadings = the_options(SightReadings)


@method(
    "los.terrain",
    cites=("WED 2.1–2.20", "TDC 2.1–2.16"),
    answers=answer_of("clear", "blocked"),
    quick=True,
)
def los_terrain(context: Context, asked: TerrainQuestion) -> Receipt:
    """Whether what a line meets blocks it, in the abstract: no map, any terrain of the game."""
    work, table = Working(), blocking_table(asked.game)
    orchards = 0
    for terrain in asked.through:
        effect = effect_of(table, terrain, "through")
        orchards += effect == ORCHARD
        told(work, effect, terrain.replace("_", " "), table.terrain_rule[terrain], orchards)
    for pair in asked.along or ():
        left, right = (effect_of(table, terrain, "along") for terrain in pair)
        effect = better_side(left, right, asked.readings.orchard_side)
        orchards += effect == ORCHARD
        name = f"along a hexside between {' and '.join(pair).replace('_', ' ')}"
        decides = pair[0] if effect == left else pair[1]
        told(
            work, effect, name, f"{SERIES.cite}, {table.terrain_rule[decides]}", orchards, "assumed"
        )
        if ORCHARD in (left, right) and left != right:
            work.note(asked.readings.chosen("orchard_side"))
    for feature in asked.crosses or ():
        crossed(work, table, feature)
    if asked.along is None and not work.forbidden:
        work.leave("hexsides that the line runs along (along)")
    if asked.crosses is None and not work.forbidden:
        work.leave("crests and raised Roads that the line crosses (crosses)")
    blocked = work.forbidden
    deciding = [step.why for step in work.steps if bool(step.verdict) is blocked]
    why = deciding[0] if deciding else "nothing blocks the line"
    return work.receipt(
        "blocked" if blocked else "clear",
        summary=f"{'Blocked' if blocked else 'Clear'}: {why}",
    )


def effect_of(table: Blocking, terrain: str, name: str) -> int:
    """What a terrain does to a line. :raises InputError: the game has no such terrain."""
    if terrain not in table.terrain:
        raise unknown(name, terrain, table.terrain)
    return table.terrain[terrain]


def told(
    work: Working,
    effect: int,
    name: str,
    rule: str,
    orchards: int,
    rests: Provenance = "rulebook",
) -> None:
    """Add the line of a hex or hexside; ``orchards`` counts those up to it, itself included."""
    if effect == BLOCKS:
        work.forbid(f"{name} blocks", rule, rests)
    elif effect == ORCHARD and orchards > 1:
        why = f"{name}: orchard number {orchards} that the line passes through blocks"
        work.forbid(why, rule, rests)
    elif effect == ORCHARD:
        work.say(f"{name}: one orchard does not block, two do", rule, rests)
    else:
        work.say(f"{name} does not block", rule, rests)


def crossed(work: Working, table: Blocking, feature: str) -> None:
    """Add the line of a crest or a drawn line. :raises InputError: no such feature."""
    rule = table.hexside_rule.get(feature) or table.line_rule.get(feature)
    name = feature.replace("_", " ")
    if rule:
        work.forbid(f"a {name} crossed outside the firing and the target hex blocks", rule)
    elif feature in table.harmless_rule:
        work.say(f"a {name} does not block", table.harmless_rule[feature])
    else:
        known = (*table.hexside_rule, *table.line_rule, *table.harmless_rule)
        raise unknown("crosses", feature, known)


def unknown(name: str, found: str, options: Iterable[str]) -> InputError:
    """Make the error for a word the game does not have."""
    names = list(options)
    expected = one_of(names)
    return InputError(Where("params", part=name), repr(found), expected, nearest_name(found, names))
