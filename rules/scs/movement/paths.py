"""A declared path, step by step (``move.check``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from clubroute.builder.counting import so_many
from clubroute.rules.answer.model import Step, mp
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.kinds import ALLIED, HEX, YES
from clubroute.rules.engine.ground import Price, kind_of, prices
from clubroute.rules.engine.trip import Leap, LimitedTrip, Term
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.position.record import needed, record, said, word
from clubroute.rules.scs.games import Guess, Readings, book, tables
from clubroute.rules.scs.movement import costs
from clubroute.rules.scs.movement.costs import MoverClass, rules
from clubroute.rules.scs.position import Position, Unit
from clubroute.rules.scs.position.position import NA, division_named
from clubroute.rules.scs.situation.ground import Country, FerryWay, crossing_facts, drawn_ferry
from clubroute.rules.scs.situation.situation import Surroundings, released

# Who may move, with how many MP, and how far from whom (INS 1.6, 1.7, 1.8a, 1.14, 2.1e, 2.3).

MOVEMENT, EXPLOITATION = rules()["stacking"].words("phases")
PRINTED = "its printed movement allowance, as ma=6; or owner/ins_ratings.csv and which side is up"
MOST = 999
"""An allowance that is not said, taken for enough, in half-MP."""


def mover_class(unit: Unit, readings: Readings, guess: Guess) -> MoverClass:
    """What of a unit changes the price of a step."""
    dukw = guess.of(unit, "dukw")
    known = None if unit.ma is None else unit.ma >= rules()["heavy"].number("from")
    heavy = not dukw and guess(known, "unit.ma", PRINTED, good=False)
    return MoverClass(heavy, dukw, guess.of(unit, "oval"), readings["built_up"])


def half_mp(unit: Unit, readings: Readings, guess: Guess, work: Working) -> int:
    """Work out a unit's movement allowance in half-MP; it is 0 where it may not move."""
    na, dg, oos = (rules()[name] for name in ("na", "disorganized", "out_of_supply"))
    if not moved_at_all(unit, work):
        return 0
    if unit.ma is None:
        return MOST if guess(None, "unit.ma", PRINTED, good=True) else 0
    left = unit.ma
    if guess.of(unit, "dg"):
        left = halved(left, dg.number("times"), readings["rounding"])
        work.say(f"Disorganized, it moves with {left} of {unit.ma} MP", dg.cite)
    if guess.of(unit, "oos"):
        whole = left
        left = halved(left, oos.number("times"), "up")
        work.say(f"Out of Supply, it moves with {left} of {whole} MP", oos.cite)
    if left == 0:
        work.forbid("it has no MP to move with", na.cite)
    return 2 * left


def moved_at_all(unit: Unit, work: Working) -> bool:
    """Whether a unit moves at all; say it if its allowance is "Na"."""
    if unit.ma == NA:
        work.forbid('a unit with a movement allowance of "Na" does not move', rules()["na"].cite)
    return unit.ma != NA


def halved(value: int, times: int, rounding: str) -> int:
    """A rating divided, a half rounded up or down."""
    return -(-value // times) if rounding == "up" else value // times


def may_move(
    unit: Unit, country: Country, start: int, phase: str, guess: Guess, work: Working
) -> None:
    """Say what bars a unit from moving in a phase at all, beginning in a hex."""
    bogged(unit, country, start, guess, work)
    for why, rule in guess.bars(unit, rules()["ferry" if phase == MOVEMENT else "exploit"]):
        work.forbid(why, rule)
    if phase != MOVEMENT and unit.ferried:
        row = rules()["ferry"]
        work.say(row.text("later"), row.cite)


def bogged(unit: Unit, country: Country, start: int, guess: Guess, work: Working) -> None:
    """Say that a unit that came down in polder stays there this turn (2.1e)."""
    landed = rules()["landed"]
    if country.terrain(start) == landed.text("bars") and guess.of(unit, "dropped"):
        why, basis = "it came down in polder this turn and does not move", country.map
        work.forbid(why, landed.cite, basis.provenance_of(start), basis.number(start))


@dataclass(frozen=True, slots=True)
class Leash:
    """What keeps a unit near some hexes; none if there are no hexes."""

    country: MapFile
    start: int
    near: Sequence[int]

    def far(self, here: int) -> int:
        """How far a hex is from the nearest of them."""
        return min((self.country.between(here, one) for one in self.near), default=0)

    def holds(self, end: int) -> bool:
        """Whether the unit may end in a hex: near, or nearer than where it began."""
        if not self.near:
            return True
        far = self.far(end)
        return far <= rules()["assigned"].number("hexes") or far < self.far(self.start)

    def judge(self, work: Working, end: int) -> None:
        """Say whether the unit may end in a hex."""
        if self.near:
            most = rules()["assigned"].number("hexes")
            facts = {"leash": self.holds(end)}
            work.judge(rules()["checks"], facts, far=so_many(self.far(end), "hex"), most=most)


def of_division(country: MapFile, state: Position, unit: Unit) -> list[tuple[int, Unit]]:
    """The airborne units of the division an armour unit is assigned to, by their hexes."""
    return [
        (country.id(one.hex), one)
        for one in state.units or ()
        if one.hex is not None
        and one.assigned is None
        and one.side == ALLIED
        and one.airborne == division_named(unit.assigned or "")
    ]


def far_from_division(country: MapFile, state: Position, unit: Unit, at: int) -> dict[str, Any]:
    """The nearest airborne unit of the division a unit is assigned to, its hex and how far it is
    from a hex; empty if none is said to be in a hex.
    """
    near = [
        (country.between(at, b), one.hex or "", one.call)
        for b, one in of_division(country, state, unit)
    ]
    if not near:
        return {}
    away, hex_, call = min(near)
    return {"nearest": call, "towards": hex_, "away": away}


def drop_zones_of(country: MapFile, state: Position, unit: Unit) -> frozenset[int]:
    """The DZs, as far as they are known, that release the armour of a unit's division (2.3): those
    of the scenario's set-up, and its Glider & Divisional Troops DZ/LZ of the position.
    """
    division = division_named(unit.assigned or "")
    told = (state.drop_zones or {}).items()
    own = {country.id(hex_) for name, hex_ in told if division == (division_named(name) or name)}
    named = rules()["assigned"]["zones"].get(state.scenario or "").values.get(division or "", ())
    return frozenset(own.union(*(one.hexes for one in country.areas if one.id in named)))


def join(country: MapFile, state: Position, unit: Unit, way: Sequence[int], work: Working) -> None:
    """Note whether armour that is not released moves to be with its division, and what its way
    through a DZ releases (2.3).
    """
    if unit.assigned is None or unit.released is not False:
        return
    start, end = way[0], way[-1]
    zones = drop_zones_of(country, state, unit)
    passed = [id_ for id_ in way if id_ in zones]
    if passed:
        zone = f"{country.number(passed[0])}, a DZ of the {unit.assigned}"
        why = "from there the armour assigned to it is released"
        work.note(f"it passes {zone}: {why} ({rules()['assigned'].cite})")
    before = far_from_division(country, state, unit, start)
    after = far_from_division(country, state, unit, end)
    row = rules()["assigned"]
    if not after:
        work.leave(f"that it moves to be with its division ({row.cite}): its units are not said")
        return
    ways = {True: "nearer to it", False: "no nearer to it: it must move to be with its division"}
    nearer = ways[after["away"] < before["away"] or not after["away"]]
    call = f"the nearest airborne unit of its division, {after['nearest']} in {after['towards']}"
    work.note(f"it ends {so_many(after['away'], 'hex')} from {call}, {nearer} ({row.cite})")


def leash_of(
    country: MapFile, state: Position, unit: Unit, start: int, guess: Guess, work: Working
) -> Leash:
    """The leash of a unit that begins in a hex; it holds none but released armour."""
    if not released(unit, guess):
        return Leash(country, start, ())
    near = [at for at, _ in of_division(country, state, unit)]
    if not near:
        work.leave(f"how far its division's airborne units are ({rules()['assigned'].cite})")
    return Leash(country, start, near)


OFF_ROAD, BY_FERRY = "off_road", "ferry"
OWN_SIDE = "whose unit crosses: an engineer's Ferry carries its own side only"
VIA = (*costs.roads(), OFF_ROAD, BY_FERRY)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stride:
    """A hex of a declared path: how it is entered, and whether by overrun."""

    hex: str = needed(HEX, "the hex")
    via: str | None = said(word(*VIA), "how it is entered; the cheapest way if left out")
    overrun: bool = said(YES, "whether the enemy there is overrun", default=False)


STRIDE = record(Stride, short="hex")


# What of a position limits a unit's move (INS 1.5, 1.13, 1.14, 2.2, SCS series).

HELD = "held"
"""The term of hexes with enemies, which an overrun enters."""


def terms_of(situation: Surroundings, start: int, phase: str, readings: Readings) -> Iterator[Term]:
    """The terms of a unit's move from a hex."""
    here, zones, series = situation, situation.zones, "SCS series"
    yield Term("enemy units are in {hex}", series, closed=here.enemies.keys(), name=HELD)
    full = rules()["full_hex_bridge"].cite
    why = "a friendly unit is on the Full Hex Bridge {hex}, which holds one"
    yield Term(why, full, closed=frozenset(id_ for id_ in here.friends if here.shut(id_)))
    bound = rules()["boundary"].cite
    yield Term("{hex} is outside the XXX Corps Boundary", bound, closed=here.bounds(start))
    row = rules()["march"]["shut"]["outside"]
    yield Term(row.text("no"), row.cite, closed=here.outside)
    if readings["zoc_stops"] == "stop":
        why = "the unit has entered an enemy Zone of Control and stops"
        yield Term(why, series, stops=zones)
    if readings["zoc_to_zoc"] == "may_not" and start in zones:
        why = "it may not go from one enemy Zone of Control into another"
        yield Term(why, series, first=zones)
    why = "no unit may stop in {hex}, an Enclosed hex"
    yield Term(why, rules()["enclosed"].cite, bare=here.country.enclosed)
    if phase == MOVEMENT:
        open_ = [one for one in here.ferries if may_cross(here, one)]
        yield Term(leaps=[Leap(one.start, one.end, one) for one in open_])


def may_cross(situation: Surroundings, ferry: FerryWay) -> bool:
    """Whether a Ferry has a crossing left this turn, and room for a unit on the far bank."""
    facts = crossing_facts(None, ferry.used, situation.room(ferry.end) > 0)
    return ferry.end not in situation.enemies and False not in facts.values()


@dataclass(slots=True)
class Walk:
    """A unit on its way. ``left`` is in half-MP; ``over`` says why it may not go on; ``settled``
    are the Prepared Bridges on which the German has decided; ``now`` is the phase that is said,
    ``way`` the hexes entered.
    """

    situation: Surroundings
    unit: Unit
    readings: Readings
    guess: Guess
    work: Working
    phase: str
    left: int
    leash: Leash
    at: int
    move: LimitedTrip
    spent: int = 0
    over: tuple[str, str] = ("", "")
    settled: set[str] = field(default_factory=set)
    now: str | None = None
    way: list[int] = field(default_factory=list)

    @property
    def country(self) -> Country:
        """The map as the position has it."""
        return self.situation.country

    @property
    def mover(self) -> costs.MoverClass:
        """What of the unit changes the price of a step."""
        return mover_class(self.unit, self.readings, self.guess)

    @property
    def map(self) -> MapFile:
        """The compiled map."""
        return self.country.map

    def line(self, a: int, b: int, step: Step) -> None:
        """Add a line about a step from a hex to a hex."""
        told = replace(step, start=self.map.number(a), end=self.map.number(b))
        self.work.steps.append(told)

    def bar(self, b: int, why: str, rule: str) -> None:
        """Add a line that forbids a step into a hex."""
        self.line(self.at, b, Step(why, rule, verdict="illegal"))

    def go(self, stride: Stride, b: int) -> None:
        """Take a step, or say why it is forbidden."""
        if self.over[0]:
            self.bar(b, *self.over)
            return
        if stride.via == BY_FERRY:
            self.cross(b)
            return
        if b not in self.map.around(self.at):
            self.bar(b, "the hexes are not adjacent", costs.rules()["mixed"].cite)
            return
        a = self.at
        self.entry(stride, b)
        place = self.map.place(a, b)
        price = self.overrun(b) if stride.overrun else self.price(stride, b, place)
        for step in price.steps:
            self.line(a, b, step)
        self.pay(a, b, price.half_mp or 0)
        self.warn(b, place)
        self.at = b
        self.way.append(b)
        self.over = self.move.stopped(b) or self.over

    def follow(self, path: Sequence[Stride], ids: Sequence[int]) -> None:
        """Take a declared path from its first hex on, and judge where it ends."""
        for stride, id_ in zip(path[1:], ids[1:], strict=True):
            if self.work.verdict != "illegal":
                self.go(stride, id_)
        if self.work.verdict != "illegal":
            self.stop()
            self.leash.judge(self.work, self.at)
            self.joins(ids)

    def joins(self, way: Sequence[int]) -> None:
        """Note whether armour that is not released moves to be with its division."""
        join(self.map, self.situation.board.state, self.unit, way, self.work)

    @property
    def freed(self) -> bool:
        """Whether the unit is assigned armour that is released, or has passed a DZ that does it."""
        zones = drop_zones_of(self.map, self.situation.board.state, self.unit)
        return released(self.unit, self.guess) or not zones.isdisjoint(self.way)

    def entry(self, stride: Stride, b: int) -> None:
        """Say what keeps the unit out of a hex it would enter."""
        but = HELD if stride.overrun else ""
        for why, rule in self.move.shut(b, first=self.spent == 0, but=but):
            self.bar(b, why, rule)

    def price(self, stride: Stride, b: int, place: int) -> Price:
        """The price of a step by the way that is declared, else by the cheapest."""
        country, via = self.country, stride.via
        if via is None:
            return country.price(place, self.mover)
        along = frozenset[str]() if via == OFF_ROAD else frozenset((via,))
        if not along <= country.along(place):
            why = f"no {via.replace('_', ' ')} runs from the hex before"
            return country.sure(place, costs.refused(why, tables().road[via].rule))
        rules = self.mover.rules
        kind = kind_of(rules, country, place)._replace(roads=along)
        return country.sure(place, next(prices(rules, kind, self.mover.class_)))

    def pay(self, a: int, b: int, half_mp: int) -> None:
        """Spend MP, and say if they are not left."""
        self.spent += half_mp
        if self.spent > self.left and not self.work.forbidden:
            why = f"{mp(self.spent)} MP are spent, of {mp(self.left)}"
            self.bar(b, why, "SCS series")

    def warn(self, b: int, place: int) -> None:
        """Note what a step sets off, and what is not known of its bridge."""
        country = self.country
        if self.situation.side == ALLIED:
            decision(self.work, country, b, self.settled)
        unsure = country.bridged(place) and place not in (country.light.keys() | country.built)
        if self.mover.oval and unsure and costs.LIGHT not in country.sides(place):
            hexside = f"{self.map.number(place // 6)}/{self.map.number(b)}"
            self.work.leave(f"state.bridges: whether {hexside} is a Light Bridge, as printed")

    def overrun(self, b: int) -> Price:
        """The price of an overrun, with what forbids it (1.17)."""
        row = costs.rules()["overrun"]
        if b not in self.situation.enemies:
            self.bar(b, "no enemy unit is there to overrun", row.cite)
        for why, rule in self.no_overrun(self.at, b):
            self.bar(b, why, rule)
        self.work.leave("whether the overrun succeeds: its combat")
        cost = 2 * row.number("mp")
        return Price(cost, (Step("an overrun, whatever the terrain costs", row.cite, cost),))

    def no_overrun(self, a: int, b: int) -> Iterator[tuple[str, str]]:
        """Why the unit may not overrun enemies from a hex beside theirs, and by which rule (1.5,
        1.6a, 1.17, 2.3, chart)."""
        country, place = self.country, self.map.place(a, b)
        yield from self.guess.bars(self.unit, costs.rules()["overrun"])
        yield from costs.overrun_bars((country.terrain(b),), country.sides(place))
        if self.situation.room(a) < 1:
            why = f"{self.map.number(a)} is overstacked: no overrun out of it"
            yield why, costs.rules()["stacking"].cite
        if self.unit.assigned is not None and not self.freed:
            why = "assigned armour does not overrun before it is released"
            yield why, costs.rules()["assigned"].cite

    def cross(self, b: int) -> None:
        """Cross by Ferry: no MP, and the move ends."""
        row, a = book("bridges")["ferry"], self.at
        found = self.ferry(b)
        if found is None:
            return
        if not self.guess(found.serves(self.situation.side), "unit.side", OWN_SIDE, good=True):
            own = book("bridges")["crossing"]["own"]
            self.bar(b, own.text("no"), own.cite)
        if not self.guess.of(self.unit, "moves", "crosses"):
            self.bar(b, "it may not move at all", costs.rules()["na"].cite)
        facts = crossing_facts(self.now or self.phase, found.used, self.situation.room(b) > 0)
        words = {"bank": self.map.number(b), "most": row.number("units")}
        for name, holds in facts.items():
            judged = book("bridges")["crossing"][name]
            field, _, need = judged.text("need").partition(": ")
            field = field.replace("ferries", f"ferries.{found.name}")
            if not self.guess(holds, field, need, good=True):
                self.bar(b, judged.text("no").format_map(words), judged.cite)
        self.entry(Stride(hex=self.map.number(b)), b)
        self.line(a, b, Step("by Ferry, which takes no MP", row.cite, 0))
        self.at, self.over = b, ("the unit has crossed by Ferry and moves no more", row.cite)
        if self.situation.side == ALLIED:
            decision(self.work, self.country, b, self.settled)

    def ferry(self, b: int) -> FerryWay | None:
        """The Ferry to a hex; None, said why, if there is none."""
        row, a, board = book("bridges")["ferry"], self.at, self.situation.board
        found = board.ferry(a, b)
        if found is not None:
            return found
        start, end = self.map.number(a), self.map.number(b)
        # What the printed map has is not known: which Ferries our map draws is assumed.
        drawn = None if drawn_ferry(self.map, a, b) or self.wet(a, b) else False
        need = f"whether the printed map has a Ferry between {start} and {end}; look at yours"
        if not self.guess(drawn, "state.ferries", need, good=True):
            why = f"no Ferry is said to join {start} and {end} (state.ferries)"
            self.line(a, b, Step(why, row.cite, verdict="illegal", provenance="survey"))
            return None
        return FerryWay(a, b, f"{start}/{end}")

    def wet(self, a: int, b: int) -> bool:
        """Whether water lies between two hexes: a Sea Line, or a hex with one to either of them."""
        near = [a] if b in self.map.around(a) else {*self.map.around(a)} & {*self.map.around(b)}
        return any(
            self.country.sea_line(self.map.place(*ends))
            for c in near
            for ends in ((c, b), (a, c))
            if ends[0] != ends[1]
        )

    def stop(self) -> None:
        """Say what is wrong with where the unit ends, or comes of it."""
        here, at = self.situation, self.at
        number = self.map.number(at)
        for why, rule in self.move.unended(at):
            self.work.forbid(why, rule)
        over = 1 - here.room(at)
        if over > 0:
            row = costs.rules()["stacking"]
            self.work.note(
                f"{number} is overstacked: {over} of its units will be destroyed at the end of the "
                f"phase ({row.cite})"
            )


def decision(work: Working, country: Country, id_: int, settled: set[str]) -> None:
    """Note that a hex at a Prepared Bridge makes the German decide (3.2), once a bridge."""
    for span in country.spans:
        if span.prepared and id_ in span.ends and span.name not in settled:
            settled.add(span.name)
            where = f"{country.map.number(id_)} is at a Prepared Bridge, {span.name}"
            why = "the German decides at once whether to blow it"
            work.note(f"{where}: {why} ({costs.rules()['prepared'].cite})")
