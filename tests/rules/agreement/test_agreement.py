"""Same act, same answer: no two methods that judge an act may differ about it.

The acts are made at random from seeds; ``python -m tests.bench.bench_agreement`` makes 100,000.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.terrain.terrain_file import encode_terrain
from clubroute.rules.asking.context import Context
from tests.rules.agreement.allowances import ALLOWED
from tests.rules.agreement.harness import TOPICS, run
from tests.rules.agreement.logged import logged, rated
from tests.rules.agreement.world import World
from tests.rules.movement.small_maps import make_case

ACTS: Mapping[str, int] = {"way": 25, "leaves": 20, "overrun": 20, "parked": 25}
"""How many acts of a topic are judged here; of the others ``MOST``."""
MOST = 40
"""A method that lies is found in 12 acts; the seeds are the same each time, the bench's are not."""
LOGS = 3
"""Logs of a set-up whose drags are judged twice."""
ANYWHERE = (
    *("way", "unit_named", "of_units", "bridge_named", "bridge_said", "bridge_crossed"),
    *("ground", "retreat", "ferry_told", "sight", "fired_at"),
)
"""The topics whose acts need no real map."""


@pytest.fixture(scope="module")
def world(map_folder: Path) -> World:
    """Both games on their real maps."""
    return World(Context(map_folder))


@pytest.mark.parametrize("topic", sorted(TOPICS))
def test_no_two_methods_differ_about_an_act(world: World, topic: str) -> None:
    found = run(world, topic, 0, ACTS.get(topic, MOST))
    assert not found.differences, "\n\n".join(one.text() for one in found.differences[:3])


def test_a_route_declared_anew_is_the_one_that_holds(world: World) -> None:
    """What was kept of the way along one Club Route says nothing of another (TDC S5.8)."""
    unit = {"class": "leg", "column": False, "side": "Allied", "division": "43rd Infantry"}
    unit |= {"reached_end": False, "relieving": False, "reinforcement": False, "airborne": False}
    asked = {"map": "tdc", "unit": unit, "path": ["50.13", "51.14"]}
    verdicts = []
    for route in (["52.14", "51.14", "50.13", "49.14"], ["50.13", "50.12", "50.11"]):
        turn = {"date": "1944-09-25", "time": "0700"}
        state = {"turn": turn, "club_route": {"route": route}, "units": []}
        verdicts.append(world.ask("move.check", {**asked, "state": state})["verdict"])
    assert verdicts == ["legal", "illegal"]


@pytest.mark.parametrize("seed", [3, pytest.param(8, marks=pytest.mark.slow)])
def test_no_two_methods_differ_on_a_small_map(tmp_path: Path, seed: int) -> None:
    (tmp_path / "gts.terrain").write_bytes(encode_terrain(make_case(seed).terrain))
    small = World(Context(tmp_path), scenarios={})
    for topic in ANYWHERE:
        found = run(small, topic, 0, 12)
        assert not found.differences, found.differences[0].text()


class Liar(World):
    """A world in which one method always says the contrary."""

    def ask(self, method: str, params: Mapping[str, Any]) -> Any:
        contrary = {"legal": "illegal", "illegal": "legal"}
        answer = super().ask(method, params)
        if method != "move.check":
            return answer
        return {**answer, "verdict": contrary.get(answer["verdict"], answer["verdict"])}


def test_a_method_that_says_the_contrary_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "gts.terrain").write_bytes(encode_terrain(make_case(3).terrain))
    small = Liar(Context(tmp_path), scenarios={})
    for topic in ("way", "bridge_crossed", "ground"):
        assert run(small, topic, 0, 12).differences, topic


def test_the_acts_of_a_seed_are_the_same_every_time(tmp_path: Path) -> None:
    (tmp_path / "gts.terrain").write_bytes(encode_terrain(make_case(3).terrain))
    for topic in ANYWHERE:
        once, again = (run(Liar(Context(tmp_path), scenarios={}), topic, 5, 4) for _ in range(2))
        assert (once.questions, [d.text() for d in once.differences]) == (
            again.questions,
            [d.text() for d in again.differences],
        )


def test_every_allowance_has_its_reason() -> None:
    assert {topic.replace(" ", "_") for topic, _, _ in ALLOWED} <= TOPICS.keys()
    assert all(reason for reason in ALLOWED.values())


@pytest.mark.parametrize("scenario", ["WED-1", "WED-2", "WED-3", "WED-4"])
def test_a_drag_is_judged_alike_by_the_log_and_by_the_best_way(
    map_folder: Path, tmp_path: Path, scenario: str
) -> None:
    context = rated(Context(map_folder), tmp_path)
    found = [logged(context, scenario, seed) for seed in range(LOGS)]
    assert [line for lines, _ in found for line in lines] == []
    assert sum(drags for _, drags in found) > 3 * LOGS
