"""The roster: Units known by their counters (``counters/<game>``) and the owner's ratings.

A question may name a Unit by its counter's id or the name printed on it. What it leaves out is
taken from the position's Unit of that id or name, then from the counter, then from the owner's
table of ratings; what contradicts them is refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from clubroute.builder.errors import (
    InputError,
    Where,
    nearest_name,
    one_of,
)
from clubroute.builder.project import MODULE_FILE, shipped_project
from clubroute.builder.provenance import Provenance
from clubroute.rules.answer.model import MOVE_CLASSES, Step
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import NAME, halves
from clubroute.rules.asking.schema import shown
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.gts.games import GAMES, MAPS, SERIES
from clubroute.rules.gts.kinds import SIDES, placed
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.position.units import KINDS, Unit
from clubroute.rules.gts.scenarios.book import id_of
from clubroute.rules.position.names import (
    names_none,
    same_group,
    same_unit,
    squeezed,
    the_one_called,
)
from clubroute.rules.position.record import given
from clubroute.rules.scenarios.book import pieces_in

if TYPE_CHECKING:
    from clubroute.builder.sources.counters import UnitCounter as Counter
    from clubroute.builder.sources.order_of_battle import OrderOfBattle
    from clubroute.rules.owner.read import OwnerRow

RATINGS = "ratings"
OVERRULE = "owner/ratings.csv may say otherwise"
ALSO: Mapping[str, tuple[str, ...]] = {
    "parachute": ("infantry",),
    "glider": ("infantry",),
    "flak": ("flak 88",),
    "infantry": ("machine-gun",),
}
"""Kinds a player may well call otherwise than the counters do."""


@dataclass(frozen=True, slots=True)
class Roster:
    """The Units of some games by what they are called. ``names`` are without spaces and case."""

    ids: Mapping[str, Counter]
    names: Mapping[str, tuple[Counter, ...]]
    books: tuple[OrderOfBattle, ...]
    complete: bool
    """Whether it has every counter of the games in question, as far as the rulebooks name them."""

    def called(self, unit: Unit) -> tuple[Counter, ...]:
        """The counters with a Unit's id, else those with its name or an alias of it."""
        by_id = self.ids.get(unit.id) if unit.id else None
        if by_id is not None:
            return (by_id,)
        return self.names.get(squeezed(unit.name), ()) if unit.name else ()

    def near(self, name: str) -> str | None:
        """The id or printed name nearest to one that nothing has."""
        printed = {squeezed(counter.name): counter.name for counter in self.ids.values()}
        found = nearest_name(squeezed(name), [*self.ids, *printed])
        return None if found is None else printed.get(found, found)

    def group_names(self, division: str, formation: str | None = None) -> tuple[str, ...]:
        """The spellings of a Division, or of a Formation of it."""
        for book in self.books:
            group = book.division(division)
            if group is not None and formation is None:
                return (group.name, group.short, *group.aliases)
            own = book.formation(division, formation) if formation else None
            if own is not None:
                return (own.name, *own.aliases)
        return (formation or division,)

    def division_meant(self, name: str, path: str = "division") -> str:
        """The Division that a name means, which may be that of one of its Formations alone.

        :raises InputError: nothing is called so, or nobody says of which Division it is.
        """
        known = [one for book in self.books for one in book.divisions]
        calls = [call for one in known for call in (one.name, one.short, *one.aliases)]
        named = not names_none(name) and any(same_group(name, call) for call in calls)
        if named or not self.complete:
            return name
        theirs = self.divisions_of(name)
        meant = sorted({division for one in theirs for division in self.named_by(one)})
        if len(meant) == 1:
            return meant[0]
        where = Where("params", part=path)
        if meant:
            of_many = f"{name!r}, a Formation whose Division no counter names"
            raise InputError(where, of_many, f"its Division before it: {one_of(meant)}")
        calls += [one.name for book in self.books for one in book.formations]
        near = nearest_name(name, dict.fromkeys(calls))
        raise InputError(where, repr(name), "a Division or Formation by its name", near)

    def divisions_of(self, formation: str) -> frozenset[str]:
        """The Divisions that have a Formation called so."""
        return frozenset(
            one.division
            for book in self.books
            for one in book.formations
            if any(same_group(formation, name) for name in (one.name, *one.aliases))
        )

    def division_of(self, formation: str) -> str | None:
        """The one Division that has a Formation called so, if a rulebook names it."""
        found = self.divisions_of(formation)
        return next(iter(found)) if len(found) == 1 and not found & self.nameless else None

    @property
    def nameless(self) -> frozenset[str]:
        """What stands for the Divisions of Units whose Division no rulebook says."""
        return frozenset(d.name for book in self.books for d in book.divisions if d.short == d.side)

    def named_by(self, division: str, side: str | None = None) -> tuple[str, ...]:
        """List the Divisions that a name stands for: itself, or where it is that of counters whose
        Division no rulebook says, all of their game; only those of a ``side``, if one is given.
        """
        found: dict[str, None] = {}
        for book in self.books:
            group = book.division(division)
            if group is None or side not in (None, group.side):
                continue
            those = [group] if group.name not in self.nameless else book.divisions
            named = (one.name for one in those if one.side == group.side)
            found |= dict.fromkeys(name for name in named if name not in self.nameless)
        return tuple(found)

    def sided(self, unit: Unit) -> Unit:
        """Complete a Unit with the Division of its Formation and with their side, where nothing
        else tells them.
        """
        groups = frozenset([unit.division] if unit.division else [])
        if not groups and unit.formation is not None:
            groups = self.divisions_of(unit.formation)
            unit = replace(unit, division=self.division_of(unit.formation))
        if unit.side is not None or not groups:
            return unit
        them = [d for book in self.books for d in book.divisions]
        found = {
            d.side
            for d in them
            for group in groups
            if same_group(group, d.name) or group in d.aliases
        }
        sides = found & set(SIDES)
        return replace(unit, side=sides.pop()) if len(found) == len(sides) == 1 else unit


def roster_of(game: str | None) -> Roster:
    """The roster of a game, of all games if none is named."""
    return read_roster(tuple(one.id for one in SERIES.order(game)) if game in MAPS else MAPS)


@cache
def read_roster(games: tuple[str, ...]) -> Roster:
    """Read the counters of those games that have any, once."""
    folders = [shipped_project().counters / game for game in games if game in GAMES]
    ids: dict[str, Counter] = {}
    called: dict[str, list[Counter]] = {}
    books = []
    for folder in folders:
        if not (folder / "units.csv").is_file():
            continue
        pieces = pieces_in(folder)
        books.append(pieces.book)
        for counter in pieces.units:
            if counter.id in ids:  # one counter, used in both games
                continue
            ids[counter.id] = counter
            for name in dict.fromkeys(squeezed(one) for one in (counter.name, *counter.aliases)):
                # "Leader" in a Formation's list is nobody's name.
                if name not in KINDS or name == squeezed(counter.name):
                    called.setdefault(name, []).append(counter)
    names = {name: tuple(them) for name, them in called.items()}
    complete = all((folder / MODULE_FILE).is_file() for folder in folders)
    return Roster(ids, names, tuple(books), complete)


@dataclass(frozen=True, slots=True)
class Enlisting:
    """What is looked at to tell who a Unit is; ``scenario`` is the id of what is played, or "".

    ``strangers``: the position's counters are another module's, of which only those are ours that
    have an id of ours; what they say otherwise than ours stands.
    """

    context: Context
    roster: Roster
    scenario: str
    strangers: bool = False

    def known(self, unit: Unit, path: str, *, asked: bool) -> Unit:
        """Complete a Unit; ``asked``: it is the one the question is about.

        :raises InputError: it contradicts its counter, or is asked about by a name of several.
        """
        called = self.called(unit)
        if unit.division in self.roster.nameless:
            # No rulebook says the Division, but it tells counters of one name apart.
            called = [one for one in called if one.division == unit.division] or called
            unit = replace(unit, division=None)
        if not called:
            return self.rated(unit) if asked else unit
        fits: Sequence[Counter] = [
            one for one in called if self.contradiction(unit, one, path) is None
        ]
        if not fits and self.strangers:
            return self.rated(unit) if asked else unit
        if not fits:
            refused = [one for one in called if unit.id == one.id or same_unit(unit.name, one.name)]
            found = self.contradiction(unit, refused[0], path) if refused else None
            if found is not None:
                raise found
            # Another Unit, which an alias fits by chance.
            return self.rated(unit) if asked else unit
        fits = self.preferred(fits)
        if asked and len(fits) > 1 and not telling(unit):
            raise ambiguous(unit, fits, path)
        unit = self.enlisted(unit, fits)
        return self.rated(unit) if asked else unit

    def called(self, unit: Unit) -> Sequence[Counter]:
        """The counters of ours that a Unit may be."""
        if not self.strangers:
            return self.roster.called(unit)
        own = self.roster.ids.get(unit.id) if unit.id else None
        return () if own is None else (own,)

    def standing(self, unit: Unit, told: Mapping[str, Any], path: str) -> Unit:
        """Complete a Unit of a position. :raises InputError: see :meth:`known`."""
        unit = put(self.context, unit, told, path)
        known = self.known(unit, path, asked=False) if unit.id or unit.name else unit
        return self.roster.sided(known)

    def preferred(self, fits: Sequence[Counter]) -> Sequence[Counter]:
        """The counters of the scenario; without one those of the campaign game."""
        now = [one for one in fits if self.scenario in one.scenarios]
        usual = [one for one in fits if not one.variant]
        return (now if self.scenario else ()) or usual or fits

    def enlisted(self, unit: Unit, fits: Sequence[Counter]) -> Unit:
        """Complete a Unit with what all counters that may be it agree on, and say so."""
        known = [counter_unit(one, **self.overruled(one), scenario=self.scenario) for one in fits]
        agreed = {
            name: value
            for name, value in given(known[0]).items()
            if all(getattr(one, name) == value for one in known)
            and not (name == "division" and value in self.roster.nameless)
        }
        added = {name: value for name, value in agreed.items() if getattr(unit, name) is None}
        if added:
            told = source_of(unit, added, fits, self.scenario)
            unit = replace(unit, **added, sources=(told,))
        return self.coloured(unit, fits)

    def coloured(self, unit: Unit, fits: Sequence[Counter]) -> Unit:
        """Complete a Unit whose Division no rulebook says with the owner's, who sees its colour.

        :raises InputError: no Division of its side has that name.
        """
        nameless = all(one.division in self.roster.nameless for one in fits)
        row = None
        if unit.division is None and nameless:
            row = ratings_of(self.context, unit, "front")
        if row is None or not row.text("division"):
            return unit
        own, known = row.text("division"), self.roster.named_by(fits[0].division)
        names = self.roster.group_names
        division = next((one for one in known if of_any(own, names(one))), None)
        if division is None:
            raise row.source.error("division", shown(own), one_of(known))
        told = Step(f"{unit.call}: {division}, on your counter", f"owner/{RATINGS}.csv")
        return replace(unit, division=division, sources=(*unit.sources, told))

    def rated(self, unit: Unit) -> Unit:
        """Complete a Unit with what the owner's ratings say of the side that is up."""
        back = unit.back or (unit.back is None and unit.mounted is True)
        row = ratings_of(self.context, unit, "back" if back else "front")
        if row is None:
            return unit
        move = row.number("move")
        rated = {"kind": row.text("kind"), "move_class": row.text("class")}
        own: dict[str, Any] = {name: value for name, value in rated.items() if value in PLAYED}
        own |= {} if move is None else {"ma": halves(move, "")}
        added = {name: value for name, value in own.items() if getattr(unit, name) is None}
        if not added:
            return unit
        words = [str(value) for name, value in added.items() if name != "ma"]
        words += [f"{move} MP"] if "ma" in added else []
        told = Step(f"{unit.call}: {', '.join(words)}, on your counter", f"owner/{RATINGS}.csv")
        return replace(unit, **added, sources=(*unit.sources, told))

    def contradiction(self, unit: Unit, counter: Counter, path: str) -> InputError | None:
        """The first thing said of a Unit that is not so on its counter."""
        sure = self.overruled(counter)
        groups, divisions = self.groups(counter)
        own = " or ".join(self.roster.named_by(counter.division))
        kinds = (sure["kind"], *ALSO.get(sure["kind"] or "", ()))
        steps = counter.steps
        told: tuple[tuple[str, Any, bool, object], ...] = (
            ("side", unit.side, unit.side == counter.side, counter.side),
            ("division", unit.division, of_any(unit.division, divisions), own),
            ("formation", unit.formation, of_any(unit.formation, groups), groups and groups[0]),
            ("kind", unit.kind, sure["kind"] is None or unit.kind in kinds, sure["kind"]),
            (
                "class",
                unit.move_class,
                sure["move_class"] in (None, unit.move_class) or unit.move_class == counter.mounted,
                sure["move_class"],
            ),
            (
                "organic",
                unit.organic,
                counter.mounted in (None, unit.organic),
                counter.mounted,
            ),
            ("steps", unit.steps, steps is None or (unit.steps or 0) <= steps, f"at most {steps}"),
        )
        for name, value, right, expected in told:
            if value is not None and not right:
                rests = f"; {OVERRULE}" if name in ("kind", "class") else ""
                text = f"{expected}, as {counter.name}'s counter ({counter.id}) has it{rests}"
                return InputError(Where("params", part=f"{path}.{name}"), shown(value), text)
        return None

    def overruled(self, counter: Counter) -> dict[str, str | None]:
        """The kind and class of a counter: the owner's, else ours where they are known."""
        row = ratings_of(self.context, Unit(id=counter.id, name=counter.name), "front")
        own = {name: row.text(name) if row else "" for name in ("kind", "class")}
        return {
            "kind": own["kind"] or counter.kind,
            "move_class": own["class"] or counter.move_class,
        }

    def groups(self, counter: Counter) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The names of the Formations and Divisions a counter may be said to belong to."""
        posts = [(counter.division, counter.formation)]
        posts += [(one.division, one.formation) for one in counter.attached]
        names = self.roster.group_names
        formations = [name for d, f in posts if f for name in names(d, f)]
        divisions = [one for d, _ in posts for one in self.roster.named_by(d)]
        return tuple(formations), tuple(name for one in divisions for name in names(one))


def of_any(told: str | None, names: Sequence[str]) -> bool:
    """Whether a group is one of some; nothing is known of a counter that belongs to none."""
    return told is None or not names or any(same_group(told, name) for name in names)


def telling(unit: Unit) -> bool:
    """Whether a question says more of a Unit than its name."""
    return bool({"division", "formation", "kind", "move_class"} & given(unit).keys())


def ambiguous(unit: Unit, fits: Sequence[Counter], path: str) -> InputError:
    """Make the error for a name that several counters have."""
    where = Where("params", part=path)
    return InputError(where, shown(unit.name), one_of(one.id for one in fits))


PLAYED = (*KINDS, *MOVE_CLASSES)
"""The kinds and classes that rules know."""


def counter_unit(
    counter: Counter, kind: str | None, move_class: str | None, scenario: str = ""
) -> Unit:
    """A counter as a Unit: what does not change in play, in the scenario of that id."""
    division, formation = counter.posting(scenario)
    return Unit(
        id=counter.id,
        name=counter.name,
        side=counter.side,
        division=division,
        formation=formation,
        kind=kind if kind in KINDS else None,
        move_class=next((one for one in MOVE_CLASSES if one == move_class), None),
        immobile=True if move_class == "immobile" else None,
        organic=next((one for one in MOVE_CLASSES if one == counter.mounted), None),
    )


COLUMNS = {"move_class": "class", "immobile": "class", "organic": "mounted"}
"""The columns of units.csv by what they say of a Unit, where the names differ."""
SHOWN = ("kind", "move_class", "formation", "division", "side")


def source_of(unit: Unit, added: Mapping[str, Any], fits: Sequence[Counter], scenario: str) -> Step:
    """The line of a receipt that says what was taken from a counter."""
    counter = fits[0]
    columns = {COLUMNS.get(name, name) for name in added}
    assumed = columns & set(counter.assumed)
    rests: Provenance = "assumed" if assumed else "rulebook"
    words = [str(added[name]) for name in SHOWN if name in added]
    words += ["immobile"] if "immobile" in added else []
    words += [f"Organic Transport ({added['organic']})"] if "organic" in added else []
    what = ", ".join(words)
    of = f"its counter {counter.id}" if len(fits) == 1 else f"{len(fits)} counters of that name"
    if counter.posting(scenario) != (counter.division, counter.formation):
        of += f", in {scenario}"
    why = f"; assumed: {counter.reason}" if assumed and counter.reason else ""
    return Step(f"{unit.call or counter.name}: {what} ({of}{why})", counter.cite, provenance=rests)


def ratings_of(context: Context, unit: Unit, face: str) -> OwnerRow | None:
    """The owner's row of ratings for one face of a Unit, by its id or name; None if none."""
    from clubroute.rules.owner.tables import rated_faces  # few questions name a Unit

    return rated_faces(context, RATINGS, (unit.id, unit.name)).get(face)


# ---------------------------------------------------------------- questions


def enlisting(context: Context, told: Mapping[str, Any]) -> Enlisting:
    """The surroundings of a question's Units, from its other parameters."""
    state = told.get("state")
    scenario = told.get("scenario") or (state.scenario if isinstance(state, Position) else None)
    game = game_of(told) or (game_played(context, scenario) if scenario else None)
    return Enlisting(context, roster_of(game), scenario_id(context, scenario), of_strangers(told))


def game_played(context: Context, scenario: str) -> str | None:
    """The game a scenario is played in, None if none has that name."""
    from clubroute.rules.gts.scenarios.book import game_of_scenario  # few questions name one

    return game_of_scenario(scenario, context.folder.parent)


def scenario_id(context: Context, scenario: str | None) -> str:
    """The id of a scenario by any name of it, as counters have it; "" for none."""
    if not scenario:
        return ""

    return id_of(scenario, context.folder.parent)


def game_of(told: Mapping[str, Any]) -> str | None:
    """The game of the map a question names, None if it names none."""
    game = told.get("map")
    return game.window if isinstance(game, MapFile) else game


def known_unit(
    context: Context, value: Unit | str, told: Mapping[str, Any], path: str = "unit"
) -> Unit:
    """Complete the Unit a question is about.

    :raises InputError: nothing has the name, or several; it contradicts its counter or position.
    """
    unit = Unit(id=value, name=value) if isinstance(value, str) else value
    unit = put(context, grouped(context, unit, told, path), told, path)
    if not (unit.id or unit.name):
        return sided(unit, told)
    state = told.get("state")
    here = enlisting(context, told)
    if isinstance(value, str):
        is_id = value in here.roster.ids or (isinstance(state, Position) and state.unit(value))
        unit = Unit(id=value) if is_id else Unit(name=value)
    if isinstance(state, Position):
        there = of_position(unit, state)
        # Who is not in a position of strangers is one of ours.
        here = here if there is not unit else replace(here, strangers=False)
        unit = there
    if here.roster.complete and only_called(unit) and not here.roster.called(unit):
        name = unit.name or unit.id or ""
        near = here.roster.near(name)
        if near or isinstance(value, str):
            raise InputError(Where("params", part=path), shown(name), "a Unit's name or id", near)
    return here.roster.sided(here.known(unit, path, asked=True))


def grouped(context: Context, unit: Unit, told: Mapping[str, Any], path: str) -> Unit:
    """A Unit whose Division, where it is told by a Formation's name, is that Formation's.

    :raises InputError: nothing is called so.
    """
    if unit.division is None:
        return unit
    meant = division_of_question(context, unit.division, told, f"{path}.division")
    if meant == unit.division:
        return unit
    return replace(unit, division=meant, formation=unit.formation or unit.division)


def division_of_question(
    context: Context, name: str, told: Mapping[str, Any], path: str = "division"
) -> str:
    """The Division that a question's name means; one of another game of the series stands as it is,
    and so does what another module calls its Divisions. An empty name is none.

    :raises InputError: no Division or Formation is called so.
    """
    if not name:
        return name
    try:
        return roster_of(game_of(told)).division_meant(name, path)
    except InputError:
        if not of_strangers(told):
            roster_of(None).division_meant(name, path)
        return name


def of_strangers(told: Mapping[str, Any]) -> bool:
    """Whether the counters of a question's position are another module's."""
    state = told.get("state")
    return isinstance(state, Position) and state.module is not None


DIVISION = replace(NAME, opens=division_of_question)
"""A Division by any name of its, or by that of one of its Formations."""


def sided(unit: Unit, told: Mapping[str, Any]) -> Unit:
    """Complete a Unit without a name with what its Formation and Division tell."""
    # The roster is long to read, and few questions leave out what it tells.
    grouped = unit.division is not None or unit.formation is not None
    told_all = unit.division is not None and unit.side is not None
    return roster_of(game_of(told)).sided(unit) if grouped and not told_all else unit


def put(context: Context, unit: Unit, told: Mapping[str, Any], path: str) -> Unit:
    """A Unit with the number of its hex, where a place is named."""
    if unit.hex is None or not unit.hex[:1].isalpha():
        return unit
    return replace(unit, hex=placed(context, unit.hex, told, f"{path}.hex"))


def only_called(unit: Unit) -> bool:
    """Whether nothing is said of a Unit but what it is called."""
    return given(unit).keys() <= {"name", "id"}


def of_position(unit: Unit, state: Position) -> Unit:
    """Complete a Unit with what the position says of the one with its id or name, if just one.

    Of several copies of one counter it is the one in its hex.
    """
    found = the_one_called(state.units or (), unit.id, unit.name)
    if found is None and unit.hex is not None:
        here = tuple(one for one in state.units or () if one.hex == unit.hex)
        found = the_one_called(here, unit.id, unit.name)
    return unit if found is None else unit.over(found)


def known_position(context: Context, position: Position, told: Mapping[str, Any]) -> Position:
    """Complete the Units of a position. :raises InputError: one contradicts its counter."""
    if not any(unit.id or unit.name or unit.hex for unit in position.units or ()):
        return position
    here = enlisting(context, {**told, "state": position})
    units = tuple(
        here.standing(unit, told, f"state.units[{index}]")
        for index, unit in enumerate(position.units or ())
    )
    return replace(position, units=units)
