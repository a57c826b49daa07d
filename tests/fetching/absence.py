"""What to do where something a test needs cannot be had: never pass for having run."""

from __future__ import annotations

import os
from typing import NoReturn

import pytest

CANNOT = "cannot be had"
ENGINE = "the VASSAL engine"
BROWSER = "a browser"
RUNTIME = "the Python for browsers"
MODULES = "the modules of other people"
WHY = {
    ENGINE: "run python -m tests.engine.prepare to see why",
    BROWSER: "run python -m tests.fetching.chromium to see why",
    MODULES: "run python -m tests.fetching.modules to see why",
    RUNTIME: "npm brings it, or CLUBROUTE_PYODIDE names an unpacked package",
}
"""How to find out, by what is missing."""


def without(what: str, error: Exception, wanted: bool = True) -> NoReturn:
    """Skip on an author's machine, which may have no Java; fail where CI is set, never pass.

    :param wanted: whether a machine of CI must have it: not what is on another's, which no network
        leads to from there.
    """
    if wanted and os.environ.get("CI"):
        pytest.fail(f"{what} {CANNOT}: {error}", pytrace=False)
    pytest.skip(f"{what} {CANNOT}: {error}")


def say_what_did_not_run(reporter: pytest.TerminalReporter) -> None:
    """A loud word at the end of a run in which tests were skipped for want of something."""
    told = [str(report.longrepr) for report in reporter.getreports("skipped")]
    for what, why in WHY.items():
        number = sum(f"{what} {CANNOT}" in text for text in told)
        if number:
            reporter.section(f"without {what}", sep="!", red=True, bold=True)
            reporter.line(f"{number} tests did NOT run for want of {what}: {why}", red=True)
