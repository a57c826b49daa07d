"""One question through every door: JSON, an open state, the socket, a file, words."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from tests.rules.agreement.case import Case, Voice
from tests.rules.agreement.moving import position, start_of
from tests.rules.agreement.naming import lone_names, outcome
from tests.rules.agreement.world import (
    CLASSES,
    MAPS,
    World,
    counters_of,
    some,
)

TERRAINS = ("clear", "polder", "orchard", "woods", "village", "town", "city")
DOORS = ("json", "handle", "socket", "file")


def yes(value: bool) -> str:
    """A yes or no in words."""
    return "yes" if value else "no"


def quoted(name: str) -> str:
    """A name in words."""
    return f'"{name}"'


def questions(
    world: World, random: Random, window: str
) -> Iterator[tuple[str, dict[str, Any], tuple[str, ...]]]:
    """Questions on a map without their position, each with commands that ask the same."""
    start = start_of(random, world, window)
    to = some(random, world.beside(window, start))
    far = world.near(random, window, start, 3)
    on = f"map={window}"
    column, kind = random.random() < 0.5, some(random, CLASSES)
    unit: dict[str, Any] = {"class": kind, "column": column}
    # By itself "column" is the formation a way ends in.
    spoken = f"{kind} unit.column={yes(column)}"
    if random.random() < 0.6:
        counter = some(random, [one for one in counters_of(window) if lone_names(window)[one.id]])
        name = some(random, lone_names(window)[counter.id])
        unit, spoken = {"name": name, "column": column}, f"{quoted(name)} unit.column={yes(column)}"
        lone = {"name": name}
        yield "command.check", {"unit": lone}, (f"command {quoted(name)} {on}",)
        yield "supply.troop_quality", {"unit": lone}, (f"supply {quoted(name)} {on}",)
        yield (
            "deploy.check",
            {"unit": lone, "hex": to, "act": "move"},
            (
                f"deploy.check {quoted(name)} {to} move {on}",
                f"deploy.check unit={quoted(name)} hex={to} act=move {on}",
            ),
        )
        yield (
            "clubroute.lock",
            {"unit": lone, "to": to},
            (f"clubroute.lock {quoted(name)} to {to} {on}",),
        )
    yield (
        "move.check",
        {"unit": unit, "path": [start, to]},
        (f"path {spoken} {start} {to} {on}", f"step {start} {to} {spoken} {on}"),
    )
    yield (
        "move.best",
        {"unit": unit, "from": start, "to": far},
        (f"move {spoken} from {start} to {far} {on}", f"go from={start} to={far} {spoken} {on}"),
    )
    yield (
        "los.check",
        {"from": start, "to": far},
        (f"los {start} {far} {on}", f"sight to {far} from {start} {on}"),
    )
    yield (
        "los.fan",
        {"from": start, "range": 3},
        (f"fan {start} 3 {on}", f"fan {start} range=3 {on}"),
    )
    yield "hex.describe", {"hex": start}, (f"where {start} {on}", f"hex.describe hex={start} {on}")
    side = some(random, ("Allied", "German"))
    yield (
        "stacking.check",
        {"hex": start, "side": side},
        (f"stack {start} {side} {on}", f"stacking.check side={side} hex={start} {on}"),
    )
    if world.bridges(window):
        bridge = some(random, world.bridges(window))
        yield (
            "bridge.control",
            {"bridge": bridge.hexside},
            tuple(f"control {quoted(name)} {on}" for name in bridge.names),
        )
    yield (
        "ferry.use",
        {"hex": start, "to": to, "unit": {"class": kind, "side": side}},
        (f"ferry {start} {to} {kind} {side} {on}",),
    )
    if window != "mg":
        yield from steps(random, window)


def steps(random: Random, window: str) -> Iterator[tuple[str, dict[str, Any], tuple[str, ...]]]:
    """A step in the abstract, its hexes told by where their words stand or by their names."""
    column, kind = random.random() < 0.5, some(random, CLASSES)
    left, entered = some(random, TERRAINS), some(random, TERRAINS)
    start, to = {"terrain": left}, {"terrain": entered}
    words, names = f"from {left} to {entered}", f"from.terrain={left} to.terrain={entered}"
    for word in ("raised", "road_block"):
        if random.random() < 0.3:
            to[word] = True  # type: ignore[assignment]
            # A word beside that of the hex entered is of the hex entered.
            words, names = f"{words} {word}", f"{names} to.{word}=yes"
    features = ["stream"] if random.random() < 0.4 else []
    over = " over stream" if features else ""
    named = " features=stream" if features else ""
    unit = f"{kind} unit.column={yes(column)} map={window}"
    params = {"unit": {"class": kind, "column": column}, "from": start, "to": to}
    if features:
        params["features"] = features
    yield "step.cost", params, (f"cost {unit} {words}{over}", f"step.cost {unit} {names}{named}")


def asked_by(world: World, random: Random) -> Case | None:
    """A question in JSON, with an open state, over the socket, with a file's position, in words."""
    window = some(random, MAPS)
    method, params, commands = some(random, list(questions(world, random, window)))
    state = position(random, world, window, start_of(random, world, window))
    if random.random() < 0.5 and world.played_on(window):
        state["scenario"] = some(random, world.played_on(window))
    params = {"map": window, **params}
    if method not in ("hex.describe", "step.cost"):
        params["state"] = state
    if method == "step.cost":
        doors: tuple[str, ...] = ("json", "socket")
    else:
        doors = DOORS if "state" in params else ("json", "socket")
    voices = [Voice(door, method, params, outcome, door) for door in doors]
    for command in commands:
        voices.append(Voice("words", method, {**params, "words": command}, outcome, "words"))
    return Case("asked by", f"{method}: {commands[0]}", tuple(voices))


TOPICS = (asked_by,)
