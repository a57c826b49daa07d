"""Asking, and what two answers have in common."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from clubroute.builder.authoring.new_game import new_game
from clubroute.builder.errors import ClubrouteError
from clubroute.builder.project import Project, project_named
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context, Loaded
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.ground.maps import map_of
from tests.rules.answer.metamorphic.fields import Field
from tests.rules.answer.metamorphic.questions import Base
from tests.rules.answer.silence import TELLING
from tests.signature.asking import NEW, OWNER, ROOT, compiled, homes

Answer: TypeAlias = Mapping[str, Any]

ABOUT_ITSELF = TELLING | {"outcomes", "meanings", "as_set_up"}
CRASH = "crash"
REFUSED = "refused"
KEPT = 100_000
"""Of what a changed map is among, so many things are kept that it never makes room."""
BY_TOPIC: Mapping[str, str] = {
    "units": "as set up.* stands? in (its|their) hex|enemy unit|units that|empty ground|"
    "nobody else|state.units|units of",
    "markers": "marker|road block|ferr|barrage|rubble|men at work|strongpoint|park",
    "bridges": "bridge",
    "fire_zones": "fire zone",
    "column": "column",
    "turn": r"turn|date|day\b|night|time|as set up",
    "weather": "weather|fog",
    "history": "histor|before|so far|yet|happened",
    "scenario": "scenario|set up|campaign|limits",
    "club_route": "club route",
    "under_way": "set up|under way",
    "hex": "hex|where|ground",
    "from": "the hex it leaves",
    "to": "it enters",
    "terrain": "terrain|assumed",
    "ma": r"allowance|\bma\b",
    "side": "side|enem",
    "mounted": "mounted|transport",
    "organic": "transport|organic",
    "back": "front is taken to be up",
}
"""By field, the words by which an answer says that it leaves the field open."""


@dataclass(frozen=True, slots=True)
class Asker:
    """The surroundings of questions by game: with the owner's tables, and without."""

    full: Mapping[str, Context]
    bare: Mapping[str, Context]
    projects: Mapping[str, Path]
    grounds: dict[tuple[str, str, str], Context] = field(default_factory=dict)

    def __call__(self, base: Base, context: Context | None = None) -> Answer:
        """Answer a question; of one that is refused, why."""
        with self.project(base):
            try:
                answer = ask(context or self.context(base), base.name, base.params)
            except ClubrouteError as error:
                return {REFUSED: str(error)}
            except Exception as error:  # whatever it is, a player saw it
                return {CRASH: f"{type(error).__name__}: {error}"}
        return answer if isinstance(answer, Mapping) else {}

    def context(self, base: Base) -> Context:
        """The surroundings of a question, with the owner's tables."""
        return self.full.get(base.game) or self.full[""]

    def project(self, base: Base) -> AbstractContextManager[None]:
        """Take the project of a question's game for the one around us."""
        return project_named(self.projects.get(base.game, ROOT))

    def on(
        self, base: Base, window: str, name: str, changed: Callable[[MapFile], MapFile]
    ) -> Context:
        """The surroundings of a question with one of its maps changed."""
        key = base.game, window, name
        if key not in self.grounds:
            plain = self.context(base)
            context = Context(plain.folder, Loaded(KEPT), owner_folder=OWNER)
            with self.project(base):
                context.loaded["map", window] = changed(map_of(plain, window))
            self.grounds[key] = context
        return self.grounds[key]

    def without_tables(self, base: Base) -> Answer:
        """Answer a question where the owner has supplied nothing."""
        return self(base, self.bare.get(base.game) or self.bare[""])


def asker(shipped: Path, maps: Path) -> Asker:
    """Somebody who can be asked about every game.

    :param shipped: a folder with the compiled maps of this repository's two countries.
    :param maps: where those of small games are put.
    """
    compiled(shipped, Project(ROOT), ("example", "ombrey"))
    projects = homes(maps)
    shutil.rmtree(projects[NEW], ignore_errors=True)
    new_game(projects[NEW], NEW, rules=True)
    bare = {"": Context(shipped, owner_folder=shipped / "none")}
    for game, home in projects.items():
        bare[game] = compiled(maps / game, Project(home), (game,))
    full = {game: Context(one.folder, owner_folder=OWNER) for game, one in bare.items()}
    return Asker(full, bare, projects)


def has_verdict(answer: Answer) -> bool:
    """Whether an answer decides something, or says what it lacks."""
    return "verdict" in answer


def is_decided(answer: Answer) -> bool:
    """Whether an answer has a verdict and lacks nothing for it."""
    return answer.get("verdict", "undetermined") != "undetermined"


def why_of(answer: Answer) -> list[str]:
    """The lines of an answer."""
    return [step["why"] for step in answer.get("steps", ())]


def short(answer: Answer) -> str:
    """An answer in a line."""
    text = str(answer.get("summary") or answer.get(CRASH) or answer.get(REFUSED) or "")
    return f"{answer.get('verdict', '')}: {text}"[:200]


def results(answer: Answer) -> dict[str, Any]:
    """What an answer says of the game."""
    return {
        name: value
        for name, value in answer.items()
        if name not in ABOUT_ITSELF and value is not None
    }


def differs(value: Any, other: Any, leaf: str) -> bool:
    """Whether two results differ elsewhere than in an echo of a field."""
    if isinstance(value, dict) and isinstance(other, dict):
        return any(
            name != leaf and name in other and differs(inner, other[name], leaf)
            for name, inner in value.items()
        )
    if isinstance(value, list) and isinstance(other, list) and len(value) == len(other):
        return any(differs(a, b, leaf) for a, b in zip(value, other, strict=True))
    return bool(value != other)


def conflict(answer: Answer, other: Answer, leaf: str = "") -> str:
    """Where two decided answers differ; "" if the second only tells more."""
    if answer["verdict"] != other["verdict"]:
        return f"{answer['verdict']} → {other['verdict']}"
    if answer["verdict"] == "illegal":
        return ""  # a refusal is one whatever else it mentions
    others = results(other)
    for name, value in results(answer).items():
        if name == leaf:
            continue
        if name in others and differs(value, others[name], leaf):
            return f"{name} differs"
        if name not in others and value not in ([], {}, ""):
            return f"{name} is gone"
    return ""


def leaves_open(answer: Answer, field: Field) -> bool:
    """Whether an answer says that it leaves a field open."""
    steps = answer.get("steps", ())
    unsure = [
        step["why"]
        for step in steps
        if step.get("provenance") == "assumed"
        or "as set up" in step["why"]
        or "assumed" in step["why"]
    ]
    summary = answer.get("summary", "")
    if re.search("assumed|(?:in|out of) Column", summary):
        unsure.append(summary)
    told = " ".join([*answer.get("unchecked", ()), *answer.get("notes", ()), *unsure]).lower()
    words = [BY_TOPIC.get(field.leaf, re.escape(field.leaf.replace("_", " ")))]
    if field.path[0] in ("from", "to"):
        words.append(BY_TOPIC[str(field.path[0])])
    if field.path[0] == "state" and len(field.path) > 1:
        words += [BY_TOPIC[part] for part in field.path[1:2] if part in BY_TOPIC]
    return any(re.search(one, told) for one in words)
