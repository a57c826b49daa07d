"""The tables of a game's rules, read: charts, switches, and the rule of each row."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from clubroute.rules.answer.working import any_of
from clubroute.rules.engine.fight_tables import (
    AdvanceRow,
    CombatRow,
    FireRow,
    RatingChange,
    RetreatRow,
    SupplyRow,
)
from clubroute.rules.engine.keys import ANYBODY, NEVER, NEXT, ByClass
from clubroute.rules.engine.laws import Rung, standing

ALL = -1
"""A cost that takes the whole movement allowance."""
GROUND = -2
"""The cost of a step along a Road that is no better than the ground beside it."""


@dataclass(frozen=True, slots=True)
class ChartRow:
    """A row of the Terrain Effects Chart: a terrain, what lies along a hexside, or a Road.

    ``move`` is in half-MP, None where it may not be entered or crossed, ``ALL`` for the whole
    allowance, a Road's ``GROUND`` for what the hex costs, the name of another terrain
    for what that costs; the row has no ``move`` where it says
    nothing of movement. ``lifts`` are kinds along
    a hexside that it cancels, a Road's ``hexside`` what lies along the one it crosses; ``stop``
    ends a move, ``zoc`` says by class whether Zones of Control reach into or over it, ``stack`` is
    a stacking limit of its own, ``along`` the kind of Road. ``lifts_by`` are a Road's by class.

    In combat, by ``fight_rule``: ``shift`` of columns and of the ``die``, what is done to the
    ``attack`` and ``defence`` of units by class; ``combat`` says whether there is any into or over
    it, by the attacker's class and the ``bar_rule``. Those of a hexside hold if an attack crosses
    it, with ``all`` if every attacker does. ``supply`` says whether paths of supply pass.

    A row of a hexside with ``into`` or ``out_of`` holds only for what goes into, or out of, some
    areas or terrain from, or to, a hex that is not of them: so a slope up differs from one down.
    It may hold for some ``uses`` alone. ``say`` and ``no`` are its words. Who looks over it has its
    ``height`` above the ground in the way, which is ``level``.
    """

    name: str
    rule: str
    move: ByClass | None = None
    stop: bool = False
    zoc: ByClass = ANYBODY
    stack: int | None = None
    lifts: tuple[str, ...] = ()
    along: str = ""
    fight_rule: str = ""
    shift: int = 0
    die: int = 0
    attack: ByClass | None = None
    defence: ByClass | None = None
    combat: ByClass = ANYBODY
    all: bool = False
    supply: bool = True
    into: tuple[str, ...] = ()
    out_of: tuple[str, ...] = ()
    bar_rule: str = ""
    lifts_by: ByClass | None = None
    say: ByClass | None = None
    no: str = ""
    uses: tuple[str, ...] = ()
    level: int = 0
    height: int = 0

    def says(self, class_: str | None, entered: bool) -> str:
        """How a line tells that it is entered, or crossed."""
        told: str | None = None if self.say is None else self.say.of(class_)
        return told or (self.title if entered else f"over a {self.title}")

    def refusal(self, class_: str | None, entered: bool) -> str:
        """How a line tells that it may not be entered, or crossed."""
        who = f" by {class_}" if class_ else ""
        return self.no or f"{self.title} may not be {'entered' if entered else 'crossed'}{who}"

    def lifted(self, class_: str | None) -> tuple[str, ...]:
        """What it cancels for a class."""
        told: tuple[str, ...] | None = None if self.lifts_by is None else self.lifts_by.of(class_)
        return self.lifts if told is None else told

    @property
    def title(self) -> str:
        """Its name in words."""
        return self.name.replace("_", " ")


@dataclass(frozen=True, slots=True)
class MoveRow:
    """How units move: ``minimum`` is the rule by which one hex is always allowed, "" where none is;
    ``hexes`` the most a move may have, ``allowance`` what allowances are multiplied by, rounded
    ``round``, once or after ``each`` factor; ``friends`` may be passed. ``off_road`` is what each
    hex costs more, in half-MP by class, that is not entered along a Road. ``order`` says whether
    allowances are multiplied first (``x+``) or added to (``+x``), "" if nothing does. ``enemy`` is
    the rule by which nobody moves into enemies."""

    rule: str
    minimum: str = ""
    hexes: ByClass | None = None
    allowance: RatingChange = RatingChange()
    round: str = "down"
    friends: bool = True
    off_road: ByClass | None = None
    each: bool = False
    order: str = ""
    enemy: str = ""


@dataclass(frozen=True, slots=True)
class StackLimit:
    """A limit of its own for units ``of`` some kinds, classes or states: the most units, or
    ``points``, in a hex; or those of others (``apart``) with which they stand in none."""

    rule: str
    most: int
    of: tuple[str, ...]
    points: bool = False
    apart: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StackingRow:
    """How many units, or ``points``, may be in a hex, whether by its terrain also while they move
    (``always``), the ``limits`` of single kinds, and how many in hexes of some ``terrain``."""

    rule: str
    most: int
    always: ByClass = NEVER
    free: tuple[str, ...] = ()
    points: bool = False
    limits: tuple[StackLimit, ...] = ()
    terrain: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SparedRow:
    """Units ``whom`` the zones of others, ``of`` some kinds, classes or states, do not affect,
    ``unless`` one of some stands with those."""

    rule: str
    of: tuple[str, ...]
    whom: tuple[str, ...]
    unless: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ZocRow:
    """Zones of Control. ``enter`` is ``free``, ``stop``, ``no`` or half-MP more by class; ``leave``
    and ``zone_to_zone`` are ``yes``, ``no`` or half-MP more, the latter ``first``, too. ``friend``
    is what a friendly unit lifts a zone for, ``none`` are kinds and classes without one, ``over``:
    zones reach over hexsides that the unit may not cross; ``along``: only along some kinds of Road.
    ``most`` is how many hexes in zones a move may enter. ``rules`` are those of single effects,
    ``far`` is by class how many hexes away a zone reaches, hex by hex.
    """

    rule: str
    enter: ByClass
    leave: ByClass
    zone_to_zone: ByClass
    friend: tuple[str, ...] = ()
    none: tuple[str, ...] = ()
    over: bool = True
    along: tuple[str, ...] = ()
    most: int | None = None
    spared: tuple[SparedRow, ...] = ()
    rules: Mapping[str, str] = field(default_factory=dict)
    far: ByClass = NEXT

    def rule_of(self, effect: str) -> str:
        """The rule of what a zone does, or of how many may be entered."""
        return self.rules.get(effect, self.rule)


@dataclass(frozen=True, slots=True)
class FacingRow:
    """Which way units face. ``front`` is how many hexsides are a unit's front: it steps, attacks
    and has its zone over those alone. Turning costs ``turn`` half-MP a hexside, but for ``free``
    ones after each step. ``faced`` are kinds, classes and states with a zone in the faced hex
    alone; everybody has one so if ``narrow``. ``back`` is the rule by which a unit may as its whole
    move step back into a flank or rear hex, ``together`` that by which units in a hex face one way.
    """

    rule: str
    front: int = 3
    turn: int = 0
    free: int = 0
    narrow: bool = False
    faced: tuple[str, ...] = ()
    faced_rule: str = ""
    back: str = ""
    together: str = ""
    rules: Mapping[str, str] = field(default_factory=dict)

    def rule_of(self, effect: str) -> str:
        """The rule of what facing bears on."""
        return self.rules.get(effect, self.rule)


@dataclass(frozen=True, slots=True)
class PhaseRow:
    """A phase: whose it is ("" for both sides'), what is done in it, by which classes."""

    name: str
    side: str
    does: str
    classes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class QuotaRow:
    """The ``most`` units of a side, ``of`` some kinds, classes or states or of all, that move in a
    phase of a turn."""

    rule: str
    phase: str
    most: int
    of: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnsRow:
    """The turns: the weather of each that has one, the phases in order, and their ``quotas``."""

    rule: str
    weather: Mapping[int, str] = field(default_factory=dict)
    phases: tuple[PhaseRow, ...] = ()
    quotas: tuple[QuotaRow, ...] = ()


@dataclass(frozen=True, slots=True)
class SightRow:
    """Lines of sight: the farthest hex that is seen, whether a line between two hexes is blocked by
    ``either``, and whether by what is as high as the higher end (``as_high``)."""

    rule: str
    most: int | None = None
    either: bool = False
    as_high: bool = False
    rules: Mapping[str, str] = field(default_factory=dict)

    def rule_of(self, effect: str) -> str:
        """The rule of what hides."""
        return self.rules.get(effect, self.rule)


@dataclass(frozen=True, slots=True)
class EntryRow:
    """Reinforcements: by side the areas or hexes they come in by where no list names any, what bars
    those, whether the hex is paid for, and how far ``within`` they come in where all are barred."""

    rule: str
    hexes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    enemy: bool = True
    zoc: bool = False
    pays: bool = True
    within: int = 0
    rules: Mapping[str, str] = field(default_factory=dict)

    def rule_of(self, effect: str) -> str:
        """The rule of what keeps a reinforcement off the map."""
        return self.rules.get(effect, self.rule)


@dataclass(frozen=True, slots=True)
class VictoryRow:
    """Who wins, counted at the end of a ``turn``: points by place and by the side that holds it,
    those for enemies lost by kind and for those ``unsupplied``. ``levels`` are outcomes with the
    fewest points for each, the highest first: points more than the other side, or those ``of`` one.
    """

    rule: str
    turn: int | None = None
    points: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    begin: Mapping[str, str] = field(default_factory=dict)
    lost: Mapping[str, int] = field(default_factory=dict)
    unsupplied: int = 0
    levels: tuple[tuple[str, int], ...] = ()
    of: str = ""
    rules: Mapping[str, str] = field(default_factory=dict)

    def rule_of(self, effect: str) -> str:
        """The rule of what points are given for."""
        return self.rules.get(effect, self.rule)


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """What it takes to take up a state or to leave it: half-MP by class, ``ALL`` for the whole
    allowance, None where a class may not; ``of`` are the kinds, classes or states that may, all
    where none are named. ``when``: ``first`` before the unit moves, ``last`` when
    it has moved, "" either. ``zone`` says whether also in an enemy's zone; ``not_in`` is terrain
    in which it is not done."""

    rule: str
    cost: ByClass
    when: str = ""
    zone: bool = True
    not_in: tuple[str, ...] = ()
    of: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StateRow:
    """What a state does to the movement allowance (``move``, in half-MP) and to the ratings in
    combat. ``classes`` are the classes it makes of a unit's own, ``zoc`` says whether a unit in it
    has a Zone of Control. ``take`` and ``drop`` say what it takes to change it in a move,
    ``points`` what its stacking points have more. It stands ``over`` other states. No marker shows
    one that is ``traced``: it holds while supply is cut."""

    name: str
    rule: str
    move: RatingChange | None = None
    attack: RatingChange | None = None
    defence: RatingChange | None = None
    classes: Mapping[str, str] = field(default_factory=dict)
    zoc: bool = True
    points: int = 0
    take: ChangeRow | None = None
    drop: ChangeRow | None = None
    over: tuple[str, ...] = ()
    fire: RatingChange | None = None
    traced: bool = False
    fight_rule: str = ""

    @property
    def title(self) -> str:
        """Its name in words."""
        return self.name.replace("_", " ")

    def rung(self, rating: str) -> Rung | None:
        """What it does to a rating or to the allowance (``move``); None if nothing."""
        change: RatingChange | None = getattr(self, rating)
        if change is None:
            return None
        rule = self.rule if rating == "move" else self.fight_rule or self.rule
        return Rung(change, self.title, rule, self.name, self.over)


@dataclass(frozen=True, slots=True)
class UnjudgedRow:
    """What no table says: its rule, what it bears on (``of``, on all where nothing is named), and
    whether it ``decides``: an answer of those is undetermined without it."""

    rule: str
    of: tuple[str, ...] = ()
    decides: bool = False


class Ranked(Protocol):
    """A unit as tables ask for it."""

    @property
    def kind(self) -> str | None:
        """The kind of its counter, None if that is not said."""

    def shows(self, state: str) -> bool | None:
        """Whether it is in a state; None if that is not said."""


@dataclass(frozen=True, slots=True)
class RuleTables:
    """A game's rules as they hold in one weather and phase.

    ``classes`` gives the movement class of each kind of counter, ``columns`` the columns of
    ``units.csv`` with the allowance and the ratings, by their names here. ``unjudged`` is what no
    table says, by name. ``kept`` is what was worked out by the tables alone.
    """

    short: str
    columns: Mapping[str, str] = field(default_factory=dict)
    units_rule: str = ""
    classes: Mapping[str, str] = field(default_factory=dict)
    terrain: Mapping[str, ChartRow] = field(default_factory=dict)
    hexside: Mapping[str, ChartRow] = field(default_factory=dict)
    road: Mapping[str, ChartRow] = field(default_factory=dict)
    move: MoveRow | None = None
    stacking: StackingRow | None = None
    zoc: ZocRow | None = None
    turns: TurnsRow | None = None
    states: Mapping[str, StateRow] = field(default_factory=dict)
    unjudged: Mapping[str, UnjudgedRow] = field(default_factory=dict)
    combat: CombatRow | None = None
    retreat: RetreatRow | None = None
    advance: AdvanceRow | None = None
    supply: SupplyRow | None = None
    facing: FacingRow | None = None
    sight: SightRow | None = None
    fire: FireRow | None = None
    victory: VictoryRow | None = None
    entry: EntryRow | None = None
    kept: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def sloped(self) -> bool:
        """Whether some row of a hexside holds for one direction alone."""
        found: bool | None = self.kept.get("sloped")
        if found is None:
            rows = self.hexside.values()
            found = self.kept["sloped"] = any(row.into or row.out_of for row in rows)
        return found

    def class_of(self, unit: Ranked) -> str | None:
        """The class of a unit, as its states leave it; None if its kind is not known. A state that
        nobody tells is taken not to hold."""
        own = self.classes.get(unit.kind or "")
        made = self.class_made(unit)
        return own if made is None or own is None else made.classes[own]

    def class_made(self, unit: Ranked) -> StateRow | None:
        """The state of a unit that makes another class of its own."""
        own = self.classes.get(unit.kind or "")
        rows = (one for one in self.states.values() if own in one.classes and unit.shows(one.name))
        return next(iter(standing(rows)), None)

    def is_among(self, unit: Ranked, ranks: Collection[str]) -> bool | None:
        """Whether a unit is of some kinds or classes, or in some states; None if that is not
        known."""
        if unit.kind in ranks or self.class_of(unit) in ranks:
            return True
        shown = [unit.shows(one) for one in ranks if one in self.states]
        known = unit.kind is not None or not set(ranks) - self.states.keys()
        return any_of([*shown, *([] if known else [None])])

    def spares(self, unit: Ranked, other: Ranked, beside: Iterable[Ranked]) -> bool:
        """Whether the zone of a unit does not affect another. What is not known of a state is taken
        not to hold.

        :param beside: those who stand with the unit.
        """
        return any(
            self.is_among(unit, row.of)
            and self.is_among(other, row.whom)
            and not any(self.is_among(one, row.unless) for one in beside)
            for row in (self.zoc.spared if self.zoc is not None else ())
        )

    def is_narrow(self, unit: Ranked) -> bool:
        """Whether the zone of a unit reaches into the hex it faces alone."""
        row = self.facing
        return row is not None and (row.narrow or bool(self.is_among(unit, row.faced)))

    def has_zone(self, unit: Ranked) -> bool:
        """Whether a unit has a Zone of Control."""
        none = self.zoc.none if self.zoc is not None else ()
        dazed = any(unit.shows(one.name) for one in self.states.values() if not one.zoc)
        return not dazed and unit.kind not in none and self.class_of(unit) not in none


Times: TypeAlias = tuple[str, str, str]
"""A weather, a phase and a side, "" for any."""


@dataclass(frozen=True, slots=True)
class GameRules:
    """A game's rules with all their overlays: by weather, phase and side, "" for none. ``sided``:
    some value differs by the side of who does something."""

    tables: Mapping[Times, RuleTables]
    weathers: tuple[str, ...] = ()
    sided: bool = False

    @property
    def plain(self) -> RuleTables:
        """The rules without any overlay."""
        return self.tables["", "", ""]

    def under(self, weather: str, phase: str, side: str = "") -> RuleTables:
        """The rules as they hold in a weather and a phase, for what a side does."""
        known, own = self.tables, side if self.sided else ""
        for key in ((weather, phase, own), (weather, "", own), ("", phase, own)):
            if key in known:
                return known[key]
        return known["", "", own]
