"""Barrages and Air Strikes: who may fire at what, what comes of it (INS 1.8b–1.11, 2.5, 3.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from clubroute.builder.counting import so_many
from clubroute.builder.provenance import Provenance
from clubroute.rules.answer.answers import INTEGER, LEGALITY
from clubroute.rules.answer.chances import FACES, OUTCOMES, chances, listed, thrown
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working, any_of, negated
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import COUNT, ENEMY, HEX, SIDE, SIDES, YES
from clubroute.rules.book.rulebook import Section
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.kit.odds import HALF, rounded
from clubroute.rules.position.asked import one_of_two
from clubroute.rules.position.record import needed, said, word
from clubroute.rules.scs.asked import ASKED_UNIT, AboutMap, AboutState, the_dice, the_die, the_unit
from clubroute.rules.scs.campaign.ammo import ammo_of
from clubroute.rules.scs.fight import odds
from clubroute.rules.scs.fight.odds import FightGround, terrain_in, the_terrain
from clubroute.rules.scs.games import Readings, answers, book, the_options
from clubroute.rules.scs.position import Unit
from clubroute.rules.scs.position.position import RATING
from clubroute.rules.scs.situation.situation import in_zone

WAAL = ("north", "south")
GUNS = ("75mm", "88mm")


@dataclass(frozen=True, slots=True, kw_only=True)
class StrikesQuestion(AboutState):
    """The parameters of ``air.strikes``."""

    side: str = needed(SIDE, "whose Air Strikes")
    dice: tuple[int, ...] | None = the_dice(
        1,
        "two dice for the Allies, one for the Germans; without them every result with its chance",
    )
    options: Readings = the_options("air_most", "air_fractions")


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetQuestion(AboutMap):
    """The parameters of ``air.target``."""

    side: str = needed(SIDE, "whose Air Strike")
    hex: str = needed(HEX, "the target hex")
    bank: str | None = said(word(*WAAL), "the side of the Waal the hex is on; if absent the map's")


@answers("air.strikes", "legal", "decided", "undetermined", strikes=INTEGER, outcomes=OUTCOMES)
def air_strikes(context: Context, asked: StrikesQuestion) -> Receipt:
    """How many Air Strikes a side has in its turn, rolled in its Reinforcement Phase."""
    work, rules = Working(), book("barrage")["air"]
    row = rules[asked.side]
    count, most = row.number("dice"), row.number("most")
    work.say(f"{count} {'dice' if count > 1 else 'die'}, at most {most}", row.cite)
    scenario = asked.state.scenario
    if scenario is None:
        if asked.dice is not None and len(asked.dice) == count:
            told = strikes_text(min(sum(asked.dice), most))
            work.say(f"{sum(asked.dice)} rolled, where they are not divided: {told}", row.cite)
        work.need("state.scenario: which scenario is played; some divide the Air Strikes")
        told = f"{work.steps[-1].why} [{row.cite}]; some scenarios divide them"
        return work.receipt(summary=told)
    changes = rules.rows("scenarios").get(scenario)
    divide = changes.number("divide") if changes and changes.text("side") == asked.side else 1
    if changes and divide > 1:
        work.say(f"divided by {divide} in scenario {scenario}", changes.cite)

    def strikes(roll: int) -> int:
        capped = min(roll, most) if asked.options["air_most"] == "first" else roll
        parts, rest = divmod(capped, divide)
        if asked.options["air_fractions"] == "normal" and 2 * rest >= divide:
            parts += 1
        return min(parts, most)

    if asked.dice is not None and len(asked.dice) != count:
        return work.lacking(f"dice: {count} of them for the {asked.side} player")
    faces = {roll: strikes_text(strikes(roll)) for roll in chances(count)}
    return thrown(work, faces, asked.dice, row.cite, lambda roll: {"strikes": strikes(roll)})


def strikes_text(count: int) -> str:
    """A number of Air Strikes in words."""
    return so_many(count, "Air Strike")


@answers("air.target", *LEGALITY)
def air_target(context: Context, asked: TargetQuestion) -> Receipt:
    """Whether a side's Air Strikes may hit a hex: Allied south of the Waal, German north of it."""
    work = Working()
    judge_bank(work, asked.country, asked.side, asked.hex, asked.bank)
    return work.receipt()


def judge_bank(
    work: Working, country: MapFile, side: str, hex_: str, said: str | None = None
) -> None:
    """Judge whether a side's Air Strikes may fall on a hex.

    :param said: the bank of the Waal it is on; the map's if None.
    """
    row, bank = book("barrage")["air"][side], said or bank_of(country, hex_)
    wanted = row.text("side")
    facts = {"bank": None if bank is None else bank == wanted}
    words = {"hex": hex_, "bank": bank, "side": side, "wanted": wanted}
    told: Provenance = "survey" if said is None else "rulebook"
    work.judge(book("barrage")["checks"], facts, told, **words)


def bank_of(country: MapFile, number: str) -> str | None:
    """The side of the Waal that the map shows a hex on; None if it shows neither."""
    rules, id_ = book("barrage")["air"], country.id(number)
    sides = {rules[side].text("area"): rules[side].text("side") for side in SIDES}
    return next((sides[a.id] for a in country.areas if a.id in sides and id_ in a.hexes), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class BarrageCheckQuestion(AboutState):
    """The parameters of ``barrage.check``."""

    unit: Unit = the_unit(summary="the artillery unit")
    hex: str = needed(HEX, "the target hex")
    off_map: bool | None = said(
        YES, "whether it is off-map artillery; if absent one that stands in a hex is none"
    )
    fired: bool | None = said(YES, "whether it has fired a barrage in this phase")
    rolled: bool | None = said(
        YES, "whether a barrage on the hex has been rolled before; if absent none"
    )
    named: bool | None = said(YES, "whether it was named for the hex before that; if absent it was")
    ammo: int | None = said(COUNT, "the Ammo Points its pool has")
    options: Readings = the_options("zoc_water")


@dataclass(frozen=True, slots=True, kw_only=True)
class BarrageQuestion(AboutState):
    """The parameters of ``barrage.resolve``."""

    hex: str = needed(HEX, "the target hex")
    unit: Unit | None = said(ASKED_UNIT, "the artillery unit that fires, or its id in the state")
    air: str | None = said(SIDE, "the side whose Air Strike it is, in place of a unit")
    terrain: tuple[str, ...] | None = the_terrain()
    die: int | None = the_die("the DG roll, 1 to 6; without it every result with its chance")
    kill: int | None = the_die("the Kill Roll, 1 to 6")
    options: Readings = the_options("barrage_halves")


def kind_of(unit: Unit) -> str | None:
    """The kind of artillery for its Kill Roll: yellow, gun or other; None if it is not said."""
    if unit.kind is None or unit.kind in GUNS:
        return None if unit.kind is None else "gun"
    return None if unit.yellow is None else "yellow" if unit.yellow else "other"


@answers("barrage.check", *LEGALITY)
def barrage_check(context: Context, asked: BarrageCheckQuestion) -> Receipt:
    """Whether an artillery unit may fire a barrage at a hex: range, spotter, enemy ZOC, ammo."""
    work = Working()
    judge_fire(context, work, asked)
    check_named(work, asked.rolled, asked.named, asked.unit.call, asked.hex)
    check_ammo(work, asked)
    return work.receipt()


def check_named(
    work: Working, rolled: bool | None, named: bool | None, who: str, hex_: str
) -> None:
    """Judge whether a unit was named before the first die on its target (1.10)."""
    row = book("barrage")["checks"]["named"]
    if named is None and not rolled:
        work.leave(f"that all units firing at {hex_} are named before the first die [{row.cite}]")
        return
    work.judge(
        book("barrage")["checks"], {"named": any_of((named, negated(rolled)))}, who=who, hex=hex_
    )


def judge_fire(context: Context, work: Working, asked: BarrageCheckQuestion) -> None:
    """Judge a barrage but for its ammunition and when it was named."""
    rules, unit = book("barrage"), asked.unit
    board = asked.board
    for why, rule in board.not_played(asked.country.id(asked.hex)):
        work.forbid(why, rule, hex_=asked.hex)
    facts = {"artillery": unit.artillery, "once": negated(asked.fired)}
    own = asked.state.in_phase(rules["fire"].text("phase"), unit.side)
    if own is None:
        work.leave("state.turn: that it is the Barrage Phase of the unit's own player turn")
    else:
        facts["phase"] = own
    work.judge(rules["checks"], facts, who=unit.call)
    off = off_map(asked)
    if off is None:
        work.need("off_map: whether the unit is off-map artillery")
    elif off:
        check_off_map(work, asked)
    else:
        check_range(context, work, asked)
    check_spotter(work, asked)


def off_map(asked: BarrageCheckQuestion) -> bool | None:
    """Whether a unit is off-map artillery: none that stands in a hex is; None if it is not said."""
    return False if asked.off_map is None and asked.unit.hex is not None else asked.off_map


def check_range(context: Context, work: Working, asked: BarrageCheckQuestion) -> None:
    """Judge the range, and what an enemy ZOC forbids."""
    rules, unit = book("barrage"), asked.unit
    if unit.hex is None:
        work.need(f"unit.hex: the hex of {unit.call}")
        return
    country = asked.country
    away = country.between(country.id(unit.hex), country.id(asked.hex))
    facts = {"range": None if unit.range is None else away <= unit.range}
    if away > rules["fire"].number("distance"):
        board = asked.board
        at, foe = country.id(unit.hex), ENEMY.get(unit.side or "")
        zoned = in_zone(board, at, foe, asked.options) if foe else None
        facts["zone"] = negated(zoned)
    work.judge(rules["checks"], facts, who=unit.call, away=so_many(away, "hex"), range=unit.range)


def check_off_map(work: Working, asked: BarrageCheckQuestion) -> None:
    """Judge the reach of off-map artillery (2.5)."""
    rules, reach = book("barrage")["off_map"], asked.unit.range
    areas = rules["areas"]
    if asked.state.scenario is None:
        work.need("state.scenario: which scenario is played; it decides the reach")
    elif asked.state.scenario in areas.words("scenarios"):
        if not work.forbidden:
            work.say("off-map artillery reaches any hex of the playing area", areas.cite)
    else:
        row = asked.hex[1:].partition(".")[0]
        inside = asked.hex[:1] == rules.text("map")
        holds = None if inside and reach is None else inside and int(row) <= (reach or 0)
        facts = {"row": holds}
        work.judge(book("barrage")["checks"], facts, who=asked.unit.call, hex=asked.hex, row=row)


def check_spotter(work: Working, asked: BarrageCheckQuestion) -> None:
    """Judge whether a friendly unit is next to the target."""
    rules, unit, state = book("barrage"), asked.unit, asked.state
    off, turn = rules["off_map"], state.now.number if state.now else None
    country, target = asked.country, asked.country.id(asked.hex)
    if off_map(asked) and state.scenario not in off["areas"].words("scenarios"):
        if turn is None:
            work.need("state.turn.number: off-map artillery needs a spotter from turn 3 on")
            return
        if turn in off.value("unspotted"):
            work.say(f"off-map artillery needs no spotter on turn {turn}", off.cite)
            return
    here = None if off_map(asked) or unit.hex is None else country.id(unit.hex)
    if here is not None and country.between(here, target) <= rules["fire"].number("distance"):
        work.say(f"{unit.call} spots for itself", rules["fire"].cite)
    elif unit.side is None:
        work.need(f"unit.side: whose {unit.call} is")
    else:
        spotted = state.stands(map(country.number, country.around(target)), unit.side)
        work.judge(rules["checks"], {"spotter": spotted}, hex=asked.hex)


def check_ammo(work: Working, asked: BarrageCheckQuestion) -> None:
    """Judge whether there is ammunition to fire, and what being Out of Supply forbids."""
    rules, unit = book("barrage"), asked.unit
    kind = kind_of(unit)
    if kind is None:
        work.need(f"unit.yellow: whether {unit.call} is yellow coded artillery")
    elif kind == "yellow":
        ammo_of(work, unit, asked.state, asked.ammo)
    else:
        work.judge(rules["checks"], {"supplied": negated(unit.oos)}, who=unit.call)


def target_modifier(kinds: Sequence[str], air: bool) -> tuple[int, str]:
    """The modifier best for the target, and its rule: no modifier does not trump a minus (1.3a)."""
    rules = book("barrage")["target"]
    rows = [row for kind, row in rules.rows("kinds").items() if kind in kinds]
    # Without a modifier it is 0, which beats no minus: it counts where nothing else does.
    counted = [row for row in rows if row.value("modifier") is not None]
    found = [row for row in counted if not air or row.value("air") is not False]
    if not found:
        return 0, rules.cite
    best = max(found, key=lambda row: row.number("modifier"))
    return best.number("modifier"), f"{rules.cite}, {best.cite}"


def hits(die: int, modifier: int, rating: int) -> bool:
    """Whether a DG roll makes the target Disorganized."""
    return die == book("barrage")["roll"].number("sure") or die + modifier <= rating


RESULT: Mapping[str, Any] = {
    "modifier": {"type": "integer"},
    "rating": {"type": "integer"},
    "dg": {"type": "boolean", "description": "whether the hex is Disorganized"},
    "lost": {"type": "integer", "description": "steps lost by the hex"},
    "chooser": {"type": "string", "description": "who chooses the unit that loses it"},
    "outcomes": OUTCOMES,
}


@answers("barrage.resolve", "legal", "illegal", "decided", "undetermined", **RESULT)
def barrage_resolve(context: Context, asked: BarrageQuestion) -> Receipt:
    """What one barrage or Air Strike does: DG, and the Kill Roll for the hex.

    With dice the result, without them every result with its chance.
    """
    work, rules = Working(), book("barrage")
    one_of_two("air", asked.air, "unit", asked.unit)
    rating, row = rated(work, asked)
    country = asked.board.country
    ground = terrain_in(country, asked.hex, asked.terrain)
    modifier = weighed(work, ground, asked.air is not None, asked.hex)
    if rating is None or row is None or work.forbidden:
        return work.receipt()
    facts: dict[str, Any] = {"modifier": modifier, "rating": rating, "chooser": row.text("chooser")}
    kill = row.number("least")
    work.say(
        f"a DG on {rating} or less after modifiers, or a raw 1; then a step is lost on {kill}"
        " or more",
        ", ".join(dict.fromkeys((rules["roll"].cite, row.cite))),
    )
    if asked.die is None:
        return work.receipt("legal", outcomes=results(modifier, rating, kill), **facts)
    dg = hits(asked.die, modifier, rating)
    if not dg:
        work.say(f"the die is {asked.die}: no effect", rules["roll"].cite)
        return work.receipt("decided", dg=False, lost=0, summary="no effect", **facts)
    work.say(f"the die is {asked.die}: all units in {asked.hex} are DG", rules["roll"].cite)
    return killed(work, row, asked.kill, facts)


def weighed(work: Working, ground: FightGround, air: bool, hex_: str = "") -> int:
    """Say what the terrain of a target does to the DG roll."""
    modifier, cite = target_modifier(ground.kinds, air)
    names = ", ".join(kind.replace("_", " ") for kind in ground.kinds)
    work.say(f"target in {names}: {modifier:+d}", cite, ground.provenance, hex_)
    return modifier


def killed(
    work: Working, row: Section, die: int | None, facts: Mapping[str, Any], **more: Any
) -> Receipt:
    """What the Kill Roll of a kind of artillery does that a DG brings."""
    least = row.number("least")
    loss = f"{row.text('chooser')} chooses the unit that loses a step"
    faces = {face: f"DG; {loss if face >= least else 'no loss'}" for face in FACES}

    def lost(face: int) -> Mapping[str, int]:
        return {"lost": int(face >= least)}

    return thrown(work, faces, die, row.cite, lost, "decided", dg=True, **facts, **more)


def results(modifier: int, rating: int, kill: int) -> list[dict[str, object]]:
    """Every result of a barrage with its chance."""
    dg = Fraction(sum(hits(face, modifier, rating) for face in FACES), len(FACES))
    dead = Fraction(sum(face >= kill for face in FACES), len(FACES))
    return listed({"no effect": 1 - dg, "DG": dg * (1 - dead), "DG and a step lost": dg * dead})


def rated(work: Working, asked: BarrageQuestion) -> tuple[int | None, Section | None]:
    """The Barrage Rating of who fires, and the Kill Roll of its kind."""
    rules, unit = book("barrage"), asked.unit
    if asked.air is not None:
        row = rules["air"][asked.air]
        work.say(f"{asked.air} Air Strikes have a rating of {row.number('rating')}", row.cite)
        if bank_of(asked.country, asked.hex) is None:
            work.leave(f"whether {asked.hex} is {row.text('side')} of the Waal (air.target)")
        else:
            judge_bank(work, asked.country, asked.air, asked.hex)
        return row.number("rating"), rules["kill"]["yellow"]
    if unit is None:
        work.need("unit: the artillery unit that fires, or air: whose Air Strike it is")
        return None, None
    work.leave(f"whether {unit.call} may fire at {asked.hex}: barrage.check tells it")
    kind = kind_of(unit)
    for value, need in (
        (kind, "kind, unit.yellow: whether {} is yellow coded, 75mm or 88mm"),
        (unit.barrage, "barrage: the Barrage Rating of {}"),
        (unit.dg, "dg: whether {} is Disorganized"),
    ):
        if value is None:
            work.need(f"unit.{need.format(unit.call)}")
    if kind is None or unit.barrage is None or unit.dg is None:
        return None, None
    rating = unit.barrage
    if unit.dg:
        half = rating * HALF
        rating = rounded(half) if asked.options["barrage_halves"] == "up" else int(half)
        work.say(f"{unit.call} is Disorganized: rating {rating}", rules["dg"].cite)
    return rating, rules["kill"][kind]


# A barrage roll alone: rating, terrain and dice, with no units or hexes (INS 1.10a, 1.11, 3.1).

ARTILLERY: Mapping[str, str] = {
    "yellow": "yellow",
    **dict.fromkeys(GUNS, "gun"),
    "other": "other",
}
"""Who may fire, and the row of the Kill Roll for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BarrageTableQuestion(AboutMap):
    """The parameters of ``barrage.table``."""

    rating: int | None = said(RATING, "the Barrage Rating, halved where who fires is Disorganized")
    air: str | None = said(SIDE, "the side whose Air Strike it is, in place of a rating")
    terrain: tuple[str, ...] | None = said(
        odds.TERRAINS, "every terrain in the target hex; if absent none is looked at"
    )
    fired_by: str | None = said(
        word(*ARTILLERY), "who fires: yellow coded artillery, a 75mm or 88mm, or other"
    )
    die: int | None = the_die("the DG roll, 1 to 6; without it every result with its chance")
    kill: int | None = the_die("the Kill Roll, 1 to 6")


@answers("barrage.table", "legal", "decided", "undetermined", **RESULT)
def barrage_table(context: Context, asked: BarrageTableQuestion) -> Receipt:
    """What a barrage or an Air Strike of some rating does, of whatever unit at whatever hex.

    With dice the result, without them every result with its chance. What it was not told is under
    ``unchecked``.
    """
    work, rules = Working(), book("barrage")
    one_of_two("air", asked.air, "rating", asked.rating)
    kind = None if asked.fired_by is None else ARTILLERY[asked.fired_by]
    rating, kill = asked.rating, None if kind is None else rules["kill"][kind]
    if asked.air is not None:
        row = rules["air"][asked.air]
        rating, kill = row.number("rating"), rules["kill"]["yellow"]
        work.say(f"{asked.air} Air Strikes have a rating of {rating}", row.cite)
        work.leave(f"whether the target is {row.text('side')} of the Waal (air.target)")
    modifier = 0
    if asked.terrain is None:
        work.leave("the terrain of the target hex: woods, village, fort or city change the die")
    else:
        modifier = weighed(work, odds.FightGround(asked.terrain), asked.air is not None)
    if rating is None:
        work.need("rating or air: the Barrage Rating of who fires, or the side of an Air Strike")
        known = asked.terrain is not None
        summary = f"{modifier:+d} to the die; a DG on the Barrage Rating or less" if known else ""
        return work.receipt(summary=summary, modifier=modifier if known else None)
    if asked.die is None:
        return every_result(work, modifier, rating, kill)
    roll, facts = rules["roll"].cite, {"modifier": modifier, "rating": rating}
    counted = f"{asked.die}{modifier:+d} is {asked.die + modifier}" if modifier else f"{asked.die}"
    if not hits(asked.die, modifier, rating):
        work.say(f"{counted}, more than {rating}: no effect", roll)
        return work.receipt("decided", dg=False, lost=0, summary="no effect", **facts)
    why = "a raw 1" if asked.die == rules["roll"].number("sure") else f"{counted}, {rating} or less"
    work.say(f"{why}: all units in the hex are DG", roll)
    rows = tuple(kinds())
    if (
        kill is None
        and asked.kill is not None
        and len(lost := {asked.kill >= row.number("least") for row in rows}) == 1
    ):
        # Whoever fires: the kinds differ in the roll they need, and in who chooses the unit.
        (dead,) = lost
        loss = "a step is lost" if dead else "no loss"
        work.say(f"a Kill Roll of {asked.kill}: {loss}", roll)
        if dead:
            work.leave("who chooses the unit that loses it: it turns on who fires (fired_by)")
        return work.receipt("decided", dg=True, lost=int(dead), summary=f"DG; {loss}", **facts)
    if kill is None:
        told = "; ".join(f"{row.text('who')}: {row.number('least')} or more" for row in rows)
        work.leave(f"the Kill Roll that follows: a step is lost by {told}")
        return work.receipt("decided", dg=True, summary="the hex is DG", **facts)
    if asked.kill is None:
        least = kill.number("least")
        summary = f"the hex is DG; a Kill Roll of {least} or more costs it a step"
        return killed(work, kill, None, facts, summary=summary)
    return killed(work, kill, asked.kill, facts)


def every_result(work: Working, modifier: int, rating: int, kill: Section | None) -> Receipt:
    """Every result of a DG roll with its chance."""
    work.say(f"a DG on {rating} or less after modifiers, or a raw 1", book("barrage")["roll"].cite)
    if kill is None:
        return work.lacking("fired_by: whether it is yellow coded, a 75mm or 88mm, or other")
    outcomes = results(modifier, rating, kill.number("least"))
    return work.receipt("legal", outcomes=outcomes, modifier=modifier, rating=rating)


def kinds() -> list[Section]:
    """The rows of the Kill Roll, by kind of artillery."""
    kill = book("barrage")["kill"]
    return [kill[kind] for kind in dict.fromkeys(ARTILLERY.values())]
