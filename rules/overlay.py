"""Answers as marks on a picture: hexes within reach, a line of sight, what is seen from a hex."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clubroute.builder.art.board import HexLabel, HexRing, HexStack, Mark, Thread
from clubroute.builder.art.counters import draw_counter
from clubroute.builder.counting import is_whole
from clubroute.builder.errors import InputError, Where
from clubroute.builder.grid import Hex, HexNumberError, Lattice, distance
from clubroute.builder.sources.counter_set import read_counter_set
from clubroute.builder.sources.counter_style import Colour, colour
from clubroute.builder.sources.toml_table import read_toml_table
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.plain.game import game_of
from clubroute.rules.series import Series, series_at

if TYPE_CHECKING:
    from PIL.Image import Image

NEAR, FAR = (20, 90, 170), (200, 75, 0)
"""Inks of the cheapest and the dearest hex within reach; those between are mixed."""
CLEAR, BLOCKED, OPEN = (20, 90, 170), (200, 75, 0), (110, 110, 110)
"""Inks of a clear line of sight, of what blocks one, and of one that cannot be decided; blue and
orange stay apart for colour-blind eyes."""
MOST_RANGE = 99


def reach_marks(
    context: Context,
    lattice: Lattice,
    window: str,
    params: Mapping[str, Any],
    method: str = "move.reach",
    option: str = "--reach",
) -> list[Mark]:
    """Every hex within reach with its cost in MP, or its distance; ``params`` are the method's.

    What is in reach only if a check is passed has another ink, and a question mark at its cost.
    """
    answer = ask(context, method, {"map": window, **params})
    costs: Mapping[str, float] = answer.get("hexes", {})
    if not costs:
        raise InputError(
            Where(option), answer.get("summary", answer["verdict"]), "hexes within reach"
        )
    dearest = max(costs.values()) or 1
    marks: list[Mark] = []
    for number, cost in costs.items():
        h, ink = lattice.parse(number, window), mixed(NEAR, FAR, cost / dearest)
        marks += [HexRing(h, ink), HexLabel(h, halves(cost), ink)]
    for number, cost in answer.get("by_check", {}).items():
        h = lattice.parse(number, window)
        marks += [HexRing(h, OPEN), HexLabel(h, f"{halves(cost)}?", OPEN)]
    return marks


def los_marks(context: Context, lattice: Lattice, window: str, ends: str) -> list[Mark]:
    """The line of sight between two hexes (``A,B``) and the hexes that block it."""
    start, end = two(ends, "--los", "two hexes, e.g. 75.129,78.127")
    answer = ask(context, "los.check", {"map": window, "from": start, "to": end})
    a, b = hex_at(lattice, window, start, "--los"), hex_at(lattice, window, end, "--los")
    ink = ink_of(answer["verdict"])
    marks: list[Mark] = [
        HexRing(hex_at(lattice, window, step["from"], "--los"), BLOCKED)
        for step in answer["steps"]
        if step.get("verdict") == "blocked" and "/" not in step.get("from", "/")
    ]
    return [*marks, Thread(a, b, ink)]


def fan_marks(context: Context, lattice: Lattice, window: str, text: str) -> list[Mark]:
    """Mark what is seen from a hex up to a range (``A,RANGE``)."""
    start, reach = two(text, "--fan", "a hex and a range, e.g. 75.129,8")
    if not is_whole(reach):
        raise InputError(Where("--fan"), repr(reach), "a range in hexes")
    answer = ask(context, "los.fan", {"map": window, "from": start, "range": int(reach)})
    marks: list[Mark] = [
        HexRing(lattice.parse(number, window), ink)
        for verdict, ink in (("clear", CLEAR), ("blocked", BLOCKED), ("undetermined", OPEN))
        for number in answer.get(verdict, ())
    ]
    at = hex_at(lattice, window, start, "--fan")
    return [*marks, HexLabel(at, reach, (0, 0, 0))]


def trace_marks(
    context: Context, lattice: Lattice, window: str, params: Mapping[str, Any]
) -> list[Mark]:
    """The path of a supply trace; ``params`` as for ``supply.trace``."""
    answer = ask(context, "supply.trace", {"map": window, **params})
    path = [lattice.parse(number, window) for number in answer.get("path", ())]
    if not path:
        raise InputError(Where("--supply"), answer.get("summary", answer["verdict"]), "a path")
    threads = [Thread(a, b, CLEAR) for a, b in pairwise(path)]
    return [HexRing(path[0], CLEAR), *threads, HexRing(path[-1], CLEAR)]


def zone_marks(
    context: Context, lattice: Lattice, window: str, params: Mapping[str, Any]
) -> list[Mark]:
    """The hexes in a side's Zones of Control; ``params`` as for ``hex.zones``."""
    answer = ask(context, "hex.zones", {"map": window, **params})
    if "hexes" not in answer:
        raise InputError(Where("--zoc"), answer.get("summary", answer["verdict"]), "zones")
    return [HexRing(lattice.parse(number, window), BLOCKED) for number in answer["hexes"]]


def combat_marks(
    context: Context, lattice: Lattice, window: str, params: Mapping[str, Any]
) -> list[Mark]:
    """An attack: from which hexes, on which, in which column; ``params`` as for
    ``combat.resolve``."""
    answer = ask(context, "combat.resolve", {"map": window, **params})
    if "column" not in answer or "from_hexes" not in answer:
        raise InputError(
            Where("--combat"), answer.get("summary", answer["verdict"]), "a legal attack"
        )
    target = hex_at(lattice, window, params["hex"], "--combat")
    threads = [
        Thread(hex_at(lattice, window, number, "--combat"), target, BLOCKED)
        for number in answer["from_hexes"]
    ]
    return [*threads, HexRing(target, BLOCKED), HexLabel(target, answer["column"], BLOCKED)]


def retreat_marks(
    context: Context, lattice: Lattice, window: str, params: Mapping[str, Any]
) -> list[Mark]:
    """The hexes a retreat may end in, with the steps it costs; ``params`` as for
    ``combat.retreat``."""
    answer = ask(context, "combat.retreat", {"map": window, **params})
    if "hexes" not in answer or "from" not in params:
        raise InputError(Where("--retreat"), answer.get("summary", answer["verdict"]), "a retreat")
    marks: list[Mark] = [HexRing(hex_at(lattice, window, params["from"], "--retreat"), BLOCKED)]
    for number in answer["hexes"]:
        h, lost = lattice.parse(number, window), answer.get("steps_lost", {}).get(number)
        marks += [HexRing(h, CLEAR), *([HexLabel(h, f"-{lost}", CLEAR)] if lost else [])]
    return marks


def range_marks(_: Context, lattice: Lattice, window: str, text: str) -> list[Mark]:
    """The farthest hexes within a range of a hex (``A,RANGE``)."""
    start, reach = two(text, "--range", "a hex and a range, e.g. A47.05,8")
    if not is_whole(reach) or int(reach) > MOST_RANGE:
        raise InputError(Where("--range"), repr(reach), f"a range in hexes, at most {MOST_RANGE}")
    at, far = hex_at(lattice, window, start, "--range"), int(reach)
    sheets = lattice.window(window)
    rings = [
        HexRing(h, OPEN)
        for line in range(at.line - far, at.line + far + 1)
        for half in range(at.half - 2 * far, at.half + 2 * far + 1)
        if (line + half - at.line - at.half) % 2 == 0
        and distance(at, h := Hex(line, half)) == far
        and any(h in sheet for sheet in sheets)
    ]
    return [*rings, HexLabel(at, reach, (0, 0, 0))]


ANSWERS: Mapping[
    str, tuple[str, Callable[[Context, Lattice, str, Mapping[str, Any]], list[Mark]]]
] = {
    "reach": ("move.reach", reach_marks),
    "march": (
        "roadmarch.reach",
        partial(reach_marks, method="roadmarch.reach", option="--march"),
    ),
    "supply": ("supply.trace", trace_marks),
    "zoc": ("hex.zones", zone_marks),
    "combat": ("combat.resolve", combat_marks),
    "retreat": ("combat.retreat", retreat_marks),
}
"""By its name what may be asked for a picture: the method, and how its answer is drawn."""
LOOKS: Mapping[str, Callable[[Context, Lattice, str, str], list[Mark]]] = {
    "range": range_marks,
    "fan": fan_marks,
    "los": los_marks,
}
"""By its name what is drawn of hexes and a range alone."""


def ink_of(verdict: str) -> tuple[int, int, int]:
    """The ink of a verdict on a line of sight."""
    return {"clear": CLEAR, "blocked": BLOCKED}.get(verdict, OPEN)


def hex_at(lattice: Lattice, window: str, number: str, option: str) -> Hex:
    """The hex with a printed number. :raises InputError: none has it."""
    try:
        return lattice.parse(number, window)
    except HexNumberError as error:
        raise InputError(Where(option), str(error), f"a hex of map {window}") from None


def two(text: str, option: str, expected: str) -> tuple[str, str]:
    """Two parts, with a comma or a space between. :raises InputError: otherwise."""
    parts: Sequence[str] = text.replace(",", " ").split()
    if len(parts) != 2:
        raise InputError(Where(option), repr(text), expected)
    return parts[0], parts[1]


def halves(cost: float) -> str:
    """Movement points as players write them: 2½."""
    whole, half = divmod(round(cost * 2), 2)
    return (str(whole) if whole or not half else "") + ("½" if half else "")


def mixed(a: tuple[int, int, int], b: tuple[int, int, int], share: float) -> tuple[int, int, int]:
    """A colour ``share`` of the way from ``a`` to ``b``."""
    x, y, z = (round(p + (q - p) * share) for p, q in zip(a, b, strict=True))
    return x, y, z


# The units of a position as marks on a picture, each side in the colour of its counters.

STYLE = "style.toml"


def unit_marks(lattice: Lattice, window: str, state: Mapping[str, Any]) -> list[Mark]:
    """The hexes in which the units of a state stand, with how many of each side.

    :raises InputError: it is no state of the map's game, a unit's hex is not on the map, or a
        counter style cannot be read.
    """
    series = series_at(window)
    units = series.read_state(state).units or ()
    there = Counter((one.hex, side_of(series, window, one)) for one in units if one.hex)
    inks = side_inks(series, window)
    marks: list[Mark] = []
    for (number, side), many in there.items():
        h, ink = hex_at(lattice, window, number, "--at"), inks.get(side, OPEN)
        marks += [HexRing(h, ink), HexLabel(h, str(many), ink)]
    return marks


def counter_marks(
    lattice: Lattice, window: str, state: Mapping[str, Any], folder: Path
) -> list[Mark]:
    """The counters of a state's units where they stand; of those that the game has no counter for,
    as :func:`unit_marks`.

    :param folder: of the game's counters. :raises InputError: as :func:`unit_marks`.
    """
    counters = read_counter_set(folder)
    known, style = {unit.id: unit for unit in counters.units}, counters.style
    stacks: dict[str, list[Image]] = {}
    others = []
    for one in state.get("units") or ():
        unit = known.get(one.get("id", "")) if isinstance(one, dict) else None
        if unit is None:
            others.append(one)
        elif one.get("hex"):
            face = draw_counter(unit, style, face="back" if one.get("back") else "front")
            stacks.setdefault(one["hex"], []).append(face)
    marks = unit_marks(lattice, window, {**state, "units": others})
    for number, faces in stacks.items():
        h = hex_at(lattice, window, number, "--at")
        marks.append(HexStack(h, tuple(faces), style.counter_px))
    return marks


def side_of(series: Series, window: str, unit: Any) -> str:
    """Whose a unit of a state is: as it says, else as its counter has it; "" if neither tells."""
    if unit.side is not None or series.home is None:
        return unit.side or ""
    counter = game_of(window).called(unit.id or unit.name or "")
    return counter.side if counter is not None else ""


def side_inks(series: Series, window: str) -> dict[str, Colour]:
    """The colour of the band on each side's counters, of a game or those it joins."""
    found: dict[str, Colour] = {}
    for game in series.order(window):
        path = series.counters / game.id / STYLE
        if path.is_file() and "side" in (style := read_toml_table(path)).table:
            sides = style.inner("side")
            for side in sides.table:
                found.setdefault(side, colour(sides.inner(side), "band"))
    return found
