"""A question about the Club Route: its rule set, map, state and the owner's tables, read once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Literal, TypeAlias

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.rules.answer.model import Verdict
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import NOWHERE, MapFile
from clubroute.rules.gts.asked import played_in
from clubroute.rules.gts.clubroute.network import (
    RouteNetwork,
    Stop,
    network_of,
    place_of,
    scenario_network,
)
from clubroute.rules.gts.clubroute.obstacles import Obstacles, obstacles_of
from clubroute.rules.gts.clubroute.ruleset import (
    DivisionRule,
    FormationRule,
    RouteReadings,
    RuleSet,
    rule_set,
    rule_sets,
)
from clubroute.rules.gts.clubroute.situation import RouteSituation, situation_of
from clubroute.rules.gts.fire_zones import sees_on
from clubroute.rules.gts.kinds import NAME, choice
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.roster import DIVISION, roster_of
from clubroute.rules.gts.situation.zones import enemy_zones
from clubroute.rules.owner.tables import game_rows
from clubroute.rules.position.names import folded, same_group
from clubroute.rules.position.record import needed, plain, said

# The line of XXX Corps Formations: who is next, and what the rules say of each.

Kind: TypeAlias = Literal["numbered", "auto", "sea_tail"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A Formation of a list, in the order of the line."""

    formation: str = needed(NAME)
    division: str | None = said(DIVISION)
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
    """Where a Formation's Units enter, as printed; "" if they do not, or that is not known."""
    rule = one.rule
    if rule is not None and rule.place and not rule.off_map:
        if situation.off_map and readings.auto_off_map == "tracked":
            return ""
        hex_ = place_of(network.map, rule.place)
        return "" if hex_ == NOWHERE else network.number(hex_)
    if situation.off_map or (rule is not None and rule.off_map):
        return ""
    return situation.place(network.map)


@dataclass(frozen=True, slots=True)
class Question:
    """The parsed parts that all questions about the route share."""

    network: RouteNetwork
    situation: RouteSituation
    obstacles: Obstacles
    readings: RouteReadings
    turn: str
    stops_known: bool
    unplaced: tuple[str, ...]

    @property
    def rules(self) -> RuleSet:
        """The rule set that holds."""
        return self.network.rules

    @property
    def time(self) -> str:
        """The turn's time, as 1900; "" if the state does not say."""
        return self.turn[11:]


def ways_of(map_: str) -> dict[str, str]:
    """The ways to play the Club Route on a map (MG 2.5 lets players choose): the rule set of each.

    That of the printed rules is called as the map, another ``<map>_<way>``.
    """
    named = [name for name in rule_sets() if name.partition("_")[0] == map_]
    return {name.partition("_")[2] or "printed": name for name in named}


def rule_set_of(context: Context, map_: str, played: str) -> RuleSet:
    """The rule set of a map, read once. :raises InputError: the map has no such rules."""
    choices = ways_of(map_)
    if played not in choices:
        raise InputError(
            Where("params", part="rules"),
            repr(played),
            f"one of {', '.join(choices)} on map {map_}",
            nearest_name(played, choices),
        )
    name = choices[played]
    key = ("clubroute rules", name)
    found: RuleSet | None = context.loaded.get(key)
    if found is None:
        found = context.loaded[key] = rule_set(name, context.folder.parent)
    return found


WHOLE = ("campaign", "combined")
"""What is played on the whole Club Route."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a question about the route."""

    country: MapFile
    state: Position
    played: str
    scenario: str | None = None
    bridge_dice: Mapping[str, int] = field(default_factory=dict)
    readings: RouteReadings = field(default_factory=RouteReadings)


def question_of(context: Context, terms: Terms) -> Question:
    """The question on some terms, with the map's Lines of Sight at hand for Fire Zones."""
    window, state = terms.country.window, terms.state
    rules = rule_set_of(context, window, terms.played)
    network = plain_network(context, terms.country, rules)
    own = rules.scenario(played_in(None, state) or "")
    if terms.scenario is None and own is not None:
        network = scenario_network(network, own)
    elif terms.scenario is not None:
        found = rules.scenario(terms.scenario)
        if found is None and terms.scenario not in WHOLE:
            ids = rules.scenario_ids
            raise InputError(
                Where("params", part="scenario"),
                repr(terms.scenario),
                "a scenario with a Club Route of its own: " + (", ".join(ids) or "(none)"),
                nearest_name(terms.scenario, ids),
            )
        network = network if found is None else scenario_network(network, found)
    network, known, unplaced = with_owner_stops(context, network, window)
    rule = state.fire_zones.definition if state.fire_zones else None
    sees = sees_on(context, terms.country, state) if rule is not None and rule.sight else None
    zones = enemy_zones(network.map, state, rules.enemy, sees, network.graph.hexes)
    return Question(
        network=network,
        situation=situation_of(network, state),
        obstacles=obstacles_of(network, state, terms.bridge_dice, zones, terms.readings),
        readings=terms.readings,
        turn="" if state.turn is None else str(state.turn),
        stops_known=known,
        unplaced=unplaced,
    )


def plain_network(context: Context, country: MapFile, rules: RuleSet) -> RouteNetwork:
    """A map's route by a rule set, worked out once."""
    key = ("clubroute", f"{country.window} {rules.id}")
    found: RouteNetwork | None = context.loaded.get(key)
    if found is None or found.map is not country:
        found = network_of(country, rules)
        context.loaded[key] = found
    return found


def with_owner_stops(
    context: Context, network: RouteNetwork, game: str
) -> tuple[RouteNetwork, bool, tuple[str, ...]]:
    """The route with the owner's Stop hexes, whether there are any, and those not on the route."""
    rows = game_rows(context, "stops", game)
    if rows is None:
        return network, False, ()
    stops, unplaced = dict(network.stops), []
    for row in rows:
        number = row.text("hex")
        hex_ = network.map.anywhere(number)
        if hex_ in network.graph.hexes:
            stops.setdefault(hex_, Stop(row.text("name"), network.rules["stops"].cite, "rulebook"))
        else:
            unplaced.append(f"Stop hex {number} (owner/stops.csv) is not on the route of this map")
    return replace(network, stops=stops), True, tuple(unplaced)


def line_in(
    context: Context, question: Question, asked: Sequence[Listed] | None
) -> Sequence[InLine] | None:
    """The Formations in line, as asked or from the owner's table; None if neither has them.

    :raises InputError: the state's queue names one the table does not.
    """
    listed = asked
    if listed is None:
        rows = game_rows(context, "formations", question.network.map.window)
        if rows is not None:
            rows = tuple(sorted(rows, key=lambda row: row.number("order") or 0))
            listed = [
                Listed(
                    formation=row.text("formation"),
                    division=row.text("division"),
                    kind=row.text("kind") or None,
                    number=row.number("number"),
                )
                for row in rows
            ]
    queue = question.situation.queue
    if listed is None and queue is None:
        return None
    roster = roster_of(question.network.map.window)
    known = [
        replace(one, division=one.division or roster.division_of(one.formation))
        for one in listed or ()
    ]
    return line_of(question.rules, known, queue)
