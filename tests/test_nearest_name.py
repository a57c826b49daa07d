"""The nearest name is the one that Python's own search for close matches finds, only sooner."""

from __future__ import annotations

import difflib

from hypothesis import given
from hypothesis import strategies as st

from clubroute.builder.errors import NEAR, nearest_name

NAMES = st.text("abAB /1", max_size=6)
"""Of few letters, so that most are near to some, and many equally so."""


@given(NAMES, st.lists(NAMES, max_size=8))
def test_the_nearest_name_is_that_of_a_whole_search(name: str, valid: list[str]) -> None:
    folded = {option.casefold(): option for option in valid}
    close = difflib.get_close_matches(name.casefold(), folded, n=1, cutoff=NEAR)
    assert nearest_name(name, valid) == (folded[close[0]] if close else None)
