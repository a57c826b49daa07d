"""Layouts, traits and windows as data: a mistake is one line that names its place."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.sources.counter_set import read_counter_set
from tests.conftest import ROOT

MISTAKES = [
    ("module.toml", 'sides = ["Blue", "Red"]', 'sides = ["Blau", "Red"]', r"side"),
    ("layout.toml", 'hq = "hq"', 'hq = "hg"', r"layout\.toml:\d+:symbol\.kinds\.hq: found 'hg'"),
    ("layout.toml", "box = [2, 41, 19, 58]", "box = [2, 41, 19, 68]", r"rating\[1\]\.box: found"),
    ("layout.toml", "[back.reduced]", "[bakc.reduced]", r"bakc.*did you mean back\?"),
    ("units.csv", ",attack,", ",atack,", r"units\.csv:1:\d+: .*did you mean attack\?"),
    ("units.csv", "Blue,Blue HQ", "Blu,Blue HQ", r"units\.csv:2:side: .*did you mean Blue\?"),
    ("units.csv", ",cavalry,", ",cavallery,", r":kind: .*did you mean cavalry\?"),
    ("traits.toml", 'is = "moved"', 'is = "mooved"', r"trait\[2\]\.is: .*did you mean moved\?"),
    ("traits.toml", 'key = "Ctrl G"', 'key = "Ctrl Ä"', r"traits\.toml:\d+:.*a key such as"),
    ("traits.toml", 'key = "Ctrl D"', 'key = "Cntrl D"', r"key: .*did you mean Ctrl D\?"),
    ("traits.toml", 'tired = "Tired"', 'tired = "Tird"', r"words\.tired.*did you mean Tired\?"),
    ("traits.toml", 'name = "Counter"\n\n# The', 'name = "Counte"\n\n# The', r"did you mean"),
    ("traits.toml", 'units = "Unit"', 'units = "Unt"', r"use\.units.*did you mean Unit\?"),
    ("windows.toml", 'file = "about.html"', 'file = "abut.html"', r"page\[1\]\.file: found"),
    ("windows.toml", "groupBy=\"Side\"/>", "groupBy=\"Side\">", r"component\[1\]\.xml: found"),
    ("windows.toml", "size = [260, 200]", "size = [260]", r"box\[1\]\.size: .*two whole"),
    ("scenarios/bridge.csv", ",tired", ",tird", r"bridge\.csv:4:state: .*did you mean tired\?"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "old", "new", "hint"), MISTAKES)
def test_a_mistake_is_one_line(tmp_path: Path, name: str, old: str, new: str, hint: str) -> None:
    folder = Path(shutil.copytree(ROOT / "counters" / "testland", tmp_path / "testland"))
    text = (folder / name).read_text(encoding="utf-8")
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_counter_set(folder)
    assert re.search(hint, str(caught.value)), caught.value


@pytest.mark.parametrize(
    "name",
    ["markers.csv", "traits.toml", "windows.toml", "layout.toml", "scenarios.csv"],
)
def test_a_game_may_do_without(tmp_path: Path, name: str) -> None:
    folder = Path(shutil.copytree(ROOT / "counters" / "testland", tmp_path / "testland"))
    shutil.rmtree(folder / "scenarios")
    units = (folder / "units.csv").read_text(encoding="utf-8").splitlines()
    if name == "layout.toml":
        units = [",".join(line.split(",")[:4]) for line in units]
    (folder / "units.csv").write_text("\n".join(units) + "\n", encoding="utf-8")
    (folder / name).unlink()
    assert len(read_counter_set(folder).units) == 10
