"""Every fact of the rulebooks holds on the compiled map, and a broken map is noticed."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.module.game import game_views, read_game
from clubroute.builder.sources.facts import Fact
from clubroute.builder.sources.lattice import read_lattice
from clubroute.builder.sources.vocabulary import read_vocabulary
from clubroute.builder.survey.compile import CompiledMap
from clubroute.builder.survey.facts import CHECKS, failure, read_map_facts
from tests.cases import each

ROOT = Path(__file__).resolve().parents[2]
GTS = ROOT / "map_sources" / "gts"
FACTS = read_map_facts(GTS / "facts.csv")
WORDS = read_vocabulary(GTS / "terrain.toml")


@each("fact", FACTS, ids=lambda fact: f"{fact.id} {fact.predicate}")
def test_fact_holds(gts_map: CompiledMap, fact: Fact) -> None:
    wrong = failure(fact, gts_map.terrain, WORDS)
    assert wrong is None, f"{fact.subject} {fact.predicate} {fact.object} ({fact.cite}): {wrong}"


def test_every_predicate_is_used_and_every_fact_cites_a_rule() -> None:
    assert {fact.predicate for fact in FACTS} == set(CHECKS)
    assert all(fact.cite.startswith(("WED ", "TDC ", "MG ")) for fact in FACTS)


def test_most_facts_are_stated_and_say_which_are_not() -> None:
    stated = sum(fact.status == "stated" for fact in FACTS)
    assert stated > len(FACTS) / 2


DENIED = {
    # predicate: (subject, object) that is not so
    "enterable": None,
    "open_step": ("76.129/76.130", ""),
    "barred_step": ("75.130/76.130", ""),
    "has": ("55.202/56.201", "culvert"),
    "touches": ("46.220", "bridge"),
    "in_water": ("75.130/76.130", ""),
    "carries": ("76.129/76.130", ""),
    "on_road": ("73.128", ""),
    "raised_across": ("37.57", ""),
    "no_raised_between": ("37.54", "37.59"),
    "terrain_in": ("62.173", "woods"),
    "terrain_not_in": ("62.173", "city"),
    "near_place": ("62.173", "Arnhem 20"),
    "in_area": ("62.173", "dz-b"),
    "area_size": ("dz-b", "14"),
    "area_parts": ("dz-c", "1"),
    "runs": ("club-route", "41.232 52.157 14.89"),
    "at_edge": ("62.173", "3"),
    "road_to_edge": ("62.173", "3"),
}


@each("predicate", sorted(set(CHECKS) - {"enterable"}))
def test_what_is_not_so_is_denied(gts_map: CompiledMap, predicate: str) -> None:
    case = DENIED[predicate]
    assert case is not None
    assert failure(made_up(predicate, *case), gts_map.terrain, WORDS)


def test_an_impassable_hex_is_not_enterable(gts_map: CompiledMap) -> None:
    terrain = gts_map.terrain
    h = terrain.lattice.parse("46.220")
    hexes = {**terrain.hexes, h: replace(terrain.hexes[h], terrain="impassable")}
    assert failure(made_up("enterable", "46.220"), replace(terrain, hexes=hexes), WORDS)


@pytest.mark.parametrize(
    ("predicate", "subject", "object_"),
    [("on_road", "07.300", ""), ("has", "1.1", "x"), ("in_area", "62.173", "nowhere")],
)
def test_a_fact_about_nothing_is_told(
    gts_map: CompiledMap, predicate: str, subject: str, object_: str
) -> None:
    with pytest.raises(InputError, match=r"facts\.csv:9:made-up"):
        failure(made_up(predicate, subject, object_), gts_map.terrain, WORDS)


def made_up(predicate: str, subject: str, object_: str = "") -> Fact:
    """A fact no rulebook states."""
    return Fact("made-up", "wed", subject, predicate, object_, "x", "stated", "facts.csv", 9)


def test_a_fact_for_every_hex_a_scenario_names(gts_map: CompiledMap) -> None:
    """The areas the rulebooks give only use hexes that facts.csv vouches for."""
    known = {
        gts_map.terrain.lattice.parse(fact.subject)
        for fact in FACTS
        if fact.predicate == "enterable"
    }
    with (GTS / "areas.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["provenance"] != "rulebook":
                continue  # no rulebook names the hexes of an assumed Road
            for word in row["hexes"].split():
                assert gts_map.terrain.lattice.parse(word) in known, (row["id"], word)


def test_the_hexes_the_rulebook_of_the_devils_cauldron_names_are_facts_on_every_board(
    gts_map: CompiledMap,
) -> None:
    lattice, module = gts_map.terrain.lattice, ROOT / "counters" / "tdc" / "module.toml"
    named = [fact for fact in FACTS if fact.game == "tdc" and fact.predicate == "enterable"]
    hexes = {lattice.parse(fact.subject) for fact in named}
    views = game_views(read_game(module), read_lattice(GTS / "lattice.toml"), module)
    shown = {view.name: sum(view.holds(h) for h in hexes) for view in views}
    # 47.29 and 41.64, which it names too, are facts of other kinds.
    assert shown == {"Arnhem": 95, "Island": 18, "Nijmegen": 11, "Grave and Groesbeek": 73}
