"""The answers about line of sight: one line with its working, or everything around a hex."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from clubroute.builder.counting import so_many
from clubroute.builder.grid import Hex, distance
from clubroute.builder.provenance import weakest
from clubroute.rules.answer.model import Receipt, Step, Verdict
from clubroute.rules.answer.whose import whose_ground
from clubroute.rules.gts.los.blocking import BLOCKS, CLEAR, UNKNOWN
from clubroute.rules.gts.los.limits import SightLimit
from clubroute.rules.gts.los.scene import Scene
from clubroute.rules.gts.los.trace import Trace, trace

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
    notes = referee_notes(scene, found)
    if notes:
        extra["notes"] = notes
    return Receipt(
        VERDICTS[outcome],
        tuple(steps),
        needs=tuple(needs),
        unchecked=limit.unchecked,
        summary=summary(scene, start, end, outcome, steps),
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


def summary(scene: Scene, start: Hex, end: Hex, outcome: int, steps: Iterable[Step]) -> str:
    """Say the answer in one sentence."""
    found = list(steps)
    ends = f"{scene.number(start)}–{scene.number(end)}"
    first = next((step for step in found if step.verdict == "blocked"), None)
    whose = whose_ground(weakest(step.provenance for step in found))
    ground = f" (ground is {whose})" if whose else ""
    if outcome == UNKNOWN:
        return f"whether the Line of Sight {ends} is clear is not known{ground}"
    if first is None:
        return f"clear Line of Sight {ends}, range {distance(start, end)}{ground}"
    return f"no Line of Sight {ends}: at {first.start} {first.why} [{first.rule}]{ground}"


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
        record["needs"] = needs
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
