"""The tables of combat and of supply, read."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.engine.keys import ByClass
from clubroute.rules.kit.odds import shown, total

BY_CLASS = -1
ODDS, DIFFERENCE, STRENGTH, SUM = "odds", "difference", "strength", "sum"
BAR, TIMES, PLUS = "no", "x", "+"
ROUNDED = ("down", "up")
"""The ways a value with a factor may be rounded."""


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What is done to a rating or an allowance: it is multiplied, and rounded at once where it says
    which way; or something is added; or it is barred."""

    factor: Fraction = Fraction(1)
    more: int = 0
    round: str = ""

    @property
    def none(self) -> bool:
        """Whether nothing is left."""
        return not self.factor and not self.more

    @property
    def told(self) -> str:
        """In words: x1/2, +1."""
        factor = "" if self.factor == 1 else f"x{self.factor}"
        factor += f" rounded {self.round}" if self.round else ""
        more = f"{self.more:+d}" if self.more else ""
        return "none" if self.none else " ".join(filter(None, (factor, more))) or "as it is"

    @property
    def kind(self) -> str:
        """How it changes a value: a bar, a factor or an addition; "" if it does not."""
        return BAR if self.none else TIMES if self.factor != 1 else PLUS if self.more else ""

    @property
    def size(self) -> tuple[Fraction, int]:
        """By how much, the least first."""
        return self.factor, self.more


@dataclass(frozen=True, slots=True)
class Fate:
    """What a result does to one side: steps lost, hexes to retreat (``BY_CLASS``: as [retreat] has
    it for each class), or all of it."""

    steps: int = 0
    retreat: int = 0
    eliminated: bool = False

    def and_(self, other: Fate) -> Fate:
        """Both fates together."""
        both = (self.retreat, other.retreat)
        return Fate(
            self.steps + other.steps,
            BY_CLASS if BY_CLASS in both else sum(both),
            self.eliminated or other.eliminated,
        )

    def text(self, who: str) -> str:
        """In words, "" if nothing happens."""
        if self.eliminated:
            return f"{who} is eliminated"
        parts = []
        if self.steps:
            parts.append(f"loses {self.steps} step{'s' if self.steps > 1 else ''}")
        if self.retreat:
            far = f" {self.retreat} hex{'es' if self.retreat > 1 else ''}"
            parts.append(f"retreats{'' if self.retreat == BY_CLASS else far}")
        return f"{who} {' and '.join(parts)}" if parts else ""


@dataclass(frozen=True, slots=True)
class TableResult:
    """A cell of a combat table. ``words`` are the game's own for a code of its own."""

    code: str
    attacker: Fate = field(default_factory=Fate)
    defender: Fate = field(default_factory=Fate)
    words: str = ""

    def and_(self, other: TableResult) -> TableResult:
        """It with another result of the same cell."""
        words = "; ".join(filter(None, (self.words, other.words)))
        attacker, defender = self.attacker.and_(other.attacker), self.defender.and_(other.defender)
        return TableResult(self.code, attacker, defender, words)

    @property
    def text(self) -> str:
        """The result in words, with its code."""
        both = (self.attacker.text("the attacker"), self.defender.text("the defender"))
        told = "; ".join(filter(None, (*both, self.words)))
        return f"{self.code}: {told or 'no effect'}"

    def record(self) -> dict[str, Any]:
        """What happens to both sides, by name."""
        found: dict[str, Any] = {"result": self.code}
        for name in ("attacker", "defender"):
            fate: Fate = getattr(self, name)
            found[f"{name}_steps"] = fate.steps
            if fate.retreat != BY_CLASS:
                found[f"{name}_retreat"] = fate.retreat
            found[f"{name}_eliminated"] = fate.eliminated
        return found


@dataclass(frozen=True, slots=True)
class Near:
    """Units ``of`` some kinds, classes or states at most so many ``hexes`` away."""

    of: tuple[str, ...]
    hexes: int

    def __str__(self) -> str:
        """In words."""
        plural = "" if self.hexes == 1 else "es"
        return f"{' or '.join(self.of)} within {self.hexes} hex{plural}"


@dataclass(frozen=True, slots=True)
class CombatModifier:
    """One effect on a combat, while some facts hold."""

    rule: str
    when: Mapping[str, Any]
    shift: int = 0
    die: int = 0
    attack: RatingChange | None = None
    defence: RatingChange | None = None
    bars: str = ""
    say: str = ""


@dataclass(frozen=True, slots=True)
class CombatRow:
    """A combat table. ``least`` tells where each column begins: odds, a difference or a strength;
    ``cells`` are its rows by the sum of the dice. ``below``: whether an attack below the first
    column is resolved on it. ``none`` are kinds that never attack. ``most_die`` is what all
    modifiers may add to a roll or take from it at most, ``most_shift`` the most columns. ``order``
    says whether ratings are multiplied first (``x+``) or added to (``+x``), "" if nothing does; of
    factors that are the same one alone counts with ``once``."""

    rule: str
    by: str
    rounding: str
    fractions: str
    columns: tuple[str, ...]
    least: tuple[Fraction, ...]
    below: bool
    dice: int
    cells: Mapping[int, tuple[TableResult, ...]]
    modifiers: tuple[CombatModifier, ...] = ()
    none: tuple[str, ...] = ()
    most_die: int | None = None
    most_shift: int | None = None
    most_difference: int | None = None
    order: str = ""
    once: bool = False

    def cell(self, roll: int, column: int) -> TableResult:
        """The result of a modified roll, kept on the table."""
        return self.cells[min(max(roll, min(self.cells)), max(self.cells))][column]

    def worth(self, attack: Fraction, defence: Fraction) -> str:
        """How the strengths stand to each other, as players write it."""
        if self.by == ODDS:
            return f"{shown(attack)}:{shown(defence)}"
        return shown(attack) if self.by == STRENGTH else f"{shown(attack)} - {shown(defence)}"


class TableFight(ABC):
    """An attack that a table resolves, in any series: who defends, who may attack, across what."""

    work: Working
    sums_of_one = False
    """Whether the sum of a single strength is told as a sum."""

    @abstractmethod
    def defenders(self) -> Sequence[Any]:
        """The units that defend."""

    @abstractmethod
    def may_attack(self, unit: Any) -> None:
        """Judge whether a unit may attack at all."""

    @abstractmethod
    def across(self) -> Any:
        """What the attack crosses."""

    @abstractmethod
    def resolve(self) -> Receipt:
        """Work the attack out."""

    def added(self, rating: str, parts: Sequence[Fraction], fractions: str, rule: str) -> Fraction:
        """Add up the strengths of one side, and tell the sum."""
        found = total(parts, fractions)
        whole = len(parts) > 1 or self.sums_of_one
        told = f"{' + '.join(map(shown, parts))} = " if whole else ""
        self.work.say(f"{rating}: {told}{shown(found)}", rule)
        return found


@dataclass(frozen=True, slots=True)
class FireBand:
    """What a unit's strength becomes at some ranges."""

    rule: str
    hexes: frozenset[int]
    change: RatingChange


@dataclass(frozen=True, slots=True)
class FireRow:
    """A Fire Table, with how far units fire that have no range of their own (None: they need one),
    by class, and what ranges do to them."""

    table: CombatRow
    far: ByClass | None = None
    bands: tuple[FireBand, ...] = ()
    rules: Mapping[str, str] = field(default_factory=dict)

    @property
    def range_rule(self) -> str:
        """The rule of how far units fire."""
        return self.rules.get("range", self.table.rule)


@dataclass(frozen=True, slots=True)
class RetreatRow:
    """How units retreat: ``zoc`` is ``no``, ``free`` or ``lose``, a step for each hex; ``away``:
    each hex farther from where it begins; ``pays`` what comes of a unit that cannot. None goes over
    some hexsides (``not_over``). ``source``: no hex lies farther from the unit's nearest source of
    supply than the one before (``no_farther``), or each nearer (``nearer``). ``beside`` is the
    rule by which the first hex lies beside no unit that attacked, if there is another."""

    rule: str
    hexes: ByClass
    zoc: str = "no"
    away: bool = False
    pays: str = "it is eliminated"
    not_over: tuple[str, ...] = ()
    source: str = "any"
    beside: str = ""


@dataclass(frozen=True, slots=True)
class AdvanceRow:
    """How units advance: at most ``units``, into an enemy's zone or not, of which classes, none of
    some kinds, classes or states (``none``), over none of some hexsides (``not_over``); and
    ``further``, which may go one hex more, ``straight`` into the one it faces."""

    rule: str
    units: int | None = None
    zoc: bool = True
    classes: tuple[str, ...] = ()
    not_over: tuple[str, ...] = ()
    none: tuple[str, ...] = ()
    straight: bool = False
    further: AdvanceRow | None = None


@dataclass(frozen=True, slots=True)
class SupplyLeg:
    """A part of a supply path: at most so many hexes, or half-MP (``mp``), along kinds of Road or
    any ground."""

    most: ByClass | None = None
    mp: ByClass | None = None
    along: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SupplyRow:
    """Supply: by side what a path ends at (areas, hexes, kinds of counters), its legs from the
    unit on. ``passable``: only where the unit may move. ``relay``: kinds of counters one of which a
    path may lead to, and go on from over all its legs. A leg in MP costs what it costs the units of
    ``class_``, "" for the unit's own class, and is counted from the unit on, or ``from_source``.
    ``ranges`` are those of single sources, in the measure of the leg."""

    rule: str
    source: Mapping[str, tuple[str, ...]]
    legs: tuple[SupplyLeg, ...]
    enemy: bool = True
    zoc: bool = False
    passable: bool = False
    relay: tuple[str, ...] = ()
    class_: str = ""
    from_source: bool = False
    ranges: Mapping[str, ByClass] = field(default_factory=dict)
