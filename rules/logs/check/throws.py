"""Says who throws which die by a round's rules, and so which dice settle combat.

A rule is ``DIE: WHO`` with the name of a dice button. WHO is a side or a player, ``active`` or
``other`` (by the side whose chit or turn it is), ``anybody``, or ``nobody`` for a die that settles
no combat (initiative, weather). A die that no rule names settles combat, whoever throws it.
"""

from __future__ import annotations

import re
from collections.abc import (
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from clubroute.builder.errors import InputError, Where
from clubroute.builder.sources.tables import read_toml
from clubroute.rules.logs.chat import ChatKind, Roll
from clubroute.rules.logs.read import Player
from clubroute.rules.logs.replay import Moment

# Listens to what players say in the chat that a judge takes for evidence: that they announce a
# Second Action, tell of an event, or fight (``combat_words.toml``).

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


# Tells of dice that were taken back, and of those rolled again: nobody can unsee them.

UNSEEN = "why it was taken back: nobody can unsee it"
AGAIN = "whose the first roll was, and whether both players agreed to the second"


@dataclass(slots=True)
class UndoneDice:
    """Holds by dice button the step of its last roll that was taken back."""

    rolls: dict[str, int] = field(default_factory=dict)

    def seen(self, moment: Moment) -> Iterator[tuple[tuple[int, ...], str, str]]:
        """Tell of a step's dice that are taken back or rolled again: steps, why, what is open."""
        step, by = moment.index, moment.taken_back
        if moment.undo or not moment.step.signs.dice:
            return
        for roll in moment.rolls:
            shown = f"{roll.button} showed {', '.join(roll.results)}"
            first = self.rolls.pop(roll.button, None)
            if first is not None:
                why = f"{shown}, rolled again after the roll of step {first} was taken back"
                yield (first, step), why, AGAIN
            if by is not None:
                self.rolls[roll.button] = step
                yield (step, by), f"{shown}, and was taken back", UNSEEN


ACTIVE, OTHER, ANYBODY, NOBODY = "active", "other", "anybody", "nobody"
ROUND_RULES = "round.toml"
"""What a finding cites that rests on what the players of a round agreed."""
WHO = "whether it was thrown for somebody else: the report names who clicked"


@dataclass(frozen=True, slots=True)
class WrongThrow:
    """A roll by somebody who does not throw that die."""

    die: str
    thrower: str
    by_rule: str

    @property
    def why(self) -> str:
        """Say what is wrong."""
        return f"{self.die} was thrown by {self.thrower}, by the round's rules {self.by_rule} does"


@dataclass(frozen=True, slots=True)
class Throws:
    """Holds a round's rules about dice, by the name of the die."""

    rules: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, lines: Iterable[str] | None, where: str = "throws") -> Throws:
        """Read rules. :raises InputError: one is not ``DIE: WHO``, or a die has two."""
        found: dict[str, str] = {}
        for line in lines or ():
            die, colon, who = (part.strip() for part in line.rpartition(":"))
            if not (colon and die and who):
                raise InputError(
                    Where("params", part=where), repr(line), "DIE: WHO, as d10: Allied"
                )
            if die.casefold() in found:
                raise InputError(Where("params", part=where), repr(line), "one rule for each die")
            found[die.casefold()] = who
        return cls(found)

    def settles(
        self, rolls: Sequence[Roll], players: Iterable[Player], active: str
    ) -> tuple[bool, list[WrongThrow]]:
        """Tell whether a step's dice may settle combat, and who threw a die that is not theirs.

        ``active`` is the side whose chit or turn it is, "" if nobody knows. Who is not named by the
        report, or plays no side, is not known to be the wrong one.
        """
        sides = {one.name.casefold(): one.side.casefold() for one in players}
        settled, wrong = not rolls, []
        for roll in rolls:
            who = self.rules.get(roll.button.casefold(), ANYBODY)
            if who.casefold() == NOBODY:
                continue
            if self._fits(who.casefold(), roll.who.casefold(), sides, active.casefold()):
                settled = True
            else:
                wrong.append(WrongThrow(roll.button, roll.who, self._told(who, active)))
        return settled, wrong

    def _fits(self, who: str, thrower: str, sides: Mapping[str, str], active: str) -> bool:
        if who == ANYBODY or not thrower:
            return True
        if who in sides:
            return thrower == who
        side = sides.get(thrower, "")
        if not side:
            return True
        if who in (ACTIVE, OTHER):
            return not active or (side == active) == (who == ACTIVE)
        return side == who

    def _told(self, who: str, active: str) -> str:
        bare = who.casefold()
        if bare == ACTIVE:
            return f"the active side ({active})"
        return f"the side that is not active ({active} is)" if bare == OTHER else who
