"""Every number of every scenario's text stands in its data, in the part that tells of it.

``scenario_numbers.csv`` has the numbers of the rulebook (The Devil's Cauldron has none of its own)
by passage, each as often as the data must have it: hexes and times as printed, words as figures,
without those of counters and rules.
"""

from __future__ import annotations

import csv
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from clubroute.builder.project import SHIPPED
from clubroute.builder.sources.scenarios import Scenario
from clubroute.rules.gts.scenarios.book import find_scenario
from tests.cases import each

with (Path(__file__).parent / "scenario_numbers.csv").open(encoding="utf-8", newline="") as stream:
    PASSAGES = list(csv.DictReader(stream))

PARTS = {
    "frame": ("turns", "maps", "playing_area", "rules", "known", "joins"),
    "set-up": (
        *("units", "areas", "pools", "draws", "strike", "known", "bridge", "available", "turns"),
        *("laid", "mug", "drops", "rules", "unsettled"),
    ),
    "markers": ("laid", "bridge", "club_route", "known", "draws"),
    "command": ("command", "rules"),
    "chits": ("mug", "rules"),
    "events": ("events", "cup", "arrivals", "draws", "laid"),
    "drops": ("drops", "sticks", "units", "areas"),
    "reinforcements": ("arrivals", "units", "areas", "drops", "rules"),
    "victory": ("victory",),
    "rules": (
        *(
            "rules",
            "building",
            "club_route",
            "known",
            "arrivals",
            "bridge",
            "command",
            "available",
        ),
        *("events", "units", "laid", "turns"),
    ),
}
"""The parts of a scenario that tell what a passage of the text does."""
WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
ALSO = {"first": "1", "second": "2", "third": "3", "both": "2", "once": "1"}
FIGURES = {**{word: str(number) for number, word in enumerate(WORDS)}, **ALSO}
NOT_TOLD = ("cite", "where", "path", "provenance")


def figures(value: Any) -> Iterator[str]:
    """The numbers a value has or says, but for those of its citations."""
    if isinstance(value, bool) or value is None:
        return
    if isinstance(value, int):
        yield str(abs(value))
    elif isinstance(value, str):
        for found in re.findall(r"\d+\.\d+|\d+|[a-z]+", value.lower()):
            if found[0].isdigit():
                yield found
            elif found in FIGURES:
                yield FIGURES[found]
    elif isinstance(value, Mapping):
        for key, one in value.items():
            if key not in NOT_TOLD and key != "rule":
                yield from figures(key)
                yield from figures(one)
    elif is_dataclass(value):
        for one in fields(value):
            if one.name not in NOT_TOLD:
                yield from figures(getattr(value, one.name))
    elif isinstance(value, tuple | list | frozenset):
        for one in value:
            yield from figures(one)


def part_of(scenario: Scenario, name: str) -> Any:
    """A part of a scenario, or the cells of a table of its series."""
    if name in scenario.declared:
        return [row.cells for row in scenario.declared[name]]
    return getattr(scenario, name)


VICTORY = tomllib.loads(
    (SHIPPED / "rules" / "gts" / "tables" / "victory.toml").read_text(encoding="utf-8")
)
DECIDES: Mapping[str, tuple[Any, ...]] = {
    "WED-4": (VICTORY["scenarios"]["WED-4"], VICTORY["hells_highway"]),
    "WED-CAMPAIGN": (VICTORY["scenarios"]["campaign"], VICTORY["campaign"], VICTORY["totals"]),
}
"""The sections of the rules' table that count a scenario's points."""


@each("row", PASSAGES, ids=[f"{row['scenario']} {row['passage']}" for row in PASSAGES])
def test_every_number_of_the_text_is_in_the_data(row: dict[str, str]) -> None:
    scenario = find_scenario(row["scenario"]).scenario
    told = Counter(
        number for part in PARTS[row["part"]] for number in figures(part_of(scenario, part))
    )
    if row["part"] == "victory":
        told.update(figures(DECIDES.get(scenario.id, ())))
    assert Counter(row["numbers"].split()) - told == Counter()


def test_every_scenario_of_the_rulebook_has_its_passages() -> None:
    parts: dict[str, set[str]] = {}
    for row in PASSAGES:
        parts.setdefault(row["scenario"], set()).add(row["part"])
    assert set(parts) == {"WED-1", "WED-2", "WED-3", "WED-4", "WED-CAMPAIGN", "MG"}
    assert all({"frame", "set-up", "command", "chits", "victory"} <= one for one in parts.values())
