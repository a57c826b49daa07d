"""Says who throws which die by a round's rules, and so which dice settle combat.

A rule is ``DIE: WHO`` with the name of a dice button. WHO is a side or a player, ``active`` or
``other`` (by the side whose chit or turn it is), ``anybody``, or ``nobody`` for a die that settles
no combat (initiative, weather). A die that no rule names settles combat, whoever throws it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from clubroute.builder.errors import InputError, Where
from clubroute.rules.logs.chat import Roll
from clubroute.rules.logs.read import Player

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
