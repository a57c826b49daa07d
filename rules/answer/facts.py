"""Facts that may not be said.

A rule never sees silence: it reads a :class:`GameFact` through a :class:`~.cases.Case`, which gives
a value. A fact by itself can be neither tested, compared nor gone through, so that nothing that is
not said is taken for no, 0 or empty.
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
    """A fact was used as if it were said."""


@dataclass(frozen=True, slots=True, eq=False)
class GameFact(Generic[T]):
    """Something that may not be said: ``value`` is None then.

    ``cases`` is all it can be, empty where that cannot be listed; with yes and no, yes stands
    first. ``need`` is how a player tells it. ``basis``: what the value rests on, the asker's word
    being as good as a rulebook's.
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
        """Return the fact; where it is not said, as something else tells it."""
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
    """Make a fact of which yes or no is known, or neither."""
    return GameFact(name, value, (True, False), need, basis)


def cases_of(schema: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return all values of a kind, by its JSON Schema; none where they cannot be listed."""
    if schema.get("type") == "boolean":
        return (True, False)
    return tuple(schema.get("enum", ()))
