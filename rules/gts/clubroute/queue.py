"""The line of XXX Corps Formations: who is next, and what the rules say of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, TypeAlias

from clubroute.builder.errors import InputError, Where
from clubroute.rules.answer.model import Verdict
from clubroute.rules.ground.mapfile import NOWHERE
from clubroute.rules.gts.clubroute.network import RouteNetwork, place_of
from clubroute.rules.gts.clubroute.readings import RouteReadings
from clubroute.rules.gts.clubroute.ruleset import DivisionRule, FormationRule, RuleSet
from clubroute.rules.gts.clubroute.situation import RouteSituation
from clubroute.rules.gts.kinds import NAME, choice
from clubroute.rules.position.names import folded, same_group
from clubroute.rules.position.record import needed, plain, said

Kind: TypeAlias = Literal["numbered", "auto", "sea_tail"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A Formation of a list, in the order of the line."""

    formation: str = needed(NAME)
    division: str | None = said(NAME)
    kind: str | None = said(choice("numbered", "auto", "sea_tail"))
    number: int | None = said(
        plain({"type": "integer", "minimum": 0, "maximum": 19}),
        "on its Formation Reinforcement Marker",
    )


@dataclass(frozen=True, slots=True)
class InLine:
    """A Formation in line. ``number`` is the one on its marker, None if not given or Auto."""

    name: str
    division: str
    kind: Kind
    number: int | None
    rule: FormationRule | None
    own: DivisionRule | None


def rule_for(rules: RuleSet, name: str, division: str) -> FormationRule | None:
    """Find the rule of a Formation, by its name, else by its Division."""
    for row in rules.formations:
        if folded(name) in [folded(known) for known in row.names]:
            return row
    for row in rules.formations:
        if row.division and same_group(row.division, division):
            return row
    return None


def in_line(
    rules: RuleSet, name: str, division: str = "", kind: str = "", number: int | None = None
) -> InLine:
    """A Formation with what the text says of it; what the question says comes first."""
    rule = rule_for(rules, name, division)
    own = next((row for row in rules.release.divisions if same_group(row.division, division)), None)
    found: Kind = "numbered"
    if kind in ("auto", "sea_tail"):
        found = "auto" if kind == "auto" else "sea_tail"
    elif not kind and rule is not None:
        found = "auto" if rule.auto else "sea_tail" if rule.sea_tail else "numbered"
    return InLine(name, division, found, number, rule, own)


def line_of(
    rules: RuleSet, listed: Sequence[Listed], queue: Sequence[str] | None
) -> tuple[InLine, ...]:
    """The Formations of a table in order; those of a state's queue, in its order, if it has one.

    :raises InputError: the queue names one that is not in the table.
    """
    known = {folded(one.formation): one for one in listed}
    names = [one.formation for one in listed] if queue is None else list(queue)
    found = []
    for index, name in enumerate(names):
        row = known.get(folded(name), Listed(formation=name))
        if listed and queue is not None and folded(name) not in known:
            part = f"state.club_route.queue[{index}]"
            known_names = ", ".join(one.formation for one in listed)
            raise InputError(Where("params", part=part), repr(name), f"one of {known_names}")
        found.append(in_line(rules, name, row.division or "", row.kind or "", row.number))
    return tuple(found)


def order_notes(rules: RuleSet, line: Sequence[InLine]) -> list[str]:
    """Where the line stands otherwise than the text has it."""
    place = {folded(one.name): index for index, one in enumerate(line)}
    notes = []
    for chain in rules.release.order:
        known = [name for name in chain if folded(name) in place]
        for a, b in pairwise(known):
            if place[folded(a)] > place[folded(b)]:
                notes.append(f"the text has {a} before {b} ({rules.release.order_rule})")
    return notes


@dataclass(frozen=True, slots=True)
class Gate:
    """Whether a Formation may come now: ``open``, ``closed`` or not known, and why."""

    verdict: Verdict
    why: str
    need: str = ""


def gate(network: RouteNetwork, situation: RouteSituation, one: InLine) -> Gate:
    """Whether the Marker is where a Formation needs it."""
    rule = one.rule
    if rule is None:
        return Gate("open", "")
    if rule.otherwise == "skip":
        return Gate("closed", "not used in this game")
    if situation.off_map:
        return Gate("open", "the Marker has left the map")
    if rule.off_map:
        return Gate("closed", "the Club Route Marker is still on the map")
    if not rule.at and not rule.on_map:
        return Gate("open", "")
    if situation.south:
        return Gate("closed", "the Club Route Marker has not come onto the map")
    if situation.marker is None or situation.marker == NOWHERE:
        need = "state.club_route.marker: where the Club Route Marker is"
        return Gate("undetermined", "where the Marker is is not known", need)
    here = network.number(situation.marker)
    if rule.on_map:
        if on_game_map(network, situation.marker, rule.on_map):
            return Gate("open", f"the Marker is on the {rule.on_map.upper()} map")
        return Gate("closed", f"the Marker, in {here}, is not on the {rule.on_map.upper()} map yet")
    hexes = [place_of(network.map, name) for name in rule.at]
    names = " or ".join(network.number(hex_) for hex_ in hexes if hex_ != NOWHERE)
    for hex_ in hexes:
        # A hex that this map does not show is south of all it shows.
        if hex_ == NOWHERE or situation.marker in network.graph.beyond(hex_):
            return Gate("open", f"the Marker, in {here}, has reached {names}")
    return Gate("closed", f"the Marker, in {here}, has not reached {names}")


def on_game_map(network: RouteNetwork, hex_: int, game: str) -> bool:
    """Whether a hex of the route is on a game's map. Where the maps overlap, both show it."""
    shown = network.map.lattice.window(game)
    return any(network.map.hex(hex_) in sheet for sheet in shown)


def entry_hex(
    network: RouteNetwork, situation: RouteSituation, one: InLine, readings: RouteReadings
) -> str:
    """Where a Formation's Units enter, as printed; "" if they do not enter the map."""
    rule = one.rule
    if rule is not None and rule.place and not rule.off_map:
        if situation.off_map and readings.auto_off_map == "tracked":
            return ""
        hex_ = place_of(network.map, rule.place)
        return "" if hex_ == NOWHERE else network.number(hex_)
    if situation.off_map or (rule is not None and rule.off_map):
        return ""
    return situation.place(network.map)
