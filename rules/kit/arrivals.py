"""Judges a unit that comes onto the map in a log by its scenario's lists: when it comes, and
where."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.logs.check.excuses import TURN_UNTOLD, Teller
from clubroute.rules.logs.check.explaining import MoveJudge
from clubroute.rules.logs.check.tracks import Drag, Snapshot, Standing, Track
from clubroute.rules.scenarios.places import Arriving, too_early


@dataclass(slots=True)
class Arrived:
    """A unit came onto the map: in which step and hex, by whom, and as its scenario has it."""

    step: int
    hex: int
    player: str
    listed: tuple[Arriving, ...] = ()


MOST_ENTRIES = 4
"""Hexes of an Entry Area from which a unit's way is looked for: the nearest."""
TOO_LATE = "whether it had come before, and was put back: it comes in an earlier turn"


def judge_arrivals(
    teller: Teller,
    moves: MoveJudge,
    arrived: Iterable[tuple[Arrived, Track]],
    turn: int | None,
    due: Callable[[Arriving], int | None],
    tracked: bool,
) -> None:
    """Judge units that came by the lists of their scenario: the turn, and the hex.

    :param due: reads the turn a unit comes in, None if it is not listed for a turn.
    """
    for came, track in arrived:
        refusals = [
            arrival_refused(teller.map, moves, came, track, one, (turn, due(one)))
            for one in came.listed
            if turn is not None
        ]
        # Where the scenario is not known, it is judged by all that there are.
        if not refusals or not all(refusals):
            continue
        refused = refusals[0]
        assert refused is not None
        why, rule, need = refused
        if not tracked:
            (need,) = TURN_UNTOLD.needs
        who = Standing(came.hex, track.counter)
        told = teller.found("arrival", (came.step,), why, who, need, came.player, (came.hex,))
        teller.findings.append(told if need else teller.sure(told, rule))


def arrival_refused(
    country: MapFile,
    moves: MoveJudge,
    came: Arrived,
    track: Track,
    listed: Arriving,
    turns: tuple[int, int | None],
) -> tuple[str, str, str] | None:
    """Say why a scenario refuses a unit that came, by which rule, and what is open; None if it
    does not.

    :param turns: the turn it came in, and the one it is due in.
    """
    turn, due = turns
    early = too_early(listed, due, turn)
    if early is not None:
        return *early, ""
    number, hexes = country.number(came.hex), listed.hexes(country)
    place = listed.place(country, number).verdict
    # The players see where our board has an Entry Area.
    if place == "legal" or came.hex in hexes or (place != "illegal" and not hexes):
        return None
    entries = nearest(country, hexes, came.hex)
    if any(moves.explained(entering(track, came, hex_)) is not None for hex_ in entries):
        return None
    why = f"it comes in at {listed.where}, not in {number}, and no way of this turn leads there"
    return why, listed.rows[0].cite, "" if due == turn else TOO_LATE


def nearest(country: MapFile, hexes: Iterable[int], to: int) -> list[int]:
    """List the few hexes that are nearest to one."""
    return sorted(hexes, key=lambda one: (country.between(one, to), one))[:MOST_ENTRIES]


def entering(track: Track, came: Arrived, entry: int) -> Track:
    """Make a unit's turn as if it had come in by a hex, and gone on to where it was put."""
    drags = track.drags
    board = drags[0].before if drags else Snapshot({}, {})
    first = Drag(came.step, came.hex, track.counter, board, False, 0, False, False, frozenset())
    return replace(track, start=entry, drags=[first, *drags], prior=(), entered=True)
