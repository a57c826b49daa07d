"""Lines that were refused, or answered otherwise than the rulebooks do, with what they answer now.

A line that begins with ``>`` goes on with the one before it, as in a conversation. What a row
``says`` stands in the answer, each part between ``&&``.
"""

from __future__ import annotations

import csv
import re
from pathlib import Path

from clubroute.builder.errors import ClubrouteError
from clubroute.rules.asking.context import Context
from clubroute.rules.words.items import Here
from clubroute.rules.words.shell import Talk

ROWS = tuple(csv.DictReader(Path(__file__).with_name("mended.csv").open(encoding="utf-8")))
GOES_ON = "> "


def test_each_line_is_answered_or_says_what_helps(all_maps: Context) -> None:
    here, other = Here(all_maps), dict[str, str]()
    talk = Talk(here, lambda _: here)
    for row in ROWS:
        line = row["line"]
        if not line.startswith(GOES_ON):
            talk = Talk(here, lambda _: here)
        try:
            told = talk.answer(line.removeprefix(GOES_ON))
        except ClubrouteError as error:
            told = talk.refusal(error)
        if not all(re.search(part, told, re.MULTILINE) for part in row["says"].split(" && ")):
            other[line] = told
    assert other == {}
    assert all(row["says"] for row in ROWS)
