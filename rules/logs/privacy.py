"""What a report must not tell of the machines it comes from: in which folders anything lay."""

from __future__ import annotations

import re
from collections.abc import Iterable
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
