"""Verifies a .clubroute file: it fits its digest, and its log shows the same position."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from clubroute.rules.asking.context import Context
from clubroute.rules.logs.container import LOG_LIMITS, read_bytes
from clubroute.rules.logs.rulings import name_of_log
from clubroute.rules.rulings.ruling import MOST_TOLD, differences
from clubroute.rules.saves.at import read_at
from clubroute.rules.saves.file import PositionFile, digest_of
from clubroute.rules.saves.reading import ToldOfFile, position_at, save_of


def verify_position(
    context: Context, path: Path, logs: Sequence[Path], told: ToldOfFile
) -> tuple[bool, list[str]]:
    """Whether a position's file is what it says, and the outcome in lines.

    ``logs`` are files it may have been read from; ``told`` is what reading them needs.

    :raises InputError: it is no .clubroute file, or does not fit its digest.
    """
    file = read_at(context, str(path)).file
    if file is None:
        return False, [f"{path.name}: a state without a digest: nothing to verify"]
    lines = [f"fits its digest: {path.name}, {file.digest}"]
    if file.parent is not None:
        return True, [*lines, f"branched from the position {file.parent}"]
    if not logs:
        return True, [*lines, *origin_lines(file)]
    origin = file.origin
    for log in logs:
        data = read_bytes(log, LOG_LIMITS.total)
        if origin is None or name_of_log(data) != origin.digest:
            continue
        found = position_at(save_of(context, data, log.name, told), origin.step)
        if digest_of(found.map, found.state) == file.digest:
            return True, [*lines, f"{log.name} shows the same position"]
        told_ = differences(file.state, found.state, "state")[:MOST_TOLD]
        return False, [*lines, f"{log.name} shows another position", *(f"  {x}" for x in told_)]
    return False, [*lines, "none of the logs is the file it was read from", *origin_lines(file)]


def origin_lines(file: PositionFile) -> list[str]:
    """Which file a position says that it was read from."""
    origin = file.origin
    if origin is None or origin.file is None:
        return ["it names no file that it was read from"]
    step = f", {origin.step} of {origin.steps} steps played" if origin.steps else ""
    return [f"read from {origin.file}{step} ({origin.digest}): give it with --log"]
