"""What a Game Turn earns against the Club Route: Attacked and Closed markers (WED 4.3.3, S5.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from clubroute.builder.errors import InputError, Where
from clubroute.rules.gts.clubroute.network import Network
from clubroute.rules.gts.clubroute.obstacles import Obstacles
from clubroute.rules.gts.clubroute.situation import Situation
from clubroute.rules.gts.clubroute.trace import Extent, extent_of, unique
from clubroute.rules.gts.params import HEX
from clubroute.rules.model import Receipt, Step, Verdict

Earned: TypeAlias = Literal["attacked", "closed", ""]

BOX = "hells-highway"
"""Where the markers lie until a check uses them."""
EVENT_KINDS = ("direct_fire", "barrage", "unit", "minefield", "activation", "dispatch")
EVENT_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["kind"],
    "properties": {
        "kind": {"type": "string", "enum": list(EVENT_KINDS)},
        "hex": HEX,
        "side": {
            "type": "string",
            "maxLength": 100,
            "description": "who does it; German if absent",
        },
        "die": {
            "type": "integer",
            "minimum": 0,
            "maximum": 9,
            "description": "of direct fire, before modifiers",
        },
        "size": {"type": "string", "enum": ["light", "heavy"], "description": "of a barrage"},
        "placed": {
            "type": "boolean",
            "description": "whether the barrage marker was placed; true if absent",
        },
        "id": {"type": "string", "maxLength": 100, "description": "the Unit"},
        "division": {
            "type": "string",
            "maxLength": 100,
            "description": "whose Activation Chit is drawn",
        },
        "points": {
            "type": "integer",
            "minimum": 0,
            "maximum": 99,
            "description": "Dispatch Points paid against the air raid",
        },
    },
}
"""Something that happened in the turn, in the order it happened."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What an event earns, "" for nothing, and why. ``free``: it does not count for the turn."""

    earned: Earned
    why: str
    rule: str
    need: str = ""
    free: bool = False


def play(
    network: Network,
    situation: Situation,
    obstacles: Obstacles,
    events: Sequence[Mapping[str, Any]],
) -> Receipt:
    """The markers a turn's events earn. Verdict ``open``: none; ``closed``: at least one."""
    extent = extent_of(network, situation)
    before = situation
    steps: list[Step] = []
    needs: list[str] = []
    standing = [
        {"kind": "unit", "hex": network.number(hex), "id": name}
        for hex, names in sorted(obstacles.units.items())
        if hex in extent.actual or hex in extent.doubtful
        for name in names
    ]
    for index, event in enumerate((*standing, *events)):
        part = f"events[{index - len(standing)}]"
        situation, judged = happened(network, extent, situation, event, part)
        if judged.need:
            needs += [judged.need, *extent.needs]
        hex = str(event.get("hex", ""))
        verdict: Verdict | None = "undetermined" if judged.need else None
        steps.append(Step(judged.why, judged.rule, None, "", hex, verdict=verdict))
    attacked, closed = situation.attacked - before.attacked, situation.closed - before.closed
    box = network.rules.display.box(BOX).title
    return Receipt(
        "undetermined" if needs else "closed" if attacked or closed else "open",
        tuple(steps),
        needs=unique(needs),
        summary=f"{box}: {attacked} Attacked, {closed} Closed earned",
        extra={
            "earned": {"attacked": attacked, "closed": closed},
            "club_route": situation.record(network.map),
        },
    )


def happened(
    network: Network, extent: Extent, situation: Situation, event: Mapping[str, Any], part: str
) -> tuple[Situation, Judged]:
    """The situation after an event, and what it earned."""
    if event["kind"] == "dispatch":
        return paid(network, situation, event)
    judged = KINDS[event["kind"]](network, extent, situation, event, part)
    if judged.need or not judged.earned:
        return situation, judged
    attack = network.rules["attack"]
    if not judged.free:
        had = getattr(situation, f"turn_{judged.earned}")
        if had >= attack.number(f"most_{judged.earned}"):
            why = f"{judged.why}: no marker, the turn has earned its {judged.earned.title()} one"
            return situation, replace(judged, earned="", why=why)
    after = added(situation, judged.earned, judged.free)
    return after, replace(judged, why=f"{judged.why}: one {judged.earned.title()} marker")


def added(situation: Situation, earned: Earned, free: bool) -> Situation:
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
    network: Network, extent: Extent, event: Mapping[str, Any], part: str
) -> Judged | None:
    """Why an event's hex is no Club Route, or may not be; None if it is.

    :raises InputError: the event has no hex, or one that is not on the map.
    """
    rule = network.rules["attack"].cite
    if "hex" not in event:
        raise InputError(Where("params", part=f"{part}.hex"), "nothing", "the hex of the event")
    hex = network.map.id(event["hex"])
    if hex in extent.actual:
        return None
    if extent.needs and not extent.ways:
        return Judged("", "whether the hex is Club Route is not known", rule, extent.needs[0])
    if hex in extent.doubtful:
        return Judged("", "Club Route if it took this spur", rule, extent.needs[0])
    if hex in extent.potential:
        return Judged("", "only potential Club Route: no marker", rule)
    marker = bool(extent.ways) and hex == extent.ways[0][-1]
    why = "the Marker's own hex is not Club Route" if marker else "not Club Route"
    return Judged("", f"{why}: no marker", rule)


def friendly(network: Network, event: Mapping[str, Any]) -> Judged | None:
    """Why an event of the Allied player earns nothing; None for one of the German player."""
    if str(event.get("side", network.rules.enemy)).casefold() == network.rules.enemy:
        return None
    return Judged("", "only the German player attacks Club Route", network.rules["attack"].cite)


def fire(
    network: Network, extent: Extent, _: Situation, event: Mapping[str, Any], part: str
) -> Judged:
    """Direct fire at a hex: it is the act that counts, not what it does, unless it rolls a 9."""
    spared = friendly(network, event) or on_route(network, extent, event, part)
    if spared:
        return spared
    rule, miss = network.rules["attack"].cite, network.rules["attack"].number("miss")
    die = event.get("die")
    if die is None:
        need = f"{part}.die: the die of the direct fire, which earns nothing on a {miss} ({rule})"
        return Judged("", "direct fire at Club Route", rule, need)
    if die == miss:
        return Judged("", f"direct fire that rolls {die}: no marker", rule)
    return Judged("attacked", f"direct fire at Club Route, rolled {die}", rule)


def barrage(
    network: Network, extent: Extent, _: Situation, event: Mapping[str, Any], part: str
) -> Judged:
    """A Light Barrage marker on the route attacks it, a Heavy one closes it."""
    spared = friendly(network, event) or on_route(network, extent, event, part)
    if spared:
        return spared
    rule, size = network.rules["attack"].cite, event.get("size")
    if not event.get("placed", True):
        return Judged("", "no barrage marker was placed: no marker", rule)
    if size is None:
        need = f"{part}.size: whether the barrage is light or heavy ({rule})"
        return Judged("", "a barrage marker on Club Route", rule, need)
    return Judged(
        "attacked" if size == "light" else "closed", f"a {size} barrage marker on Club Route", rule
    )


def unit(
    network: Network, extent: Extent, _: Situation, event: Mapping[str, Any], part: str
) -> Judged:
    """A German Unit on the route at any time in the turn."""
    spared = friendly(network, event) or on_route(network, extent, event, part)
    name = f" ({event['id']})" if event.get("id") else ""
    return spared or Judged("closed", f"a German Unit{name} on it", network.rules["attack"].cite)


def minefield(
    network: Network, extent: Extent, _: Situation, event: Mapping[str, Any], part: str
) -> Judged:
    """A minefield that an Event has put on the route."""
    spared = on_route(network, extent, event, part)
    return spared or Judged(
        "closed", "a minefield on Club Route", network.rules["attack"].text("minefield_rule")
    )


def activation(
    network: Network, _: Extent, situation: Situation, event: Mapping[str, Any], part: str
) -> Judged:
    """A Division's Activation Chit is drawn: the air raid adds a marker of its own (S5.2)."""
    rule, raid = network.rules["raid"].cite, network.rules["raid"]
    division = str(event.get("division", ""))
    if not division:
        raise InputError(Where("params", part=f"{part}.division"), "nothing", "the Division drawn")
    hit = next((d for d in raid.words("divisions") if d.casefold() in division.casefold()), "")
    if not hit:
        return Judged("", f"the air raid does not concern {division}", rule)
    if not situation.raid:
        return Judged("", f"{hit} is drawn: there is no air raid", rule)
    if situation.raid_paid >= raid.number("stopped_by"):
        return Judged("", f"{hit} is drawn: the air raid has been paid off", rule)
    return Judged("closed", f"{hit} is drawn during the air raid", rule, free=True)


def paid(
    network: Network, situation: Situation, event: Mapping[str, Any]
) -> tuple[Situation, Judged]:
    """Dispatch Points are paid to stop the air raid."""
    rule, raid = network.rules["raid"].cite, network.rules["raid"]
    if not situation.raid:
        return situation, Judged("", "no air raid to stop", rule)
    points = min(situation.raid_paid + event.get("points", 0), raid.number("stopped_by"))
    left = raid.number("stopped_by") - points
    why = f"{points} Dispatch Points paid in all: " + (
        f"{left} still to pay" if left else "the air raid is over"
    )
    return replace(situation, raid_paid=points), Judged("", why, rule)


KINDS = {
    "direct_fire": fire,
    "barrage": barrage,
    "unit": unit,
    "minefield": minefield,
    "activation": activation,
}
"""What judges an event, by kind."""


def new_turn(situation: Situation) -> Situation:
    """The next Game Turn: it may earn its own markers."""
    return replace(situation, turn_attacked=0, turn_closed=0)
