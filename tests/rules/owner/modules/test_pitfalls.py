"""What the format cannot say or says twice: what the report tells of it, and whose word an answer
gives for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.grid import Hex
from clubroute.builder.survey.compile import CompiledMap
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.owner.modules.commands import import_here
from tests.rules.owner.modules.writer import (
    Numbers,
    Sheet,
    WrittenSheet,
    cell_of,
    module,
    written,
)

NAME, CITE = "GTS pitfalls", "GTS pitfalls 1.0"
WEST, EAST, SOUTH = SHEETS = (
    Sheet("West", range(61, 81), range(90, 120)),
    Sheet("East", range(81, 99), range(90, 120), Numbers(), (1, 0)),
    Sheet("South", range(57, 75), range(148, 170), Numbers(), (0, 1)),
)
PAINTED = (
    # Board, kind, the hex or the two, word: painted over our map.
    (WEST, "e", ("80.112", "81.112"), "Stream"),
    (EAST, "e", ("80.112", "81.112"), "River"),
    (EAST, "e", ("80.114", "81.114"), "Stream"),
    (WEST, "e", ("80.116", "81.116"), "Stream"),
    (EAST, "e", ("80.116", "81.116"), "Stream"),
    (EAST, "l", ("87.118", "88.117"), "Road"),
    (WEST, "l", ("66.96", "67.96"), "Railroad"),
    (WEST, "l", ("75.108", "75.109"), "Road"),
    (WEST, "a", ("61.103",), "Raised Road,true"),
    (WEST, "a", ("62.103",), "Raised Road,true"),
    (WEST, "a", ("63.104",), "Raised Railroad,true"),
    (WEST, "a", ("62.117",), "Raised Road,true"),
    (WEST, "a", ("63.118",), "Raised Railroad,true"),
    (WEST, "h", ("81.118",), "Swamp"),
)


@dataclass(frozen=True, slots=True)
class Pitfalls:
    """The module, imported: its report, and a context to ask in."""

    context: Context
    report: dict[str, str]

    def told(self, title: str) -> str:
        """The list of the report that begins so."""
        (found,) = (lines for head, lines in self.report.items() if head.startswith(title))
        return found

    def between(self, first: str, second: str) -> dict[str, Any]:
        """What an answer says of the hexside of two hexes."""
        told = ask(self.context, "hex.describe", {"map": "wed", "hex": first, "ground": NAME})
        (found,) = (one for one in told["hexsides"] if one["to"] == second)
        return {str(name): value for name, value in found.items()}


@pytest.fixture(scope="module")
def pitfalls(
    gts_map: CompiledMap, map_folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> Pitfalls:
    folder = tmp_path_factory.mktemp("pitfalls")
    boards = written(gts_map.terrain, SHEETS)
    for sheet, kind, numbers, word in PAINTED:
        (board,) = (one for one in boards if one.sheet is sheet)
        ends = [gts_map.terrain.lattice.parse(number, "wed") for number in numbers]
        board.lines.append(f"{kind},{cells(board, ends)},{word}")
    path = folder / "pitfalls.vmod"
    path.write_bytes(module(boards, name=NAME, ruleset="WED"))
    context = Context(map_folder, owner_folder=folder / "owner")
    import_here(context, path)
    text = (folder / "owner" / "modules" / "gts-pitfalls" / "report.txt").read_text("utf-8")
    return Pitfalls(context, dict(lists_of(text)))


def cells(board: WrittenSheet, ends: list[Hex]) -> str:
    """The cells of some hexes on a board, the lower column first."""
    return ",".join(f"{c},{r}" for c, r in sorted(cell_of(board, h) for h in ends))


def lists_of(text: str) -> Iterator[tuple[str, str]]:
    """The lists of a report: the line that begins it, and its own."""
    title, lines = "", list[str]()
    for line in [*text.splitlines(), "end"]:
        if line.startswith("  "):
            lines.append(line.strip())
        else:
            yield title, "\n".join(lines)
            title, lines = line, []


SLIPS = "slips: what the engine reads otherwise than it looks"
OPEN = "what its boards cannot say, answered from our map"
APART = "where it differs from our map"
BOARDS = "boards that differ"
REPORTED = {
    "a second line on a hexside is ours": (OPEN, "89.116/90.115: line railroad"),
    "a second Road on a hexside is ours": (OPEN, "64.118/65.118: line road"),
    "a pair painted twice has the last line": (
        SLIPS,
        "found Railroad where line 697 has Main Road already, read as Railroad",
    ),
    "what the last line took away": (APART, "66.96/67.96: nothing, our map main_road"),
    "and what it put there": (APART, "66.96/67.96: railroad, our map nothing"),
    "a second thing on a hexside is ours": (OPEN, "63.157/63.158: hexside stream"),
    "a crest's high side is ours": (OPEN, "79.100/79.101: high side 79.100"),
    "a bridge is ours": (OPEN, "62.103/63.104: bridge stream_bridge"),
    "raised by tags at both ends": (APART, "61.103/62.103: raised_road, our map road"),
    "a Road of another kind": (APART, "87.118/88.117: road, our map main_road"),
    "a line our map has nothing of": (APART, "75.108/75.109: road, our map nothing"),
    "a seam in different words": (BOARDS, "80.112/81.112: Stream by West:"),
    "the first counts": (APART, "80.112/81.112: stream, our map nothing"),
    "a seam that the second board tells": (APART, "80.114/81.114: stream, our map nothing"),
    "a seam in the same words": (APART, "80.116/81.116: stream, our map nothing"),
}


@pytest.mark.parametrize("what", REPORTED)
def test_the_report_tells_it(what: str, pitfalls: Pitfalls) -> None:
    title, line = REPORTED[what]
    assert line in pitfalls.told(title)


UNTOLD = (
    (APART, "62.103/63.104"),  # one end raised, the other a Railroad's tag
    (APART, "62.117/63.118"),
    (BOARDS, "80.114/81.114"),
    (BOARDS, "80.116/81.116"),
)


@pytest.mark.parametrize(("title", "place"), UNTOLD)
def test_the_report_does_not_tell_what_is_none(title: str, place: str, pitfalls: Pitfalls) -> None:
    found = pitfalls.told(title)
    assert found
    assert place not in found


CLUB_ROUTE = "Club Route, Sint-Oedenrode - Veghel - Uden - Grave"
ANSWERED: dict[tuple[str, str], dict[str, list[dict[str, str]]]] = {
    ("89.116", "90.115"): {
        "roads": [
            {"id": "club-route-north", "kind": "main_road", "provenance": "owner", "cite": CITE},
            {"kind": "railroad", "provenance": "survey"},
        ]
    },
    ("66.96", "67.96"): {"roads": [{"kind": "railroad", "provenance": "owner", "name": ""}]},
    ("63.157", "63.158"): {
        "features": [
            {"kind": "canal", "provenance": "owner", "cite": CITE},
            {"kind": "stream", "provenance": "survey"},
        ]
    },
    ("79.100", "79.101"): {
        "features": [
            {
                "kind": "crest",
                "provenance": "owner",
                "note": "high ground in 79.100",
                "cite": f"{CITE}; its high side from our map",
            }
        ]
    },
    ("61.103", "62.103"): {"roads": [{"kind": "raised_road", "provenance": "owner"}]},
    ("62.103", "63.104"): {"roads": [{"kind": "road", "provenance": "owner"}]},
    ("62.117", "63.118"): {"roads": [{"kind": "road", "provenance": "owner"}]},
    ("87.118", "88.117"): {
        "roads": [{"kind": "road", "provenance": "owner", "name": CLUB_ROUTE, "cite": CITE}]
    },
    ("88.117", "88.116"): {
        "roads": [{"id": "club-route-north", "kind": "main_road", "provenance": "owner"}]
    },
    ("75.108", "75.109"): {
        "roads": [{"id": "owner-75.108", "kind": "road", "provenance": "owner"}]
    },
    ("80.112", "81.112"): {"features": [{"kind": "stream", "provenance": "owner"}]},
    ("80.114", "81.114"): {"features": [{"kind": "stream", "provenance": "owner"}]},
    ("80.116", "81.116"): {"features": [{"kind": "stream", "provenance": "owner"}]},
}
"""What an answer says of a hexside: each thing there, with whose word it is."""


@pytest.mark.parametrize(("first", "second"), ANSWERED)
def test_an_answer_says_whose_word_it_is(first: str, second: str, pitfalls: Pitfalls) -> None:
    found = pitfalls.between(first, second)
    for name, wanted in ANSWERED[first, second].items():
        assert len(found[name]) == len(wanted)
        for told, one in zip(found[name], wanted, strict=True):
            assert told | one == told


def test_our_second_thing_on_a_hexside_takes_nothing_from_the_modules(pitfalls: Pitfalls) -> None:
    """Its boards have a Canal there, our map a stream besides: the Canal bars the way alone."""
    asked = {"map": "wed", "ground": NAME}
    for class_ in ("leg", "wheeled", "tracked"):
        for column in (False, True):
            unit = {"class": class_, "ma": 8, "column": column}
            way = {"unit": unit, "path": ["63.157", "63.158"]}
            told = ask(pitfalls.context, "move.check", {**asked, **way})
            assert (told["verdict"], told["provenance"]) == ("illegal", "owner"), unit
    line = {"from": "63.157", "to": "63.158"}
    assert ask(pitfalls.context, "los.check", {**asked, **line})["provenance"] != "survey"


def test_a_board_that_shows_a_hex_counts_over_one_beside_it(pitfalls: Pitfalls) -> None:
    asked = {"map": "wed", "ground": NAME}
    told = ask(pitfalls.context, "hex.describe", {**asked, "hex": "81.118"})
    theirs = ask(pitfalls.context, "hex.describe", {"map": "wed", "hex": "81.118"})
    assert (told["terrain"], told["provenance"]) == (theirs["terrain"], "owner")
    assert told["terrain"] != "swamp"
    assert "81.118: Swamp by West:" in pitfalls.told(BOARDS)
    assert "the second counts" in pitfalls.told(BOARDS)


def test_a_road_of_two_kinds_is_one_road(pitfalls: Pitfalls) -> None:
    unit = {"class": "leg", "ma": 8, "column": True}
    way = {"map": "wed", "from": "87.118", "to": "88.116", "column": True, "unit": unit}
    told = ask(pitfalls.context, "move.best", {**way, "ground": NAME})
    assert (told["verdict"], told["provenance"]) == ("legal", "owner")
    roads = [(one["to"], one["why"].partition(" Club")[0]) for one in told["steps"]]
    assert roads == [("88.117", "along the road"), ("88.116", "along the main road")]
    assert told["total"] == ask(pitfalls.context, "move.best", way)["total"]


def test_nobody_walks_where_no_board_shows_a_hex(pitfalls: Pitfalls) -> None:
    ground = {"map": "wed", "ground": NAME}
    with pytest.raises(InputError, match="expected a hex of"):
        ask(pitfalls.context, "hex.describe", {**ground, "hex": "70.130"})
    asked = {"map": "wed", "unit": {"class": "leg", "ma": 20}, "from": "70.118"}
    furthest = [
        max(int(number.partition(".")[2]) for number in told["hexes"])
        for told in (
            ask(pitfalls.context, "move.reach", {**asked, "ground": one}) for one in (NAME, "ours")
        )
    ]
    assert furthest[0] == 119 < furthest[1]
    # The third board is ten rows away, and no way leads there.
    way = {"unit": {"class": "leg", "ma": 40}, "from": "70.119", "to": "70.148"}
    told = ask(pitfalls.context, "move.best", {**ground, **way})
    assert (told["verdict"], told["provenance"]) == ("illegal", "owner")
    why = " ".join(step["why"] for step in told["steps"])
    assert "towards 70.148: your module's ground shows no hex there" in why
    assert "6794 of our map not" in " ".join(pitfalls.report)
