"""Which questions are answered on the spot."""

from __future__ import annotations

from pathlib import Path

import pytest

from clubroute.rules.asking.context import Context
from clubroute.rules.service.quick import QuickMethods

LEG = {"map": "wed", "unit": {"class": "leg"}}


@pytest.fixture
def quick(tmp_path: Path) -> QuickMethods:
    context = Context(tmp_path)
    for map_ in ("wed", "ins"):
        context.registry.find("step.cost", {"map": map_})
    context.registry.find("move.reach", {"map": "wed"})
    return QuickMethods(context)


def test_a_quick_method_is_answered_on_the_spot_once_a_worker_has_answered_it(
    quick: QuickMethods,
) -> None:
    assert quick.find("step.cost", LEG) is None
    quick.answered("step.cost", LEG)
    found = quick.find("step.cost", LEG)
    assert found is not None
    assert found.name == "step.cost"


def test_a_long_one_never_is(quick: QuickMethods) -> None:
    quick.answered("move.reach", {"map": "wed"})
    assert quick.find("move.reach", {"map": "wed"}) is None


def test_nor_what_reads_a_file_or_is_of_another_series(quick: QuickMethods) -> None:
    quick.answered("step.cost", LEG)
    assert quick.find("step.cost", {**LEG, "at": "turn3.vsav"}) is None
    assert quick.find("step.cost", {**LEG, "map": "ins"}) is None


def test_nor_what_is_no_method(quick: QuickMethods) -> None:
    quick.answered("step.price", {})
    assert quick.find("step.price", []) is None
