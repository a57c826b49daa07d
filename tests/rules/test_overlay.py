"""Answers on a picture: each hex of the answer has its mark, with the answer's own figures."""

from __future__ import annotations

from pathlib import Path

import pytest

from clubroute.builder.art.board import HexLabel, HexRing, Thread
from clubroute.builder.errors import InputError
from clubroute.builder.sources.lattice import read_lattice
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.cli import main
from clubroute.rules.overlay import (
    BLOCKED,
    CLEAR,
    OPEN,
    fan_marks,
    halves,
    los_marks,
    range_marks,
    reach_marks,
    trace_marks,
    zone_marks,
)

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
LATTICE = read_lattice(ROOT / "map_sources" / "gts" / "lattice.toml").lattice


@pytest.fixture(scope="module")
def context(real_context: Context) -> Context:
    return real_context


@pytest.mark.parametrize(
    ("cost", "text"), [(0, "0"), (0.5, "½"), (1, "1"), (2.5, "2½"), (12.0, "12")]
)
def test_costs_are_written_in_halves(cost: float, text: str) -> None:
    assert halves(cost) == text


def test_reach_labels_every_hex_with_its_cost(context: Context) -> None:
    params = {"from": "75.129", "unit": {"class": "wheeled", "column": True, "ma": 2}}
    answer = ask(context, "move.reach", {"map": "wed", **params})
    marks = reach_marks(context, LATTICE, "wed", params)
    labels = {LATTICE.format(m.hex): m.text for m in marks if isinstance(m, HexLabel)}
    assert labels == {number: halves(cost) for number, cost in answer["hexes"].items()}
    assert {m.hex for m in marks if isinstance(m, HexRing)} == {
        LATTICE.parse(number) for number in labels
    }


def test_what_is_in_reach_by_a_check_alone_has_a_question_mark(context: Context) -> None:
    mine = {"units": [], "markers": [{"kind": "minefield", "hex": "95.164"}]}
    params = {"from": "94.163", "unit": {"class": "wheeled", "column": False, "ma": 2}}
    params |= {"state": mine}
    answer = ask(context, "move.reach", {"map": "wed", **params})
    marks = reach_marks(context, LATTICE, "wed", params)
    labels = {LATTICE.format(m.hex): m for m in marks if isinstance(m, HexLabel)}
    assert answer["by_check"]["94.164"] == 2
    assert "94.164" not in answer["hexes"]
    assert (labels["94.164"].text, labels["94.164"].ink) == ("2?", OPEN)
    assert labels["95.164"].text == "1½"
    assert HexRing(LATTICE.parse("94.164"), OPEN) in marks


def test_a_blocked_line_shows_what_blocks_it(context: Context) -> None:
    marks = los_marks(context, LATTICE, "wed", "75.129, 78.127")
    rings = [LATTICE.format(m.hex) for m in marks if isinstance(m, HexRing)]
    (thread,) = [m for m in marks if isinstance(m, Thread)]
    assert rings == ["77.128"]
    assert thread.ink == BLOCKED
    (clear,) = los_marks(context, LATTICE, "wed", "75.129,76.129")
    assert isinstance(clear, Thread)
    assert clear.ink == CLEAR


def test_a_fan_marks_every_hex_in_range(context: Context) -> None:
    marks = fan_marks(context, LATTICE, "wed", "66.151,6")
    rings = [m for m in marks if isinstance(m, HexRing)]
    assert len(rings) == 3 * 6 * 7
    assert {m.ink for m in rings} == {CLEAR, BLOCKED}


@pytest.mark.parametrize("text", ["75.129", "75.129,x", "75.999,3"])
def test_wrong_fans_are_refused(text: str, context: Context) -> None:
    with pytest.raises(InputError):
        fan_marks(context, LATTICE, "wed", text)


@pytest.mark.parametrize(
    "option",
    [["--los", "75.129"], ["--los", "75.129,9.9"], ["--reach", "{"], ["--reach", "[1]"]],
)
def test_mistakes_are_one_line(
    option: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "x.png"
    code = main(["draw", "wed", *option, "--out", str(out), "--project", str(ROOT)])
    told = capsys.readouterr()
    assert code == 2
    assert "Traceback" not in told.err
    assert not out.exists()


def test_answers_of_it_never_snows_are_drawn_on_its_map(ins_context: Context) -> None:
    ins = read_lattice(ROOT / "map_sources" / "ins" / "lattice.toml").lattice
    german = {"name": "g", "side": "German", "kind": "infantry", "ma": 5, "dg": False, "oos": False}
    quiet = {"units": [{**german, "hex": "A50.10"}], "bridges": {}, "ferries": {}}
    plain = {"dukw": False, "oval": False, "landed": False, "ferried": False}
    asked = {"unit": {**german, **plain, "side": "Allied", "division": "82"}, "state": quiet}
    way = (ins_context, ins, "ins")
    reach = reach_marks(*way, {**asked, "from": "A47.05"})
    march = reach_marks(*way, {**asked, "from": "A47.05"}, "roadmarch.reach", "--march")
    told = ask(ins_context, "roadmarch.reach", {"map": "ins", **asked, "from": "A47.05"})
    assert len([m for m in march if isinstance(m, HexRing)]) == len(told["hexes"]) > 10
    assert len(reach) > 20
    supply = {"unit": {**german, "hex": "A45.18"}, "state": {**quiet, "scenario": "5.5"}}
    trace = ask(ins_context, "supply.trace", {"map": "ins", **supply})
    threads = [m for m in trace_marks(*way, supply) if isinstance(m, Thread)]
    assert len(threads) == len(trace["path"]) - 1 > 0
    zones = zone_marks(*way, {"side": "German", "state": quiet})
    assert {m.hex for m in zones if isinstance(m, HexRing)} == {
        ins.parse(one) for one in ("A50.09", "A50.11", "A49.10", "A49.11", "A51.10", "A51.11")
    }
    ring = [m for m in range_marks(ins_context, ins, "ins", "A30.20,3") if isinstance(m, HexRing)]
    assert len(ring) == 18
