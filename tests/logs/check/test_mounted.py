"""What the mounted side of a Unit is by our counters: a log of our module only shows it flipped."""

from __future__ import annotations

from pathlib import Path

import pytest

from clubroute.builder.survey.compile import CompiledMap
from clubroute.rules.gts.logcheck.counters import Counter, our_face
from clubroute.rules.gts.logcheck.proof import CLASS
from clubroute.rules.logs.check.finding import LogFinding
from tests.logs.check.game import Game
from tests.logs.check.generated import context_in, module_in
from tests.logs.check.scenario import scenario
from tests.logs.check.stages import Stage
from tests.logs.check.test_oddities import BACK

GUN = "101-321-gldr-fld"
STAGE = Stage(
    game="wed",
    day="September 20",
    time="0900",
    units=((GUN, "70.126", ()), ("101-a-1-501", "75.129", ())),
    chits=("chit-101-division", "chit-wal-107"),
)


@pytest.fixture
def gun(gts_map: CompiledMap, tmp_path: Path) -> Game:
    """A log in which a gun is turned to its mounted side under its Division's chit."""
    told = scenario(gts_map.terrain, STAGE)
    context = context_in(tmp_path, gts_map.terrain, told)
    path = tmp_path / "owner" / "ratings.csv"
    lines = path.read_text("utf-8").splitlines()
    (front,) = [line for line in lines if line.startswith(f"{GUN},front")]
    lines.append(front.replace(f"{GUN},front", f"{GUN},back"))
    path.write_text("\n".join(line for line in dict.fromkeys(lines)) + "\n", "utf-8")
    game = Game(told, module_in(told), context, "chit-101-division")
    game.table.recorder.change(told.ids[GUN], BACK, "2")
    return game


def of(game: Game) -> LogFinding:
    game.draw("chit-wal-107")
    return game.of(GUN)


def test_a_gun_is_driven_as_its_counter_says(gun: Game) -> None:
    gun.put(GUN, "70.127", "70.128")
    found = of(gun)
    assert (found.verdict, found.needs) == ("legal", ())
    assert "that it is wheeled mounted is assumed of its counter" in found.notes


@pytest.mark.parametrize(
    ("number", "verdict", "needs"),
    [
        # What bars every vehicle, and what bars wheels alone.
        ("71.126", "illegal", ()),
        ("71.125", "unchecked", (CLASS,)),
    ],
)
def test_what_another_vehicle_may_do_is_held_against_none(
    number: str, verdict: str, needs: tuple[str, ...], gun: Game
) -> None:
    gun.put(GUN, number)
    found = of(gun)
    assert (found.verdict, found.needs) == (verdict, needs)


@pytest.mark.parametrize(
    ("id_", "back", "wanted"),
    [
        (GUN, False, (False, None, "wheeled", False)),
        (GUN, True, (True, "wheeled", "wheeled", True)),
        ("101-a-1-501", True, (None, None, None, False)),  # its back is a lost step
        ("somebody-else", True, (None, None, None, False)),
    ],
)
def test_only_a_mounted_back_has_the_class_of_transport(
    id_: str, back: bool, wanted: tuple[object, ...]
) -> None:
    unit = our_face(Counter("unit", "", id_, "", "Allied", reduced=back))
    assert (unit.mounted, unit.move_class, unit.organic, unit.class_assumed) == wanted
