"""The games of the Standard Combat Series and their rulebooks (``series.toml``, ``tables/``)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from clubroute.builder.counting import is_whole
from clubroute.builder.errors import InputError, Where, nearest_name, one_of
from clubroute.builder.project import SHIPPED
from clubroute.builder.sources.tables import toml_of
from clubroute.builder.sources.text import read_text
from clubroute.builder.sources.vocabulary import read_vocabulary
from clubroute.rules.answer.model import REFEREE, Receipt, Step
from clubroute.rules.answer.unsaid import (
    Extent,
    Taking,
    both_ways,
    premised,
)
from clubroute.rules.asking.schema import check_value
from clubroute.rules.book.charts import csv_charts
from clubroute.rules.book.rulebook import Section, answers_of, options_schema, topic
from clubroute.rules.engine.keys import Facts, RuleSource
from clubroute.rules.engine.overlays import over
from clubroute.rules.engine.reading import RuleReader
from clubroute.rules.engine.tables import RuleTables
from clubroute.rules.engine.trip import outcome
from clubroute.rules.owner.tables import owner_rows
from clubroute.rules.position.record import Kind, said
from clubroute.rules.series import series

if TYPE_CHECKING:
    from clubroute.rules.scs.position import Unit

if TYPE_CHECKING:
    from clubroute.rules.asking.context import Context


SERIES = series("scs")
answers = partial(answers_of, SERIES.id)
"""Declares the function that answers a method of the series with a receipt."""
MAPS = SERIES.maps
GAME = MAPS[0]
"""The one game of the series there is."""


def book(name: str, game: str = GAME) -> Section:
    """A topic's rules as a game has them.

    >>> book("supply").where.path.endswith("supply.toml")
    True
    """
    return topic(SERIES.id, name, game)


@cache
def tables(**readings: str) -> RuleTables:
    """The charts of It Never Snows, as some choices of readings have them."""
    path = SERIES.folder / "ins.rules.toml"
    text = read_text(path)
    told = dict(toml_of(text, path))
    overlays = told.pop("reading")
    for name, choice in readings.items():
        told = over(told, overlays[name].get(choice, {}))
    source = RuleSource(path, text)
    found = RuleReader(source, Facts((), (), (), ())).tables(told, ())
    source.settle()
    return found


# The charts of the series' modules, made by :mod:`clubroute.rules.book.charts`.


def charts(game: str) -> dict[str, str]:
    """The charts of a game by the name of their file."""
    combat, ammo, points = book("combat")["table"], book("ammo")["table"], book("airdrop")["points"]
    kill = book("barrage").rows("kill").values()
    drops = (("Turn", "turns"), ("Die", "die"))
    return csv_charts(
        {
            "combat": (
                ("Two dice", *combat.words("columns"), "Rule"),
                ((dice, *row, combat.cite) for dice, row in combat.value("dice").items()),
            ),
            "terrain": (
                ("Terrain", "MP", "Combat", "Barrage", "Overrun", "Rule"),
                terrain_rows(),
            ),
            "kill": (
                ("Firing", "Kills a step on", "Rule"),
                ((row.text("who"), f"{row.number('least')} or more", row.cite) for row in kill),
            ),
            "ammo": (
                ("Two dice, up to", "Arty Ammo Points", "Rule"),
                ((most, str(of), ammo.cite) for most, of in ammo.values.items() if is_whole(most)),
            ),
            "drops": (
                ("Turn or die", "Air Drop Points", "Glider Points", "Rule"),
                (
                    (f"{what} {which}", *map(str, pair), points.cite)
                    for what, name in drops
                    for which, pair in points.value(name).items()
                ),
            ),
        }
    )


def terrain_rows() -> Iterator[tuple[str, ...]]:
    """What each terrain and way costs, and does to combat, barrages and overruns."""
    words = read_vocabulary(SHIPPED / "map_sources" / SERIES.lattice / "terrain.toml")
    moves, fights = book("movement"), book("combat")["terrain"].rows("kinds")
    barrage, rules = book("barrage")["target"].rows("kinds"), tables()
    for name, row in rules.terrain.items():
        if name not in barrage or row.move is None:
            continue
        usual, heavy = row.move.of("foot"), row.move.of("heavy")
        cost = (
            "as the rest of the hex" if isinstance(usual, str) else half_mp(usual, "along its road")
        )
        if heavy != usual:
            least = moves["heavy"].number("from")
            cost += f" ({half_mp(heavy)} if the printed MA is {least} or more)"
        fight = fights.get(name)
        effects = []
        if fight is not None and fight.value("left"):
            effects.append(f"Left {fight.number('left')}")
        if fight is not None and fight.flag("alternate"):
            effects.append("Alternate Result")
        shot = barrage.get(name)
        modifier = f"{shot.number('modifier'):+d}" if shot and shot.value("modifier") else ""
        yield (
            words.hexes[name].title,
            cost,
            ", ".join(effects),
            modifier,
            "yes" if name in moves["overrun"].words("into") else "no",
            row.fight_rule,
        )
    for name, row in rules.hexside.items():
        if row.move is not None and row.move.of("dukw") != row.move.of("foot"):
            plain = half_mp(row.move.of("foot"))
            cost = f"{'+' * is_whole(plain)}{plain} (DUKWs +{half_mp(row.move.of('dukw'))})"
            yield (words.hexsides[name].title, cost, "", "", "", row.rule)
    for name, row in rules.road.items():
        cost = half_mp(row.move.of("foot")) if row.move is not None else ""
        yield (words.roads[name].title, f"{cost} along it", "", "", "", row.rule)


def half_mp(value: int | None, absent: str = "prohibited") -> str:
    """A cost in half-MP as MP, or what there is instead."""
    return absent if value is None else f"{value / 2:g}"


# The readings of what the rulebook leaves to the series' rules (``tables/readings.toml``).
#
# A question names the readings it may turn on. What its ``options`` do not choose is as the
# owner's ``readings.csv`` says, else the first choice of the table. An answer is asked again with
# each other choice of each of them; where one would change it, the answer says how it was read.

TOPIC = "readings"
NO_READINGS: Mapping[str, str] = {}
"""What a house chose that chose nothing."""
NO_CHOICES = ("about", "rule")


@cache
def choices() -> Mapping[str, Mapping[str, str]]:
    """By reading the meaning of each of its choices; the first is the default."""
    return {
        name: {key: str(text) for key, text in row.items() if key not in NO_CHOICES}
        for name, row in book(TOPIC).values.items()
    }


def house_readings(lines: Iterable[str] | None, where: str = "readings") -> Mapping[str, str]:
    """Read what a house chose, each ``READING=CHOICE``. :raises InputError: there is none such."""
    found = {}
    for line in lines or ():
        name, _, choice = (part.strip() for part in line.partition("="))
        at = Where("params", part=where)
        if name not in choices():
            raise InputError(at, repr(line), "READING=CHOICE", nearest_name(name, choices()))
        if choice not in choices()[name]:
            near = nearest_name(choice, choices()[name])
            raise InputError(at, repr(line), f"{name}={one_of(choices()[name])}", near)
        found[name] = choice
    return found


@dataclass(frozen=True, slots=True)
class Readings:
    """The choices of a question, by reading. ``turning`` are the readings it may turn on.

    ``used`` collects those that were looked at for the answer: by no other can it turn.
    ``compared``: the answer is only compared with another, so nobody reads what it would need.
    """

    chosen: Mapping[str, str] = field(default_factory=dict)
    turning: tuple[str, ...] = ()
    used: set[str] = field(default_factory=set, compare=False)
    compared: bool = False

    def __getitem__(self, name: str) -> str:
        """Return the choice of a reading."""
        self.used.add(name)
        return self.chosen.get(name) or next(iter(choices()[name]))

    def with_choice(self, name: str, choice: str) -> Readings:
        """Return these readings with another choice of one of them."""
        return replace(self, chosen={**self.chosen, name: choice}, used=set(), compared=True)


def the_options(*names: str) -> Any:
    """Declare the readings that a question may turn on."""
    schema = options_schema({name: choices()[name] for name in names})

    def read(value: Any, path: str) -> Readings:
        check_value(value, schema, path)
        return Readings(dict(value), names)

    def opens(context: Context, value: Readings | None, told: Mapping[str, Any]) -> Readings:
        return owned(context, value or Readings({}, names))

    kind = Kind(lambda: schema, read, opens, rests, decides=True, always=True)
    return said(kind, "how to read what the series' rules say", name="options")


def owned(context: Context, readings: Readings) -> Readings:
    """Complete what the options leave out from the owner's table.

    :raises InputError: the table names no reading, or no choice of it.
    """
    own = {}
    for row in owner_rows(context, TOPIC) or ():
        name = row.source.choice("reading", choices())
        own[name] = row.source.choice("choice", choices()[name])
    return replace(readings, chosen={**own, **readings.chosen}) if own else readings


def rests(readings: Readings, answer: Any, again: Callable[[Readings], Any]) -> Any:
    """Say which readings an answer turns on."""
    if not isinstance(answer, Receipt):
        return answer
    for name in readings.turning:
        if name not in readings.used:
            continue
        known = choices()[name]
        others = (readings.with_choice(name, other) for other in known if other != readings[name])
        if any(outcome(again(other)) != outcome(answer) for other in others):
            why = known[readings[name]]
            answer = replace(
                answer,
                steps=(*answer.steps, Step(why, book(TOPIC)[name].cite, provenance="assumed")),
                notes=(*answer.notes, f"{REFEREE}{why} ({name})"),
                summary=answer.summary or answer.gist,
            )
    return answer


# What a question leaves out of its unit, taken both ways (``tables/unsaid.toml``).


@dataclass(slots=True)
class Guess(Taking):
    """Takes what is not said of units for good or against.

    ``premised`` has the facts that are taken for good because the move ``begins``, as lines.
    """

    begins: bool | None = None
    premised: dict[str, Step] = field(default_factory=dict)

    def of(self, unit: Unit, name: str, told_by: str = "") -> bool:
        """Return a fact of the unit that is asked about.

        :param told_by: the row of the table that says how it is asked for, if not that of its name.
        """
        row = book("unsaid")[told_by or name]
        told, lines = premised(getattr(unit, name), self.begins, row)
        self.premised.update((name, line) for line in lines)
        where, _, need = row.text("need").partition(": ")
        return self(told, where, need, good=row.flag("good"))

    def bars(self, unit: Unit, rules: Section) -> Iterator[tuple[str, str]]:
        """What bars the unit that is asked about, and by which rule.

        :param rules: by fact of a unit in ``bars`` its rule, and what is said if it is against it.
        """
        for name, row in rules.rows("bars").items():
            if self.of(unit, name) is not book("unsaid")[name].flag("good"):
                yield row.text("no"), row.cite


def decided(
    answer: Callable[[Guess], Receipt],
    outcome: Callable[[Receipt], Any],
    begins: bool | None = None,
    extent: Extent | None = None,
    compared: bool = False,
) -> Receipt:
    """Answer both ways. :param outcome: what of an answer must be the same.

    :param compared: nobody reads what the answer would need.
    """
    taken: dict[str, Step] = {}

    def takes(against: Collection[str] | None) -> Guess:
        return Guess(against, begins=begins, premised=taken)

    found = both_ways(takes, answer, outcome, extent, compared)
    # What is illegal even so is illegal whatever came before.
    return found if found.verdict == "illegal" else found.after(tuple(taken.values()))


def as_it_begins(unit: Unit, begins: bool | None, name: str) -> tuple[Unit, tuple[Step, ...]]:
    """A unit with a fact that the premise gives it if it does not say it, and the line for that."""
    fact, lines = premised(getattr(unit, name), begins, book("unsaid")[name])
    told: dict[str, Any] = {name: fact}
    return replace(unit, **told), lines


def phase_begins(holds: bool | None, begins: bool | None) -> tuple[bool | None, tuple[Step, ...]]:
    """Whether it is its side's Movement Phase, which the premise tells where the turn does not."""
    return premised(holds, begins, book("unsaid")["phase"])
