"""The frame that reads and reports logs knows no game: series tell it by one registry."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.asking.context import Context
from clubroute.rules.logs.check.series import (
    check_names,
    every_option,
    every_series,
    open_referee,
    series_named,
    series_of_module,
    series_of_window,
    unusual,
)
from clubroute.rules.series import all_series
from tests.conftest import ROOT
from tests.parsed import imports_of

FRAME = ROOT / "rules" / "logs"
GAMES = ("clubroute.rules.gts", "clubroute.rules.scs")


def imported(path: Path) -> Iterator[str]:
    """The modules a file imports, anywhere in it."""
    for node in (one.node for one in imports_of(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        else:
            yield "." * node.level + (node.module or "")
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_no_file_of_the_frame_imports_a_game() -> None:
    files = sorted(FRAME.rglob("*.py"))
    assert len(files) > 40
    found = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in files
        for name in imported(path)
        if name.startswith((*GAMES, "."))
    }
    assert found == set()


def test_the_commands_about_logs_start_without_a_judge() -> None:
    code = (
        "import sys, clubroute.rules.logs.commands; "
        "print(sorted(m for m in sys.modules if m.startswith('clubroute.rules.gts')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


JUDGED = tuple(one.id for one in all_series() if one.judge)


def test_the_series_with_a_judge_are_known_by_their_files() -> None:
    assert "gts" in JUDGED
    assert [series_named(name) for name in JUDGED] == list(every_series())


@pytest.mark.parametrize("name", JUDGED)
def test_a_series_declares_what_the_frame_asks_for(name: str) -> None:
    series = series_named(name)
    assert series.checks
    assert series.windows
    assert series.counters.is_file()
    assert series.scenarios()
    assert all(series_of_window(window) is series for window in series.windows)
    assert {option.name for option in series.options} <= {one.name for one in every_option()}
    assert series.checks.items() <= check_names().items()


def test_no_two_series_share_a_map() -> None:
    windows = [window for one in every_series() for window in one.windows]
    assert len(windows) == len(set(windows))


def test_a_module_of_ours_is_of_its_series() -> None:
    assert series_of_module("Where Eagles Dare") is series_named("gts")


def test_only_what_is_unusual_is_told_on() -> None:
    told = {"dice_elsewhere": False, "second_actions": False, "stacking": 3, "play_from": None}
    assert unusual(told) == {"stacking": 3, "second_actions": False}


def test_counters_of_a_series_nobody_knows_are_refused_by_name(tmp_path: Path) -> None:
    counters = tmp_path / "counters.toml"
    counters.write_text('series = "gst"\nmap = "Main Map"\n', encoding="utf-8")
    with pytest.raises(InputError, match=r"counters\.toml.*series.*'gst'.*gts"):
        open_referee(Context(tmp_path), "Somebody's", counters)
