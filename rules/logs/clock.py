"""How long a log may be worked on: a hostile one could make every step dearer than the last."""

from __future__ import annotations

import time

from clubroute.builder.errors import InputError, Where

thread_time = time.thread_time if hasattr(time, "thread_time") else time.process_time
"""CPU time, s: of this thread, or where Python has no threads, as in a browser, of all of it."""
MOST_SECONDS = 300.0
"""CPU time of one replay, with all that follows each step. A log of 500 steps is checked in one."""


class Clock:
    """Measures the work on a log from now on, in CPU time: other programs do not count."""

    def __init__(self, where: Where, most: float = MOST_SECONDS) -> None:
        self._where, self._most = where, most
        self._end = thread_time() + most

    def check(self, done: str) -> None:
        """Look whether there is time left.

        :param done: how far the work has come, in words.
        :raises InputError: there is none.
        """
        if thread_time() > self._end:
            found = f"{self._most:.0f} seconds of work, {done}"
            raise InputError(self._where, found, "a log of a game")
