"""What players say counts as evidence by the words of tables, not of a pattern in the code."""

from __future__ import annotations

import pytest

from clubroute.builder.sources.tables import read_toml
from clubroute.rules.logs.check.throws import COMBAT_WORDS, Heard, combat
from tests.cases import each

WORDS = read_toml(COMBAT_WORDS)["words"]


@each("word", WORDS)
def test_each_word_of_the_table_tells_of_combat(word: str) -> None:
    said = word.replace("*", "e")
    assert combat().search(f"so {said} it is")
    assert not combat().search(f"so no {said} today")
    assert not combat().search(f"so x{said}x it is")


@pytest.mark.parametrize(
    "said", ["my turn", "diced onions", "crossing now", "the diet", "blow it up"]
)
def test_other_talk_tells_of_none(said: str) -> None:
    assert not combat().search(said)


def test_words_of_options_are_split_and_may_be_none() -> None:
    heard = Heard.of("Second Action| 2nd action |", "")
    assert heard.announced == ("second action", "2nd action")
    assert heard.events is None
    events = Heard.of(None, "event|ereignis").events
    assert events is not None
    assert events.search("an ereignis befalls them")
    assert not events.search("no event today")
