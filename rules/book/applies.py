"""Methods that answer with a receipt; the rules they apply stand in a table of their series."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from clubroute.rules.answer.answers import answer_of
from clubroute.rules.asking.methods import Answer, method
from clubroute.rules.book.rulebook import topic
from clubroute.rules.series import series


@cache
def applied(series_id: str) -> Mapping[str, str]:
    """The rules that each method of a series applies, as cited (``tables/applies.toml``)."""
    rows = topic(series_id, "applies", series(series_id).maps[0]).listed("rules")
    return {method: row.cite for row in rows for method in row.words("methods")}


def rules_of(series_id: str, name: str) -> Callable[[], tuple[str, ...]]:
    """What looks up the rules a method of a series applies: few who ask it want to know them."""
    return lambda: tuple(applied(series_id)[name].split(", "))


def answers_of(
    series_id: str,
    name: str,
    *verdicts: str,
    text: Callable[[Any], Sequence[str]] | None = None,
    quick: bool = False,
    **results: Any,
) -> Callable[[Answer], Answer]:
    """Declare the function that answers a method with a receipt; its rules are those of the table.

    :param verdicts: those it may have. :param results: its further values by name, JSON Schemas.
    """
    schema = answer_of(*verdicts, **results)
    return method(name, answers=schema, cites=rules_of(series_id, name), text=text, quick=quick)
