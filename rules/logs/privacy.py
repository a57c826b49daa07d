"""What a report must not tell: in which folders anything lay and, where names are hidden, who
played."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

ELLIPSIS = "…"
_PART = r"[^\s\\/:*?\"<>|']+"
_SPACED = r"[^\\/:*?\"<>|'\r\n]+"
"""A folder's name may have spaces; the last part of a path ends at one, since no text says where it
ends."""
ROOTS = "home|Users|root|tmp|var|etc|mnt|media|opt|usr|srv|private|Volumes|run|data"
FOLDER = re.compile(rf"/(?:/|(?:{ROOTS})/)")
PATH = re.compile(
    rf"""
    (?: file:/{{1,3}}(?:[A-Za-z]:/)? (?:{_PART}[\\/])*      # file:///C:/…, file:///home/…
      | (?<![A-Za-z0-9])[A-Za-z]:[\\/]+ (?:{_SPACED}[\\/]+)*   # C:\Users\…
      | (?:\\\\|(?<![\w:/\\])//) {_PART} [\\/]+ (?:{_SPACED}[\\/]+)*   # \\server\share\…
      | (?<![\w.:/~…-]) ~\w* (?:[\\/]{_PART})* [\\/]             # ~/…
      | (?<![\w.:/…-])
        /(?:{ROOTS})
        (?:[\\/]{_PART})* [\\/]                                # /home/…
    )
    """,
    re.VERBOSE,
)


@lru_cache(maxsize=4096)
def without_paths(text: str) -> str:
    r"""A text in which absolute paths have lost their folders: ``C:\Users\ann\a.vlog`` becomes
    ``…\a.vlog``. Players, modules and error messages may name them."""
    if not suspect(text):
        return text
    return PATH.sub(lambda match: ELLIPSIS + match[0][-1], text)


def suspect(text: str) -> bool:
    """Whether a text may hold a path: it has what is in every path, which is looked for first,
    since hardly any text has it. Of a suspect text every longer one is suspect too."""
    return "\\" in text or "~" in text or ":/" in text or FOLDER.search(text) is not None


def bare_name(name: str) -> str:
    r"""A file's name without folders, also of one that another system's path has become the name
    of (``C:\Users\ann\a.vlog`` unpacked where ``\`` is a letter)."""
    return without_paths(name).removeprefix(ELLIPSIS + "\\").removeprefix(ELLIPSIS + "/") or name


def everywhere(value: Any) -> Any:
    """JSON values with :func:`without_paths` of every text; the same ones if that changes none."""
    # One search through all texts together: searching each, and making every list and object anew,
    # takes several times longer.
    return cleaned(value) if suspect("\n".join(texts_of(value))) else value


def texts_of(value: Any) -> list[str]:
    """The texts of JSON values, and the keys of objects."""
    texts: list[str] = []
    waiting: list[Iterable[Any]] = [[value]]
    for values in waiting:
        for one in values:
            kind = type(one)
            if kind is str:
                texts.append(one)
            elif kind is dict:
                texts += one
                waiting.append(one.values())
            elif kind is list or kind is tuple:
                waiting.append(one)
    return texts


def cleaned(value: Any) -> Any:
    """JSON values with :func:`without_paths` of every text, made anew."""
    kind = type(value)
    if kind is str:
        return without_paths(value)
    if kind is dict:
        return {without_paths(str(key)): cleaned(one) for key, one in value.items()}
    if kind is list or kind is tuple:
        return [cleaned(one) for one in value]
    return value


# Hides who plays, rolls or speaks in what an audit tells: a number stands for each.

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
