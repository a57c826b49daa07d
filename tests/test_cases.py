"""A test that goes through cases tries each, and tells of those that fail."""

from __future__ import annotations

import inspect

import pytest

from tests.cases import each


def test_every_case_is_tried_and_those_that_fail_are_named() -> None:
    tried = []

    @each("number", range(5), ids=lambda number: f"no {number}")
    def odd(number: int) -> None:
        tried.append(number)
        assert number % 2 == 1, "even"

    with pytest.raises(AssertionError, match=r"3 of 5 cases fail:\n\[no 0\] AssertionError: even"):
        odd()
    assert tried == [0, 1, 2, 3, 4]


def test_what_no_case_says_is_asked_of_the_run() -> None:
    @each(("left", "right"), [(1, 2), pytest.param(2, 3, id="two")])
    @each("word", ["a", "b"], ids=["A", "B"])
    def test(left: int, right: int, word: str, folder: str) -> None:
        assert (left + 1, folder) == (right, word)

    assert list(inspect.signature(test).parameters) == ["folder"]
    with pytest.raises(AssertionError, match=r"2 of 2 cases fail:\n\[1-2\] .*1 of 2 cases fail:"):
        test(folder="a")
