"""One step in the abstract, as ``step.cost`` asks it: words instead of a map."""

from __future__ import annotations

from collections.abc import (
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import replace
from typing import Any

from clubroute.builder.errors import InputError, Where
from clubroute.rules.answer.first_line import cited, fitting
from clubroute.rules.answer.model import (
    Receipt,
    Step,
    Verdict,
    amount,
)
from clubroute.rules.asking.schema import shown
from clubroute.rules.gts.movement.actions.plan import LEFT
from clubroute.rules.gts.movement.answers.lines import referee_notes
from clubroute.rules.gts.movement.answers.turning import ASSUMED_GROUND, said, with_notes
from clubroute.rules.gts.movement.graph.touched import NAMES
from clubroute.rules.gts.movement.steps.judge import (
    HexFacts,
    Parts,
    Rules,
    SideFacts,
    StepPart,
    Way,
    change_road,
    enter_column,
    judge,
    leave_column,
    refused,
    rule_of,
    run_away,
    total,
    words,
)
from clubroute.rules.gts.situation.mover import Mover

CROSSINGS: Mapping[str, str] = {
    "bridge": "bridge",
    "railroad_bridge": "railroad_bridge",
    "improved_bridge": "improved",
    "destroyed_bridge": "destroyed",
    "bailey_bridge": "bridge",
    "bailey_out": "out",
    "pontoon_site": "pontoon_site",
    "pontoon_bridge": "bridge",
    "stream_bridge": "stream_bridge",
    "unchecked_bridge": "unchecked",
    "stable_bridge": "stable",
    "unstable_bridge": "unstable",
}
"""The crossing of a hexside, by the word for what leads over its water."""

WATER = ("stream", "river", "canal", "impassable", "crest")
PASSAGES = ("culvert", "viaduct", "para_culvert")
FEATURES = (*WATER, *CROSSINGS, *PASSAGES)
OVER_STREAMS = ("stream_bridge", "unchecked", "stable", "unstable")
GOING = ("move", "run_away", "retreat")
HERE = ("enter_column", "leave_column", "change_road")
ACTS = (*GOING, *HERE)
RUNNING = "whether, when and how far it runs away, and what else keeps it from there (series rules)"


def abstract_step(
    rules: Rules,
    game: str,
    mover: Mover,
    act: str,
    start: Mapping[str, Any],
    end: Mapping[str, Any],
    features: Sequence[str],
    via: str | None,
) -> Receipt:
    """Return the cost of a step with the readings it turns on, or the reason it may not be taken.

    :raises InputError: two bridges on one hexside, a culvert used that is not there, or a hex to
        enter where the act is done in the hex it is in.
    """
    if act in HERE:
        changes = act == "change_road" and via not in PASSAGES
        given = {"to": end, "features": features, "via": None if changes else via}
        for name, value in given.items():
            if value:
                parts = [f"{name}.{one}" for one in value] if isinstance(value, Mapping) else []
                expected = f"nothing: {act} is done in the hex it is in, told by from.terrain"
                found = ", ".join(parts) or shown(value)
                raise InputError(Where("params", part=name), found, expected)
    told = (game, mover, act, start, end, features, via)
    first = in_hex(rules, *told)
    names = [
        name
        for name in NAMES
        for readings in rules.readings.others(name)
        if said(in_hex(replace(rules, readings=readings), *told)) != said(first)
    ]
    if act == "move" and TERRAIN not in end:
        first = on_clear(
            first,
            (
                one_step(rules, *told[:4], {**end, TERRAIN: terrain}, features, via)
                for terrain in rules.tables[game].terrain
            ),
        )
    if act == "move":
        first = replace(first, unchecked=tuple(unsaid_of(start, end, features, via)))
    return with_notes(first, rules.readings, names)


def in_hex(
    rules: Rules,
    game: str,
    mover: Mover,
    act: str,
    start: Mapping[str, Any],
    end: Mapping[str, Any],
    features: Sequence[str],
    via: str | None,
) -> Receipt:
    """Return the cost of a step or of an act in a hex; without a terrain, if all terrains agree."""
    if act not in HERE or TERRAIN in start:
        return one_step(rules, game, mover, act, start, end, features, via)
    each = {
        terrain: one_step(rules, game, mover, act, {**start, TERRAIN: terrain}, end, features, via)
        for terrain in rules.tables[game].terrain
    }
    told = by_kind(each, "from.terrain: the terrain of the hex")
    return told or one_step(rules, game, mover, act, start, end, features, via)


TERRAIN = "terrain"


def unsaid_of(
    start: Mapping[str, Any], end: Mapping[str, Any], features: Sequence[str], via: str | None
) -> Iterator[str]:
    """Yield the facts that the ground of a step may have beside those that are said."""
    if not features and via is None:
        yield "what is on the hexside (features), a Road along it (via)"
    elif not features:
        yield "what is on the hexside (features)"
    if not start:
        yield "the hex it leaves (from)"
    more = [name for name in MORE if name not in end]
    if more:
        yield f"of the hex it enters: {', '.join(MORE[name] for name in more)} ({', '.join(more)})"


MORE: Mapping[str, str] = {
    "raised": "a raised Road",
    "road_block": "a road block",
    "enemy": "enemy Units",
}
"""What a hex may have beside its terrain, by the field that tells it."""


def by_road(answers: Mapping[str, Receipt]) -> Receipt:
    """Answer a step along a Road of unknown kind by the answers for each kind."""
    told = by_kind(answers, "via: the kind of Road it takes along")
    return next(iter(answers.values())) if told is None else told


def by_kind(answers: Mapping[str, Receipt], need: str) -> Receipt | None:
    """Answer a question of unknown kind by the answers for each; None if all agree.

    :param need: the words that ask a player for the kind.
    """
    kinds: dict[tuple[Verdict, int | None], list[str]] = {}
    for kind, one in answers.items():
        kinds.setdefault((one.verdict, one.total), []).append(kind.replace("_", " "))
    # A reading may turn the answer for one kind alone.
    notes = dict.fromkeys(
        note for answer in answers.values() for note in answer.extra.get("notes", ())
    )
    extra = {"notes": list(notes)} if notes else {}
    if len(kinds) == 1:
        first = next(iter(answers.values()))
        return replace(first, extra={**first.extra, **extra}) if extra else None
    each = "; ".join(
        f"{', '.join(names)}: {verdict if total is None else f'{amount(total)} MP'}"
        for (verdict, total), names in kinds.items()
    )
    return Receipt("undetermined", needs=(f"{need} ({each})",), extra=extra)


def on_clear(first: Receipt, others: Iterable[Receipt]) -> Receipt:
    """Return the price of a step into unknown terrain, if other ground would cost more: what the
    hexside adds to the terrain, and the sum on clear ground."""
    prices = {(other.total, other.steps[0].cost) for other in others if other.total is not None}
    if first.total is None or {total for total, _ in prices} <= {first.total}:
        return first
    ground, *rest = first.steps
    ground = replace(ground, why=f"{ground.why}{ASSUMED_GROUND}", provenance="assumed")
    more = {total - (cost or 0) for total, cost in prices if total is not None}
    total = amount(first.total)
    price = f"{total} MP into clear, assumed"
    if len(more) == 1 and more != {0}:
        price = f"{price}; {amount(more.pop())} MP more than any terrain it enters"
    return replace(first, steps=(ground, *rest), summary=priced(price, (ground, *rest)))


def one_step(
    rules: Rules,
    game: str,
    mover: Mover,
    act: str,
    start: Mapping[str, Any],
    end: Mapping[str, Any],
    features: Sequence[str],
    via: str | None,
) -> Receipt:
    """Return the cost of a step, or the reason it may not be taken."""
    here, there = ground(game, start), ground(game, end)
    if act == "enter_column":
        given = here.raised and mover.move_class == "leg"
        parts = enter_column(rules, here, "enter_column" if given else "enter_elsewhere")
    elif act == "leave_column":
        parts = leave_column(rules, mover.move_class, here)
    elif act == "change_road":
        railroads = via in rules.called("railroad")
        parts = change_road(rules, mover.move_class, here, railroads)
    else:
        side, way = side_of(features, via), way_of(rules, game, features, via, start, end)
        left = mover.mounted and side.parts_transport
        if left and mover.organic and rules.readings.railroad_transport == LEFT:
            mover = replace(mover, mounted=False, move_class=mover.on_foot)
        row = rules.row(game, here.terrain)
        kept = row is not None and row.keeps_column and mover.move_class != "leg"
        if act == "move" and kept and not mover.column:
            return receipt(rules, game, refused("keeps_column", here.terrain), mover, act, there)
        going = (mover.move_class, mover.column, here, there, side, way)
        if act != "move":
            ran = receipt(rules, game, run_away(rules, *going), mover, act, there)
            return replace(ran, unchecked=(RUNNING,))
        parts = judge(rules, *going)
        lost = mover.organic and not mover.mounted and side.parts_transport
        if lost and total(parts) is not None:
            parts = (*parts, StepPart("transport_lost", 0))
        spared = side.stream and way.road and not side.crossing and not has(parts, "stream")
        if spared and mover.column and total(parts) is not None:
            parts = (*parts, StepPart("stream_by_road", 0))
        if "crest" in features and total(parts) is not None:
            parts = (*parts, StepPart("crest", 0))
    return receipt(rules, game, parts, mover, act, there if act in GOING else here)


def receipt(
    rules: Rules, game: str, parts: Parts, mover: Mover, act: str, where: HexFacts
) -> Receipt:
    """Make a receipt of parts."""
    cost = total(parts)
    needs = []
    if has(parts, "bridge_unchecked"):
        fails, rule = rules.tables[game].fails_on, rules.tables[game].bridges["suspect"]
        needs.append(f"the die for the suspect bridge: on {fails} it is not crossed ({rule})")
    verdict: Verdict = "illegal" if cost is None else "undetermined" if needs else "legal"
    steps = tuple(
        Step(words(p), rule_of(rules, game, p), p.cost, verdict="illegal" if cost is None else None)
        for p in parts
    )
    notes = referee_notes(rules, (part.code for part in parts))
    summary = "" if cost is None else priced(f"{amount(cost)} MP", steps)
    extra = {"notes": notes} if notes else {}
    return Receipt(verdict, steps, cost, tuple(needs), (), summary, extra)


def priced(price: str, steps: Sequence[Step]) -> str:
    """Say a price and its parts; where they are too long not what explains each."""
    rules = cited(step.rule for step in steps)
    whole, brief = (
        ", ".join(
            f"{why} {amount(step.cost)}" if len(steps) > 1 and step.cost else why
            for step, why in zip(steps, reasons, strict=True)
        )
        for reasons in (
            [step.why for step in steps],
            [step.why.partition(": ")[0] for step in steps],
        )
    )
    return fitting(f"{price}: {parts}{rules}" for parts in (whole, brief))


def has(parts: Parts, code: str) -> bool:
    """Tell whether a code is among the parts."""
    return any(part.code == code for part in parts)


def ground(game: str, told: Mapping[str, Any]) -> HexFacts:
    """Return a hex as a caller describes it."""
    return HexFacts(
        game=told.get("map", game),
        terrain=told.get("terrain", "clear"),
        raised=told.get("raised", False),
        road_block=told.get("road_block", False),
        enemy=told.get("enemy", False),
    )


def side_of(features: Sequence[str], via: str | None) -> SideFacts:
    """Return a hexside as a caller describes it. :raises InputError: two crossings."""
    crossings = [CROSSINGS[word] for word in features if word in CROSSINGS]
    if len(crossings) > 1:
        raise InputError(
            Where("params", part="features"), " and ".join(features), "one bridge a hexside"
        )
    crossing = crossings[0] if crossings else ""
    over_stream = crossing in OVER_STREAMS
    return SideFacts(
        stream="stream" in features or over_stream,
        river="river" in features or "canal" in features or bool(crossing and not over_stream),
        impassable="impassable" in features,
        crossing=crossing,
        road=via is not None and via not in PASSAGES,
    )


def way_of(
    rules: Rules,
    game: str,
    features: Sequence[str],
    via: str | None,
    start: Mapping[str, Any],
    end: Mapping[str, Any],
) -> Way:
    """Read the way of a step. :raises InputError: a culvert or viaduct that is not there."""
    if via in PASSAGES:
        if via not in features:
            raise InputError(Where("params", part="via"), f"{via}, not in features", "a feature")
        return Way(passage=via or "")
    raised = via in rules.tables[game].raised
    leads = raised or rules.readings.raised_ends == "open"
    return Way(
        road=via or "",
        leaves=leads and start.get("along", raised),
        enters=leads and end.get("along", raised),
    )
