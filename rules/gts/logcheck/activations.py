"""Judges activations that are over: whether the chit in play activates the Unit, its move, the
stack it joins; and what is put right under the next chit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from clubroute.rules.context import Context
from clubroute.rules.gts.logcheck.board import Snapshot, allowance_text, enemies
from clubroute.rules.gts.logcheck.chits import RETREAT, SERIES, activates
from clubroute.rules.gts.logcheck.circumstances import EARLIER, LEFT, Circumstances
from clubroute.rules.gts.logcheck.counters import Counter
from clubroute.rules.gts.logcheck.events import Closed
from clubroute.rules.gts.logcheck.excuses import ASSAULT, PILE, piled
from clubroute.rules.gts.logcheck.forbidden import CLASS, TAKEN, immobile, under_drop
from clubroute.rules.gts.logcheck.mapping import CounterMap
from clubroute.rules.gts.logcheck.moves import CERTAIN, MoveJudge
from clubroute.rules.gts.logcheck.options import CheckOptions
from clubroute.rules.gts.logcheck.proof import hex_before
from clubroute.rules.gts.logcheck.retreat import Retreats
from clubroute.rules.gts.logcheck.stacks import overstacked, stacking_finding
from clubroute.rules.gts.logcheck.track import Drag, Leg, Track, finding_about
from clubroute.rules.gts.logcheck.transport import mounted
from clubroute.rules.gts.logcheck.turns import turn_record
from clubroute.rules.logs.check.finding import LogFinding, Verdict
from clubroute.rules.logs.check.refusal import line_of, refusal
from clubroute.rules.mapfile import MapFile, hex_id
from clubroute.rules.model import MOVE_CLASSES
from clubroute.rules.owner.tables import owner_rows

BETWEEN = "an activation chit in play: none is, so that these may be moves of another phase"
NOBODY = "whom the chit activates: its division and formation are no Unit's by the mapping"
COMBAT = "the dice: they are not in the log, so that it does not tell combat"
SETUP = "from which step on it is play (--play-from)"
ARRIVED = "whether it was put in place as it arrived: it came onto the map under this chit"
EVENT = "what the event says that was drawn under this chit"
MOVED_ON = "whether this put its last activation right, or went on with it after the next chit"
IN_PLAY = "which of the chits that lie open is in play: the log before this one, or a chart of it"
RIGHTED = "the next log: whether it is put right before play goes on under another chit"
THROUGH = "the next log: whether it is on its way through as this one ends"
STILL = "it is in a hex with enemies as the next chit comes: an Assault would be over"
MOST_LEGS = 4
"""Steps at the beginning of an activation that may put the one before right."""
BEFORE = -1
"""The step of what a Unit did in the log before."""
CARRIED = "whether it rode on the vehicle that went the same way (WED S4.1, TDC S5.11)"
LABEL = "which is right: its label or owner/ratings.csv"


@dataclass(slots=True)
class Done:
    """An activation that was judged, and the place of its finding among the findings; None if it
    is among those of the log before. ``before``: it is of the log before."""

    event: Closed
    place: int | None
    before: bool = False


@dataclass(frozen=True, slots=True)
class Righted:
    """What an activation amounts to with what puts it right, and the two as one."""

    why: str
    whole: Closed


@dataclass(slots=True)
class ActivationJudge:
    """Judges the activations of one log (``log`` by name). ``dice``: the log shows some. ``asks``:
    what came before the log may change a finding."""

    context: Context
    map: MapFile
    log: str
    mapping: CounterMap
    options: CheckOptions
    moves: MoveJudge
    dice: bool
    findings: list[LogFinding]
    setup: int = 0
    unstacked: int = 0
    allowances: Mapping[tuple[str, str], int] = field(init=False)
    _now: dict[str, Done] = field(default_factory=dict)
    _last: dict[str, Done] = field(default_factory=dict)
    _before_draw: tuple[dict[str, Done], dict[str, Done]] = field(default_factory=lambda: ({}, {}))
    asks: bool = False
    _begun: list[str] = field(default_factory=list)
    _crowded: list[str] = field(default_factory=list)
    _slips: dict[str, LogFinding] = field(default_factory=dict)
    _assaults: list[tuple[int, LogFinding, Track]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.allowances = ratings_of(self.context)

    def resume(self, before: Mapping[str, Any], board: Snapshot, chit: Counter | None) -> None:
        """Go on where another log ended, with what :meth:`leaves` told of it."""
        self._now = self._resumed(before["went"], board, chit)
        self._last = self._resumed(before["went_before"], board, None)
        self._before_draw = {}, self._last
        self._begun = [piece for piece in before["assaults"] if piece in board.units]
        self._crowded = [piece for piece in before["crowded"] if piece in board.units]
        for piece, told in before["slips"].items():
            done = self._now.get(piece) or self._last.get(piece)
            if done is not None:
                done.place = len(self.findings)
                found = self._bare(done.event.track, verdict="illegal", provenance="rulebook")
                why = f"the log before left it so: {told['why']}"
                found = replace(found, steps=(0,), rule=told["rule"], receipt=told["receipt"])
                self.findings.append(replace(found, why=why))

    def _resumed(
        self, went: Mapping[str, list[str]], board: Snapshot, chit: Counter | None
    ) -> dict[str, Done]:
        """Make activations of what is told of them, as far as the Units are still there."""
        found = {}
        for piece, numbers in went.items():
            unit = board.units.get(piece)
            hexes = [hex_id(self.map, number) for number in numbers]
            if unit is None or unit.hex != hexes[-1]:
                continue
            column = unit.counter.column
            legs: list[Leg] = [Drag(BEFORE, hex_, column, board) for hex_ in hexes[1:]]
            name = chit.name if chit else ""
            track = Track(unit.counter, hexes[0], "", "", name, True, unit.counter, legs)
            event = Closed(track, chit, False, board, Circumstances())
            found[piece] = Done(event, None, before=True)
        return found

    def leaves(self) -> dict[str, Any]:
        """Tell what a log going on here must know, as JSON values: by piece what was spent and
        where it went under the chit in play, and the one before; who may be in an Assault, on its
        way through a full hex, or in a hex by slip."""
        spent: dict[str, int] = {}
        now = {
            piece: done
            for piece, done in self._now.items()
            if piece not in self._last or done.event is not self._last[piece].event
        }
        went, went_before = (
            {
                piece: [self.map.number(hex_) for hex_ in done.event.track.hexes]
                for piece, done in many.items()
            }
            for many in (now, self._last)
        )
        assaults = set(self._begun)
        for piece, done in now.items():
            track, event = done.event.track, done.event
            found = None if done.place is None else self.findings[done.place]
            if found is None:
                continue
            if found.check == "move" and found.verdict in ("legal", "possible"):
                turn = turn_record(track.turn, self.mapping.year)
                known = max(self._allowances(track), default=None)
                spent[piece] = self.moves.spent(track, turn, known, event.after, event.told)
            if ASSAULT in found.needs:
                assaults.add(piece)
        return {
            "spent": spent,
            "went": went,
            "went_before": went_before,
            "assaults": sorted(assaults),
            "crowded": sorted(self._crowded),
            "slips": {
                piece: {"why": one.why, "rule": one.rule, "receipt": one.receipt}
                for piece, one in sorted(self._slips.items())
            },
        }

    def next_chit(self) -> None:
        """Take note that another chit comes into play: the last activations may be put right."""
        latest = {done.place for done in self._now.values()}
        self._assaults = [one for one in self._assaults if one[0] in latest]
        self._before_draw = self._last, self._now
        self._last, self._now = self._now, {}

    def chit_back(self) -> None:
        """Go on with the chit before: the one in play was drawn by mistake."""
        self._last, self._now = self._before_draw

    def settle(self, board: Snapshot) -> None:
        """Look whether the defenders of Assaults left late, under the next chit."""
        for place, found, track in self._assaults:
            if track.end not in enemies(board, track.counter.side):
                self.findings[place] = found

    def unsettled(self) -> None:
        """Look, as the log ends, for what the next one may put right: slips, before play goes on
        under another chit."""
        going_on = self._now.keys() <= self._last.keys()
        latest = max((done.event.track.legs[-1].step for done in self._now.values()), default=0)
        for piece, done in {**(self._last if going_on else {}), **self._now}.items():
            found = None if done.place is None else self.findings[done.place]
            if done.place is None or found is None or found.verdict != "illegal":
                continue
            if done.event.chit is None and done.event.track.legs[-1].step < latest:
                continue  # where no chits are drawn, whatever comes next goes on
            if found.check == "move" and self._slipped(done.event):
                self._slips[piece] = found
                self.findings[done.place] = withheld(found, RIGHTED)

    @property
    def awaits(self) -> bool:
        """Tell whether a log that goes on where this one ends has to settle a finding."""
        return bool(self._slips or self._crowded)

    def _slipped(self, event: Closed) -> bool:
        """Tell whether a Unit that is where it cannot be may have been dropped there by slip: over
        several hexes, and in no Assault."""
        if not self.moves.leaps(event.track):
            return False
        if not event.told.over:
            return True
        now = turn_record(event.track.turn, self.mapping.year)
        most = max(self._allowances(event.track), default=None)
        told = replace(event.told, over=False)
        return self.moves.judge(event.track, now, most, event.after, told).verdict == "illegal"

    def still_so(self, board: Snapshot, step: int, player: str, turn: str) -> None:
        """Report Units that the log before left on enemies, or in a full hex, and that are there
        as the next chit comes into play. ``step`` is its step."""
        begun, self._begun = self._begun, []
        crowded, self._crowded = self._crowded, []
        for piece in (*begun, *crowded):
            unit = board.units.get(piece)
            if unit is None:
                continue
            bare = LogFinding(
                self.log,
                (step,),
                "move",
                "unchecked",
                STILL,
                SERIES,
                turn=turn,
                player=player,
                unit=unit.counter.id,
                name=unit.counter.name,
                hexes=(self.map.number(unit.hex),),
            )
            if piece in crowded:
                self.findings += self._crowds(bare, board, unit.hex, unit.counter.side, CERTAIN)
            elif unit.hex in enemies(board, unit.counter.side):
                receipt = refusal(STILL, [line_of(STILL, SERIES, refuses=True)])
                found = replace(bare, verdict="illegal", receipt=receipt, provenance="rulebook")
                self.findings.append(found)

    def take(self, event: Closed, last: bool) -> None:
        """Judge an activation. ``last``: no chit came into play before the log ended."""
        track = event.track
        if event.setup:
            if not last:
                self.setup += 1
                return
            why = "no activation chit is drawn in the log: set-up or play"
            self.findings.append(self._bare(track, why, needs=(SETUP,)))
            return
        found = self._judged(event)
        self.asks = self.asks or event.told.lone or not {EARLIER, LEFT}.isdisjoint(found.needs)
        found, event = self._corrected(event, found)
        self._now[track.counter.piece] = Done(event, len(self.findings))
        self.findings.append(found)
        if found.check != "chit":
            self._stacked(event)

    def _judged(self, event: Closed) -> LogFinding:
        track, told = event.track, event.told
        if event.chit is None and self.mapping.mug and self.options.play_from is None:
            if not told.lying or not told.lone:
                return self._bare(track, "no chit is in play", needs=(BETWEEN,))
            if all(self.activates(chit, event) is False for chit in told.lying):
                why = "none of the chits that lie open activates it"
                return self._bare(track, why, check="chit", needs=(IN_PLAY, RETREAT, EARLIER))
            found = self._moved(event)
            if found.verdict == "legal":
                found = replace(found, verdict="possible")
            if found.verdict == "illegal":
                return found
            return replace(found, needs=(*found.needs, IN_PLAY))
        if event.chit is not None and self.activates(event.chit, event) is False:
            if self._known(event.chit, event.after):
                return self._out_of_turn(event)
            why = f"{event.chit.name} activates no Unit there is"
            return self._bare(track, why, check="chit", needs=(NOBODY,))
        rule, sure = immobile(self.context, self.map.window, track)
        if rule and not (told.carried or any(drag.carried for drag in track.drags)):
            why = "it has no movement: its counter is immobile"
            return self._forbidden(track, why, rule, () if sure else (CLASS,))
        rule, sure = under_drop(self.map.window, track, event.after, self.mapping.passive)
        if rule:
            why = "markers of its drop lay in its hex as it moved"
            return self._forbidden(track, why, rule, () if sure else (TAKEN,))
        return self._moved(event)

    def _forbidden(self, track: Track, why: str, rule: str, needs: tuple[str, ...]) -> LogFinding:
        """Report a Unit that moved though a rule bars it; unchecked while it needs something."""
        found = self._bare(track, why, rule=rule)
        if needs:
            return replace(found, needs=needs)
        receipt = refusal(found.why, [line_of(found.why, rule, refuses=True)])
        return replace(found, verdict="illegal", receipt=receipt, provenance="rulebook")

    def activates(self, chit: Counter, event: Closed) -> bool | None:
        """Tell whether a chit activates a Unit as it is mounted."""
        track = event.track
        who = track.counter
        own = activates(chit, who)
        if own or chit.kind != "Independent":
            return own
        before = track.legs[0].before
        if mounted(before, track.start, who) or mounted(event.after, track.end, who):
            # On Divisional Trucks or Jeeps it is an Independent Formation Unit (WED S5.3, S6.3).
            rides = activates(chit, replace(who, formation="")) is not False
            return True if rides else own
        return own

    def _moved(self, event: Closed) -> LogFinding:
        """Judge an activation as a move, with the allowances its label and the table name."""
        track, told = event.track, event.told
        now = turn_record(track.turn, self.mapping.year)
        known = self._allowances(track)
        most = max(known) if known else None
        found = self.moves.judge(track, now, most, event.after, told)
        if len(known) > 1:
            label, table = allowance_text(known[0]), allowance_text(known[1])
            note = f"its label says {label}, owner/ratings.csv {table}"
            least = self.moves.judge(track, now, min(known), event.after, told)
            if found.verdict in ("legal", "possible") and least.verdict != found.verdict:
                why = f"{found.why}, but {least.why}"
                found = replace(found, verdict="unchecked", why=why, needs=(LABEL,), receipt=None)
            found = replace(found, notes=(*found.notes, note))
        end_held = track.end in enemies(event.after, track.counter.side)
        if found.verdict == "illegal" and end_held and told.rolled and told.over:
            still = self.moves.judge(track, now, most, event.after, replace(told, over=False))
            if still.verdict != "illegal":
                left = "legal if the Assault was over: the enemy left under the next chit"
                settled = replace(still, why=left, needs=())
                self._assaults.append((len(self.findings), settled, track))
        return found

    def _stacked(self, event: Closed) -> None:
        """Judge the stack that a Unit joined; as the log ends it may be on its way through."""
        track, told = event.track, event.told
        if self._most is None:
            self.unstacked += bool(track.drags)
            return
        side, piece = track.counter.side, track.counter.piece
        for found in self._crowds(self._bare(track), event.after, track.end, side, told):
            if found.verdict == "illegal" and not told.over:
                self._crowded.append(piece)
                found = withheld(found, THROUGH)
            self.findings.append(found)

    def _crowds(
        self, bare: LogFinding, board: Snapshot, hex_: int, side: str, told: Circumstances
    ) -> Iterator[LogFinding]:
        """Report too many Units of a side in a hex. ``bare`` is the finding without a verdict."""
        assert self._most is not None
        for stack in overstacked(board, {hex_}, self._most, self.mapping.passive):
            if stack.side == side:
                fought = told.rolled or self.options.dice_elsewhere
                number = self.map.number(hex_)
                yield stacking_finding(bare, number, stack, self._most, fought, told.untold)

    @property
    def _most(self) -> int | None:
        """Return how many Units of a side a hex holds, None if nobody says."""
        return self.options.stacking or self.mapping.most

    def _out_of_turn(self, event: Closed) -> LogFinding:
        """Report a Unit that was moved though the chit in play does not activate it."""
        assert event.chit is not None
        track, told = event.track, event.told
        who = track.counter
        group = ", ".join(name for name in (who.formation, who.division, who.side) if name)
        why = f"{event.chit.name} does not activate it ({group})"
        found = self._bare(track, why, check="chit", rule=SERIES)
        if who.kind in self.mapping.passive:
            return replace(found, needs=(f"the rules of a {who.kind} (GTS series)",))
        if told.carried or any(drag.carried for drag in track.drags):
            return replace(found, verdict="possible", needs=(CARRIED,))
        if piled(track, told.rolled or told.untold or self.options.dice_elsewhere):
            return replace(found, needs=(PILE,))
        short = self._retreats(event)
        if short and (told.rolled or self.options.dice_elsewhere):
            verdict: Verdict = "possible" if told.rolled else "unchecked"
            return replace(found, verdict=verdict, why=why + ", a retreat may", needs=(RETREAT,))
        owes = told.owes(who.side)
        if short and (told.untold or owes or not self.dice):
            needs = (RETREAT, EARLIER) if told.untold else (COMBAT, RETREAT)
            return replace(found, needs=(RETREAT,) if owes else needs)
        if told.untold:
            return replace(found, needs=(EARLIER, MOVED_ON))
        if told.entered:
            return replace(found, needs=(ARRIVED,))
        if told.event:
            return replace(found, needs=(EVENT,))
        untold = "no die was rolled since it was drawn"
        reason = "no retreat leads there" if told.rolled else untold
        receipt = refusal(f"{why}; {reason}", [line_of(why, SERIES, True)])
        return replace(found, verdict="illegal", receipt=receipt, provenance="rulebook")

    def _retreats(self, event: Closed) -> bool:
        """Tell whether all a Unit did may be retreats. A change of Column is none."""
        track, told = event.track, event.told
        if not track.drags or not track.counter.side:
            return False
        mind = self.moves.mind_of(track.counter, turn_record(track.turn, self.mapping.year))
        own = track.counter.move_class
        classes = (own,) if own else MOVE_CLASSES
        unseen = told.untold or told.owes(track.counter.side) or not self.dice
        unseen = unseen or self.options.dice_elsewhere
        return Retreats(self.map, mind, classes, self.options.retreat).explain(track, 0, unseen)

    def _corrected(self, event: Closed, found: LogFinding) -> tuple[LogFinding, Closed]:
        """Look whether a Unit's last activation was put right under the next chit, before whatever
        else it did: the finding, and the activation without that; where that was all, the last
        one with what puts it right."""
        track, piece = event.track, event.track.counter.piece
        done = self._now.get(piece)
        goes_on = done is not None and done.before
        home = self._now if goes_on else self._last
        done = home.get(piece)
        if done is None or done.event.track.end != track.start:
            return found, event
        earlier = None if done.place is None else self.findings[done.place]
        wrong = earlier is not None and earlier.verdict == "illegal"
        if found.verdict != "illegal" and not wrong:
            return found, event
        taken: tuple[Righted, int, LogFinding, Closed | None] | None = None
        for legs in range(1, min(len(track.legs), MOST_LEGS) + 1):
            righted = self._righted(done.event, track, legs, event.after)
            if righted is None:
                continue
            rest = replace(track, start=hex_before(track, legs), legs=track.legs[legs:])
            part = replace(event, track=rest) if rest.legs else None
            then = found if part is None else self._judged(part)
            fine = part is None or then.verdict != "illegal"
            if taken is None or fine:
                taken = righted, legs, then, part
            if fine:
                break
        if taken is None:
            return found, event
        righted, legs, then, part = taken
        if wrong and done.place is not None and earlier is not None:
            self.findings[done.place] = unproved(earlier, "possible", righted.why)
        back = hex_before(track, legs) in done.event.track.hexes
        sure = wrong or back or goes_on or not track.drags
        if part is not None and sure:
            return then, part
        done.event = righted.whole
        if not sure:
            return unproved(found, "unchecked", found.why, needs=(MOVED_ON,)), done.event
        why = "it puts right what its last activation came to"
        return self._bare(track, why, verdict="possible", rule=SERIES), done.event

    def _righted(self, first: Closed, track: Track, legs: int, after: Snapshot) -> Righted | None:
        """Tell what an activation amounts to with some legs of the next, None if it is illegal."""
        more = track.legs[:legs]
        last = track.last if legs == len(track.legs) else replace(track.last, column=None)
        joined = replace(first.track, legs=[*first.track.legs, *more], last=last)
        whole = replace(first, track=joined, after=after)
        if joined.end == joined.start:
            return Righted("put back under the next chit", whole)
        found = self._judged(whole)
        if found.verdict == "illegal":
            return None
        return Righted(f"put right under the next chit: {found.why}", whole)

    def _bare(
        self, track: Track, why: str = "", verdict: Verdict = "unchecked", **more: object
    ) -> LogFinding:
        """Begin a finding about an activation, without a verdict of its own."""
        return finding_about(track, self.map, self.log, verdict, why, **more)

    def _known(self, chit: Counter, after: Snapshot) -> bool:
        """Tell whether a chit's words are those of the Units; a foreign mapping may mix them up."""
        units = (one.counter for one in after.units.values())
        return self.options.own or any(activates(chit, unit) for unit in units)

    def _allowances(self, track: Track) -> tuple[int, ...]:
        """List the allowances of a Unit, half-MP: that of its label, that of the table; one if they
        are the same. A Unit that was flipped has the greater one of its faces."""
        found: list[int] = []
        faces = {counter.reduced: counter for counter in (track.counter, track.last)}.values()
        for told in (
            [counter.ma for counter in faces],
            [self._rating(counter) for counter in faces],
        ):
            known = [value for value in told if value is not None]
            if known:
                found.append(max(known))
        return tuple(dict.fromkeys(found))

    def _rating(self, counter: Counter) -> int | None:
        face = "back" if counter.reduced else "front"
        for name in (counter.id, counter.name):
            if (name, face) in self.allowances:
                return self.allowances[name, face]
        return None


def withheld(found: LogFinding, need: str) -> LogFinding:
    """Withhold an accusation that only a log which goes on from here settles."""
    return unproved(found, "unchecked", found.why, needs=(*found.needs, need))


def unproved(found: LogFinding, verdict: Verdict, why: str, **more: Any) -> LogFinding:
    """Take back what a finding said was proved."""
    bare = replace(found, receipt=None, around=None, method="", asked={}, provenance=None)
    return replace(bare, verdict=verdict, why=why, **more)


def ratings_of(context: Context) -> Mapping[tuple[str, str], int]:
    """Read the owner's movement allowances in half-MP, by Unit (id or name) and face."""
    found = {}
    for row in owner_rows(context, "ratings") or ():
        move = row.number("move")
        if move is not None:
            found[row.text("unit"), row.text("face")] = move * 2
    return found
