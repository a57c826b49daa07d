"""Every relation on every question: what is broken is what ``owned.toml`` has, row by row.

With questions of a method that are answered alike each field is said once. With every one of them
it is said by ``python -m tests.rules.answer.metamorphic``.
"""

from __future__ import annotations

import pytest

from tests.rules.answer.metamorphic.answers import Asker
from tests.rules.answer.metamorphic.owned import gone_ones, new_ones, read_owned
from tests.rules.answer.metamorphic.trying import every_base, try_all

pytestmark = pytest.mark.slow


def test_all_questions_break_what_the_table_has_and_nothing_else(everyone: Asker) -> None:
    tried, owned = try_all(everyone, every_base(), whole=False), read_owned()
    tried.add(tried.dead())
    assert [*new_ones(tried, owned), *gone_ones(tried, owned)] == []
