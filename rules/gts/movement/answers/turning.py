"""The readings on which an answer turns: those whose other value gives another verdict or cost.

Only readings that concern the unit and a hex that the answer looked at are tried; no others can
change the answer. An answer may say how it is compared by all of them at once; else the question is
asked again by each.
"""

from __future__ import annotations

from collections.abc import (
    Callable,
    Collection,
    Iterable,
    Iterator,
    Sequence,
)
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from clubroute.builder.counting import so_many
from clubroute.rules.answer.first_line import begun, fitting
from clubroute.rules.answer.model import (
    MoveClass,
    Receipt,
    Step,
    amount,
)
from clubroute.rules.answer.needs import AFTER, need_of
from clubroute.rules.gts.movement.actions.plan import LEFT, parts_transport
from clubroute.rules.gts.movement.answers.lines import refusal, suspect_bridges
from clubroute.rules.gts.movement.graph.network import Move, Network
from clubroute.rules.gts.movement.graph.touched import (
    ANYWHERE,
    NAMES,
    NO_STATE,
    ONLY_TO,
    Graphs,
    TouchedByReadings,
)
from clubroute.rules.gts.movement.readings import MovementReadings
from clubroute.rules.gts.movement.search.declared import Waypoint
from clubroute.rules.gts.movement.steps.judge import driven, total
from clubroute.rules.gts.situation.mover import Mover
from clubroute.rules.gts.situation.surroundings import Surroundings

# Refusals that turn on a barrier our map only assumes: a raised Road, an impassable hex.
#
# Such an answer is no refusal: it names the hex to look at on the printed map, and what either
# would decide.

SHOWN = 3
"""Hexes an answer names to look at."""


def turns_on_assumed(network: Network, refused: Receipt, otherwise: Receipt) -> Receipt:
    """Return the answer for a unit that only assumed barriers refuse.

    ``network`` is the graph with its barriers, ``otherwise`` the answer without those assumed.
    """
    # Where a way leads along the Road that the Unit declines, the Road itself is the barrier.
    either = barriers(network, otherwise), barriers(network, otherwise, led=True)
    looks = next(filter(None, (list(dict.fromkeys(one)) for one in either)), [])
    where = "; ".join(looks[:SHOWN]) + ("; …" if len(looks) > SHOWN else "")
    refusal = next((step for step in refused.steps if step.verdict == "illegal"), None)
    reason = f"{refusal.why} [{refusal.rule}]" if refusal else "illegal"
    free = "allowed" if otherwise.total is None else f"allowed, {amount(otherwise.total)} MP"
    need = f"look at your map: {where} (ours, assumed). If so: {reason}. If not: {free}"
    return replace(
        refused,
        verdict="undetermined",
        steps=tuple(open_line(step) for step in refused.steps),
        total=None,
        needs=(need,),
        summary=fitting(
            (
                f"{begun(free)}, unless your map shows {where}: then no",
                f"{begun(free)} unless your map bars it: look at the hexes below",
            )
        ),
    )


def open_line(step: Step) -> Step:
    """Return a refusing line as an open line."""
    return replace(step, verdict="undetermined") if step.verdict == "illegal" else step


def barriers(network: Network, otherwise: Receipt, led: bool = False) -> Iterator[str]:
    """Yield the assumed barriers on a way, in its order, as questions to the printed map.

    :param led: whether to count hexes to which some step leads nevertheless.
    """
    game_map = network.map
    path = [
        (game_map.known(entry["hex"]), entry["column"]) for entry in otherwise.extra.get("path", ())
    ]
    for (a, column), (b, _) in pairwise(path):
        if a == b or (not led and leads(network, a, b, column)):
            continue
        yield from assumed_at(network, b)
        yield from assumed_at(network, a)


def assumed_at(network: Network, hex_id: int) -> Iterator[str]:
    """Yield the barriers our map only assumes in a hex, as questions to the printed map."""
    game_map = network.map
    number = game_map.number(hex_id)
    if network.assumed_closed(hex_id):
        yield f"whether {number} is impassable"
    for road in network.raised_at(hex_id):
        if network.raised_basis(hex_id, road) == "assumed":
            name = game_map.roads[road].name or game_map.roads[road].id
            yield f"whether {name} is raised in {number}"


def leads(network: Network, a: int, b: int, column: bool) -> bool:
    """Tell whether some step leads from a hex to another, in Column or not."""
    return any(
        total(move.parts) is not None
        for node in network.nodes_in(a)
        if network.place(node)[1] == column
        for move in network.moves(node, b)
    )


# Whether the ground lets a Unit that is forced to go into the next hex (2.13–2.16).

STANDS, OPEN = MovementReadings(), MovementReadings(assumed_barriers="open")


class Driven(NamedTuple):
    """The line that keeps a Unit out of a hex, or None.

    ``eliminated``: the Unit is lost. ``look`` is what to look at on the printed map if the line
    rests on a guess of our map. ``needs`` are checks of suspect bridges on its way.
    """

    line: Step | None = None
    eliminated: bool = False
    look: str = ""
    needs: tuple[str, ...] = ()


def driven_to(
    graphs: Graphs, mover: Mover, start: int, end: int, position: Surroundings = NO_STATE
) -> Driven:
    """Judge a retreat from a hex to the next one: the ground, its bridges, and enemies there."""
    network = graphs.of(mover.move_class, STANDS, position)
    leaves = mover.mounted and STANDS.railroad_transport == LEFT
    if leaves and parts_transport(network, start, Waypoint(end)):
        mover = replace(mover, mounted=False, move_class=mover.on_foot)
        network = graphs.of(mover.move_class, STANDS, position)
    found = refused_move(network, mover.column, start, end)
    if found is None:
        nodes = (network.node(start, mover.column), network.node(end, mover.column))
        return Driven(needs=tuple(suspect_bridges(network, nodes)))
    node, move = found
    parts = driven(move.parts)
    line = refusal(network, node, move._replace(parts=parts), end, mover)
    opened = graphs.of(mover.move_class, OPEN, position)
    free = refused_move(opened, mover.column, start, end) is None
    looks = [*assumed_at(network, end), *assumed_at(network, start)] if free else []
    return Driven(line, parts[0].code == "raised_retreat", "; ".join(looks))


def refused_move(network: Network, column: bool, start: int, end: int) -> tuple[int, Move] | None:
    """Return a refused move to a hex, with its first node; None if some move is allowed."""
    found: tuple[int, Move] | None = None
    for node in network.starts(start, column):
        for move in network.moves(node, end):
            if total(move.parts) is not None:
                return None
            found = found or (node, move)
    return found


DECISIVE = ("assumed_barriers",)
"""The readings that may leave a refusal open; all others are only told of."""

if TYPE_CHECKING:
    from clubroute.rules.gts.movement.answers.trips import Trip


@dataclass(frozen=True, slots=True)
class Other:
    """Readings that differ from those of an answer by one, with the hexes concerned.

    ``leaving``: they concern only leaving Column there.
    """

    readings: MovementReadings
    hexes: Collection[int]
    leaving: bool = False


Compares = Callable[[Sequence["Trip"], Sequence[Other]], Sequence[bool]]
"""Tells whether an answer is another one for each of the same trips by other readings."""


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer, and the hexes it looked at.

    If no way leads to a hex, ``shut`` has every node that can be reached: by another reading no way
    leads there either, unless a step leads out of these. ``compares`` finds in one pass all
    readings that change the answer.
    """

    receipt: Receipt
    hexes: Collection[int]
    shut: Collection[int] = ()
    compares: Compares | None = None


def said(receipt: Receipt) -> tuple[Any, ...]:
    """Return the parts of an answer that a reading may change: verdict, cost, hexes with their
    costs."""
    extra = receipt.extra
    return receipt.verdict, receipt.total, extra.get("hexes"), extra.get("exits")


def surely_other(before: Receipt, now: Receipt) -> bool:
    """Tell whether an answer will surely change, as that for the first formation shows."""
    if before.verdict not in ("legal", "illegal"):
        return False
    return now.verdict != before.verdict or (now.verdict == "legal" and said(now) != said(before))


def turns_on(
    network: Network,
    touched: TouchedByReadings,
    first: Answered,
    differ: Callable[[Sequence[Other]], Sequence[bool]],
    *,
    classes: Collection[MoveClass],
    forms: bool = True,
    shown: bool = True,
) -> list[str]:
    """Return the readings on which an answer turns, by name.

    ``differ`` says which other readings change the answer; ``classes`` are those the unit may move
    as; ``forms``: the unit might change its formation. For an answer that is only compared and not
    ``shown``, only readings that decide its verdict count.
    """
    readings = network.rules.readings
    looked = frozenset(first.hexes)
    decisive = DECISIVE if first.receipt.verdict == "illegal" else ()
    names = NAMES if shown else decisive

    def concerned(name: str) -> Collection[int]:
        """Return the hexes of the answer that a reading concerns."""
        if name in ONLY_TO and ONLY_TO[name].isdisjoint(classes):
            return ()
        if name == ANYWHERE:
            return looked if forms else ()
        return looked & (touched.hexes(name) | unchecked_bridges(name, network.position))

    asked = [
        (name, Other(other, hexes, name == ANYWHERE))
        for name in names
        if (hexes := concerned(name))
        for other in readings.others(name)
    ]
    another = differ([other for _, other in asked]) if asked else ()
    turned = {name for (name, _), differs in zip(asked, another, strict=True) if differs}
    return [name for name in names if name in turned]


def unchecked_bridges(name: str, position: Surroundings) -> frozenset[int]:
    """Return the hexes beside bridges a state says nobody has checked."""
    if name != "unchecked_bridge":
        return frozenset()
    return frozenset(
        p // 6 for p, crossing in position.crossings.items() if crossing == "unchecked"
    )


def with_notes(receipt: Receipt, readings: MovementReadings, names: Iterable[str]) -> Receipt:
    """Return the receipt with the readings it turns on among its notes, in the order of their
    names."""
    notes = {*receipt.extra.get("notes", ()), *(readings.chosen(name) for name in names)}
    if not notes:
        return receipt
    ordered = sorted(notes, key=lambda note: str(note).rsplit("(", 1)[-1])
    return replace(receipt, extra={**receipt.extra, "notes": ordered})


# Answers for a unit of which nobody said whether it is in Column, or mounted: both, and what that
# decides.


@dataclass(frozen=True, slots=True)
class InOrNot:
    """A form of a unit in words: the field of the question, no, and yes."""

    asked: str
    out: str
    within: str


COLUMN = InOrNot("unit.column: whether it is in Column", "out of Column", "in Column")
MOUNTED = InOrNot("unit.mounted: whether it is on its Organic Transport", "on foot", "mounted")


Judge = Callable[[Mover], Receipt]
ASSUMED_GROUND = ", assumed: the terrain it enters is not said"
"""How the line of a step's terrain ends where nobody told it."""


def in_either(mover: Mover, judge: Judge, compare: Judge | None = None) -> Receipt:
    """Judge a unit in its forms: in Column and not, mounted and on foot, if that is not said.

    ``compare`` judges every form but the first, without notes; the default is ``judge``.
    """
    other = compare or judge
    if mover.unformed:
        known = replace(mover, unformed=False, column=False)
        out = in_either(known, judge, compare)
        return by_form(COLUMN, out, in_either(replace(known, column=True), other))
    if mover.unmounted and mover.organic:
        known = replace(mover, unmounted=False)
        riding = replace(known, mounted=True, move_class=mover.organic)
        return by_form(MOUNTED, judge(known), other(riding))
    return judge(mover)


def by_form(form: InOrNot, out: Receipt, within: Receipt) -> Receipt:
    """Join the answers for a unit in a form and out of it.

    If both agree in verdict and cost, either is the answer. If only the cost differs, it is the
    answer out of the form, and says so. If the verdict differs the answer is undetermined.
    """
    if said(out) == said(within) or (out.verdict == "undetermined" and not out.needs):
        return out
    if out.verdict == within.verdict:
        price = outcome(within) if within.total is None else price_of(within)
        words = formed(form, out.summary, price.partition(" MP")[0])
        needs = dict.fromkeys((*out.needs, *within.needs))
        return replace(out, summary=words, needs=tuple(needs))
    need = f"{form.asked}; if so {outcome(within)}; else {outcome(out)}"
    return Receipt(
        "undetermined",
        tuple(open_line(step) for step in out.steps),
        None,
        (need,),
        tuple(dict.fromkeys((*out.unchecked, *within.unchecked))),
        "",
        {name: value for name, value in out.extra.items() if name == "notes"},
    )


def formed(form: InOrNot, summary: str, other: str) -> str:
    """Put the assumed form, and the price in the other form, behind the price of a first line."""
    price, mark, rest = summary.partition(" MP")
    rest = rest.removeprefix(f" {form.within}")
    line = f"{price}{mark} {form.out} ({other} {form.within})"
    uncited = rest.rpartition(" [")[0] or rest
    return fitting((f"{line}{rest}", f"{line}{uncited}", line))


def outcome(receipt: Receipt) -> str:
    """Return an answer in a few words: its cost, its refusal, or its need."""
    if receipt.verdict == "undetermined":
        first, *_ = (*receipt.needs, "")
        return f"it depends on {AFTER.split(need_of(first.partition('. ')[0]).ask)[0]}"
    refusal = next((step for step in receipt.steps if step.verdict == "illegal"), None)
    if refusal is not None:
        return f"illegal: {refusal.why} [{refusal.rule}]"
    if "counts" in receipt.extra:
        return f"{so_many(receipt.extra['counts']['hexes'], 'hex')}"
    return receipt.verdict if receipt.total is None else price_of(receipt)


def price_of(receipt: Receipt) -> str:
    """Return the cost of a step or way, with the ground that is assumed."""
    price = f"{amount(receipt.total or 0)} MP"
    ground = next((step for step in receipt.steps if step.why.endswith(ASSUMED_GROUND)), None)
    if ground is None:
        return price
    of_it = f", of which the terrain is {amount(ground.cost or 0)} MP"
    return f"{price} into clear{of_it if ground.cost != receipt.total else ''}"
