"""A question about the Club Route: its rule set, map, state and the owner's tables, read once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.gts.asked import played_in
from clubroute.rules.gts.clubroute.network import RouteNetwork, Stop, network_of, scenario_network
from clubroute.rules.gts.clubroute.obstacles import Obstacles, obstacles_of
from clubroute.rules.gts.clubroute.queue import InLine, Listed, line_of
from clubroute.rules.gts.clubroute.readings import RouteReadings
from clubroute.rules.gts.clubroute.ruleset import RuleSet, rule_set, rule_sets
from clubroute.rules.gts.clubroute.situation import RouteSituation, situation_of
from clubroute.rules.gts.fire_zones import sees_on
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.roster import roster_of
from clubroute.rules.gts.situation.zones import enemy_zones
from clubroute.rules.owner.tables import game_rows


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
