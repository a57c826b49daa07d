"""What a page asks the room with: the queries and bodies of its addresses, declared as the
parameters of methods are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from clubroute.builder.counting import is_whole
from clubroute.builder.errors import (
    InputError,
    Where,
    nearest_name,
    one_of,
)
from clubroute.rules.asking.schema import shown
from clubroute.rules.position.record import (
    by_name,
    list_of,
    needed,
    of,
    plain,
    record,
    said,
)
from clubroute.rules.series import every_map, series_of

MOST_NAMES = 100_000
"""Things in a list, or by name: more than any position has."""
DIGITS = 9
"""Of the number of a step."""


def map_named(value: str, path: str) -> str:
    """A map's name. :raises InputError: there is no such map, with the nearest."""
    known = every_map()
    if series_of({"map": value}) is None:
        nearest = nearest_name(value, known)
        raise InputError(Where("params", part=path), shown(value), one_of(known), nearest)
    return value


def step_number(value: str, path: str) -> int:
    """The number of a step, in a query. :raises InputError: it is none."""
    if not (is_whole(value) and len(value) <= DIGITS):
        raise InputError(Where("params", part=path), shown(value), "a step")
    return int(value)


STRING = plain({"type": "string"})
TEXT = plain({"type": "string", "maxLength": 1000})
MAP = of({"type": "string", "maxLength": 1000}, map_named)
STEP = of({"type": "string"}, step_number)
WHOLE = plain({"type": "integer", "minimum": 0, "maximum": 10**DIGITS})
YES = plain({"type": "boolean"})
OBJECT = plain({"type": "object"})


@dataclass(frozen=True, slots=True, kw_only=True)
class MapAsked:
    """Which map, and on whose ground."""

    map: str = needed(MAP, "the map")
    ground: str | None = said(TEXT, "the module whose ground it is, ours if left out")


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnModuleAsked:
    """Which module of the owner's."""

    map: str = needed(MAP, "the map")
    id: str = needed(TEXT, "the name of its folder")


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnPictureAsked:
    """Which picture of it."""

    map: str = needed(MAP, "the map")
    id: str = needed(TEXT, "the name of its folder")
    name: str = needed(TEXT, "the picture's name in the module")


@dataclass(frozen=True, slots=True, kw_only=True)
class FileAsked:
    """Which file of the folder."""

    file: str = needed(TEXT, "the name of a file of the folder, or of a live game")
    after: int | None = said(STEP, "of a live game, the steps that the page has already")


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenarioAsked:
    """Which set-up."""

    map: str = needed(MAP, "the map")
    scenario: str = needed(TEXT, "the scenario")


@dataclass(frozen=True, slots=True, kw_only=True)
class DroppedFile:
    """A file that was dropped on the page; its bytes are the body."""

    name: str = said(TEXT, "the file's name", default="")


@dataclass(frozen=True, slots=True, kw_only=True)
class MomentAsked:
    """Which moment of an open file."""

    digest: str = needed(TEXT, "the file's digest")
    step: int = needed(STEP, "the steps that are played")


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodAsked:
    """Which method, as declared for a map."""

    name: str = needed(TEXT, "the method")
    map: str | None = said(MAP, "the map")


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitAsked:
    """Whose ratings."""

    map: str = needed(MAP, "the map")
    unit: str = said(TEXT, "the unit", default="")


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingsTold:
    """What stands on one face of a counter."""

    map: str = needed(MAP, "the map")
    cells: Mapping[str, str] = needed(
        by_name(plain({"type": "string", "maxLength": 100}), 100), "the row, column by column"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingAsked:
    """The question of a ruling."""

    method: str = needed(TEXT, "the method")
    params: Mapping[str, Any] = needed(OBJECT, "its parameters")


BEFORE = plain(
    {
        "type": ["object", "null"],
        "additionalProperties": False,
        "required": ["method", "spelled", "window"],
        "properties": {
            "method": {"type": "string", "maxLength": 100},
            "spelled": {
                "type": "array",
                "maxItems": 200,
                "items": {"type": "string", "maxLength": 1000},
            },
            "window": {"type": "string", "maxLength": 10},
            "looked": {"type": "string", "maxLength": 100},
            "near": {"type": "boolean"},
        },
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class WordsAsked:
    """A command in words, or its beginning."""

    text: str = said(STRING, "the command", default="")
    map: str | None = said(MAP, "the map it is about, if it names none")
    state: Mapping[str, Any] | str | None = said(
        plain({"type": ["object", "string", "null"]}), "the position it is about, or its handle"
    )
    complete: bool = said(YES, "whether to tell what may follow", default=False)
    before: Mapping[str, Any] | None = said(
        BEFORE, "the question before, which the words may go on with, as its answer told it"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TapeSource:
    """Where a page has its position from."""

    kind: str = needed(
        plain({"type": "string", "enum": ["scenario", "map", "log", "save", "position"]}),
        "what it is",
    )
    name: str | None = said(TEXT, "its name")
    digest: str | None = said(TEXT, "its digest")


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionTold:
    """A page's position."""

    map: str = needed(MAP, "the map")
    state: Mapping[str, Any] = said(OBJECT, "the position", default={})
    source: TapeSource | None = said(record(TapeSource), "where it comes from")
    step: int = said(WHOLE, "the steps of its log that are played", default=0)
    title: str = said(STRING, "what it is called", default="")
    done: tuple[str, ...] = said(list_of(STRING, MOST_NAMES), "what was done", default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class GameTold(PositionTold):
    """A page's position, to be written as a saved game."""

    moved: Mapping[str, str] = said(
        by_name(TEXT, MOST_NAMES), "pieces that stand in other hexes than in the file", default={}
    )
    unshown: bool = said(
        YES, "whether the position says what no counter shows", name="said", default=False
    )
    notes: str = said(STRING, "what its public notes shall have", default="")


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkTold(PositionTold):
    """A page's position with its counters, to be made a link."""

    counters: tuple[Mapping[str, Any], ...] | None = said(
        list_of(OBJECT, MOST_NAMES), "the counters that are shown; its units, if nobody says"
    )
    question: RulingAsked | None = said(record(RulingAsked), "a question that goes along")
    ratings: bool = said(YES, "whether the owner's ratings of its units go along", default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkAsked:
    """A link."""

    link: str = needed(STRING, "what stands after p= in its address")
