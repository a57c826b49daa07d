"""``counters.toml`` of a module: the mapping of its whole series, and names."""

from __future__ import annotations

from collections.abc import Mapping

from clubroute.rules.owner.modules.module_file import quoted
from clubroute.rules.owner.modules.names import Matches

FILE = "counters.toml"
HEAD = """\
# Which counter of the module is what (docs/check.md). It goes on from the mapping of the whole
# series; rows of your own go before those. What you change is kept when it is imported again.
"""


def counters_text(name: str, rules: str, window: str, mug: str, matches: Matches) -> str:
    """The file."""
    lines = [HEAD, 'base = "gts-series"', 'ratings = "ratings.csv"', f"map = {quoted(window)}"]
    lines += [f"mug = {quoted(mug)}"] if mug else []
    lines += ["", "[windows]", f"{quoted(name)} = {quoted(rules)}"]
    lines += table("values.division", matches.divisions)
    lines += table("values.formation", matches.formations)
    return "\n".join(lines) + "\n"


def table(name: str, values: Mapping[str, str]) -> list[str]:
    """The lines of a table, none of an empty one."""
    rows = [f"{quoted(word)} = {quoted(ours)}" for word, ours in sorted(values.items())]
    return ["", f"[{name}]", *rows] if rows else []
