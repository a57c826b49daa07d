"""The Set-up window: a tray for whatever of a scenario stands in no hex yet.

A scenario has a board of its own there. A box holds the counters that are to be placed in an area,
drawn at random, that come in a turn, by an event, a release or a drop, or are at hand. Where a game
has a window for its Order of Arrival, what comes in a turn lies there: a tray for each group, the
turns one below the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from clubroute.builder.module.game import BOARD, picker
from clubroute.builder.module.icons import TRAYS, file_of
from clubroute.builder.module.parts import MODULE, beside, map_attributes, stacking, workings, zone
from clubroute.builder.sources.counter_set import CounterSet
from clubroute.builder.sources.scenario_parts import Arrival
from clubroute.builder.sources.scenario_units import ListedUnits
from clubroute.builder.sources.scenarios import Scenario
from clubroute.builder.sources.windows import DisplayBox
from clubroute.builder.vassal.atoms import BoardSetup, PlacedBoard
from clubroute.builder.vassal.buildfile import Element, element

TRAY_MAP = "Set-up"
PLACING = "What is still to be placed"
BESIDE, COLUMNS = 2, 6
"""Trays side by side at most: in the Set-up window, which leaves the board and its toolbar their
room, and in the Order of Arrival."""
BOX = (236, 88)
"""Width and height of a tray of one line of stacks, px."""
LINE = 76
"""Px that each further line of stacks makes a tray taller."""
STEP = (250, 136)
"""From one tray to the next, px, and from a row to the next where each tray has one line."""
FROM = (24, 104)
"""The upper left corner of the first tray, px."""
COUNTER = 60
"""Width and height of the largest counter, px."""
SPOTS = 3
"""Stacks side by side in a tray."""
DEEP = 5
"""Counters in a stack at most: a deeper one sticks out of its tray."""
FAN = 2
"""Px by which a counter of a stack lies right of and above the one below it: less than from an edge
to the letters, of which no slivers are seen."""
PITCH = COUNTER + FAN * (DEEP - 1) + 6
"""From one stack to the next, px: the deepest stack keeps clear of the next."""
MOST_TITLE = 78
"""Letters of a title that have room above a tray, in two lines."""


@dataclass(frozen=True, slots=True)
class Tray:
    """A tray of a window: its title, and its counters by id, with the states they come in."""

    window: str
    title: str
    pieces: tuple[tuple[str, tuple[str, ...]], ...]
    at: tuple[int, int]

    @property
    def size(self) -> tuple[int, int]:
        """Width and height, px."""
        return BOX[0], BOX[1] + (lines_of(self.pieces) - 1) * LINE

    def spot(self, index: int) -> tuple[int, int]:
        """Where a counter lies, px: spread over the stacks of the tray, line by line. The uppermost
        counters, which are those that are read, stand on one line and evenly apart."""
        stacks = min(len(self.pieces), SPOTS * lines_of(self.pieces))
        each, over = divmod(len(self.pieces), stacks)
        # The first stacks have one more than the others.
        taller = (each + 1) * over
        stack = index // (each + 1) if index < taller else over + (index - taller) // each
        line, place = divmod(stack, SPOTS)
        deepest = FAN * (each + (over > 0) - 1)
        # A stack grows to the right and upwards from where it stands.
        fan = FAN * (each + (stack < over) - 1)
        left = (BOX[0] - (SPOTS - 1) * PITCH - COUNTER - deepest) // 2
        x = self.at[0] + left + deepest + COUNTER // 2 + place * PITCH
        y = self.at[1] + (BOX[1] - deepest) // 2 + line * LINE
        return x - fan, y + fan


Pieces: TypeAlias = Sequence[tuple[str, tuple[str, ...]]]
"""Counters by id, with the states they come in."""


def lines_of(pieces: Pieces) -> int:
    """The lines of stacks that so many counters need."""
    return max(1, -(-len(pieces) // (SPOTS * DEEP)))


def trays(scenario: Scenario, counters: CounterSet) -> tuple[Tray, ...]:
    """The trays of a scenario, in the order its counters come into play."""
    groups: dict[tuple[int, str], list[tuple[str, tuple[str, ...]]]] = {}
    for turn, title, piece, state in entries(scenario, counters):
        groups.setdefault((turn, title[:1].upper() + title[1:]), []).append((piece, state))
    return (*set_up_trays(groups), *arrival_trays(groups, counters.windows.arrivals))


Groups: TypeAlias = Mapping[tuple[int, str], Pieces]
"""Counters with their states, by the number of a turn, 0 for what is at hand, and a title."""


def set_up_trays(groups: Groups) -> Iterator[Tray]:
    """The trays of the Set-up window, row by row."""
    used = set[str]()
    there = [(title, pieces) for (turn, title), pieces in groups.items() if not turn]
    top = FROM[1]
    for index, (title, pieces) in enumerate(there):
        column = index % BESIDE
        if index and not column:
            top += row_height(pieces for _, pieces in there[index - BESIDE : index])
        at = (FROM[0] + column * STEP[0], top)
        short = shortened(title, used)
        used.add(short)
        yield Tray(TRAY_MAP, short, tuple(pieces), at)


def arrival_trays(groups: Groups, window: str) -> Iterator[Tray]:
    """The trays of the Order of Arrival: each turn begins a row."""
    used = set[str]()
    top, last = FROM[1], 0
    row: list[Pieces] = []
    for (turn, title), pieces in sorted(groups.items(), key=lambda item: item[0][0]):
        if not turn:
            continue
        if last and (turn != last or len(row) == COLUMNS):
            top += row_height(row)
            row = []
        at = (FROM[0] + len(row) * STEP[0], top)
        row.append(pieces)
        last = turn
        short = shortened(f"{turn} · {title}", used)
        used.add(short)
        yield Tray(window, short, tuple(pieces), at)


def row_height(row: Iterable[Pieces]) -> int:
    """Px from a row of trays to the next: as its tallest needs."""
    return STEP[1] + (max(map(lines_of, row)) - 1) * LINE


def shortened(title: str, used: set[str]) -> str:
    """A title that has room above a tray, and another than those used."""
    most = MOST_TITLE
    text = title if len(title) <= most else title[: most - 1].rstrip(" ,") + "…"
    number = 2
    while text in used:
        text, number = f"{title[: most - 5].rstrip(' ,')}… {number}", number + 1
    return text


def turns_of(counters: CounterSet) -> list[str]:
    """The turns of the game's track, where it has one."""
    boxes = (box for window in counters.windows.windows for box in window.boxes)
    return [box.title for box in boxes if any(start.fact == "turn" for start in box.starts)]


def entries(
    scenario: Scenario, counters: CounterSet
) -> Iterator[tuple[int, str, str, tuple[str, ...]]]:
    """Turn, tray, counter and states of everything that stands in no hex at the start.

    The turn is 0 but for what the game's window for its Order of Arrival holds.
    """
    coming: dict[str, tuple[int, str]] = {}
    if counters.windows.arrivals:
        turns = turns_of(counters)
        for one in scenario.arrivals:
            if one.trigger == "turn" and one.when in turns:
                coming[one.id] = (turns.index(one.when) + 1, one.text)
    formations = {unit.id: unit.formation for unit in counters.units} if coming else {}
    for pool in scenario.pools:
        for unit in (one for one in counters.units if one.id in pool.units):
            division = counters.book.division(unit.division)
            short = division.short if division else unit.division
            for _ in range(unit.copies):
                yield 0, f"draw: {short} {unit.name.rstrip(' 0123456789')}", unit.id, (pool.face,)
    played = {scenario.id, *scenario.joins}
    told = named(scenario)
    rest = [
        unit
        for unit in counters.units
        if unit.id not in told and (not unit.scenarios or played & {*unit.scenarios})
    ]
    for row in scenario.units:
        if row.formation is not None:
            # A Formation in two rows is in the tray of the first.
            for unit in [one for one in rest if (one.division, one.formation) == row.formation]:
                rest.remove(unit)
                for _ in range(unit.copies):
                    yield 0, tray_of(scenario, counters, row), unit.id, row.state
        if row.unit is None or row.again or row.standing:
            continue
        for _ in range(row.count):
            turn, text = coming.get(row.arrival or "", (0, ""))
            yield turn, text or tray_of(scenario, counters, row), row.unit, row.state
    boxes = {marker for box in boxes_of(counters) for marker in box}
    for laid in scenario.laid:
        if laid.hex is None and not laid.box and laid.marker not in boxes:
            yield 0, "markers", laid.marker, laid.state
    standing = {row.unit for row in scenario.units}
    for available in scenario.available:
        for piece in available.pieces:
            if piece not in standing:
                of = formations.get(piece)
                yield 0, f"at hand: {of}" if of else "at hand", piece, ()


def named(scenario: Scenario) -> set[str | None]:
    """The units that rows, pools or the stock of a scenario name."""
    pools = {unit for pool in scenario.pools for unit in pool.units}
    at_hand = {piece for available in scenario.available for piece in available.pieces}
    return {*(row.unit for row in scenario.units), *pools, *at_hand}


def boxes_of(counters: CounterSet) -> Sequence[tuple[str, ...]]:
    """The markers of each box of the game's windows."""
    return [box.markers for window in counters.windows.windows for box in window.boxes]


def tray_of(scenario: Scenario, counters: CounterSet, row: ListedUnits) -> str:
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
    told = counters.book.form.triggers.get(arrival.trigger, arrival.trigger)
    return told.format(when=arrival.when)


def size(found: Sequence[Tray]) -> tuple[int, int]:
    """The picture that holds every tray, px."""
    right = max((tray.at[0] for tray in found), default=FROM[0])
    lowest = max((tray.at[1] + tray.size[1] for tray in found), default=FROM[1] + BOX[1])
    return right + BOX[0] + FROM[0], lowest + FROM[0]


def image(scenario: Scenario, window: str) -> str:
    """File name of a scenario's board in a window."""
    return f"board-{scenario.id.lower()}{'' if window == TRAY_MAP else '-arrivals'}.png"


def tray_windows(counters: CounterSet) -> tuple[str, ...]:
    """The windows of trays: those that hold anything in some set-up."""
    held = {tray.window for one in counters.setups for tray in trays(one, counters)}
    windows = dict.fromkeys((TRAY_MAP, counters.windows.arrivals))
    return tuple(window for window in windows if window in held)


def tray_window(window: str, counters: CounterSet) -> Element:
    """The map window with a board for each scenario; each tray is a named zone."""
    boards = [
        tray_board(
            scenario, window, [tray for tray in trays(scenario, counters) if tray.window == window]
        )
        for scenario in counters.setups
    ]
    return element(
        f"{MODULE}.Map",
        {
            **map_attributes(window, main=False, icon=file_of("calendar")),
            **({"icon": TRAYS, "tooltip": PLACING} if window == TRAY_MAP else {}),
        },
        picker(board_setup(counters.setups[0], window), *boards),
        stacking(FAN),
        *workings(),
        *beside(),
    )


def tray_board(scenario: Scenario, window: str, found: Sequence[Tray]) -> Element:
    """The board of a scenario."""
    return element(
        f"{BOARD}.Board",
        {"image": image(scenario, window), "name": scenario.title, "reversible": False},
        element(
            f"{BOARD}.board.ZonedGrid",
            {},
            *(zone(DisplayBox(tray.title, tray.title, tray.at, tray.size)) for tray in found),
        ),
    )


def board_setup(scenario: Scenario, window: str) -> BoardSetup:
    """The command that lays a scenario's board in a window."""
    return BoardSetup(window, (PlacedBoard(scenario.title, 0, 0),))
