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


SHARED = {
    "AboutMap": 2,
    "AboutState": 2,
    "AdvanceQuestion": 3,
    "AreaQuestion": 3,
    "Battlefield": 2,
    "Begun": 2,
    "Board": 2,
    "Bridge": 2,
    "Counter": 2,
    "CounterMap": 2,
    "Deck": 2,
    "DeclareQuestion": 2,
    "Drag": 2,
    "Feature": 2,
    "Ferry": 2,
    "FerryQuestion": 2,
    "FerrySite": 2,
    "FireQuestion": 2,
    "Form": 2,
    "Game": 2,
    "LimitQuestion": 2,
    "ListQuestion": 3,
    "Marker": 2,
    "MoveJudge": 2,
    "Places": 2,
    "PlanQuestion": 2,
    "Position": 2,
    "Proof": 2,
    "Reached": 2,
    "ReinforcementQuestion": 2,
    "Roster": 2,
    "ScenarioQuestion": 3,
    "ScoreQuestion": 2,
    "SetUpQuestion": 2,
    "Situation": 3,
    "Slot": 2,
    "Snapshot": 2,
    "Standing": 2,
    "StrikesQuestion": 2,
    "Surroundings": 2,
    "TargetQuestion": 2,
    "Track": 2,
    "TurnQuestion": 2,
    "Unit": 3,
    "Walk": 2,
    "Way": 2,
}
"""Names that several classes of the house still have, each with how many. What both series have by
one name (a Bridge, a Track, the parameters of a method that both answer) is theirs to share; the
others are to be told apart. None may join them, and no number may grow."""


def test_one_name_is_one_thing_in_the_whole_house() -> None:
    found: dict[str, int] = defaultdict(int)
    for folder in ("builder", "rules"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            for name in public_classes(file.relative_to(ROOT)):
                found[name] += 1
    assert {name: count for name, count in found.items() if count > 1} == SHARED


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
