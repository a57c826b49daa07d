"""Several barrages on one hex: who fires at it is named before the first die (INS 1.10, 1.10a)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from clubroute.builder.counting import so_many
from clubroute.rules.answer.answers import INTEGER, LEGALITY
from clubroute.rules.answer.chances import FACES, OUTCOMES, listed
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working, negated
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import COUNT, HEX, NAME
from clubroute.rules.position.record import list_of, needed, said
from clubroute.rules.scs.asked import (
    ASKED_UNITS,
    DIE,
    MOST_TOGETHER,
    AboutState,
)
from clubroute.rules.scs.campaign.ammo import ammo_of
from clubroute.rules.scs.fight.barrage import (
    BarrageCheckQuestion,
    BarrageQuestion,
    check_named,
    hits,
    judge_fire,
    kind_of,
    rated,
    target_modifier,
)
from clubroute.rules.scs.fight.odds import terrain_in, the_terrain
from clubroute.rules.scs.games import (
    Readings,
    answers,
    book,
    the_options,
)
from clubroute.rules.scs.position import Unit

ROLLS = list_of(list_of(DIE, 2, least=1), MOST_TOGETHER)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclareQuestion(AboutState):
    """The parameters of ``barrage.declare``."""

    hex: str = needed(HEX, "the target hex")
    units: tuple[Unit, ...] = needed(
        ASKED_UNITS, "the units that are named as firing at it, in the order they roll"
    )
    late: tuple[str, ...] = said(
        list_of(NAME, MOST_TOGETHER),
        "those of them, by id or name, that are named after the first die on the hex",
        default=(),
    )
    fired: tuple[str, ...] | None = said(
        list_of(NAME, MOST_TOGETHER),
        "those of them that have fired in this phase before; [] if none",
    )
    ammo: int | None = said(COUNT, "the Ammo Points their pool has")
    terrain: tuple[str, ...] | None = the_terrain()
    dice: tuple[tuple[int, ...], ...] | None = said(
        ROLLS, "by unit in order, its die, and its Kill Roll if that is a DG: [[5], [2, 6]]"
    )
    options: Readings = the_options("zoc_water", "barrage_halves")


@answers(
    "barrage.declare",
    *LEGALITY,
    "decided",
    dg={"type": "boolean", "description": "whether the hex is Disorganized"},
    lost={**INTEGER, "description": "steps lost by the hex, one by each Kill Roll that succeeds"},
    left={**INTEGER, "description": "Ammo Points left in the pool"},
    outcomes=OUTCOMES,
)
def barrage_declare(context: Context, asked: DeclareQuestion) -> Receipt:
    """Whether several units may fire at one hex, all named before the first die, and what their
    barrages bring: each rolls for itself.
    """
    work, left = Working(), asked.ammo
    for unit in asked.units:
        one = BarrageCheckQuestion(
            country=asked.country,
            state=asked.state,
            unit=unit,
            hex=asked.hex,
            fired=None if asked.fired is None else called(unit, asked.fired),
            options=asked.options,
            board=asked.board,
        )
        judge_fire(context, work, one)
        late = called(unit, asked.late)
        check_named(work, late, negated(late), unit.call, asked.hex)
        left = spent(work, one, left)
    work.needs = [need.replace("unit.", "units.", 1) for need in work.needs]
    if work.verdict != "legal":
        return work.receipt()
    kills = faces_of(context, work, asked)
    if work.needs:
        return work.receipt()
    work.say("each rolls for itself, their ratings are not added up", book("barrage")["roll"].cite)
    if asked.dice is None:
        return work.receipt(left=left, outcomes=results(kills))
    return rolled(work, asked, kills, left)


def called(unit: Unit, names: Sequence[str]) -> bool:
    """Whether a unit is among some names or ids."""
    return bool({unit.id, unit.name} & set(names))


def spent(work: Working, asked: BarrageCheckQuestion, left: int | None) -> int | None:
    """Judge the ammunition of one unit, and return what its pool has left."""
    if kind_of(asked.unit) == "yellow":
        cost = ammo_of(work, asked.unit, asked.state, left)
        return None if left is None or cost is None else left - cost
    if kind_of(asked.unit) is None:
        work.need(f"unit.yellow: whether {asked.unit.call} is yellow coded artillery")
    else:
        facts = {"supplied": negated(asked.unit.oos)}
        work.judge(book("barrage")["checks"], facts, who=asked.unit.call)
    return left


def faces_of(
    context: Context, work: Working, asked: DeclareQuestion
) -> list[tuple[frozenset[int], frozenset[int]]]:
    """By unit the faces of its die that are a DG, and those of its Kill Roll that kill a step."""
    country = asked.board.country
    ground = terrain_in(country, asked.hex, asked.terrain)
    modifier, cite = target_modifier(ground.kinds, False)
    names = ", ".join(kind.replace("_", " ") for kind in ground.kinds)
    work.say(f"target in {names}: {modifier:+d}", cite, ground.provenance, asked.hex)
    found = []
    for unit in asked.units:
        trial = Working()
        one = BarrageQuestion(
            country=asked.country,
            state=asked.state,
            hex=asked.hex,
            unit=unit,
            options=asked.options,
        )
        rating, row = rated(trial, one)
        work.steps += trial.steps
        for need in trial.needs:
            work.need(need)
        if rating is None or row is None:
            continue
        dg = frozenset(face for face in FACES if hits(face, modifier, rating))
        kill = frozenset(face for face in FACES if face >= row.number("least"))
        why = f"{unit.call}: a DG on a die of {', '.join(map(str, sorted(dg)))}"
        work.say(f"{why}; a step on a Kill Roll of {min(kill)} or more", row.cite)
        found.append((dg, kill))
    return found


def results(kills: Sequence[tuple[frozenset[int], frozenset[int]]]) -> list[dict[str, Any]]:
    """Every result of several barrages with its chance."""
    found: dict[tuple[bool, int], Fraction] = {(False, 0): Fraction(1)}
    for dg, kill in kills:
        hit, dead = Fraction(len(dg), len(FACES)), Fraction(len(kill), len(FACES))
        after: dict[tuple[bool, int], Fraction] = {}
        for (was, lost), chance in found.items():
            for key, part in (
                ((was, lost), 1 - hit),
                ((True, lost), hit * (1 - dead)),
                ((True, lost + 1), hit * dead),
            ):
                after[key] = after.get(key, Fraction(0)) + chance * part
        found = after
    return listed({text(*key): found[key] for key in sorted(found)})


def text(dg: bool, lost: int) -> str:
    """What barrages do to a hex, in words."""
    steps = f"{so_many(lost, 'step')} lost" if lost else "no step lost"
    return f"DG, {steps}" if dg else "no effect"


def rolled(
    work: Working,
    asked: DeclareQuestion,
    kills: Sequence[tuple[frozenset[int], frozenset[int]]],
    left: int | None,
) -> Receipt:
    """The result of the dice that were thrown."""
    rule, dg, lost = book("barrage")["roll"].cite, False, 0
    rolls = asked.dice or ()
    if len(rolls) != len(asked.units):
        return work.lacking(f"dice: a die for each of the {len(asked.units)} units, in order")
    for unit, dice, (hit, kill) in zip(asked.units, rolls, kills, strict=True):
        if dice[0] not in hit:
            work.say(f"{unit.call} rolls {dice[0]}: no effect", rule)
            continue
        dg = True
        if len(dice) == 1:
            return work.lacking(f"dice: the Kill Roll of {unit.call}, whose {dice[0]} is a DG")
        dead = dice[1] in kill
        lost += dead
        told = "a step is lost" if dead else "no step is lost"
        work.say(f"{unit.call} rolls {dice[0]}, a DG, and {dice[1]}: {told}", rule)
    return work.receipt("decided", text(dg, lost), dg=dg, lost=lost, left=left)
