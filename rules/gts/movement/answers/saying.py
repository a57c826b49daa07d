"""The summary of a movement answer: one sentence that may be pasted into a chat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from clubroute.builder.counting import so_many
from clubroute.builder.provenance import Provenance, weakest
from clubroute.rules.answer.model import Receipt, Step, Verdict
from clubroute.rules.answer.whose import whose_ground
from clubroute.rules.gts.games import SERIES
from clubroute.rules.gts.situation.mover import Mover
from clubroute.rules.gts.situation.surroundings import ZONES_UNSAID, Surroundings

FIRE_ZONES = "Fire Zones not looked at"
NO_FIRE_ZONES = "in no enemy Fire Zone"


def amount(half_mp: int) -> str:
    """Movement points as players say them: 1½."""
    whole, half = divmod(half_mp, 2)
    return f"{whole or ''}½" if half else str(whole)


def who(mover: Mover) -> str:
    """The unit by the name a question gives it; a bare number, as of a log's piece, is none."""
    return "the Unit" if mover.name.isdigit() else mover.name or "the Unit"


def ground_said(
    position: Surroundings, steps: Iterable[Step], hexes: Sequence[str] | None = None
) -> str:
    """What an answer about ground leaves open, in brackets; ``hexes`` are those that are moved in.

    Without ``hexes`` the answer is about so many that Fire Zones are not told one by one.
    """
    owned = whose_ground(weakest(step.provenance for step in steps if step.start or step.end))
    whose = ["on empty ground" + (f", {owned}" if owned else "")] if position.silent else []
    if owned and not position.silent:
        whose = [f"ground is {owned}"]
    return f" ({'; '.join([*whose, zones_said(position, hexes)])})"


def told_once(receipt: Receipt) -> Receipt:
    """The receipt without the line on Fire Zones, if its first line says it."""
    if FIRE_ZONES not in receipt.summary:
        return receipt
    return replace(receipt, unchecked=tuple(n for n in receipt.unchecked if n != ZONES_UNSAID))


def zones_said(position: Surroundings, hexes: Sequence[str] | None) -> str:
    """Say which enemy Fire Zones are moved in."""
    if position.zones is None or hexes is None:
        return FIRE_ZONES
    inside = [number for number in dict.fromkeys(hexes) if number in position.zones]
    return f"in enemy Fire Zones in {', '.join(inside)}" if inside else NO_FIRE_ZONES


def way_said(
    mover: Mover,
    position: Surroundings,
    verdict: Verdict,
    hexes: Sequence[str],
    column: bool,
    spent: int,
    lines: Sequence[Step],
    needs: Sequence[str],
) -> str:
    """Say whether a unit may go a way, and for how much; ``hexes`` are those it is in, in order."""
    if mover.ma is not None and spent > mover.ma and len(hexes) > 1:
        price = f"it costs {amount(spent)} MP, more than its {amount(mover.ma)} [{SERIES.cite}]"
        return f"{who(mover)} may not go {hexes[0]}–{hexes[-1]}: {price}"
    refusal = next((step for step in lines if step.verdict == "illegal"), None)
    if verdict == "illegal" and refusal is not None:
        start = hexes[0] if hexes else refusal.start
        end = refusal.end or (hexes[-1] if hexes else "")
        where = f" {start}–{end}" if start != end else f" there in {start}"
        return f"{who(mover)} may not go{where}: {refusal.why} [{refusal.rule}]"
    does = f"go {hexes[0]}–{hexes[-1]}" if len(hexes) > 1 else f"act in {''.join(hexes[:1])}"
    if column:
        does += " in Column"
    of = "" if mover.ma is None else f" of {amount(mover.ma)}"
    price = f"{amount(spent)}{of} MP"
    if verdict == "undetermined":
        return f"whether {who(mover)} may {does} for {price} turns on {needs[0]}"
    return f"{who(mover)} may {does}, {price}{ground_said(position, lines, hexes)}"


def ride_said(mover: Mover, verdict: Verdict, ends: tuple[str, str], why: str) -> str:
    """Say whether a unit may take a ferry; ``why`` it may not, or what that turns on."""
    may = {"legal": "may", "illegal": "may not"}.get(verdict, "may, if all is known,")
    return f"{who(mover)} {may} go {ends[0]}–{ends[1]} by ferry" + (f": {why}" if why else "")


def reach_said(
    mover: Mover,
    position: Surroundings,
    start: str,
    hexes: int,
    allowance: int,
    rests: Provenance,
) -> str:
    """Say how far a unit comes; the ground of those hexes ``rests`` on that."""
    formed = " in Column" if mover.column else ""
    ground = [Step("", "", start=start, provenance=rests)]
    reached = f"reaches {so_many(hexes, 'hex')} within {amount(allowance)} MP from {start}"
    return f"{who(mover)}{formed} {reached}{ground_said(position, ground)}"
