"""What the geography says of documented hexes when nobody has told it what the rulebooks say.

The compiled map cannot be used to judge the survey: rulebook rows overrule it, and surveyed woods
are kept out of drop zones. Here neither happens, so that the rulebooks' statements about terrain
are a check the outlines have not seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from clubroute.builder.grid import Hex
from clubroute.builder.sources.facts import Fact
from clubroute.builder.survey.fit import fit_controls, make_warp, ties
from clubroute.builder.survey.inputs import MapSources
from clubroute.builder.survey.outlines import Covered, survey_outlines


@dataclass(frozen=True, slots=True)
class BlindHex:
    """A hex a rulebook says something about: the terrains it allows and what the survey has.

    ``allowed`` is as in the fact: the terrains it may be, or, for ``terrain_not_in``, may not be.
    """

    fact: Fact
    allowed: tuple[str, ...]
    surveyed: str
    agrees: bool


def survey_alone(sources: MapSources) -> dict[Hex, Covered]:
    """Surveyed terrain without overrides and without keeping woods off open ground."""
    points = ties(sources.controls, sources.lattice)
    fit = fit_controls(points, str(sources.folder / "controls.csv"))
    warp = make_warp(fit.similarity, points)
    shown = frozenset(sources.lattice.hexes())
    return survey_outlines(
        sources.lattice, sources.vocabulary, warp, sources.features, shown, frozenset()
    ).terrain


def blind_hexes(
    sources: MapSources, facts: Iterable[Fact], window: str | None = None
) -> tuple[BlindHex, ...]:
    """Every statement about a hex's terrain (in a window), held against the survey alone.

    Several statements of one kind about a hex count once.
    """
    terrain = survey_alone(sources)
    shown = frozenset(sources.lattice.hexes(window))
    found: list[BlindHex] = []
    seen: set[tuple[Hex, str, str]] = set()
    for fact in facts:
        if fact.predicate not in ("terrain_in", "terrain_not_in"):
            continue
        h = sources.lattice.parse(fact.subject)
        if h not in shown or (h, fact.predicate, fact.object) in seen:
            continue
        seen.add((h, fact.predicate, fact.object))
        surveyed = terrain[h].terrain if h in terrain else sources.vocabulary.default
        words = tuple(fact.object.split())
        agrees = (surveyed in words) == (fact.predicate == "terrain_in")
        found.append(BlindHex(fact, words, surveyed, agrees))
    return tuple(found)


def blind_lines(found: Iterable[BlindHex]) -> list[str]:
    """What the survey alone has where the rulebooks say something, for a terminal."""
    counted: dict[tuple[str, str], Counter[str]] = {}
    agreeing: Counter[tuple[str, str]] = Counter()
    for one in found:
        key = one.fact.predicate, " ".join(one.allowed)
        counted.setdefault(key, Counter())[one.surveyed] += 1
        agreeing[key] += one.agrees
    lines = ["the survey alone, where the rulebooks say what a hex is or is not:"]
    for key in sorted(counted):
        word = "is" if key[0] == "terrain_in" else "is not"
        surveyed = ", ".join(f"{n} {terrain}" for terrain, n in sorted(counted[key].items()))
        total = sum(counted[key].values())
        lines.append(f"  {word} {key[1]}: {agreeing[key]} of {total} agree ({surveyed})")
    return lines
