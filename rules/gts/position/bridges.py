"""The bridges of a position, by hexside."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from clubroute.builder.errors import InputError, Where
from clubroute.rules.asking.schema import check_value
from clubroute.rules.gts.kinds import HEXSIDE, SIDE
from clubroute.rules.position.record import (
    Kind,
    list_of,
    record,
    said,
)
from clubroute.rules.position.record import word as one_word

CROSSINGS: Mapping[str, str] = {
    "intact": "",
    "destroyed": "destroyed",
    "improved": "improved",
    "bailey": "bridge",
    "bailey_out": "out",
    "assembled": "bridge",
    "stable": "stable",
    "unstable": "unstable",
    "unchecked": "unchecked",
    "wired": "",
    "not_wired": "",
    "never_wired": "",
}
"""The words for a bridge, and the crossing each makes of it ("" changes nothing)."""

WORD = one_word(*CROSSINGS)
WORDS = list_of(WORD, 20)


def read_words(value: Any, path: str) -> tuple[str, ...]:
    """Read a word, or a list of words."""
    return (
        WORDS.read(value, path) if isinstance(value, (list, tuple)) else (WORD.read(value, path),)
    )


def word_schema() -> Mapping[str, Any]:
    """The JSON Schema of a word, or a list of words."""
    return {"anyOf": [WORD.schema(), WORDS.schema()]}


@dataclass(frozen=True, slots=True, kw_only=True)
class Bridge:
    """One bridge of a position. A field that is not said is None."""

    words: tuple[str, ...] | None = said(Kind(word_schema, read_words), name="state")
    wired_by: str | None = said(SIDE, "the side that wired it")
    control: str | None = said(SIDE, "the side that controls it")

    @property
    def wired(self) -> bool | None:
        """Whether it is wired for demolition, None if it is not said.

        That a bridge stands says nothing of charges on it; a destroyed one has none.
        """
        if self.is_("wired") or self.wired_by is not None:
            return True
        uncharged = ("not_wired", "never_wired", "destroyed")
        return False if any(map(self.is_, uncharged)) else None

    def is_(self, word: str) -> bool:
        """Whether the position says this word of it."""
        return word in (self.words or ())


def ends_key(text: str, path: str) -> str:
    """A hexside's name without spaces, or a bridge's name, which the question's map knows.

    :raises InputError: it does not name two hexes.
    """
    if text[:1].isalpha() and "/" not in text:
        check_value(text, {"type": "string", "maxLength": 60}, path)
        return text.strip()
    number: str = HEXSIDE.read(text, path)
    if number.count("/") != 1:
        raise InputError(Where("params", part=path), repr(text), "a hexside, as 55.202/56.201")
    return number.replace(" ", "")


BRIDGE = record(Bridge, short="state")


def bridge_between(bridges: Mapping[str, Bridge] | None, ends: set[str]) -> Bridge:
    """Find the bridge between two hexes (printed numbers); UNSAID if the position names none."""
    for hexside, bridge in (bridges or {}).items():
        if set(hexside.split("/")) == ends:
            return bridge
    return UNSAID


UNSAID = Bridge()
"""A bridge of which nothing is said."""
