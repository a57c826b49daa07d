"""What fire does beside its result: piggyback mode, rubble (WED 2.9, S4; TDC S5.11)."""

from __future__ import annotations

from dataclasses import dataclass

from clubroute.rules.answer.answers import LEGALITY, TEXTS
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.gts.asked import AboutState, the_die, the_game
from clubroute.rules.gts.games import answers, book
from clubroute.rules.gts.kinds import HEX, YES, choice
from clubroute.rules.position.record import needed, said

MEANS = ("direct", "indirect", "air", "assault", "dismount")


@dataclass(frozen=True, slots=True, kw_only=True)
class RidersQuestion:
    """The parameters of ``fire.riders``."""

    game: str = the_game()
    by: str = needed(
        choice(*MEANS),
        "what comes upon Vehicle and rider: direct or indirect fire, an air strike, an assault; "
        "or Opportunity Fire as the rider dismounts in the Vehicle's activation",
    )
    result: bool | None = said(YES, "whether either Unit takes a result; a passed S? is none")
    overstacked: bool | None = said(YES, "whether the hex is overstacked once it has dismounted")
    after: bool | None = said(
        YES, "of by: dismount, whether the firing player fires after the dismounting"
    )


@answers("fire.riders", "decided", "undetermined", result={"type": "string"}, targets=TEXTS)
def fire_riders(context: Context, asked: RidersQuestion) -> Receipt:
    """What fire or an Assault does to a Vehicle with a rider in piggyback mode."""
    work, rules = Working(), book("fire", asked.game)["riders"]
    cite = rules.cite
    if asked.by == "dismount":
        return dismounting(work, rules.text("dismount_rule"), cite, asked)
    if asked.by == "assault":
        work.say(
            "the rider dismounts as the Assault is declared; no Opportunity Fire at that", cite
        )
        work.say("the Assault goes on from there, with the defenders' Opportunity Fire", cite)
        return dismounted(work, cite, asked, "dismounts before the Assault")
    work.say("both Units count for the mass modifier", cite)
    work.say("one die for both, applied to each as if fired on alone", cite)
    work.say("modifiers of terrain and markers for the Vehicle hold for the rider", cite)
    if asked.by == "indirect":
        work.say("a rider thrown off by it does not take the S? of the others in the hex", cite)
    if asked.result is None:
        work.need(
            "result: whether either Unit takes a result; if so it dismounts and the Vehicle's "
            "Activation ends; else the rider stays on"
        )
        return work.receipt("undetermined")
    if not asked.result:
        work.say("no result: the rider stays on", cite)
        return work.receipt("decided", summary="the rider stays on", result="rides")
    work.say("the rider dismounts at once, not in Column and without Opportunity Fire", cite)
    work.say("then the results are applied; the Vehicle's Activation is over", cite)
    return dismounted(work, cite, asked, "dismounts; the Vehicle's Activation is over")


def dismounted(work: Working, cite: str, asked: RidersQuestion, what: str) -> Receipt:
    """Answer for a rider that must get off: it is eliminated if that overstacks the hex."""
    if asked.overstacked is None:
        work.need(
            "overstacked: whether the hex holds too many Units once it is off; if so is "
            "eliminated; else the rider dismounts"
        )
        return work.receipt("undetermined")
    if asked.overstacked:
        work.say("the hex is overstacked: the rider is eliminated", cite)
        return work.receipt("decided", summary="the rider is eliminated", result="eliminated")
    return work.receipt("decided", summary=f"the rider {what}", result="dismounts")


def dismounting(work: Working, rule: str, cite: str, asked: RidersQuestion) -> Receipt:
    """Answer whom Opportunity Fire hits as the rider gets off in the Vehicle's activation."""
    work.say("dismounting triggers Opportunity Fire; who fires chooses before or after", rule)
    if asked.after is None:
        work.need(
            "after: whether it comes after the dismounting; if so fire at the Infantry alone; else "
            "at the Vehicle and its rider"
        )
        return work.receipt("undetermined")
    targets = ["infantry"] if asked.after else ["vehicle", "infantry"]
    hit = "the Infantry alone" if asked.after else "the Vehicle, and the rider with it"
    work.say(f"it is fired on {'after' if asked.after else 'before'}: {hit}", rule)
    if not asked.after:
        work.say("what fire does to both: ask by direct", cite)
    return work.receipt("decided", summary=f"fire at {hit}", targets=targets)


@dataclass(frozen=True, slots=True, kw_only=True)
class RubbleQuestion(AboutState):
    """The parameters of ``fire.rubble``."""

    hex: str = needed(HEX, "the hex attacked by artillery")
    die: int | None = the_die("the attack's die, 0 to 9")


@answers("fire.rubble", *LEGALITY)
def fire_rubble(context: Context, asked: RubbleQuestion) -> Receipt:
    """Whether an artillery attack turns a City or Fortified hex to rubble, and what changes."""
    work, country = Working(), asked.country
    here = country.id(asked.hex)
    number, terrain = country.number(here), country.terrain_of(here)
    row = book("fire", country.game(here))["terrain"].get(terrain)
    cite, basis = row.cite, country.provenance_of(here)
    name = terrain.replace("_", " ")
    fits = row.value("rubble") is not None
    why_not = f"{number} is {name} on the {country.game(here).upper()} map: no rubble there"
    (work.say if fits else work.forbid)(
        f"{number} is {name}" if fits else why_not, cite, basis, number
    )
    number_needed = book("fire", country.game(here))["rubble"].value("die")
    if not work.forbidden:
        work.check(
            None if asked.die is None else asked.die == number_needed,
            f"the die is {number_needed}",
            f"the die is {asked.die}, not {number_needed}",
            cite,
            f"die: rubble on a {number_needed} only",
        )
    if work.verdict == "legal":
        lost = ["op", "strongpoint"] if row.flag("strongpoint_lost") else ["op"]
        work.say(f"what stops being there: {' and '.join(lost)}", cite)
        work.say(f"defense {row.value('rubble'):+d} to fire (fire.modifiers)", cite)
        return work.receipt(summary=f"rubble in {number}")
    return work.receipt()
