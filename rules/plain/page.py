"""A game's tables as a page with citations, for its author to proof-read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from clubroute.builder.counting import so_many
from clubroute.builder.errors import InputError
from clubroute.rules.answer.model import mp
from clubroute.rules.asking.context import Context
from clubroute.rules.engine.fight_tables import (
    SUM,
    CombatModifier,
    CombatRow,
    RatingChange,
    SupplyLeg,
)
from clubroute.rules.engine.keys import OTHERS, ByClass, told_by_class
from clubroute.rules.engine.laws import ADDED_FIRST, FACTORS_FIRST
from clubroute.rules.engine.tables import (
    ALL,
    GROUND,
    ChangeRow,
    ChartRow,
    RuleTables,
    StackingRow,
)
from clubroute.rules.ground.maps import map_of
from clubroute.rules.kit.odds import shift_text
from clubroute.rules.plain.book import held_rules, the_rules
from clubroute.rules.plain.fight.engagement import told_when
from clubroute.rules.plain.game import PlainGame, game_of
from clubroute.rules.series import RULES_FILE, series_at

# The tables of combat and supply as lines of a game's page of rules.

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
    yield from far_lines(tables)


def far_lines(tables: RuleTables) -> Iterator[str]:
    """The tables of sight, of fire, and of who wins."""
    if (sight := tables.sight) is not None:
        told = [] if sight.most is None else [f"at most {so_many(sight.most, 'hex')}"]
        told += ["what is as high as the higher end blocks, too"] if sight.as_high else []
        told.append(f"between two hexes {'either blocks' if sight.either else 'both must block'}")
        yield f"  sight: {'; '.join(told)} [{sight.rule}]"
    if (fire := tables.fire) is not None:
        yield from ("", f"Fire [{fire.table.rule}]", *combat_lines(fire.table))
        if fire.far is not None:
            yield f"  range: {so_many(told_by_class(fire.far), 'hex')} [{fire.range_rule}]"
        for band in fire.bands:
            least, most = min(band.hexes), max(band.hexes)
            hexes = f"{least} to {most} hexes" if most > least else so_many(most, "hex")
            yield f"  at {hexes}: strength {band.change.told} [{band.rule}]"
    if (entry := tables.entry) is not None:
        bars = [bar for bar, there in (("enemies", entry.enemy), ("their ZOC", entry.zoc)) if there]
        told = [f"not into {' or '.join(bars)}"] if bars else []
        told += [] if entry.pays else ["the hex costs nothing"]
        near = f"at the edge within {so_many(entry.within, 'hex')}"
        told += [f"all barred, {near}"] if entry.within else []
        for side, places in entry.hexes.items():
            yield f"  {side} comes in at {', '.join(places)}: {'; '.join(told)} [{entry.rule}]"
    if (victory := tables.victory) is not None:
        for place, by in victory.points.items():
            worth = ", ".join(f"{side} {many}" for side, many in by.items())
            told = [f"{worth} points"]
            told += [f"{victory.begin[place]} has it first"] if place in victory.begin else []
            yield f"  who holds {place}: {'; '.join(told)} [{victory.rule_of('points')}]"
        for kind, many in victory.lost.items():
            whom = "each other enemy" if kind == OTHERS else f"each enemy {kind}"
            yield f"  {whom} lost: {so_many(many, 'point')} [{victory.rule_of('lost')}]"
        if victory.unsupplied:
            rule = victory.rule_of("unsupplied")
            worth = so_many(victory.unsupplied, "point")
            yield f"  each enemy unit out of supply: {worth} [{rule}]"
        for name, least in victory.levels:
            more = f"points of {victory.of}" if victory.of else "points more"
            yield f"  {name}: {least} {more} [{victory.rule_of('levels')}]"


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
    if table.once:
        yield f"  strengths: of factors that are the same one alone counts [{table.rule}]"
    if table.order:
        yield f"  strengths: {ORDERED[table.order]} [{table.rule}]"
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


ORDERED = {FACTORS_FIRST: "multiplied, then added to", ADDED_FIRST: "added to, then multiplied"}
CHARTS = {"terrain": "Hexes", "hexside": "Hexsides", "road": "Roads"}


def has_rules(name: str) -> bool:
    """Whether a game is one of a project's own with a rules file."""
    series = series_at(name)
    return series.home is not None and (series.counters / name / RULES_FILE).is_file()


def rule_lines(context: Context, name: str) -> Iterator[str]:
    """The tables of a game in lines. :raises InputError: mistakes in them, all at once."""
    game = game_of(name)
    rules = held_rules(context, game, map_of(context, name))
    yield f"{game.title} ({rules.plain.short})"
    yield from table_lines(rules.plain)
    for (weather, phase, side), tables in rules.tables.items():
        times = " and ".join(filter(None, (weather, phase)))
        if bool(times) != bool(side):  # a side in a weather has what both of them change
            lines = list(changed_lines(rules.plain, tables))
            yield from ("", f"In {times}" if times else f"For {side}") if lines or times else ()
            yield from lines


def table_lines(tables: RuleTables) -> Iterator[str]:
    """The charts and switches of a game."""
    for name, title in CHARTS.items():
        rows = chart_rows(tables, name)
        if rows:
            yield from ("", title)
            yield from map(row_line, rows)
    yield ""
    yield from switch_lines(tables)
    yield from fight_lines(tables)


def chart_rows(tables: RuleTables, chart: str) -> tuple[ChartRow, ...]:
    """The rows of a chart, by its name in rules.toml."""
    rows: Mapping[str, ChartRow] = getattr(tables, chart)
    return tuple(rows.values())


def row_line(row: ChartRow) -> str:
    """A row of a chart."""
    told = [] if row.move is None else [told_cost(row.move)]
    told += other_words(row)
    fights = fight_words(row)
    if fights and row.fight_rule != row.rule:
        return f"  {row.title:<16} {'; '.join(told)} [{row.rule}]; {'; '.join(fights)}" + (
            f" [{row.fight_rule}]"
        )
    return f"  {row.title:<16} {'; '.join((*told, *fights))} [{row.rule}]"


def other_words(row: ChartRow) -> list[str]:
    """What a row says of movement beside its cost."""
    told = [f"into {' or '.join(row.into)}"] if row.into else []
    told += [f"out of {' or '.join(row.out_of)}"] if row.out_of else []
    told += ["ends a move"] if row.stop else []
    told += [f"level {row.level}"] if row.level else []
    told += [f"{row.height} high"] if row.height else []
    told += zone_words(row.zoc)
    told += [] if row.stack is None else [f"at most {so_many(row.stack, 'unit')}"]
    told += [f"lifts {', '.join(row.lifts)}"] if row.lifts else []
    for class_, lifts in row.lifts_by.values.items() if row.lifts_by is not None else ():
        told += [f"lifts {', '.join(lifts)} for {class_}"] if lifts else []
    return told


def zone_words(zoc: ByClass) -> list[str]:
    """Whose zones do not reach, in words."""
    if zoc.alike is not None:
        return [] if zoc.alike else ["no ZOC"]
    return [f"no ZOC of {' or '.join(name for name, yes in zoc.values.items() if not yes)}"]


def told_always(row: StackingRow) -> str:
    """Where limits of stacks hold on the way, too, in words."""
    whole = row.always.of(None)
    own = " or ".join(name for name, one in row.always.values.items() if bool(one) != bool(whole))
    if not own:
        return "always"
    return f"always, in {own} at the end of a move" if whole else f"at the end, in {own} always"


def told_cost(told: ByClass) -> str:
    """A cost in words, by class where they differ."""

    if set(told.values) == {OTHERS}:
        return told_one(told.values[OTHERS])
    return ", ".join(f"{name} {told_one(cost)}" for name, cost in told.values.items())


def told_one(cost: int | None) -> str:
    """A cost in words."""
    if cost is None:
        return "no"
    if cost == GROUND:
        return "as the ground"
    return "all MP" if cost == ALL else f"{mp(cost)} MP"


def changed_lines(base: RuleTables, tables: RuleTables) -> Iterator[str]:
    """What an overlay changes."""
    for name in CHARTS:
        below: Mapping[str, ChartRow] = getattr(base, name)
        for title, row in getattr(tables, name).items():
            if row != below.get(title):
                yield row_line(row)
    for lines in (switch_lines, fight_lines):
        before = set(lines(base))
        yield from (line for line in lines(tables) if line not in before)


def switch_lines(tables: RuleTables) -> Iterator[str]:
    """The switches of a game, a line each."""
    move, stacking, zoc, turns = tables.move, tables.stacking, tables.zoc, tables.turns
    for class_ in dict.fromkeys(tables.classes.values()):
        kinds = [kind for kind, of in tables.classes.items() if of == class_]
        yield f"  class {class_}: {', '.join(kinds)}"
    if move is not None:
        told = ["friends may be passed" if move.friends else "no way through friends"]
        told += [f"one hex is always allowed [{move.minimum}]"] if move.minimum else []
        if move.hexes is not None:
            told.append(f"at most {so_many(told_by_class(move.hexes), 'hex')}")
        if move.allowance.kind:
            own = "" if move.allowance.round else f", rounded {move.round}"
            told.append(f"allowance {move.allowance.told}{own}")
        told += ["rounded after each factor"] if move.each else []
        told += [ORDERED[move.order]] if move.order else []
        told += [] if move.off_road is None else [f"along no Road {told_cost(move.off_road)} more"]
        yield f"  moves: {'; '.join(told)} [{move.rule}]"
    if stacking is not None:
        when = "at the end of a move" if stacking.always.alike is False else told_always(stacking)
        free = f"; {', '.join(stacking.free)} do not count" if stacking.free else ""
        what = stacked(stacking.points)
        yield f"  stacking: at most {stacking.most} {what}, {when}{free} [{stacking.rule}]"
        for name, most in stacking.terrain.items():
            yield f"  stacking: at most {most} {what} in {name} [{stacking.rule}]"
        for limit in stacking.limits:
            those = f"{stacked(limit.points)} of {' or '.join(limit.of)}"
            if limit.apart:
                both = f"{' or '.join(limit.of)} not with {' or '.join(limit.apart)}"
                yield f"  stacking: {both} [{limit.rule}]"
                continue
            yield f"  stacking: at most {limit.most} {those} [{limit.rule}]"
    if zoc is not None:
        parts = {"enter": zoc.enter, "leave": zoc.leave, "zone to zone": zoc.zone_to_zone}
        told = []
        for name, value in parts.items():
            rule = zoc.rule_of(name.replace(" ", "_"))
            told.append(f"{name} {told_zone(value)}" + (f" [{rule}]" if rule != zoc.rule else ""))
        told += [f"a friend lifts it for {', '.join(zoc.friend)}"] if zoc.friend else []
        told += [f"none: {', '.join(zoc.none)}"] if zoc.none else []
        far = so_many(told_by_class(zoc.far), "hex")
        told += [] if zoc.far.alike == 1 else [f"it reaches {far}"]
        told += [] if zoc.over else ["not over hexsides closed to the unit"]
        for effect, text in (
            ("along", f"along {' or '.join(zoc.along)} alone" if zoc.along else ""),
            (
                "most",
                f"a move enters at most {so_many(zoc.most, 'hex')}" if zoc.most is not None else "",
            ),
        ):
            own = zoc.rule_of(effect)
            told += [text + (f" [{own}]" if own != zoc.rule else "")] if text else []
        yield f"  ZOC: {'; '.join(told)} [{zoc.rule}]"
    if (facing := tables.facing) is not None:
        told = [f"{facing.front} hexsides are the front"]
        told += [f"{mp(facing.turn)} MP a hexside turned, {facing.free} free after each step"]
        told += ["a zone in the faced hex alone"] if facing.narrow else []
        told += (
            [f"so has {' or '.join(facing.faced)} [{facing.faced_rule}]"] if facing.faced else []
        )
        told += [f"a step back is a whole move [{facing.back}]"] if facing.back else []
        told += [f"units in a hex face one way [{facing.together}]"] if facing.together else []
        yield f"  facing: {'; '.join(told)} [{facing.rule}]"
    if zoc is not None:
        for row in zoc.spared:
            alone = f", but with {' or '.join(row.unless)}" if row.unless else ""
            those = f"{' or '.join(row.of)} does not affect {' or '.join(row.whom)}{alone}"
            yield f"  ZOC of {those} [{row.rule}]"
    for state in tables.states.values():
        told = []
        if state.move is not None and state.move.kind:
            told.append("may not move" if state.move.none else f"allowance {in_mp(state.move)}")
        for rating in (*RATINGS, "fire"):
            change: RatingChange | None = getattr(state, rating)
            told += [] if change is None else [f"{rating} {change.told}"]
        told += ["holds while its supply is cut"] if state.traced else []
        told += [f"{old} is {new}" for old, new in state.classes.items()]
        told += [] if state.zoc else ["no ZOC"]
        told += [f"{state.points:+d} stacking points"] if state.points else []
        told += [f"over {', '.join(state.over)}"] if state.over else []
        for verb, turned in (("taken up", state.take), ("left", state.drop)):
            told += [] if turned is None else [f"{verb} {change_words(turned)}"]
        yield f"  {state.name}: {'; '.join(told)} [{state.rule}]"
    if turns is not None:
        for phase in turns.phases:
            only = f" ({', '.join(phase.classes)})" if phase.classes else ""
            yield f"  phase {phase.name}: {phase.side or 'both'}, {phase.does}{only} [{turns.rule}]"
        for quota in turns.quotas:
            of = f" of {' or '.join(quota.of)}" if quota.of else ""
            yield f"  phase {quota.phase}: at most {so_many(quota.most, 'unit')}{of} [{quota.rule}]"
        for turn, weather in sorted(turns.weather.items()):
            yield f"  turn {turn}: {weather} [{turns.rule}]"
    for name, one in tables.unjudged.items():
        of = f", of {', '.join(one.of)}" if one.of else ""
        decides = ", without which they are not decided" if one.decides else ""
        yield f"  not judged: {name}{of}{decides} [{one.rule}]"


def change_words(change: ChangeRow) -> str:
    """What it takes to change a state, in words."""
    told = [f"for {told_cost(change.cost)}"]
    told += [f"by {' or '.join(change.of)}"] if change.of else []
    told += {"first": ["before it moves"], "last": ["after it moves"]}.get(change.when, [])
    told += [] if change.zone else ["not in a ZOC"]
    told += [f"not in {' or '.join(change.not_in)}"] if change.not_in else []
    return ", ".join(told) + f" [{change.rule}]"


def in_mp(change: RatingChange) -> str:
    """What is done to an allowance, in words."""
    return change.told if change.factor != 1 else f"{change.more / 2:+g} MP"


def stacked(points: bool) -> str:
    """What a stacking limit counts."""
    return "points" if points else "units"


def told_zone(told: ByClass) -> str:
    """What a zone does, in words."""

    def words(value: object) -> str:
        return f"{mp(value)} MP more" if isinstance(value, int) else str(value)

    if set(told.values) == {OTHERS}:
        return words(told.values[OTHERS])
    return ", ".join(f"{name} {words(value)}" for name, value in told.values.items())


CITED = re.compile(r"\[([^\]]*)\]")
"""The rules of a line of the page."""


def own_clauses(context: Context, game: str, about: str) -> list[dict[str, Any]]:
    """The rows of a game's own tables that have a rule's number, or some words, each as a clause.

    :raises InputError: mistakes in its rules, all at once.
    """
    words, times = about.casefold().split(), ""
    found = []
    for line in map(str.strip, rule_lines(context, game)):
        times = line if line.startswith(("In ", "For ")) else times
        rules = [one for cited in CITED.findall(line) for one in cited.split(", ")]
        numbers = {one.rpartition(" ")[2] for one in rules}
        if rules and (about in numbers or all(word in line.casefold() for word in words)):
            text = re.sub(r"\s+(?=;|$)", "", " ".join(CITED.sub("", line).split()))
            told = {"rules": rules, "text": text, "kind": "", "methods": []}
            found.append({"title": times or game, "differs": False, "told": [told]})
    return found


def own_times(game: PlainGame) -> Mapping[str, tuple[str, ...]]:
    """The names of a game's weathers and phases, by where a position has them; none where its
    rules cannot be read."""
    try:
        turns = the_rules(game).plain.turns
    except InputError:
        return {}
    if turns is None:
        return {}
    weather = tuple(dict.fromkeys(turns.weather.values()))
    return {"state.weather": weather, "state.phase": tuple(one.name for one in turns.phases)}
