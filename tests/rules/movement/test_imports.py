"""A question about movement pays for nothing it does not use."""

from __future__ import annotations

import subprocess
import sys

HEAVY = ("networkx", "numpy", "shapely", "PIL", "lxml", "click", "asyncio")
BUILDING = (
    "clubroute.builder.terrain.terrain_map",
    "clubroute.builder.terrain.terrain_file",
    "clubroute.builder.survey",
)


def test_no_big_library_is_loaded_and_nothing_that_builds_maps() -> None:
    dear = HEAVY + BUILDING
    asked = "clubroute.rules.gts.movement.questions"
    code = f"import sys, {asked}; print([m for m in {dear} if m in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert found.stdout.strip() == "[]"
