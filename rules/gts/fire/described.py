"""``fire.ground``: what ground that is described adds to a Fire Rating, without a map."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from clubroute.builder.errors import InputError, Where, nearest_name, one_of
from clubroute.builder.provenance import Provenance
from clubroute.rules.answer.answers import INTEGER
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.gts.asked import ASKED_UNIT, the_game, the_options
from clubroute.rules.gts.fire.ground import Added, FireReadings, ignored_by, of_terrain, together
from clubroute.rules.gts.fire.modifiers import SERIES_OWN, WEAPONS, signed
from clubroute.rules.gts.games import answers, book
from clubroute.rules.gts.kinds import YES
from clubroute.rules.gts.movement.schemas import TERRAINS
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.position.record import said, word


@dataclass(frozen=True, slots=True, kw_only=True)
class GroundQuestion:
    """The parameters of ``fire.ground``."""

    game: str = the_game()
    terrain: str = said(word(*TERRAINS), "the terrain of the hex; clear if absent", default="clear")
    raised: bool = said(YES, "whether a raised Road runs through it; no if absent", default=False)
    at_bridge: bool = said(YES, "whether the hex has a bridge hexside; no if absent", default=False)
    unit: Unit = said(ASKED_UNIT, "the Unit fired on: column, class …", default=Unit())
    weapon: str | None = said(word(*WEAPONS), "the Weapon Class of who fires")
    readings: FireReadings = the_options(FireReadings)


@answers("fire.ground", "decided", "undetermined", modifier=INTEGER)
def fire_ground(context: Context, asked: GroundQuestion) -> Receipt:
    """What a hex that is described adds to the Fire Rating of who fires at a Unit in it.

    :raises InputError: the game gives no such terrain a modifier.
    """
    known = book("fire", asked.game).rows("terrain")
    if asked.terrain not in known:
        where, near = Where("params", part="terrain"), nearest_name(asked.terrain, known)
        raise InputError(where, repr(asked.terrain), one_of(known), near)
    work = Working()
    column = asked.unit.column
    for one in added(asked, bool(column)):
        work.say(f"{one.what}: {signed(one.modifier)}", one.rule)
        for name in one.readings:
            work.note(asked.readings.chosen(name))
    work.leave(SERIES_OWN)
    ground = f"{asked.terrain.replace('_', ' ')}{', raised Road' * asked.raised}"
    ground += ", bridge hexside" * asked.at_bridge
    for need in unsaid(asked):
        work.need(need)
    if work.needs:
        return work.receipt()
    formed = "in Column" if column else "not in Column"
    worth = total(asked, bool(column))
    gist = f"{signed(worth)} at a unit {formed} ({ground})"
    return work.receipt("decided", summary=gist, modifier=worth)


def unsaid(asked: GroundQuestion) -> Iterator[str]:
    """Name what is not said and would change the answer, with what each answer would give."""
    column = asked.unit.column
    if column is None:
        yield f"unit.column: in Column {signed(total(asked, True))}, not in Column " + signed(
            total(asked, False)
        )
    exempt = ignored_by(asked.game, asked.terrain)
    if asked.weapon is None and exempt:
        other = total(replace(asked, weapon="other"), bool(column))
        quiet = total(replace(asked, weapon=exempt[0]), bool(column))
        if quiet != other:
            names = ", ".join(exempt).replace("_", " ")
            yield f"weapon: {names} {signed(quiet)}, another Weapon Class {signed(other)}"


def total(asked: GroundQuestion, column: bool) -> int:
    """Add up the modifiers at a Unit in Column, or not."""
    return sum(one.modifier for one in added(asked, column))


def added(asked: GroundQuestion, column: bool) -> list[Added]:
    """List what terrain, Column, raised Road and bridge add."""
    game = asked.game
    own = (
        None if asked.weapon in ignored_by(game, asked.terrain) else of_terrain(game, asked.terrain)
    )
    more = []
    if column:
        row = book("fire", game)["column"]
        more.append(Added("in Column", row.number("modifier"), row.cite))
        if asked.at_bridge:
            row = book("bridge", game)["modifier"]
            more.append(Added("in Column at a bridge", row.number("column"), row.cite))
    raised: Provenance | None = "rulebook" if asked.raised else None
    at_bridge = column and asked.at_bridge
    return together(game, [own] if own else [], more, asked.readings, raised, column, at_bridge)
