"""The Set-up window: a tray for whatever of a scenario stands in no hex yet.

A scenario has a board of its own there. A box holds the counters that are to be placed in an area,
drawn at random, that come in a turn, by an event, a release or a drop, or are at hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from clubroute.builder.module.boards import BOARD, picker
from clubroute.builder.module.parts import MODULE, map_attributes, stacking, workings
from clubroute.builder.module.side_windows import zone
from clubroute.builder.sources.counter_set import CounterSet
from clubroute.builder.sources.displays import DisplayBox
from clubroute.builder.sources.scenario_parts import Arrival
from clubroute.builder.sources.scenario_units import Listed
from clubroute.builder.sources.scenarios import Scenario
from clubroute.builder.vassal.atoms import BoardSetup, PlacedBoard
from clubroute.builder.vassal.buildfile import Element, element

TRAY_MAP = "Set-up"
COLUMNS = 6
BOX = (250, 96)
"""Width and height of a tray, px."""
STEP = (276, 144)
"""From one tray to the next, px."""
FROM = (24, 84)
"""The upper left corner of the first tray, px."""
SPOTS = 4
"""Stacks side by side in a tray."""
MOST_TITLE = 26
"""Letters of a title that have room above a tray."""


@dataclass(frozen=True, slots=True)
class Tray:
    """A tray: its title, and its counters by id, with the states they come in."""

    title: str
    pieces: tuple[tuple[str, tuple[str, ...]], ...]
    at: tuple[int, int]

    def spot(self, index: int) -> tuple[int, int]:
        """Where a counter lies, px: spread over the stacks of the tray."""
        each = -(-len(self.pieces) // SPOTS)
        x, y = self.at
        return x + 34 + index // each * 60, y + BOX[1] // 2


def trays(scenario: Scenario, counters: CounterSet) -> tuple[Tray, ...]:
    """The trays of a scenario, in the order its counters come into play."""
    groups: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
    for title, piece, state in entries(scenario, counters):
        groups.setdefault(title, []).append((piece, state))
    found, used = [], set[str]()
    for index, (title, pieces) in enumerate(groups.items()):
        row, column = divmod(index, COLUMNS)
        at = (FROM[0] + column * STEP[0], FROM[1] + row * STEP[1])
        short = shortened(title, used)
        used.add(short)
        found.append(Tray(short, tuple(pieces), at))
    return tuple(found)


def shortened(title: str, used: set[str]) -> str:
    """A title that has room, and is another than those used."""
    text = title if len(title) <= MOST_TITLE else title[: MOST_TITLE - 1].rstrip(" ,") + "…"
    number = 2
    while text in used:
        text, number = f"{title[: MOST_TITLE - 5].rstrip(' ,')}… {number}", number + 1
    return text


def entries(scenario: Scenario, counters: CounterSet) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Tray, counter and states of everything that stands in no hex at the start."""
    for pool in scenario.pools:
        for unit in (one for one in counters.units if one.id in pool.units):
            division = counters.book.division(unit.division)
            short = division.short if division else unit.division
            for _ in range(unit.copies):
                yield f"draw: {short} {unit.name.rstrip(' 0123456789')}", unit.id, (pool.face,)
    played = {scenario.id, *scenario.joins}
    rest = [
        unit
        for unit in counters.units
        if unit.id not in named(scenario) and (not unit.scenarios or played & {*unit.scenarios})
    ]
    for row in scenario.units:
        if row.formation is not None:
            # A Formation in two rows is in the tray of the first.
            for unit in [one for one in rest if (one.division, one.formation) == row.formation]:
                rest.remove(unit)
                for _ in range(unit.copies):
                    yield tray_of(scenario, counters, row), unit.id, row.state
        if row.unit is None or row.again or row.standing:
            continue
        for _ in range(row.count):
            yield tray_of(scenario, counters, row), row.unit, row.state
    boxes = {marker for box in boxes_of(counters) for marker in box}
    for laid in scenario.laid:
        if laid.hex is None and not laid.box and laid.marker not in boxes:
            yield "markers", laid.marker, laid.state
    standing = {row.unit for row in scenario.units}
    for available in scenario.available:
        for piece in available.pieces:
            if piece not in standing:
                yield "at hand", piece, ()


def named(scenario: Scenario) -> set[str | None]:
    """The units that rows, pools or the stock of a scenario name."""
    pools = {unit for pool in scenario.pools for unit in pool.units}
    at_hand = {piece for available in scenario.available for piece in available.pieces}
    return {*(row.unit for row in scenario.units), *pools, *at_hand}


def boxes_of(counters: CounterSet) -> Sequence[tuple[str, ...]]:
    """The markers of each box of the game's windows."""
    return [box.markers for window in counters.windows.windows for box in window.boxes]


def tray_of(scenario: Scenario, counters: CounterSet, row: Listed) -> str:
    """The tray of a row: where it is to be placed, or how it comes."""
    areas = " or ".join(area.text for area in scenario.areas if area.id in row.areas)
    if row.formation is not None and row.arrival is None:
        division = counters.book.division(row.formation[0])
        return f"{division.short if division else row.formation[0]}: {row.formation[1]}"
    if row.arrival is None:
        if row.within is not None:
            names = {unit.id: unit.name for unit in counters.units}
            near = f"within {row.within} of {names.get(row.of or '', row.of)}"
            return f"{near}, {areas}" if areas else near
        return areas
    stick = next((one for one in scenario.sticks if one.id == row.arrival), None)
    if stick is not None:
        return f"Drop {stick.drop}, stick {stick.number}"
    arrival = next(one for one in scenario.arrivals if one.id == row.arrival)
    where = f" {row.hex}" if row.hex else ""
    return f"{when(arrival, counters)}{where}"


def when(arrival: Arrival, counters: CounterSet) -> str:
    """How an arrival comes, in few words."""
    if arrival.trigger == "event":
        names = {marker.id: marker.name for marker in counters.markers}
        draw = f" {arrival.draw}" if arrival.draw else ""
        return f"{names[arrival.when]}{draw}"
    if arrival.trigger == "turn":
        return arrival.when.replace("September", "Sept.")
    return f"release: {arrival.when}" if arrival.trigger == "release" else arrival.trigger


def size(found: Sequence[Tray]) -> tuple[int, int]:
    """The picture that holds every tray, px."""
    rows = max(1, -(-len(found) // COLUMNS))
    return FROM[0] + COLUMNS * STEP[0], FROM[1] + rows * STEP[1]


def image(scenario: Scenario) -> str:
    """File name of a scenario's board."""
    return f"board-{scenario.id.lower()}.png"


def tray_window(scenarios: Sequence[Scenario], counters: CounterSet) -> Element:
    """The map window with a board for each scenario; each tray is a named zone."""
    boards = [tray_board(scenario, trays(scenario, counters)) for scenario in scenarios]
    return element(
        f"{MODULE}.Map",
        map_attributes(TRAY_MAP, main=False, button=TRAY_MAP),
        picker(board_setup(scenarios[0]), *boards),
        stacking(),
        *workings(),
    )


def tray_board(scenario: Scenario, found: Sequence[Tray]) -> Element:
    """The board of a scenario."""
    return element(
        f"{BOARD}.Board",
        {"image": image(scenario), "name": scenario.title, "reversible": False},
        element(
            f"{BOARD}.board.ZonedGrid",
            {},
            *(zone(DisplayBox(tray.title, tray.title, tray.at, BOX)) for tray in found),
        ),
    )


def board_setup(scenario: Scenario) -> BoardSetup:
    """The command that lays a scenario's board."""
    return BoardSetup(TRAY_MAP, (PlacedBoard(scenario.title, 0, 0),))
