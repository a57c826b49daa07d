"""The wheel, installed where nothing else is: every command works in an empty folder.

Built from a copy of the files that are in the repository, installed by plain pip in a fresh virtual
environment beside PyPI's ``rules``, which must live on.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from clubroute.rules.client import Client, connect
from tests.cases import each
from tests.installing import (
    bare_environment,
    copy_sources,
    give_pictures,
    versions_here,
)
from tests.logs.audit.scripted import play
from tests.pipeline.projects import results

ROOT = Path(__file__).resolve().parents[1]
SECONDS = 900

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("installed")]


@dataclass(frozen=True, slots=True)
class Installed:
    """The programs of the environment, an empty folder to work in, and a cache folder."""

    programs: Path
    folder: Path
    cache: Path

    def run(self, *arguments: str, code: int = 0, env: Sequence[tuple[str, str]] = ()) -> str:
        """What ``clubroute`` prints, stderr first; it must end with that exit code."""
        done = subprocess.run(
            [str(self.programs / "clubroute"), *arguments],
            cwd=self.folder,
            env={**bare_environment(), "XDG_CACHE_HOME": str(self.cache), **dict(env)},
            capture_output=True,
            encoding="utf-8",
            timeout=SECONDS,
            check=False,
        )
        assert done.returncode == code, done.stderr + done.stdout
        assert "Traceback" not in done.stderr
        return done.stderr + done.stdout

    def ask(self, method: str, **params: object) -> object:
        """An answer as JSON."""
        told = self.run("ask", method, json.dumps(params))
        return json.loads(told.splitlines()[-1])


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    base = tmp_path_factory.mktemp("wheel")
    source, empty = base / "source", base / "empty"
    copy_sources(source)
    empty.mkdir()
    venv.create(base / "venv")
    programs = base / "venv" / ("Scripts" if os.name == "nt" else "bin")
    # The pip that is here, for that environment: to put another into it takes as long as to use it.
    pip_here = [sys.executable, "-m", "pip"]

    def pip(*arguments: str) -> None:
        done = subprocess.run(
            [*pip_here, "--python", str(programs / "python"), *arguments],
            cwd=empty,
            env=bare_environment(),
            capture_output=True,
            encoding="utf-8",
            timeout=SECONDS,
            check=False,
        )
        assert done.returncode == 0, done.stderr + done.stdout

    # With the setuptools that are here: a second one would be fetched to build with.
    build = [*pip_here, "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run(
        [*build, "--wheel-dir", str(base), str(source)],
        check=True,
        env=bare_environment(),
        timeout=SECONDS,
    )
    (wheel,) = base.glob("*.whl")
    pip("install", "--quiet", "rules")
    # The versions that are here, so that what is built is the same.
    pinned = versions_here(base / "constraints.txt")
    pip("install", "--quiet", "--constraint", str(pinned), str(wheel))
    return Installed(programs, empty, base / "cache")


def test_pypis_rules_lives_on(installed: Installed) -> None:
    program = "import rules; rules.add_rule('a', rules.always_true); print(rules.test_rule('a'))"
    told = subprocess.run(
        [str(installed.programs / "python"), "-c", program],
        cwd=installed.folder,
        env=bare_environment(),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert told.stdout == "True\n"


def test_licences_and_links_travel(installed: Installed) -> None:
    program = (
        "from importlib.metadata import distribution, metadata; import json;"
        "one = distribution('clubroute'); told = metadata('clubroute');"
        "texts = {f: one.read_text('licenses/' + f) for f in told.get_all('License-File')};"
        "print(json.dumps([told['License-Expression'], texts, told.get_payload()]))"
    )
    done = subprocess.run(
        [str(installed.programs / "python"), "-c", program],
        cwd=installed.folder,
        env=bare_environment(),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    licence, texts, readme = json.loads(done.stdout)
    for name in licence.split(" AND "):
        assert texts[f"LICENSES/{name}.txt"] == (ROOT / f"LICENSES/{name}.txt").read_text("utf-8")
    assert texts["NOTICE.md"] == (ROOT / "NOTICE.md").read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)]*)\)", readme)
    assert len(targets) > 15
    assert [link for link in targets if not link.startswith(("https://", "#"))] == []
    assert "/raw/v" in readme, "pictures are pictures, not pages about them"


@pytest.fixture(scope="module")
def first_need(installed: Installed) -> tuple[list[str], list[str]]:
    """What the first question about a map prints, and the same question asked again.

    The tests that need that map made find it in the cache from then on.
    """
    question = json.dumps({"map": "wed", "from": "75.129", "to": "78.127"})
    first, again = (installed.run("ask", "los.check", question).splitlines() for _ in range(2))
    return first, again


def test_the_maps_are_there_at_the_first_question(
    installed: Installed, first_need: tuple[list[str], list[str]]
) -> None:
    first, again = first_need
    assert len(first) == 1, "nothing is compiled"
    assert again == first
    assert json.loads(first[0])["verdict"] == "blocked"
    assert list(installed.folder.iterdir()) == []
    (maps,) = installed.programs.parent.glob("**/clubroute/maps")
    assert {path.name for path in maps.glob("*.terrain")} == {
        *("example.terrain", "gts.terrain", "ins.terrain", "ombrey.terrain"),
    }


def test_another_source_is_seen_all_the_same(installed: Installed, tmp_path: Path) -> None:
    (maps,) = installed.programs.parent.glob("**/clubroute/map_sources")
    hexes = maps / "example" / "hexes.csv"
    shipped = hexes.read_bytes()
    asked = ("export", "testland", "--out", str(tmp_path / "testland.geojson"))
    assert "compiling" not in installed.run(*asked)
    try:
        hexes.write_bytes(shipped.rstrip() + b"\n5.08,woods,,rulebook,Testland 9\n")
        assert "… compiling the map example, once" in installed.run(*asked)
    finally:
        hexes.write_bytes(shipped)
    assert "compiling" not in installed.run(*asked)


WED = {"map": "wed"}
GAME = {"map": "wed"}
AIRBORNE = "101st Airborne Division"
SNOW: dict[str, object] = {"map": "ins"}
FOES = [{"side": "German", "hex": "B16.19", "attack": 5}]
ASKED: dict[str, dict[str, object]] = {
    "air.strikes": {**GAME, "source": "event"},
    "area.hexes": {**WED, "area": "DZ B"},
    "artillery.range": {**WED, "park": "wed", "hex": "66.151", "target": "66.150"},
    "bridge.control": {**WED, "bridge": "74.129/75.129"},
    "clubroute.trace": {**WED, "state": {"club_route": {"marker": "55.202"}}},
    "command.night": {**GAME, "division": AIRBORNE, "time": "Night"},
    "deploy.entry": {"map": "tdc", "hex": "55.88"},
    "drop.sticks": {**GAME, "drop": 1},
    "ferry.after": {**GAME, "event": "turn_ends"},
    "fire.modifiers": {**WED, "hex": "75.129", "unit": {"column": True}},
    "flank.behind": {**GAME, "hex": "75.129"},
    "garrison.leave_route": {"map": "tdc", "town": "Grave"},
    "hello": {},
    "hex.describe": {**WED, "hex": "75.129"},
    "los.check": {**WED, "from": "75.129", "to": "78.127"},
    "move.reach": {**WED, "from": "75.129", "unit": {"class": "wheeled", "column": True, "ma": 4}},
    "off_map.move": {**GAME, "formation": "KG Rink", "division": "KG Chill", "to": "Oirschot"},
    "owner.tables": {},
    "roadblock.check": {**WED, "hex": "76.131"},
    "rout.check": {**GAME, "division": AIRBORNE},
    "rpc.ping": {},
    "rule.find": {"about": "2.16"},
    "scenario.area": {"scenario": "WED-2", "hex": "66.157"},
    "special.list": GAME,
    "stacking.check": {**WED, "hex": "75.129", "side": "Allied"},
    "state.open": {"state": {"units": []}},
    "step.cost": {"unit": {"class": "leg"}},
    "supply.troop_quality": {**WED, "unit": {"division": AIRBORNE, "side": "Allied"}},
    "turn.1900": {"date": "1944-09-18"},
    "victory.score": {"scenario": "WED-1"},
    "airdrop.points": SNOW,
    "ammo.arrival": {**SNOW, "side": "Allied"},
    "arrival.shift": {**SNOW, "due": "C"},
    "barrage.resolve": {**SNOW, "hex": "B15.19"},
    "combat.resolve": {**SNOW, "hex": "B15.19", "attackers": FOES},
    "dz.check": {**SNOW, "zones": {"82": {"504": "B2.34"}}},
    "overrun.resolve": {**SNOW, "hex": "B15.19", "attackers": FOES},
    "roadmarch.reach": {**SNOW, "from": "B15.19", "unit": {"side": "Allied", "ma": 6}},
    "weather.fog": {**GAME, "time": "0900"},
}
"""A question of each family of methods; ``log`` is asked by the commands about logs, ``adviser`` by
VASSAL about a live game."""


def test_every_family_is_asked(installed: Installed) -> None:
    document = installed.ask("rpc.discover")
    assert isinstance(document, dict)
    families = {method["name"].partition(".")[0] for method in document["methods"]}
    assert {method.partition(".")[0] for method in ASKED} == families - {"log", "adviser"}


@pytest.fixture(scope="module")
def service(installed: Installed, first_need: object) -> Iterator[Client]:
    """A service of the installed program: one process, where ``ask`` takes one a question.

    Both maps are there already: no machine is so busy that an answer has to wait for one.
    """
    installed.ask("overrun.resolve", **ASKED["overrun.resolve"])
    process = subprocess.Popen(
        [
            *(str(installed.programs / "clubroute"), "serve", "--port", "0"),
            *("--token-file", str(installed.cache / "token")),
        ],
        cwd=installed.folder,
        env={**bare_environment(), "XDG_CACHE_HOME": str(installed.cache)},
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    try:
        assert process.stdout is not None
        place = json.loads(process.stdout.readline())
        with connect(port=place["port"], token_file=installed.cache / "token") as client:
            yield client
    finally:
        process.terminate()
        process.communicate(timeout=SECONDS)


@each("method", ASKED)
def test_a_question_of_each_family_is_answered(service: Client, method: str) -> None:
    assert service.ask(method, **ASKED[method])


def test_maps_are_shown_drawn_checked_and_exported(installed: Installed) -> None:
    assert "Veghel" in installed.run("hex", "75.129")
    assert "0 errors" in installed.run("lint", "testland")
    assert "px" in installed.run("draw", "wed", "--hexes", "66.150,67.152", "--out", "part.png")
    assert "features" in installed.run("export", "testland")
    assert "hexsides" in installed.run("export", "wed", "--graph", "wed.graphml")
    assert "1900" in installed.run("turn", "1900", "1944-09-18")
    assert "weather.csv" in installed.run("template", "weather", "--out", "tables")


def test_a_build_gives_the_bytes_of_the_checkout_and_logs_are_judged(
    installed: Installed, wed_build: Path
) -> None:
    """Pictures are taken from the checkout's build: its keys must hold for the package, too."""
    build = installed.folder / "build"
    give_pictures(build, wed_build)
    assert "built in" in installed.run("build", "wed")
    assert results(build) == results(wed_build)
    (installed.folder / "game.vlog").write_bytes(play(build).log_bytes())
    assert "illegal" in installed.run("check", "game.vlog", code=1)
    installed.run("audit", "game.vlog", "--quiet", code=1)
    assert (installed.folder / "audit.html").stat().st_size > 10_000


def test_a_map_of_ones_own_is_taken_and_the_rest_is_the_packages(installed: Installed) -> None:
    folder = installed.folder / "own"
    shutil.copytree(ROOT / "map_sources" / "example", folder / "map_sources" / "island")
    for path in (folder / "map_sources" / "island").iterdir():
        text = path.read_text(encoding="utf-8").replace("testland", "island")
        path.write_text(text, encoding="utf-8")
    own = replace(installed, folder=folder)
    assert "island.png" in own.run("draw", "island")
    assert "testland.png" in own.run("draw", "testland")
    assert "one of island, " in own.run("draw", "isle", code=2)
    assert own.ask("los.check", **ASKED["los.check"])


def test_a_cache_folder_that_cannot_be_written_is_no_hindrance(installed: Installed) -> None:
    other = replace(installed, folder=installed.folder / "other")
    (other.folder / "temporary").mkdir(parents=True)
    nowhere = (("XDG_CACHE_HOME", os.devnull), ("TMPDIR", str(other.folder / "temporary")))
    told = other.run("ask", "los.check", json.dumps(ASKED["los.check"]), env=nowhere)
    assert "compiling" not in told
    assert json.loads(told.splitlines()[-1])["verdict"] == "blocked"
