"""The two walks of docs/architecture.md: a question and a log go through the functions it names."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

from clubroute.rules.asking.context import Context
from clubroute.rules.cli import main
from clubroute.rules.logs.check.module import Module
from tests.logs.check.game import Game
from tests.logs.check.scenario import Scenario

DOCUMENT = (Path(__file__).parents[3] / "docs" / "architecture.md").read_text(encoding="utf-8")
QUESTION = {
    "map": "wed",
    "unit": {"id": "a", "class": "leg", "column": False, "ma": 7},
    "path": ["76.128", "76.129"],
    "state": {"units": [{"id": "a", "side": "Allied", "hex": "76.128"}]},
}


def named(heading: str) -> list[str]:
    """The files and folders of code that a section names, in order."""
    section = DOCUMENT.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    return re.findall(r"`((?:rules|builder)/[\w./]+)`", section)


def calls(run: Callable[[], int]) -> tuple[Counter[str], Counter[str]]:
    """How often each function was called, and how often each class was read from JSON."""
    called: Counter[str] = Counter()
    parsed: Counter[str] = Counter()

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            module = frame.f_globals.get("__name__", "").removeprefix("clubroute.")
            name = f"{module}.{frame.f_code.co_qualname}"
            called[name] += 1
            if name == "rules.position.record.read_parts":
                parsed[frame.f_locals["cls"].__qualname__] += 1

    sys.setprofile(note)
    try:
        run()
    finally:
        sys.setprofile(None)
    return called, parsed


def missing(names: list[str], called: Counter[str]) -> list[str]:
    """The files and folders no function of which was called."""
    modules = {name.replace(".", "/") for name in called}
    return [
        name
        for name in names
        if not any(one.startswith(f"{name.removesuffix('.py').rstrip('/')}/") for one in modules)
    ]


def test_a_question_goes_the_way_the_document_tells(context: Context) -> None:
    asked = ["ask", "move.check", json.dumps(QUESTION), "--text"]
    called, parsed = calls(lambda: main(asked))
    names = [name for name in named("One question, step by step") if name != "rules/words/"]
    assert len(names) > 5
    assert missing(names, called) == []
    assert (parsed["PathQuestion"], parsed["Position"]) == (1, 1)


def test_a_log_goes_the_way_the_document_tells(
    told: Scenario, module: Module, context: Context, tmp_path: Path
) -> None:
    (context.folder / "eagles.vmod").write_bytes(told.module)
    game = Game(told, module, context, "chit-101-501")
    game.put("101-d-2-501", "44.222")
    log = tmp_path / "game.vlog"
    log.write_bytes(game.table.recorder.log_bytes())
    called, _ = calls(lambda: main(["check", str(log), "--map", str(context.folder)]))
    names = named("One log, step by step")
    assert len(names) > 3
    assert missing(names, called) == []
