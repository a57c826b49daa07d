"""A question about the Club Route: its rule set, map, state and the owner's tables, read once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.rules.context import Context
from clubroute.rules.gts.campaign.turns import turn_of
from clubroute.rules.gts.clubroute.fire_zones import Sees, fire_zones_of
from clubroute.rules.gts.clubroute.network import Network, Stop, network_of, scenario_network
from clubroute.rules.gts.clubroute.obstacles import Obstacles, obstacles_of
from clubroute.rules.gts.clubroute.queue import InLine, line_of
from clubroute.rules.gts.clubroute.readings import Readings
from clubroute.rules.gts.clubroute.ruleset import RuleSet, rule_set, rule_sets
from clubroute.rules.gts.clubroute.situation import Situation, situation_of
from clubroute.rules.gts.maps import map_of
from clubroute.rules.owner.tables import game_rows


@dataclass(frozen=True, slots=True)
class Question:
    """What every question about the route has in common."""

    network: Network
    situation: Situation
    obstacles: Obstacles
    readings: Readings
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


def ways_of(map: str) -> dict[str, str]:
    """The ways to play the Club Route on a map (MG 2.5 lets players choose): the rule set of each.

    That of the printed rules is called as the map, another ``<map>_<way>``.
    """
    named = [name for name in rule_sets() if name.partition("_")[0] == map]
    return {name.partition("_")[2] or "printed": name for name in named}


def rule_set_of(context: Context, map: str, played: str) -> RuleSet:
    """The rule set of a map, read once. :raises InputError: the map has no such rules."""
    choices = ways_of(map)
    if played not in choices:
        raise InputError(
            Where("params", part="rules"),
            repr(played),
            f"one of {', '.join(choices)} on map {map}",
            nearest_name(played, choices),
        )
    name = choices[played]
    key = ("clubroute rules", name)
    found: RuleSet | None = context.loaded.get(key)
    if found is None:
        found = context.loaded[key] = rule_set(name, context.folder.parent)
    return found


def question_of(context: Context, params: Mapping[str, Any], sees: Sees | None) -> Question:
    """The question some parameters ask. ``sees`` tells Lines of Sight, for Fire Zones."""
    rules = rule_set_of(context, params["map"], params.get("rules", "printed"))
    network = plain_network(context, params["map"], rules)
    scenario = params.get("scenario")
    if scenario is not None:
        found = rules.scenario(scenario)
        if found is None:
            ids = rules.scenario_ids
            raise InputError(
                Where("params", part="scenario"),
                repr(scenario),
                "a scenario with a Club Route of its own: " + (", ".join(ids) or "(none)"),
                nearest_name(scenario, ids),
            )
        network = scenario_network(network, found)
    network, known, unplaced = with_owner_stops(context, network, params["map"])
    state = params.get("state")
    readings = Readings.asked(params)
    fire = fire_zones_of(network.map, state, params.get("fire_zone"), rules.enemy, sees)
    return Question(
        network=network,
        situation=situation_of(network, state),
        obstacles=obstacles_of(network, state, params.get("bridge_rolls", {}), fire, readings),
        readings=readings,
        turn=turn_text((state or {}).get("turn")),
        stops_known=known,
        unplaced=unplaced,
    )


def plain_network(context: Context, window: str, rules: RuleSet) -> Network:
    """A map's route by a rule set, worked out once."""
    key = ("clubroute", f"{window} {rules.id}")
    found: Network | None = context.loaded.get(key)
    map = map_of(context, window)
    if found is None or found.map is not map:
        found = network_of(map, rules)
        context.loaded[key] = found
    return found


def with_owner_stops(
    context: Context, network: Network, game: str
) -> tuple[Network, bool, tuple[str, ...]]:
    """The route with the owner's Stop hexes, whether there are any, and those not on the route."""
    rows = game_rows(context, "stops", game)
    if rows is None:
        return network, False, ()
    stops, unplaced = dict(network.stops), []
    for row in rows:
        number = row.text("hex")
        hex = network.map.anywhere(number)
        if hex in network.graph.hexes:
            stops.setdefault(hex, Stop(row.text("name"), network.rules["stops"].cite, "rulebook"))
        else:
            unplaced.append(f"Stop hex {number} (owner/stops.csv) is not on the route of this map")
    return replace(network, stops=stops), True, tuple(unplaced)


def line_in(
    context: Context, question: Question, params: Mapping[str, Any]
) -> Sequence[InLine] | None:
    """The Formations in line, from the question or the owner's table; None if neither has them.

    :raises InputError: the state's queue names one the table does not.
    """
    told: Sequence[Mapping[str, Any]] | None = params.get("formations")
    if told is None:
        rows = game_rows(context, "formations", params["map"])
        if rows is not None:
            rows = tuple(sorted(rows, key=lambda row: row.number("order") or 0))
            told = [
                {
                    "formation": row.text("formation"),
                    "division": row.text("division"),
                    "kind": row.text("kind"),
                    "number": row.number("number"),
                }
                for row in rows
            ]
    queue = question.situation.queue
    if told is None and queue is None:
        return None
    return line_of(question.rules, told or (), queue)


def turn_text(turn: Any) -> str:
    """A state's turn as ``YYYY-MM-DD HHMM``, "" if it does not say.

    :raises InputError: a date or time of another form.
    """
    if not isinstance(turn, Mapping) or not turn.get("date"):
        return ""
    return str(turn_of(turn, "state.turn"))
