"""Listens to what players say in the chat that a judge takes for evidence: that they announce a
Second Action, tell of an event, or fight (``combat_words.toml``)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from clubroute.builder.sources.tables import read_toml
from clubroute.rules.logs.chat import ChatKind
from clubroute.rules.logs.replay import Moment

COMBAT_WORDS = Path(__file__).parent / "combat_words.toml"


@dataclass(slots=True)
class Heard:
    """Holds what was said that counts as evidence.

    ``announced`` are the words that announce a Second Action; ``events`` finds what tells of an
    event, None if nothing does. ``said`` and ``told_events`` are the lines that did so under the
    chit in play; ``combat`` is true once a line told of combat.
    """

    announced: tuple[str, ...] = ()
    events: re.Pattern[str] | None = None
    said: list[str] = field(default_factory=list)
    told_events: list[str] = field(default_factory=list)
    combat: bool = False

    @classmethod
    def of(cls, announced: str | None, events: str | None) -> Heard:
        """Listen for the words of two options, | between several."""
        return cls(words_of(announced), telling(words_of(events)))

    def listen(self, moment: Moment) -> None:
        """Take note of what players say in a step."""
        for line in moment.chat if moment.step.signs.talk else ():
            if line.kind is not ChatKind.SAID:
                continue
            said = line.text.casefold()
            self.combat = self.combat or combat().search(said) is not None
            if any(word in said for word in self.announced):
                self.said.append(line.text)
            if self.events is not None and self.events.search(said):
                self.told_events.append(line.text)

    def next_chit(self) -> None:
        """Forget what was said under the chit before."""
        self.said.clear()
        self.told_events.clear()


def words_of(told: str | None) -> tuple[str, ...]:
    """Split the words of an option, | between several."""
    return tuple(word for one in (told or "").split("|") if (word := one.strip().casefold()))


def telling(words: Sequence[str]) -> re.Pattern[str] | None:
    """Make what finds a line of chat that has one of some words, and not "no" before it."""
    if not words:
        return None
    many = "|".join(map(re.escape, words))
    return re.compile(rf"(?<!\bno )(?<!\w)(?:{many})s?(?!\w)")


@cache
def combat() -> re.Pattern[str]:
    """Make what finds a line of chat about combat, in lower case, and not "no" before it."""
    words = read_toml(COMBAT_WORDS)["words"]
    many = "|".join(re.escape(word).replace(r"\*", r"\w+") for word in words)
    return re.compile(rf"(?<!\bno )\b(?:{many})\b")
