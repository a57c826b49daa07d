"""Judges what stands when a turn is over: stacks, landings by air drop, arrivals, and how many
units crossed by a Ferry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from clubroute.builder.counting import so_many
from clubroute.rules.kit.arrivals import Arrived, Arriving, arriving, every_arriving, too_early
from clubroute.rules.kit.log_frame import SeenCounter
from clubroute.rules.logs.check.excuses import (
    TURN_UNTOLD,
    Teller,
)
from clubroute.rules.logs.check.stretches import Joined, beyond, too_many
from clubroute.rules.logs.check.tracks import Snapshot, Standing, Track
from clubroute.rules.scenarios.book import ToldScenario, find_scenario, scenario_files
from clubroute.rules.scs.campaign.airdrop import may_land_at
from clubroute.rules.scs.games import SERIES, book
from clubroute.rules.scs.logcheck.board import Battlefield
from clubroute.rules.scs.logcheck.verdicts import InsMoveJudge
from clubroute.rules.scs.movement.costs import FULL_HEX_BRIDGE, rules
from clubroute.rules.scs.scenarios import turn_number, turns_of

BRIDGING = "bridging"
ZONES = "its DZ: the markers on the map are too far"
MOST_SCATTER = 4
"""Hexes from its DZ a unit can land: half of six, and one more for a glider (INS 2.1d)."""


def judge_stacks(
    board: Battlefield,
    teller: Teller,
    moves: InsMoveJudge,
    joined: Mapping[tuple[int, str], Joined],
    after: Snapshot,
    over: bool,
) -> None:
    """Judge the hexes that units were put into. ``over``: the turn is, not only the log."""
    known, bridges = rules(), board.bridges(after)
    for (hex_, side), who in sorted(joined.items()):
        there = [
            one
            for one in after.seen()
            if one.hex == hex_ and one.counter.side == side and not bridges_there(board, one)
        ]
        full = board.map.terrain_of(hex_) == FULL_HEX_BRIDGE
        most = known["full_hex_bridge" if full else "stacking"].number("most")
        if len(there) <= most:
            continue
        number = teller.number(hex_)
        stack = Snapshot({one.counter.piece: one for one in there}, {})
        state = {**board.state(stack), "bridges": bridges}
        asked = {"map": board.map.window, "hex": number, "side": side, "state": state}
        proof = moves.ask("stacking.check", asked)
        if proof is None or proof.verdict != "illegal":
            continue
        why = f"{len(there)} {side} units in {number}, more than {most}"
        cite = known["stacking"].cite
        teller.findings.append(too_many(teller, proof, who, hex_, why, cite, over))


def bridges_there(board: Battlefield, one: Standing) -> bool:
    """Tell whether a unit is a bridge that stands, and does not count (INS 1.5): engineers do."""
    return bool(one.counter.is_("emplaced")) and board.unit(one.counter).kind == BRIDGING


def judge_landings(
    board: Battlefield,
    teller: Teller,
    landed: Mapping[str, Arrived],
    after: Snapshot,
    turn: int | None,
    tracked: bool,
) -> None:
    """Judge units that landed: the turn, and how far from a Drop Zone of theirs."""
    cite = book("airdrop")["points"].cite
    zones = [one for one in after.markers.values() if one.counter.kind == "zone"]
    for id_, came in landed.items():
        now = after.units.get(id_)
        if now is None:
            continue
        who = Standing(came.hex, now.counter)
        wrong = turn is not None and turn > 1 and turn % 2 == 1
        if wrong:
            why = f"it lands in turn {turn}: Air Drops come on turn 1 and AM turns"
            (need,) = TURN_UNTOLD.needs
            told = teller.found("drop", (came.step,), why, who, need, came.player, (came.hex,))
            sure = not TURN_UNTOLD.holds(not tracked)
            teller.findings.append(teller.sure(told, cite) if sure else told)
            continue
        early = [too_early(one, due_in(one), turn) for one in came.listed]
        reasons = [one for one in early if one is not None]
        if reasons and len(reasons) == len(came.listed):
            (why, rule), (need,) = reasons[0], TURN_UNTOLD.needs
            told = teller.found("drop", (came.step,), why, who, need, came.player, (came.hex,))
            teller.findings.append(teller.sure(told, rule) if tracked else told)
            continue
        unit = board.unit(now.counter)
        own = {one.counter.piece: may_land_at(unit, one.counter.id) for one in zones}
        near = min(zones, key=lambda one: teller.far(came.hex, one.hex), default=None)
        mine = [one.hex for one in zones if own[one.counter.piece] is not False]
        far = min((teller.far(came.hex, hex_) for hex_ in mine), default=None)
        if near is None or (far is not None and far <= MOST_SCATTER):
            continue
        away = so_many(teller.far(came.hex, near.hex), "hex")
        why = f"it lands {away} from {near.counter.name}"
        if own[near.counter.piece] is False:
            why += ", where it may not"
        if far is not None and near.hex not in mine:
            why += f", and {so_many(far, 'hex')} from its own"
        told = teller.found("drop", (came.step,), why, who, ZONES, came.player, (came.hex,))
        sure = far is not None and all(own[one.counter.piece] is not None for one in zones)
        rule = book("airdrop")["markers"].cite
        teller.findings.append(teller.sure(told, rule) if sure else told)


def due_in(listed: Arriving) -> int | None:
    """Read the turn a unit comes in, None if it is not listed for a turn."""
    return turn_number(listed.arrival.when) if listed.arrival.trigger == "turn" else None


def scenarios_with(turn: int) -> Iterator[ToldScenario]:
    """List the scenarios that have a turn."""
    for id_ in scenario_files(SERIES.id):
        told = find_scenario(SERIES.id, id_)
        first, last, _ = turns_of(told.scenario)
        if first <= turn <= last:
            yield told


def judge_crossings(teller: Teller, moves: InsMoveJudge) -> None:
    """Judge how many units of a side crossed by a Ferry in the turn (INS 1.14)."""
    row = book("bridges")["ferry"]
    most, known = row.number("units"), dict[tuple[str, frozenset[int]], list[Track]]()
    for track, ends_ in moves.crossings:
        known.setdefault((track.counter.side, frozenset(ends_)), []).append(track)
    moves.crossings.clear()
    for (side, banks), tracks in known.items():
        ends = "/".join(sorted(map(teller.number, banks)))
        beyond(teller, tracks, most, f"{side} unit over the Ferry {ends} in the turn", row.cite)


def listed_in(
    known: ToldScenario | None, turn: int | None, own: bool, counter: SeenCounter
) -> tuple[Arriving, ...]:
    """Find what the scenario that is played says of a unit that comes; where it is not known, what
    every scenario with this turn says."""
    if known is not None:
        found = arriving(known, counter.id, counter.name)
        return () if found is None else (found,)
    if turn is None or not own:
        return ()
    return every_arriving(scenarios_with(turn), counter.id, counter.name)
