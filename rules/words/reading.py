"""One way to read a command, a form of it about a map: its words become a question."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from clubroute.builder.errors import InputError, Where, nearest_name, one_of
from clubroute.builder.grid import Lattice
from clubroute.builder.project import Project
from clubroute.builder.sources.lattice import read_lattice
from clubroute.builder.sources.map_names import map_names
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import STATE
from clubroute.rules.ground.bridge_names import KINDS, spellings
from clubroute.rules.ground.mapfile import NOWHERE
from clubroute.rules.ground.maps import map_of
from clubroute.rules.scenarios.book import named, scenario_files
from clubroute.rules.series import all_games, all_series, series_at
from clubroute.rules.words.bare import (
    fill,
    take_the_way,
    tell,
    too_few,
    with_figures,
)
from clubroute.rules.words.commands import Form, vocabulary
from clubroute.rules.words.echo import spelled
from clubroute.rules.words.items import PART, AmbiguousError, AskedWords, Here, Item, MisfitError
from clubroute.rules.words.lexing import items_of, wanted, whole_names
from clubroute.rules.words.names import (
    AREA,
    BRIDGE,
    GROUP,
    GROUPS,
    HEX,
    LONGEST,
    UNIT,
    Names,
    by_key,
    counters_named,
    key_of,
    names_of,
    zone_calls,
)
from clubroute.rules.words.naming import UNDECIDED, name, name_all, with_hexes
from clubroute.rules.words.scope import MAP, SCENARIO, Scope
from clubroute.rules.words.surroundings import (
    begin_in_its_hex,
    campaign,
    is_begun,
    of_who_stands,
    on_ground,
    surround,
    who_stands_there,
)

# The scenarios that words name, and the maps they are played on.


def scenario_names() -> frozenset[str]:
    """What scenarios are called that no map is: campaign, combined."""
    names = {name for series in all_series() for name in series.scenarios}
    return frozenset(names) - set(all_games()) - {name for name in names if "-" in name}


def game_of(scenario: str) -> str | None:
    """The game, whose map has its name, in which a scenario is played; None if there is none."""
    for series in all_series():
        files = scenario_files(series.id)
        file = files.get(named(series.id, scenario, files))
        if file is not None:
            return next(path.name for path in file.parents if path.name in series.maps)
    return None


def plays_on(scenario: str, window: str) -> bool:
    """Whether a scenario is played on a map, or on one that it is joined with; of one that nobody
    knows the method tells."""
    game = game_of(scenario)
    if game is None or series_at(game) != series_at(window):
        return True
    series = series_at(window)
    if scenario.casefold() in scenario_names() and len(series.order(window)) > 1:
        return game == window  # each of the games that are joined has a campaign of its own
    ends = {one.id for one in series.order(game)}, {one.id for one in series.order(window)}
    return window in ends[0] or game in ends[1]


SIDES = 6
"""Sides of a die."""


def asked(scope: Scope, words: Sequence[str]) -> AskedWords:
    """The question that words ask. :raises MisfitError: they do not fit."""
    begun = next((one for one in words if one.startswith(f"{SCENARIO}=")), "")
    scenario, position = begun.partition("=")[2], scope.here.state or {}
    if scenario and not plays_on(scenario, scope.window):
        if scenario.casefold() not in scenario_names():
            expected = f"a scenario of map {scope.window}"
            raise MisfitError(UNDECIDED, AmbiguousError(Where(PART), repr(scenario), expected))
        found = asked(scope, [one for one in words if one != begun])
        return replace(found, said=(*found.said, f"{scenario}: which one of {scope.window}?"))
    if isinstance(position, Mapping) and is_begun(scope, scenario):
        here = replace(scope.here, state={**position, SCENARIO: scenario})
        found = asked(replace(scope, here=here), [one for one in words if one != begun])
        return replace(found, spelled=(begun, *found.spelled))
    words, ground = on_ground(scope, whole_names(scope, with_figures(scope, words)))
    scope = with_placed(scope, [word for word in words if "=" in word])
    params, far = told(scope, of_who_stands(scope, words))
    read = spelled(params, scope.parts)
    surround(scope, params)
    said = (*ground, *campaign(scope, params), *who_stands_there(scope, params))
    begin_in_its_hex(scope, params, far)
    return AskedWords(scope.method.name, params, said, read, scope.window)


def told(
    scope: Scope, words: Sequence[str], before: Sequence[str] = ()
) -> tuple[dict[str, Any], int]:
    """The parameters that words say, and how much of the words fits.

    :param before: what has been said by name already.
    :raises MisfitError: one of them does not.
    """
    params: dict[str, Any] = dict.fromkeys(scope.form.holds, True)
    items = items_of(scope, [word for word in words if "=" not in word])
    far, named = len(items), [word for word in words if "=" in word]
    left = fill(scope, with_hexes(scope, items, (*before, *named)), params)
    placed = {k: v for k, v in params.items() if isinstance(v, str)}
    one_bridge(scope, params)
    at_crossing(scope, items, params)
    own_group(scope, params, far)
    left = tell(scope, left, params)
    at_bridge_hexside(scope, items, params)
    numbers = {name: one for name, one in params.items() if type(one) is int}
    if left and not too_few(scope, left, params):
        near = scope.known.near(left[0].text, scope.types, ()) if "number" in left[0].may else None
        scope.refuse(far, repr(left[0].text), wanted(scope, left[0]), near)
    name_all(scope, named, params, far)
    for path, text in placed.items():
        if path in map(first_name, named) and params[path] != text:
            scope.refuse(far, repr(text), f"one {path}: {params[path]}")
    for path, number in numbers.items():
        if path in map(first_name, named) and params[path] != number:
            scope.refuse(far, f"'{number}'", f"one {path}: {params[path]}")
    take_the_way(scope, params)
    two_dice(scope, params)
    # Who said only what fits, and too little, is nearer than who said too much.
    return params, far - len(left) if left else far + 1


def two_dice(scope: Scope, params: dict[str, Any]) -> None:
    """Tell a sum of two dice as dice that make it, where only the sum counts; one that a single
    die may show is a sum where two are always thrown."""
    dice, schema = params.get("dice"), scope.schema("dice") or {}
    if scope.method.name not in vocabulary().sums or not isinstance(dice, list) or len(dice) != 1:
        return
    least = 2 if schema.get("minItems") == 2 else SIDES + 1
    if isinstance(dice[0], int) and least <= dice[0] <= 2 * SIDES:
        params["dice"] = [dice[0] // 2, dice[0] - dice[0] // 2]


def one_bridge(scope: Scope, params: dict[str, Any]) -> None:
    """Say which bridge of a town is meant, where the question is about one kind: a pontoon."""
    town, kind = params.get(BRIDGE), scope.method.name.rpartition(".")[2]
    if isinstance(town, str) and kind in KINDS and "/" not in town:
        found = scope.whole_country.find(f"{town} {kind}")
        if found is not None and BRIDGE in found.may:
            params[BRIDGE] = found.may[BRIDGE]


def at_crossing(scope: Scope, items: Sequence[Item], params: dict[str, Any]) -> None:
    """Say which hexes a Ferry joins that is called by a town's one bridge: ``ferry at Son``."""
    hex_, family = params.get(HEX), scope.method.name.partition(".")[0]
    same = [one for one in items if BRIDGE in one.may and one.may[BRIDGE] == hex_]
    several = [one for one in same if HEX not in one.may]
    if scope.method.name in OF_EITHER_END and several and "/" not in str(hex_):
        scope.refuse(0, repr(several[0].text), "one bridge: several have the name")
    if scope.method.name in OF_EITHER_END and "/" in str(hex_ or ""):
        params[HEX] = str(hex_).split("/")[0]  # what is told of a hex tells of its bridge
        return
    if family != FERRY or hex_ is None or TO in params or TO not in scope.parts:
        return
    if len(ends := str(hex_).split("/")) == len(JOINED):
        params.update(zip(JOINED, ends, strict=True))
        return
    named = [one.may for one in items if one.may.get(HEX) == hex_ and BRIDGE in one.may]
    ends = str(named[0][BRIDGE]).split("/") if named else []
    if len(ends) == len(JOINED):
        params.update(zip(JOINED, ends, strict=True))


def at_bridge_hexside(scope: Scope, items: Sequence[Item], params: dict[str, Any]) -> None:
    """Take a bridge beside what is told of the ground, ``column on the bridge``, for a bridge
    hexside, and not for what kind of Unit is fired on, unless it is said to be a Unit."""
    unit = params.get("unit")
    if any(one.text.casefold().startswith(f"{BRIDGE} unit") for one in items):
        return
    if AT_BRIDGE in scope.parts and isinstance(unit, dict) and unit.get("kind") == BRIDGE:
        params["unit"] = {name: value for name, value in unit.items() if name != "kind"}
        params[AT_BRIDGE] = True


AT_BRIDGE = "at_bridge"
FERRY, TO = "ferry", "to"
OF_EITHER_END = ("scenario.setup", "roadblock.check")
"""The methods about a hex that say the same of both ends of a bridge."""
JOINED = (HEX, TO)
"""The hexes that a Ferry joins, as its methods call them."""


def first_name(word: str) -> str:
    """What a word says, ``scenario`` of ``scenario=WED-4``."""
    return word.partition("=")[0]


def own_group(scope: Scope, params: dict[str, Any], far: int) -> None:
    """Hold a Division and a Formation, in either order, against those of the map.

    :raises MisfitError: only another map has it, or it is a Unit's name, a bridge's, or a word in
        small letters.
    """
    both = [one for name in GROUPS if isinstance(one := params.get(name), str)]
    if len(both) == len(GROUPS):
        kinds = [found.may if (found := scope.whole_country.find(one)) else {} for one in both]
        if FIRST_GROUP not in kinds[0] and FIRST_GROUP in kinds[1]:
            params |= zip(GROUPS, reversed(both), strict=True)
    told = [params[one] for one in ("division", "formation") if isinstance(params.get(one), str)]
    unknown = [text for text in told if not is_group(scope.whole_country, text)]
    if told[:1] == unknown[:1] != []:
        no_group(scope, unknown[0], "unit" in params, far)
    for text in unknown:
        small = text == params.get("formation") and text.isalpha() and text.islower()
        named = scope.whole_country.find(text)
        if small or (named is not None and BRIDGE in named.may):
            scope.refuse(far, repr(text), "a Division or Formation")


FIRST_GROUP = f"unit.{GROUPS[0]}"
"""What a name may be that is a Division's."""


def no_group(scope: Scope, text: str, of_unit: bool, far: int) -> None:
    """Refuse what is no Division of the map. :raises MisfitError: only another map has it, or it is
    a Unit's name."""
    others = [window for window in all_games() if window != scope.window]
    known = [names_of(scope.here.context, one, ground=False) for one in others]
    if any(is_group(one, text) for one in known):
        scope.refuse(far, repr(text), f"a Division that plays on map {scope.window}")
    named = [found for one in (scope.whole_country, *known) if (found := one.find(text))]
    if any(UNIT in one.may for one in named) and not of_unit:
        scope.refuse(far, repr(text), "a Division or Formation; it is a Unit")


def is_group(known: Names, text: str) -> bool:
    """Whether a text names a Division or a Formation, or is part of the name of one."""
    key = key_of(text)
    return any(
        key in name and not {GROUP, "unit.division", "unit.formation"}.isdisjoint(one.may)
        for name, one in known.known.items()
    )


def spelled_words(scope: Scope, words: Sequence[str], before: Sequence[str]) -> tuple[str, ...]:
    """What words say of a question besides what was said before, each by its name.

    :raises MisfitError: they do not fit.
    """
    words = whole_names(scope, with_figures(scope, words))
    return spelled(told(scope, words, before)[0], scope.parts)


def with_placed(scope: Scope, named: Sequence[str]) -> Scope:
    """A scope in which units stand where words say, ``A/1/501=75.129``."""
    placed = {}
    for word in named:
        called, _, text = word.partition("=")
        unit, hex_ = (scope.whole_country.find(one) for one in (called, text))
        if unit is not None and hex_ is not None and UNIT in unit.may and HEX in hex_.may:
            placed[key_of(called)] = hex_.may[HEX]
    return replace(scope, placed=placed) if placed else scope


def position(scope: Scope, words: Sequence[str]) -> Mapping[str, Any]:
    """The position with what words say of it. :raises MisfitError: they say something else."""
    params: dict[str, Any] = {}
    for word in whole_names(scope, words):
        if "=" not in word:
            scope.refuse(0, repr(word), "what is so, as NAME=HEX")
        name(scope, word, params)
        other = next((one for one in params if one != STATE), None)
        if other is not None:
            parts = (scope.schema(STATE) or {}).get("properties", {})
            expected = "a unit, a side, a bridge, or one of " + ", ".join(parts)
            scope.refuse(0, repr(word), expected, nearest_name(other, parts))
    surround(scope, params)
    state = params[STATE]
    if not isinstance(state, Mapping):
        scope.refuse(0, "an open state", "a position that is said in full")
    scope.parts[STATE].kind.read(state, STATE)
    return dict(state)


# Words read before their map is compiled: what nobody could mean is refused without waiting.
#
# The numbers of a map's hexes follow from its lattice, and its names stand in its sources, among
# others that it does not show. So what means nothing here means nothing on the compiled map; what
# means something may still be refused there.


@dataclass(frozen=True, slots=True)
class Grid:
    """The numbers of a map that is not compiled."""

    lattice: Lattice
    window: str

    def known(self, number: str) -> int:
        """Anything but ``NOWHERE`` for a number of the map.

        :raises HexNumberError: it is none.
        """
        self.lattice.parse(number, self.window)
        return NOWHERE + 1

    def nearest(self, number: str) -> str | None:
        """A number of the map that looks like a text, for messages."""
        first = number.strip().partition(".")[0]
        alike = [text for text in self.all_numbers() if text.partition(".")[0] == first]
        return nearest_name(number.strip(), alike or list(self.all_numbers()))

    def all_numbers(self) -> Iterator[str]:
        """Every number of the map."""
        for sheet in self.lattice.window(self.window):
            yield from map(sheet.format, sheet.hexes())


@dataclass(frozen=True, slots=True)
class Uncompiled:
    """What can be said of a map that is not compiled: ``ground`` are the keys of names whose
    hexes or hexsides nobody knows before."""

    names: Names
    ground: frozenset[str]

    def is_named(self, words: Sequence[str]) -> bool:
        """Whether some of the words may be a name of the ground."""
        bare = [word.rpartition("=")[2] for word in words]
        return any(
            key_of(" ".join(bare[at:end])) in self.ground
            for at in range(len(bare))
            for end in range(at + 1, min(at + LONGEST, len(bare)) + 1)
        )


def check_ahead(forms: Sequence[Form], words: Sequence[str], window: str, here: Here) -> None:
    """Refuse words that mean nothing on a map which would have to be compiled first.

    With a position it is left to the compiled map: who stands where changes what may be left out.

    :raises MisfitError: they fit none of the forms.
    """
    begun = any(word.startswith(f"{SCENARIO}=") for word in words)
    project = must_be_compiled(here.context, window)
    if project is None or here.state or begun:
        return
    with suppress(InputError):  # whatever else is wrong is told when the map is compiled
        said = uncompiled(here.context, project, window)
        context = Context(here.context.folder, registry=here.context.registry)
        context.loaded["words", (window, True)] = said.names
        find, told = context.registry.find, replace(here, context=context)
        misfits = []
        for form in forms:
            scope = Scope(form, find(form.method, {MAP: window}), window, told)
            misfit = misfit_of(scope, words, said)
            if misfit is None:
                return
            misfits.append(misfit)
        raise max(misfits, key=lambda one: one.far)


def must_be_compiled(context: Context, window: str) -> Project | None:
    """The project a map would have to be compiled from, None if it is at hand."""
    if context.maps is None or context.loaded.get(("map", window)) is not None:
        return None
    lattice = series_at(window).lattice
    project = context.maps.project.with_lattice(lattice)
    return None if context.maps.at_hand(lattice) else project


def misfit_of(scope: Scope, words: Sequence[str], said: Uncompiled) -> MisfitError | None:
    """Why words do not fit a form, as far as that is sure before the map is compiled: where a
    name of the ground is said, only a word that means nothing at all is sure."""
    try:
        asked(scope, words)
    except MisfitError as misfit:
        if not said.is_named(words):
            return misfit
        try:
            items_of(scope, [one for one in whole_names(scope, words) if "=" not in one])
        except MisfitError as unknown:
            return unknown
    return None


def uncompiled(context: Context, project: Project, window: str) -> Uncompiled:
    """A map as its sources have it, read once. :raises InputError: one cannot be read."""
    key = ("names in sources", window)
    found: Uncompiled | None = context.loaded.get(key)
    if found is not None:
        return found
    id_ = series_at(window).lattice
    told = frozenset(spellings(map_names(project, id_)))
    texts = told | {call for text in told for call in zone_calls(text)}
    lattice = read_lattice(project.map_folder(id_) / "lattice.toml").lattice
    of_ground = [(text, type_, text) for text in sorted(texts) for type_ in (HEX, BRIDGE, AREA)]
    known = by_key((*of_ground, *counters_named(window)))
    named = Uncompiled(Names(Grid(lattice, window), known), frozenset(map(key_of, texts)))
    context.loaded[key] = named
    return named


# The hex that a name alone says, on whichever map has it.


def place_named(context: Context, text: str, windows: Iterable[str]) -> tuple[str, str]:
    """The number of the one hex that has a name, and the first of some maps that names it.

    No map is compiled whose sources do not have the name.

    :raises InputError: no map names it, or it is the name of several hexes.
    """
    names: list[str] = []
    for window in windows:
        project = must_be_compiled(context, window)
        if project is not None:
            said = uncompiled(context, project, window)
            if key_of(text) not in said.ground:
                names += said.names.texts([HEX])
                continue
        country = map_of(context, window)
        found = country.called(text)
        if len(found) == 1:
            return found[0], window
        if found:
            raise InputError(Where("HEX"), f"{text!r}, which are several", one_of(found))
        names += country.names.values()
    near = nearest_name(text, names)
    raise InputError(Where("HEX"), repr(text), "a hex number as 75.129, or a place", near)
