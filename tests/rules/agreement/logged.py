"""Drags put to the log judge and to ``move.best``: a log of them is recorded and checked, and no
verdict may contradict another.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from clubroute.builder.errors import InputError
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context, Loaded
from clubroute.rules.ground.maps import map_of
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.gts.roster import roster_of
from clubroute.rules.logs.check.finding import LogFinding
from tests.rules.adviser.table import PlayedTable

ALLOWANCE = 6
"""MP of every face of every Unit."""
DRAGS = 5
"""Units that are dragged under a chit, each once."""
DIVISION = "Divis"
FACES = ("front", "back")
Verdicts = Mapping[str, Sequence[LogFinding]]


@dataclass(frozen=True)
class Dragged:
    """A Unit that was dragged, whether in Column, and what ``move.best`` says of it."""

    unit: str
    start: str
    end: str
    column: bool | None
    best: Mapping[str, Any]


def rated(context: Context, folder: Path) -> Context:
    """The context of an owner who knows an allowance for every face of every Unit of WED."""
    ids = sorted(roster_of("wed").ids)
    rows = [f"{id_},{face},{ALLOWANCE}\n" for id_ in ids for face in FACES]
    (folder / "ratings.csv").write_text("unit,face,move\n" + "".join(rows), encoding="utf-8")
    return replace(context, owner_folder=folder, loaded=Loaded(), grounds={})


def chits(table: PlayedTable) -> list[str]:
    """The chits in the mug that activate a whole Division."""
    game = table.recorder.game
    mug = next(one for one in game.groups.values() if one.deck_name == "Activation Mug")
    return sorted(name for id_ in mug.pieces if DIVISION in (name := game.pieces[id_].name))


def drags(table: PlayedTable, chance: random.Random) -> Iterator[Dragged]:
    """Draw the chit of a Division, drag Units of it to hexes near them, in reach or not."""
    country = map_of(table.context, "wed")
    for chit in chits(table):
        position = table.context.states.position(table.opened["state"])
        placed = [one for one in position.units or () if one.hex]
        copies = Counter(one.id for one in placed)  # which of them was dragged a name cannot tell
        units = [one for one in placed if copies[one.id] == 1 and belongs(one, chit)]
        table.draw(chit)
        for unit in chance.sample(units, min(DRAGS, len(units))):
            assert unit.id is not None
            assert unit.hex is not None
            at = country.id(unit.hex)
            for _ in range(chance.choice([1, 1, 2, 3, 5])):
                at = chance.choice(country.around(at))
            end = country.number(at)
            if end == unit.hex:
                continue
            try:
                told = {"map": "wed", "unit": unit.id, "from": unit.hex, "to": end}
                best = ask(table.context, "move.best", {**told, "state": table.opened["state"]})
            except InputError:  # a Leader, of whom nobody says how he moves, say
                best = {"verdict": "", "summary": ""}
            yield Dragged(unit.id, unit.hex, end, unit.column, best)
            table.opened = table.move(table.piece(unit.id), end)


def belongs(unit: Unit, chit: str) -> bool:
    """Whether a Unit is of the Division whose chit it is, by the words of their names."""
    words = set(chit.partition(DIVISION)[0].split()) - {"KG"}
    return bool(words & set((unit.division or "").split()))


def logged(context: Context, scenario: str, seed: int) -> tuple[list[str], int]:
    """What the log judge and ``move.best`` say differently of the drags of a log, and of how many
    both say something.
    """
    table = PlayedTable(context, scenario)
    done = list(drags(table, random.Random(seed)))
    verdicts: dict[str, Sequence[LogFinding]] = {}
    for one in table.checked().findings:
        if one.check in ("move", "chit") and one.unit:
            verdicts[one.unit] = (*verdicts.get(one.unit, ()), one)
    found = [f"{scenario} {seed} {line}" for one in done for line in against(one, verdicts)]
    return found, sum(bool(one.best["verdict"]) for one in done)


def against(one: Dragged, verdicts: Verdicts) -> Iterator[str]:
    """How the log judge contradicts ``move.best`` about a drag."""
    said = [found for found in verdicts.get(one.unit, ()) if found.hexes]
    way = f"{one.unit} from {one.start} to {one.end}"
    if len(said) != 1:
        yield f"{way}: {len(said)} findings"
        return
    (finding,) = said
    best = one.best["verdict"]
    # The best way may end in Column, the counter shows that the drag did not.
    otherwise = not one.column and "in Column" in one.best["summary"]
    if best == "legal" and finding.verdict == "illegal" and not otherwise:
        yield f"{way}: the log illegal ({finding.why}), move.best {one.best['summary']}"
    if best == "illegal" and finding.verdict == "legal":
        yield f"{way}: the log legal ({finding.why}), move.best {one.best['summary']}"
