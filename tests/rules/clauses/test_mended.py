"""Clauses that once said something false, too much or too little: what they say now.

``mended.csv`` has them by game, rule and title: ``says`` stands in the sentence, ``never`` does
not. The hexes of the airborne zones are those of the map.
"""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.clauses.search import Clause, clauses
from tests.cases import each

ROWS = tuple(csv.DictReader(Path(__file__).with_name("mended.csv").open(encoding="utf-8")))
ZONES = {
    "DZ/LZ Y hexes": "dz-y",
    "DZ/LZ S hexes": "dz-s",
    "DZ/LZ X hexes": "dz-x",
    "DZ/LZ Z hexes": "dz-z",
    "DZ/LZ L hexes": "dz-l",
    "SDPV hexes": "sdp-v",
    "DZ/LZ* V hexes": "dz-v",
    "DZ/LZ* K(alt) hexes": "dz-k-alt",
    "DZ/LZ* K hexes": "dz-k",
    "DZ/LZ O(alt) hexes": "dz-o-alt",
    "DZ/LZ O hexes": "dz-o",
    "DZ/LZ P hexes": "dz-p",
    "DZ N hexes": "dz-n",
    "LZ N hexes": "lz-n",
    "DZ/LZ T hexes": "dz-t",
}
"""The areas of the clauses of TDC 3.3, by their titles."""


def clause(game: str, rule: str, title: str) -> Clause:
    (found,) = (one for one in clauses() if (one.game, one.rule, one.title) == (game, rule, title))
    return found


@each("row", ROWS, ids=lambda row: f"{row['game']} {row['rule']} {row['title']}")
def test_what_a_clause_said_wrongly_it_says_no_more(row: dict[str, str]) -> None:
    told = clause(row["game"], row["rule"], row["title"]).text
    assert re.search(row["says"], told)
    assert not row["never"] or not re.search(row["never"], told)


def test_the_clause_of_a_zone_names_the_hexes_of_its_area(real_context: Context) -> None:
    for title, area in ZONES.items():
        told = clause("tdc", "3.3", title)
        found = ask(real_context, "area.hexes", {"map": "tdc", "area": area})["hexes"]
        assert told.hexes == set(found), title
    assert len(ZONES) == 15  # "Fifteen zones", TDC 3.3


@pytest.mark.parametrize(("title", "area"), [("DZ B hexes", "dz-b"), ("DZ C hexes", "dz-c")])
def test_the_clause_of_a_drop_zone_names_its_hexes(
    real_context: Context, title: str, area: str
) -> None:
    found = ask(real_context, "area.hexes", {"map": "wed", "area": area})["hexes"]
    assert clause("wed", "3.3", title).hexes == set(found)


def test_the_clause_of_the_stop_hexes_names_those_of_the_other_map(real_context: Context) -> None:
    areas = ask(real_context, "area.list", {"map": "tdc"})["areas"]
    stops = {one["id"].removeprefix("stop-") for one in areas if one["kind"] == "stop_hex"}
    assert clause("mg", "MG set-up", "Stop hexes").hexes == stops
