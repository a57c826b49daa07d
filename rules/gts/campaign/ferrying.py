"""Ferries made and used (WED 2.18, TDC 2.18)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from clubroute.builder.errors import InputError, Where
from clubroute.rules.answer.first_line import ground_named
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working, negated
from clubroute.rules.asking.context import Context
from clubroute.rules.book.rulebook import Section
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.gts.asked import AboutState, the_die, the_options, the_unit, the_units
from clubroute.rules.gts.campaign.demolition import checked
from clubroute.rules.gts.campaign.engineers import (
    ACTION_VERDICTS,
    ACTION_WITH_FIRE,
    attempted,
    engineer_action,
    is_engineer,
    passes,
    the_check,
)
from clubroute.rules.gts.ferries import FerryKind, FerryReadings, ferry_kind
from clubroute.rules.gts.games import answers, book, movement_table
from clubroute.rules.gts.kinds import ENEMY, HEX, YES, choice
from clubroute.rules.gts.position import Position, need_fire_zones
from clubroute.rules.gts.position.markers import FERRIES, Marker
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.gts.situation.condition import Limiting, conditions_of, tell, tell_leaving
from clubroute.rules.gts.situation.crossings import crossings_of
from clubroute.rules.position.asked import the_beginning
from clubroute.rules.position.record import needed, said


@dataclass(frozen=True, slots=True, kw_only=True)
class FerryQuestion(AboutState):
    """A question about a ferry hex."""

    hex: str = needed(HEX, "the ferry hex")
    to: str = needed(HEX, "the hex across the water it points to")
    check: str | None = the_check()
    die: int | None = the_die()


@dataclass(frozen=True, slots=True, kw_only=True)
class FerryAction(FerryQuestion):
    """The parameters of ``ferry.create`` and ``ferry.improve``."""

    unit: Unit = the_unit("the Unit: name, side, hex, class, column, engineer …")


@dataclass(frozen=True, slots=True, kw_only=True)
class AssaultFerryQuestion(FerryQuestion):
    """The parameters of ``ferry.assault``."""

    units: tuple[Unit, ...] = the_units(
        "the engineers in the hex; the first takes the Troop Quality Check"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class FerryUse(AboutState):
    """The parameters of ``ferry.use``; without hexes, of any ferry."""

    hex: str | None = said(HEX, "the hex it leaves; left out with to, of any ferry")
    to: str | None = said(HEX, "the hex it goes to; left out alone, that of the state's one ferry")
    check: str | None = the_check()
    die: int | None = the_die()
    unit: Unit = the_unit("the Unit: name, side, hex, class, column, engineer …")
    second_action: bool | None = said(YES, "whether it would be a Second Action")
    begins: bool | None = the_beginning(
        "whether its activation begins in the hex it leaves, with no Action before"
    )
    kind: str | None = said(choice(*FERRIES), "without hexes, which ferry; ferry if absent")
    suppressed: bool | None = said(
        YES, "whether the ferry is Suppressed, if its marker does not say"
    )
    cohesion_hit: bool | None = said(
        YES, "whether it has a Cohesion Hit, if its marker does not say"
    )
    enemies: bool | None = said(YES, "without hexes, whether enemy Units are where it goes")
    readings: FerryReadings = the_options(FerryReadings)

    @property
    def abstract(self) -> bool:
        """Whether it is about no ferry in particular."""
        return self.hex is None and self.to is None

    @property
    def ends(self) -> tuple[str | None, str | None]:
        """The hexes it leaves and goes to: of two only one may be said where just one ferry of the
        position is there.
        """
        known = self.hex or self.to
        ferries = [{one.hex, one.to} for one in self.state.markers or () if one.ferry]
        others = [one - {known} for one in ferries if known in one]
        if None not in (self.hex, self.to) or len(others) != 1 or len(others[0]) != 1:
            return self.hex, self.to
        (other,) = others[0]
        return (known, other) if self.to is None else (other, known)

    @property
    def marker(self) -> Marker:
        """The marker of a ferry that is only described."""
        return Marker(
            kind=FERRIES[0],
            improved=self.kind == "improved_ferry",
            assault=self.kind == "assault_ferry",
            suppressed=self.suppressed,
            cohesion_hit=self.cohesion_hit,
        )


@dataclass(frozen=True, slots=True)
class AskedFerry:
    """The ferry hex, the hex it points to (as printed), and what lies between them on the map.

    ``kinds`` are the features of the hexside; ``destroyed``: whether a bridge there is, None if it
    is not said.
    """

    country: MapFile
    hex: str
    to: str
    game: str
    kinds: frozenset[str]
    destroyed: bool | None

    @property
    def book(self) -> Section:
        """The rules about ferries there."""
        return book("ferry", self.game)


LEFT, REACHED = "the hex it leaves", "the hex it goes to"


def site_of(asked: AboutState, hex_: str | None, to: str | None) -> AskedFerry:
    """Find the site a question is about. :raises InputError: two hexes that share no hexside."""
    country = asked.country
    if hex_ is None and to is None:
        return AskedFerry(country, LEFT, REACHED, country.window, frozenset(), None)
    for name, one, what in (("hex", hex_, LEFT), ("to", to, REACHED)):
        if one is None:
            raise InputError(Where("params", part=name), "nothing", what)
    start, end = country.id(hex_ or ""), country.id(to or "")
    crossings_of(country, asked.state.bridges or {})  # what is said of bridges that are none
    kinds = country.features(country.place(start, end, "to"))
    ends = (country.number(start), country.number(end))
    return AskedFerry(
        country, *ends, country.game(start), kinds, asked.state.bridge_is(ends, "destroyed")
    )


def on_site(work: Working, at: AskedFerry) -> None:
    """Add the condition on where a ferry can be."""
    rules = at.book["site"]
    if rules.text("kind") == "destroyed_bridge":
        if "bridge" not in at.kinds:
            here = at.country.id(at.hex)
            none = f"{ground_named(at.country.silence_of(here))} has none there"
            why = f"no bridge is destroyed between {at.hex} and {at.to}: {none}"
            work.absent(why, rules.cite, at.country, here, forbids=True)
            return
        work.check(
            at.destroyed,
            f"a bridge is destroyed between {at.hex} and {at.to}",
            f"no bridge is destroyed between {at.hex} and {at.to}",
            rules.cite,
            f"state.bridges.{at.hex}/{at.to}: whether the bridge is destroyed",
        )
    elif "ferry" not in at.kinds:
        work.leave(f"that a ferry is printed there ({rules.cite})")


def clear_of_enemies(work: Working, at: AskedFerry, asked: FerryAction, cite: str) -> None:
    """Add the condition that the ferry hex is in no enemy Fire Zone."""
    side = asked.unit.side
    zone = None if side is None else asked.state.in_zone(ENEMY[side], (at.hex,))
    work.check(
        None if zone is None else not zone,
        f"{at.hex} is in no enemy Fire Zone",
        f"{at.hex} is in an enemy Fire Zone",
        cite,
        "unit.side: Allied or German" if side is None else need_fire_zones(ENEMY[side]),
    )


@answers("ferry.create", *ACTION_VERDICTS, **ACTION_WITH_FIRE)
def create(context: Context, asked: FerryAction) -> Receipt:
    """Whether an engineer may become a ferry, and what its Troop Quality Check brings."""
    work, at = Working(), site_of(asked, asked.hex, asked.to)
    rules = at.book["create"]
    on_site(work, at)
    if rules.flag("free_of_fire_zones"):
        clear_of_enemies(work, at, asked, rules.cite)
    passed = attempted(work, context, asked, (at.hex, at.to), rules.cite)
    work.leave("whether an Engineer Action may be a Second Action (series rules)")
    outcomes = {
        "passed": f"a ferry in {at.hex} that points to {at.to}, the engineer under it: it works "
        "from the end of this Action, does not count for stacking but for the mass modifier",
        "failed": "no ferry; the engineer is done and may try again in its next activation",
    }
    return checked(work, passed, outcomes, "ferry", "none")


@answers("ferry.improve", *ACTION_VERDICTS, **ACTION_WITH_FIRE)
def improve(context: Context, asked: FerryAction) -> Receipt:
    """Whether a second engineer may improve a ferry for vehicles."""
    work, at = Working(), site_of(asked, asked.hex, asked.to)
    rules = at.book["improve"]
    if not rules.holds:
        work.forbid("there are no improved ferries in this game", rules.text("none_rule"))
        return work.receipt()
    marker = ferry_marker(work, asked.state, at, rules.cite)
    if marker is not None:
        work.check(
            marker.ferry == "ferry",
            "there is a ferry to improve",
            f"it is an {marker.ferry} already",
            rules.cite,
        )
    clear_of_enemies(work, at, asked, rules.cite)
    passed = attempted(work, context, asked, (at.hex,), rules.cite)
    outcomes = {
        "passed": "an improved ferry, both engineers under it: neither counts for stacking, both "
        "for the mass modifier, and combat results hit both",
        "failed": "the ferry stays as it is; a Men at Work marker may be placed",
    }
    return checked(work, passed, outcomes, "improved_ferry", "ferry")


@answers("ferry.assault", *ACTION_VERDICTS, **ACTION_WITH_FIRE)
def assault_ferry(context: Context, asked: AssaultFerryQuestion) -> Receipt:
    """Whether two engineers may become the assault ferry."""
    work, at, units = Working(), site_of(asked, asked.hex, asked.to), asked.units
    rules = at.book["assault"]
    if not rules.holds:
        work.forbid(
            "there are no assault ferries in this game", at.book["improve"].text("none_rule")
        )
        return work.receipt()
    cite = rules.cite
    here = at.country.id(at.hex)
    work.shown(
        bool(at.kinds & set(rules.words("waters"))),
        f"a full river hexside lies between {at.hex} and {at.to}",
        f"no river hexside lies between {at.hex} and {at.to}",
        cite,
        at.country,
        here,
        at.country.silence_of(here),
    )
    work.leave("that the whole hexside is river")
    made = len(asked.state.events("assault_ferry"))
    left = made < rules.number("most")
    work.check(
        None if left and asked.state.history is None else left,
        "none has been made in this game",
        "only one may be made in a game",
        cite,
        "state.history: whether an assault ferry has been made before in this game",
    )
    enough = rules.number("engineers")
    maybe = [unit for unit in units if unit.hex in (None, at.hex)]
    maybe = [unit for unit in maybe if is_engineer(context, unit) is not False]
    good = [unit for unit in maybe if unit.hex is not None and is_engineer(context, unit)]
    work.check(
        True if len(good) >= enough else None if len(maybe) >= enough else False,
        f"{enough} engineer Units in {at.hex}",
        f"it takes {enough} engineer Units in {at.hex}",
        cite,
        "units: of each its hex, and whether it is an engineer",
    )
    others = {unit.side for unit in units} - {rules.text("side")}
    work.check(
        None if others == {None} else not others,
        f"the {rules.text('side')} side makes it",
        f"only the {rules.text('side')} side may make one",
        cite,
        "units: of each its side",
    )
    engineer_action(work, context, units[0], (at.hex,), cite)
    passed = None
    if not work.forbidden:
        passed = passes(work, context, units[0], cite, asked.check, asked.die)
    outcomes = {
        "passed": f"an assault ferry points to {at.to} until the end of the turn: its engineers "
        "count not for stacking but, with all their Steps, for the mass modifier",
        "failed": "no assault ferry; any engineers may try again",
    }
    return checked(work, passed, outcomes, "assault_ferry", "none")


def ferry_marker(work: Working, position: Position, at: AskedFerry, cite: str) -> Marker | None:
    """Find the position's ferry marker between two hexes, None if there is none or none is told
    of; the working then says so.
    """
    ends, ferries = {at.hex, at.to}, [one for one in position.markers or () if one.ferry]
    for marker in ferries:
        if {marker.hex, marker.to} == ends:
            return marker
    open_ends = any({marker.hex, marker.to} - ends == {None} for marker in ferries)
    work.check(
        None if position.markers is None or open_ends else False,
        "",
        f"no ferry between {at.hex} and {at.to}",
        cite,
        f"state.markers: whether a ferry lies between {at.hex} and {at.to}, and which",
    )
    return None


@answers("ferry.use", *ACTION_VERDICTS, **ACTION_WITH_FIRE)
def use(context: Context, asked: FerryUse) -> Receipt:
    """Whether a Unit may be ferried from hex to to by the state's ferry marker, and the modifiers
    of fire at it; without hexes, by any ferry. move.check takes the same step in a path.
    """
    work, at, unit = Working(), site_of(asked, *asked.ends), asked.unit
    marker = (
        asked.marker if asked.abstract else ferry_marker(work, asked.state, at, at.book["use"].cite)
    )
    if marker is None:
        barred_from_any(work, at, unit)
        return work.receipt()
    if not ferry_kind(at.game, marker.ferry).rule:
        name = marker.ferry.replace("_", " ").replace("ferry", "ferries")
        work.forbid(f"there are no {name} in this game", at.book["improve"].text("none_rule"))
        return work.receipt()
    assault = marker.ferry == "assault_ferry"
    cite = at.book["assault"].cite if assault else at.book["use"].cite
    if not (assault or asked.abstract):
        on_site(work, at)
    if not asked.abstract:
        limits(work, context, asked, at)
    friendly(work, unit, marker, cite)
    riders(work, at, unit, marker, cite)
    if asked.abstract and asked.kind is None:
        work.leave("kind: an improved ferry or an assault ferry, where the game has them")
    if marker.suppressed is None:
        marker = replace(marker, suppressed=asked.suppressed)
    if marker.cohesion_hit is None:
        marker = replace(marker, cohesion_hit=asked.cohesion_hit)
    works(work, marker, ferry_kind(at.game, marker.ferry), asked.readings)
    unsaid = book("unsaid", at.game)
    if asked.abstract and asked.begins is None:
        work.need(f"begins: whether its activation begins in {at.hex}, with no Action before")
    else:
        work.before(unsaid["begun_there"], begun_there(asked, at), asked.begins, hex=at.hex)
    if assault and not asked.abstract and marker.to != at.to:
        work.forbid(f"an assault ferry goes only to {marker.to}", cite)
    enemies = asked.enemies
    if unit.side is not None and not asked.abstract:
        enemies = asked.state.held(ENEMY[unit.side], (at.to,))
    if assault:
        return assault_use(work, context, at, asked, enemies, cite)
    work.check(
        None if enemies is None else not enemies,
        f"no enemy Unit is in {at.to}",
        f"enemy Units are in {at.to}",
        cite,
        f"{'enemies' if asked.abstract else 'unit.side, state.units'}: whether enemy Units are in "
        f"{at.to}",
    )
    work.before(unsaid["second_action"], asked.second_action, asked.begins)
    fire = at.book["fire"]
    if work.forbidden:
        return work.receipt()
    work.say("its whole activation, a Movement Action; no activation of the ferry", cite)
    work.say("Opportunity Fire at it does not affect the ferry", fire.cite)
    modifiers = {"ferried": fire.number("ferried"), "column": fire.number("column")}
    return work.receipt(fire_modifiers=modifiers)


def begun_there(asked: FerryUse, at: AskedFerry) -> bool | None:
    """Whether the Unit begins its activation in the hex it leaves, None if that is not said.

    What stands there and does not begin there took an Action before, or else began elsewhere.
    """
    where = asked.unit.hex
    if asked.abstract:
        return asked.begins
    if asked.begins is False and where == at.hex:
        return False if asked.second_action is False else None
    return None if where is None else where == at.hex


def limits(work: Working, context: Context, asked: FerryUse, at: AskedFerry) -> None:
    """Add what keeps the Unit from where the ferry takes it, or in the hex it leaves."""
    country, state = at.country, asked.state
    unit = replace(asked.unit, hex=at.hex)
    for condition in conditions_of(Limiting(context, country, unit, state, state.played)):
        # What does not keep it out is worth no line here.
        tell(work, country, replace(condition, fits=None), country.id(at.to))
        tell_leaving(work, condition, country.id(at.hex), True)


def friendly(work: Working, unit: Unit, marker: Marker, cite: str) -> None:
    """Add that only friendly Units use a ferry, if it is said whose each is."""
    if marker.side is None:
        work.leave("that the ferry is of its side (the marker's side)")
    elif unit.side is not None and unit.side != marker.side:
        work.forbid(f"it is a {marker.side} ferry: only friendly Units may use it", cite)


def works(work: Working, marker: Marker, kind: FerryKind, readings: FerryReadings) -> None:
    """Add what stops a ferry: Suppression, and a Cohesion Hit by the rule or the reading."""
    suppressed, hit = marker.suppressed, marker.cohesion_hit
    work.check(
        negated(suppressed),
        "the ferry is not Suppressed",
        "it is Suppressed",
        kind.stop_rule,
        "suppressed: whether the ferry is not Suppressed",
    )
    if hit is not False and not kind.hit_stops:
        work.note(readings.chosen("ferry_hit"))
    if hit and not kind.stopped_by_hit(readings):
        work.say("a Cohesion Hit on it does not stop it", kind.hit_rule)
    elif kind.stopped_by_hit(readings):
        work.check(
            negated(hit),
            "the ferry has no Cohesion Hit",
            "a Cohesion Hit stops it",
            kind.hit_rule,
            "cohesion_hit: whether the ferry has no Cohesion Hit",
        )


def riders(work: Working, at: AskedFerry, unit: Unit, marker: Marker, cite: str) -> None:
    """Add who may use a ferry, and what becomes of its transport."""
    ferry, improved = movement_table(at.game).ferry, marker.ferry == "improved_ferry"
    classes = ferry.improved if improved else ferry.classes
    move_class = unit.move_class
    if improved and not classes:
        work.forbid("there are no improved ferries in this game", cite)
        return
    work.check(
        None if move_class is None else move_class in classes,
        f"a {move_class} Unit may use it",
        f"only {' and '.join(classes)} Units may use it",
        cite,
        "unit.class: leg, wheeled or tracked",
    )
    if marker.ferry != "assault_ferry":
        work.check(
            unit.column,
            "it is in Column",
            "it must be in Column",
            cite,
            "unit.column: whether it is in Column",
        )
    if unit.organic is not None and not improved:
        work.say("it abandons its Organic Transport for ever", cite)


def barred_from_any(work: Working, at: AskedFerry, unit: Unit) -> None:
    """Forbid a Unit whose class no ferry of the game takes, whichever lies there or none."""
    ferry = movement_table(at.game).ferry
    classes = tuple(dict.fromkeys((*ferry.classes, *ferry.improved)))
    if unit.move_class is not None and unit.move_class not in classes:
        work.forbid(f"only {' and '.join(classes)} Units may use a ferry", at.book["use"].cite)


def assault_use(
    work: Working,
    context: Context,
    at: AskedFerry,
    asked: FerryUse,
    enemies: bool | None,
    cite: str,
) -> Receipt:
    """Answer for the assault ferry: a Troop Quality Check, and an Assault where enemies are."""
    work.say("its whole Action, in Column or not; a Second Action is allowed", cite)
    work.say("it triggers Opportunity Fire, whose results affect only this Unit", cite)
    if enemies:
        work.say(
            f"enemy Units are in {at.to}: it must Assault, after a Bravery Check as if against an "
            "Armored or entrenched Unit; those assaulted fire once, other enemies too",
            cite,
        )
    elif enemies is None:
        work.leave(f"whether enemy Units are in {at.to}, which it must then Assault")
    passed = None
    if not work.forbidden:
        passed = passes(work, context, asked.unit, cite, asked.check, asked.die)
    if work.needs and asked.check is None and asked.die is None:
        need = "check: how its Troop Quality Check went"
        work.check(None, "it passes a Troop Quality Check", "", cite, need)
    outcomes = {
        "passed": f"it Assaults {at.to}" if enemies else f"it is in {at.to}",
        "failed": f"it stays in {at.hex}",
    }
    receipt = checked(work, passed, outcomes, "crossed", "stays")
    if work.forbidden:
        return receipt
    modifiers = {"ferried": at.book["assault"].number("ferried")}
    return replace(receipt, extra={**receipt.extra, "fire_modifiers": modifiers})
