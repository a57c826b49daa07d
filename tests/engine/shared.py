"""The engines that tests share: one has a module open for all files of a run that play with it.

Each test begins a game of its own. What a test alone may do to an engine (start it with files of
its own, or kill it) it does to one of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.engine.driver import Engine
from tests.engine.prepare import EngineFiles

MOST = 2
"""So many engines run at once, those asked for last: each takes some 400 MB."""


@dataclass(slots=True)
class Engines:
    """The engines of this process, by the module that each has open."""

    files: EngineFiles
    display: str
    environment: Mapping[str, str]
    running: dict[Path, Engine] = field(default_factory=dict)

    def opened(self, module: Path) -> Engine:
        """Give the engine that has a module open, which opened without a complaint. Its adviser is
        off, whatever the file of tests did that had it before."""
        engine = self.running.pop(module, None)
        if engine is not None and engine.ended:
            engine.close()
            engine = None
        if engine is None:
            engine = self.started(module)
        self.running[module] = engine
        if engine.adviser().get("on"):
            engine.adviser("toggle")
        engine.problems.clear()
        return engine

    def started(self, module: Path) -> Engine:
        """Start one, in the place of the one that was asked for longest ago."""
        while len(self.running) >= MOST:
            self.running.pop(next(iter(self.running))).close()
        engine = Engine(self.files, self.display, module, environment=self.environment)
        try:
            engine.quiet()
            assert engine.problems == [], f"{module.name} opens with {engine.problems}"
        except BaseException:
            engine.close()
            raise
        return engine

    def close(self) -> None:
        """End them all."""
        for engine in self.running.values():
            engine.close()
        self.running.clear()
