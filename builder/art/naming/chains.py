"""The courses that names follow: a named water or Road as runs from end to end, in map px."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from clubroute.builder.art.canvas import Spot
from clubroute.builder.art.frame import Frame
from clubroute.builder.art.lines import mix
from clubroute.builder.grid import Hex

LONGEST_TEXT = 34
"""Letters; a longer name of a Road keeps only the places at its ends."""

Step: TypeAlias = tuple[tuple[int, int], tuple[int, int], Spot, Hex]
"""From one node to another (a vertex, or a hex), by a spot in map px, and a hex beside it."""

DASH = "\N{EN DASH}"

NAMED_ROADS = ("raised_railroad", "railroad", "raised_road", "main_road", "road")


@dataclass(frozen=True, slots=True)
class Course:
    """A run of a named line: what it is, what it is called, its way (calm, for lettering)."""

    kind: str
    name: str
    line: tuple[Spot, ...]
    home: Hex


def water_courses(frame: Frame) -> list[Course]:
    """The runs of every named water, through the middles of its hexsides."""
    named: dict[tuple[str, str], list[Step]] = {}
    for water in frame.courses.waters:
        if water.name:
            a, b = frame.view.lattice.hexside_ends(water.side)
            step = (a, b, water.middle, water.side.a)
            named.setdefault((water.kind, water.name), []).append(step)
    return [
        Course(kind, name, calm([spot for spot, _ in run]), run[len(run) // 2][1])
        for (kind, name), steps in sorted(named.items())
        for run in runs(steps)
    ]


def road_courses(frame: Frame) -> list[Course]:
    """The runs of every Road whose name is lettered, through the middles of its hexsides."""
    named: dict[str, list[Step]] = {}
    for piece in frame.courses.roads:
        if piece.hex == piece.side.a:
            step = (piece.side.a, piece.side.b, piece.line[0], piece.hex)
            for id_ in piece.roads:
                named.setdefault(id_, []).append(step)
    found = []
    for id_ in sorted(named):
        road = frame.terrain.roads[id_]
        name = road_text(road.name)
        # A small road that is only called after where it leads says nothing the map does not.
        if name and road.kind in NAMED_ROADS and not (road.kind == "road" and DASH in name):
            found += [
                Course(road.kind, name, calm([spot for spot, _ in run]), run[len(run) // 2][1])
                for run in runs(named[id_])
            ]
    return found


def road_text(name: str) -> str:
    """What is lettered along a Road: what it is called for short, its own name, or its ends."""
    short = re.search(r"\(([^)]+)\)", name)
    text = short.group(1) if short else name.split(",")[0].strip()
    text = text.replace(" - ", DASH)
    if len(text) > LONGEST_TEXT:
        parts = text.split(DASH)
        text = f"{parts[0]}{DASH}{parts[-1]}"
    return text if len(text) <= LONGEST_TEXT else ""


def runs(steps: Iterable[Step]) -> list[list[tuple[Spot, Hex]]]:
    """Steps between nodes as runs, each from an end or fork to the next, then rings."""
    at: dict[tuple[int, int], list[Step]] = {}
    for step in steps:
        at.setdefault(step[0], []).append(step)
        at.setdefault(step[1], []).append(step)
    used: set[tuple[tuple[int, int], tuple[int, int]]] = set()
    found = []
    ends = [node for node in sorted(at) if len(at[node]) != 2]
    for node in [*ends, *sorted(at)]:
        for first in sorted(at[node]):
            if first[:2] in used:
                continue
            run = walk(node, first, at, used)
            if len(run) > 1:
                found.append(run)
    return found


def walk(
    node: tuple[int, int],
    step: Step,
    at: Mapping[tuple[int, int], list[Step]],
    used: set[tuple[tuple[int, int], tuple[int, int]]],
) -> list[tuple[Spot, Hex]]:
    """One run from a node on, as far as it neither ends nor forks."""
    run = []
    while True:
        used.add(step[:2])
        run.append((step[2], step[3]))
        node = step[1] if step[0] == node else step[0]
        onward = [s for s in at[node] if s[:2] not in used]
        if len(at[node]) != 2 or not onward:
            return run
        step = onward[0]


def calm(line: list[Spot]) -> tuple[Spot, ...]:
    """A line with its corners cut twice (Chaikin), for letters want no sudden turns."""
    for _ in range(2):
        cut = [line[0]]
        for a, b in itertools.pairwise(line):
            cut += [mix(a, b, 0.25), mix(a, b, 0.75)]
        line = [*cut, line[-1]]
    return tuple(line)
