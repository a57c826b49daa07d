"""Our module in an engine with the adviser, and the service that it finds or does not."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.engine.advised import MAIN, MUG, turned
from tests.engine.driver import Engine
from tests.engine.listening import Listening
from tests.engine.reports import Piece

SETUP = "Hell’s Highway"
GRENADIERS, TANKS = "wal-5-pg-2107", "wal-3-pz-2107"
PASSWORD, ANOTHER = "not-a-password", "another-password"
TOO_SLOW = 7.0
"""Seconds: more than the adviser waits here for any answer about a move (``PATIENT``), so that it
gives up at the first."""
WINDOWS_FOLDER = r"C:\Users\Ann Lee\AppData\Local"
"""Where tokens lie on Windows: here it is the name of one folder."""


@dataclass
class Table:
    """Our module in an engine, and the service that its adviser finds or does not."""

    engine: Engine
    service: Listening

    @property
    def token(self) -> Path:
        """The file by which the adviser finds the service."""
        return self.service.token

    def close(self, way: str) -> None:
        """Let it fail in a way; what is connected stays so."""
        if way == "garbage":
            self.service.spoil = lambda line: b'{"no": [json\n'
        elif way == "slow":
            self.service.spoil = late
        elif way == "wrong token":
            self.token.write_text("another", encoding="ascii")
        else:
            self.token.unlink()


def late(line: bytes) -> bytes:
    time.sleep(TOO_SLOW)
    return line


def named_as_on_windows(folder: Path) -> Path:
    """A folder within another, with the letters that paths have there."""
    found = folder / WINDOWS_FOLDER
    found.mkdir()
    return found


@pytest.fixture(scope="module")
def ours(wed_engine: Engine, service: Listening) -> Table:
    return Table(wed_engine, service)


@pytest.fixture
def table(ours: Table) -> Iterator[Table]:
    """The table as each test finds it: the adviser off, the service there, nothing recorded."""
    ours.service.open()
    ours.service.cut()
    ours.engine.problems.clear()
    turned(ours.engine, on=False)
    ours.engine.adviser("player", password=PASSWORD)
    ours.service.sent.clear()
    ours.service.answered.clear()
    yield ours
    ours.service.open()  # other modules' tests have the same service
    assert ours.engine.problems == []


def unit(engine: Engine, id_: str) -> Piece:
    found = engine.pieces(("UnitId",))
    return next(one for one in found if one.map == MAIN and one.properties.get("UnitId") == id_)


def chit(engine: Engine) -> str:
    """The id of a chit in the mug."""
    return min(one.id for one in engine.pieces() if one.deck == MUG)
