"""The methods about line of sight: ``los.check`` and ``los.fan``.

Each answers from the compiled map of a window (``wed``, ``tdc``, or ``mg`` for both joined), the
games' blocking tables, an optional state, and the readings in ``options``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clubroute.builder.grid import HexNumberError, distance
from clubroute.rules.context import Context
from clubroute.rules.gts.los.answers import bare_check, check, fan_record
from clubroute.rules.gts.los.cells import REACH, lay_out
from clubroute.rules.gts.los.limits import LIMITS_SCHEMA, Limit, limit_of
from clubroute.rules.gts.los.readings import SightReadings
from clubroute.rules.gts.los.scene import Scene
from clubroute.rules.gts.los.sight import Sight, sight_on
from clubroute.rules.gts.maps import map_of
from clubroute.rules.gts.movement.position import crossings_of, hex_of
from clubroute.rules.gts.params import HEX, MAP_PARAM, PROVENANCE, TEXTS, options_param
from clubroute.rules.mapfile import NOWHERE, MapFile
from clubroute.rules.methods import Method, Param
from clubroute.rules.states import STATE_SCHEMA, OpenValue

SHORT = 8
"""Hexes between which a line with its receipt takes well under a millisecond."""

FROM_PARAM = Param("from", HEX, "the firing Unit's hex, as printed: 37.54", True)
STATE_PARAM = Param(
    "state",
    STATE_SCHEMA,
    "barrage and rubble markers, bridges, and the turn (night, fog); or an open state's handle",
)
SIGHT_PARAM = Param(
    "sight", LIMITS_SCHEMA, "how many hexes one sees at night, in fog and by day (series rules)"
)
OPTIONS_PARAM = options_param(SightReadings)


def los_check(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``los.check``."""
    map = map_of(context, params["map"])
    start, end = map.hex(map.id(params["from"])), map.hex(map.id(params["to"]))
    scene, limit = scene_in(context, map, params), limit_in(params)
    if params.get("receipt", True):
        return check(scene, limit, start, end).record()
    outcome = sight_of(context, scene).look(start, end)
    return bare_check(scene, limit, start, end, outcome).record()


def los_is_short(context: Context, params: Any) -> bool:
    """Whether a question to ``los.check`` is short: the map is at hand as it is, and the hexes are
    not far apart. With a receipt a line takes some 50 µs a hex."""
    if not isinstance(params, dict) or params.get("state") or params.get("options"):
        return False
    window, first, last = (params.get(name) for name in ("map", "from", "to"))
    if not (isinstance(window, str) and isinstance(first, str) and isinstance(last, str)):
        return False
    receipt = params.get("receipt", True)
    map: MapFile | None = context.loaded.get(("map", window))
    if map is None or not (receipt or context.loaded.get(("sight", (window, SightReadings())))):
        return False
    try:
        start, end = map.known(first), map.known(last)
    except HexNumberError:
        return False
    if NOWHERE in (start, end):
        return False
    apart = distance(map.hex(start), map.hex(end))
    return apart <= (SHORT if receipt else REACH)


def los_fan(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``los.fan``."""
    map = map_of(context, params["map"])
    origin = map.hex(map.id(params["from"]))
    scene, limit = scene_in(context, map, params), limit_in(params)
    sight = sight_of(context, scene)
    radius = params["range"]
    seen = sight.fan(origin, radius)
    record = fan_record(scene, limit, origin, radius, seen, receipts=params.get("receipt", False))
    return {**record, "notes": readings_at_work(sight, scene)}


def scene_in(context: Context, map: MapFile, params: Mapping[str, Any]) -> Scene:
    """The map with the state on it. That of an open state is kept for the next question."""
    state = params.get("state")
    if not isinstance(state, OpenValue):
        return scene_of(map, params)
    kept = context.kept("scenes")
    readings = SightReadings.asked(params)
    key = ("scene", (map.window, readings, state.handle))
    found: Scene | None = kept.get(key)
    if found is None:
        found = kept[key] = scene_of(map, params)
    return found


def scene_of(map: MapFile, params: Mapping[str, Any]) -> Scene:
    """The map with the state of a question on it. :raises InputError: wrong hexes or bridges."""
    state = params.get("state") or {}
    marked: dict[str, set[int]] = {"barrage": set(), "rubble": set()}
    for index, marker in enumerate(state.get("markers", ())):
        kind = str(marker.get("kind", marker.get("name", ""))).lower()
        for word, hexes in marked.items():
            if word in kind:
                id = hex_of(map, marker.get("hex"), f"state.markers[{index}].hex")
                if id is not None:
                    hexes.add(id)
    return Scene(
        map,
        SightReadings.asked(params),
        barraged=frozenset(marked["barrage"]),
        rubble=frozenset(marked["rubble"]),
        bridges=crossings_of(map, state.get("bridges", {})),
    )


def limit_in(params: Mapping[str, Any]) -> Limit:
    """How far one sees in the turn of a question's state."""
    return limit_of((params.get("state") or {}).get("turn"), params.get("sight", {}))


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


METHODS = (
    Method(
        name="los.check",
        summary="Whether there is a Line of Sight between two hexes: every hex, hexside and drawn "
        "line it meets in order, what it does and by which rule. The same both ways.",
        params=(
            MAP_PARAM,
            FROM_PARAM,
            Param("to", HEX, "the target Unit's hex, as printed: 37.58", True),
            STATE_PARAM,
            SIGHT_PARAM,
            OPTIONS_PARAM,
            Param("receipt", {"type": "boolean"}, "false: the verdict alone (default true)"),
        ),
        result={
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
        cites=("WED 2.1–2.10", "WED 2.13", "WED 2.15.4", "WED 2.16", "TDC 2.1–2.13", "TDC 2.16"),
        answer=los_check,
        quick=True,
        ready=los_is_short,
    ),
    Method(
        name="los.fan",
        summary="Every hex within a range by whether there is a Line of Sight to it.",
        params=(
            MAP_PARAM,
            FROM_PARAM,
            Param(
                "range",
                {"type": "integer", "minimum": 0, "maximum": REACH},
                "how far to look, in hexes",
                True,
            ),
            STATE_PARAM,
            SIGHT_PARAM,
            OPTIONS_PARAM,
            Param("receipt", {"type": "boolean"}, "also say what blocks each (default false)"),
        ),
        result={
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
        cites=("WED 2.1–2.10", "WED 2.13", "WED 2.15.4", "WED 2.16", "TDC 2.1–2.13", "TDC 2.16"),
        answer=los_fan,
    ),
)
