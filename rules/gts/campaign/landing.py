"""The landing of a Unit that drops (WED 3.3, 3.4; TDC 3.3, 3.4, O8.1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from clubroute.builder.counting import so_many
from clubroute.builder.errors import InputError, Where
from clubroute.rules.answer.answers import INTEGER, LEGALITY
from clubroute.rules.answer.chances import OUTCOMES, by_face
from clubroute.rules.answer.model import REFEREE, Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.book.rulebook import Section
from clubroute.rules.gts.asked import (
    AboutMap,
    AboutState,
    is_called,
    rests_on_counter,
    the_die,
    the_game,
)
from clubroute.rules.gts.campaign.drop_plan import (
    Zone,
    division_zones,
    in_zone,
    in_zone_unsaid,
    kept_out,
    others_zone,
    zone_at,
)
from clubroute.rules.gts.campaign.drops import DROP_NUMBER
from clubroute.rules.gts.games import answers, book
from clubroute.rules.gts.kinds import (
    COUNT,
    DIE_FACES,
    DROP,
    GERMAN,
    HEX,
    NAME,
    choice,
)
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.position.units import UNIT, Unit
from clubroute.rules.gts.roster import known_unit
from clubroute.rules.owner.read import OwnerRow
from clubroute.rules.owner.tables import by_die, game_rows, need
from clubroute.rules.position.asked import a_unit
from clubroute.rules.position.names import may_be
from clubroute.rules.position.record import needed, plain, said

ARRIVALS: Mapping[str, str] = {"parachute": "parachute", "glider": "glider"}
"""How a Unit arrives of which only the kind on its counter is known."""


def arriving(context: Context, value: Unit | str, told: Mapping[str, Any]) -> Unit:
    """Complete a Unit, and how it arrives. :raises InputError: that is neither said nor known."""
    unit = known_unit(context, value, told)
    arrival = unit.arrival or ARRIVALS.get(unit.kind or "")
    if arrival is None:
        where = Where("params", part="unit.arrival")
        raise InputError(where, "nothing", "how the Unit arrives: parachute, glider …")
    return replace(unit, arrival=arrival)


ARRIVING = a_unit(UNIT, arriving, rests_on_counter)
THE_ZONE = "the airborne zone, by id or name: dz-b, DZ B"
MODIFIED = plain({"type": "integer", "minimum": -20, "maximum": 99})
OR_ANY = f"{THE_ZONE}; or any of a kind: DZ, LZ, DZ/LZ, DZ*"
THE_UNIT = "the Unit: how it arrives, column, mounted …"


@dataclass(frozen=True, slots=True, kw_only=True)
class DropModifiersQuestion(AboutState):
    """The parameters of ``drop.modifiers``."""

    zone: str = needed(NAME, OR_ANY)
    unit: Unit = needed(ARRIVING, THE_UNIT)
    germans: int | None = said(COUNT, "German Units in the zone, if not those of the state")
    flak: int | None = said(COUNT, "German flak Units (no 88s) with a Fire Zone in the zone")
    flak_88: int | None = said(COUNT, "German 88 flak Units with a Fire Zone in the zone")


@dataclass(frozen=True, slots=True, kw_only=True)
class DropRollQuestion(DropModifiersQuestion):
    """The parameters of ``drop.roll``."""

    drop: int | None = said(DROP, DROP_NUMBER)
    die: int | None = the_die()
    modified: int | None = said(
        MODIFIED, "the die with all modifiers, where nobody asks what they are"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class LandingQuestion(AboutMap):
    """The parameters of ``drop.place``."""

    zone: str = needed(NAME, THE_ZONE)
    unit: Unit = needed(ARRIVING, THE_UNIT)
    hex: str = needed(HEX, "the hex it is put in")
    drop: int = needed(DROP, DROP_NUMBER)
    delays: int | None = said(COUNT, "the delays it has suffered")


@dataclass(frozen=True, slots=True, kw_only=True)
class DropActQuestion:
    """The parameters of ``drop.act``."""

    game: str = the_game()
    markers: int = needed(COUNT, "the markers on it")
    action: str = needed(choice("remove_marker", "other"), "the Action it wants to take")


def flak_over(zone: Zone, position: Position, eighty_eights: bool) -> int | None:
    """Count the German flak Units whose Fire Zones lie on a zone, None if some do not say.

    :param eighty_eights: whether to count the 88s, or the others.
    """
    kind = "flak 88" if eighty_eights else "flak"
    if position.units is None or not zone.hexes:
        return None
    count = 0
    for unit in position.units:
        if unit.kind not in (None, kind) or unit.side not in (None, GERMAN):
            continue
        over = None if unit.fire_zones is None else not set(zone.hexes).isdisjoint(unit.fire_zones)
        if over is None or (over and None in (unit.kind, unit.side)):
            return None
        count += over
    return count


UNSAID: Mapping[str, str] = {
    "german": "germans: how many German Units are in the zone",
    "flak": "flak: how many German flak Units, the 88s aside, have a Fire Zone in the zone",
    "flak_88": "flak_88: how many German 88 flak Units have a Fire Zone in the zone",
    "ox_and_bucks": "unit.ox_and_bucks: whether it is of the Ox and Bucks",
}
"""What tells how often a modifier counts."""


def modifiers_of(
    work: Working, rules: Section, zone: Zone, asked: DropModifiersQuestion
) -> int | None:
    """Add up the modifiers of a Unit's roll on the Drop Table, None if some are not known."""
    total = known_modifiers(work, rules, zone, asked)
    return None if work.needs else total


def known_modifiers(work: Working, rules: Section, zone: Zone, asked: DropModifiersQuestion) -> int:
    """Add up the modifiers that are known, and name what the others turn on."""
    unit, position = asked.unit, asked.state
    unsaid = in_zone_unsaid(position.units, zone, GERMAN) or not zone.hexes
    germans = None if unsaid else len(in_zone(position.units, zone, GERMAN))
    glider = unit.arrival == "glider"
    times: dict[str, int | None] = {
        "glider_in_dz": int(glider and not zone.suits_gliders),
        "glider_in_starred": int(glider and zone.starred),
        "german": germans if asked.germans is None else asked.germans,
        "flak": flak_over(zone, position, False) if asked.flak is None else asked.flak,
        "flak_88": flak_over(zone, position, True) if asked.flak_88 is None else asked.flak_88,
        "ox_and_bucks": by_option(rules["modifiers"]["ox_and_bucks"], zone, unit),
    }
    total = 0
    for name, row in rules.rows("modifiers").items():
        count = times[name]
        if count is None:
            work.need(f"{UNSAID[name]} ({row.number('value'):+d} each)")
        elif count:
            value = row.number("value")
            by = f" × {count}" if count > 1 else ""
            work.say(f"{row.text('why')}: {value:+d}{by}", row.cite, zone.provenance)
            total += value * count
    return total


def by_option(row: Section, zone: Zone, unit: Unit) -> int | None:
    """How often the Ox and Bucks option counts (TDC O8.1): 1, 0, or None if it is not known.

    Who does not say so is known by its name, way of landing, zone, Division or Formation.
    """
    if unit.ox_and_bucks is not None:
        return int(unit.ox_and_bucks)
    others = [unit.arrival not in (None, "glider"), zone.id != row.text("zone")]
    groups = ((unit.division, "division"), (unit.formation, "formation"))
    others += [may_be(told, row.text(part)) is False for told, part in groups]
    if not row.holds or any(others):
        return 0
    return int(is_called(unit, row.words("units"))) if unit.call else None


@answers("drop.modifiers", "decided", "undetermined", modifier=INTEGER)
def modifiers(context: Context, asked: DropModifiersQuestion) -> Receipt:
    """The modifiers of a Unit's roll on the Drop Table."""
    work, rules = Working(), book("drop", asked.country.window)
    total = known_modifiers(work, rules, zone_at(context, asked.country, asked.zone), asked)
    if work.needs:
        return work.receipt(summary=f"{total:+d}, and more for what is named below")
    work.say(f"all added up: {total:+d}", rules["table"].cite)
    return work.receipt("decided", f"{total:+d} on the Drop Table", modifier=total)


@answers(
    "drop.roll",
    *("legal", "illegal", "decided", "undetermined"),
    modifier=INTEGER,
    delays=INTEGER,
    step_losses=INTEGER,
    eliminated={"type": "boolean"},
    outcomes=OUTCOMES,
)
def roll(context: Context, asked: DropRollQuestion) -> Receipt:
    """What becomes of a Unit that drops, from the owner's Drop Table."""
    work, game, die = Working(), asked.country.window, asked.die
    rules, zone = book("drop", game), zone_at(context, asked.country, asked.zone)
    cite = rules["table"].cite
    if asked.drop is not None:
        at_once = "it rolls as soon as it has dropped"
        later = "it rolls the first time it activates after the drop"
        work.say(at_once if asked.drop == 1 else later, cite)
    given = asked.modified
    total = 0 if given is not None else modifiers_of(work, rules, zone, asked)
    rows = table_rows(context, game, asked.unit.arrival)
    if not rows:
        work.need(need("drop"))
    if total is None or not rows:
        return work.receipt(modifier=total)
    die = die if given is None else given
    if die is None:
        faces = {face: fate(by_die(rows, face + total)) for face in DIE_FACES}
        return work.receipt("legal", modifier=total, outcomes=by_face(faces))
    row = by_die(rows, die + total)
    assert row is not None  # the table goes on both ways
    thrown = f"the die is {die}, " if given is None else ""
    work.say(f"{thrown}modified {die + total}: {fate(row)}", cite)
    return work.receipt(
        "decided",
        modifier=total,
        delays=row.number("delays"),
        step_losses=row.number("steps"),
        eliminated=row.yes("eliminated"),
    )


def table_rows(context: Context, game: str, arrival: str | None) -> tuple[OwnerRow, ...]:
    """Find the owner's Drop Table for a way of landing: its own rows, else those for both."""
    rows = game_rows(context, "drop", game) or ()
    own = tuple(row for row in rows if row.text("arrival") == arrival)
    return own or tuple(row for row in rows if not row.text("arrival"))


def fate(row: OwnerRow | None) -> str:
    """Tell a row of the Drop Table in words."""
    assert row is not None
    if row.yes("eliminated"):
        return "eliminated"
    steps, delays = row.number("steps"), row.number("delays")
    bits = [f"{steps} Step(s) lost"] if steps else []
    bits += [f"{delays} delay(s)"] if delays else []
    return ", ".join(bits) or "no effect"


@answers("drop.place", *LEGALITY, markers=INTEGER)
def place(context: Context, asked: LandingQuestion) -> Receipt:
    """Whether a Unit may drop in a hex of a zone, and how many glider/paradrop markers it gets."""
    work, rules, unit = Working(), book("drop", asked.country.window), asked.unit
    cite, here = rules["place"].cite, asked.country.number(asked.country.id(asked.hex))
    zone = zone_at(context, asked.country, asked.zone)
    work.check(
        here in zone.hexes,
        f"{here} is in {zone.name}",
        f"{here} is not in {zone.name}",
        cite,
        provenance=zone.provenance,
    )
    its_own(work, context, asked, zone)
    work.check(
        None if unit.drop is None else unit.drop == asked.drop,
        f"it is of drop {asked.drop}",
        f"it is of {f'drop {unit.drop}' if unit.drop else 'another drop'} and comes with no other",
        rules["one"].cite,
        "unit.drop: the drop it is scheduled for",
    )
    work.check(
        None if unit.column is None else not unit.column,
        "not in Column",
        "Units cannot drop in Column",
        cite,
        "unit.column: whether it is in Column",
    )
    if asked.delays is None:
        work.need("delays: the delays it has suffered, each a marker more")
    if unit.mounted is True:
        work.say("it may drop mounted", cite)
    work.say("no stacking limit; the drop triggers no Opportunity Fire", cite)
    if work.forbidden:
        return work.receipt()
    if asked.delays is None:
        return work.receipt()
    count = markers(rules, asked.drop, asked.delays)
    work.say(so_many(count, "glider/paradrop marker"), rules["markers"].cite)
    return work.receipt(markers=count)


def its_own(work: Working, context: Context, asked: LandingQuestion, zone: Zone) -> None:
    """Forbid a zone that is surely none of the Unit's Division's."""
    division, cite = asked.unit.division, book("drop", asked.country.window)["divisions"].cite
    told = division_zones(context, division) if division else None
    barred = kept_out(context, asked.country, asked.unit, zone)
    if told is not None:
        its, none = f"{zone.name} is a zone of {division}", f"{zone.name} is no zone of {division}"
        work.check(zone.id in told, its, none, cite)
    elif division and (other := others_zone(context, zone, division)):
        work.forbid(f"{zone.name} is no zone of {division}: it is one of {other}", cite)
    elif barred is not None:
        work.forbid(barred.why, barred.rule, barred.provenance)


def markers(rules: Section, drop: int, delays: int) -> int:
    """Count the glider/paradrop markers a dropped Unit gets."""
    section = rules["markers"]
    base = section.number("in_drop_one" if drop == 1 else "each")
    return base + delays * section.number("each_delay")


@answers("drop.act", "legal", "illegal", markers=INTEGER)
def act(context: Context, asked: DropActQuestion) -> Receipt:
    """What a Unit with glider/paradrop markers may do."""
    work, rules, count = Working(), book("drop", asked.game)["act"], asked.markers
    if asked.action == "remove_marker":
        work.check(count > 0, "an Action takes a marker off", "it has no marker", rules.cite)
        work.say("it triggers no Opportunity Fire", rules.cite)
        return work.receipt(markers=max(count - rules.number("actions_a_marker"), 0))
    if rules.flag("bars_others"):
        work.check(
            count == 0,
            "it has no marker",
            "no other Action until all markers are gone",
            rules.cite,
        )
    elif count:
        work.say("nothing is said of other Actions while a marker is on it", rules.cite)
        work.note(f"{REFEREE}the rule does not say that a marked Unit can take no other Action")
    return work.receipt(markers=count)
