"""When two names mean the same Division, Formation or Unit."""

from __future__ import annotations

import pytest

from clubroute.rules.position.names import same_group, same_unit


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("101st Airborne", "101st Airborne Division", True),
        ("101st", "101st Airborne Division", True),
        ("Guards Armored", "Guards Armoured Division", True),
        ("guards armored", "GUARDS ARMORED", True),
        ("Kampfgruppe Chill", "KG Chill", True),
        ("231st Brigade", "The 231st Brigade", True),
        ("101st Airborne", "82nd Airborne", False),
        ("1st Airborne", "101st Airborne", False),  # never inside a word
        ("101st Division", "101st Airborne Division", True),  # a filler does not count
        ("Guards Division", "Guards Armored Brigade Division", True),
        ("43rd Brigade", "43rd Infantry Brigade", False),  # nothing is left out in the middle
        ("Division", "101st Airborne Division", False),
        ("", "82nd Airborne", False),
        ("", "", False),
    ],
)
def test_names_that_mean_the_same_group(one: str, other: str, same: bool) -> None:
    assert same_group(one, other) is same
    assert same_group(other, one) is same


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("D(-)/2HHC", "D(-)/2 HHC", True),
        ("1./Pz 2107", "1./PZ2107", True),
        ("D/2HHC", "D(-)/2HHC", False),
        (None, "D(-)/2HHC", False),
    ],
)
def test_names_that_mean_the_same_unit(one: str | None, other: str, same: bool) -> None:
    assert same_unit(one, other) is same
