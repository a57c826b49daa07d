"""What a report must not tell of the machines it comes from: in which folders anything lay."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

ELLIPSIS = "…"
_PART = r"[^\s\\/:*?\"<>|']+"
_SPACED = r"[^\\/:*?\"<>|'\r\n]+"
"""A folder's name may have spaces; the last part of a path ends at one, since no text says where it
ends."""
ROOTS = "home|Users|root|tmp|var|etc|mnt|media|opt|usr|srv|private|Volumes|run|data"
SUSPECT = re.compile(rf"[\\~]|[:/]/|/(?:{ROOTS})/")
"""What is in every path; looked for first, since hardly any text has one."""
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
    if SUSPECT.search(text) is None:
        return text
    return PATH.sub(lambda match: ELLIPSIS + match[0][-1], text)


def bare_name(name: str) -> str:
    r"""A file's name without folders, also of one that another system's path has become the name
    of (``C:\Users\ann\a.vlog`` unpacked where ``\`` is a letter)."""
    return without_paths(name).removeprefix(ELLIPSIS + "\\").removeprefix(ELLIPSIS + "/") or name


def everywhere(value: Any) -> Any:
    """JSON values with :func:`without_paths` of every text."""
    kind = type(value)
    if kind is str:
        return without_paths(value)
    if kind is dict:
        return {without_paths(str(key)): everywhere(one) for key, one in value.items()}
    if kind is list or kind is tuple:
        return [everywhere(one) for one in value]
    return value
