"""Audits of a scripted log of the built module."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from clubroute.rules.logs.audit.examine import Auditor, Settings
from tests.logs.audit.scripted import dated, play

SAVED = 1_750_000_000_000


@pytest.fixture(scope="session")
def scripted(wed_build: Path) -> bytes:
    """A log with something of everything, and somebody who means harm."""
    return dated(play(wed_build).log_bytes(), SAVED)


@pytest.fixture(scope="session")
def auditor(wed_build: Path) -> Auditor:
    return Auditor(Settings(wed_build))


@pytest.fixture(scope="session")
def record(auditor: Auditor, scripted: bytes) -> dict[str, Any]:
    """Its audit."""
    return auditor.audit_bytes(scripted, "scripted.vlog")
