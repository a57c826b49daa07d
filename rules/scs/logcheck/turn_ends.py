"""Judges markers of units and bridges, and stacks, landings and arrivals when a turn is over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from clubroute.builder.counting import so_many
from clubroute.rules.asking.kinds import ALLIED
from clubroute.rules.kit.arrivals import Arrived
from clubroute.rules.kit.log_frame import SeenCounter
from clubroute.rules.logs.check.excuses import PUT_RIGHT_NEXT, TURN_UNTOLD, Teller
from clubroute.rules.logs.check.finding import LogFinding
from clubroute.rules.logs.check.stretches import Joined, beyond, too_many
from clubroute.rules.logs.check.tracks import Snapshot, Standing, Track
from clubroute.rules.scenarios.book import ToldScenario, find_scenario, scenario_files
from clubroute.rules.scenarios.places import Arriving, arriving, every_arriving, too_early
from clubroute.rules.scs.campaign.airdrop import may_land_at
from clubroute.rules.scs.games import SERIES, book
from clubroute.rules.scs.logcheck.board import (
    BLOWN_BY_MISTAKE,
    BLOWN_EARLIER,
    BUILT,
    DIE_ELSEWHERE,
    MARKED_BY_MISTAKE,
    TURNED_BY_MISTAKE,
    Battlefield,
)
from clubroute.rules.scs.logcheck.phases import SLOWING
from clubroute.rules.scs.logcheck.verdicts import STATE_WORDS, InsMoveJudge
from clubroute.rules.scs.movement.costs import FULL_HEX_BRIDGE, rules
from clubroute.rules.scs.scenarios import turn_number, turns_of

# Judges what is put on units and taken off them, and what becomes of bridges' markers.

AGAIN = "why it was taken off while the unit moved"
STEP_BACK = "how it got a step back: no rule gives one"
TESTED = "the German's decision whether to blow the bridge (INS 3.2)"
LIFTED = "why the marker was lifted while a unit went there"
NEAR_END = 2
"""Hexes from a bridge's marker, which lies on or beside it, within which both its ends are."""


@dataclass(slots=True)
class TurnMarks:
    """Follows the marks of one turn. ``tracks`` are the units that moved in it, by piece.

    ``began`` has the units as they were before anything was put on them, ``_off`` the step in
    which a state was taken off, ``_gone`` that in which a marker left a hex; ``_pending`` holds
    what is a mistake if it is put right before the turn is over. ``blown`` are the bridges' markers
    that were blown in the log; ``early``: what was before it in the turn is not shown.
    """

    board: Battlefield
    teller: Teller
    tracks: Mapping[str, Track]
    began: dict[str, SeenCounter] = field(default_factory=dict)
    blown: set[str] = field(default_factory=set)
    early: bool = True
    _off: dict[tuple[str, str], int] = field(default_factory=dict)
    _gone: dict[tuple[str, int], int] = field(default_factory=dict)
    _pending: dict[str, LogFinding] = field(default_factory=dict)

    def shed(self, id_: str, counter: SeenCounter) -> tuple[str, ...]:
        """Tell which states that slow a unit it has lost in the turn."""
        began = self.began.get(id_)
        return tuple(
            name for name in SLOWING if began and began.is_(name) and not counter.is_(name)
        )

    def turned(self, step: int, id_: str, was: Standing, now: Standing, player: str) -> None:
        """Take note of what is put on a unit or taken off it."""
        self.began.setdefault(id_, was.counter)
        changed = {
            name: value for name, value in now.counter.shown if value != was.counter.is_(name)
        }
        for name in (*SLOWING, "reduced"):
            if changed.get(name) is False:
                self._off[id_, name] = step
            elif changed.get(name):
                self._again(name, (self._off.pop((id_, name), step), step), id_, now, player)
        unit, row = self.board.unit(now.counter), rules()
        starved = unit.oos and unit.yellow is False
        refusals = (
            ("exploited", unit.exploit is False, "only Exploit Capable units exploit", "exploit"),
            ("exploited", unit.oos, "a unit Out of Supply does not exploit", "out_of_supply"),
            ("exploited", unit.dg, "a Disorganized unit does not exploit", "disorganized"),
            ("emplaced", unit.dg, "a Disorganized unit does no engineers' work", "disorganized"),
            ("fired", starved, STARVED, "out_of_supply"),
        )
        for name, refused, why, rule in refusals:
            key = f"{id_} {name}"
            if MARKED_BY_MISTAKE.holds(changed.get(name) is False):
                self._pending.pop(key, None)
            elif changed.get(name) and refused:
                told = self.teller.found("state", (step,), why, now, player=player)
                self._pending[key] = self.teller.sure(told, row[rule].cite)

    def _again(
        self, name: str, steps: tuple[int, int], id_: str, now: Standing, player: str
    ) -> None:
        """Report a state that was taken off while its unit moved."""
        track = self.tracks.get(id_)
        if track is not None and any(steps[0] < one < steps[1] for one in track.steps):
            word = STATE_WORDS.get(name, name)
            why = f"it was {word}, moved without, and is {word} again"
            self.teller.tell("state", steps, why, now, AGAIN, player)

    def markers(
        self, step: int, before: Snapshot, after: Snapshot, player: str, rolled: bool
    ) -> None:
        """Judge what becomes of bridges' markers. ``rolled``: a die may have blown them."""
        if before.markers == after.markers:
            return
        for id_ in before.markers.keys() | after.markers.keys():
            was, now = before.markers.get(id_), after.markers.get(id_)
            if was == now:
                continue
            kinds = [one.counter.kind if one else "" for one in (was, now)]
            if was and kinds[0] in ("prepared", "blown") and (not now or now.hex != was.hex):
                self._gone[id_, was.hex] = step
            since = self._gone.pop((id_, now.hex), None) if now else None
            if now and since is not None:
                self._put_back(step, since, now, player)
            if now and kinds == ["prepared", "blown"]:
                if TURNED_BY_MISTAKE.holds(self._pending.pop(f"{id_} stands", None)):
                    continue
                self.blown.add(id_)
                self._blow(step, id_, now, after, player, rolled)
            elif now and kinds == ["blown", "prepared"]:
                wrong = self._pending.pop(id_, None)
                if not TURNED_BY_MISTAKE.holds(wrong):
                    self._mended(step, id_, now, after, player)

    def _mended(self, step: int, id_: str, now: Standing, after: Snapshot, player: str) -> None:
        """Judge a blown bridge that stands again: it ceased to exist, and no rule mends one.

        A Bridging unit at it may have built its own; what blew it in the log, or may have before
        it, may have been a mistake.
        """
        bridging = [
            one.counter.name
            for one in after.seen()
            if self.board.unit(one.counter).kind == "bridging"
            and self.teller.far(one.hex, now.hex) <= NEAR_END
        ]
        need = ""
        if BUILT.holds(bridging):
            need = BUILT.asks(next(iter(bridging), ""))
        elif BLOWN_BY_MISTAKE.holds(id_ in self.blown):
            (need,) = BLOWN_BY_MISTAKE.needs
        elif BLOWN_EARLIER.holds(self.early):
            (need,) = BLOWN_EARLIER.needs
        why = "a blown bridge stands again"
        told = self.teller.found("bridge", (step,), why, now, need, player, (now.hex,))
        if not need:
            told = self.teller.sure(told, book("bridges")["blow"].cite)
        self._pending[f"{id_} stands"] = told

    def _put_back(self, step: int, since: int, now: Standing, player: str) -> None:
        """Report a bridge's marker that was lifted, passed and put back."""
        for track in self.tracks.values():
            for drag in track.drags:
                if since < drag.step < step and self.teller.far(drag.hex, now.hex) <= NEAR_END:
                    why = f"{now.counter.name} was lifted in step {since} and put back"
                    who = Standing(drag.hex, track.counter)
                    steps = since, drag.step, step
                    self.teller.tell("bridge", steps, why, who, LIFTED, player, (drag.hex,))

    def _blow(
        self, step: int, id_: str, now: Standing, after: Snapshot, player: str, rolled: bool
    ) -> None:
        """Judge a bridge that is blown: an Allied unit is at an end of it, and a die was rolled."""
        allied = (one.hex for one in after.seen() if one.counter.side == ALLIED)
        near = any(self.teller.far(hex_, now.hex) <= NEAR_END for hex_ in allied)
        if near and rolled:
            return
        why = "no die was rolled in the turn" if near else "no Allied unit is at an end of it"
        open_ = DIE_ELSEWHERE.holds(near)
        why, need = f"it is blown, though {why}", DIE_ELSEWHERE.asks() if open_ else ""
        told = self.teller.found("bridge", (step,), why, now, need, player, (now.hex,))
        cite = book("bridges")["blow"].cite
        self._pending[id_] = replace(told, rule=cite) if open_ else self.teller.sure(told, cite)

    def close(self, after: Snapshot, over: bool) -> None:
        """Report what stays wrong. ``over``: the turn is, not only the log."""
        for found in self._pending.values():
            if PUT_RIGHT_NEXT.holds(not over):
                needs = (*found.needs, *PUT_RIGHT_NEXT.needs)
                verdict = PUT_RIGHT_NEXT.verdict
                found = replace(found, verdict=verdict, needs=needs, receipt=None)
            self.teller.findings.append(found)
        if over:
            self._untested(after)
            for id_, counter in self.began.items():
                now, step = after.units.get(id_), self._off.get((id_, "reduced"))
                if now is not None and step is not None and counter.is_("reduced"):
                    why = "it was reduced and shows its front again"
                    self.teller.tell("state", (step,), why, now, STEP_BACK)
        for known in (self.began, self._off, self._gone, self._pending):
            known.clear()

    def _untested(self, after: Snapshot) -> None:
        """Report Allied units that went to a Prepared Bridge which is still marked so."""
        for one in after.markers.values():
            if one.counter.kind != "prepared" or self.teller.setup:
                continue
            for track in self.tracks.values():
                drags = [drag for drag in track.drags if drag.hex == one.hex]
                if track.counter.side == ALLIED and drags:
                    number = self.teller.number(one.hex)
                    why = f"it went onto the Prepared Bridge in {number}, which is still marked"
                    who, steps = Standing(one.hex, track.counter), (drags[0].step,)
                    told = TESTED, track.player, (one.hex,)
                    self.teller.tell("bridge", steps, why, who, *told)


STARVED = "artillery that is Out of Supply and spends no ammunition cannot fire"


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
