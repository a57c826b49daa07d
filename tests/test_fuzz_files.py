"""Damaged files never make anything but a refusal; tests/bench/fuzz_files.py does it at length."""

from __future__ import annotations

from pathlib import Path

import pytest

from clubroute.builder.survey.compile import CompiledMap
from tests.fuzzing import Door, doors

NAMES = (
    *("check", "audit", "tape", "position"),
    *("owner tables", "TOML", "GeoJSON", "positions", "a game's tables", "a game's TOML"),
)
FILES = 25


@pytest.fixture(scope="module")
def places(
    gts_map: CompiledMap, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, dict[str, Door]]:
    folder = tmp_path_factory.mktemp("doors")
    (folder / "sources").mkdir()
    return folder, doors(folder, gts_map.terrain, logs=4)


@pytest.mark.parametrize("name", NAMES)
def test_a_damaged_file_is_read_or_refused_in_one_line(
    name: str, places: tuple[Path, dict[str, Door]]
) -> None:
    folder, found = places
    heard = {found[name].attempt(folder, seed) for seed in range(FILES)}
    assert heard <= {"read", "refused"}
    assert "read" in heard, "what is always refused at the door tests nothing behind it"


def test_every_door_is_tried(places: tuple[Path, dict[str, Door]]) -> None:
    assert set(places[1]) == set(NAMES)
