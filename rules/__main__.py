"""``clubroute`` as a process of its own, also as ``python -m clubroute.rules``."""

from __future__ import annotations

import gc
import sys

from clubroute.rules.cli import main


def start() -> int:
    """Run the command line; returns the exit code.

    What is left at the end goes with the process: no cycles are looked for in it, which after a
    question about a map would take as long as some answers.
    """
    try:
        return main()
    finally:
        gc.freeze()


if __name__ == "__main__":
    sys.exit(start())
