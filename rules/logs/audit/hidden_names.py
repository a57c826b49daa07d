"""Hides who plays, rolls or speaks in what an audit tells: a number stands for each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

OURS = re.compile(r"player[0-9]+")
"""What a nameless player is called here."""
WORD = re.compile(r"[^\W\d_]{3,}")
"""A word of a name that gives its owner away by itself, as a first name does."""
COMMON = frozenset(
    {
        *("the", "and", "von", "van", "der", "allied", "allies", "axis", "german", "germans"),
        *("british", "american", "polish", "player", "referee", "observer", "solitaire"),
        *("side", "log", "turn"),
    }
)
"""Words of names that stand in findings and chat, too, and tell of nobody."""
SEALED = frozenset({"ruling", "leaves"})
"""Fields left out: ruling records hold the log's own words under a seal."""
FIXED = frozenset({"check", "verdict", "kind", "map", "provenance", "sha256", "unit", "rule"})
"""Fields whose values are no words of players."""


@dataclass(frozen=True, slots=True)
class HiddenNames:
    """Puts a number where a player is named, in any text: chat, file names, findings. ``pattern``
    finds a name, None where nobody has one."""

    names: Mapping[str, str]
    pattern: re.Pattern[str] | None

    @classmethod
    def of(cls, records: Iterable[Mapping[str, Any]], more: Iterable[str] = ()) -> HiddenNames:
        """Number who plays, rolls or speaks in records, and ``more``, in the order of their
        names; words of a name count as it."""
        found = {name for name in more if name}
        for record in records:
            found.update(named_in(record))
        numbered = {name: f"Player {n}" for n, name in enumerate(sorted(found), 1)}
        words: dict[str, str] = {}
        for name, number in numbered.items():
            for word in WORD.findall(name):
                if word.casefold() not in COMMON:
                    words.setdefault(word.casefold(), number)
        names = words | {name.casefold(): number for name, number in numbered.items()}
        longest = sorted(names, key=lambda one: (-len(one), one))
        many = "|".join(map(re.escape, longest))
        pattern = re.compile(rf"(?<![^\W\d_])(?:{many})(?![^\W\d_])", re.IGNORECASE)
        return cls(names, pattern if names else None)

    def text(self, text: str) -> str:
        """Hide the names in a text, whatever their case; the longest first."""
        if self.pattern is None:
            return text
        return self.pattern.sub(lambda met: self.names.get(met[0].casefold(), "Player"), text)

    def everywhere(self, value: Any) -> Any:
        """Hide the names in JSON values."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, Mapping):
            return {
                key: one if key in FIXED else self.everywhere(one)
                for key, one in value.items()
                if key not in SEALED
            }
        if isinstance(value, (list, tuple)):
            return [self.everywhere(one) for one in value]
        return value


def named_in(record: Mapping[str, Any]) -> Iterator[str]:
    """List the names of people in a log's record: players, who rolled, who spoke."""
    people = [*record["players"], *record["findings"], *record["dice"], *record["undos"]]
    for one in people:
        for name in (one.get("name", "") if "side" in one else "", one.get("player", "")):
            if name and not OURS.fullmatch(name):
                yield name
    for chapter in record["timeline"]:
        for event in chapter["events"]:
            who, colon, _ = event["text"].partition(": ")
            if event["kind"] == "said" and colon and who:
                yield who
