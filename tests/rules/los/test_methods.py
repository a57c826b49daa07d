"""``los.check`` and ``los.fan`` as they are asked, on the compiled country and on small maps."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.terrain.terrain_file import encode_terrain
from clubroute.builder.terrain.terrain_map import TerrainMap
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.gts.los.questions import sight_in
from clubroute.rules.gts.los.scene import EFFECT, Scene, lay_out
from clubroute.rules.gts.los.sight import sight_on
from tests.rules.los.grounds import random_readings
from tests.rules.los.small_maps import opened, random_map, terrain_map
from tests.rules.needed import needed

PROJECT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def country(map_folder: Path) -> Context:
    return Context(map_folder)


def small(folder: Path, terrain: TerrainMap) -> Context:
    (folder / "gts.terrain").write_bytes(encode_terrain(terrain))
    return Context(folder)


def check(context: Context, start: str, end: str, map: str = "mg", **params: Any) -> dict[str, Any]:
    answer = ask(context, "los.check", {"map": map, "from": start, "to": end, **params})
    assert json.loads(json.dumps(answer)) == answer
    found: dict[str, Any] = answer
    return found


def test_the_example_of_the_rulebook(country: Context) -> None:
    """TDC 2.16: the raised road in 37.58 hides 37.59 from 37.54, and 37.58 can be seen."""
    seen = check(country, "37.54", "37.58", "tdc")
    assert seen["verdict"] == "clear"
    assert seen["range"] == 4
    hidden = check(country, "37.54", "37.59", "tdc")
    assert hidden["verdict"] == "blocked"
    (blocking,) = [step for step in hidden["steps"] if step.get("verdict")]
    assert blocking["from"] == "37.58"
    assert blocking["rule"] == "TDC 2.16"
    assert "TDC 2.16" in hidden["summary"]
    assert check(country, "37.59", "37.54", "tdc")["verdict"] == "blocked"
    assert check(country, "37.59", "37.58", "tdc")["verdict"] == "clear"


@pytest.mark.parametrize(("map", "start"), [("wed", "63.185"), ("tdc", "37.54"), ("mg", "14.89")])
def test_the_fan_says_what_the_checks_say(country: Context, map: str, start: str) -> None:
    fan = ask(country, "los.fan", {"map": map, "from": start, "range": 9, "receipt": True})
    assert set(fan["because"]) == set(fan["blocked"])
    for verdict in ("clear", "blocked", "undetermined"):
        for number in fan[verdict][::7]:
            for receipt in (True, False):
                one = check(country, start, number, map, receipt=receipt)
                assert one["verdict"] == verdict
            if verdict == "blocked":
                steps = check(country, start, number, map)["steps"]
                first = next(step for step in steps if step.get("verdict") == "blocked")
                assert fan["because"][number] == first


def test_answers_turn_on_readings_and_say_so(tmp_path: Path) -> None:
    context = small(tmp_path, terrain_map({"04.7": "woods"}))
    for start, end in (("03.9", "07.6"), ("07.6", "03.9")):  # through a vertex of 04.7
        answer = check(context, start, end)
        other = check(context, start, end, options={"vertex_touch": "blocks"})
        assert answer["verdict"] == "clear"
        assert other["verdict"] == "blocked"
        for notes in (answer["notes"], other["notes"]):
            assert len(notes) == 1
            assert notes[0].startswith("referee: ")
            assert "(vertex_touch)" in notes[0]
    assert "notes" not in check(context, "04.6", "04.8")


def test_barrage_rubble_and_bridges_come_from_the_state(tmp_path: Path) -> None:
    context = small(tmp_path, terrain_map({"05.5": "city", "07.5": "woods"}, bridges=["10.5/10.6"]))
    barrage = {"markers": [{"kind": "Light Barrage", "hex": "03.5"}]}
    assert check(context, "03.4", "03.6")["verdict"] == "clear"
    shot = check(context, "03.4", "03.6", state=barrage)
    assert shot["verdict"] == "blocked"
    assert "(barrage)" in shot["notes"][0]
    assert check(context, "03.4", "03.6")["verdict"] == "clear"  # no trace of it stays
    barraged_wood = {"markers": [{"kind": "barrage", "hex": "07.5"}]}
    assert "notes" not in check(context, "07.4", "07.6", state=barraged_wood)
    rubble = {"markers": [{"kind": "rubble", "hex": "05.5"}]}
    assert check(context, "05.4", "05.6", state=rubble)["verdict"] == "blocked"
    flat = check(context, "05.4", "05.6", state=rubble, options={"rubble": "clear"})
    assert flat["verdict"] == "clear"
    assert check(context, "09.6", "11.6")["verdict"] == "blocked"
    gone = check(context, "09.6", "11.6", state={"bridges": {"10.5/10.6": "destroyed"}})
    assert gone["verdict"] == "clear"
    assert "(destroyed_bridge)" in gone["notes"][0]
    for state in (barrage, rubble, {"bridges": {"10.5/10.6": "destroyed"}}):
        for start, end in (("03.4", "03.6"), ("05.4", "05.6"), ("09.6", "11.6")):
            whole = check(context, start, end, state=state)["verdict"]
            assert check(context, start, end, state=state, receipt=False)["verdict"] == whole
            fan = ask(context, "los.fan", {"map": "mg", "from": start, "range": 3, "state": state})
            assert end in fan[whole]
            handle = context.states.open(state)
            opened = [check(context, start, end, state=handle, receipt=r) for r in (True, False)]
            assert opened == [
                check(context, start, end, state=state, receipt=r) for r in (True, False)
            ]
    kept = [len(context.kept(kind)) for kind in ("scenes", "sights")]
    assert kept == [3, 3]
    check(context, "09.6", "11.6", state=handle, receipt=False)
    assert [len(context.kept(kind)) for kind in ("scenes", "sights")] == kept


def test_night_and_fog_are_the_owners_data(tmp_path: Path) -> None:
    context = small(tmp_path, terrain_map({"03.5": "woods"}))
    night = {"turn": {"date": "1944-09-17", "time": "Night", "weather": "clear"}}
    unknown = check(context, "04.4", "04.8", state=night)
    assert unknown["verdict"] == "undetermined"
    assert "sight.night" in needed(unknown)[0]
    assert check(context, "04.4", "04.8", state=night, sight={"night": 4})["verdict"] == "clear"
    far = check(context, "04.4", "04.8", state=night, sight={"night": 3})
    assert far["verdict"] == "blocked"
    assert "range 4" in far["summary"]
    assert check(context, "03.4", "03.6", state=night)["verdict"] == "blocked"
    fog = {"turn": {"time": "0900", "weather": "fog"}}
    assert check(context, "04.4", "04.8", state=fog, sight={"fog": 2})["verdict"] == "blocked"
    assert any("fog" in what for what in check(context, "04.4", "04.8")["unchecked"])
    fan = ask(context, "los.fan", {"map": "mg", "from": "04.4", "range": 5, "state": night})
    assert fan["clear"] == []
    assert needed(fan)
    assert f"0 of 71 hexes within 5, and perhaps {len(fan['undetermined'])} more" in fan["summary"]
    near = {"map": "mg", "from": "04.4", "range": 5, "state": night, "sight": {"night": 2}}
    seen = ask(context, "los.fan", {**near, "receipt": True})
    assert "04.6" in seen["clear"]
    assert "night" in seen["because"]["04.7"]["why"]


def test_off_the_map_nobody_can_say(tmp_path: Path) -> None:
    context = small(tmp_path, terrain_map())
    along_the_edge = check(context, "01.1", "05.1", "wed")
    assert along_the_edge["verdict"] == "clear"  # one side of every hexside is on the map
    outside = check(context, "02.1", "08.1", "wed", options={"vertex_touch": "blocks"})
    assert outside["verdict"] in ("clear", "undetermined")
    assert ("needs" in outside) == (outside["verdict"] == "undetermined")


@pytest.mark.parametrize(
    ("params", "said"),
    [
        ({"map": "mg", "from": "99.999", "to": "03.5"}, "99.999"),
        ({"map": "mg", "from": "03.5"}, "to"),
        ({"map": "mgx", "from": "03.5", "to": "03.6"}, "mg"),
        ({"map": "mg", "from": "03.5", "to": "03.6", "options": {"crest": "x"}}, "crest"),
        ({"map": "mg", "from": "03.5", "to": "03.6", "options": {"crest_touch": "x"}}, "clear"),
        ({"map": "mg", "from": "03.5", "to": "03.6", "sight": {"dusk": 3}}, "dusk"),
        (
            {"map": "mg", "from": "03.5", "to": "03.6", "state": {"bridges": {"03.5": "x"}}},
            "hexside",
        ),
        (
            {
                "map": "mg",
                "from": "03.5",
                "to": "03.6",
                "state": {"markers": [{"kind": "barrage", "hex": "nowhere"}]},
            },
            "nowhere",
        ),
    ],
)
def test_wrong_questions(tmp_path: Path, params: dict[str, Any], said: str) -> None:
    context = small(tmp_path, random_map(1))
    with pytest.raises(InputError, match=said):
        ask(context, "los.check", params)


def test_asked_twice_the_answer_is_the_same(tmp_path: Path) -> None:
    context = small(tmp_path, random_map(2))
    params = {"map": "mg", "from": "08.8", "range": 12}
    assert ask(context, "los.fan", params) == ask(context, "los.fan", params)
    assert ask(Context(tmp_path), "los.fan", params) == ask(context, "los.fan", params)


@pytest.mark.parametrize("seed", range(6))
def test_a_state_changes_what_is_laid_out_as_it_changes_the_map(seed: int) -> None:
    """Sight in a state is made from sight without one: the same as laid out from nothing."""
    rng = random.Random(seed)
    opened_map = opened(random_map(seed))
    ids = range(len(opened_map))
    scene = Scene(
        opened_map,
        replace(
            random_readings(seed),
            barrage="blocks",
            destroyed_bridge=("clear", "blocks")[seed % 2],
        ),
        barraged=frozenset(rng.sample(ids, 8)),
        rubble=frozenset(rng.sample(ids, 8)),
        bridges=dict.fromkeys(rng.sample(sorted(opened_map.sides), 30), "destroyed"),
    )
    bare = sight_on(lay_out(Scene(opened_map, scene.readings).features()), scene.readings)
    changed, afresh = sight_in(scene, bare).ground, lay_out(scene.features())
    assert (changed.crests, changed.links) == (afresh.crests, afresh.links)
    assert [cell & EFFECT for cell in changed.cells] == [cell & EFFECT for cell in afresh.cells]
    assert changed.cells != bare.ground.cells
    assert (changed.links != bare.ground.links) == (scene.readings.destroyed_bridge == "clear")


def test_nothing_heavy_is_imported() -> None:
    """Lines of sight need no third library."""
    code = (
        "import sys, clubroute.rules.gts.los.questions; "
        "print(*sorted({'numpy', 'shapely', 'networkx', 'PIL', 'lxml'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=PROJECT
    )
    assert done.stdout.strip() == ""
