"""Air strikes: how many, and where they may go (WED S3.1; TDC S4.3, S5.16; MG 1.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from clubroute.builder.counting import so_many
from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.builder.grid import distance
from clubroute.rules.answer.answers import INTEGER, LEGALITY, TEXTS
from clubroute.rules.answer.chances import OUTCOMES, by_face
from clubroute.rules.answer.first_line import each
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working, any_of
from clubroute.rules.asking.context import Context
from clubroute.rules.book.rulebook import Section
from clubroute.rules.ground.lookup import named_area
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.gts.asked import AboutState, the_die, the_game, the_state
from clubroute.rules.gts.fire.ground import of_terrain
from clubroute.rules.gts.games import MAPS, answers, book
from clubroute.rules.gts.kinds import DIE, DIE_FACES, DROP, ENEMY, HEX, YES, choice
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.position.turns import TIMES, Now, first_turn
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.owner.tables import need
from clubroute.rules.position.names import same_group
from clubroute.rules.position.record import list_of, needed, plain, said

SOURCES: tuple[str, ...] = tuple(book("air", MAPS[0])["strikes"].values)
"""The sources of air strikes."""
SOURCE = choice(*SOURCES)
THE_SOURCE = (
    "what grants the strikes: an event, the opening of the campaign, a scenario's event, a drop, "
    "or German air Units"
)
MODIFIER = plain({"type": "integer", "minimum": -20, "maximum": 20})


@dataclass(frozen=True, slots=True, kw_only=True)
class StrikesQuestion:
    """The parameters of ``air.strikes``."""

    game: str = the_game()
    source: str = needed(SOURCE, THE_SOURCE)
    die: int | None = the_die()
    dice: tuple[int, ...] | None = said(list_of(DIE, 9), "the three dice for German air Units")
    drop: int | None = said(DROP, "the number of the drop of this turn")
    state: Position = the_state()


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetQuestion(AboutState):
    """The parameters of ``air.target``."""

    source: str = needed(SOURCE, THE_SOURCE)
    hex: str = needed(HEX, "the hex")
    leader: str | None = said(HEX, "the hex of the chosen Formation's Leader")
    seen: bool | None = said(YES, "whether a Unit of the side sees the hex (los.check)")
    terrain_modifier: int | None = said(MODIFIER, "what terrain and markers in the hex add to fire")


def source_of(work: Working, game: str, name: str) -> Section | None:
    """Find the rule that grants strikes; None, with a line, where the game does not have it."""
    rules = book("air", game)
    rows = rules.rows("strikes")
    if name in rows:
        return rows[name]
    off = rules["strikes"][name].text("off_rule")
    if off:
        work.forbid("these strikes are not used in this game", off)
        return None
    near = nearest_name(name, rows)
    expected = f"one of {game}'s: " + ", ".join(rows)
    raise InputError(Where("params", part="source"), repr(name), expected, near)


def where_of(rules: Section) -> str:
    """Say how near to whom the targets of some strikes are; nothing where that is not laid down."""
    reach, whose = rules.value("range"), " or ".join(rules.words("corps"))
    return f" within {reach} hexes of a Unit of {whose}" if reach and whose else ""


def beside_of(game: str, name: str, rules: Section) -> Iterator[tuple[str, Section]]:
    """Find the other strikes that the same rule grants, with their names."""
    for other, row in book("air", game).rows("strikes").items():
        if other != name and row.cite == rules.cite and row.text("how") == "fixed":
            yield other, row


def is_void(work: Working, rules: Section, position: Position) -> bool:
    """Tell whether turn or weather makes the strikes void; what is not told is needed."""
    weather = None if position.now is None else position.now.weather
    time = None if position.now is None else position.now.time
    barred, clear_only = rules.words("void_in"), rules.flag("clear_only")
    if time is not None and time in rules.words("void_at"):
        work.say(f"at {time.casefold()}: no strikes", rules.cite)
        return True
    if weather in barred or (clear_only and weather not in (None, "clear")):
        work.say(f"in {weather}: no strikes", rules.cite)
        return True
    if (barred or clear_only) and weather is None:
        only = "in any weather but clear" if clear_only else f"in {' and '.join(barred)}"
        work.need(f"state.turn.weather: the weather; {only} there are no strikes")
    if rules.words("void_at") and time is None:
        void = " or ".join(rules.words("void_at"))
        work.need(f"state.turn.time: the time; at {void} there are no strikes")
    return False


@answers(
    "air.strikes",
    *("decided", "legal", "illegal", "undetermined"),
    count=INTEGER,
    strength={"type": "string"},
    side={"type": "string"},
    banks={"type": "object"},
    turns=TEXTS,
    outcomes=OUTCOMES,
)
def strikes(context: Context, asked: StrikesQuestion) -> Receipt:
    """How many air strikes there are, and how strong."""
    work = Working()
    rules = source_of(work, asked.game, asked.source)
    if rules is None:
        return work.receipt()
    how = rules.text("how")
    extra: dict[str, Any] = {
        "strength": rules.text("strength") or None,
        "side": rules.text("side"),
    }
    # The air Units' dice are rolled at 0700, for turns whose weather is yet to come.
    if how != "by_dice" and is_void(work, rules, asked.state):
        void = work.steps[-1].why
        if rules.flag("back_in_cup"):
            work.say("the event goes back into the cup", rules.cite)
        return work.receipt("decided", void, count=0, **extra)
    if rules.flag("placed_first"):
        if_any = "where there are strikes, " if work.needs else ""
        work.say(f"{if_any}all are placed before any is resolved; no modifiers apply", rules.cite)
    if how == "by_dice":
        return by_dice(work, rules, asked)
    if how == "by_drop":
        return by_drop(work, rules, asked.drop)
    if how == "fixed":
        count = rules.number("count")
        if_flown = ", if they are flown" if work.needs else ""
        work.say(f"{count} strikes{where_of(rules)}{if_flown}", rules.cite)
        for name, other in beside_of(asked.game, asked.source, rules):
            more = f"{other.number('count')} strikes{where_of(other)}"
            work.note(f"besides them: {more} (source: {name})")
        if work.needs:
            return work.receipt(summary=f"{count} strikes, or none")
        return work.receipt("decided", f"{count} strikes", count=count, **extra)
    counts = {face: face // rules.number("divide") for face in DIE_FACES}
    die = asked.die
    if die is None:
        told = {face: str(count) for face, count in counts.items()}
        outcomes = by_face(told)
        summary = f"{told[0]} to {told[DIE_FACES[-1]]} by the die: {each(outcomes)} [{rules.cite}]"
        return work.receipt(summary=summary, outcomes=outcomes, **extra)
    if_flown = ", if they are flown" if work.needs and counts[die] else ""
    half = f"the die is {die}: half of it, rounded down, is {counts[die]}{if_flown}"
    work.say(half, rules.cite)
    if not counts[die]:
        work.needs.clear()  # in whatever weather
    if work.needs:
        return work.receipt(summary=f"{counts[die]} strikes, or none")
    return work.receipt("decided", f"{counts[die]} strikes", count=counts[die], **extra)


def by_drop(work: Working, rules: Section, drop: int | None) -> Receipt:
    """Answer for strikes by the number of the drop and the bank of the Waal."""
    if drop is None:
        return work.lacking("drop: the number of the drop that takes place this turn")
    counts: list[list[int]] = rules.value("counts")
    found = counts[min(drop, len(counts)) - 1]
    banks = dict(zip(rules.words("banks"), found, strict=True))
    for bank, count in banks.items():
        work.say(f"drop {drop}: {count} strikes {bank}", rules.cite)
    said = ", ".join(f"{count} {bank}" for bank, count in banks.items())
    said = f"drop {drop}: {sum(found)} strikes, {said}"
    return work.receipt("decided", said, count=sum(found), banks=banks, side=rules.text("side"))


def by_dice(work: Working, rules: Section, asked: StrikesQuestion) -> Receipt:
    """Answer with the turns on which air Units come, a die each."""
    turns = rules.words("turns")
    dice = (asked.die,) if asked.dice is None and asked.die is not None else asked.dice
    if dice is None:
        faces = {f: turns[f] if f < len(turns) else "no air Unit" for f in DIE_FACES}
        work.say(f"{rules.number('dice')} dice on the {rules.text('rolled')} turn", rules.cite)
        return work.receipt("legal", outcomes=by_face(faces))
    if asked.dice is not None and len(dice) != rules.number("dice"):
        where = Where("params", part="dice")
        raise InputError(where, f"{len(dice)} dice", f"{rules.number('dice')} dice")
    first = first_turn()
    now = asked.state.now or Now()
    first_day = now.day == first.day
    day_unsaid = now.day is None and any(die < first.slot for die in dice)
    if day_unsaid:
        lost = f"on {first.date} what comes before {first.time} is lost"
        work.need(f"state.turn.date: the day; {lost}")
    found: list[str] = []
    for die in dice:
        if die >= len(turns):
            work.say(f"{die}: no air Unit", rules.cite)
        elif first_day and TIMES.index(turns[die]) < first.slot:
            work.say(f"{die}: {turns[die]} is over on the first day", rules.cite)
        elif now.time == turns[die] and now.weather not in (None, "clear"):
            work.say(f"{die}: an air Unit at {turns[die]}, lost in {now.weather}", rules.cite)
        else:
            over = day_unsaid and TIMES.index(turns[die]) < first.slot
            dark = now.time == turns[die] and now.weather is None
            if dark:
                clear = f"the air Unit of {turns[die]} needs a clear turn"
                work.need(f"state.turn.weather: the weather; {clear}")
            unless = ", unless it is the first day" * over + ", if the weather is clear" * dark
            work.say(f"{die}: an air Unit at {turns[die]}{unless}", rules.cite)
            found.append(turns[die])
    work.say("on clear weather turns only", rules.cite)
    at = f" ({', '.join(sorted(found, key=TIMES.index))})" if found else ""
    come = f"{so_many(len(found), 'air Unit')}{at}" if found else "No air Unit"
    if work.needs:
        late = [one for one in found if TIMES.index(one) >= first.slot]
        early = f", or {len(late) or 'none'} on {first.date}" if day_unsaid else ""
        return work.receipt(summary=f"{come}{early}, on clear turns only")
    return work.receipt(
        "decided",
        come,
        count=len(found),
        turns=sorted(found, key=TIMES.index),
    )


@answers("air.target", *LEGALITY, strength={"type": "string"})
def target(context: Context, asked: TargetQuestion) -> Receipt:
    """Whether an air strike may go on a hex."""
    work, country = Working(), asked.country
    rules = source_of(work, country.window, asked.source)
    if rules is None:
        return work.receipt()
    here = country.id(asked.hex)
    number = country.number(here)
    if is_void(work, rules, asked.state):
        work.forbid("no strikes this turn", rules.cite)
    in_reach(work, rules, here, asked)
    on_bank(work, context, country, rules, here)
    kind = rules.text("targets")
    enemy = ENEMY[rules.text("side")]
    if kind == "enemy":
        work.check(
            asked.state.held(enemy, (number,)),
            f"enemy Units are in {number}",
            f"no enemy Unit is in {number}",
            rules.cite,
            f"state.units: whether {enemy} Units are in {number}",
        )
    elif kind:
        units = asked.state.units
        work.check(
            None if units is None else any_of(is_open(one, enemy, number) for one in units),
            f"flak or a Vehicle in Column is in {number}",
            f"neither flak nor a Vehicle in Column is in {number}",
            rules.cite,
            f"state.units: whether {enemy} flak or a Vehicle in Column is in {number}",
        )
    if rules.flag("seen"):
        what = f"an Allied Unit sees {number}"
        no_one = f"no Allied Unit sees {number}"
        work.check(asked.seen, what, no_one, rules.cite, f"seen: whether {what}")
    if rules.flag("no_cover"):
        own = of_terrain(country.game(here), country.terrain_of(here), country.provenance_of(here))
        told = asked.terrain_modifier is not None
        worth = asked.terrain_modifier if told or own is None else own.modifier
        work.check(
            None if worth is None else worth >= 0,
            "the terrain gives no negative modifier",
            "the terrain gives a negative modifier",
            rules.cite,
            "terrain_modifier: what the hex's terrain and what is in it adds to fire",
            "rulebook" if told or own is None else own.provenance,
        )
    return work.receipt(strength=rules.text("strength") or None)


def is_open(unit: Unit, side: str, number: str) -> bool | None:
    """Tell whether a Unit is the side's flak or Vehicle in Column in a hex, None if unsaid."""
    if unit.side not in (None, side) or unit.hex not in (None, number):
        return False
    flak = None if unit.kind is None else unit.kind in ("flak", "flak 88")
    vehicle = None if unit.move_class is None else unit.move_class in ("wheeled", "tracked")
    column = False if vehicle is False else unit.column and vehicle
    found = any_of((flak, column))
    return None if found and (unit.side is None or unit.hex is None) else found


def in_reach(work: Working, rules: Section, here: int, asked: TargetQuestion) -> None:
    """Add the condition on the distance to a Leader, or to a Unit of XXX Corps."""
    most, country = rules.value("range"), asked.country
    if most is None:
        return
    if rules.text("from") == "leader":
        told = [] if asked.leader is None else [asked.leader]
        whom, missing = "the chosen Formation's Leader", "leader: the Leader's hex"
    else:
        corps = rules.words("corps")
        told = [
            unit.hex
            for unit in asked.state.units or ()
            if unit.hex and any(same_group(name, unit.division or "") for name in corps)
        ]
        whom, missing = "a XXX Corps Unit", "state.units: the Units of XXX Corps, with division"
    ends = [country.hex(country.id(number)) for number in told]
    least = min((distance(country.hex(here), end) for end in ends), default=None)
    # A corps' Unit that nobody has named as such may be nearer.
    sure = rules.text("from") == "leader" or all(
        unit.side == ENEMY[rules.text("side")] or (unit.hex and unit.division)
        for unit in asked.state.units or ()
    )
    inside = None if least is None else least <= most
    work.check(
        inside if sure or inside else None,
        f"{so_many(least, 'hex')} from {whom}, at most {most}",
        f"more than {most} hexes from {whom}" + ("" if least is None else f": {least}"),
        rules.cite,
        missing,
    )


def on_bank(work: Working, context: Context, country: MapFile, rules: Section, here: int) -> None:
    """Say on which bank the hex is, or add it as a condition where strikes go to one bank only."""
    area = rules.text("area")
    if not area:
        return
    hexes = named_area(context, country, area)
    if hexes is None:
        work.need(need("areas", area))
        return
    inside = here in hexes
    if rules.flag("outside"):
        add, why = (work.forbid, f"{area}: not there") if inside else (work.say, f"not {area}")
        add(why, rules.cite, "survey", country.number(here))
    else:
        bank = rules.words("banks")[0 if inside else 1]
        work.say(f"the hex is {bank}", rules.cite, "survey", country.number(here))
