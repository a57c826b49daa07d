"""Mistakes of ours, told to whoever runs the room in one line each."""

from __future__ import annotations

import logging
import traceback
from pathlib import Path

from clubroute.builder.errors import one_line

LOG = logging.getLogger("clubroute.room")


def report(where: str, error: Exception) -> None:
    """Log a mistake of ours: what was asked, what was raised, and where in the code."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" in {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    LOG.error("%s: %s%s; please report it", one_line(where), type(error).__name__, place)
    LOG.debug("all of it", exc_info=error)
