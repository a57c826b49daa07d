"""The names of the signs that counters can bear, unit symbols and signs of markers, and of what the
icons of buttons show."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType

SYMBOL_NAMES = (
    "plain",
    "infantry",
    "parachute",
    "glider",
    "mechanised",
    "armour",
    "tank-destroyer",
    "recce",
    "cavalry",
    "engineer",
    "artillery",
    "mortar",
    "antitank",
    "flak",
    "hq",
    "leader",
    "bridge",
    "bulldozer",
    "transport",
    "rearguard",
)
ADDED_MARKS = ("axle", "ball", "bar", "canopy", "cross", "shaft", "teeth", "track", "wing")
"""What can be drawn over a unit symbol: ``artillery+wing``."""
MARKER_SIGNS = (
    "column",
    "suppressed",
    "ip",
    "block",
    "arrow",
    "bridge",
    "destroyed",
    "club",
    "parachute",
    "air",
    "barrage",
    "park",
    "hit",
    "hits",
    "sight",
    "tick",
)

PICTOGRAMS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "window": MappingProxyType(
            {
                "mug": "activation mug cup",
                "losses": "eliminated losses lost dead casualties prisoners",
                "flag": "divisions division command commands formations leaders headquarters",
                "club": "club",
                "calendar": "arrival arrivals reinforcements schedule",
                "gate": "entry entries edge edges",
                "track": "track tracks record points display turns",
                "crate": "ammunition supply stores replacements",
                "cloud": "weather",
                "cards": "cards hand events deck",
                "box": "reserve reserves holding pool off-map box boxes",
            }
        ),
        "chart": MappingProxyType(
            {
                "steps": "turn turns sequence phases steps",
                "trophy": "victory win points",
                "club-sheet": "club",
                "burst": "combat results fire losses",
                "hill": "terrain movement",
                "table": "charts chart tables table",
                "book": "rules help examples",
            }
        ),
        "send": MappingProxyType(
            {
                "draw-event": "draw+event draw+card",
                "count-events": "count+events count+cards",
                "draw-chit": "draw",
                "count-chits": "count",
                "return": "return back",
                "clear-done": "done finished acted",
                "clear-sight": "opportunity",
                "clear-pinned": "suppressed pinned",
                "clear-burst": "barrages barrage",
                "clear-disorder": "dg disorganised disrupted disordered routed",
                "clear-disorder-2": "dg disorganised disrupted disordered routed",
                "clear-shot": "fired fire shots",
                "clear-far": "exploited exploitation",
                "clear-hunger": "fed hungry hunger supplied supply",
                "clear-moved": "moved rested fresh",
            }
        ),
    }
)
"""What the icons of windows, charts and buttons show, by what has them: each with the words of a
title that call for it, of which one is there, or all that a plus joins."""
SHAPES = (
    "disc",
    "square",
    "triangle",
    "diamond",
    "star",
    "cross",
    "ring",
    "bars",
    "hexagon",
    "moon",
)
"""What they show otherwise."""
ICON_NAMES = (
    *(name for form in PICTOGRAMS.values() for name in form),
    *(f"{form}-{shape}" for form in PICTOGRAMS for shape in SHAPES),
)


def icon_for(form: str, texts: Iterable[str], taken: Collection[str]) -> str:
    """The icon of a window, chart or button that its texts call for, the first of them first, and
    that no other has."""
    for text in texts:
        words = set(re.findall(r"[\w-]+", text.lower()))
        for name, calls in PICTOGRAMS[form].items():
            if name not in taken and any(words >= set(call.split("+")) for call in calls.split()):
                return name
    shapes = [f"{form}-{shape}" for shape in SHAPES]
    return next((name for name in shapes if name not in taken), shapes[-1])
