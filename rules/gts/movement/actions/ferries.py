"""Ferries: a whole Action that takes a unit over water it could not cross (2.18)."""

from __future__ import annotations

from clubroute.rules.answer.model import Step
from clubroute.rules.gts.ferries import FerryReadings
from clubroute.rules.gts.movement.graph.network import Network
from clubroute.rules.gts.situation.crossings import FerrySite
from clubroute.rules.gts.situation.mover import Mover


def ferried(
    network: Network, mover: Mover, start: int, end: int, site: FerrySite
) -> tuple[list[Step], list[str], list[str]]:
    """Return the use of a ferry: lines (a refusal among them is illegal), needs, unchecked.

    The unit must begin its activation in the hex it leaves and does nothing else.
    """
    game_map = network.map
    table = network.rules.tables[game_map.game(site.start)]
    ferry = table.ferry
    rule = ferry.assault_rule if site.assault else ferry.rule
    needs: list[str] = []
    unchecked: list[str] = []
    place = game_map.place(start, end)
    crossing = network.side(place).crossing
    refusals: list[tuple[str, str]] = []
    on_foot = mover.move_class == "leg"
    allowed = ferry.improved if site.improved else ferry.classes
    if site.assault and not ferry.assault:
        refusals.append(("there are no assault ferries in this game", ferry.assault_rule))
    elif site.improved and not ferry.improved:
        refusals.append(("there are no improved ferries in this game", ferry.improved_rule))
    if ferry.sites == "destroyed_bridge" and crossing and not network.position.bridges_told:
        unchecked.append(f"that the bridge is destroyed, as the ferry shows ({ferry.site_rule})")
    elif ferry.sites == "destroyed_bridge" and crossing != "destroyed":
        refusals.append(("a ferry is possible only where a bridge is destroyed", ferry.site_rule))
    printed = "ferry" in game_map.features(place)
    if ferry.sites == "printed" and not site.assault and not printed:
        unchecked.append(f"that a ferry is printed there ({ferry.site_rule})")
    limits = network.position.limits
    refusals += [
        (why, limits.condition(why).rule)
        for why in (limits.held.get(start), limits.shut.get(end))
        if why is not None and why != limits.freed.get(start)
    ]
    if site.side is not None and mover.side and mover.side != site.side:
        why = f"it is a {site.side} ferry: only friendly Units may use it"
        refusals.append((why, rule))
    kind, readings = site.rules, FerryReadings()
    if site.suppressed:
        refusals.append(("a Suppressed ferry does not work", kind.stop_rule or rule))
    elif site.suppressed is None:
        needs.append(f"state.markers: whether the ferry is Suppressed ({kind.stop_rule or rule})")
    if kind.stopped_by_hit(readings):
        if site.hit:
            refusals.append(("a Cohesion Hit stops the ferry", kind.hit_rule or rule))
        elif site.hit is None:
            needs.append(
                f"state.markers: whether the ferry has a Cohesion Hit ({kind.hit_rule or rule})"
            )
        if site.hit is not False and not kind.hit_stops:
            unchecked.append(readings.chosen("ferry_hit"))
    transported = mover.mounted and not site.improved
    if not on_foot and not transported and mover.move_class not in allowed:
        refusals.append(("this ferry takes Leg Units only", rule))
    if site.assault and not (on_foot or transported):
        refusals.append(("an assault ferry takes Leg Units only", rule))
    if not site.assault and not mover.column:
        refusals.append(("a Unit must be in Column to use a ferry", rule))
    if network.ground(end).enemy:
        if not site.assault:
            refusals.append(("enemy Units are in the hex ferried into", rule))
        else:
            unchecked.append(f"the Assault and its Bravery Check ({rule})")
    if site.assault:
        needs.append(f"a passed Troop Quality Check ({rule})")
    numbers = (game_map.number(start), game_map.number(end))
    lines = [Step(why, cite, None, *numbers, verdict="illegal") for why, cite in refusals]
    if not lines:
        lines.append(Step("ferried: the whole Action", rule, None, *numbers))
        if mover.organic and mover.organic != "leg" and not site.improved:
            lines.append(Step("its Organic Transport is abandoned for ever", rule))
    return lines, needs, unchecked
