"""How quick the room is with a long log."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser

from clubroute.builder.survey.compile import CompiledMap
from tests.room.logs import long_log
from tests.room.serving import bare_room, opened, serving

ROUNDS = 2

STEPS = """async many => {
    const times = [], {position, view} = clubroute;
    for (let step = 1; step <= many; step++) {
        const begun = performance.now();
        position.go(step);
        view.paint();
        times.push(performance.now() - begun);
    }
    position.go(0);
    return times;
}"""


def quickest(measure: Callable[[], list[float]], share: float = 0.95) -> float:
    """The time, ms, under which a share of a round stays, in the best of some rounds: other
    programs on the machine make a round slow, none makes it quick."""
    rounds = [sorted(measure()) for _ in range(ROUNDS)]
    return min(times[int(share * (len(times) - 1))] for times in rounds)


def test_a_log_of_500_steps_opens_in_two_seconds_and_a_step_takes_a_frame(
    browser: Browser, gts_map: CompiledMap, tmp_path: Path
) -> None:
    room = bare_room(tmp_path)
    long_log(room.context, tmp_path / "long.vlog", 500)
    with serving(room) as served:
        page = opened(browser, served.address)
        times = []
        for _ in range(ROUNDS):
            begun = time.perf_counter()
            page.evaluate("clubroute.source.file('long.vlog')")
            times.append(time.perf_counter() - begun)
        assert min(times) < 2
        assert quickest(lambda: page.evaluate(STEPS, 500)) < 33
        page.close()
