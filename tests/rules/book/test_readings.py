"""Readings: declared once, with their default, schema, sentence and other values."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass

import pytest

from clubroute.rules.book.rulebook import ChosenReadings, reading


@dataclass(frozen=True, slots=True)
class Dikes(ChosenReadings):
    """Readings as a kind of question declares them."""

    top: str = reading(dry="a dike's top is dry", wet="a dike's top is wet (2.16)")
    foot: str = reading(soft="its foot is soft", **{"not": "it has none"}, stone="it is of stone")


def test_the_first_value_is_the_default() -> None:
    assert (Dikes().top, Dikes().foot) == ("dry", "soft")


def test_an_answer_says_the_value_chosen() -> None:
    assert Dikes().chosen("top") == "referee: a dike's top is dry (top)"
    assert Dikes(foot="not").chosen("foot") == "referee: it has none (foot)"


def test_others_change_one_reading_only() -> None:
    assert Dikes().others("top") == [Dikes(top="wet")]
    assert Dikes("wet", "not").others("foot") == [Dikes("wet", "soft"), Dikes("wet", "stone")]


def test_the_schema_lists_values_in_order() -> None:
    schema = Dikes.schema()
    assert schema["additionalProperties"] is False
    assert schema["properties"]["foot"] == {
        "type": "string",
        "enum": ["soft", "not", "stone"],
        "default": "soft",
        "description": "soft: its foot is soft; not: it has none; stone: it is of stone",
    }


def test_readings_are_values() -> None:
    assert {Dikes(): 1}[Dikes("dry", "soft")] == 1
    with pytest.raises(FrozenInstanceError):
        Dikes().top = "wet"  # type: ignore[misc]
