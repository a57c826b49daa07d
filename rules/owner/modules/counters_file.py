"""``counters.toml`` of a module: the mapping of its whole series, and names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from clubroute.rules.logs.check.series import series_named
from clubroute.rules.owner.modules.module_file import ModuleFile, quoted
from clubroute.rules.owner.modules.names import UNITS, Matches
from clubroute.rules.owner.modules.slots import PaletteSlot
from clubroute.rules.series import series_at

COUNTERS_FILE = "counters.toml"
COUNTERS_HEAD = """\
# Which counter of the module is what (docs/check.md). It goes on from the mapping of the whole
# series; rows of your own go before those. What you change is kept when it is imported again.
"""


NO_BASE = """\
# Which counter of the module is what (docs/check.md). Nothing is known yet of how such modules mark
# their counters: rows of your own say it. What you change is kept when it is imported again.
"""
BASE = "gts-series"
"""The mapping of every module of a series, where there is one."""
CHIT: Mapping[str, str] = {"side": "Army", "division": "Division", "formation": "Formation"}
"""What a chit's markers say, by the words of a mapping."""


def counters_text(told: ModuleFile, matches: Matches, chits: Sequence[PaletteSlot] = ()) -> str:
    """The file. :param chits: the counters that lie in the module's mug."""
    window, mug = told.window, told.mug
    series = series_at(told.rules).id
    if (series_named(series).counters.parent / f"{BASE}.toml").is_file():
        lines = [COUNTERS_HEAD, f'base = "{BASE}"', 'ratings = "ratings.csv"']
    else:
        lines = [NO_BASE, f"series = {quoted(series)}"]
    lines.append(f"map = {quoted(window)}")
    lines += [f"mug = {quoted(mug)}"] if mug else []
    lines += ["", "[windows]", f"{quoted(told.name)} = {quoted(told.rules)}"]
    lines += table("values.division", matches.divisions)
    lines += table("values.formation", matches.formations)
    names = dict.fromkeys(one.name for one in chits if one.get("Type") not in UNITS)
    for chit in names:
        # What lies in the mug is a chit, whatever it is called.
        lines += ["", "[[chits]]", f"match = {{ BasicName = {quoted(re.escape(chit))} }}"]
        lines += [f'{field} = "${marker}"' for field, marker in CHIT.items()]
    return "\n".join(lines) + "\n"


def table(name: str, values: Mapping[str, str]) -> list[str]:
    """The lines of a table, none of an empty one."""
    rows = [f"{quoted(word)} = {quoted(ours)}" for word, ours in sorted(values.items())]
    return ["", f"[{name}]", *rows] if rows else []
