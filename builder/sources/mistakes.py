"""Reading on after a mistake, so that an author sees all mistakes at once."""

from __future__ import annotations

from collections.abc import (
    Callable,
    Iterable,
    Iterator,
    Sequence,
)
from typing import TypeVar

from clubroute.builder.errors import ClubrouteError, InputError

T = TypeVar("T")
R = TypeVar("R")

MOST_SHOWN = 20
"""Mistakes that are told one by one; one wrong word may be in every row."""


class InputErrors(InputError):  # noqa: N818  # several of them
    """Several mistakes. As one line it says the first, and how many more there are."""

    def __init__(self, mistakes: Sequence[InputError]) -> None:
        self.mistakes = tuple(mistakes)
        first = self.mistakes[0]
        super().__init__(first.where, first.found, first.expected, first.nearest)

    def __str__(self) -> str:
        return f"{self.mistakes[0]} (and {len(self.mistakes) - 1} more)"

    def __reduce__(self) -> tuple[type[InputErrors], tuple[tuple[InputError, ...]]]:  # type: ignore[override]
        """Return how the error was made, so that a worker process can hand it over."""
        return type(self), (self.mistakes,)


class Mistakes:
    """Collects the mistakes of several readings."""

    def __init__(self) -> None:
        self.kept: dict[str, InputError] = {}

    def attempt(self, read: Callable[[], R]) -> R | None:
        """Return the value of a reading; None if it has mistakes, which are kept."""
        try:
            return read()
        except InputError as error:
            self.add(error)
            return None

    def add(self, error: InputError) -> None:
        """Keep the mistakes of an error; of what several readings find wrong at a place, one."""
        for mistake in each_of(error):
            self.kept.setdefault(f"{mistake.where}: {mistake.found}", mistake)

    @property
    def error(self) -> InputError | None:
        """All mistakes as one error, None if there are none."""
        found = tuple(self.kept.values())
        return InputErrors(found) if len(found) > 1 else next(iter(found), None)

    def settle(self) -> None:
        """Go on if there were no mistakes. :raises InputError: a single mistake; :raises
        InputErrors: several."""
        if self.error is not None:
            raise self.error


def each_of(error: InputError) -> tuple[InputError, ...]:
    """Return the single mistakes of an error."""
    return error.mistakes if isinstance(error, InputErrors) else (error,)


def read_each(read: Callable[[T], R], items: Iterable[T]) -> tuple[R, ...]:
    """Read everything that is read of some items. :raises InputError: every mistake in any of
    them."""
    mistakes = Mistakes()
    made: list[R] = []
    for item in items:
        mistakes.attempt(lambda item=item: made.append(read(item)))  # type: ignore[misc]
    mistakes.settle()
    return tuple(made)


def mistake_lines(error: ClubrouteError) -> Iterator[str]:
    """Yield an error as lines for a terminal, one for each mistake."""
    found = each_of(error) if isinstance(error, InputError) else (error,)
    for mistake in found[:MOST_SHOWN]:
        yield str(mistake)
    if len(found) > MOST_SHOWN:
        yield f"and {len(found) - MOST_SHOWN} mistakes more"
