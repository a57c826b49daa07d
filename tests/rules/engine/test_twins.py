"""It Never Snows and games of one's own have no function of one name and purpose each: what both do
stands in the table engine, or in what every series shares.

A method by which both answer a base class that is of neither is no twin: it is what that asks.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from types import FunctionType

from clubroute.rules.logs.check.judge import Judge
from clubroute.rules.plain.book import StateTaking
from clubroute.rules.plain.fight.combat import PlainFight
from clubroute.rules.plain.game import PlainPosition, PlainUnit
from clubroute.rules.plain.logcheck.judge import OwnBoard, OwnJudge, OwnMoveJudge, OwnStretch
from clubroute.rules.plain.logcheck.phases import OwnPhases
from clubroute.rules.plain.movement.trip import PlainTrip
from clubroute.rules.scs.fight.combat import Fight
from clubroute.rules.scs.games import Guess
from clubroute.rules.scs.logcheck.board import Battlefield
from clubroute.rules.scs.logcheck.judge import ScsJudge, Stretch
from clubroute.rules.scs.logcheck.phases import Phases
from clubroute.rules.scs.logcheck.verdicts import InsMoveJudge
from clubroute.rules.scs.movement.paths import Walk
from clubroute.rules.scs.position import Position, Unit
from tests.test_house import ROOT, module_name

COUNTERPARTS: Mapping[type, type] = {
    Unit: PlainUnit,
    Position: PlainPosition,
    Walk: PlainTrip,
    Guess: StateTaking,
    Fight: PlainFight,
    Battlefield: OwnBoard,
    Phases: OwnPhases,
    InsMoveJudge: OwnMoveJudge,
    Stretch: OwnStretch,
    ScsJudge: OwnJudge,
}
"""The classes of both that are of one kind; the methods of others have nothing in common."""
DIFFER: Mapping[str, tuple[str, str]] = {
    "begin": ("bridges of a set-up, and how they fare later", "its units, and its first turn"),
    "completed": ("a position, from its set-up", "a unit, from its counter"),
    "known_unit": ("the unit of a name on the roster", "the unit of a question"),
    "traced": ("by DZs, link-up, roads and Ferries", "by the legs of [supply]"),
}
"""The names that mean something else in each: what in It Never Snows, and what in the other."""


def functions_of(series: str) -> Iterator[tuple[str, Path]]:
    """The functions of a series' modules, each with its file."""
    for path in sorted((ROOT / "rules" / series).rglob("*.py")):
        module = importlib.import_module(module_name(path))
        for name, thing in vars(module).items():
            if inspect.isroutine(thing) and getattr(thing, "__module__", "") == module.__name__:
                yield name, path


def own(cls: type) -> set[str]:
    """What a class says itself that no base of its asks for, nor the check of a log."""
    asked = {name for base in (*cls.__mro__[1:], Judge) for name in vars(base)}
    kinds = property, cached_property, FunctionType
    return {
        name
        for name, one in vars(cls).items()
        if isinstance(one, kinds) and name not in asked and not name.startswith("_")
    }


def test_no_function_has_a_twin_in_the_other_series() -> None:
    here, there = (dict(functions_of(series)) for series in ("scs", "plain"))
    assert len(here) + len(there) > 300
    both = (here.keys() & there.keys()) - DIFFER.keys()
    assert not both, [f"{name}: {here[name]}, {there[name]}" for name in sorted(both)]


def test_no_method_has_a_twin_in_the_class_of_its_kind() -> None:
    twins = {
        f"{one.__name__} and {other.__name__}: {name}"
        for one, other in COUNTERPARTS.items()
        for name in (own(one) & own(other)) - DIFFER.keys()
    }
    assert not twins, sorted(twins)


def test_names_that_differ_are_there_in_both() -> None:
    functions = {*dict(functions_of("scs"))} & {*dict(functions_of("plain"))}
    methods = {name for one, other in COUNTERPARTS.items() for name in own(one) & own(other)}
    assert DIFFER.keys() <= functions | methods
