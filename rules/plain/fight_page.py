"""The tables of combat and supply as lines of a game's page of rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from clubroute.builder.counting import so_many
from clubroute.rules.answer.model import mp
from clubroute.rules.kit.odds import shift_text
from clubroute.rules.plain.book.by_class import OTHERS, ByClass, told_by_class
from clubroute.rules.plain.book.fight_tables import (
    SUM,
    CombatModifier,
    CombatRow,
    RatingChange,
    SupplyLeg,
)
from clubroute.rules.plain.book.tables import ChartRow, RuleTables
from clubroute.rules.plain.fight.wording import told_when

RATINGS = ("attack", "defence")


def fight_words(row: ChartRow) -> list[str]:
    """What a row of the Terrain Effects Chart says of combat and supply."""
    told = no_combat(row.combat)
    told += [shift_text(row.shift)] if row.shift else []
    told += [f"{row.die:+d} to the roll"] if row.die else []
    for rating in RATINGS:
        change: ByClass | None = getattr(row, rating)
        told += [] if change is None else [f"{rating} {told_change(change)}"]
    told += ["if every attacker crosses one"] if row.all else []
    return told + ([] if row.supply else ["no supply"])


def no_combat(combat: ByClass) -> list[str]:
    """Who may not attack, in words."""
    if combat.alike is not None:
        return [] if combat.alike else ["no combat"]
    may = " or ".join(name for name, yes in combat.values.items() if yes and name != OTHERS)
    others = " or ".join(name for name, yes in combat.values.items() if not yes)
    return [
        f"no combat but by {may}" if OTHERS in others.split(" or ") else f"no combat by {others}"
    ]


def told_change(change: ByClass) -> str:
    """What is done to a rating, by class where they differ."""
    if set(change.values) == {OTHERS}:
        return str(change.values[OTHERS].told)
    return ", ".join(f"{name} {one.told}" for name, one in change.values.items())


def fight_lines(tables: RuleTables) -> Iterator[str]:
    """The tables of combat, retreat, advance and supply."""
    if tables.combat is not None:
        yield from ("", f"Combat [{tables.combat.rule}]", *combat_lines(tables.combat))
    if (retreat := tables.retreat) is not None:
        zoc = {"no": "not into a ZOC", "free": "ZOC does not count"}.get(
            retreat.zoc, "a step for each hex in a ZOC"
        )
        away = "; each hex farther" if retreat.away else ""
        over = f"; not over a {', '.join(retreat.not_over)}" if retreat.not_over else ""
        nearer = "nearer to" if retreat.source == "nearer" else "no farther from"
        over += f"; each hex {nearer} its source" if retreat.source != "any" else ""
        over += f"; not beside an attacker if it can [{retreat.beside}]" if retreat.beside else ""
        back = so_many(told_by_class(retreat.hexes), "hex")
        told = f"{back}; {zoc}{away}{over}; else {retreat.pays}"
        yield f"  retreats: {told} [{retreat.rule}]"
    if (advance := tables.advance) is not None:
        parts = [] if advance.units is None else [f"at most {so_many(advance.units, 'unit')}"]
        parts += [f"only {', '.join(advance.classes)}"] if advance.classes else []
        parts += [f"not {', '.join(advance.none)}"] if advance.none else []
        parts += [] if advance.zoc else ["not into a ZOC"]
        parts += [f"not over a {', '.join(advance.not_over)}"] if advance.not_over else []
        yield f"  advances: {'; '.join(parts) or 'any unit'} [{advance.rule}]"
        if (more := advance.further) is not None:
            onward = [f"only {', '.join(more.classes)}"] if more.classes else []
            onward += [f"not over a {', '.join(more.not_over)}"] if more.not_over else []
            onward += ["straight on"] if more.straight else []
            yield f"  one hex further: {'; '.join(onward) or 'any unit'} [{more.rule}]"
    if (supply := tables.supply) is not None:
        for side, places in supply.source.items():
            yield f"  supply of {side}: {', '.join(places)} [{supply.rule}]"
        for leg in supply.legs:
            along = f" along {', '.join(leg.along)}" if leg.along else ""
            yield f"  then {leg_words(leg)}{along} [{supply.rule}]"
        counted = [f"as {supply.class_}"] if supply.class_ else []
        counted += ["from the source to the unit"] if supply.from_source else []
        if counted:
            yield f"  counted {', '.join(counted)} [{supply.rule}]"
        for name, far in supply.ranges.items():
            first = supply.legs[0]
            own = replace(first, most=far) if first.mp is None else replace(first, mp=far)
            yield f"  from {name} {leg_words(own)} [{supply.rule}]"
        if supply.relay:
            yield f"  over one {' or '.join(supply.relay)} and on from it [{supply.rule}]"


def leg_words(leg: SupplyLeg) -> str:
    """How far a leg of a path of supply leads."""
    if leg.mp is None:
        if leg.most is None:
            return "any number of hexes"
        return f"at most {so_many(told_by_class(leg.most), 'hex')}"
    told = ByClass({name: mp(one) for name, one in leg.mp.values.items()})
    return f"at most {told_by_class(told)} MP"


def combat_lines(table: CombatRow) -> Iterator[str]:
    """A combat table and its modifiers."""
    width = max(
        map(len, (*table.columns, *(one.code for row in table.cells.values() for one in row)))
    )
    rows: Mapping[str, tuple[str, ...]] = {
        "": table.columns,
        **{str(roll): tuple(one.code for one in row) for roll, row in sorted(table.cells.items())},
    }
    for name, cells in rows.items():
        yield f"  {name:>4}  " + "  ".join(f"{one:<{width}}" for one in cells).rstrip()
    for one in table.modifiers:
        effects = "; ".join(effect_words(one))
        yield f"  {one.say or told_when(one.when)}: {effects} [{one.rule}]"
    if table.by == SUM:
        most = "" if table.most_difference is None else f", at most {table.most_difference}"
        yield f"  the difference of strengths is added to the roll{most} [{table.rule}]"
    for what, limit in (("to the roll", table.most_die), ("columns", table.most_shift)):
        if limit is not None:
            yield f"  in all at most {limit} {what} [{table.rule}]"


def effect_words(modifier: CombatModifier) -> list[str]:
    """What a modifier does."""
    told = [shift_text(modifier.shift)] if modifier.shift else []
    told += [f"{modifier.die:+d} to the roll"] if modifier.die else []
    for rating in RATINGS:
        change: RatingChange | None = getattr(modifier, rating)
        told += [] if change is None else [f"{rating} {change.told}"]
    return told + ([modifier.bars] if modifier.bars else [])
