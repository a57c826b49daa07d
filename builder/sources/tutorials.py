"""``tutorial.toml``: guided steps through a scenario, which the Help menu of a module plays."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from clubroute.builder.sources.toml_table import TomlTable, read_toml_table

TUTORIAL_FILE = "tutorial.toml"
MOST_LEVELS = 20


@dataclass(frozen=True, slots=True)
class TutorialStep:
    """A step: ``says`` are lines for the chat. A counter (id) goes ``to`` a hex or a box, None if
    it stays, and shows levels of its layers, 1 being nothing."""

    says: tuple[str, ...]
    counter: str | None
    to: str | None
    layers: tuple[tuple[str, int], ...]
    table: TomlTable = field(compare=False)


@dataclass(frozen=True, slots=True)
class Tutorial:
    """A tutorial: what the Help menu calls it, the scenario (id) it begins with, its steps."""

    title: str
    welcome: str
    scenario: str
    steps: tuple[TutorialStep, ...]
    table: TomlTable = field(compare=False)


def read_tutorial(folder: Path) -> Tutorial | None:
    """The tutorial of a game's own folder, None without a file.

    :raises InputError: a missing or unknown key, no step.
    """
    if not (folder / TUTORIAL_FILE).exists():
        return None
    top = read_toml_table(folder / TUTORIAL_FILE)
    top.only(("title", "welcome", "scenario", "step"))
    steps = tuple(read_step(entry) for entry in top.repeats("step"))
    if not steps:
        raise top.error("step", "no steps", "at least one [[step]]")
    return Tutorial(
        top.value("title", str),
        top.value("welcome", str),
        top.value("scenario", str),
        steps,
        top,
    )


def read_step(table: TomlTable) -> TutorialStep:
    """A ``[[step]]`` table."""
    table.only(("says", "counter", "to", "layers"))
    counter = table.optional("counter") or None
    if counter is None and ({"to", "layers"} & set(table.table)):
        raise table.error("counter", "no such key", "the id of the counter")
    layers = table.inner("layers") if "layers" in table.table else None
    return TutorialStep(
        table.texts("says"),
        counter,
        table.optional("to") or None,
        tuple((name, layers.number(name, 1, MOST_LEVELS)) for name in layers.table)
        if layers
        else (),
        table,
    )
