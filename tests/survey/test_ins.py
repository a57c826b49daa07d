"""The five joined maps of It Never Snows: every documented hex, the seams, the fit."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import pytest

from clubroute.builder.cli import main
from clubroute.builder.grid import adjacent, hexside, neighbours
from clubroute.builder.module.numbered_zones import hover_texts
from clubroute.builder.sources.checks import read_controls
from clubroute.builder.sources.vocabulary import read_vocabulary
from clubroute.builder.survey.compile import CompiledMap
from clubroute.builder.survey.facts import failure, read_map_facts

ROOT = Path(__file__).resolve().parents[2]
INS = ROOT / "map_sources" / "ins"
FACTS = read_map_facts(INS / "facts.csv")
WORDS = read_vocabulary(INS / "terrain.toml")


def test_every_fact_of_the_rulebook_holds(ins_map: CompiledMap) -> None:
    told = {f"{f.id} {f.subject} {f.predicate}": failure(f, ins_map.terrain, WORDS) for f in FACTS}
    assert {fact: wrong for fact, wrong in told.items() if wrong} == {}


def test_facts_cite_the_rulebook_and_cover_every_hex_it_names(ins_map: CompiledMap) -> None:
    parse = ins_map.terrain.lattice.parse
    assert all(fact.cite.startswith("INS ") for fact in FACTS)
    known = {parse(f.subject) for f in FACTS if "." in f.subject and "/" not in f.subject}
    with (INS / "areas.csv").open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        told = [row["hexes"] for row in rows if row["provenance"] != "assumed"]
    hexes = {parse(word) for many in told for word in many.split()}
    assert hexes <= known
    assert len(known) > 200


@pytest.mark.parametrize(
    ("predicate", "subject"),
    [("touches", "A48.05"), ("on_road", "B22.34"), ("terrain_in", "A49.07"), ("carries", "E62.00")],
)
def test_a_map_without_it_fails_the_fact(
    ins_map: CompiledMap, predicate: str, subject: str
) -> None:
    terrain = ins_map.terrain
    bare = replace(
        terrain,
        hexes={h: replace(info, terrain="clear") for h, info in terrain.hexes.items()},
        hexsides={},
        links={},
    )
    told = [f for f in FACTS if f.predicate == predicate and f.subject.startswith(subject)]
    assert told
    assert all(failure(f, bare, WORDS) for f in told)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(("A22.00", "B22.34"), ("A11.01", "B11.35"), ("C30.00", "D30.34")),
        *(("A1.16", "C62.16"), ("B1.20", "D62.20"), ("E62.00", "D1.17"), ("E62.20", "C1.03")),
    ],
)
def test_a_hex_on_two_maps_is_one_hex_with_two_numbers(
    ins_map: CompiledMap, one: str, other: str
) -> None:
    lattice = ins_map.terrain.lattice
    h = lattice.parse(one)
    assert lattice.parse(other) == h
    assert {one, other} <= set(lattice.numbers(h))


def test_the_seams_lie_where_the_errata_and_the_victory_hexes_have_them(
    ins_map: CompiledMap,
) -> None:
    parse = ins_map.terrain.lattice.parse
    for a, b in (("E62.00", "D1.16"), ("C15.13", "C16.12"), ("C16.15", "C17.15")):
        assert adjacent(parse(a), parse(b))
    beside = neighbours(parse("A48.05"))
    straight = (beside.index(parse("A49.06")) - beside.index(parse("A47.05"))) % 6
    assert straight == 3


def test_both_numbers_of_a_hex_are_understood_and_told(
    ins_map: CompiledMap, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["hex", "B22.34", "--map", "ins", "--project", str(ROOT)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["A22.00 (ins)", "  also printed B22.34"]
    assert main(["hex", "A48.05", "--map", "ins", "--project", str(ROOT)]) == 0
    assert "also printed" not in capsys.readouterr().out


def test_nothing_from_memory_or_from_another_fit_takes_part_in_the_fit(
    ins_map: CompiledMap,
) -> None:
    controls = read_controls(INS / "controls.csv", ins_map.terrain.lattice)
    fitted = [c for c in controls if c.role == "control"]
    assert {c.basis for c in fitted} == {"pub", "geonames", "osm"}
    assert len(fitted) >= 19
    fit = ins_map.fit
    assert fit is not None
    # The rulebook's box says some 600 m a hex; a control lies within a hex of where it is printed.
    assert 585 < fit.similarity.hex_metres < 605
    assert fit.rms < 0.7
    assert fit.left_out_rms < 0.8


def test_what_no_rulebook_tells_says_why_it_is_taken(ins_map: CompiledMap) -> None:
    terrain = ins_map.terrain
    rivers = [f for many in terrain.hexsides.values() for f in many if f.kind == "river"]
    assert rivers
    assert all("no rulebook" in f.basis.cite for f in rivers if f.basis.provenance == "assumed")
    assert not [f for f in rivers if f.basis.provenance == "survey"]
    towns = [h for h in terrain.hexes.values() if h.name == "Veghel"]
    assert [(h.terrain, h.basis.provenance) for h in towns] == [("village", "assumed")]


@pytest.mark.parametrize(
    ("hexes", "country"),
    [
        ("B20.13 B45.04 B14.07", {"Germany"}),  # Kranenburg, Elten, the Reichswald
        ("E1.06 E6.03 E1.14", {"Belgium"}),  # Neerpelt, Achel, the road from Lommel
        ("B40.08 D61.09 B14.15 E14.10", set()),  # Lobith, Gennep, De Horst, Valkenswaard
    ],
)
def test_a_hex_lies_in_its_country(ins_map: CompiledMap, hexes: str, country: set[str]) -> None:
    terrain = ins_map.terrain
    for h in map(terrain.lattice.parse, hexes.split()):
        assert {area.name for area in terrain.areas_of("country") if h in area.hexes} == country
        told = hover_texts(terrain, "ins", WORDS)[h].split(" · ")
        assert country == {"Germany", "Belgium"}.intersection(told)


def test_a_country_ends_at_the_border_and_only_there(ins_map: CompiledMap) -> None:
    terrain = ins_map.terrain
    drawn = {side for side in terrain.hexsides if terrain.has(side, "border")}
    abroad = {h: area.name for area in terrain.areas_of("country") for h in area.hexes}
    ends = {
        hexside(h, n)
        for h in abroad
        for n in neighbours(h)
        if n in terrain.hexes and abroad[h] != abroad.get(n)
    }
    assert drawn == ends
    assert {f.basis.provenance for s in drawn for f in terrain.features(s, "border")} == {"survey"}
