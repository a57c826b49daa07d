"""Judges where units are when a turn is over: stacks, and landings by air drop."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from clubroute.builder.counting import so_many
from clubroute.rules.logs.check.finding import LogFinding, Verdict
from clubroute.rules.scs.games import book
from clubroute.rules.scs.logcheck.board import Battlefield, Snapshot, Standing
from clubroute.rules.scs.logcheck.excuses import (
    SET_UP,
    STACKED_BY_RETREAT,
    TOO_MANY_YET,
    TURN_UNTOLD,
)
from clubroute.rules.scs.logcheck.teller import Teller
from clubroute.rules.scs.logcheck.verdicts import MoveJudge
from clubroute.rules.scs.movement.costs import FULL_HEX_BRIDGE, rules

ZONES = "its DZ: the markers on the map are too far"
MOST_SCATTER = 4
"""Hexes from its DZ a unit can land: half of six, and one more for a glider (INS 2.1d)."""


@dataclass(slots=True)
class Joined:
    """Units were put into a hex. ``fought``: combat may have put some of them there."""

    player: str
    steps: set[int] = field(default_factory=set)
    fought: bool = False


def judge_stacks(
    board: Battlefield,
    teller: Teller,
    moves: MoveJudge,
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
            if one.hex == hex_ and one.counter.side == side and not one.counter.is_("emplaced")
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
        if proof is None or proof.receipt["verdict"] != "illegal":
            continue
        seen = {STACKED_BY_RETREAT: who.fought, SET_UP: teller.setup, TOO_MANY_YET: not over}
        rows = [row for row, there in seen.items() if row.holds(there)]
        needs = [need for row in rows for need in row.needs]
        verdict: Verdict = rows[-1].verdict if rows else "illegal"
        teller.findings.append(
            LogFinding(
                teller.log,
                tuple(sorted(who.steps)),
                "stacking",
                verdict,
                f"{len(there)} {side} units in {number}, more than {most}",
                known["stacking"].cite,
                teller.turn,
                player=who.player,
                hexes=(number,),
                needs=tuple(needs),
                method=proof.method,
                asked=proof.asked,
                receipt=proof.receipt,
                provenance=proof.receipt.get("provenance"),
            )
        )


def judge_landings(
    teller: Teller,
    landed: Mapping[str, tuple[int, int, str]],
    after: Snapshot,
    turn: int | None,
    tracked: bool,
) -> None:
    """Judge units that landed (step, hex and player by piece): the turn, and how far from a DZ."""
    cite = book("airdrop")["points"].cite
    zones = [one.hex for one in after.markers.values() if one.counter.kind == "zone"]
    for id_, (step, hex_, player) in landed.items():
        now = after.units.get(id_)
        far = min((teller.far(hex_, zone) for zone in zones), default=0)
        wrong = turn is not None and turn > 1 and turn % 2 == 1
        if now is None or not (wrong or far > MOST_SCATTER):
            continue
        why, need = f"it lands {so_many(far, 'hex')} from the nearest DZ on the map", ZONES
        if wrong:
            why = f"it lands in turn {turn}: Air Drops come on turn 1 and AM turns"
            (need,) = TURN_UNTOLD.needs
        who = Standing(hex_, now.counter)
        told = teller.found("drop", (step,), why, who, need, player, (hex_,))
        sure = wrong and not TURN_UNTOLD.holds(not tracked)
        teller.findings.append(teller.sure(told, cite) if sure else told)
