"""``clubroute`` as a process of its own, also as ``python -m clubroute.rules``."""

from __future__ import annotations

import gc
import sys

from clubroute.rules.cli import main


def start() -> int:
    """Run the command line; returns the exit code.

    Python's last collection of cycles is skipped: the process ends anyway, and with a map loaded
    it would take as long as some answers.
    """
    try:
        return main()
    finally:
        gc.freeze()


if __name__ == "__main__":
    sys.exit(start())
