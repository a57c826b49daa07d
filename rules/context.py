"""What methods may look at: compiled maps by name, opened states, the owner's data."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rules.methods import Registry
from rules.states import States


@dataclass(slots=True)
class Context:
    """The surroundings of a question.

    ``folder`` holds the compiled ``.terrain`` files. ``loaded`` keeps what was read from them,
    by kind and map name; whoever loads something puts it there. ``states`` are opened positions
    by handle, ``registry`` the methods that can be asked. Questions may be answered in several
    threads at once: a value put into ``loaded`` is complete and not changed afterwards.
    """

    folder: Path
    loaded: dict[tuple[str, str], Any] = field(default_factory=dict)
    states: States = field(default_factory=States)
    registry: Registry = field(default_factory=Registry)
