"""Facts that the question may leave out.

A rule never sees silence: it reads a :class:`GameFact` through a :class:`~.cases.Case`, which gives
a value. A fact by itself can be neither tested, compared nor iterated, so that no fact that is left
out is taken for no, 0 or empty.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import (
    TYPE_CHECKING,
    Any,
    Generic,
    NoReturn,
    TypeVar,
)

from clubroute.builder.provenance import Provenance

T = TypeVar("T")


class UndecidedError(TypeError):
    """The error that a fact was used as if it were said."""


@dataclass(frozen=True, slots=True, eq=False)
class GameFact(Generic[T]):
    """A fact that may be left out: then ``value`` is None.

    ``cases`` are all its possible values, yes before no, or none if they cannot be listed. ``need``
    asks a player for it. ``basis`` is the provenance of the value; the asker's word is as good as a
    rulebook's.
    """

    name: str
    value: T | None
    cases: tuple[T, ...] = ()
    need: str = ""
    basis: Provenance = "rulebook"

    def named(self, need: str) -> GameFact[T]:
        """Return the fact, asked for in a rule's own words."""
        return replace(self, need=need)

    def else_of(self, value: T | None, basis: Provenance = "rulebook") -> GameFact[T]:
        """Return the fact; if it is not said, with the value that another source gives."""
        return self if self.value is not None else replace(self, value=value, basis=basis)

    # A type checker that saw these would call what follows their use unreachable, and be silent.
    if not TYPE_CHECKING:

        def _undecided(self, *_: object) -> NoReturn:
            raise UndecidedError(f"{self.name} may not be said: read it through a Case")

        __bool__ = __iter__ = __len__ = __contains__ = __int__ = __index__ = _undecided
        __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __add__ = __radd__ = _undecided
        __hash__ = None


def yes_or_no(
    name: str, value: bool | None, need: str, basis: Provenance = "rulebook"
) -> GameFact[bool]:
    """Make a fact that is yes, no, or not said."""
    return GameFact(name, value, (True, False), need, basis)


def cases_of(schema: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return all values of a kind by its JSON Schema, or none if they cannot be listed."""
    if schema.get("type") == "boolean":
        return (True, False)
    return tuple(schema.get("enum", ()))
