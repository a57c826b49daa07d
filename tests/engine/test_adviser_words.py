"""What the adviser says where there is no service, or not the right one, with Windows' paths.

Windows is not run here. Its folder of tokens is the name of one folder, so that all paths have its
letters; services are reached by the port's door, which is the only one it has.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest

from tests.engine.advised import PATIENCE, spoken, waited
from tests.engine.adviser_table import SETUP, WINDOWS_FOLDER, Table
from tests.engine.adviser_table import ours as ours
from tests.engine.adviser_table import table as table

pytestmark = pytest.mark.engine

TYPE_THIS = "start it in a terminal: clubroute serve"


def line_after(table: Table, before: int) -> str:
    """The next line that is said, once it is."""
    until = time.monotonic() + PATIENCE
    while len(lines := spoken(table.engine)) <= before:
        assert time.monotonic() < until, "nothing is said"
        time.sleep(0.05)
    return lines[before]


def nobody(table: Table) -> None:
    table.token.unlink()


def stale(table: Table) -> None:
    """Nobody listens on the port of the token, as when a computer was switched off."""
    table.token.unlink()
    table.token.with_name("9.token").write_text(table.service.right, encoding="ascii")


def wrong_token(table: Table) -> None:
    table.token.write_text("another", encoding="ascii")


def unreadable(table: Table) -> None:
    """A token that goes away while it is looked at: its whole path is told."""
    table.token.unlink()
    table.token.symlink_to("nothing")


def garbage(table: Table) -> None:
    table.service.spoil = lambda line: b'{"no": [json\n'


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (nobody, f"no answer; {TYPE_THIS}"),
        (stale, rf"no answer \(9\.token: Connection refused\); {TYPE_THIS}"),
        (wrong_token, rf"no answer \(\d+\.token: Refused.*\); {TYPE_THIS}"),
        (unreadable, rf"no answer \(\d+\.token: .*{re.escape(WINDOWS_FOLDER)}.*\); {TYPE_THIS}"),
        (garbage, rf"no answer \(\d+\.token: no JSON at \d+\); {TYPE_THIS}"),
    ],
)
def test_what_is_wrong_is_said_with_what_to_type(
    spoil: Callable[[Table], None], said: str, table: Table
) -> None:
    engine = table.engine
    engine.start_setup(SETUP)
    spoil(table)
    engine.adviser("toggle")
    waited(engine, lambda state: state["state"].startswith("no answer"))
    engine.adviser("toggle")  # the connection that there may have been is lost now
    engine.adviser("afresh")
    before = len(spoken(engine))
    engine.adviser("toggle")
    line = line_after(table, before)
    table.token.with_name("9.token").unlink(missing_ok=True)
    assert re.fullmatch(f"- Adviser: {said}", line), line
    assert engine.adviser()["state"] == f"no answer; {TYPE_THIS}"
    assert f"Adviser: no answer; {TYPE_THIS}" in engine.adviser("menu")


def test_a_path_without_clubroute_is_said_with_what_to_type(table: Table) -> None:
    before = len(spoken(table.engine))
    table.engine.adviser("start")
    (line,) = spoken(table.engine)[before:]
    what = "clubroute is not on the path; start it in a terminal: clubroute serve"
    assert line == f"- Adviser: {what}"


@pytest.mark.parametrize(
    ("system", "home", "local", "folder"),
    [
        (
            "Windows 11",
            r"C:\Users\Ann",
            r"C:\Users\Ann\AppData\Local",
            r"C:\Users\Ann\AppData\Local",
        ),
        ("Windows 11", r"C:\Users\Ann", "", r"C:\Users\Ann/AppData/Local"),
        ("Mac OS X", "/Users/ann", "", "/Users/ann/Library/Caches"),
        ("Linux", "/home/ann", "", "/home/ann/.cache"),
    ],
)
def test_the_token_is_looked_for_where_the_service_puts_it(
    system: str, home: str, local: str, folder: str, table: Table
) -> None:
    told = table.engine.adviser("folder", system=system, home=home, local=local)
    assert told == f"{folder}/clubroute"
