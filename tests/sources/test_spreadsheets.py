"""A file saved by a spreadsheet means what it meant, or is refused with the reason."""

import csv
import dataclasses
import re
from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.grid import HexNumberError
from clubroute.builder.sources.cells import hex_cell
from clubroute.builder.sources.lattice import read_lattice
from clubroute.builder.sources.tables import Row, read_rows
from clubroute.builder.survey.compile import CompiledMap
from clubroute.builder.survey.facts import failure, read_map_facts, subject_hex
from clubroute.builder.survey.inputs import read_map_sources

ROOT = Path(__file__).parents[2]
GTS = read_lattice(ROOT / "map_sources" / "gts" / "lattice.toml").lattice
ALONE = re.compile(r"\d{1,3}\.\d{1,3}")


def saved(cell: str) -> str:
    """A cell as Excel and LibreOffice save it in a column of numbers."""
    return f"{float(cell):g}"


def numbers(path: Path) -> list[str]:
    """The cells of a CSV file that hold one hex number of the gts lattice and nothing else."""
    found = []
    with path.open(newline="", encoding="utf-8") as stream:
        for record in csv.reader(stream):
            for cell in record:
                if ALONE.fullmatch(cell):
                    try:
                        GTS.parse(cell)
                    except HexNumberError:
                        continue
                    found.append(cell)
    return found


def read_or_refused(row: Row) -> object:
    """The hex a row names, or else the last number that its refusal offers."""
    try:
        return hex_cell(row, "hex", GTS)
    except InputError as error:
        offered, why = error.expected.split(" (")
        return offered.split(" or ")[-1] if "spreadsheet" in why else why


def test_no_hex_of_the_project_becomes_another_in_a_spreadsheet() -> None:
    cells = [
        cell
        for folder in ("map_sources/gts", "counters/wed/scenarios")
        for path in sorted((ROOT / folder).glob("*.csv"))
        if path.name != "controls.csv"  # degrees stand in it
        for cell in numbers(path)
    ]
    changed = 0
    for cell in cells:
        row = Row("hexes.csv", 2, {"hex": saved(cell)})
        changed += saved(cell) != cell
        assert read_or_refused(row) in (GTS.parse(cell), cell)
    assert changed > 100


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("46.22", "46.022 or 46.220"),  # a hex north of Arnhem, or one by Valkenswaard
        ("75.13", "75.130"),
        ("46220", "46.220"),  # a Dutch or German spreadsheet takes the dot for thousands
    ],
)
def test_a_shortened_number_is_refused_with_the_numbers_it_may_be(
    written: str, expected: str
) -> None:
    with pytest.raises(InputError) as caught:
        hex_cell(Row("hexes.csv", 2, {"hex": written}), "hex", GTS)
    assert caught.value.expected.startswith(expected)


def test_a_full_number_and_its_safe_spelling_are_read() -> None:
    for written in ("46.022", "06.118", "6.118", "46.220"):
        assert hex_cell(Row("hexes.csv", 2, {"hex": written}), "hex", GTS)


def test_a_fact_shortened_by_a_spreadsheet_is_told_with_the_number_it_was(
    gts_map: CompiledMap,
) -> None:
    terrain = gts_map.terrain
    words = read_map_sources(ROOT, "gts").vocabulary
    facts = read_map_facts(ROOT / "map_sources" / "gts" / "facts.csv")
    changed = 0
    for fact in facts:
        if ALONE.fullmatch(fact.subject) and saved(fact.subject) != fact.subject:
            short = dataclasses.replace(fact, subject=saved(fact.subject))
            try:
                assert subject_hex(short, terrain) == subject_hex(fact, terrain), fact.id
            except HexNumberError:
                with pytest.raises(InputError) as caught:
                    failure(short, terrain, words)
                assert fact.subject in (caught.value.nearest or ""), fact.id
            changed += 1
    assert changed > 50


def refused(tmp_path: Path, data: bytes) -> InputError:
    path = tmp_path / "hexes.csv"
    path.write_bytes(data)
    with pytest.raises(InputError) as caught:
        read_rows(path, {"hex": True, "terrain": False, "cite": True})
    return caught.value


@pytest.mark.parametrize(
    ("data", "found", "advice"),
    [
        (b"hex;terrain;cite\n1.01;clear;x\n", "cells separated by semicolons", "commas"),
        (b"hex\tterrain\tcite\n", "cells separated by tabs", "commas"),
        (b"hex,terrain,cite\n1.01,clear,Caf\xe9\n", "byte 0xe9", "CSV UTF-8"),
        (b"PK\x03\x04\x14\0\x06\0", "a spreadsheet's own file", "CSV UTF-8"),
        (b"1.01,clear,Rule 2\n", "no header row (1.01, clear, Rule 2 …)", "hex, terrain, cite"),
        (b'hex,cite\n1.01,"Rule 2\n', "a quote that is never closed", "CSV record"),
    ],
)
def test_what_a_spreadsheet_writes_is_refused_with_what_to_do(
    tmp_path: Path, data: bytes, found: str, advice: str
) -> None:
    error = refused(tmp_path, data)
    assert (error.found, advice in error.expected) == (found, True)


def test_a_header_in_another_case_gets_its_column_named(tmp_path: Path) -> None:
    error = refused(tmp_path, b"Hex,terrain,cite\n")
    assert error.nearest == "hex"


def test_a_decimal_comma_gets_its_hex_number_named(tmp_path: Path) -> None:
    row = Row("hexes.csv", 2, {"hex": "55,202"})
    with pytest.raises(InputError) as caught:
        hex_cell(row, "hex", read_lattice(ROOT / "map_sources" / "gts" / "lattice.toml").lattice)
    assert caught.value.nearest == "55.202"
    assert caught.value.expected.startswith("a hex number of gts, as ")
