"""Relations between answers to the same question in other surroundings: without the owner's tables,
where our map is changed in what no rulebook prints, in words, and by another method."""

from __future__ import annotations

import shlex
from array import array
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import groupby
from typing import Any

from clubroute.builder.errors import ClubrouteError
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.words.echo import spelled
from clubroute.rules.words.grammar import parse
from clubroute.rules.words.items import Here
from tests.rules.answer.metamorphic.answers import (
    Answer,
    Asker,
    conflict,
    has_verdict,
    is_decided,
    short,
)
from tests.rules.answer.metamorphic.fields import put
from tests.rules.answer.metamorphic.questions import Base
from tests.signature.asking import canonical

BEGINS = "begins"
LONGEST = 700
"""The characters of a question that is put into words."""


def owner(asker: Asker, base: Base, answer: Answer) -> Iterator[tuple[str, str]]:
    """R10: a table the owner has not supplied is no empty one: an answer that the rulebook alone
    decides without it is the answer with it."""
    bare = asker.without_tables(base)
    if is_decided(bare) and is_decided(answer) and bare.get("provenance") == "rulebook":
        yield "owner", conflict(bare, answer)


def empty(asker: Asker, base: Base, answer: Answer) -> Iterator[tuple[str, str]]:
    """R0: a position of which nothing is said is as none."""
    if base.method.takes_state and "state" not in base.params:
        other = asker(base.asking({**base.params, "state": {}}))
        yield "state", "" if other == answer else "an empty position is not as none"


def is_ours(country: MapFile, basis: int) -> bool:
    """Whether a fact of a map is not the rulebook's."""
    return country.bases[basis].provenance != "rulebook"


OTHER = {"clear": "woods", "polder": "woods", "woods": "clear", "village": "clear", "city": "clear"}


def other_terrain(country: MapFile) -> MapFile:
    """A map with other terrain where no rulebook prints it."""
    kinds, terrain = list(country.kinds), array(country.terrain.typecode, country.terrain)
    for hex_ in range(len(country)):
        to = OTHER.get(country.kinds[terrain[hex_]], "clear")
        if is_ours(country, country.hex_basis[hex_]) and to in kinds:
            terrain[hex_] = kinds.index(to)
    return fresh(replace(country, terrain=terrain))


def no_areas(country: MapFile) -> MapFile:
    """A map without the areas that no rulebook prints."""
    kept = tuple(area for area in country.areas if not is_ours(country, area.basis))
    return fresh(replace(country, areas=kept))


def bare_sides(country: MapFile) -> MapFile:
    """A map without the features and Roads of hexsides that no rulebook prints."""
    sides, links = {}, {}
    for place, features in country.sides.items():
        if kept := tuple(one for one in features if not is_ours(country, one.basis)):
            sides[place] = kept
    for place, roads in country.links.items():
        if left := tuple(one for one in roads if not is_ours(country, one.basis)):
            links[place] = left
    return fresh(replace(country, sides=sides, links=links))


def fresh(country: MapFile) -> MapFile:
    """A map that remembers no question."""
    return replace(country, asked={}, placed={}, printed={})


GROUNDS: Mapping[str, Callable[[MapFile], MapFile]] = {
    "map.terrain": other_terrain,
    "map.areas": no_areas,
    "map.sides": bare_sides,
}


def ground(asker: Asker, base: Base, answer: Answer) -> Iterator[tuple[str, str]]:
    """R11: an answer that rests on the rulebook stays where our map is changed in what no rulebook
    prints. A game of one's own has no other map than its author's."""
    window = base.params.get("map")
    if base.key.endswith("@plain"):
        return
    if not is_decided(answer) or answer.get("provenance") != "rulebook":
        return
    if not isinstance(window, str):
        return
    for name, changed in GROUNDS.items():
        other = asker(base, asker.on(base, window, name, changed))
        if has_verdict(other):
            yield name, conflict(answer, other)


def taken(params: Mapping[str, Any]) -> tuple[object, object, object]:
    """What words may take for granted: that a move begins, and the scenario."""
    state = params.get("state")
    within = state.get("scenario") if isinstance(state, Mapping) else None
    return params.get(BEGINS), params.get("scenario"), within


def words(asker: Asker, base: Base, answer: Answer) -> Iterator[tuple[str, str]]:
    """R12: a question in words is answered as in JSON, if the words can be read at all."""
    if not has_verdict(answer) or len(canonical(base.params)) > LONGEST:
        return
    try:
        told = [base.name, *spelled(base.params, {part.name for part in base.method.params})]
    except (LookupError, StopIteration, RuntimeError) as error:
        yield "words", f"cannot be told in words: {type(error).__name__}"
        return
    if "map" in base.params:
        told.append(f"map={base.params['map']}")
    with asker.project(base):
        try:
            asked = parse(shlex.split(" ".join(told)), Here(asker.context(base)))
        except (ClubrouteError, ValueError):
            return
        if asked.method != base.name or taken(asked.params) != taken(base.params):
            return  # words take for granted that a move begins, or the campaign, and say so
    other = asker(base.asking(dict(asked.params)))
    if not has_verdict(other):
        return
    if is_decided(answer) != is_decided(other):
        yield "words", f"JSON: {answer['verdict']}, words: {other['verdict']}"
    elif is_decided(answer):
        yield "words", conflict(answer, other) or conflict(other, answer)


CHOSEN = {"date": "1944-09-19", "time": "1100"}
"""When the Club Route is declared."""


def sisters(asker: Asker, base: Base, answer: Answer) -> Iterator[tuple[str, str]]:
    """R14: the same act asked by two methods has one answer: a declared Club Route by status, by
    trace and by choosing it; the best move by a check of its path."""
    if not is_decided(answer):
        return
    if base.key == "clubroute.status":
        yield from of_route(asker, base, answer)
    elif base.name == "move.best" and answer["verdict"] == "legal":
        yield from of_path(asker, base, answer)


def of_route(asker: Asker, base: Base, answer: Answer) -> Iterator[tuple[str, str]]:
    """The same Club Route by the other methods about it."""
    map_, state = base.params["map"], base.params.get("state", {})
    same = {name: base.params[name] for name in ("map", "state", "rules") if name in base.params}
    trace = asker(replace(base, name="clubroute.trace", params=same))
    if is_decided(trace) and not {"check", "reset", "activation", "scenario"} & base.params.keys():
        agree = trace["verdict"] == answer["verdict"]
        yield "clubroute.trace", "" if agree else f"{answer['verdict']}, trace: {trace['verdict']}"
    route = state.get("club_route", {}).get("route")
    if not route or map_ != "tdc":
        return
    before = {name: value for name, value in state.items() if name != "club_route"}
    params = {"map": map_, "route": route, "symbols": [route[0], route[-1]]}
    params["state"] = put(before, ("turn",), CHOSEN)
    choice = asker(replace(base, name="clubroute.choose", params=params))
    if choice.get("verdict") == "illegal" and answer.get("provenance") == "rulebook":
        yield "clubroute.choose", f"{answer['verdict']} by the rulebook, choose: {short(choice)}"
    elif "begins" in choice and not base.params.get("closed_by_scenario"):
        agree = choice["begins"] == answer["verdict"]
        yield "clubroute.choose", "" if agree else f"{answer['verdict']}, choose: {short(choice)}"


def of_path(asker: Asker, base: Base, answer: Answer) -> Iterator[tuple[str, str]]:
    """The path of the best move, checked."""
    path = answer.get("path") or []
    if any("via" in one for one in path):
        return  # a ferry is a step of its own
    hexes = [hex_ for hex_, _ in groupby(one["hex"] for one in path)]
    known = {part.name for part in replace(base, name="move.check").method.params}
    params = {name: value for name, value in base.params.items() if name in known}
    check = asker(replace(base, name="move.check", params={**params, "path": hexes}))
    if is_decided(check):
        cheaper = check.get("total", answer["total"]) < answer["total"]
        agree = check["verdict"] == answer["verdict"] and not cheaper
        yield "move.check", "" if agree else f"{short(answer)}, check: {short(check)}"


ELSEWHERE: Mapping[str, Callable[[Asker, Base, Answer], Iterator[tuple[str, str]]]] = {
    "R0": empty,
    "R10": owner,
    "R11": ground,
    "R12": words,
    "R14": sisters,
}
"""Each yields fields, and how the relation is broken there, "" where it holds."""
