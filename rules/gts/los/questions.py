"""The questions about Line of Sight: ``los.check`` and ``los.fan``.

Each answers from the compiled map of a window (``wed``, ``tdc``, or ``mg`` for both joined), the
games' blocking tables, an optional state, and the readings in ``options``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from clubroute.builder.grid import HexNumberError, distance
from clubroute.rules.answer.answers import PROVENANCE, TEXTS
from clubroute.rules.answer.model import Receipt
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import method
from clubroute.rules.ground.mapfile import NOWHERE, MapFile
from clubroute.rules.gts.asked import the_map, the_options, the_state
from clubroute.rules.gts.kinds import HEX, YES
from clubroute.rules.gts.los.answers import bare_check, check, fan_record
from clubroute.rules.gts.los.cells import REACH, lay_out
from clubroute.rules.gts.los.limits import SightLimits, limit_of
from clubroute.rules.gts.los.readings import SightReadings
from clubroute.rules.gts.los.scene import Scene
from clubroute.rules.gts.los.sight import Sight, sight_on
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.situation.crossings import crossings_of, hex_of
from clubroute.rules.position.record import needed, plain, record, said

SHORT = 8
"""Hexes between which a line with its receipt takes well under a millisecond."""

CITES = ("WED 2.1–2.20", "TDC 2.1–2.16")
OF_STATE = "barrage and rubble markers, bridges, and the turn (night, fog); or a handle"
SIGHT = "how many hexes one sees at night, in fog and by day (series rules)"


@dataclass(frozen=True, slots=True, kw_only=True)
class SightQuestion:
    """The parameters that all questions about sight share."""

    country: MapFile = the_map()
    start: str = needed(HEX, "the firing Unit's hex, as printed: 37.54", name="from")


@dataclass(frozen=True, slots=True, kw_only=True)
class LineQuestion(SightQuestion):
    """The parameters of ``los.check``."""

    to: str = needed(HEX, "the target Unit's hex, as printed: 37.58")
    state: Position = the_state(OF_STATE)
    sight: SightLimits = said(record(SightLimits), SIGHT, default=SightLimits())
    readings: SightReadings = the_options(SightReadings)
    receipt: bool = said(YES, "false: the verdict alone (default true)", default=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class FanQuestion(SightQuestion):
    """The parameters of ``los.fan``."""

    range: int = needed(
        plain({"type": "integer", "minimum": 0, "maximum": REACH}), "how far to look, in hexes"
    )
    state: Position = the_state(OF_STATE)
    sight: SightLimits = said(record(SightLimits), SIGHT, default=SightLimits())
    readings: SightReadings = the_options(SightReadings)
    receipt: bool = said(YES, "also say what blocks each (default false)", default=False)


def los_is_short(context: Context, params: Any) -> bool:
    """Whether a question to ``los.check`` is short: the map is at hand as it is, and the hexes are
    not far apart. With a receipt a line takes some 50 µs a hex."""
    if not isinstance(params, dict) or params.get("state") or params.get("options"):
        return False
    window, first, last = (params.get(name) for name in ("map", "from", "to"))
    if not (isinstance(window, str) and isinstance(first, str) and isinstance(last, str)):
        return False
    receipt = params.get("receipt", True)
    map_: MapFile | None = context.loaded.get(("map", window))
    if map_ is None or not (receipt or context.loaded.get(("sight", (window, SightReadings())))):
        return False
    try:
        start, end = map_.known(first), map_.known(last)
    except HexNumberError:
        return False
    if NOWHERE in (start, end):
        return False
    apart = distance(map_.hex(start), map_.hex(end))
    return apart <= (SHORT if receipt else REACH)


@method(
    "los.check",
    cites=CITES,
    answers={
        "type": "object",
        "required": ["verdict", "steps", "provenance", "range"],
        "properties": {
            "verdict": {"enum": ["clear", "blocked", "undetermined"]},
            "summary": {"type": "string"},
            "range": {"type": "integer", "description": "hexes"},
            "steps": {"type": "array", "items": {"type": "object"}},
            "needs": TEXTS,
            "unchecked": TEXTS,
            "notes": TEXTS,
            "provenance": PROVENANCE,
        },
    },
    quick=True,
    ready=los_is_short,
)
def los_check(context: Context, asked: LineQuestion) -> Receipt:
    """Whether there is a Line of Sight between two hexes: every hex, hexside and drawn line it
    meets in order, what it does and by which rule. The same both ways."""
    map_ = asked.country
    start, end = map_.hex(map_.id(asked.start)), map_.hex(map_.id(asked.to))
    scene = scene_in(context, map_, asked.state, asked.readings)
    limit = limit_of(asked.state.now, asked.sight)
    if asked.receipt:
        return check(scene, limit, start, end)
    outcome = sight_of(context, scene).look(start, end)
    return bare_check(scene, limit, start, end, outcome)


@method(
    "los.fan",
    cites=CITES,
    answers={
        "type": "object",
        "required": ["from", "range", "clear", "blocked", "undetermined", "notes"],
        "properties": {
            "from": {"type": "string"},
            "range": {"type": "integer", "description": "hexes"},
            "clear": TEXTS,
            "blocked": TEXTS,
            "undetermined": TEXTS,
            "because": {
                "type": "object",
                "description": "by blocked hex, the first thing that blocks",
            },
            "needs": TEXTS,
            "unchecked": TEXTS,
            "notes": TEXTS,
        },
    },
)
def los_fan(context: Context, asked: FanQuestion) -> Any:
    """Every hex within a range by whether there is a Line of Sight to it."""
    map_ = asked.country
    origin = map_.hex(map_.id(asked.start))
    scene = scene_in(context, map_, asked.state, asked.readings)
    sight = sight_of(context, scene)
    seen = sight.fan(origin, asked.range)
    limit = limit_of(asked.state.now, asked.sight)
    record = fan_record(scene, limit, origin, asked.range, seen, receipts=asked.receipt)
    return {**record, "notes": readings_at_work(sight, scene)}


def scene_in(context: Context, map_: MapFile, state: Position, readings: SightReadings) -> Scene:
    """The map with the state on it. That of an open state is kept for the next question."""
    if not state.handle:
        return scene_of(map_, state, readings)
    kept = context.kept("scenes")
    key = ("scene", (map_.window, readings, state.handle))
    found: Scene | None = kept.get(key)
    if found is None:
        found = kept[key] = scene_of(map_, state, readings)
    return found


def scene_of(map_: MapFile, state: Position, readings: SightReadings | None = None) -> Scene:
    """The map with a state on it. :raises InputError: wrong hexes or bridges."""
    barraged: set[int] = set()
    rubble: set[int] = set()
    for index, marker in enumerate(state.markers or ()):
        if marker.barrage or marker.kind == "rubble":
            id_ = hex_of(map_, marker.hex, f"state.markers[{index}].hex")
            if id_ is not None:
                (barraged if marker.barrage else rubble).add(id_)
    return Scene(
        map_,
        readings or SightReadings(),
        barraged=frozenset(barraged),
        rubble=frozenset(rubble),
        bridges=crossings_of(map_, state.bridges or {}),
    )


def sight_of(context: Context, scene: Scene) -> Sight:
    """Sight on a scene, kept for the next question about the same or an equal position."""
    key = ("sight", (scene.map.window, scene.readings))
    plain: Sight | None = context.loaded.get(key)
    if plain is None:
        bare = Scene(scene.map, scene.readings)
        plain = sight_on(lay_out(bare.features()), scene.readings)
        context.loaded[key] = plain
    if scene.bare:
        return plain
    kept = context.kept("sights")
    gone = frozenset(scene.gone())
    changed = ("sight", (*key[1], scene.barraged, scene.rubble, gone))
    found: Sight | None = kept.get(changed)
    if found is None:
        found = kept[changed] = sight_in(scene, plain)
    return found


def sight_in(scene: Scene, plain: Sight) -> Sight:
    """Sight on a scene with a state, from what it is without one."""
    ground = plain.ground.changed(scene.marked(), scene.fallen())
    return sight_on(ground, scene.readings, plain.lines)


def readings_at_work(sight: Sight, scene: Scene) -> list[str]:
    """The readings that may bear on some line of a fan."""
    names = ["vertex_touch", "orchard_side"]
    if sight.ground.drawn:
        names += ["crest_along", "crest_touch", "raised_along", "raised_touch"]
    names += ["barrage"] if scene.barraged else []
    names += ["rubble"] if scene.rubble else []
    names += ["destroyed_bridge"] if scene.gone() else []
    names += ["overlap"] if len(scene.map.sheets) > 1 else []
    return [scene.readings.chosen(name) for name in sorted(names)]
