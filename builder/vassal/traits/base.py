"""One trait of a piece: a type text and a state text, and the reading of its fields."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from clubroute.builder.vassal.buildfile import decode, encode


@dataclass(frozen=True, slots=True)
class Trait:
    """A trait exactly as the file has it.

    ``type`` is what it is (prefix and fields, the same for all copies of a piece), ``state``
    what may change in play. Both are kept as they are, known to us or not.
    """

    type: str
    state: str = ""

    @property
    def id(self) -> str:
        """The prefix the engine picks the trait's class by: up to and with the first ``;``."""
        head, semicolon, _ = self.type.partition(";")
        return head + semicolon


class TraitValue(Protocol):
    """A trait with its fields as values; ``trait()`` writes it."""

    def trait(self) -> Trait: ...


class Fields:
    """The fields of a trait one after another; a missing one reads as its default.

    That is how SequenceEncoder.Decoder reads, and why traits of older versions, with fewer
    fields, and of newer ones, with more, can be read.
    """

    def __init__(self, text: str, delimiter: str = ";") -> None:
        self._tokens = iter(decode(text, delimiter))

    @classmethod
    def of(cls, trait: Trait) -> Fields:
        """The fields behind the trait's prefix."""
        return cls(trait.type[len(trait.id) :])

    def text(self, default: str = "") -> str:
        return next(self._tokens, default)

    def integer(self, default: int = 0) -> int:
        try:
            return int(next(self._tokens, default))
        except ValueError:
            return default

    def decimal(self, default: float = 0.0) -> float:
        try:
            return float(next(self._tokens, default))
        except ValueError:
            return default

    def truth(self, default: bool = False) -> bool:
        token = next(self._tokens, None)
        return default if token is None else token == "true"

    def strings(self) -> tuple[str, ...]:
        """A list field. An empty field is an empty list, as for the engine."""
        token = next(self._tokens, "")
        return tuple(decode(token, ",")) if token else ()

    def rest(self) -> tuple[str, ...]:
        return tuple(self._tokens)


def fields(prefix: str, values: Sequence[str], later: Sequence[tuple[str, str]] = ()) -> str:
    """A type text: ``prefix`` and the values.

    ``later`` are fields newer than VASSAL 3.6, as (value, default) pairs. They are written up
    to the last one that differs from its default, so that a trait without new features reads
    the same to every version.
    """
    wanted = len(later)
    while wanted and later[wanted - 1][0] == later[wanted - 1][1]:
        wanted -= 1
    return prefix + encode([*values, *(value for value, _ in later[:wanted])], ";")
