"""A stretch of a log within one game turn: what each unit did in it, judged when it is over.

A stretch ends when the turn tracker moves on, or when a side moves on after the other has moved,
which begins the next player turn whatever the tracker shows. Within it a unit has each phase of its
own player turn once (INS 1.1).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from clubroute.builder.counting import so_many
from clubroute.rules.asking.kinds import ALLIED, ENEMY
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.kit.arrivals import Arriving, arriving, every_arriving
from clubroute.rules.logs.check.finding import LogFinding, Verdict
from clubroute.rules.logs.replay import Moment
from clubroute.rules.scenarios.book import ToldScenario, find_scenario, scenario_files
from clubroute.rules.scs.campaign.airdrop import may_land_at
from clubroute.rules.scs.games import SERIES, book
from clubroute.rules.scs.logcheck.board import (
    Battlefield,
    Counter,
    Die,
    Drag,
    Snapshot,
    Standing,
    Track,
)
from clubroute.rules.scs.logcheck.excuses import (
    FOUGHT,
    PUT_RIGHT_NEXT,
    SET_UP,
    SPANNED,
    STACKED_BY_RETREAT,
    TOO_MANY_YET,
    TURN_UNTOLD,
    Teller,
)
from clubroute.rules.scs.logcheck.marks import TurnMarks
from clubroute.rules.scs.logcheck.phases import ATTACKER, DEFENDER, NEAR_FIGHT, most_retreat
from clubroute.rules.scs.logcheck.verdicts import MoveJudge
from clubroute.rules.scs.movement.costs import FULL_HEX_BRIDGE, rules
from clubroute.rules.scs.scenarios import turn_number, turns_of

# Judges where units are when a turn is over: stacks, and landings by air drop.

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


@dataclass(slots=True)
class Arrived:
    """A unit came onto the map: in which step and hex, by whom, and as its scenario has it."""

    step: int
    hex: int
    player: str
    listed: tuple[Arriving, ...] = ()


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


MOST_ENTRIES = 4
"""Hexes of an Entry Area from which a unit's way is looked for: the nearest."""
TOO_LATE = "whether it had come before, and was put back: it comes in an earlier turn"


def judge_arrivals(
    board: Battlefield,
    teller: Teller,
    moves: MoveJudge,
    arrived: Mapping[str, tuple[Arrived, Track]],
    turn: int | None,
    tracked: bool,
) -> None:
    """Judge units that came by the lists of their scenario: the turn, and the hex."""
    for came, track in arrived.values():
        refusals = [
            arrival_refused(board, moves, came, track, one, turn)
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
    board: Battlefield,
    moves: MoveJudge,
    came: Arrived,
    track: Track,
    listed: Arriving,
    turn: int | None,
) -> tuple[str, str, str] | None:
    """Say why a scenario refuses a unit that came, by which rule, and what is open; None if it
    does not."""
    timed = listed.arrival.trigger == "turn"
    due = turn_number(listed.arrival.when) if timed else None
    if due is not None and turn is not None and turn < due:
        why = f"it comes {listed.when}, turn {due}: this is turn {turn}"
        return why, listed.arrival.cite, ""
    number, hexes = board.map.number(came.hex), listed.hexes(board.map)
    place = listed.place(board.map, number).verdict
    # The players see where our board has an Entry Area.
    if place == "legal" or came.hex in hexes or (place != "illegal" and not hexes):
        return None
    entries = nearest(board.map, hexes, came.hex)
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


def scenarios_with(turn: int) -> Iterator[ToldScenario]:
    """List the scenarios that have a turn."""
    for id_ in scenario_files(SERIES.id):
        told = find_scenario(SERIES.id, id_)
        first, last, _ = turns_of(told.scenario)
        if first <= turn <= last:
            yield told


def is_about(found: LogFinding, track: Track) -> bool:
    """Tell whether a finding is about a unit's turn."""
    return (found.check, found.unit, found.steps) == ("move", track.counter.id, track.steps)


def judge_crossings(teller: Teller, moves: MoveJudge) -> None:
    """Judge how many units of a side crossed by a Ferry in the turn (INS 1.14)."""
    row = book("bridges")["ferry"]
    most, known = row.number("units"), dict[tuple[str, frozenset[int]], list[Track]]()
    for track, ends_ in moves.crossings:
        known.setdefault((track.counter.side, frozenset(ends_)), []).append(track)
    moves.crossings.clear()
    for (side, banks), tracks in known.items():
        ends = "/".join(sorted(map(teller.number, banks)))
        late = sorted(tracks, key=lambda track: track.steps[-1])[most:]
        for number, track in enumerate(late, most + 1):
            why = f"it is the {number}th {side} unit over the Ferry {ends} in the turn, of {most}"
            at = next(n for n, one in enumerate(teller.findings) if is_about(one, track))
            teller.findings[at] = teller.sure(replace(teller.findings[at], why=why), row.cite)


WHOSE = "whose player turn it is: the turn tracker may not have been moved on"
NOT_YET = -1
"""The step of a drag that has not been made."""
SPANS = 12
"""Hexes from a Bridging unit within which a way may lead over its bridge."""


@dataclass(slots=True)
class Stretch:
    """Follows units through a stretch.

    ``tracked``: the log moves the turn tracker. ``untold``: the log does not show dice; ``early``:
    nor what came before it in the turn. ``told`` is the scenario that is played, as far as known.
    ``rolls`` counts the dice of the turn, ``unlisted`` units that came, and no list has them.
    """

    board: Battlefield
    moves: MoveJudge
    teller: Teller
    tracked: bool
    untold: bool
    told: ToldScenario | None = None
    early: bool = True
    rolls: int = 0
    number: int | None = None
    unlisted: int = 0
    active: str = ""
    acted: list[str] = field(default_factory=list)
    tracks: dict[str, Track] = field(default_factory=dict)
    marks: TurnMarks = field(init=False)
    _dice: list[Die] = field(default_factory=list)
    _late: dict[str, str] = field(default_factory=dict)
    _landed: dict[str, Arrived] = field(default_factory=dict)
    _arrived: dict[str, Arrived] = field(default_factory=dict)
    _lifted: dict[str, tuple[Track | None, Arrived | None]] = field(default_factory=dict)
    _held: dict[str, set[int]] = field(default_factory=dict)
    _joined: dict[tuple[int, str], Joined] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.marks = TurnMarks(self.board, self.teller, self.tracks)

    @property
    def rolled(self) -> bool:
        """Tell whether a die may have been rolled in the turn."""
        return bool(self.rolls or self.untold or self.early)

    def open(self, turn: str, number: int | None) -> None:
        """Begin a turn."""
        self.teller.turn, self.number, self.rolls = turn, number, 0
        self._dice.clear()
        self._late.clear()
        self.active, self.acted = "", []
        self._hold(self.board.snapshot())

    def _hold(self, snapshot: Snapshot) -> None:
        self._held = {}
        for one in snapshot.seen():
            self._held.setdefault(one.counter.side, set()).add(one.hex)

    def roll(self, total: int | None = None) -> None:
        """Take note of dice: what moves from now on, combat may move. ``total`` is the sum of two
        dice, None if they do not show it."""
        self.rolls, self.teller.setup = self.rolls + 1, False
        most = most_retreat(ATTACKER, total), most_retreat(DEFENDER, total)
        moved = bool(self.active or self._only_mover())
        self._dice.append(Die(self.board.snapshot(), *most, total is not None, moved))

    def resume(self, before: Mapping[str, Any]) -> None:
        """Take over what the log before left."""
        self.teller.setup, self.early = False, False
        if before["turn"] != self.teller.turn:
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
            for id_, track in self.tracks.items()
        }
        return {
            "turn": self.teller.turn,
            "rolls": self.rolls,
            "active": self.active,
            "acted": self.acted,
            "ways": {id_: [*map(self.board.map.number, way)] for id_, way in ways.items()},
        }

    def taken_back(self, moment: Moment, before: Snapshot) -> None:
        """Forget what a step that is undone did with units before the log began."""
        if moment.undo and moment.takes_back is None:
            for id_ in moment.change.pieces:
                self.tracks.pop(id_, None)

    def dragged(
        self, step: int, id_: str, was: Standing, now: Standing, before: Snapshot, player: str
    ) -> None:
        """Add a drag of a unit into another hex."""
        side = was.counter.side
        enemy = ENEMY.get(side, "")
        fought = self._fought(was, now, before)
        self._own_move(step, was, now, player, fought)
        self._driven(step, was, now.hex)
        track = self._track(id_, was, player)
        told = self._seen(side, enemy)
        foes = enemy in before.sides(now.hex)
        track.drags.append(Drag(step, now.hex, was.counter, before, foes, *told))
        self._held.setdefault(side, set()).add(now.hex)
        stack = self._joined.setdefault((now.hex, side), Joined(player))
        stack.steps.add(step)
        stack.fought = stack.fought or (fought and self._met(track, enemy, before))

    def _seen(
        self, side: str, enemy: str
    ) -> tuple[int, bool, bool, frozenset[int], tuple[Die, ...], str]:
        """Tell what the log shows of dice as a unit is dragged, and where enemies were."""
        left, late = frozenset(self._held.get(enemy, ())), self._late.get(side, "")
        return self.rolls, self.untold, self.early, left, tuple(self._dice), late

    def _driven(self, step: int, was: Standing, to: int | None) -> None:
        """Take note of a unit that was driven off, or destroyed, by combat: the movement of the
        other side is over (INS 1.1). Who may have been overrun shows nothing, nor who may have
        fallen to a barrage, which comes before the movement."""
        side, far = was.counter.side, self.board.map.between
        active = self.active or self._only_mover()
        if not side or active != ENEMY.get(side) or not self._dice or not self.tracked:
            return
        die = self._dice[-1]
        foes = die.beside(self.board.map, was.hex, active)
        units = [self.board.unit(die.before.units[id_].counter) for id_ in foes]
        if not foes or not die.two or any(unit.exploit is not False for unit in units):
            return
        away = to is not None and any(far(to, at) > far(was.hex, at) for at in foes.values())
        retreated = away and to is not None and far(was.hex, to) <= die.defender
        if retreated or (to is None and die.moved):
            did = "retreated" if retreated else "was destroyed"
            self._late.setdefault(active, f"{was.counter.name} {did} in step {step}")

    def _only_mover(self) -> str:
        """Name the side of all units dragged in the turn so far, "" if there is no one such."""
        sides = {track.counter.side for track in self.tracks.values() if track.drags}
        return sides.pop() if len(sides) == 1 else ""

    def going_on(self, id_: str, to: int | None = None) -> Track | None:
        """Say what a unit did in its turn so far, or would have done with a drag into a hex; the
        turn goes on. None for what is no unit on the map."""
        before = self.board.snapshot()
        was = before.units.get(id_)
        if was is None:
            return None
        track = self.tracks.get(id_) or self._new_track(id_, was, "")
        if to in (None, was.hex):
            return track
        assert to is not None
        enemy = ENEMY.get(was.counter.side, "")
        told = self._seen(was.counter.side, enemy)
        drag = Drag(NOT_YET, to, was.counter, before, enemy in before.sides(to), *told)
        return replace(track, drags=[*track.drags, drag])

    def so_far(self, track: Track) -> LogFinding:
        """Judge a unit's turn as if nothing came after it."""
        enemy, last = ENEMY.get(track.counter.side, ""), track.drags[-1]
        stuck = last.foes and enemy in last.before.sides(last.hex)
        return self.moves.judge(track, (), stuck, over=False)

    def _fought(self, was: Standing, now: Standing, before: Snapshot) -> bool:
        """Tell whether combat may have moved a unit: there were dice, and enemies near."""
        if not self.rolled or self.teller.far(was.hex, now.hex) > most_retreat():
            return False
        enemy = ENEMY.get(was.counter.side)
        foes = (one.hex for one in before.seen() if one.counter.side == enemy)
        return any(self.teller.far(was.hex, foe) <= NEAR_FIGHT for foe in foes)

    def _met(self, track: Track, enemy: str, before: Snapshot) -> bool:
        """Tell whether an enemy stood next to a unit in its turn.

        Only such are attacked, and barrage drives nobody (SCS series, INS 1.10). Where the log
        does not show the turn from its beginning, one may have.
        """
        if self.early:
            return True
        foes = {one.hex for one in before.seen() if one.counter.side == enemy}
        foes |= self._held.get(enemy, set())
        been = {*track.prior, track.start, *(drag.hex for drag in track.drags)}
        return any(self.teller.far(own, foe) <= 1 for own in been for foe in foes)

    def _own_move(self, step: int, was: Standing, now: Standing, player: str, fought: bool) -> None:
        """Find out whose player turn it is: combat moves units of both sides."""
        side = was.counter.side
        if self.teller.setup or not side or side == self.active or FOUGHT.holds(fought):
            return
        if side not in self.acted and not (side == ALLIED and self.acted):
            self.active = side
            self.acted.append(side)
            return
        why = f"{side} units move after the other side's in the same turn"
        self.close(over=True)
        self.active, self.acted = side, [side]
        self._late.clear()
        self._hold(self.board.snapshot())
        self.teller.tell("turn", (step,), why, now, WHOSE, player)

    def _track(self, id_: str, was: Standing, player: str) -> Track:
        found = self.tracks.get(id_)
        if found is None:
            found = self.tracks[id_] = self._new_track(id_, was, player)
        return found

    def _new_track(self, id_: str, was: Standing, player: str) -> Track:
        shed = self.marks.shed(id_, was.counter)
        turn, setup = self.teller.turn, self.teller.setup
        return Track(was.counter, was.hex, player, turn, shed=shed, setup=setup)

    def came(self, step: int, id_: str, now: Standing, player: str) -> None:
        """Take note of a unit that came onto the map."""
        track = self._track(id_, now, player)
        track.entered = True
        areas = self.board.map.areas_of(rules()["march"].text("entry"))
        airborne = self.board.unit(now.counter).airborne is not None
        track.landed = airborne and not any(now.hex in area.hexes for area in areas)
        counter = now.counter
        listed = () if track.landed else self.played(counter)
        came = Arrived(step, now.hex, player, listed)
        if track.landed:
            self._landed[id_] = came
        elif listed:
            self._arrived[id_] = came
        else:
            self.unlisted += 1

    def played(self, counter: Counter) -> tuple[Arriving, ...]:
        """Find what the scenario that is played says of a unit that comes; where it is not known,
        what every scenario with this turn says."""
        turn, known = self.number, self.told
        if known is not None:
            found = arriving(known, counter.id, counter.name)
            return () if found is None else (found,)
        if turn is None or not self.board.own:
            return ()
        return every_arriving(scenarios_with(turn), counter.id, counter.name)

    def left_map(self, step: int, id_: str, was: Standing) -> None:
        """Lay a unit that left the map aside: what combat destroys goes from where it stands."""
        self._driven(step, was, None)
        track, landed = self.tracks.pop(id_, None), self._landed.pop(id_, None)
        if track is not None:
            self._lifted[id_] = track, landed

    def came_back(self, id_: str) -> None:
        """Go on with a unit that was lifted off the map and put back into its hex."""
        track, landed = self._lifted.pop(id_, (None, None))
        if track is not None:
            self.tracks[id_] = track
        if landed is not None:
            self._landed[id_] = landed

    def close(self, over: bool) -> None:
        """Judge all that goes on. ``over``: by what comes next, not by the log's end."""
        after = self.board.snapshot()
        last = max((one.steps[-1] for one in self.tracks.values() if one.drags), default=-1)
        for id_, track in self.tracks.items():
            if track.drags and track.end != track.start:
                ending = not over and track.steps[-1] == last
                self._judge(id_, track, after, over, ending)
        judge_crossings(self.teller, self.moves)
        judge_landings(self.board, self.teller, self._landed, after, self.number, self.tracked)
        arrived = {
            id_: (came, self.tracks[id_])
            for id_, came in self._arrived.items()
            if id_ in self.tracks
        }
        judge_arrivals(self.board, self.teller, self.moves, arrived, self.number, self.tracked)
        judge_stacks(self.board, self.teller, self.moves, self._joined, after, over)
        self.marks.close(after, over)
        for known in (self.tracks, self._landed, self._arrived, self._joined, self._lifted):
            known.clear()

    def _judge(self, id_: str, track: Track, after: Snapshot, over: bool, ending: bool) -> None:
        untold = not self.tracked and len(track.drags) > 1
        seen = {SET_UP: track.setup, PUT_RIGHT_NEXT: ending, TURN_UNTOLD: untold}
        doubts = [need for one, there in seen.items() if one.holds(there) for need in one.needs]
        doubts += self._spans(track, after)
        stands = after.units.get(id_)
        enemy = ENEMY.get(track.counter.side, "")
        stuck = stands is not None and track.drags[-1].foes and enemy in after.sides(stands.hex)
        self.teller.findings.append(self.moves.judge(track, doubts, stuck, over))

    def _spans(self, track: Track, after: Snapshot) -> list[str]:
        """Name a Bridging unit that may stand as a bridge near a unit's way (INS 1.15c)."""
        bridging = [one for one in after.seen() if self.board.unit(one.counter).kind == "bridging"]
        return [
            SPANNED.asks(one.counter.name, self.teller.number(one.hex))
            for one in bridging
            if SPANNED.holds(
                (one.counter.is_("reduced") or one.counter.is_("emplaced"))
                and min(self.teller.far(one.hex, at) for at in (track.start, track.end)) <= SPANS
            )
        ][:1]
