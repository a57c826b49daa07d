"""``fire.ground``: what ground that is described adds to a Fire Rating, without a map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from clubroute.builder.errors import (
    InputError,
    Where,
    nearest_name,
    one_of,
)
from clubroute.builder.provenance import Provenance
from clubroute.rules.answer.answers import INTEGER
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.gts.asked import ASKED_UNIT, the_game, the_options
from clubroute.rules.gts.fire.ground import (
    Added,
    FireReadings,
    column_by,
    ignored_by,
    of_terrain,
    together,
    unattacked,
)
from clubroute.rules.gts.fire.modifiers import (
    COLUMN,
    MOVING,
    NEVER,
    SERIES_OWN,
    WEAPONS,
    fired_on,
    moves_of,
    on_foot_only,
    signed,
    the_moves,
)
from clubroute.rules.gts.games import answers, book
from clubroute.rules.gts.kinds import YES
from clubroute.rules.gts.movement.readings import TERRAINS
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.position.record import said, word


@dataclass(frozen=True, slots=True, kw_only=True)
class GroundQuestion:
    """The parameters of ``fire.ground``."""

    game: str = the_game()
    terrain: str | None = said(word(*TERRAINS), "the terrain of the hex")
    raised: bool | None = said(YES, "whether a raised Road runs through it; no if absent")
    at_bridge: bool | None = said(YES, "whether the hex has a bridge hexside; no if absent")
    unit: Unit = said(ASKED_UNIT, "the Unit fired on: column, class …", default=Unit())
    weapon: str | None = said(word(*WEAPONS), "the Weapon Class of who fires")
    moves: tuple[str, ...] | None = the_moves()
    readings: FireReadings = the_options(FireReadings)


@answers("fire.ground", "decided", "illegal", "undetermined", modifier=INTEGER)
def fire_ground(context: Context, asked: GroundQuestion) -> Receipt:
    """What a hex that is described adds to the Fire Rating of who fires at a Unit in it.

    :raises InputError: the game gives no such terrain a modifier, or has no such move.
    """
    known = book("fire", asked.game).rows("terrain")
    if asked.terrain is not None and asked.terrain not in known:
        where, near = Where("params", part="terrain"), nearest_name(asked.terrain, known)
        raise InputError(where, repr(asked.terrain), one_of(known), near)
    if spared := unattacked(asked.game, asked.unit):
        return spared
    work = Working()
    must = column_by(asked.game, asked.terrain, bool(asked.raised), asked.unit)
    if must is not None:
        work.say(*must)
        asked = replace(asked, unit=replace(asked.unit, column=True))
    column = asked.unit.column
    for one in added(asked, bool(column)):
        work.say(f"{one.what}: {signed(one.modifier)}", one.rule)
        for name in one.readings:
            work.note(asked.readings.chosen(name))
    if asked.raised and on_foot_only(asked.unit):
        work.note(NEVER.format(book("fire", asked.game)["raised"].cite))
    for _, row in moves_of(asked.game, asked.moves):
        fired_on(work, row)
    work.leave(SERIES_OWN)
    if asked.moves is None:
        work.leave(MOVING)
    words = [asked.terrain.replace("_", " ")] if asked.terrain else []
    words += ["raised Road"] * bool(asked.raised) + ["bridge hexside"] * bool(asked.at_bridge)
    ground = ", ".join(words) or "terrain not said"
    for name, told in (("raised Road", asked.raised), ("bridge hexside", asked.at_bridge)):
        if told is None:
            work.leave(f"whether the hex has a {name} ({FIELDS[name]})")
    for need in unsaid(asked, known):
        work.need(need)
    if work.needs:
        return work.receipt()
    formed = "in Column" if column else "not in Column"
    worth = total(asked, bool(column))
    gist = f"{signed(worth)} at a unit {formed} ({ground})"
    return work.receipt("decided", summary=gist, modifier=worth)


FIELDS = {"raised Road": "raised", "bridge hexside": "at_bridge"}
"""What a hex may have that nobody said, by its words the field that says it."""


def unsaid(asked: GroundQuestion, known: Iterable[str]) -> Iterator[str]:
    """Name what is not said and would change the answer, with what each answer would give."""
    column = asked.unit.column
    if column is None:
        yield COLUMN.format(*(signed(total(asked, one)) for one in (True, False)))
    if asked.terrain is None:
        yield from terrain_unsaid(asked, known)
        return
    exempt = ignored_by(asked.game, asked.terrain)
    if asked.weapon is None and exempt:
        other = total(replace(asked, weapon="other"), bool(column))
        quiet = total(replace(asked, weapon=exempt[0]), bool(column))
        if quiet != other:
            names = ", ".join(exempt).replace("_", " ")
            yield f"weapon: {names} {signed(quiet)}, another Weapon Class {signed(other)}"


def terrain_unsaid(asked: GroundQuestion, known: Iterable[str]) -> Iterator[str]:
    """Name the terrain where it changes the answer, with what each would give."""
    by_total: dict[int, list[str]] = {}
    for terrain in known:
        worth = total(replace(asked, terrain=terrain), bool(asked.unit.column))
        by_total.setdefault(worth, []).append(terrain.replace("_", " "))
    if len(by_total) > 1:
        each = "; ".join(f"{', '.join(names)} {signed(one)}" for one, names in by_total.items())
        yield f"terrain: the terrain of the hex ({each})"


def total(asked: GroundQuestion, column: bool) -> int:
    """Add up the modifiers at a Unit in Column, or not."""
    return sum(one.modifier for one in added(asked, column))


def added(asked: GroundQuestion, column: bool) -> list[Added]:
    """List what terrain, Column, raised Road and bridge add."""
    game, terrain = asked.game, asked.terrain
    spared = terrain is None or asked.weapon in ignored_by(game, terrain)
    own = None if terrain is None or spared else of_terrain(game, terrain)
    more = []
    if column:
        row = book("fire", game)["column"]
        more.append(Added("in Column", row.number("modifier"), row.cite))
        if asked.at_bridge:
            row = book("bridge", game)["modifier"]
            more.append(Added("in Column at a bridge", row.number("column"), row.cite))
    for _, row in moves_of(game, asked.moves):
        more.append(Added(row.text("words"), row.number("modifier"), row.cite))
    raised: Provenance | None = "rulebook" if asked.raised else None
    at_bridge = column and bool(asked.at_bridge)
    return together(game, [own] if own else [], more, asked.readings, raised, column, at_bridge)
