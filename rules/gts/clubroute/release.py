"""Releasing XXX Corps Formations in the 1900 turn: one automatic, then a die each (WED 4.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from clubroute.builder.counting import so_many
from clubroute.rules.answer.model import Receipt, Step, Verdict
from clubroute.rules.asking.kinds import POINTS
from clubroute.rules.gts.clubroute.network import RouteNetwork
from clubroute.rules.gts.clubroute.question import InLine, entry_hex, gate, order_notes
from clubroute.rules.gts.clubroute.ruleset import Release, RouteReadings
from clubroute.rules.gts.clubroute.situation import RouteSituation
from clubroute.rules.gts.clubroute.trace import unique
from clubroute.rules.gts.kinds import DIE, YES
from clubroute.rules.position.names import folded
from clubroute.rules.position.record import said

BOX = "released"
NO_LINE = "supply owner/formations.csv: the order and numbers of the Formations in line"


@dataclass(frozen=True, slots=True)
class Modifier:
    """A modifier to the release roll and the rule it rests on."""

    amount: int
    why: str
    rule: str

    def text(self) -> str:
        """As a player writes it: ``+2 for 1 Bailey Bridge``."""
        return f"{self.amount:+d} for {self.why}"


@dataclass(frozen=True, slots=True)
class Rolling:
    """A release in progress: what is still in line, who has come, the dice left to use."""

    situation: RouteSituation
    entered: int
    dice: tuple[int, ...]
    steps: tuple[Step, ...] = ()
    needs: tuple[str, ...] = ()
    clauses: frozenset[str] = frozenset()
    placed: tuple[Mapping[str, Any], ...] = ()
    rolls: tuple[Mapping[str, Any], ...] = ()
    over: bool = False


@dataclass(frozen=True, slots=True)
class Order:
    """The terms of a release. ``dispatch`` are Dispatch Points paid, by folded name."""

    network: RouteNetwork
    readings: RouteReadings
    dispatch: Mapping[str, int]


def release(
    order: Order,
    situation: RouteSituation,
    line: Sequence[InLine] | None,
    dice: Sequence[int],
    turn: str,
    before: Sequence[str] = (),
) -> Receipt:
    """Every Formation that comes, one after another, until one fails or must wait.

    ``before`` are those that have entered this turn already: the automatic one is among them.
    ``turn`` is ``YYYY-MM-DD HHMM``, "" if the state does not say. Verdict ``open``: somebody
    comes; ``closed``: nobody does.
    """
    network = order.network
    numbers = network.rules.release
    arriving = arrivals(network, situation, turn)
    if arriving is not None:
        return arriving
    if turn[:10] == numbers.not_on or (turn[11:] and turn[11:] != numbers.time):
        why = "no release rolls on the first day" if turn[:10] == numbers.not_on else ""
        why = why or f"releases are rolled for in the {numbers.time} turn, not at {turn[11:]}"
        step = Step(why, numbers.rule, verdict="closed")
        return Receipt("closed", (step,), summary=why, extra=nothing(network, situation))
    if line is None:
        return Receipt(
            "undetermined",
            needs=(NO_LINE,),
            extra=nothing(network, situation),
        )
    waiting = replace(situation, queue=tuple(one.name for one in line))
    now = Rolling(waiting, len(before), tuple(dice))
    if before:
        told = f"{', '.join(before)} entered this turn before: nobody comes automatically any more"
        now = replace(now, steps=(Step(told, numbers.rule),))
    numbered = order.readings.first_in_line == "numbered"
    first_ones = () if before else line
    automatic = next(
        (i for i, one in enumerate(first_ones) if not numbered or one.kind != "auto"), len(line)
    )
    for index, one in enumerate(line):
        now = next_in_line(order, now, one, first=index == automatic)
        if now.over:
            break
    notes = [order.readings.chosen(name) for name in sorted(now.clauses)]
    notes += order_notes(network.rules, line)
    came = [str(place["formation"]) for place in now.placed]
    verdict: Verdict = "undetermined" if now.needs else "open" if came else "closed"
    steps = now.steps or (Step("nobody is left in line", numbers.rule),)
    unchecked: tuple[str, ...] = (
        () if turn else (f"that it is the {numbers.time} turn, not on {numbers.not_on}",)
    )
    if situation.queue is None:
        unchecked += ("which Formations have come before (state.club_route.queue: who waits)",)
    return Receipt(
        verdict,
        steps,
        needs=unique(now.needs),
        unchecked=unchecked,
        summary=f"{network.rules.display.box(BOX).title}: " + (", ".join(came) or "none"),
        extra={
            "released": list(now.placed),
            "rolls": list(now.rolls),
            "club_route": now.situation.record(network.map),
            "notes": notes,
        },
    )


def arrivals(network: RouteNetwork, situation: RouteSituation, turn: str) -> Receipt | None:
    """Who comes in a turn without a roll because the rules say so (MG 2.5), None for nobody."""
    due = [
        row
        for row in network.rules.rows("arrivals")
        if f"{row.text('date')} {row.text('time')}" == turn
    ]
    if not due:
        return None
    steps = tuple(
        Step(f"{row.text('who')}: in the XXX Corps reinforcement hex", row.cite) for row in due
    )
    came = [{"formation": row.text("who"), "kind": "scheduled"} for row in due]
    extra = {**nothing(network, situation), "released": came}
    return Receipt("open", steps, summary=", ".join(row.text("who") for row in due), extra=extra)


def nothing(network: RouteNetwork, situation: RouteSituation) -> dict[str, Any]:
    """Return the results of a release that does not take place."""
    return {"released": [], "rolls": [], "club_route": situation.record(network.map), "notes": []}


def next_in_line(order: Order, now: Rolling, one: InLine, first: bool) -> Rolling:
    """The release after the next Formation's turn."""
    network, numbers = order.network, order.network.rules.release
    rule = one.rule.rule if one.rule else numbers.rule
    if one.rule is None and not one.division:
        why = f"whose {one.name} is decides when it comes"
        step = Step(why, rule, verdict="undetermined")
        needs = (*now.needs, f"formations: the division of {one.name}")
        return replace(now, steps=(*now.steps, step), needs=needs, over=True)
    if one.rule is not None and one.rule.otherwise == "skip":
        step = Step(f"{one.name}: bypassed, not used in this game", rule)
        return left(now, one, step)
    free = one.kind == "auto" and order.readings.auto_units == "always"
    chosen = gate(network, now.situation, one)
    turned: set[str] = set()
    waits = one.rule is not None and one.rule.otherwise == "wait"
    if one.kind == "auto" and waits and one.rule is not None and one.rule.place:
        turned.add("auto_units")
    opens = chosen.verdict == "open" or (free and bool(one.rule and one.rule.place))
    if waits and not opens:
        why = f"{one.name} waits: {chosen.why}; nobody behind it is released"
        step = Step(why, rule, None, verdict=chosen.verdict)
        needs = (*now.needs, chosen.need) if chosen.need else now.needs
        clauses = now.clauses | turned
        return replace(now, steps=(*now.steps, step), needs=needs, clauses=clauses, over=True)
    if first and one.kind == "auto":
        turned.add("first_in_line")
    now = replace(now, clauses=now.clauses | turned)
    if one.kind == "auto" or first:
        why = "the first in line is released automatically" if first else "Auto: no roll"
        return arrived(
            order, now, one, Step(f"{one.name}: {why}", rule if not first else numbers.rule)
        )
    rolled = roll(order, now, one)
    return rolled if rolled.over else arrived(order, rolled, one, None)


def arrived(order: Order, now: Rolling, one: InLine, step: Step | None) -> Rolling:
    """A Formation has been released: a Sea Tail may have missed its hex, the others enter."""
    network, numbers = order.network, order.network.rules.release
    steps = list(now.steps) + ([step] if step else [])
    if one.kind == "sea_tail":
        return sea_tail(order, replace(now, steps=tuple(steps)), one)
    hex_ = entry_hex(network, now.situation, one, order.readings)
    rule = one.rule.rule if one.rule and one.rule.place else numbers.rule
    elsewhere = one.rule is not None and (one.rule.place or one.rule.off_map)
    unsaid = now.situation.marker is None and not elsewhere
    at = hex_ or ("the Marker's hex, where it is on the map" if unsaid else "")
    where = (
        f"{one.name}: all its Units in {at}, in Column; stacking is suspended, mass modifiers "
        "apply if they are fired upon"
        if at
        else f"{one.name}: its Units do not enter this map"
    )
    steps.append(Step(where, rule, None, "", hex_))
    if now.situation.off_map and one.rule is not None and one.rule.place:
        now = replace(now, clauses=now.clauses | {"auto_off_map"})
    return entered(replace(now, steps=tuple(steps)), one, hex_)


def sea_tail(order: Order, now: Rolling, one: InLine) -> Rolling:
    """A Sea Tail released: it counts where the Marker has come far enough, else it is lost."""
    network = order.network
    chosen = gate(network, now.situation, one)
    rule = one.rule.rule if one.rule else network.rules.release.rule
    if chosen.verdict == "closed":
        why = f"{one.name}: {chosen.why}; it never arrives, and the next in line is rolled for"
        counted = order.readings.missed_sea_tail == "counted"
        after = left(now, one, Step(why, rule, verdict="closed"), missed=True)
        return replace(
            after,
            entered=after.entered + (1 if counted else 0),
            clauses=after.clauses | {"missed_sea_tail"},
        )
    if chosen.verdict == "undetermined":
        step = Step(f"{one.name}: {chosen.why}", rule, verdict="undetermined")
        needs = (*now.needs, chosen.need)
        return replace(now, steps=(*now.steps, step), needs=needs, over=True)
    part = network.rules["sea_tail"]
    division = one.rule.sea_tail if one.rule else one.name
    steps, whole = part.number("steps"), part.number("whole")
    why = (
        f"{one.name}: up to {steps} steps return to the {division} Division, out of enemy "
        f"Fire Zones (an eliminated Unit for {whole}, with its Leader); it is always in "
        "supply and has no supply drops any more"
    )
    step = Step(why, part.cite)
    return entered(replace(now, steps=(*now.steps, step)), one, "")


def entered(now: Rolling, one: InLine, hex_: str) -> Rolling:
    """The release with one more entry; Auto Formations have no marker in the Released box."""
    situation = now.situation
    if one.kind != "auto":
        situation = replace(situation, released=(*situation.released, one.name))
    place = {"formation": one.name, "kind": one.kind, **({"hex": hex_} if hex_ else {})}
    return replace(
        now,
        situation=replace(situation, queue=(situation.queue or ())[1:]),
        entered=now.entered + 1,
        placed=(*now.placed, place),
    )


def left(now: Rolling, one: InLine, step: Step, missed: bool = False) -> Rolling:
    """The release after a Formation that is passed over for good."""
    situation = replace(now.situation, queue=(now.situation.queue or ())[1:])
    if missed:
        situation = replace(situation, missed=(*situation.missed, one.name))
    return replace(now, situation=situation, steps=(*now.steps, step))


def roll(order: Order, now: Rolling, one: InLine) -> Rolling:
    """The roll for a Formation; the release is over when it fails or cannot be judged."""
    numbers = order.network.rules.release
    paid = order.dispatch.get(folded(one.name), 0)
    modifiers = modifiers_of(order, now, one, paid)
    total = sum(modifier.amount for modifier in modifiers)
    other = total - 2 * now.entered * entry_sign(order.readings, numbers)
    text = ", ".join(modifier.text() for modifier in modifiers) or "no modifiers"
    record: dict[str, Any] = {"formation": one.name, "modifier": total, "modifiers": text}
    clauses = set(now.clauses)
    if now.entered:
        # The rule and its example disagree about the sign: both sums are shown.
        clauses.add("entries")
        by_rule = total if order.readings.entries == "rule" else other
        by_example = other if order.readings.entries == "rule" else total
        record |= {"by_rule": by_rule, "by_example": by_example}
        text += f" (by the rule {by_rule:+d}, by its example {by_example:+d})"
    if one.own is not None and one.own.more_dispatch:
        clauses.add("dispatch_43rd")
    now = replace(now, clauses=frozenset(clauses))
    rule = numbers.modifier_rule
    if one.number is None:
        need = f"supply owner/formations.csv: the number on the marker of {one.name}"
        step = Step(f"{one.name}: {text}", rule, verdict="undetermined")
        return stopped(now, step, record, need)
    record["number"] = one.number
    unsaid = now.situation.needs(
        status=f"open or cut; a Cut Club Route gives {numbers.cut:+d}",
        cut_by=f"the bridges that cut it; a Cut Club Route gives {numbers.cut:+d}",
        placed=f"the Bailey Bridges ({numbers.bailey:+d}) and Bulldozers ({numbers.bulldozer:+d}) "
        "of the preceding day",
    )
    if unsaid:
        step = Step(f"{one.name}: {text}", rule, verdict="undetermined")
        return stopped(now, step, record, *unsaid)
    best = one.number - total
    if not now.dice:
        need = f"dice: the die for {one.name}, released on {best} or less"
        step = Step(f"{one.name}: needs {best} or less, {text}", rule, verdict="undetermined")
        return stopped(now, step, record, need)
    die, rest = now.dice[0], now.dice[1:]
    sum_ = die + total
    success = sum_ <= one.number
    record |= {"die": die, "total": sum_, "released": success}
    if "by_rule" in record:
        record |= {
            "total_by_rule": die + record["by_rule"],
            "total_by_example": die + record["by_example"],
        }
    why = f"{one.name}: rolled {die}, {text}: {sum_} against {one.number}"
    ends = "released" if success else "not released; no more rolls until the next 1900 turn"
    step = Step(f"{why}: {ends}", rule, verdict="open" if success else "closed")
    return replace(
        now,
        dice=rest,
        steps=(*now.steps, step),
        rolls=(*now.rolls, record),
        over=not success,
    )


def stopped(now: Rolling, step: Step, record: Mapping[str, Any], *needs: str) -> Rolling:
    """A release that cannot go on without something."""
    return replace(
        now,
        steps=(*now.steps, step),
        rolls=(*now.rolls, record),
        needs=(*now.needs, *needs),
        over=True,
    )


def entry_sign(readings: RouteReadings, numbers: Release) -> int:
    """Return the modifier for an earlier entry."""
    return numbers.entry if readings.entries == "rule" else -numbers.entry


def modifiers_of(order: Order, now: Rolling, one: InLine, paid: int) -> list[Modifier]:
    """Every modifier to a Formation's roll; all are cumulative (4.3.2)."""
    numbers, situation = order.network.rules.release, now.situation
    rule = numbers.modifier_rule
    entries = "1 entry" if now.entered == 1 else f"{now.entered} entries"
    found = [
        Modifier(numbers.bailey * situation.bailey, f"{situation.bailey} Bailey Bridges", rule),
        Modifier(
            numbers.bulldozer * situation.bulldozer, f"{situation.bulldozer} Bulldozers", rule
        ),
        Modifier(numbers.cut if situation.shut else 0, "a Cut Club Route", rule),
        Modifier(entry_sign(order.readings, numbers) * now.entered, entries, rule),
    ]
    most = numbers.most_dispatch
    if one.own is not None:
        found.append(Modifier(one.own.modifier, f"the {one.own.division} Division", one.own.rule))
        more = one.own.more_dispatch and order.readings.dispatch_43rd == "on_top"
        most = most if more else 0
    points = min(paid, most)
    found.append(Modifier(numbers.dispatch * points, f"{so_many(points, 'Dispatch Point')}", rule))
    return [modifier for modifier in found if modifier.amount]


@dataclass(frozen=True, slots=True, kw_only=True)
class RollAlone:
    """One roll for a Formation, described without a position."""

    baileys: int | None = said(POINTS, "Bailey Bridge Units placed the preceding Game Day")
    bulldozers: int | None = said(POINTS, "Bulldozers placed the preceding Game Day")
    cut: bool | None = said(YES, "whether Club Route is Cut")
    entered: int | None = said(POINTS, "Formations that have entered this turn")
    dispatch: int | None = said(POINTS, "Dispatch Points paid for this roll")
    number: int | None = said(POINTS, "the number on the Formation's marker")
    die: int | None = said(DIE, "the die, 0 to 9")


def roll_alone(order: Order, roll: RollAlone) -> Receipt:
    """What modifies one roll, and whether the Formation comes if its number and die are said.

    A modifier that nobody speaks of is needed; the others are added up.
    """
    numbers, notes = order.network.rules.release, []
    rule, points = numbers.modifier_rule, roll.dispatch
    paid = None if points is None else min(points, numbers.most_dispatch)
    worth = {
        "baileys": (numbers.bailey, roll.baileys, "Bailey Bridge", "placed the preceding day"),
        "bulldozers": (numbers.bulldozer, roll.bulldozers, "Bulldozer", "placed the preceding day"),
        "cut": (numbers.cut, roll.cut, "", "a Cut Club Route"),
        "entered": (
            entry_sign(order.readings, numbers),
            roll.entered,
            "Formation",
            "entered this turn, the first included",
        ),
        "dispatch": (
            numbers.dispatch,
            paid,
            "Dispatch Point",
            f"paid for it, {numbers.most_dispatch} at most",
        ),
    }
    told = {name: one for name, one in worth.items() if one[1] is not None}
    steps = tuple(
        Step(
            f"{each * int(many or 0):+d} for {f'{so_many(many, one)} {what}' if one else what}",
            rule,
        )
        for each, many, one, what in told.values()
        if many
    )
    needs = tuple(
        f"roll.{name}: {f'how many {one}s' if one else 'whether there is'} {what}"
        f" ({each:+d}{' each' if one else ''})"
        for name, (each, many, one, what) in worth.items()
        if many is None
    )
    total = sum(each * int(many or 0) for each, many, *_ in told.values())
    if roll.entered:
        notes.append(order.readings.chosen("entries"))
    rest = {each > 0 for each, many, *_ in worth.values() if many is None}
    now = None if roll.number is None or roll.die is None else roll.number - roll.die - total
    # What is not said can only take the die further from the number.
    settled = now is not None and rest == {now < 0}
    if needs and not settled:
        summary = f"{total:+d} so far; each modifier adds to the others [{rule}]"
        if roll.number is not None and roll.die is None:
            most = roll.number - total
            summary = f"On {most} or less with {total:+d} so far; what is left adds [{rule}]"
        return Receipt("undetermined", steps, needs=needs, summary=summary, notes=tuple(notes))
    verdict: Verdict = "decided"
    summary = f"{total:+d} in all [{rule}]"
    if roll.number is not None and roll.die is None:
        summary = f"Released on {roll.number - total} or less: {total:+d} in all [{rule}]"
    elif roll.number is not None and roll.die is not None:
        comes = roll.die + total <= roll.number
        verdict = "open" if comes else "closed"
        sum_ = f"{roll.die} {total:+d} is {roll.die + total} against {roll.number}"
        rests = "only takes off" if comes else "only adds"
        whatever = f", and what is not said {rests}" if needs else ""
        summary = f"{'Released' if comes else 'Not released'}: {sum_}{whatever} [{rule}]"
    return Receipt(verdict, steps, summary=summary, notes=tuple(notes), extra={"modifier": total})
