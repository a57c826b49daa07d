"""A player's clicks in the room, the answers they bring, and how quickly."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeAlias

from playwright.sync_api import Page

from clubroute.builder.errors import InputError
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.question import ask_text

Click: TypeAlias = tuple[str, str, bool]
"""The hex, the tool, and whether Shift is held."""

ROUNDS, MOST_ROUNDS = 3, 9
BARS = {"move": 100, "sight": 150, "route": 100, "hex": 100}
"""Ms from a click to its receipt, for 95 of 100 clicks with a tool."""
TOOLS = tuple(BARS)

CLICK = """async ([number, tool, more]) => {
    const desk = clubroute;
    if (desk.tool.constructor.id !== tool) desk.take(tool);
    const begun = performance.now();
    await desk.pick(desk.lattice.find(number), more);
    desk.view.paint();
    return performance.now() - begun;
}"""
HEAR = """() => {
    const {room} = clubroute, asks = room.transport.fetch;
    if (room.heard) return;
    room.heard = [];
    room.transport.fetch = async (path, init) => {
        const answer = await asks.call(room.transport, path, init);
        if (path === "/rpc") room.heard.push([init.body, await answer.clone().text()]);
        return answer;
    };
}"""
"""Write down what is asked and answered, whoever answers."""
NEAR = """range => Object.fromEntries([...new Set(clubroute.position.counters
    .filter(one => one.role === "unit" && clubroute.lattice.find(one.hex))
    .map(one => one.hex))].map(number => {
        const here = clubroute.lattice.find(number);
        return [number, clubroute.lattice.hexes.filter(one =>
            one !== here && clubroute.lattice.distance(here, one) <= range).map(one => one.number)];
    }))"""


def random_clicks(page: Page, many: int, seed: int, tools: Sequence[str]) -> list[Click]:
    """Clicks by twos, the same ones every time for a seed: on a hex with Units, and on one near
    it, with one tool of some."""
    chance = Random(seed)
    near: dict[str, list[str]] = page.evaluate(NEAR, 4)
    found: list[Click] = []
    for _ in range(many // 2):
        begun, tool = chance.choice(sorted(near)), chance.choice(tools)
        found += [(begun, tool, tool == "sight"), (chance.choice(near[begun]), tool, False)]
    return found


def clicked(page: Page, clicks: Sequence[Click]) -> list[float]:
    """How long each click takes until its answer is painted, ms."""
    return [page.evaluate(CLICK, list(one)) for one in clicks]


def compared(page: Page, clicks: Sequence[Click], context: Context) -> int:
    """Click, and hold every answer to what ``clubroute ask`` tells of the question the page put:
    the same bytes. :return: how many answers there were."""
    page.evaluate(HEAR)
    clicked(page, clicks)
    heard = page.evaluate("clubroute.room.heard.splice(0)")
    state = page.evaluate("clubroute.position.state()")
    answers = 0
    for body, text in heard:
        asked = json.loads(body)
        if asked["method"] == "state.open":
            assert asked["params"]["state"] == state
            continue
        params = asked["params"] | ({"state": state} if "state" in asked["params"] else {})
        told = json.loads(text)
        try:
            said = ask_text(context, asked["method"], params, "line")
        except InputError as refused:
            said = str(refused)
        assert said.startswith(line_of(told)), asked
        answers += 1
    return answers


def line_of(told: dict[str, Any]) -> str:
    """What the room told, as the command line writes it: the result, or the mistake."""
    if "result" in told:
        return json.dumps(told["result"], ensure_ascii=False, separators=(",", ":"))
    fault = told["error"]["data"]
    return f"{fault['where']}: found {fault['found']}, expected {fault['expected']}"


def quickest(measure: Callable[[int], list[float]], bar: float = 0, share: float = 0.95) -> float:
    """The time, ms, under which a share of a round stays, in the best of some rounds, each with
    its number: other programs on the machine make a round slow, none makes it quick. With a bar
    there are more rounds, up to one that is under it, and what others take is taken off."""
    best = math.inf
    for number in range(MOST_ROUNDS if bar else ROUNDS):
        crowd = crowded() if bar else 1
        times = sorted(measure(number))
        crowd = min(crowd, crowded()) if bar else 1
        best = min(best, times[int(share * (len(times) - 1))] / crowd)
        if best < bar:
            break
    return best


def crowded(seconds: float = 0.05) -> float:
    """How many times longer than alone some work takes on this machine now."""
    begun, worked = time.perf_counter(), time.thread_time()
    while time.thread_time() - worked < seconds:
        continue
    return max(1.0, (time.perf_counter() - begun) / seconds)
