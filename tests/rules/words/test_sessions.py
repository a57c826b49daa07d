"""Ninety questions of players in one conversation for each game: a line hears nothing of those
before but what it goes on with.
"""

from __future__ import annotations

import csv
import re
from itertools import groupby
from pathlib import Path

from clubroute.builder.errors import ClubrouteError
from clubroute.rules.asking.context import Context
from clubroute.rules.words.items import Here
from clubroute.rules.words.shell import Talk

ROWS = tuple(csv.DictReader(Path(__file__).with_name("sessions.csv").open(encoding="utf-8")))
RIGHT, REFUSED, LONGEST = 0.8, 0.15, 60


def test_most_of_ninety_lines_are_answered_right_in_one_conversation(all_maps: Context) -> None:
    other, refused = {}, 0
    for game, rows in groupby(ROWS, key=lambda row: row["game"]):
        talk = Talk(Here(all_maps), lambda _: Here(all_maps))
        talk.answer(f"map {game}")
        for row in rows:
            try:
                told = talk.answer(row["question"])
            except ClubrouteError as error:
                told = talk.refusal(error)
                refused += 1
            if not re.search(row["says"], told, re.MULTILINE):
                other[row["question"]] = told
    assert other == {}
    assert len(ROWS) == 90
    assert sum(bool(row["says"]) for row in ROWS) >= RIGHT * len(ROWS)
    assert refused <= REFUSED * len(ROWS)
    assert max(len(row["question"]) for row in ROWS) <= LONGEST
