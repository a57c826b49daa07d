"""``clubroute build --owner``: the owner's ratings on the faces of the counters."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.sources.counter_set import CounterSet
from clubroute.builder.sources.counters import Rating
from clubroute.builder.vassal.archive import BUILD_FILE
from clubroute.rules.cli import main
from clubroute.rules.owner.printed import printed_in
from tests.counters.places import WED, committed

pytestmark = pytest.mark.slow

INS = WED.parent / "ins"

HEADER = "unit,face,tq,defence,move,range,command_range,fire,assault\n"


def owned(folder: Path, *rows: str) -> Path:
    (folder / "ratings.csv").write_text(HEADER + "\n".join(rows) + "\n", encoding="utf-8")
    return folder


def test_a_row_says_what_stands_on_its_face(wed: CounterSet, tmp_path: Path) -> None:
    rows = ("101-a-1-501,front,6,-1,7,1,,5 white,4", "A/1/501,back,5,,6,1,,3,")
    units = wed.printed(printed_in(owned(tmp_path, *rows))).units
    unit = next(one for one in units if one.id == "101-a-1-501")
    told = {name: one.value for name, one in unit.front_ratings.items()}
    assert told == {
        "fire": "5",
        "assault": "4",
        "defence": "-1",
        "tq": "6",
        "range": "1",
        "move": "7",
    }
    assert unit.front_ratings["fire"] == Rating("5", "white")
    assert {name: one.value for name, one in unit.back_ratings.items()} == {
        "fire": "3",
        "tq": "5",
        "range": "1",
        "move": "6",
    }
    assert [one for one in units if one.front_ratings] == [unit]


def test_the_range_of_a_leader_is_that_of_his_command(wed: CounterSet, tmp_path: Path) -> None:
    units = wed.printed(printed_in(owned(tmp_path, "Leader/501,front,,,,,7,,"))).units
    (leader,) = (one for one in units if one.front_ratings)
    assert (leader.name, leader.front_ratings["range"]) == ("Leader/501", Rating("7"))


def test_a_counter_of_the_other_game_is_passed_over(wed: CounterSet, tmp_path: Path) -> None:
    found = wed.printed(printed_in(owned(tmp_path, "Team Claude,front,5,,,,,,")))
    assert found.units == wed.units


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("A/1/50l,front,6,,,,,,", r"2:unit: found 'A/1/50l', .*did you mean A/1/50"),
        ("A/1/501,front,6,,,,,5 wite,", r"2:fire: found '5 wite', .*did you mean white\?"),
        ("A/1/501,frond,6,,,,,,", r"2:face: found 'frond'"),
    ],
)
def test_a_mistake_is_one_line(wed: CounterSet, tmp_path: Path, row: str, told: str) -> None:
    with pytest.raises(InputError, match=told):
        wed.printed(printed_in(owned(tmp_path, row)))


def test_a_folder_without_ratings_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["build", "wed", "--owner", str(tmp_path)]) == 2
    assert "ratings.csv: found no such file, expected a table that" in capsys.readouterr().err


def test_a_build_draws_them_and_is_made_anew_when_they_change(tmp_path: Path) -> None:
    def built(value: str | None) -> tuple[bytes, str]:
        owner = [] if value is None else ["--owner", str(owned(tmp_path, value))]
        out = tmp_path / "out"
        assert main(["build", "testland", "--jobs", "1", "--out", str(out), "--quiet", *owner]) == 0
        with zipfile.ZipFile(out / "testland.vmod") as module:
            return module.read("images/blue-hq.svg"), module.read(BUILD_FILE).decode()

    plain, six, seven = (built(v) for v in (None, *(f"blue-hq,front,,{n},,,,," for n in (6, 7))))
    assert len({plain[0], six[0], seven[0]}) == 3
    assert six[1] != seven[1]
    assert built(None) == plain
    report = json.loads((tmp_path / "out" / "testland.report.json").read_text(encoding="utf-8"))
    assert report["counters"]["units"] == 10


def test_ratings_and_marks_of_it_never_snows_have_a_table_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "ins_ratings.csv").write_text(
        "unit,face,attack,defence,move,exploit\nRecce/Irish,front,4,3,12,yes\nBeek,front,,1,Na,\n"
    )
    ins = committed("ins")
    units = {one.name: one for one in ins.printed(printed_in(tmp_path)).units}
    recce, gun = units["Recce/Irish"], units["Beek"]
    assert {name: one.value for name, one in recce.front_ratings.items()} == {
        "attack": "4",
        "defence": "3",
        "move": "12",
    }
    assert recce.marks["exploit"] is True
    assert "exploit" not in gun.marks
    assert gun.front_ratings["move"] == Rating("Na")
