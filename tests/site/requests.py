"""What is asked of a site's engine and of CPython, to be held against each other."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

from clubroute.rules.asking.context import Context
from clubroute.rules.room.positions import scenario_tape
from tests.rules.answer.silence import full_questions

Asked: TypeAlias = tuple[str, str, bytes]
"""Method, address and body."""
MOST_UNITS = 12
"""Units of a set-up that are asked about."""
FROM = {"tdc": ("12.40", "20.60"), "mg": ("75.129", "70.150")}
SCENARIOS = (("wed", "WED-2"), ("wed", "WED-CAMPAIGN"), ("ins", "INS-5.1"), ("ins", "INS-5.4"))
WORDS = (
    ("wed", "cost leg woods"),
    ("tdc", "cost tracked polder"),
    ("mg", "advance MG"),
    ("ins", "hex A48.05"),
    ("wed", "los 75.129 78.127"),
    ("wed", "nonsense of all kinds"),
)


def asked(method: str, params: Any) -> Asked:
    """A question to a method."""
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    return "POST", "/rpc", json.dumps(body).encode()


def posted(path: str, **told: Any) -> Asked:
    """A body at an address."""
    return "POST", path, json.dumps(told).encode()


def questions() -> Iterator[Asked]:
    """The full questions of every method that is asked about a game."""
    for method, many in full_questions().items():
        for params in many:
            yield asked(method.partition("@")[0], params)


def large(maps: Path) -> Iterator[Asked]:
    """Questions that take their time: what units of a set-up reach, supply, Club Route, far sight.

    :param maps: the folder of the compiled maps.
    """
    context = Context(maps)
    for map_, scenario in SCENARIOS:
        state = scenario_tape(context, map_, scenario)["first"]
        standing = [one for one in state["units"] if one.get("id") and one.get("hex")]
        for one in standing[:: max(1, len(standing) // MOST_UNITS)]:
            told = {"map": map_, "state": state, "unit": {"id": one["id"], "ma": 8}}
            yield asked("move.reach", {**told, "from": one["hex"]})
            if map_ == "ins":
                yield asked("supply.trace", told)
        if map_ == "wed":
            yield asked("clubroute.trace", {"map": map_, "state": state})
    for map_ in ("tdc", "mg"):
        for kind in ("leg", "wheeled", "tracked"):
            unit = {"class": kind, "column": False}
            for start in FROM[map_]:
                told = {"map": map_, "unit": unit, "from": start, "allowance": 20}
                yield asked("move.reach", told)
    for number in range(60, 76):
        yield asked("los.fan", {"map": "mg", "from": f"{number}.150", "range": 20})


def addresses() -> Iterator[Asked]:
    """What the page asks besides."""
    yield "GET", "/start", b""
    for map_, scenario in SCENARIOS:
        yield "GET", f"/tape?map={map_}&scenario={scenario}", b""
    yield "GET", "/tape?map=wed&scenario=WED-99", b""
    for map_ in ("wed", "tdc", "mg", "ins"):
        yield "GET", f"/maps/{map_}", b""
        yield "GET", f"/methods/step.cost?map={map_}", b""
        yield "GET", f"/ratings?map={map_}&unit=x", b""
    for map_, text in WORDS:
        yield posted("/words", map=map_, text=text)
        yield posted("/words", map=map_, text=text[:4], complete=True)
    state = {"units": [{"name": "A/2/1", "side": "Allied", "hex": "75.129"}]}
    yield posted("/clubroute", map="wed", state=state, title="ours", done=["a"])
    yield posted("/link", map="wed", state=state, title="ours")
    yield posted("/linked", link="1wed.x")
    unit = {"class": "leg", "side": "Allied"}
    yield posted("/ruling", method="step.cost", params={"map": "wed", "to": "woods", "unit": unit})
    yield "POST", "/rpc", b"{"
    yield "POST", "/tape?name=x.vlog", b"x"
