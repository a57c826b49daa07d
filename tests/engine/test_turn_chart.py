"""The window with the 1900 turn in the real engine: every list, every step, in order."""

from __future__ import annotations

import pytest

from clubroute.builder.sources.counter_set import read_counter_set
from clubroute.builder.sources.turn_lists import TurnLists
from tests.counters.places import WED
from tests.engine.driver import Engine
from tests.engine.reports import ChartPage

pytestmark = pytest.mark.engine


@pytest.fixture(scope="module")
def lists() -> TurnLists:
    """The lists as their source has them."""
    (found,) = [one.turns for one in read_counter_set(WED).windows.charts if one.turns]
    return found


@pytest.fixture(scope="module")
def engine(wed_engine: Engine) -> Engine:
    return wed_engine


@pytest.fixture(scope="module")
def charts(engine: Engine, lists: TurnLists) -> list[ChartPage]:
    """The pages of the window, as VASSAL shows them."""
    found = [page for page in engine.charts() if page.window == lists.title]
    engine.quiet()
    assert engine.problems == []
    return found


def test_a_tab_for_each_list(charts: list[ChartPage], lists: TurnLists) -> None:
    assert [page.name for page in charts] == [one.title for one in lists.lists]
    assert len(charts) == 3


def test_every_step_stands_there_in_order(charts: list[ChartPage], lists: TurnLists) -> None:
    for page, one in zip(charts, lists.lists, strict=True):
        text = " ".join(page.text.split())
        assert one.title in text
        place = 0
        for number, step in zip(one.numbers, one.steps, strict=True):
            for words in (number, step.title, step.text, step.cite):
                found = text.find(" ".join(words.split()), place)
                assert found >= place, (one.title, words)
                place = found
        assert "<" not in text
        assert "&" not in text
