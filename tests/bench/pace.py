"""How fast this machine is beside the one whose figures stand in docs/performance.md.

A bar in seconds says nothing on a machine half as fast. :func:`pace` times ``json.loads``, which
no change of ours makes quicker or slower, on a document of one size.
"""

from __future__ import annotations

import json
import time

DOCUMENT = json.dumps(
    [{"hex": f"{n:05}", "cost": n / 2, "by": [n, n + 1, None, True]} for n in range(4000)]
)
THERE = 2.3
"""Milliseconds of processor time the document takes where the bars were set: there ``json.loads``
read the facts of the combined map of that day in 3.7 ms; where the document takes 4.5 ms the same
facts take 7.1, and reading the map 6.9 ms where it took 3.4 there."""


def pace(rounds: int = 100) -> float:
    """Give how many times the processor time of the machine of the bars this one takes: 2.0 is
    half as fast. The best of the rounds counts."""
    best = float("inf")
    for _ in range(rounds):
        begun = time.process_time()
        json.loads(DOCUMENT)
        best = min(best, time.process_time() - begun)
    return best * 1000 / THERE
