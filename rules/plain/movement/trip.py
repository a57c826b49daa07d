"""Where a unit can go in a position, and what a way costs: steps, zones, stacks together."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

from clubroute.builder.counting import so_many
from clubroute.rules.answer.model import Step, mp
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.engine.ground import AsPrinted, MapNow, onward_by, step_price, steps_over
from clubroute.rules.engine.tables import ALL, ChartRow, RuleTables
from clubroute.rules.engine.trip import LimitedTrip, ReachedHexes, Term
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.kit.search import Onward, Ways
from clubroute.rules.plain.game import PlainGame, PlainUnit, game_of
from clubroute.rules.plain.movement.mover import Changed, Load, PlainMover, lines_of, loads
from clubroute.rules.plain.movement.reach import capped, faced_ways, once_a_map
from clubroute.rules.plain.movement.zones import ANY_WAY, InTheWay, Turning, before, facing_of

FAR = 2 * 200
"""The most half-MP a way is looked for where the allowance is not the question."""
FIRST = "first"
ZONE = "zone"
"""The term of hexes in enemy zones, which those who stand there do not shut by themselves."""


def ground_ways(context: Context, rules: RuleTables, country: MapFile, class_: str | None) -> Ways:
    """By hex what leads on from it, as the charts alone have it; worked out once."""
    ground = AsPrinted(country)
    steps = once_a_map(context, rules, country, "steps", partial(steps_over, rules, ground))

    def ways() -> Ways:
        return [onward_by(rules, exits, class_) for exits in steps]

    return once_a_map(context, rules, country, ("ground", class_), ways)


@dataclass(frozen=True)
class PlainTrip:
    """A unit's move from a hex in a position."""

    context: Context
    rules: RuleTables
    country: MapFile
    mover: PlainMover
    way: InTheWay
    start: int
    homes: frozenset[int] = frozenset()
    changed: Changed | None = None
    turning: Turning | None = None

    @property
    def ground(self) -> MapNow:
        """The map as the position has it."""
        return AsPrinted(self.country)

    @property
    def rule(self) -> str:
        """The rule of movement, as cited."""
        return self.rules.move.rule if self.rules.move is not None else self.rules.short

    def zone_cost(self, a: int, b: int, leaves: bool = True) -> tuple[int | None, tuple[Step, ...]]:
        """What Zones of Control add to a step in half-MP; None where they refuse it.

        :param leaves: whether leaving one counts.
        """
        zoc, zones, class_ = self.rules.zoc, self.way.zones, self.mover.class_
        if zoc is None or (a not in zones and b not in zones):
            return 0, ()
        lines: list[Step] = []
        more = 0
        told = []
        if a in zones and leaves:
            told.append(("leave", zoc.leave.of(class_), f"leaves the ZOC of {zones[a]}"))
        if b in zones:
            told.append(("enter", zoc.enter.of(class_), f"enters the ZOC of {zones[b]}"))
        if a in zones and b in zones:
            why = f"goes from ZOC to ZOC, of {zones[b]}"
            told.append(("zone_to_zone", zoc.zone_to_zone.of(class_), why))
        for effect, value, why in told:
            refused = value == "no" or (value == FIRST and a != self.start)
            if effect == "zone_to_zone" and b in self.relieved:
                continue
            if refused:
                not_so = f"may not: {why}"
                return None, (Step(not_so, zoc.rule_of(effect), verdict="illegal"),)
            if isinstance(value, int) and value:
                more += value
                lines.append(Step(why, zoc.rule_of(effect), value))
        return more, tuple(lines)

    def whole_by_zone(self, a: int, b: int) -> bool:
        """Whether a step from zone to zone is the whole move."""
        zoc, zones = self.rules.zoc, self.way.zones
        first = zoc is not None and zoc.zone_to_zone.of(self.mover.class_) == FIRST
        return first and a == self.start and a in zones and b in zones

    @cached_property
    def game(self) -> PlainGame:
        """The game of the map, with its counters."""
        return game_of(self.country.window)

    @cached_property
    def weighs(self) -> bool:
        """Whether the unit alone may be too much for a hex."""
        row = self.rules.stacking
        return row is not None and (row.points or any(one.points for one in row.limits))

    @cached_property
    def relieved(self) -> frozenset[int]:
        """The hexes that may be come to from zone to zone since a friendly unit is there."""
        lifts = self.rules.zoc is not None and "zone_to_zone" in self.rules.zoc.friend
        return frozenset(self.way.friends) if lifts else frozenset()

    @cached_property
    def limits(self) -> LimitedTrip:
        """The ways of the unit, with what limits it."""
        terms = (*self.held(), *self.ended(), *self.stopping())
        return LimitedTrip(self.country, self.zoned_ways, self.start, terms)

    def held(self) -> Iterator[Term]:
        """What those who stand in a hex shut: enemies and their zones, friends, full stacks."""
        way, move, zoc = self.way, self.rules.move, self.rules.zoc
        foes = self.rule if move is None or not move.enemy else move.enemy
        yield Term("{who} stands in {hex}", foes, closed=way.enemies)
        if move is not None and not move.friends:
            yield Term("friends stand in {hex}", move.rule, closed=way.friends)
        for (rule, always), full in self.full().items():
            yield Term("{who}", rule, closed=full) if always else Term("{who}", rule, bare=full)
        if zoc is not None and zoc.enter.of(self.mover.class_) == "no":
            rule = zoc.rule_of("enter")
            yield Term("may not: enters the ZOC of {who}", rule, closed=way.zones, name=ZONE)

    def ended(self) -> Iterator[Term]:
        """Where the unit may not change its states when it has moved."""
        for verb, row, _ in self.changed.at_last if self.changed is not None else ():
            if not row.zone:
                why = f"it may not {verb} in the ZOC of {{who}}"
                yield Term(why, row.rule, bare=self.way.zones, left=True)
            for name in row.not_in:
                why = f"it may not {verb} in {name.replace('_', ' ')}"
                yield Term(why, row.rule, bare=self.of_terrain(name), left=True)

    def stopping(self) -> Iterator[Term]:
        """What ends a move: terrain, and enemy zones."""
        zoc, zones = self.rules.zoc, self.way.zones
        for row in self.rules.terrain.values():
            if row.stop:
                yield Term(f"stops: {row.title}", row.rule, stops=self.of_terrain(row.name))
        if zoc is not None and zoc.enter.of(self.mover.class_) == "stop":
            yield Term("stops: ZOC of {who}", zoc.rule_of("enter"), stops=zones)
        around = (b for _, b in self.country.exits(self.start))
        whole = {b: zones[b] for b in around if self.whole_by_zone(self.start, b)}
        if zoc is not None and whole:
            rule = zoc.rule_of("zone_to_zone")
            yield Term("stops: from ZOC to ZOC, of {who}", rule, stops=whole)

    def of_terrain(self, name: str) -> frozenset[int]:
        """The hexes of some terrain."""
        every = range(len(self.country))
        return frozenset(id_ for id_ in every if self.ground.terrain(id_) == name)

    def full(self) -> Mapping[tuple[str, bool], Mapping[int, str]]:
        """By rule, and by whether it holds on the way, too, the hexes in which the unit may not end
        for the friends there, each with why."""
        unit = self.mover.unit if self.changed is None else self.changed.ended
        found: dict[tuple[str, bool], dict[int, str]] = {}
        stacking = self.rules.stacking
        # A unit that alone is too much is so in all hexes of some terrain.
        terrain = self.rules.terrain if self.weighs else ()
        alone = [name for name in terrain if self.too_much(self.rules.terrain[name], [], unit)]
        for id_ in (*self.way.friends, *(id_ for name in alone for id_ in self.of_terrain(name))):
            ground = self.rules.terrain.get(self.ground.terrain(id_))
            over = self.too_much(ground, self.way.friends.get(id_, []), unit)
            if over is not None:
                always = stacking is not None and bool(
                    stacking.always.of(None if ground is None else ground.name)
                )
                full = f"{self.country.number(id_)} is full: {over.limit}"
                found.setdefault((over.rule, always), {})[id_] = full
        return found

    def too_much(
        self, ground: ChartRow | None, friends: Sequence[PlainUnit], unit: PlainUnit
    ) -> Load | None:
        """The load that is too much with a unit; None if it may join its friends. What it does not
        add to, it may join."""
        before = loads(self.rules, self.game, ground, friends)
        after = loads(self.rules, self.game, ground, [*friends, unit])
        pairs = zip(before, after, strict=True)
        return next((old for old, new in pairs if new.over and new.much > old.much), None)

    def barred(self, id_: int) -> tuple[str, str] | None:
        """Why a unit may not come into a hex for those who stand there, and by which rule."""
        return next(self.limits.shut(id_, but=ZONE), None)

    def unended(self, id_: int) -> tuple[str, str] | None:
        """Why a unit may not end in a hex, and by which rule."""
        return next(self.limits.unended(id_), None)

    @cached_property
    def zone_prices(self) -> tuple[int, int, int | None]:
        """What Zones of Control add to a step into one, out of one, and from one to another, in
        half-MP, the last None where it is refused."""
        zoc, class_ = self.rules.zoc, self.mover.class_
        if zoc is None:
            return 0, 0, 0
        enter, leave, both = (one.of(class_) for one in (zoc.enter, zoc.leave, zoc.zone_to_zone))
        entering, leaving = (one if isinstance(one, int) else 0 for one in (enter, leave))
        if both in ("no", FIRST):
            return entering, leaving, None
        return entering, leaving, both if isinstance(both, int) else 0

    @cached_property
    def zoned_ways(self) -> Ways:
        """By hex what leads on from it, with what Zones of Control add; where the unit begins is
        looked at apart (:attr:`first_steps`)."""
        ways = ground_ways(self.context, self.rules, self.country, self.mover.class_)
        zoc, zones = self.rules.zoc, self.way.zones
        if zoc is None or not zones:
            return ways
        found = list[Onward](ways)
        entering, leaving, both = self.zone_prices
        closed = zoc.leave.of(self.mover.class_) == "no"
        touched = set(zones)
        if entering:
            touched.update(b for a in zones for b in self.country.around(a))
        for a in touched:
            out = leaving if a in zones else 0
            changed: dict[int, list[int]] = {}
            for price, many in () if closed and a in zones else found[a]:
                for b in many:
                    more = out
                    if b in zones:
                        if a in zones and both is None and b not in self.relieved:
                            continue
                        joined = a in zones and b not in self.relieved
                        more += entering + ((both or 0) if joined else 0)
                    changed.setdefault(price + more, []).append(b)
            found[a] = sorted(changed.items())
        return found

    def begins(self, most: int, exact: bool) -> Onward:
        """What leads on from the start, with what Zones of Control add. What takes the whole
        allowance leads on from there alone, and so does the one hex that is always allowed,
        if ``exact``: ``most`` is then the allowance. Neither is for a unit that changes a state."""
        least, changes = self.least, self.changes
        found: dict[int, list[int]] = {}
        for b, cost, whole in self.first_steps if most > 0 else ():
            dear = cost > most
            if whole and changes:
                continue
            if exact and (whole or (dear and least)):
                if dear and not least:
                    continue
                found.setdefault(most, []).append(b)
            else:
                found.setdefault(cost, []).append(b)
        return sorted(found.items())

    @cached_property
    def first_steps(self) -> list[tuple[int, int, bool]]:
        """The steps that may be made first: where to, what each costs in half-MP, and whether it
        takes the whole allowance."""
        found = []
        for place, b in self.country.exits(self.start):
            price = step_price(self.rules, self.ground, place, self.mover.class_)
            more = self.zone_cost(self.start, b)[0]
            if price.half_mp is not None and more is not None:
                whole = price.whole or self.whole_by_zone(self.start, b)
                found.append((b, price.half_mp + more, whole))
        return found

    @property
    def least(self) -> str:
        """The rule by which one hex is always allowed, "" if there is none. It must be the whole
        move: a unit that changes a state has none."""
        if self.changes or self.rules.move is None:
            return ""
        return self.rules.move.minimum

    @property
    def changes(self) -> bool:
        """Whether the unit changes a state before or after it moves."""
        return self.changed is not None and bool(self.changed.rows)

    @property
    def most_zones(self) -> int | None:
        """The most hexes in zones that a move may enter, None for any number."""
        return self.rules.zoc.most if self.rules.zoc is not None and self.way.zones else None

    @property
    def most_hexes(self) -> int | None:
        """The most hexes a move may have, None for any number."""
        row = self.rules.move
        if row is None or row.hexes is None:
            return None
        most: int | None = row.hexes.of(self.mover.class_)
        return most

    def reached(self, most: int, exact: bool, goal: int | None = None) -> ReachedHexes:
        """The hexes that are reached within some half-MP, of which changes of state take theirs."""
        if self.changed is not None:
            if self.changed.whole or self.changed.total > most:
                return ReachedHexes(self.limits, {self.start: 0} if self.changed.whole else {})
            most -= self.changed.total
        if self.turning is not None:
            return ReachedHexes(self.limits, *faced_ways(self, self.turning, most, exact))
        begins = self.begins(most, exact)
        cap, zones = (self.most_hexes, self.most_zones) if exact else (None, None)
        if cap is not None or zones is not None:
            return ReachedHexes(self.limits, *capped(self, begins, most, cap, zones))
        return self.limits.reached(most, goal, begins)

    def unchanging(self, id_: int) -> tuple[str, str] | None:
        """Why a unit may not change its states in a hex before it moves, and by which rule."""
        for verb, row, _ in self.changed.at_first if self.changed is not None else ():
            terrain = self.ground.terrain(id_)
            if id_ in self.way.zones and not row.zone:
                return f"it may not {verb} in the ZOC of {self.way.zones[id_]}", row.rule
            if terrain in row.not_in:
                return f"it may not {verb} in {terrain.replace('_', ' ')}", row.rule
        return None

    def walk(self, ids: Sequence[int], work: Working) -> int:
        """Follow a path; what it costs. What is refused ends it."""
        country, allowance = self.country, self.mover.allowance
        spent, entered = self.begun(ids[0], work), 0
        if work.forbidden:
            return spent
        if (stepped := self.step_back(ids)) is not None:
            work.steps += stepped
            return spent
        turns = self.turns(ids)
        for one in turns[0] if turns else ():
            spent += one.cost or 0
            work.steps.append(one)
        last = len(ids) - 2
        for index, (a, b) in enumerate(itertools.pairwise(ids)):
            begin, end = country.number(a), country.number(b)
            place = country.place(a, b, "path")
            if index and (stop := self.limits.stopped(a)) is not None:
                work.forbid(*stop, hex_=begin)
                return spent
            price = step_price(self.rules, self.ground, place, self.mover.class_)
            more, lines = self.zone_cost(a, b)
            if (
                more is None
                and len(ids) == 2
                and self.turning is not None
                and self.turning.row.back
            ):
                lines += self.zone_cost(a, b, leaves=False)[1]  # why it is no step back either
            work.steps += [replace(one, start=begin, end=end) for one in (*price.steps, *lines)]
            if price.half_mp is None or more is None:
                return spent
            if (why := self.barred(b)) is not None:
                work.forbid(*why, hex_=end)
                return spent
            cost = price.half_mp + more
            whole = price.whole or self.whole_by_zone(a, b)
            entered += b in self.way.zones
            if self.most_zones is not None and entered > self.most_zones:
                many = f"{so_many(entered, 'hex')} in enemy ZOC, at most {self.most_zones}"
                work.forbid(many, self.zone_rule("most"), hex_=end)
                return spent
            if whole and (spent or self.changes):
                why_not = "it takes the whole allowance, some of which is spent"
                work.forbid(why_not, price.steps[0].rule, hex_=end)
                return spent
            alone = index == 0 and not spent and self.least
            if allowance is not None and alone and cost > allowance > 0:
                cost = allowance
                work.say("one hex is always allowed", self.least, hex_=end)
            spent += cost if not whole or allowance is None else max(0, allowance)
            if index == last and (stop := self.limits.stopped(b)) is not None:
                work.say(*stop, hex_=end)
            for one in turns[index + 1] if turns else ():
                spent += one.cost or 0
                work.steps.append(one)
        cap = self.most_hexes
        if cap is not None and len(ids) - 1 > cap:
            work.forbid(f"{so_many(len(ids) - 1, 'hex')}, at most {cap}", self.rule)
        for why in self.limits.unended(ids[-1]):
            work.forbid(*why, hex_=country.number(ids[-1]))
        if self.changed is not None:
            work.steps += lines_of(self.changed.at_last, country.number(ids[-1]))
            spent += self.changed.cost(self.changed.at_last)
        if allowance is not None and spent > allowance:
            work.forbid(f"it costs {mp(spent)} MP, of {mp(allowance)}", self.rule)
        return spent

    def end_facings(self, id_: int) -> frozenset[int]:
        """The directions in which the unit may face when it ends its move in a hex: the wanted one,
        and that of friends there, if units in a hex face one way."""
        turning = self.turning
        if turning is None:
            return ANY_WAY
        ends = ANY_WAY if turning.wanted is None else frozenset({turning.wanted})
        if turning.row.together:
            for friend in self.way.friends.get(id_, ()):
                if (facing := facing_of(self.country, friend)) is not None:
                    ends &= {facing}
        return ends

    def turns(self, ids: Sequence[int]) -> list[list[Step]]:
        """How the unit turns along a path, in lines: before the first step, and after each."""
        turning, country = self.turning, self.country
        ends = self.end_facings(ids[-1])
        if turning is None or not ends:
            return []
        steps = itertools.pairwise(ids)
        facings = turning.along([country.place(a, b) % 6 for a, b in steps], ends)
        pairs = itertools.pairwise((turning.facing, *facings))
        return [
            turning.line(country, old, new, index > 0, country.number(ids[index]))
            for index, (old, new) in enumerate(pairs)
        ]

    def step_back(self, ids: Sequence[int]) -> list[Step] | None:
        """The lines of a step back, if a path is one that the unit may make."""
        turning, country = self.turning, self.country
        if turning is None or not turning.row.back or len(ids) != 2 or self.changes:
            return None
        a, b = ids
        place = country.place(a, b, "path")
        if place % 6 in before(turning.facing, turning.row.front):
            return None
        price = step_price(self.rules, self.ground, place, self.mover.class_)
        zone = self.zone_cost(a, b, leaves=False)[0]
        if price.half_mp is None or zone is None or not self.mover.may_move:
            return None
        if b in self.limits.closed or self.unended(b) or turning.facing not in self.end_facings(b):
            return None
        begin, end = country.number(a), country.number(b)
        return [Step("a step back is the whole move", turning.row.back, 0, begin, end)]

    def begun(self, id_: int, work: Working) -> int:
        """Change states before a move; what that costs in half-MP."""
        if self.changed is None:
            return 0
        number = self.country.number(id_)
        work.steps += lines_of(self.changed.at_first, number)
        if (why := self.unchanging(id_)) is not None:
            work.forbid(*why, hex_=number)
        for verb, row, class_ in self.changed.rows:
            if row.cost.of(class_) == ALL:
                work.forbid(f"to {verb} takes the whole allowance", row.rule, hex_=number)
        return self.changed.cost(self.changed.at_first)

    def zone_rule(self, effect: str) -> str:
        """The rule of what zones do."""
        return self.rules.zoc.rule_of(effect) if self.rules.zoc is not None else self.rules.short
