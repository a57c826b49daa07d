"""The counters of The Devil's Cauldron: what its rulebook names, and what is assumed beside."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from clubroute.builder.sources.counter_set import CounterSet
from tests.counters.places import WED, committed
from tests.counters.test_style import EYES, contrast, lab

TDC = WED.parent / "tdc"


@pytest.fixture(scope="module")
def tdc() -> CounterSet:
    """The counter set as committed."""
    return committed("tdc")


def test_every_line_of_the_counter_list_is_a_counter_or_a_group(tdc: CounterSet) -> None:
    counts = (len(tdc.units), len(tdc.groups), len(tdc.markers), len(tdc.chits))
    assert counts == (333, 14, 88, 49)


def test_units_by_division_and_those_the_rulebook_names(tdc: CounterSet) -> None:
    assert Counter(unit.division for unit in tdc.units) == {
        "1st Airborne Division": 77,
        "82nd Airborne Division": 78,
        "43rd Infantry Division": 83,
        "Guards Armored Division": 46,
        "Hohenstaufen Division": 24,
        "Korps Feldt": 12,
        "Frundsberg Division": 8,
        "Allied (division not said)": 1,
        "German (division not said)": 4,
    }
    assert Counter(unit.provenance for unit in tdc.units) == {"assumed": 256, "rulebook": 77}


# The colours of Counter Symbols, the divisions the rulebook lists.
NAMED = {
    "1st Airborne Division",
    "82nd Airborne Division",
    "Guards Armored Division",
    "43rd Infantry Division",
    "Division von Tettau",
    "Hohenstaufen Division",
    "Korps Feldt",
    "Frundsberg Division",
}


def test_the_divisions_of_the_counter_symbols_are_there(tdc: CounterSet) -> None:
    assert {one.name for one in tdc.book.divisions if "Counter Symbols" in one.cite} == NAMED


def test_the_first_chit_of_the_combined_game_is_there(tdc: CounterSet) -> None:
    chit = next(chit for chit in tdc.chits if chit.name == "1st Para Formation Activation")
    assert (chit.provenance, chit.formation) == ("rulebook", "1 Para Bde")


def test_heroes_stop_markers_and_errata_of_the_combined_game(tdc: CounterSet) -> None:
    heroes = [m for m in tdc.markers if m.kind == "hero" and m.cite == "WED MG 7.0"]
    assert len(heroes) == 5
    assert next(m.copies for m in tdc.markers if m.id == "club-route-stop") == 12
    assert any(unit.name == "D/10/4" and unit.provenance == "rulebook" for unit in tdc.units)


def test_what_is_assumed_says_why_and_can_be_left_out(tdc: CounterSet) -> None:
    assumed = [unit for unit in tdc.units if unit.provenance == "assumed"]
    assert assumed
    assert all(unit.reason for unit in assumed)
    named = tdc.without_assumed()
    assert len(named.units) == len(tdc.units) - len(assumed)
    assert all(one.provenance == "rulebook" for one in (*named.chits, *named.markers))


@pytest.mark.parametrize("eye", sorted(EYES))
def test_any_two_divisions_stay_apart(tdc: CounterSet, eye: str) -> None:
    for one, other in combinations(tdc.style.divisions.items(), 2):
        a, b = lab(one[1].fill, eye), lab(other[1].fill, eye)
        gap = sum((p - q) ** 2 for p, q in zip(a, b, strict=True)) ** 0.5
        assert gap > 20, (one[0], other[0], gap)


def test_designations_stand_out(tdc: CounterSet) -> None:
    for paint in tdc.style.divisions.values():
        assert contrast(paint.fill, paint.ink) >= 4.5
