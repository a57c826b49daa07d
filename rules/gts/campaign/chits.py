"""Buying chits and paying points (WED S6.2–S6.4, S6.10; TDC S5.2, S5.4; MG 2.3.1)."""

from __future__ import annotations

from dataclasses import dataclass

from clubroute.rules.answer.answers import LEGALITY, TEXTS
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.gts.asked import played_in, the_game, the_state
from clubroute.rules.gts.campaign.command import listed
from clubroute.rules.gts.games import SERIES, answers, book
from clubroute.rules.gts.kinds import NAME, YES, one_scenario
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.position.turns import TIME, TIMES
from clubroute.rules.gts.roster import DIVISION, roster_of
from clubroute.rules.position.names import same_group
from clubroute.rules.position.record import needed, plain, said

THE_DIVISION = "the Division"


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscountQuestion:
    """The parameters of ``command.discount``."""

    game: str = the_game()
    division: str = needed(NAME, THE_DIVISION)
    chits: list[str] = needed(plain(TEXTS), "the Formations whose chits")


@dataclass(frozen=True, slots=True, kw_only=True)
class NightQuestion:
    """The parameters of ``command.night``."""

    game: str = the_game()
    division: str = needed(DIVISION, THE_DIVISION)
    slot: int = needed(TIME, "the turn it is for, or 1900 if it was drawn on it", name="time")
    last_chit: bool | None = said(YES, "whether it was drawn as the last chit of that 1900 turn")


@dataclass(frozen=True, slots=True, kw_only=True)
class PayersQuestion:
    """The parameters of ``command.payers``."""

    game: str = the_game()
    division: str = needed(DIVISION, THE_DIVISION)
    formation: str = needed(NAME, "the Formation")
    scenario: str | None = said(one_scenario(), "what is played, as WED-2; else state.scenario")
    state: Position = the_state()


@answers("command.discount", "decided", free=TEXTS)
def discount(context: Context, asked: DiscountQuestion) -> Receipt:
    """Which chits come for nothing with Formation chits bought together."""
    work, rules = Working(), book("command", asked.game)["discount"]
    others, pair = rules.words("not_formations"), rules.words("pair")
    division = roster_of(asked.game).division_meant(asked.division)
    # Who names a Formation for its Division names one whose chit is bought.
    chits = [*asked.chits, *([] if division == asked.division else [asked.division])]
    formations = sorted({c for c in chits if not any(same_group(c, n) for n in others)})
    free: list[str] = []
    if same_group(division, rules.text("pair_division")):
        if all(any(same_group(chit, one) for chit in formations) for one in pair):
            free = list(others)
    elif any(same_group(name, division) for name in rules.words("any_two")):
        if len(formations) >= rules.number("chits"):
            free = list(others)
    else:
        work.say(f"{division} has no discount", rules.cite)
    if free:
        text = f"{' and '.join(formations)} together: {' and '.join(free)} for nothing"
        work.say(text, rules.cite)
    else:
        work.say("nothing comes for nothing", rules.cite)
    return work.receipt("decided", free=free)


@answers("command.night", *LEGALITY)
def night(context: Context, asked: NightQuestion) -> Receipt:
    """Whether a Formation's chit may be bought for a night turn, or played as its first."""
    work, rules = Working(), book("command", asked.game)["night"]
    barred, time = listed(rules, asked.division), TIMES[asked.slot]
    if not barred or time not in (rules.text("turn"), rules.text("last_chit_turn")):
        work.say("no restriction", rules.cite)
    elif time == rules.text("turn"):
        work.forbid(f"no Formation chit of {asked.division} for a night turn", rules.cite)
    else:
        work.check(
            None if asked.last_chit is None else not asked.last_chit,
            f"it was not the last chit of the {time} turn",
            "drawn last on the 1900 turn it is wasted; the first chit of the night turn is the "
            "first drawn from the mug",
            rules.cite,
            f"last_chit: whether it was the last chit of the {time} turn",
        )
    return work.receipt()


@answers("command.payers", "decided", payers=TEXTS)
def payers(context: Context, asked: PayersQuestion) -> Receipt:
    """Whose Command and Dispatch Points may be spent on a Formation."""
    work, rules = Working(), book("command", asked.game)
    played, found = played_in(asked.scenario, asked.state), [asked.division]
    rows = rules.rows("payment").values()
    row = next((one for one in rows if same_group(asked.formation, one.text("formation"))), None)
    only = row.text("scenario") if row is not None else ""
    if row is None or only not in ("", played):
        work.say("points of its own Division", SERIES.cite)
        if row is not None and played is None:
            others = " or ".join(row.words("payers"))
            work.leave(f"whether {only} is played, where {others} may pay [{row.cite}]")
        return work.receipt("decided", payers=found)
    found, what = list(row.words("payers")), "Command Points" if only else "points"
    work.say(f"{asked.formation}: {what} of {' or '.join(found)}", row.cite)
    return work.receipt("decided", payers=found)
