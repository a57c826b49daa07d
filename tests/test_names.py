"""Names are told apart: no two public classes of one name stand in one area."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

from tests.parsed import tree_of

ROOT = Path(__file__).parents[1]


def area_of(path: Path) -> str:
    """The area a file belongs to: ``rules/gts/movement``, ``rules/logs``, ``builder/art``."""
    depth = 3 if path.parts[:2] == ("rules", "gts") else 2
    return "/".join(path.parent.parts[:depth])


def public_classes(path: Path) -> list[str]:
    """The public classes a file defines."""
    body = tree_of(ROOT / path).body
    classes = [node.name for node in body if isinstance(node, ast.ClassDef)]
    return [name for name in classes if not name.startswith("_")]


def test_no_two_public_classes_of_one_name_stand_in_one_area() -> None:
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for folder in ("builder", "rules"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            path = file.relative_to(ROOT)
            for name in public_classes(path):
                found[area_of(path), name].append(path.as_posix())
    assert len(found) > 300
    assert {key: paths for key, paths in found.items() if len(paths) > 1} == {}


TWINS = frozenset(
    (
        *("AboutMap", "AboutScenario", "AboutState", "AreaQuestion", "Battlefield", "Bridge"),
        *("CounterMap", "FerryQuestion", "LimitQuestion", "ListQuestion"),
        *("Position", "ReinforcementQuestion", "Roster", "ScenarioQuestion"),
        *("ScoreQuestion", "SetUpQuestion", "Situation"),
        *("StrikesQuestion", "Surroundings", "TargetQuestion", "Unit"),
        "WhereaboutsQuestion",
    )
)
"""What both series have, each in its own rules: a Bridge, a Track, the parameters of a method that
both answer. Such a name is one thing, and no other class of the house has it."""
REPLAYED = frozenset(("Drag", "MoveJudge", "Proof", "Snapshot", "Standing", "Track"))
"""What the judge of logs with activations has, and that of all logs with turns."""


def test_one_name_is_one_thing_in_the_whole_house() -> None:
    found: dict[str, list[str]] = defaultdict(list)
    for folder in ("builder", "rules"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            path = file.relative_to(ROOT)
            for name in public_classes(path):
                found[name].append("/".join(path.parts[:2]))
    several = {name: rooms for name, rooms in found.items() if len(rooms) > 1}
    twins = {name: ["rules/gts", "rules/scs"] for name in TWINS}
    assert several == twins | {name: ["rules/gts", "rules/logs"] for name in REPLAYED}


def test_areas_are_rooms() -> None:
    areas = {
        "rules/gts/movement/steps/judge.py": "rules/gts/movement",
        "rules/gts/kinds.py": "rules/gts",
        "rules/logs/check/judge.py": "rules/logs",
        "rules/asking/methods.py": "rules/asking",
        "rules/series.py": "rules",
        "builder/art/layers/roads.py": "builder/art",
    }
    assert {name: area_of(Path(name)) for name in areas} == areas
