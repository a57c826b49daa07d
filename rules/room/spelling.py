"""How the page puts a method's sentences into a player's words: as the command line does, with the
same patterns and names."""

from __future__ import annotations

import json
import re

from clubroute.rules.words import plain
from clubroute.rules.words.commands import vocabulary

SCRIPT = "paths.js"
"""What the page calls it; no such file stands among the page's."""


def page_script() -> bytes:
    """The patterns of paths, and what parameters are called, as a script of the page's."""
    patterns = {
        "PATH": plain.PATH,
        "TOLD": plain.TOLD,
        "ALONE": plain.ALONE,
        "JOINED": plain.JOINED,
        "SIDE_UNNAMED": plain.SIDE_UNNAMED,
        "AT_BRIDGE": plain.AT_BRIDGE,
    }
    lines = [f"export const {name} = {regular(one)};" for name, one in patterns.items()]
    lines.append(f"export const CALLED = {json.dumps(dict(vocabulary().called))};")
    return "".join(f"{line}\n" for line in lines).encode("ascii")


def regular(pattern: re.Pattern[str]) -> str:
    """A pattern as JavaScript has it: every place, groups with its own sign."""
    return f"new RegExp({json.dumps(pattern.pattern.replace('(?P<', '(?<'))}, 'g')"
