"""Rows of a table that one test goes through: thousands of cheap cases are not thousands of tests.

``@each`` stands where ``@pytest.mark.parametrize`` would, with the same arguments, and is
for a loop: every case is tried (of what tests/tiers.py samples, some in ``make test``), and a
failure tells of each case that failed, by its name. Cases that take long, or need a folder of
their own, are tests of their own.
"""

from __future__ import annotations

import functools
import inspect
import itertools
from collections.abc import (
    Callable,
    Iterable,
    Iterator,
    Sequence,
)
from typing import Any

import pytest
from hypothesis import settings

from tests.tiers import QUICK, TEST, stride_of

SHOWN = 20
"""So many of the cases that failed are told in full."""

Test = Callable[..., None]
Names = Sequence[str]


def each(names: str | Names, cases: Iterable[Any], ids: Any = None) -> Callable[[Test], Test]:
    """Have a test go through cases; ``ids`` names them, as in ``pytest.mark.parametrize``."""
    wanted = tuple(part.strip() for part in names.split(",")) if isinstance(names, str) else names
    rows = list(cases)
    given = list(ids) if ids is not None and not callable(ids) else ()

    def looped(test: Test) -> Test:
        signature = inspect.signature(test)
        others = [one for name, one in signature.parameters.items() if name not in wanted]

        @functools.wraps(test)
        def every(**fixtures: Any) -> None:
            failed = list(failures(test, wanted, rows, ids if callable(ids) else given, fixtures))
            if failed:
                told = "\n".join(f"[{name}] {said(error)}" for name, error in failed[:SHOWN])
                head = f"{len(failed)} of {len(rows)} cases fail:\n{told}"
                raise AssertionError(head) from failed[0][1]

        every.__signature__ = signature.replace(parameters=others)  # type: ignore[attr-defined]
        return every

    return looped


def failures(
    test: Test, names: Names, rows: Sequence[Any], ids: Any, fixtures: dict[str, Any]
) -> Iterator[tuple[str, Exception]]:
    """Try every case of a run; give the names of those that fail, with what they say."""
    tier = settings.get_current_profile_name()
    quick, every = tier == QUICK, 1
    if tier == TEST:
        every = stride_of(f"{test.__module__.replace('.', '/')}.py::{test.__name__}")
    for number, row in enumerate(rows):
        if number % every:
            continue
        param = row if hasattr(row, "marks") else pytest.param(*values_of(row, names))
        if quick and any(mark.name == "slow" for mark in param.marks):
            continue
        try:
            test(**fixtures, **dict(zip(names, param.values, strict=True)))
        except (Exception, pytest.fail.Exception) as error:
            yield param.id or name_of(param.values, number, ids), error


def values_of(row: Any, names: Names) -> Sequence[Any]:
    """The values of a row: of one name it is the value itself."""
    return (row,) if len(names) == 1 else row


def name_of(values: Sequence[Any], number: int, ids: Any) -> str:
    """Name a case as it is shown."""
    if callable(ids):
        return "-".join(str(ids(value)) for value in values)
    return str(ids[number]) if ids else "-".join(shortened(value) for value in values)


def shortened(value: Any) -> str:
    """A value in so few words that its row is found by it."""
    text = value.__name__ if callable(value) and hasattr(value, "__name__") else str(value)
    return text if len(text) <= 100 else f"{text[:97]}..."


def said(error: BaseException) -> str:
    """Tell what a case failed with, in a few lines."""
    lines = (str(error) or "no word").splitlines()
    return f"{type(error).__name__}: " + "\n    ".join(itertools.islice(lines, 6))
