"""The page of excuses, made of the tables of the two log judges.

``python -m tests.logs.check.excuse_page`` writes docs/excuses.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType

from clubroute.rules.gts.logcheck import excuses as gts
from clubroute.rules.logs.check.finding import Excuse
from clubroute.rules.scs.logcheck import excuses as scs
from tests.logs.check.scenario import ROOT

PAGE = ROOT / "docs" / "excuses.md"
HEAD = """# Excuses

<!-- Made of the tables of the two log judges by python -m tests.logs.check.excuse_page -->

What looks illegal is excused only if the log shows the evidence of one row. Two rows never join in
one finding. See [Check a log](check.md#what-can-excuse-a-move).
"""
COLUMNS = "| reason | evidence in the log | verdict | what would settle it |"
GAMES = {"Where Eagles Dare and The Devil's Cauldron": gts, "It Never Snows": scs}


def rows(judge: ModuleType) -> Iterator[str]:
    """The rows of a judge's table, those of one name together."""
    found = [one for one in vars(judge).values() if isinstance(one, Excuse)]
    for name in dict.fromkeys(one.name for one in found):
        called = name
        for one in dict.fromkeys(one for one in found if one.name == name):
            needs = "; ".join(one.needs)
            yield f"| {called} | {one.evidence} | `{one.verdict}` | {needs} |"
            called = ""


def page() -> str:
    """The whole page."""
    lines = [HEAD]
    for game, judge in GAMES.items():
        lines += [
            f"## {game}",
            "",
            "| reason | evidence in the log | verdict | what would settle it |",
        ]
        lines += ["|---|---|---|---|", *rows(judge), ""]
    return "\n".join(lines).rstrip() + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8", newline="\n")
