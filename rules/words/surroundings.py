"""What a command leaves unsaid, or says of who stands around: the map and the position tell it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.methods import STATE
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.position.record import flattened, premises, value_at
from clubroute.rules.scenarios.book import named, scenario_files
from clubroute.rules.series import series_at
from clubroute.rules.words.bare import spoken_words
from clubroute.rules.words.commands import Slot, vocabulary
from clubroute.rules.words.lexing import example
from clubroute.rules.words.names import HEX, NUMBER, key_of
from clubroute.rules.words.scope import MAP, MOMENTS, SCENARIO, Scope, merged, options_of, put

BESIDE = "beside_set_up"


def surround(scope: Scope, params: dict[str, Any]) -> None:
    """Tell the map, the position and the premises of a player, where the method takes them and
    the words do not."""
    parts, here = scope.parts, scope.here
    for name, value in premises(scope.method.asks).items():
        params.setdefault(name, value)
    asked = MAP in parts and (parts[MAP].required or here.map == scope.window)
    if asked and scope.window in (scope.maps or (scope.window,)):
        params.setdefault(MAP, scope.window)
    state = here.state
    if isinstance(state, Mapping):
        date(scope, params, state)
    play(scope, params)
    if state is None or STATE not in parts:
        return
    told = params.get(STATE)
    if told is None:
        params[STATE] = state
    elif isinstance(told, dict) and isinstance(state, Mapping):
        params[STATE] = beside_set_up(scope, state, merged(state, told))


def beside_set_up(scope: Scope, state: Mapping[str, Any], found: dict[str, Any]) -> dict[str, Any]:
    """A position with units that words say: beside those of its scenario's set-up, unless the
    position said units before. Who says ``units=none`` says that there are none at all."""
    fields = (scope.schema(STATE) or {}).get("properties", {})
    fresh = found.get("units") and "units" not in state
    if fresh and SCENARIO in found and BESIDE in fields:
        return {**found, BESIDE: True}
    return found


def play(scope: Scope, params: dict[str, Any]) -> None:
    """Tell what is played on a map that is said, if that is all there is, to a method that must
    know it or does not see the map."""
    parts = scope.parts
    lost = SCENARIO in parts and (parts[SCENARIO].required or MAP not in parts)
    named, known = scope.window.upper(), series_at(scope.window).scenarios.values()
    if lost and scope.here.map == scope.window and any(named in them for them in known):
        params.setdefault(SCENARIO, named)


def campaign(scope: Scope, params: dict[str, Any]) -> tuple[str, ...]:
    """Take the campaign for granted where a method must know the scenario and nobody says it; what
    is said of that."""
    named, state = vocabulary().campaigns.get(scope.window), params.get(STATE)
    begun = isinstance(state, Mapping) and SCENARIO in state
    if scope.method.name not in vocabulary().of_campaign or SCENARIO in params or begun:
        return ()
    if named is None:
        return ()
    put(params, SCENARIO if SCENARIO in scope.parts else f"{STATE}.{SCENARIO}", named)
    other = next(one for one in scenario_files(series_at(scope.window).id) if one != named)
    return (f"in the campaign {named}: for another say scenario={other}",)


def date(scope: Scope, params: dict[str, Any], state: Mapping[str, Any]) -> None:
    """Tell the scenario and the turn of the position, where the method needs them or does not
    see the position. A day or time that the words say is of no other turn than they say."""
    parts = scope.parts
    alone = SCENARIO in parts and (parts[SCENARIO].required or STATE not in parts)
    if alone and SCENARIO in state:
        params.setdefault(SCENARIO, state[SCENARIO])
    turn, moments = state.get("turn"), parts.keys() & set(MOMENTS)
    needed = STATE not in parts or any(parts[name].required for name in moments)
    if needed and isinstance(turn, Mapping) and moments.isdisjoint(params):
        params.update((name, turn[name]) for name in sorted(moments) if name in turn)


def is_begun(scope: Scope, scenario: str) -> bool:
    """Whether a scenario that is said has a set-up: the position then begins with it. A method
    that is about a scenario takes it itself."""
    parts = scope.parts
    own = parts.get(SCENARIO)
    if own is not None and (own.required or STATE not in parts or not options_of(own.schema())):
        return False
    id_ = series_at(scope.window).id
    files = scenario_files(id_)
    return named(id_, scenario, files) in files


def in_hex(scope: Scope, hex_: Any) -> list[Any]:
    """The units that the position has in a hex."""
    return [one for one in scope.units if hex_ is not None and one.hex == hex_]


def who_stands_there(scope: Scope, params: dict[str, Any]) -> tuple[str, ...]:
    """Name the unit that the words leave nameless: the only one in the hex it moves from, if
    it is what they say of it. What is taken for granted so."""
    said = params.get("unit", {})
    there = in_hex(scope, params.get("from")) if "unit" in scope.parts else []
    if len(there) != 1 or not isinstance(said, Mapping) or said.keys() & {"id", "name"}:
        return ()
    (one,) = there
    if any(value_at(one, name) not in (None, value) for name, value in said.items()):
        return ()
    put(params, "unit.id" if one.id else "unit.name", one.id or one.name)
    return (f"unit {one.call}: it stands in {one.hex}",)


def begin_in_its_hex(scope: Scope, params: dict[str, Any], far: int) -> None:
    """Tell what may be left out for it follows: a unit's hex in the position.

    :raises MisfitError: something is missing.
    """
    parts = scope.parts
    for slot in scope.form.slots:
        if slot.literal:
            continue
        root = slot.path.split(".")[0]
        free = slot.optional or scope.form.own
        if root in params or (free and not (root in parts and parts[root].required)):
            continue
        hex_ = hex_of_unit(scope, params) if slot.optional else None
        if hex_ is None:
            scope.refuse(far, "nothing", missing(scope, slot, root, params))
        params[root] = hex_


def missing(scope: Scope, slot: Slot, root: str, params: Mapping[str, Any]) -> str:
    """What is to be said for a slot that nobody filled, with an example."""
    summary = scope.parts[root].summary or root
    shown = example(scope)
    told = f"{summary.partition(';')[0]} ({root}){shown}" if shown else summary
    if root == "unit" and (there := in_hex(scope, params.get("from"))):
        return f"{told}; there stand {', '.join(one.call for one in there)}"
    if slot.optional and scope.here.state:
        return f"{told}; the position does not tell it either"
    return told


def hex_of_unit(scope: Scope, params: Mapping[str, Any]) -> str | None:
    """The hex of the question's unit: as it is said, or in the position."""
    unit = params.get("unit")
    if isinstance(unit, dict):
        if "hex" in unit:
            return str(unit["hex"])
        unit = unit.get("name")
    return scope.known.standing.get(key_of(unit)) if isinstance(unit, str) else None


def of_who_stands(scope: Scope, words: Sequence[str]) -> list[str]:
    """Words with what is said of a unit behind its hex as it is said by its name, ``1/21=E5.03
    dg``, where the question itself takes no such word."""
    of_units = (scope.schema(f"{STATE}.units.items") or {}).get("properties", {})
    flags = {name for name, schema in of_units.items() if schema.get("type") == "boolean"}
    found, unit = list[str](), ""
    for at, word in enumerate(words):
        called, is_, _ = word.partition("=")
        field = flattened(word)
        denied = at > 0 and words[at - 1].casefold() in vocabulary().denying
        if is_ and key_of(called) in scope.placed:
            unit = called
        elif unit and field in flags and field not in spoken_words(scope):
            found[len(found) - denied :] = [f"{unit}.{field}={'no' if denied else 'yes'}"]
            continue
        found.append(word)
    return found


def on_ground(scope: Scope, words: Sequence[str]) -> tuple[list[str], tuple[str, ...]]:
    """Words with the one hex among them as its ground on our map, where only ground is asked about,
    and what is said of that. Between two hexes more counts than their ground."""
    described = any(CLEAR in scope.options(slot.path) for slot in scope.form.slots)
    numbers = [word for word in words if NUMBER.fullmatch(word)]
    country = scope.whole_country.country if described and len(numbers) == 1 else None
    if country is None or not scope.whole_country.has_hex(numbers[0]):
        return list(words), ()
    if not isinstance(country, MapFile):  # it is not compiled yet: any ground fits as well
        return [CLEAR if word in numbers else word for word in words], ()
    here = ask(scope.here.context, DESCRIBE, {MAP: scope.window, HEX: numbers[0]})
    roads = [road["kind"] for side in here["hexsides"] for road in side.get("roads", ())]
    ground = [here["terrain"], *([RAISED] if any(one.startswith(RAISED) for one in roads) else [])]
    read = [one for word in words for one in (ground if word in numbers else [word])]
    return read, (f"{numbers[0]}: {' '.join(ground).replace('_', ' ')} by our map",)


CLEAR, RAISED, DESCRIBE = "clear", "raised", "hex.describe"
