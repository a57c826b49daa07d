"""What a command is said about, what is understood of it, and the words it is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from clubroute.builder.errors import InputError
from clubroute.rules.asking.context import Context
from clubroute.rules.words.told_back import told_back

PART = "words"


@dataclass(frozen=True, slots=True)
class Here:
    """What a command is said about: the map, if it is known, and the position, or its handle."""

    context: Context
    map: str | None = None
    state: Mapping[str, Any] | str | None = None


@dataclass(frozen=True, slots=True)
class AskedWords:
    """A command understood: the method, its parameters, and what was taken for granted.

    ``spelled`` is what its words say, each by its name: ``to.terrain=woods``; ``window`` the map
    they were read on.
    """

    method: str
    params: dict[str, Any]
    said: tuple[str, ...] = ()
    spelled: tuple[str, ...] = ()
    window: str = ""
    rules: tuple[str, ...] = ()
    """The words of a sentence, to look up in the rules if its question cannot be decided."""
    near: bool = False
    """Whether they are looked up in the rules and no rule has them all."""

    @property
    def notes(self) -> tuple[str, ...]:
        """The lines under an answer: how the words were understood, what was taken for granted."""
        read = " ".join(map(told_back, self.spelled))
        understood = (f"understood: {read}",) if read else ()
        return (*understood, *self.said)


@dataclass(frozen=True, slots=True)
class Item:
    """A word or some words together: what they may be, and the parameter a lead word names."""

    text: str
    may: Mapping[str, Any] = field(default_factory=dict)
    lead: str = ""


class AmbiguousError(InputError):
    """A word that could mean several things."""


class MisfitError(Exception):
    """A command does not fit on a map: ``far`` is how much of it did."""

    def __init__(self, far: int, error: InputError) -> None:
        super().__init__(str(error))
        self.far = far
        self.error = error
