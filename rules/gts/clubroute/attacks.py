"""Attacks of a Game Turn on the Club Route: Attacked and Closed markers (WED 4.3.3, S5.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from clubroute.builder.counting import so_many
from clubroute.builder.errors import InputError, Where
from clubroute.builder.provenance import Provenance
from clubroute.rules.answer.model import Receipt, Step, Verdict
from clubroute.rules.gts.clubroute.network import RouteNetwork
from clubroute.rules.gts.clubroute.obstacles import Obstacles
from clubroute.rules.gts.clubroute.situation import RouteSituation
from clubroute.rules.gts.clubroute.trace import Extent, extent_of, unique
from clubroute.rules.gts.kinds import (
    DIE,
    HEX_NUMBER,
    NAME,
    POINTS,
    SIDE,
    YES,
)
from clubroute.rules.gts.roster import DIVISION
from clubroute.rules.position.names import same_group
from clubroute.rules.position.record import needed, said, word

Earned: TypeAlias = Literal["attacked", "closed", ""]

BOX = "hells-highway"
"""Where the markers lie until a check uses them."""
EVENT_KINDS = ("direct_fire", "barrage", "unit", "minefield", "activation", "dispatch")


@dataclass(frozen=True, slots=True, kw_only=True)
class Happening:
    """An event of a turn. A field that is not said is None."""

    kind: str = needed(word(*EVENT_KINDS))
    hex: str | None = said(HEX_NUMBER)
    side: str | None = said(SIDE, "who does it; German if absent")
    die: int | None = said(DIE, "of direct fire, before modifiers")
    size: str | None = said(word("light", "heavy"), "of a barrage")
    placed: bool = said(YES, "whether the barrage marker was placed; true if absent", default=True)
    id: str | None = said(NAME, "the Unit")
    division: str | None = said(DIVISION, "whose Activation Chit is drawn")
    points: int | None = said(POINTS, "Dispatch Points paid against the air raid")


@dataclass(frozen=True, slots=True)
class JudgedEvent:
    """The markers an event earns ("" for none), and why. ``free``: not counted for the turn.

    ``basis`` is weaker than the rulebook where the map does not show the route.
    """

    earned: Earned
    why: str
    rule: str
    need: str = ""
    free: bool = False
    basis: Provenance = "rulebook"


def play(
    network: RouteNetwork,
    situation: RouteSituation,
    obstacles: Obstacles,
    events: Sequence[Happening],
) -> Receipt:
    """The markers a turn's events earn. Verdict ``open``: none; ``closed``: at least one."""
    extent = extent_of(network, situation)
    before = situation
    steps: list[Step] = []
    needs = list(obstacles.unsaid)
    for place in sorted(extent.actual | extent.doubtful):
        if names := ", ".join(obstacles.sideless.get(place, ())):
            needs.append(f"state.units: the side of {names}")
    standing = [
        Happening(kind="unit", hex=network.number(hex_), id=name)
        for hex_, names in sorted(obstacles.units.items())
        if hex_ in extent.actual or hex_ in extent.doubtful
        for name in names
    ]
    for index, event in enumerate((*standing, *events)):
        part = f"events[{index - len(standing)}]"
        situation, judged = happened(network, extent, situation, event, part)
        if judged.need:
            needs += [judged.need, *extent.needs]
        hex_ = event.hex or ""
        verdict: Verdict | None = "undetermined" if judged.need else None
        steps.append(Step(judged.why, judged.rule, None, "", hex_, judged.basis, verdict))
    attacked, closed = situation.attacked - before.attacked, situation.closed - before.closed
    box = network.rules.display.box(BOX).title
    return Receipt(
        "undetermined" if needs else "decided",
        tuple(steps),
        needs=unique(needs),
        summary="" if needs else f"{box}: {attacked} Attacked, {closed} Closed earned",
        extra={
            "earned": {"attacked": attacked, "closed": closed},
            "club_route": situation.record(network.map),
        },
    )


def happened(
    network: RouteNetwork, extent: Extent, situation: RouteSituation, event: Happening, part: str
) -> tuple[RouteSituation, JudgedEvent]:
    """The situation after an event, and what it earned."""
    if event.kind == "dispatch":
        return paid(network, situation, event)
    judged = KINDS[event.kind](network, extent, situation, event, part)
    if judged.need or not judged.earned:
        return situation, judged
    attack = network.rules["attack"]
    unsaid = situation.needs(this_turn="the markers the turn has earned before")
    if unsaid and not judged.free:
        return situation, replace(judged, earned="", need=unsaid[0])
    if not judged.free:
        had = getattr(situation, f"turn_{judged.earned}")
        if had >= attack.number(f"most_{judged.earned}"):
            why = f"{judged.why}: no marker, the turn has earned its {judged.earned.title()} one"
            return situation, replace(judged, earned="", why=why)
    after = added(situation, judged.earned, judged.free)
    return after, replace(judged, why=f"{judged.why}: one {judged.earned.title()} marker")


def added(situation: RouteSituation, earned: Earned, free: bool) -> RouteSituation:
    """The situation with one more marker in the Hell's Highway box."""
    turn = 0 if free else 1
    if earned == "attacked":
        return replace(
            situation,
            attacked=situation.attacked + 1,
            turn_attacked=situation.turn_attacked + turn,
        )
    return replace(situation, closed=situation.closed + 1, turn_closed=situation.turn_closed + turn)


def on_route(
    network: RouteNetwork, extent: Extent, event: Happening, part: str
) -> JudgedEvent | None:
    """Why an event's hex is no Club Route, or may not be; None if it is.

    :raises InputError: the event has no hex, or one that is not on the map.
    """
    rule = network.rules["attack"].cite
    if event.hex is None:
        raise InputError(Where("params", part=f"{part}.hex"), "nothing", "the hex of the event")
    hex_ = network.map.id(event.hex)
    if hex_ in extent.actual:
        return None
    if extent.needs and not extent.ways:
        return JudgedEvent("", "whether the hex is Club Route is not known", rule, extent.needs[0])
    if hex_ in extent.doubtful:
        return JudgedEvent("", "Club Route if it took this spur", rule, extent.needs[0])
    if hex_ in extent.potential:
        return JudgedEvent("", "only potential Club Route: no marker", rule)
    marker = bool(extent.ways) and hex_ == extent.ways[0][-1]
    if marker:
        return JudgedEvent("", "the Marker's own hex is not Club Route: no marker", rule)
    basis = network.map.silence_of(hex_)
    return JudgedEvent("", "not Club Route: no marker", rule, basis=basis)


def friendly(network: RouteNetwork, event: Happening) -> JudgedEvent | None:
    """Why an event of the Allied player earns nothing; None for one of the German player."""
    if event.side in (None, network.rules.enemy):
        return None
    return JudgedEvent(
        "", "only the German player attacks Club Route", network.rules["attack"].cite
    )


def fire(
    network: RouteNetwork, extent: Extent, _: RouteSituation, event: Happening, part: str
) -> JudgedEvent:
    """Direct fire at a hex: it is the act that counts, not what it does, unless it rolls a 9."""
    spared = friendly(network, event) or on_route(network, extent, event, part)
    if spared:
        return spared
    rule, miss = network.rules["attack"].cite, network.rules["attack"].number("miss")
    die = event.die
    if die is None:
        need = f"{part}.die: the die of the direct fire, which earns nothing on a {miss} ({rule})"
        return JudgedEvent("", "direct fire at Club Route", rule, need)
    if die == miss:
        return JudgedEvent("", f"direct fire that rolls {die}: no marker", rule)
    return JudgedEvent("attacked", f"direct fire at Club Route, rolled {die}", rule)


def barrage(
    network: RouteNetwork, extent: Extent, _: RouteSituation, event: Happening, part: str
) -> JudgedEvent:
    """A Light Barrage marker on the route attacks it, a Heavy one closes it."""
    spared = friendly(network, event) or on_route(network, extent, event, part)
    if spared:
        return spared
    rule, size = network.rules["attack"].cite, event.size
    if not event.placed:
        return JudgedEvent("", "no barrage marker was placed: no marker", rule)
    if size is None:
        need = f"{part}.size: whether the barrage is light or heavy ({rule})"
        return JudgedEvent("", "a barrage marker on Club Route", rule, need)
    return JudgedEvent(
        "attacked" if size == "light" else "closed", f"a {size} barrage marker on Club Route", rule
    )


def unit(
    network: RouteNetwork, extent: Extent, _: RouteSituation, event: Happening, part: str
) -> JudgedEvent:
    """A German Unit on the route at any time in the turn."""
    spared = friendly(network, event) or on_route(network, extent, event, part)
    name = f" ({event.id})" if event.id else ""
    return spared or JudgedEvent(
        "closed", f"a German Unit{name} on it", network.rules["attack"].cite
    )


def minefield(
    network: RouteNetwork, extent: Extent, _: RouteSituation, event: Happening, part: str
) -> JudgedEvent:
    """A minefield that an Event has put on the route."""
    spared = on_route(network, extent, event, part)
    return spared or JudgedEvent(
        "closed", "a minefield on Club Route", network.rules["attack"].text("minefield_rule")
    )


def activation(
    network: RouteNetwork, _: Extent, situation: RouteSituation, event: Happening, part: str
) -> JudgedEvent:
    """A Division's Activation Chit is drawn: the air raid adds a marker of its own (S5.2)."""
    rule, raid = network.rules["raid"].cite, network.rules["raid"]
    division = event.division or ""
    if not division:
        raise InputError(Where("params", part=f"{part}.division"), "nothing", "the Division drawn")
    hit = next((d for d in raid.words("divisions") if same_group(d, division)), "")
    if not hit:
        return JudgedEvent("", f"the air raid does not concern {division}", rule)
    unsaid = situation.needs(raid="whether the air raid is revealed, and what is paid against it")
    if unsaid:
        return JudgedEvent("", f"{hit} is drawn", rule, unsaid[0])
    if not situation.raid:
        return JudgedEvent("", f"{hit} is drawn: there is no air raid", rule)
    if situation.raid_paid >= raid.number("stopped_by"):
        return JudgedEvent("", f"{hit} is drawn: the air raid has been paid off", rule)
    return JudgedEvent("closed", f"{hit} is drawn during the air raid", rule, free=True)


def paid(
    network: RouteNetwork, situation: RouteSituation, event: Happening
) -> tuple[RouteSituation, JudgedEvent]:
    """Dispatch Points are paid to stop the air raid."""
    rule, raid = network.rules["raid"].cite, network.rules["raid"]
    unsaid = situation.needs(raid="whether the air raid is revealed, and what is paid against it")
    if unsaid:
        return situation, JudgedEvent("", "Dispatch Points are paid", rule, unsaid[0])
    if not situation.raid:
        return situation, JudgedEvent("", "no air raid to stop", rule)
    points = min(situation.raid_paid + (event.points or 0), raid.number("stopped_by"))
    left = raid.number("stopped_by") - points
    why = f"{so_many(points, 'Dispatch Point')} paid in all: " + (
        f"{left} still to pay" if left else "the air raid is over"
    )
    return replace(situation, raid_paid=points), JudgedEvent("", why, rule)


KINDS = {
    "direct_fire": fire,
    "barrage": barrage,
    "unit": unit,
    "minefield": minefield,
    "activation": activation,
}
"""The function that judges an event, by kind."""
