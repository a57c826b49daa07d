"""What a report must not tell of the machines it comes from: in which folders anything lay."""

from __future__ import annotations

import re
from typing import Any

ELLIPSIS = "…"
_PART = r"[^\s\\/:*?\"<>|']+"
_SPACED = r"[^\\/:*?\"<>|'\r\n]+"
"""A folder's name may have spaces; the last part of a path ends at one, since no text says where it
ends."""
PATH = re.compile(
    rf"""
    (?: file:/{{1,3}}(?:[A-Za-z]:/)? (?:{_PART}[\\/])*      # file:///C:/…, file:///home/…
      | (?<![A-Za-z0-9])[A-Za-z]:[\\/]+ (?:{_SPACED}[\\/]+)*   # C:\Users\…
      | (?:\\\\|(?<![\w:/\\])//) {_PART} [\\/]+ (?:{_SPACED}[\\/]+)*   # \\server\share\…
      | (?<![\w.:/~…-]) ~\w* (?:[\\/]{_PART})* [\\/]             # ~/…
      | (?<![\w.:/…-])
        /(?:home|Users|root|tmp|var|etc|mnt|media|opt|usr|srv|private|Volumes|run|data)
        (?:[\\/]{_PART})* [\\/]                                # /home/…
    )
    """,
    re.VERBOSE,
)


def without_paths(text: str) -> str:
    r"""A text in which absolute paths have lost their folders: ``C:\Users\ann\a.vlog`` becomes
    ``…\a.vlog``. Players, modules and error messages may name them."""
    if "/" not in text and "\\" not in text:
        return text
    return PATH.sub(lambda match: ELLIPSIS + match[0][-1], text)


def bare_name(name: str) -> str:
    r"""A file's name without folders, also of one that another system's path has become the name
    of (``C:\Users\ann\a.vlog`` unpacked where ``\`` is a letter)."""
    return without_paths(name).removeprefix(ELLIPSIS + "\\").removeprefix(ELLIPSIS + "/") or name


def everywhere(value: Any) -> Any:
    """JSON values with :func:`without_paths` of every text."""
    if isinstance(value, str):
        return without_paths(value)
    if isinstance(value, dict):
        return {without_paths(str(key)): everywhere(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [everywhere(one) for one in value]
    return value
