"""What to do where the engine cannot be had."""

from __future__ import annotations

import os
from typing import NoReturn

import pytest

NOT_HERE = "the VASSAL engine cannot be had"


def without_engine(error: Exception) -> NoReturn:
    """Skip on an author's machine, which may have no Java; fail where CI is set, never pass."""
    if os.environ.get("CI"):
        pytest.fail(f"{NOT_HERE}: {error}", pytrace=False)
    pytest.skip(f"{NOT_HERE}: {error}")
