"""Judges one activation by itself: whether the chit in play activates the Unit, its move, and the
stack it ends in; and says what one that goes on comes to."""

from __future__ import annotations

from collections import Counter as Tally
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace

from clubroute.rules.answer.model import mp
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.gts.logcheck import excuses
from clubroute.rules.gts.logcheck.board import (
    Snapshot,
    Standing,
    allowance_text,
    enemies,
)
from clubroute.rules.gts.logcheck.chits import (
    ATTACHED,
    SERIES,
    WHOM,
    activates,
    attached,
    unknown_of,
)
from clubroute.rules.gts.logcheck.counters import Counter, CounterMap
from clubroute.rules.gts.logcheck.excuses import (
    RETREATED,
    CheckOptions,
    Retreats,
    die_of,
    piled,
    walked,
)
from clubroute.rules.gts.logcheck.moves import ALLOWANCE, MoveJudge, classes_of
from clubroute.rules.gts.logcheck.placed import (
    CLASS,
    TAKEN,
    immobile,
    under_drop,
)
from clubroute.rules.gts.logcheck.proof import MOUNTED, mounted, riders
from clubroute.rules.gts.logcheck.track import (
    Circumstances,
    Closed,
    Drag,
    Track,
    finding_about,
)
from clubroute.rules.gts.position.position import turn_record
from clubroute.rules.logs.check.finding import (
    Excuse,
    LogFinding,
    Verdict,
    line_of,
    refusal,
    with_breach,
)
from clubroute.rules.logs.check.judge import UnderWay
from clubroute.rules.owner.tables import owner_rows

BETWEEN = "an activation chit in play: none is, so that these may be moves of another phase"
NOBODY = "whom the chit activates: its division and formation are no Unit's by the mapping"
LABEL = "which is right: its label or owner/ratings.csv"
ENGINEERS = {"ferry": 1, "improved_ferry": 2, "assault_ferry": 2}
"""How many engineers a ferry is."""


@dataclass(frozen=True, slots=True)
class Stacked:
    """Units of a side in a hex (an id of the map), and how many of them may ride on others."""

    hex: int
    side: str
    count: int
    riders: int


@dataclass(slots=True)
class OneActivation:
    """Judges activations of one log (``log`` by name), each by itself. ``dice``: the log shows
    some."""

    context: Context
    map: MapFile
    log: str
    mapping: CounterMap
    options: CheckOptions
    moves: MoveJudge
    dice: bool
    _ratings: Mapping[tuple[str, str], int] = field(init=False)

    def __post_init__(self) -> None:
        self._ratings = ratings_of(self.context)

    def judged(self, event: Closed) -> LogFinding:
        """Judge an activation; of an illegal one name the step with which the rule broke."""
        event = replace(event, track=self._unkept(event.track))
        return with_breach(
            self._judged(event),
            ((part.track.steps[-1], self._judged(part)) for part in parts(event)),
        )

    def _unkept(self, track: Track) -> Track:
        """Copy an activation without its formations, where it began out of Column in a hex that
        vehicles are in Column in (2.9), and was not turned: its players do not keep Column."""
        turned = any(not isinstance(leg, Drag) for leg in track.legs)
        if track.counter.column is not False or turned or "leg" in classes_of(track):
            return track
        game = self.map.game(track.start)
        row = self.moves.ground.tables[game].terrain.get(self.map.terrain_of(track.start))
        if row is None or not row.keeps_column:
            return track
        return replace(
            track,
            counter=replace(track.counter, column=None),
            last=replace(track.last, column=None),
            legs=[leg._replace(column=None) for leg in track.drags],
        )

    def _judged(self, event: Closed) -> LogFinding:
        track, told = event.track, event.told
        if event.chit is None and self.mapping.mug and self.options.play_from is None:
            if not told.lying:
                return self.bare(track, "no chit is in play", needs=(BETWEEN,))
            if all(self.activates(chit, event) is False for chit in told.lying):
                why = "none of the chits that lie open activates it"
                return excuses.NO_OPEN_CHIT.explains(self.bare(track, why, check="chit"))
            found = self._moved(event)
            if found.verdict == "legal":
                found = replace(found, verdict="possible")
            if found.verdict == "illegal":
                return found
            return replace(found, needs=(*found.needs, excuses.IN_PLAY))
        if event.chit is not None and self.activates(event.chit, event) is False:
            waiting = [one for one in told.lying if self.activates(one, event) is not False]
            if waiting:
                lies = "it lies open, too, and nobody has moved under it"
                lies = f"{lies}; {refuses(event.chit, event.track.counter)}"
                return self._one_of(replace(event, chit=waiting[0]), lies)
            if self._known(event.chit, event.after):
                return self._out_of_turn(event)
            why = f"{event.chit.name} activates no Unit there is"
            return self.bare(track, why, check="chit", needs=(NOBODY,))
        rule, sure = immobile(self.map.window, track)
        if rule and not (told.carried or any(drag.carried for drag in track.drags)):
            why = "it has no movement: its counter is immobile"
            return self._forbidden(track, why, rule, () if sure else (CLASS,))
        rule, sure = under_drop(self.map.window, track, event.after, self.mapping.passive)
        if rule:
            why = "markers of its drop lay in its hex as it moved"
            return self._forbidden(track, why, rule, () if sure else (TAKEN,))
        if told.taken_up:
            lies = "it lay open as another was drawn, and nobody had moved under it"
            if told.passed is not None and self.activates(told.passed, event) is False:
                lies = f"{lies}; {refuses(told.passed, event.track.counter)}"
            return self._one_of(event, lies)
        return self._activated(event)

    def _one_of(self, event: Closed, lies: str) -> LogFinding:
        """Judge an activation by one of several chits that may be in play; ``lies`` says why."""
        assert event.chit is not None
        told = replace(event.told, lying=(), taken_up=False)
        track = replace(event.track, chit=event.chit.name)
        found = self.judged(replace(event, told=told, track=track))
        if found.verdict in ("legal", "possible"):
            return excuses.OTHER_CHIT.explains(found, chit=event.chit.name, lies=lies)
        return found

    def _activated(self, event: Closed) -> LogFinding:
        """Judge an activation by the chit in play."""
        found = self._moved(event)
        doubt = self._doubt(event) if found.verdict in ("legal", "possible") else ""
        if doubt:
            return replace(found, verdict="unchecked", needs=(*found.needs, doubt), receipt=None)
        return found

    def _forbidden(self, track: Track, why: str, rule: str, needs: tuple[str, ...]) -> LogFinding:
        """Report a Unit that moved though a rule bars it; unchecked while it needs something."""
        found = self.bare(track, why, rule=rule)
        if needs:
            return replace(found, needs=needs)
        receipt = refusal(found.why, [line_of(found.why, rule, refuses=True)])
        return replace(found, verdict="illegal", receipt=receipt, provenance="rulebook")

    def activates(self, chit: Counter, event: Closed) -> bool | None:
        """Tell whether a chit activates a Unit as it is mounted."""
        track = event.track
        who = track.counter
        own = activates(self.map.window, chit, who)
        if own or chit.kind != "Independent":
            return own
        before = track.legs[0].before
        if mounted(before, track.start, who) or mounted(event.after, track.end, who):
            # On Divisional Trucks or Jeeps it is an Independent Formation Unit (WED S5.3, S6.3).
            rides = activates(self.map.window, chit, replace(who, formation="")) is not False
            return True if rides else own
        return own

    def _doubt(self, event: Closed) -> str:
        """Say what must be known to tell whether the chit activates a Unit, "" if nothing."""
        if self._independent(event):
            return MOUNTED
        if event.chit is None or self.activates(event.chit, event) is not None:
            return ""
        unknown = unknown_of(event.chit)
        if unknown:
            return WHOM.format(unknown)
        rule = attached(self.map.window, event.chit, event.track.counter)
        return f"{ATTACHED} ({rule})" if rule else ""

    def _independent(self, event: Closed) -> bool:
        """Tell whether a Formation's chit activates a Unit that may have been of the Independent
        Formation: it goes with Trucks or Jeeps that lay in its hex."""
        chit, track = event.chit, event.track
        if chit is None or chit.kind != "Formation":
            return False
        ways = {event.told.carried, *(drag.carried for drag in track.drags)}
        return "transport" in ways and mounted(track.legs[0].before, track.start, track.counter)

    def _moved(self, event: Closed) -> LogFinding:
        """Judge an activation as a move, with the allowances its label and the table name."""
        track, told = event.track, event.told
        now = turn_record(track.turn, self.mapping.year)
        known = self.allowances_of(track)
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
        return found

    def crowds(
        self, bare: LogFinding, board: Snapshot, hex_: int, side: str, told: Circumstances
    ) -> Iterator[LogFinding]:
        """Report too many Units of a side in a hex. ``bare`` is the finding without a verdict."""
        assert self.most is not None
        for stack in overstacked(board, {hex_}, self.most, self.mapping.passive):
            if stack.side == side:
                fought = told.rolled or self.options.dice_elsewhere
                number = self.map.number(hex_)
                yield stacking_finding(bare, number, stack, self.most, fought, told.untold)

    @property
    def most(self) -> int | None:
        """The most Units of a side in a hex, None if it is not said."""
        return self.options.stacking or self.mapping.most

    def _out_of_turn(self, event: Closed) -> LogFinding:
        """Report a Unit that was moved though the chit in play does not activate it."""
        assert event.chit is not None
        track, told = event.track, event.told
        who = track.counter
        why = refuses(event.chit, who)
        found = self.bare(track, why, check="chit", rule=SERIES)
        if who.kind in self.mapping.passive:
            return replace(found, needs=(f"the rules of a {who.kind} (GTS series)",))
        excuse = self._excuse(event)
        if excuse is not None:
            return excuse.explains(found)
        untold = "no die was rolled since it was drawn"
        reason = "no retreat leads there" if told.rolled else untold
        receipt = refusal(f"{why}; {reason}", [line_of(why, SERIES, True)])
        return replace(found, verdict="illegal", receipt=receipt, provenance="rulebook")

    def _excuse(self, event: Closed) -> Excuse | None:
        """Find what may explain a Unit that the chit in play does not activate. Whoever is mounted
        on transport is activated as it is: judged before."""
        track, told = event.track, event.told
        elsewhere = self.options.dice_elsewhere
        ways = {told.carried, *(drag.carried for drag in track.drags)}
        if "vehicle" in ways:
            return excuses.RODE_OUT_OF_TURN
        if "shared" in ways:
            return excuses.SHARED_OUT_OF_TURN
        unseen = told.untold or elsewhere
        pile = None if self.options.piles_only else piled(self.map, track, told, unseen)
        if pile is not None:
            return pile
        die = die_of(track, told, elsewhere, self.dice)
        if die is not None and self._retreats(event):
            return RETREATED[die]
        if told.untold and told.left and not walked(self.map, track):
            return excuses.BEGAN_BEFORE
        if told.entered:
            return excuses.PUT_IN_PLACE
        return excuses.BY_EVENT if told.event else None

    def _retreats(self, event: Closed) -> bool:
        """Tell whether all a Unit did may be retreats. A change of Column is none."""
        track, told = event.track, event.told
        if not track.drags or not track.counter.side:
            return False
        now = turn_record(track.turn, self.mapping.year)
        limits = self.moves.limits(track, now, track.legs[0].before)
        mind, most = self.moves.mind_of(track, limits), self.options.retreat
        unseen = told.untold or told.owes(track.counter.side) or not self.dice
        unseen = unseen or self.options.dice_elsewhere
        return Retreats(self.map, mind, classes_of(track), most).explain(track, 0, unseen)

    def bare(
        self, track: Track, why: str = "", verdict: Verdict = "unchecked", **more: object
    ) -> LogFinding:
        """Begin a finding about an activation, without a verdict of its own."""
        return finding_about(track, self.map, self.log, verdict, why, **more)

    def _known(self, chit: Counter, after: Snapshot) -> bool:
        """Tell whether a chit's words are those of the Units; a foreign mapping may mix them up."""
        units = (one.counter for one in after.units.values())
        return self.options.own or any(activates(self.map.window, chit, unit) for unit in units)

    def allowances_of(self, track: Track) -> tuple[int, ...]:
        """List the allowances of a Unit, half-MP: that of its label, that of the table; one if they
        are the same. A Unit that was flipped has the greater one of its faces."""
        found: list[int] = []
        ends = (track.counter, track.last)
        shown = {(one.reduced, one.mounted, one.id): one for one in ends}
        faces = shown.values()
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
            if (name, face) in self._ratings:
                return self._ratings[name, face]
        return None

    def left_late(self, event: Closed, found: LogFinding) -> LogFinding | None:
        """Tell what is said of a Unit on enemies after a die if they leave under the next chit."""
        track, told = event.track, event.told
        held = track.end in enemies(event.after, track.counter.side)
        if found.verdict != "illegal" or found.check != "move" or not (held and told.rolled):
            return None
        if not told.over:
            return None
        still = self.judged(replace(event, told=replace(told, over=False)))
        if still.verdict == "illegal":
            return None
        hexes = self.map.number(track.end)
        return excuses.ASSAULT_LEFT_LATE.explains(replace(still, needs=()), hexes=hexes)


def parts(event: Closed) -> Iterator[Closed]:
    """List an activation up to each of its drags but the last, as if nothing came after it."""
    track = event.track
    at = [number for number, leg in enumerate(track.legs) if isinstance(leg, Drag)]
    for number in at[:-1]:
        then = replace(track.last, column=track.legs[number].column)
        yield replace(event, track=replace(track, legs=track.legs[: number + 1], last=then))


def refuses(chit: Counter, unit: Counter) -> str:
    """Say that a chit does not activate a Unit, and of what groups that is."""
    group = ", ".join(name for name in (unit.formation, unit.division, unit.side) if name)
    return f"{chit.name} does not activate it ({group})"


def overstacked(
    snapshot: Snapshot, hexes: Collection[int], most: int, passive: Collection[str]
) -> Iterator[Stacked]:
    """Find the hexes among some where a side has too many Units.

    Hidden Units count for nobody: they may be dummies. Of those with a ferry one or two are its
    engineers, who do not count (WED 2.18.1; TDC 2.18.1, 2.18.2, 2.18.6).
    """
    ferries: Tally[int] = Tally()
    for one in snapshot.markers.values():
        ferries[one.hex] += ENGINEERS.get(one.counter.kind, 0)
    stacks: dict[tuple[int, str], list[Standing]] = defaultdict(list)
    for one in snapshot.units.values():
        counter = one.counter
        seen = counter.side and counter.kind not in passive and not counter.hidden
        if one.hex in hexes and seen:
            stacks[one.hex, counter.side].append(one)
    for (hex_, side), units in sorted(stacks.items()):
        counted = len(units) - min(ferries[hex_], len(units))
        if counted > most:
            yield Stacked(hex_, side, counted, riders(units))


def stacking_finding(
    bare: LogFinding, number: str, stack: Stacked, most: int, rolled: bool, untold: bool
) -> LogFinding:
    """Report too many Units in a hex.

    ``bare`` is the finding without a verdict; ``rolled``: a die was rolled in the activation, so
    that a retreat may have brought some of them; ``untold``: the log before may have had one.
    """
    why = f"{stack.count} {stack.side} Units in {number}, more than {most}"
    found = replace(bare, check="stacking", why=why, rule=SERIES)
    if rolled:
        return excuses.STACKED_BY_RETREAT.explains(found)
    if stack.count - stack.riders <= most:
        return excuses.STACKED_RIDERS.explains(found)
    if untold:
        return excuses.STACKED_EARLIER.explains(found)
    receipt = refusal(why, [line_of(why, SERIES, refuses=True)])
    return replace(found, verdict="illegal", receipt=receipt, provenance="rulebook")


def ratings_of(context: Context) -> Mapping[tuple[str, str], int]:
    """Read the owner's movement allowances in half-MP, by Unit (id or name) and face."""
    found = {}
    for row in owner_rows(context, "ratings") or ():
        move = row.number("move")
        if move is not None:
            found[row.text("unit"), row.text("face")] = move * 2
    return found


def under_way(one: OneActivation, event: Closed) -> UnderWay:
    """Judge an activation by itself as if it ended here; what comes after may still excuse it."""
    track, number = event.track, one.map.number
    most = max(one.allowances_of(track), default=None)
    allowance = None if most is None else mp(most)
    chit = event.chit.name if event.chit else ""
    drags = [n for n, leg in enumerate(track.legs) if isinstance(leg, Drag)]
    if not track.legs or track.idle:
        here = number(track.end)
        return UnderWay(here, here, chit, None, mp(track.spent), allowance, setup=event.setup)

    def cost(track: Track) -> int | None:
        now = turn_record(track.turn, one.mapping.year)
        return one.moves.cost(track, now, most, event.after, event.told)

    spent, step = cost(track), None
    if drags and spent is not None:
        first = track.legs[: drags[-1]]
        before = cost(track.with_legs(first)) if first else track.spent
        # By another way the whole may come cheaper than its first part did.
        step = None if before is None else max(spent - before, 0)
    finding = None if event.setup else one.judged(event)
    return UnderWay(
        number(track.hex_before(drags[-1]) if drags else track.start),
        number(track.end),
        chit,
        None if step is None else mp(step),
        None if spent is None else mp(spent),
        allowance,
        finding,
        event.setup,
        () if finding is None else tuple(need for need in finding.needs if need != ALLOWANCE),
    )
