"""The counters of It Never Snows: what its lists name, and what nobody but the owner knows."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from clubroute.builder.art.counters import draw_counter
from clubroute.builder.sources.counter_set import CounterSet
from tests.counters.places import WED, committed
from tests.counters.test_style import EYES, contrast, lab

INS = WED.parent / "ins"


@pytest.fixture(scope="module")
def ins() -> CounterSet:
    """The counter set as committed."""
    return committed("ins")


def test_colours_are_the_thirteen_of_1_4(ins: CounterSet) -> None:
    assert Counter(unit.colour for unit in ins.units if unit.side == "German") == {
        "Wehrmacht": 151,
        "SS": 81,
        "Luftwaffe": 106,
        "Kriegsmarine": 15,
        "RAD": 4,
    }
    allied = {unit.colour for unit in ins.units if unit.side == "Allied"}
    assert len(allied) == 8
    assert allied < set(ins.style.colours)


def test_a_brigade_of_guards_has_the_counters_of_its_list(ins: CounterSet) -> None:
    sizes = Counter(unit.formation for unit in ins.units)
    guards = ("Irish Gds Bde", "Gren Gds Bde", "Welsh Gds Bde", "Coldstream Gds Bde")
    assert [sizes[one] for one in guards] == [8, 9, 10, 9]
    assert (sizes["130 Inf Bde"], sizes["214 Inf Bde"], sizes["129 Inf Bde"]) == (15, 19, 19)


def test_what_no_list_names_is_assumed(ins: CounterSet) -> None:
    assumed = [unit for unit in ins.units if unit.provenance == "assumed"]
    assert Counter(unit.formation for unit in assumed) == {"506 Abn Rgt": 3, "325 Glider Rgt": 9}


def test_ratings_are_those_of_the_errata_and_no_other(ins: CounterSet) -> None:
    assert not any(unit.front_ratings for unit in ins.units)
    told = {
        unit.name: {name: one.value for name, one in unit.back_ratings.items()}
        for unit in ins.units
        if unit.back_ratings
    }
    assert told == {
        "C/1/501": {"attack": "1", "defence": "3", "move": "6"},
        "3/1/Cold": {"attack": "3", "defence": "2", "move": "12"},
    }


def test_dukws_are_known_of_two_units_of_the_43rd_and_of_none_outside(ins: CounterSet) -> None:
    of_43rd = {u.name: u.marks["dukw"] for u in ins.units
               if u.division == "43rd Infantry Division" and "dukw" in u.marks}  # fmt: skip
    assert of_43rd == {"A/4So/129": True, "B/Hus/129": False}
    others = [unit for unit in ins.units if unit.division != "43rd Infantry Division"]
    assert not any(unit.marks["dukw"] for unit in others)


def test_exploitation_and_steps_are_the_owners(ins: CounterSet) -> None:
    assert not any("exploit" in unit.marks or unit.steps for unit in ins.units)


def test_an_exploit_capable_unit_is_drawn_with_yellow(ins: CounterSet) -> None:
    unit = ins.units[0]
    yellow = (250, 230, 110)
    plain = draw_counter(unit, ins.style, face="front")
    marked = draw_counter(replace(unit, marks={"exploit": True}), ins.style, face="front")
    assert yellow not in {colour for _, colour in plain.getcolors(9999) or ()}
    assert yellow in {colour for _, colour in marked.getcolors(9999) or ()}


@pytest.mark.parametrize("eye", sorted(EYES))
def test_any_two_colours_stay_apart(ins: CounterSet, eye: str) -> None:
    for (one, a), (other, b) in combinations(ins.style.colours.items(), 2):
        pairs = zip(lab(a.fill, eye), lab(b.fill, eye), strict=True)
        assert sum((p - q) ** 2 for p, q in pairs) ** 0.5 > 19, (one, other)


def test_designations_stand_out(ins: CounterSet) -> None:
    for name, paint in ins.style.colours.items():
        assert contrast(paint.fill, paint.ink) >= 4.5, name
    for name, paint in ins.style.markers.items():
        assert contrast(paint.fill, paint.ink) >= 3, name
