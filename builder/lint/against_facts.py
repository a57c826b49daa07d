"""The rulebooks' statements, and their slips with the readings taken."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from clubroute.builder.errors import ClubrouteError, InputError, Where
from clubroute.builder.grid import Hex
from clubroute.builder.lint.finding import Finding, Subject
from clubroute.builder.sources.cells import source_name
from clubroute.builder.survey.facts import failure
from clubroute.builder.terrain.terrain_map import TerrainMap


def facts(subject: Subject) -> Iterator[Finding]:
    """A statement of the rulebooks that the map contradicts: an error if it is stated outright.

    :raises InputError: a fact about a hex, hexside or area that does not exist.
    """
    for fact in subject.facts:
        wrong = failure(fact, subject.terrain, subject.vocabulary)
        if wrong is not None:
            said = f"{fact.predicate} {fact.object}".strip()
            yield Finding(
                "error" if fact.status == "stated" else "warning",
                "fact",
                fact.subject,
                f"{fact.id} ({fact.cite}) says {said}, but {wrong}",
                f"{source_name(fact.path)}:{fact.row}",
                hexes_of(fact.subject, subject.terrain),
            )


def hexes_of(name: str, terrain: TerrainMap) -> tuple[Hex, ...]:
    """The hexes of an area id, or of a printed hex or hexside."""
    for area in terrain.areas:
        if area.id == name:
            return area.hexes
    return tuple(terrain.lattice.parse(word) for word in name.split("/"))


def explained(
    subject: Subject, found: list[Finding], unchecked: frozenset[str] = frozenset()
) -> list[Finding]:
    """The findings with the readings: each is a note, and so is the finding it explains.

    A reading that explains a finding which is not there any more is a warning, unless its rule is
    among those ``unchecked``.

    :raises InputError: a reading about no hex, hexside or area of the map.
    """
    notes = []
    for reading in subject.readings:
        try:
            hexes_of(reading.subject, subject.terrain)
        except ClubrouteError as error:
            raise InputError(
                Where(reading.source, None, "subject"), str(error), "a hex, hexside or area id"
            ) from None
        text = f"{reading.printed}; read as {reading.read} ({reading.cite})"
        same = [f for f in found if (f.rule, f.place) == (reading.explains, reading.subject)]
        for f in same:
            found.remove(f)
            notes.append(replace(f, level="note", text=f"{f.text}: {text}", source=reading.source))
        if reading.explains in unchecked:
            continue
        if reading.explains and not same:
            gone = f"{reading.id} explains {reading.explains}, which is not found"
            notes.append(
                Finding("warning", "reading", reading.subject, gone, reading.source, reading.hexes)
            )
        elif not same:
            notes.append(
                Finding("note", "reading", reading.subject, text, reading.source, reading.hexes)
            )
    return [*found, *notes]
