"""A conversation in words: what it keeps from line to line, in a pipe and at a real terminal."""

from __future__ import annotations

import io
import os
import re
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.asking.context import Context
from clubroute.rules.cli import main
from clubroute.rules.words.grammar import Here
from clubroute.rules.words.shell import OWN, Talk

WAIT = 30


@pytest.fixture
def talk(all_maps: Context) -> Talk:
    """A conversation that has just begun; every file holds Veghel Bridge destroyed."""
    state = {"bridges": {"74.129/75.129": "destroyed"}}
    return Talk(Here(all_maps), lambda _: Here(all_maps, "wed", state))


def test_it_answers_as_the_command_line_does(talk: Talk) -> None:
    assert talk.answer("los Veghel 78.127").startswith("Yes, it sees 78.127 at range 1")


@pytest.mark.parametrize(
    ("before", "map_", "asked", "kept"),
    [
        ("scenario 5.1", "tdc", "los 37.54 37.58", False),
        ("status=open", "ins", "distance Grave Nijmegen", False),
        ("scenario WED-4", "mg", "los Veghel 78.127", True),
    ],
)
def test_a_position_of_another_game_is_left_with_its_map(
    talk: Talk, before: str, map_: str, asked: str, kept: bool
) -> None:
    talk.answer(before)
    talk.answer(f"map {map_}")
    assert bool(talk.here.state) is kept
    assert talk.answer(asked).startswith(("Yes", "C58.04 to"))


def test_what_is_said_of_the_position_holds_until_it_is_undone(talk: Talk) -> None:
    asked = "path wheeled Allied column 66.157 66.156"
    assert "bridges: 66.156/66.157 destroyed" in talk.answer("Son=destroyed")
    assert "the bridge is destroyed" in talk.answer(asked)
    assert talk.answer("undo").startswith("map")  # the question is taken back, then what was said
    talk.answer("undo")
    assert "the bridge is destroyed" not in talk.answer(asked)


def test_a_unit_is_moved_by_saying_where_it_is(talk: Talk) -> None:
    talk.answer("A/1/501=Veghel")
    talk.answer("A/1/501=75.129")
    assert talk.answer("at").splitlines()[-1] == "units: name A/1/501, hex 75.129"
    assert "2 MP out of Column" in talk.answer("move A/1/501 76.127")


def test_a_scenario_brings_its_map_and_its_set_up(talk: Talk) -> None:
    assert talk.answer("scenario wed-4").splitlines() == ["map wed", "scenario: wed-4"]
    assert "as set up, WED-4" in talk.answer("move A/1/501 75.129 76.127")


@pytest.mark.parametrize(
    ("scenario", "said", "asked", "answer", "as_set_up"),
    [
        ("WED-4", "Easy/2/506=90.114", "stack 90.114 Allied", "2 Allied Units in", "90.114"),
        ("WED-4", "Leader/506=91.114", "stack 90.114 Allied", "1 Allied Units in", "90.114"),
        ("WED-4", "A/1/501=60.140", "stack 60.140 Allied", "1 Allied Units in", "33 Units"),
        ("5.1", "2/16/Krafft=A47.14", "stack A47.14 German", "Yes: 2 German units in", "12 units"),
        (
            "campaign",
            "Easy/2/506=90.114",
            "stack 90.114 Allied",
            "1 Allied Units in",
            "81 Units",
        ),
        ("5.4", "2/16/Krafft=A47.15", "stack A47.15 German", "Yes: 1 German unit in", "65 units"),
        ("5.1", "9/16/Krafft=A47.15", "stack A47.14 German", "Yes: 0 German units in", "11 units"),
    ],
)
def test_a_unit_said_after_a_scenario_leaves_the_others_as_set_up(
    scenario: str, said: str, asked: str, answer: str, as_set_up: str, talk: Talk
) -> None:
    talk.answer(f"scenario {scenario}")
    talk.answer(said)
    told = talk.answer(asked)
    assert answer in told
    assert "as set up" in told
    assert as_set_up in told
    assert "still to be placed, neither there nor absent" in told
    talk.answer("units=none")
    set_up = [line for line in talk.answer(asked).splitlines() if "as set up" in line]
    assert [line for line in set_up if "the markers on the map" not in line] == []


@pytest.mark.parametrize("scenario", ["TDC", "MG"])
def test_a_unit_said_where_a_set_up_is_in_another_book_is_one_to_judge_by(
    scenario: str, talk: Talk
) -> None:
    talk.answer(f"scenario {scenario}")
    talk.answer("map tdc")
    talk.answer("German=47.29")
    told = talk.answer("stack 47.29 German")
    assert "1 German Units in" in told
    assert f"the Units that {scenario} sets up: its text leaves them to another book" in told
    assert "another book" not in talk.answer("distance 47.29 47.30")


def test_the_position_tells_that_the_others_stand_as_set_up(talk: Talk) -> None:
    talk.answer("scenario WED-4")
    told = talk.answer("A/1/501=60.140").splitlines()
    assert told[-1] == "the other units: as the scenario sets them up"
    assert not any("_" in line for line in told)


def test_a_file_brings_its_position(talk: Talk) -> None:
    assert "destroyed" in talk.answer("at turn3.json")
    assert talk.here.map == "wed"


def test_help_tells_the_commands_and_what_one_takes(talk: Talk) -> None:
    told = talk.answer("help")
    for word in (*OWN, "move", "los", "barrage"):
        assert f"  {word} " in told
    assert "  los Veghel 78.127" in talk.answer("help los")
    assert talk.answer("help weather.day").startswith("weather.day: ")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("undo", "nothing said before"),
        ("scenario WED-44", "(did you mean WED-4?)"),
        ("map wde", "(did you mean wed?)"),
        ("unit=none", "(did you mean units?)"),
        ("lso 75.129 78.127", "(did you mean los?)"),
    ],
)
def test_a_mistake_changes_nothing(line: str, said: str, talk: Talk) -> None:
    before = talk.here
    with pytest.raises(InputError) as caught:
        talk.answer(line)
    assert said in str(caught.value)
    assert (talk.here, talk.before) == (before, [])


def test_its_own_words_are_completed_too(talk: Talk) -> None:
    assert "scenario" in [one.text for one in talk.completed("sc")]
    assert "Veghel" in [one.text for one in talk.completed("los Veg")]


@pytest.mark.usefixtures("gts_map")
@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "utf-16"])
def test_in_a_pipe_every_line_is_answered(
    coding: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = "cost leg woods stream\r\n\r\nlso\r\ncost leg clear\r\nquit\r\nlos\r\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines.encode(coding))))
    assert main(["shell"]) == 2
    told = capsys.readouterr()
    assert told.out.count("MP out of Column") == 2
    assert told.err.count("clubroute: ") == 1


def test_a_position_is_read_from_a_file_as_notepad_writes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "turn 3.json"
    file.write_text('{"turn": {"time": "Night"}}', encoding="utf-16")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(f"at {file}\n".encode())))
    assert main(["shell"]) == 0
    assert capsys.readouterr().out.splitlines() == ["map: what is named tells", "turn: time Night"]


@pytest.mark.skipif(os.name == "nt", reason="it needs a Unix pseudo-terminal")
@pytest.mark.slow
def test_at_a_terminal_tab_completes_and_the_arrow_brings_back(tmp_path: Path) -> None:
    ours, theirs = os.openpty()
    environment = {**os.environ, "TERM": "xterm", "XDG_STATE_HOME": str(tmp_path)}
    program = subprocess.Popen(
        [sys.executable, "-m", "clubroute.rules", "shell"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment,
        cwd=tmp_path,
    )
    os.close(theirs)
    try:
        screen = Screen(ours)
        screen.shows("clubroute>")
        screen.type("cost leg woo\t")
        screen.shows("ds")  # of woods: what was typed before stands there already
        screen.type(" stream\r")
        screen.shows("5 MP out of Column")
        screen.type("\x1b[A\r")
        screen.shows("5 MP out of Column")
        screen.type("quit\r")
        assert program.wait(WAIT) == 0
    finally:
        program.kill()
        os.close(ours)
    assert "cost leg woods stream" in (tmp_path / "clubroute" / "history").read_text("utf-8")


class Screen:
    """The other end of a pseudo-terminal."""

    def __init__(self, end: int) -> None:
        self.end = end
        self.text = ""

    def type(self, keys: str) -> None:
        """Type keys."""
        os.write(self.end, keys.encode())

    def shows(self, text: str) -> None:
        """Read until a text is shown; what was shown up to it is forgotten."""
        for part in self.parts():
            self.text += part
            plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.text)
            if text in plain:
                self.text = plain.partition(text)[2]
                return
        raise AssertionError(f"{text!r} is not shown: {self.text!r}")

    def parts(self) -> Iterator[str]:
        """What is written, for a while; a program that asks where the cursor is is answered."""
        end = time.monotonic() + WAIT
        yield ""
        while time.monotonic() < end:
            if select.select([self.end], [], [], 0.2)[0]:
                part = os.read(self.end, 65536).decode("utf-8", "replace")
                if "\x1b[6n" in part:
                    self.type("\x1b[1;1R")
                yield part
