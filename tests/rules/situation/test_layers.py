"""Who asks whom: movement is handed its conditions, and fetches none."""

from __future__ import annotations

from pathlib import Path

from clubroute.rules.gts.games import SERIES
from tests.cases import each
from tests.parsed import imports_of

ABOVE = ("campaign", "scenarios", "logcheck", "special", "clubroute")
"""Rooms of the series that movement may not know."""
MOVEMENT = sorted(Path(SERIES.folder, "movement").rglob("*.py"))


def imported(path: Path) -> set[str]:
    """Every module a file imports, inside functions too."""
    return {name for one in imports_of(path) for name in one.modules()}


@each("path", MOVEMENT, ids=lambda path: path.stem)
def test_movement_imports_no_room_above_it(path: Path) -> None:
    rooms = {module.split(".")[3] for module in imported(path) if module.count(".") > 2}
    assert rooms.isdisjoint(ABOVE)


def test_the_situation_alone_finds_the_bridge_of_a_question() -> None:
    situation = Path(SERIES.folder, "situation")
    others = (p for p in Path(SERIES.folder).rglob("*.py") if situation not in p.parents)
    finding = [p.name for p in others if "bridge_at(" in p.read_text(encoding="utf-8")]
    assert not finding


def test_every_kind_of_limit_is_a_row_of_the_series_and_a_file() -> None:
    folder = Path(SERIES.folder, "situation", "limits")
    files = {path.stem for path in folder.glob("*.py")} - {"__init__", "route"}
    rows = {module.rpartition(".")[2] for module in SERIES.limits}
    assert files == rows
