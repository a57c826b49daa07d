"""The questions about Line of Sight: ``los.check`` and ``los.fan``.

Each answers from the compiled map of a window (``wed``, ``tdc``, or ``mg`` for both joined), the
games' blocking tables, an optional state, and the readings in ``options``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clubroute.builder.counting import so_many
from clubroute.builder.grid import Hex, HexNumberError, distance
from clubroute.rules.answer.answers import NEEDS, PROVENANCE, TEXTS
from clubroute.rules.answer.first_line import fitting, ground_named, whose_ground
from clubroute.rules.answer.model import Receipt, Step, Verdict
from clubroute.rules.answer.needs import need_records
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import method
from clubroute.rules.ground.mapfile import NOWHERE, MapFile
from clubroute.rules.gts.asked import the_map, the_options, the_state
from clubroute.rules.gts.kinds import HEX, YES
from clubroute.rules.gts.los.line_rules import (
    BLOCKS,
    CLEAR,
    UNKNOWN,
    SightReadings,
)
from clubroute.rules.gts.los.scene import REACH, Scene, lay_out
from clubroute.rules.gts.los.sight import Sight, sight_on
from clubroute.rules.gts.los.trace import Trace, trace
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.position.turns import NIGHT, Now
from clubroute.rules.gts.situation.crossings import crossings_of, hex_of
from clubroute.rules.position.record import (
    given,
    needed,
    plain,
    record,
    said,
)

# How far one sees at all: night, fog and day, as far as the owner of the game has said so.
#
# The distances are in the series rules, which are not part of either game's rules: they are the
# owner's data. Without them a line that is clear at night is undetermined.

CONDITIONS: tuple[str, ...] = ("night", "fog", "day")

HEXES_SEEN = plain({"type": "integer", "minimum": 0, "maximum": 1000})


@dataclass(frozen=True, slots=True, kw_only=True)
class SightLimits:
    """The longest range at which one sees, in hexes; None where it is not said."""

    night: int | None = said(HEXES_SEEN)
    fog: int | None = said(HEXES_SEEN)
    day: int | None = said(HEXES_SEEN)


@dataclass(frozen=True, slots=True)
class SightLimit:
    """The longest range one sees, in hexes (None: no limit known), and what is missing."""

    hexes: int | None = None
    why: str = ""
    needs: tuple[str, ...] = ()
    unchecked: tuple[str, ...] = ()


def limit_of(now: Now | None, limits: SightLimits) -> SightLimit:
    """The limit in a state's turn (or none), by the owner's distances."""
    known = given(limits)
    if now is None:
        return SightLimit(known.get("day"), "by day", unchecked=("night and fog (no turn given)",))
    unchecked = []
    if now.time is None:
        unchecked.append("night (the turn's time is not given)")
    if now.weather is None:
        unchecked.append("fog (the turn's weather is not given)")
    holds = {"night": now.time == NIGHT, "fog": now.weather == "fog"}
    conditions = [name for name in CONDITIONS[:2] if holds[name]]
    needs = tuple(
        f"how many hexes one sees {phrase(name)} (series rules): give sight.{name}"
        for name in conditions
        if name not in known
    )
    told = [(known[name], phrase(name)) for name in conditions or ["day"] if name in known]
    hexes, why = min(told, default=(None, ""))
    return SightLimit(hexes, why, needs, tuple(unchecked))


def phrase(condition: str) -> str:
    """A condition in words."""
    return {"night": "at night", "fog": "in fog", "day": "by day"}[condition]


# The answers about line of sight: one line with its working, or everything around a hex.

VERDICTS: Mapping[int, Verdict] = {CLEAR: "clear", UNKNOWN: "undetermined", BLOCKS: "blocked"}
"""The verdict for the outcome of a line."""
OWNER = "owner's data"


def judged(outcome: int, far: int, limit: SightLimit) -> int:
    """Judge a line by how far one sees at all, too. ``far`` is the range in hexes."""
    if outcome == BLOCKS or (limit.hexes is not None and far > limit.hexes):
        return BLOCKS
    return UNKNOWN if limit.needs and far > 0 else outcome


def check(scene: Scene, limit: SightLimit, start: Hex, end: Hex) -> Receipt:
    """Answer whether there is a line of sight, with everything the line meets."""
    found = trace(scene, start, end)
    far = distance(start, end)
    outcome = judged(found.outcome, far, limit)
    steps = list(found.steps)
    if limit.hexes is not None and far > limit.hexes:
        why = f"range {far} is more than the {so_many(limit.hexes, 'hex')} one sees {limit.why}"
        ends = scene.number(start), scene.number(end)
        steps.append(Step(why, OWNER, start=ends[0], end=ends[1], verdict="blocked"))
    needs: list[str] = []
    if outcome == UNKNOWN:
        needs = [f"what stands in {where}, off the map" for where in found.unknown]
        needs += limit.needs
    extra: dict[str, Any] = {"range": far}
    if found.ground == "owner":
        extra["ground"] = found.ground
    notes = referee_notes(scene, found)
    if notes:
        extra["notes"] = notes
    return Receipt(
        VERDICTS[outcome],
        tuple(steps),
        needs=tuple(needs),
        unchecked=limit.unchecked,
        summary=summary(found, outcome, steps),
        extra=extra,
    )


def bare_check(scene: Scene, limit: SightLimit, start: Hex, end: Hex, outcome: int) -> Receipt:
    """Answer with the verdict alone, for an outcome already known."""
    far = distance(start, end)
    verdict = VERDICTS[judged(outcome, far, limit)]
    needs = limit.needs if verdict == "undetermined" and outcome == CLEAR else ()
    if outcome == UNKNOWN and verdict == "undetermined":
        needs = (*limit.needs, "what stands off the map (ask with receipt)")
    return Receipt(verdict, needs=needs, unchecked=limit.unchecked, extra={"range": far})


def summary(found: Trace, outcome: int, steps: Iterable[Step]) -> str:
    """Say the answer in one sentence, and whose ground it rests on rather than a Road's name.

    A reading of the rules that is assumed makes no ground another's.
    """
    target = found.scene.number(found.end)
    first = next((step for step in steps if step.verdict == "blocked"), None)
    ground = f" (by {ground_named(found.ground)})" if whose_ground(found.ground) else ""
    far = distance(found.start, found.end)
    if outcome == UNKNOWN:
        return f"It depends on night and fog: the ground is open to {target}, range {far}"
    if first is None:
        return f"Yes, it sees {target} at range {far}: nothing blocks{ground}"
    place = f"{first.start}: " if first.start else ""
    brief = re.split(r": | \(", first.why)[0]
    return fitting(
        f"No: {place}{why}{rule}{ground}"
        for why in (first.why, brief)
        for rule in (f" [{first.rule}]", "")
    )


def referee_notes(scene: Scene, found: Trace) -> list[str]:
    """List the readings the verdict turns on: with another value it would be different."""
    names = set(found.readings)
    if len(scene.map.sheets) > 1:
        names.add("overlap")
    return [
        scene.readings.chosen(name)
        for name in sorted(names)
        if any(
            trace(scene.with_readings(other), found.start, found.end).outcome != found.outcome
            for other in scene.readings.others(name)
        )
    ]


def fan_record(
    scene: Scene,
    limit: SightLimit,
    origin: Hex,
    radius: int,
    fan: Sequence[tuple[Hex, int]],
    *,
    receipts: bool,
) -> dict[str, Any]:
    """Sort the hexes of a fan by verdict, nearest first; with receipts, say what blocks each.

    ``fan`` are the offsets of hexes within ``radius`` of ``origin`` and the outcome of each line.
    """
    lists: dict[str, list[str]] = {"clear": [], "blocked": [], "undetermined": []}
    because: dict[str, Any] = {}
    for (line, half), seen in fan:
        h = Hex(origin.line + line, origin.half + half)
        outcome = judged(seen, distance(origin, h), limit)
        number = scene.number(h)
        lists[VERDICTS[outcome]].append(number)
        if receipts and outcome == BLOCKS:
            because[number] = first_blocker(scene, limit, origin, h, seen)
    seen_of = f"{len(lists['clear'])} of {len(fan)} hexes within {radius}"
    open_ = len(lists["undetermined"])
    seen_of += f", and perhaps {open_} more" if open_ else ""
    whose = whose_ground(scene.map.silence_of(scene.map.find(origin)))
    said = f"{scene.number(origin)} sees {seen_of} (ground is {whose})"
    record: dict[str, Any] = {"from": scene.number(origin), "range": radius, "summary": said}
    record |= lists
    if receipts:
        record["because"] = because
    needs = list(limit.needs)
    if any(seen == UNKNOWN for _, seen in fan):
        needs.append("what stands off the map, where lines leave it")
    if needs:
        record["needs"] = need_records(needs)
    if limit.unchecked:
        record["unchecked"] = list(limit.unchecked)
    return record


def first_blocker(
    scene: Scene, limit: SightLimit, start: Hex, end: Hex, seen: int
) -> dict[str, Any]:
    """Say what first blocks the line to a hex."""
    if seen != BLOCKS:
        why = f"beyond the {so_many(limit.hexes, 'hex')} one sees {limit.why}"
        return Step(why, OWNER, start=scene.number(end), verdict="blocked").record()
    step = trace(scene, start, end, until_blocked=True).blocker
    assert step is not None
    return step.record()


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

    range: int = said(
        plain({"type": "integer", "minimum": 0, "maximum": REACH}),
        "how far to look, in hexes (default 6)",
        default=6,
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
            "needs": NEEDS,
            "unchecked": TEXTS,
            "notes": TEXTS,
            "provenance": PROVENANCE,
            "ground": {"enum": ["owner"], "description": "all the ground is your module's"},
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
            "needs": NEEDS,
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
