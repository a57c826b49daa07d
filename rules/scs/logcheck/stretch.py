"""A stretch of a log within one game turn: what each unit did in it, judged when it is over.

A stretch ends when the turn tracker moves on, or when a side moves on after the other has moved,
which begins the next player turn whatever the tracker shows. Within it a unit has each phase of its
own player turn once (INS 1.1).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from clubroute.builder.grid import distance
from clubroute.rules.kinds import ALLIED, ENEMY
from clubroute.rules.logs.check.finding import LogFinding, Verdict
from clubroute.rules.logs.check.refusal import line_of, refusal
from clubroute.rules.logs.replay import Moment
from clubroute.rules.scs.games import book
from clubroute.rules.scs.logcheck.board import Battlefield, Snapshot, Standing
from clubroute.rules.scs.logcheck.counter import Counter
from clubroute.rules.scs.logcheck.phases import NEAR_FIGHT, SHED, most_retreat
from clubroute.rules.scs.logcheck.track import Drag, Track
from clubroute.rules.scs.logcheck.verdicts import STATE_WORDS, MoveJudge
from clubroute.rules.scs.movement.costs import FULL_HEX_BRIDGE, rules

SETUP = "whether play had begun: no die was rolled yet, so that it may be set-up (--play-from)"
LATER = "whether the next log puts it right: this one ends with it"
TURN = "the turn: the log never moves the turn tracker"
WHOSE = "whose player turn it is: the turn tracker may not have been moved on"
AGAIN = "why it was taken off while the unit moved"
STEP_BACK = "how it got a step back: no rule gives one"
TESTED = "the German's decision whether to blow the bridge (INS 3.2)"
LIFTED = "why the marker was lifted while a unit went there"
STANDS_AGAIN = "how a blown bridge came to stand again"
RETREATED = "whether a retreat stacked them there (INS 1.5)"
NEAR_END = 2
"""Hexes from a bridge's marker, which lies on or beside it, within which both its ends are."""
MOST_SCATTER = 4
"""Hexes from its DZ a unit can land: half of six, and one more for a glider (INS 2.1d)."""


@dataclass(slots=True)
class Joined:
    """Units were put into a hex. ``fought``: combat may have put some of them there."""

    player: str
    steps: set[int] = field(default_factory=set)
    fought: bool = False


@dataclass(slots=True)
class Stretch:
    """Follows units through a stretch. ``findings`` takes what is judged.

    ``tracked``: the log moves the turn tracker. ``setup``: play may not have begun. ``untold``:
    the log does not show dice; ``early``: nor what came before it in the turn. ``rolls`` counts the
    dice of the turn.
    """

    board: Battlefield
    moves: MoveJudge
    log: str
    findings: list[LogFinding]
    tracked: bool
    setup: bool
    untold: bool
    early: bool = True
    rolls: int = 0
    turn: str = ""
    number: int | None = None
    active: str = ""
    acted: list[str] = field(default_factory=list)
    _tracks: dict[str, Track] = field(default_factory=dict)
    _came: dict[str, tuple[int, str]] = field(default_factory=dict)
    _began: dict[str, Counter] = field(default_factory=dict)
    _off: dict[tuple[str, str], int] = field(default_factory=dict)
    _held: dict[str, set[int]] = field(default_factory=dict)
    _joined: dict[tuple[int, str], Joined] = field(default_factory=dict)
    _gone: dict[tuple[str, int], tuple[int, Counter]] = field(default_factory=dict)
    _pending: dict[str, LogFinding] = field(default_factory=dict)

    def open(self, turn: str, number: int | None) -> None:
        """Begin a turn."""
        self.turn, self.number, self.active, self.acted, self.rolls = turn, number, "", [], 0
        self._hold(self.board.snapshot())

    def _hold(self, snapshot: Snapshot) -> None:
        self._held = {}
        for one in snapshot.seen():
            self._held.setdefault(one.counter.side, set()).add(one.hex)

    def roll(self) -> None:
        """Take note of a die: what moves from now on, combat may move."""
        self.rolls, self.setup = self.rolls + 1, False

    def resume(self, before: Mapping[str, Any]) -> None:
        """Take over what the log before left."""
        self.setup, self.early = False, False
        if before["turn"] != self.turn:
            return
        self.rolls = before["rolls"]
        self.active, self.acted = before["active"], list(before["acted"])
        for id_, way in before["ways"].items():
            standing = self.board.snapshot().units.get(id_)
            if standing is not None and self.board.map.number(standing.hex) == way[-1]:
                track = self._track(id_, standing, "")
                track.prior = tuple(self.board.map.known(number) for number in way)

    def leaves(self) -> dict[str, Any]:
        """Tell what a log that goes on here must know, as JSON values."""
        ways = {
            id_: [*track.prior[:-1], track.start, *(drag.hex for drag in track.drags)]
            for id_, track in self._tracks.items()
        }
        return {
            "turn": self.turn,
            "rolls": self.rolls,
            "active": self.active,
            "acted": self.acted,
            "ways": {id_: [*map(self.board.map.number, way)] for id_, way in ways.items()},
        }

    def taken_back(self, moment: Moment, before: Snapshot) -> None:
        """Forget what a step that is undone did with units before the log began."""
        if moment.undo and moment.takes_back is None:
            for id_ in moment.change.pieces:
                self._tracks.pop(id_, None)

    def dragged(
        self, step: int, id_: str, was: Standing, now: Standing, before: Snapshot, player: str
    ) -> None:
        """Add a drag of a unit into another hex."""
        side = was.counter.side
        enemy = ENEMY.get(side, "")
        fought = self._fought(was, now, before)
        self._own_move(step, was, now, player, fought)
        track = self._track(id_, was, player)
        told = self.rolls, self.untold, self.early, frozenset(self._held.get(enemy, ()))
        foes = enemy in before.sides(now.hex)
        track.drags.append(Drag(step, now.hex, was.counter, before, foes, *told))
        self._held.setdefault(side, set()).add(now.hex)
        stack = self._joined.setdefault((now.hex, side), Joined(player))
        stack.steps.add(step)
        stack.fought = stack.fought or fought

    def _fought(self, was: Standing, now: Standing, before: Snapshot) -> bool:
        """Tell whether combat may have moved a unit: there were dice, and enemies near."""
        if not (self.rolls or self.untold or self.early):
            return False
        if self._far(was.hex, now.hex) > most_retreat():
            return False
        enemy = ENEMY.get(was.counter.side)
        foes = (one.hex for one in before.seen() if one.counter.side == enemy)
        return any(self._far(was.hex, foe) <= NEAR_FIGHT for foe in foes)

    def _own_move(self, step: int, was: Standing, now: Standing, player: str, fought: bool) -> None:
        """Find out whose player turn it is: combat moves units of both sides."""
        side = was.counter.side
        if self.setup or not side or side == self.active or fought:
            return
        if side not in self.acted and not (side == ALLIED and self.acted):
            self.active = side
            self.acted.append(side)
            return
        why = f"{side} units move after the other side's in the same turn"
        self.close(over=True)
        self.active, self.acted = side, [side]
        self._hold(self.board.snapshot())
        self.findings.append(self.found("turn", (step,), why, now, WHOSE, player))

    def _track(self, id_: str, was: Standing, player: str) -> Track:
        found = self._tracks.get(id_)
        if found is None:
            found = self._tracks[id_] = Track(was.counter, was.hex, player, self.turn)
            began = self._began.get(id_)
            found.shed = tuple(
                name
                for name in SHED
                if began is not None and began.is_(name) and not was.counter.is_(name)
            )
        return found

    def came(self, step: int, id_: str, now: Standing, player: str) -> None:
        """Take note of a unit that came onto the map."""
        track = self._track(id_, now, player)
        track.entered = True
        areas = self.board.map.areas_of(rules()["march"].text("entry"))
        airborne = self.board.unit(now.counter).airborne is not None
        track.landed = airborne and not any(now.hex in area.hexes for area in areas)
        if track.landed:
            self._came[id_] = step, player

    def left_map(self, id_: str) -> None:
        """Forget a unit that left the map: what combat destroys goes from where it stands."""
        self._tracks.pop(id_, None)
        self._came.pop(id_, None)

    def turned(self, step: int, id_: str, was: Standing, now: Standing, player: str) -> None:
        """Take note of what is put on a unit or taken off it."""
        self._began.setdefault(id_, was.counter)
        unit = self.board.unit(now.counter)
        on = [name for name, value in now.counter.shown if value and not was.counter.is_(name)]
        for name in (*SHED, "reduced"):
            if was.counter.is_(name) and not now.counter.is_(name):
                self._off[id_, name] = step
            elif name in on and (id_, name) in self._off:
                since = self._off.pop((id_, name))
                track = self._tracks.get(id_)
                if track is not None and any(since < one < step for one in track.steps):
                    word = STATE_WORDS.get(name, name)
                    why = f"it was {word}, moved without, and is {word} again"
                    self.findings.append(
                        self.found("state", (since, step), why, now, AGAIN, player)
                    )
        oos, row = unit.oos, rules()
        refusals = (
            ("exploited", unit.exploit is False, "only Exploit Capable units exploit", "exploit"),
            ("exploited", oos, "a unit Out of Supply does not exploit", "out_of_supply"),
            ("exploited", unit.dg, "a Disorganized unit does not exploit", "disorganized"),
            ("emplaced", unit.dg, "a Disorganized unit does no engineers' work", "disorganized"),
            (
                "fired",
                oos and unit.yellow is False,
                "artillery that is Out of Supply and spends no ammunition cannot fire",
                "out_of_supply",
            ),
        )
        for name, refused, why, rule in refusals:
            if name in on and refused:
                self._pending[f"{id_} {name}"] = self.found(
                    "state", (step,), why, now, "", player, (), "illegal", row[rule].cite
                )
            elif was.counter.is_(name) and not now.counter.is_(name):
                self._pending.pop(f"{id_} {name}", None)  # put on by mistake

    def markers(self, step: int, before: Snapshot, after: Snapshot, player: str) -> None:
        """Judge what becomes of bridges' markers."""
        if before.markers == after.markers:
            return
        for id_ in before.markers.keys() | after.markers.keys():
            was, now = before.markers.get(id_), after.markers.get(id_)
            if was == now:
                continue
            kinds = [one.counter.kind if one else "" for one in (was, now)]
            same = was is not None and now is not None and was.hex == now.hex
            if was is not None and was.counter.kind in ("prepared", "blown") and not same:
                self._gone[id_, was.hex] = step, was.counter
            since = self._gone.pop((id_, now.hex), None) if now is not None and not same else None
            if since is not None and now is not None:
                self._put_back(step, since[0], now, player)
            if kinds == ["prepared", "blown"] and now is not None:
                self._blow(step, id_, now, after, player)
            elif kinds == ["blown", "prepared"] and self._pending.pop(id_, None) is None:
                hexes = self._numbers(now.hex) if now else ()
                why = "a blown bridge stands again"
                found = self.found("bridge", (step,), why, now, STANDS_AGAIN, player, hexes)
                self.findings.append(found)

    def _put_back(self, step: int, since: int, now: Standing, player: str) -> None:
        """Report a bridge's marker that was lifted, passed and put back."""
        far = self.board.map.hex(now.hex)
        for track in self._tracks.values():
            for drag in track.drags:
                near = distance(self.board.map.hex(drag.hex), far) <= NEAR_END
                if since < drag.step < step and near:
                    why = f"{now.counter.name} was lifted in step {since} and put back"
                    steps, hexes = (since, drag.step, step), self._numbers(drag.hex)
                    unit = Standing(drag.hex, track.counter)
                    found = self.found("bridge", steps, why, unit, LIFTED, player, hexes)
                    self.findings.append(found)

    def _blow(self, step: int, id_: str, now: Standing, after: Snapshot, player: str) -> None:
        """Judge a bridge that is blown: an Allied unit is at an end of it, and a die was rolled."""
        here, row = self.board.map.hex(now.hex), book("bridges")["blow"]
        near = [
            one
            for one in after.seen()
            if one.counter.side == ALLIED
            and distance(self.board.map.hex(one.hex), here) <= NEAR_END
        ]
        hexes = self._numbers(now.hex)
        if not near:
            why = "it is blown, though no Allied unit is at an end of the bridge"
            self._pending[id_] = self.found(
                "bridge", (step,), why, now, "", player, hexes, "illegal", row.cite
            )
        elif not (self.rolls or self.untold or self.early):
            why, need = "it is blown, though no die was rolled in the turn", "the die that blew it"
            self._pending[id_] = self.found(
                "bridge", (step,), why, now, need, player, hexes, "unchecked", row.cite
            )

    def close(self, over: bool) -> None:
        """Judge all that goes on. ``over``: by what comes next, not by the log's end."""
        after = self.board.snapshot()
        last = max((one.steps[-1] for one in self._tracks.values() if one.drags), default=-1)
        for id_, track in self._tracks.items():
            if track.drags and track.end != track.start:
                ending = not over and track.steps[-1] == last
                self._judge(id_, track, after, over, ending)
        self._landings(after)
        self._stacks(after, over)
        for found in self._pending.values():
            needs = found.needs if over else (*found.needs, LATER)
            verdict: Verdict = found.verdict if over else "unchecked"
            self.findings.append(replace(found, verdict=verdict, needs=needs))
        if over:
            self._untested(after)
            self._flipped(after)
        for known in (self._tracks, self._came, self._began, self._off, self._joined):
            known.clear()
        self._gone.clear()
        self._pending.clear()

    def _judge(self, id_: str, track: Track, after: Snapshot, over: bool, ending: bool) -> None:
        doubts = [SETUP] * self.setup + [LATER] * ending
        if not self.tracked and len(track.drags) > 1:
            doubts.append(TURN)
        stands = after.units.get(id_)
        enemy = ENEMY.get(track.counter.side, "")
        stuck = stands is not None and track.drags[-1].foes and enemy in after.sides(stands.hex)
        self.findings.append(self.moves.judge(track, doubts, stuck, over))

    def _landings(self, after: Snapshot) -> None:
        """Judge units that landed: the turn, and how far from a DZ of their division."""
        row = book("airdrop")
        zones = [one.hex for one in after.markers.values() if one.counter.kind == "zone"]
        for id_, (step, player) in self._came.items():
            track, now = self._tracks[id_], after.units.get(id_)
            if now is None:
                continue
            hexes = self._numbers(track.start)
            where = Standing(track.start, now.counter)
            far = min((self._far(track.start, zone) for zone in zones), default=None)
            if self.number is not None and self.number > 1 and self.number % 2:
                why = f"it lands in turn {self.number}: Air Drops come on turn 1 and AM turns"
                need = "" if self.tracked else TURN
                verdict: Verdict = "unchecked" if need else "illegal"
            elif far is not None and far > MOST_SCATTER:
                why, verdict = f"it lands {far} hexes from the nearest DZ on the map", "unchecked"
                need = "its DZ: the markers on the map are too far"
            else:
                continue
            told = need, player, hexes, verdict, row["points"].cite
            found = self.found("drop", (step,), why, where, *told)
            self.findings.append(found)

    def _far(self, a: int, b: int) -> int:
        return distance(self.board.map.hex(a), self.board.map.hex(b))

    def _stacks(self, after: Snapshot, over: bool) -> None:
        """Judge the hexes that units were put into."""
        known = rules()
        for (hex_, side), joined in sorted(self._joined.items()):
            there = [
                one
                for one in after.seen()
                if one.hex == hex_ and one.counter.side == side and not one.counter.is_("emplaced")
            ]
            full = self.board.map.terrain_of(hex_) == FULL_HEX_BRIDGE
            most = known["full_hex_bridge" if full else "stacking"].number("most")
            if len(there) <= most:
                continue
            number = self.board.map.number(hex_)
            asked = {
                "map": self.board.map.window,
                "hex": number,
                "side": side,
                "state": {
                    **self.board.state(Snapshot({str(n): u for n, u in enumerate(there)}, {})),
                    "bridges": self.board.bridges(after),
                },
            }
            proof = self.moves.ask("stacking.check", asked)
            if proof is None or proof.receipt["verdict"] != "illegal":
                continue
            needs = [RETREATED] * joined.fought + [SETUP] * self.setup
            if not over:
                needs.append("whether their owner destroys what is too many (INS 1.5)")
            verdict: Verdict = "illegal" if not needs else "possible" if not over else "unchecked"
            self.findings.append(
                LogFinding(
                    self.log,
                    tuple(sorted(joined.steps)),
                    "stacking",
                    verdict,
                    f"{len(there)} {side} units in {number}, more than {most}",
                    known["stacking"].cite,
                    self.turn,
                    player=joined.player,
                    hexes=(number,),
                    needs=tuple(needs),
                    method=proof.method,
                    asked=proof.asked,
                    receipt=proof.receipt,
                    provenance=proof.receipt.get("provenance"),
                )
            )

    def _untested(self, after: Snapshot) -> None:
        """Report Allied units that went to a Prepared Bridge which is still marked so."""
        for one in after.markers.values():
            if one.counter.kind != "prepared" or self.setup:
                continue
            for track in self._tracks.values():
                drags = [drag for drag in track.drags if drag.hex == one.hex]
                if track.counter.side == ALLIED and drags:
                    number = self._numbers(one.hex)
                    why = f"it went onto the Prepared Bridge in {number[0]}, which is still marked"
                    unit = Standing(one.hex, track.counter)
                    steps = (drags[0].step,)
                    found = self.found("bridge", steps, why, unit, TESTED, track.player, number)
                    self.findings.append(found)

    def _flipped(self, after: Snapshot) -> None:
        """Report units that began the turn reduced and are whole at its end."""
        for id_, counter in self._began.items():
            now, step = after.units.get(id_), self._off.get((id_, "reduced"))
            if now is not None and step is not None and counter.is_("reduced"):
                why = "it was reduced and shows its front again"
                self.findings.append(self.found("state", (step,), why, now, STEP_BACK))

    def _numbers(self, *hexes: int) -> tuple[str, ...]:
        return tuple(self.board.map.number(hex_) for hex_ in hexes)

    def found(
        self,
        check: str,
        steps: tuple[int, ...],
        why: str,
        who: Standing | None = None,
        need: str = "",
        player: str = "",
        hexes: tuple[str, ...] = (),
        verdict: Verdict = "unchecked",
        rule: str = "",
    ) -> LogFinding:
        """Make a finding; an illegal one with its receipt."""
        doubt = (SETUP,) if self.setup and verdict == "illegal" else ()
        verdict = "unchecked" if doubt else verdict
        told: dict[str, Any] = {}
        if verdict == "illegal":
            receipt = refusal(why, [line_of(why, rule, refuses=True)])
            told = {"receipt": receipt, "provenance": "rulebook"}
        return LogFinding(
            self.log,
            tuple(dict.fromkeys(sorted(steps))),
            check,
            verdict,
            why,
            rule or "SCS series",
            self.turn,
            player=player,
            unit=who.counter.id if who else "",
            name=who.counter.name if who else "",
            hexes=hexes,
            needs=(*((need,) if need else ()), *doubt),
            **told,
        )
