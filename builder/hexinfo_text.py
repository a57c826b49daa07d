"""What is known about a hex, as lines for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from clubroute.builder.counting import so_many


def hex_lines(facts: Mapping[str, Any]) -> Iterator[str]:
    """The lines for the JSON object of :func:`clubroute.builder.hexinfo.hex_facts`."""
    name = f" {facts['name']}" if facts["name"] else ""
    yield f"{facts['hex']}{name} ({facts['lattice']})"
    others = [number for number in facts["numbers"] if number != facts["hex"]]
    if others:
        yield f"  also printed {', '.join(others)}"
    yield f"  {facts['title']}{why(facts['basis'])}"
    if facts["lon_lat"]:
        lon, lat = facts["lon_lat"]
        yield f"  {lat:.5f} N {lon:.5f} E, by the fit"
    for side in facts["hexsides"]:
        neighbour = side["neighbour"] or "the map's edge"
        yield f"hexside {side['hexside']} to {neighbour}"
        for f in side["features"]:
            note = f" ({f['note']})" if f["note"] else ""
            yield f"  {named(f['kind'], f['name'])}{note}{why(f['basis'])}"
        for road in side["roads"]:
            title = named(f"{road['kind']} {road['road']}", road["name"])
            yield f"  {title}{why(road['basis'])}"
    for pair in facts["junctions"]:
        a, b = pair["roads"]
        end = f"keep apart{why(pair['basis'])}" if pair["basis"] else "meet"
        yield f"roads {a} and {b} {end}"
    for area in facts["areas"]:
        game = f" of {area['game']}" if area["game"] else ""
        title = named(f"{area['kind']} {area['area']}", area["name"])
        yield f"area {title}{game}, {so_many(area['hexes'], 'hex')}{why(area['basis'])}"
    for fact in facts["facts"]:
        holds = f"WRONG: {fact['wrong']}" if fact["wrong"] else "holds"
        says = f"{fact['subject']} {fact['says']}"
        yield f"fact {fact['fact']} {says} ({fact['cite']}, {fact['status']}): {holds}" + place(
            fact
        )
    for reading in facts["readings"]:
        yield (
            f"reading {reading['printed']}; read as {reading['read']} ({reading['cite']})"
            + place(reading)
        )
    for board in facts["boards"]:
        x, y = board["px"]
        yield f"board {board['board']} of {board['map']} at {x}, {y} px"


def named(kind: str, name: str) -> str:
    """A kind or id with its name, if it has one."""
    return f'{kind} "{name}"' if name else kind


def why(basis: Mapping[str, str]) -> str:
    """Provenance, citation, what was replaced, and the source row, as the end of a line."""
    was = f"; was {basis['replaced']}" if basis["replaced"] else ""
    return f": {basis['provenance']}, {basis['cite']}{was}{place(basis)}"


def place(facts: Mapping[str, Any]) -> str:
    """The source row in brackets, if there is one."""
    return f" [{facts['source']}]" if facts["source"] else ""
