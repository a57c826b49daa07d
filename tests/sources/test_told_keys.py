"""Every column that a reader of sources takes has its meaning in ``builder/sources/keys``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping

import pytest

from clubroute.builder.sources import counters, facts, map_rows, regions, scenario_units
from tests.made_pages import KEYS


def told(name: str) -> Mapping[str, Mapping[str, str]]:
    """The meanings of a file of keys, by table."""
    return tomllib.loads((KEYS / f"{name}.toml").read_text(encoding="utf-8"))


READERS = {
    "hexes.csv": map_rows.HEX_COLUMNS,
    "hexsides.csv": map_rows.HEXSIDE_COLUMNS,
    "links.csv": map_rows.LINK_COLUMNS,
    "junctions.csv": map_rows.JUNCTION_COLUMNS,
    "areas.csv": map_rows.AREA_COLUMNS,
    "regions.csv": regions.COLUMNS,
    "facts.csv": facts.FACT_COLUMNS,
    "readings.csv": facts.READING_COLUMNS,
}
"""The columns of a map's tables, as their readers take them."""


@pytest.mark.parametrize("name", READERS)
def test_the_columns_of_a_map_are_told(name: str) -> None:
    found = told("map")
    assert {*found[name], *found["every-table"]} >= READERS[name].keys()
    assert found[name].keys() <= READERS[name].keys()


def test_the_columns_of_units_are_told() -> None:
    own = "a rating, mark or text of `layout.toml`"
    assert told("counters")["units.csv"].keys() - {own} == counters.COLUMNS.keys()


def test_the_columns_of_a_list_of_units_are_told() -> None:
    assert told("counters")["scenarios/*.csv"].keys() == scenario_units.COLUMNS.keys()
