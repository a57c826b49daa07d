"""What a scenario's page has that is the series' own: bridges, Club Route, building, values."""

from __future__ import annotations

from collections.abc import Iterator

from clubroute.rules.gts.scenarios.tables import (
    bridge_text,
    bridges,
    building,
    club_route,
    command_text,
    commands,
    strikes,
)
from clubroute.rules.scenarios.book import ToldScenario
from clubroute.rules.scenarios.document import section, table


def own_sections(told: ToldScenario) -> Iterator[str]:
    """The lines of a scenario's page that tell its tables of the series."""
    one = told.scenario
    said = [(bridge_text(row), row.open, row.cite) for row in bridges(one)]
    yield from table("Bridges", ("bridge", "open", "rule"), said)
    route, built = club_route(one), building(one)
    if route is not None:
        yield from ("", "## Club Route", "", f"{route.text} [{route.cite}]")
        if route.open:
            yield f"Open: {route.open}."
    if built is not None:
        kinds = {"road blocks": built.road_blocks, "Rearguards": built.rearguards}
        rows = [
            f"{what}: {' and '.join(sides) or 'neither side'} [{built.cite}]"
            for what, sides in kinds.items()
        ]
        yield from section("Building", [*rows, *filter(None, [built.text])])
    figures = [f"{command_text(command)} [{command.cite}]" for command in commands(one)]
    yield from section("Ratings and points", figures)
    rows = []
    for strike in strikes(one):
        when = f" ({'; '.join(strike.turns)})" if strike.turns else ""
        rows.append(f"{strike.count} {strike.what}{when}: {strike.text} [{strike.cite}]")
    yield from section("Strikes before play", rows)
