"""A row is kept in an owner's table, and all else in it stays."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.owner.catalogue import table_spec
from clubroute.rules.owner.read import read_table
from clubroute.rules.owner.tables import keep_row

SPEC = table_spec("ratings")
ROW = {"unit": "a", "face": "front", "tq": "6", "move": "7"}


def moves(path: Path) -> list[tuple[str, str, int | None]]:
    rows = read_table(path, SPEC).rows
    return [(row.text("unit"), row.text("face"), row.number("move")) for row in rows]


def test_a_table_that_is_not_there_begins_as_its_template(tmp_path: Path) -> None:
    path = keep_row(tmp_path / "owner", SPEC, ROW)
    assert path == tmp_path / "owner" / "ratings.csv"
    assert moves(path) == [("a", "front", 7)]
    assert path.read_text(encoding="utf-8").startswith("# The ratings printed on your counters")


def test_a_row_with_the_same_keys_is_written_over_and_remarks_stay(tmp_path: Path) -> None:
    path = tmp_path / "ratings.csv"
    path.write_text("# mine\nunit,face,move\na,front,7\n# b is old\nb,front,5\n", encoding="utf-8")
    keep_row(tmp_path, SPEC, {"unit": "a", "face": "front", "move": "8"})
    keep_row(tmp_path, SPEC, {"unit": "a", "face": "back", "move": "6"})
    text = "# mine\nunit,face,move\na,front,8\n# b is old\nb,front,5\na,back,6\n"
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    ("cells", "wrong"),
    [
        ({**ROW, "tq": "far"}, "found 'far', expected a number"),
        ({**ROW, "move": "100"}, "found 100, expected a whole number, 0 to 99"),
        ({**ROW, "face": "side"}, "found 'side', expected one of front, back"),
        ({**ROW, "mvoe": "7"}, "expected one of .*did you mean move"),
    ],
)
def test_a_wrong_cell_is_refused_and_nothing_is_written(
    tmp_path: Path, cells: dict[str, str], wrong: str
) -> None:
    with pytest.raises(InputError, match=wrong):
        keep_row(tmp_path, SPEC, cells)
    assert not (tmp_path / "ratings.csv").exists()


def test_a_header_without_a_column_that_is_said_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "ratings.csv"
    path.write_text("unit,face,move\n", encoding="utf-8")
    with pytest.raises(InputError, match="found a header without it, expected column 'tq'"):
        keep_row(tmp_path, SPEC, ROW)
    assert path.read_text(encoding="utf-8") == "unit,face,move\n"


def test_of_rows_that_are_kept_at_once_none_is_lost(tmp_path: Path) -> None:
    units = [f"unit-{number:02}" for number in range(40)]
    with ThreadPoolExecutor(8) as pages:
        list(pages.map(lambda unit: keep_row(tmp_path, SPEC, {**ROW, "unit": unit}), units))
    assert sorted(unit for unit, _, _ in moves(tmp_path / "ratings.csv")) == units
    assert [one.name for one in tmp_path.iterdir()] == ["ratings.csv"]
