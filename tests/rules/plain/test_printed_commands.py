"""What docs/rules-toml.md prints as a command works as printed; what is refused tells how to ask
in the game itself."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from clubroute.builder.authoring.new_game import new_game
from clubroute.builder.counting import so_many
from clubroute.builder.errors import ClubrouteError
from clubroute.rules.cli import cli

PAGE = (Path(__file__).parents[3] / "docs" / "rules-toml.md").read_text()
COMMANDS = re.findall(r"^\$ clubroute (.+)$", PAGE, re.M)
ASKED = re.findall(r"^\| `\w+\.\w+` \| `([^`]+)`", PAGE, re.M)
DRAWN = re.findall(r"`(--(?:reach|zoc|supply|combat|retreat))(?: \"([^\"]+)\")?`", PAGE)


@pytest.fixture
def lorne(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which the first command of the page was given."""
    monkeypatch.chdir(tmp_path)
    assert COMMANDS[0] == "new lorne --rules"
    new_game(tmp_path, "lorne", rules=True)
    return tmp_path


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, list(words))


def refused(*words: str) -> str:
    """The line by which a command is refused."""
    error = run(*words).exception
    assert isinstance(error, ClubrouteError), error
    return str(error)


def test_every_printed_command_answers(lorne: Path) -> None:
    assert len(COMMANDS) >= 4
    assert len(ASKED) == 12
    for line in COMMANDS[1:]:
        told = run(*line.split())
        assert told.exit_code == 0, told.output
        assert "needs:" not in told.output, line
    for line in ASKED:
        told = run(*line.split(), "--map", "lorne", "--scenario", "BRIDGE")
        assert told.exit_code == 0, told.output
        assert "needs:" not in told.output, line


def test_every_printed_drawing_is_drawn(lorne: Path) -> None:
    assert [name for name, _ in DRAWN] == ["--reach", "--zoc", "--supply", "--combat", "--retreat"]
    attackers = [{"id": "blue-1", "hex": "3.05", "attack": 9}]
    combat = json.dumps({"hex": "4.05", "attackers": attackers})  # the set-up has none beside it
    own = {"--reach": "blue-1", "--zoc": "Red", "--supply": "blue-1", "--combat": combat}
    for name, words in DRAWN:
        asked = own.get(name) or words.removesuffix(" …")
        told = run("draw", "lorne", "--scenario", "BRIDGE", name, asked, "--out", "one.png")
        assert told.exit_code == 0, told.output


def test_a_set_up_is_drawn(lorne: Path) -> None:
    """With no answer the picture has the set-up's units: it is another than that of the map."""
    for name, more in (("map", ()), ("set-up", ("--scenario", "bridge"))):
        told = run("draw", "lorne", "--hexes", "1.01-6.10", *more, "--out", f"{name}.svg")
        assert told.exit_code == 0, told.output
    plain, placed = (Path(f"{name}.svg").read_text() for name in ("map", "set-up"))
    assert plain != placed
    told = refused("draw", "lorne", "--scenario", "BRIGDE", "--out", "no.png")
    assert "found 'BRIGDE', expected one of BRIDGE (did you mean BRIDGE?)" in told
    assert not Path("no.png").exists()


def test_the_turn_of_a_set_up_is_taken_and_said(lorne: Path) -> None:
    line = "the turn is taken to be the first of BRIDGE, morning, Monday"
    at = ("--map", "lorne", "--scenario", "BRIDGE")
    assert line in run("reach", "blue-1", *at).output
    # Said, it is not taken; and where nothing rests on it, nothing is said of it.
    for more in ("weather=mud", "turn=2"):
        told = run("reach", "blue-1", more, *at).output
        assert " within " in told.splitlines()[0]
        assert line not in told
    assert line not in run("supply", "blue-1", *at).output
    # Of units that are not the set-up's, nobody knows in which turn they stand so.
    told = run("reach", "blue-1", "from", "2.05", "--map", "lorne").output
    assert told.startswith("Tell me the weather")


def test_a_unit_said_beside_a_set_up_leaves_the_others_in_their_hexes(lorne: Path) -> None:
    """Whoever moves one counter of a set-up has not taken the others off the map."""
    at = ("--map", "lorne", "--scenario", "BRIDGE")
    told = run("combat", "4.05", "blue-1", *at, "blue-1=3.05").output
    assert "4:14 is below 1:2" in told
    assert "as set up, BRIDGE: 9 units stand in their hexes, beside those said" in told
    for said, stacked in (("blue-1=3.05", 0), ("blue-2=2.05", 2), ("blue-1=2.05", 1)):
        told = run("stack", "2.05", "Blue", *at, said).output
        assert f"Yes: {so_many(stacked, 'Blue unit')} in 2.05" in told
    assert "Yes: 0 Blue units in 2.05\n" in run("stack", "2.05", "Blue", *at, "units=none").output
    late = run("combat", "4.05", "blue-1", *at, "blue-1=3.05", "turn=3").output
    assert "beside those said, taken to stand there still" in late


@pytest.mark.usefixtures("gts_map")
def test_a_refused_line_tells_how_to_ask_in_this_game(lorne: Path) -> None:
    assert "as: reach blue-1 from 2.05 map=lorne" in refused("reach", "--map", "lorne")
    assert "as: zones League map=ombrey scenario=BREAD" in refused("zones", "--map", "ombrey")
    told = refused("advance", "--map", "ombrey")
    asked = told.partition("as: ")[2].split()
    assert asked[:2] == ["advance", "crown-hq"]
    assert "testland" not in told
    assert run(*asked, "scenario=BREAD").exit_code == 0


def test_one_of_a_thing_is_told_in_the_singular(lorne: Path) -> None:
    at = ("--map", "lorne", "--scenario", "BRIDGE")
    assert "a path of 1 hex to 1.05" in run("supply", "blue-1", *at).output
    assert "Yes: 1 Blue unit in 2.05" in run("stack", "2.05", "Blue", *at).output
    assert "at most 1 unit" in run("rules", "lorne").output
    assert [so_many(one, "hex") for one in (0, 1, "1", 2)] == [
        "0 hexes",
        "1 hex",
        "1 hex",
        "2 hexes",
    ]
