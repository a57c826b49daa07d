"""What a hex adds to fire at a Unit in it: terrain, rubble, Column, raised Roads, bridges.

WED and TDC 2.1–2.20; numbers in ``tables/fire.toml`` and ``tables/bridge.toml``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from clubroute.builder.provenance import Provenance
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.book.rulebook import ChosenReadings, reading
from clubroute.rules.ground.mapfile import MapFile, PlacedFeature, Reason
from clubroute.rules.gts.games import book, movement_table
from clubroute.rules.gts.position import NOTHING_SAID, Position
from clubroute.rules.gts.position.units import Unit


@dataclass(frozen=True, slots=True)
class FireReadings(ChosenReadings):
    """The readings of the rules about fire."""

    raised_column: str = reading(
        counts="in Column on a raised Road the hex's own terrain counts, too",
        ignored="in Column on a raised Road the hex's own terrain does not count",
    )
    raised_bridge: str = reading(
        bridge="at a bridge hexside a raised Road in the hex adds nothing more",
        both="at a bridge hexside a raised Road in the hex adds its own modifier, too",
    )
    ruined_bridge: str = reading(
        gone="at a destroyed bridge there is no bridge hexside: it adds nothing, and terrain "
        "counts, as in the example of fire at a ferry (2.18)",
        counts="a destroyed bridge is a bridge hexside as before: it adds its own, terrain "
        "nothing (2.15)",
    )


@dataclass(frozen=True, slots=True)
class Added:
    """One modifier: what gives it, how much it adds to the Fire Rating, its rule and basis.

    ``readings`` name the options it rests on.
    """

    what: str
    modifier: int
    rule: str
    provenance: Provenance = "rulebook"
    readings: tuple[str, ...] = ()


def of_terrain(game: str, terrain: str, provenance: Provenance = "rulebook") -> Added | None:
    """What a terrain adds; None where no rule gives the terrain a modifier."""
    row = book("fire", game)["terrain"].get(terrain)
    if not row.holds:
        return None
    return Added(terrain.replace("_", " "), row.number("modifier"), row.cite, provenance)


def ignored_by(game: str, terrain: str) -> tuple[str, ...]:
    """The Weapon Classes that ignore a terrain's modifier."""
    return book("fire", game)["terrain"].get(terrain).words("ignored_by")


def bridges_at(country: MapFile, here: int) -> Iterator[tuple[PlacedFeature, str]]:
    """Find the bridges on a hex's sides, and the pontoon's site, with their hexsides."""
    for place in range(here * 6, here * 6 + 6):
        for feature in country.sides.get(place, ()):
            if feature.kind in ("bridge", "pontoon"):
                yield feature, country.hexside_number(place)


def raised_road(country: MapFile, here: int) -> Reason | None:
    """What the raised Road of a hex rests on; None if there is none."""
    raised = movement_table(country.game(here)).raised
    for place in range(here * 6, here * 6 + 6):
        for link in country.links.get(place, ()):
            if country.roads[link.road].kind in raised:
                return country.bases[link.basis]
    return None


def ground(
    country: MapFile,
    here: int,
    column: bool,
    readings: FireReadings,
    state: Position,
    side: str | None = None,
    weapon: str | None = None,
) -> list[Added]:
    """What the ground adds to fire at a Unit that stands in a hex, in Column or not."""
    game, terrain = country.game(here), country.terrain_of(here)
    rules, bridge_rules = book("fire", game), book("bridge", game)
    found = [] if weapon in ignored_by(game, terrain) else list(of_hex(country, here, state))
    added, at_bridge = [], False
    if column:
        added.append(Added("in Column", rules["column"].number("modifier"), rules["column"].cite))
        for feature, number in bridges_at(country, here):
            basis = country.bases[feature.basis].provenance
            name = f"in Column at {feature.name or 'a bridge'} ({number})"
            if feature.kind == "bridge" and ruined(state, number):
                row, what = bridge_rules["modifier"], f"{name}, destroyed"
                if readings.ruined_bridge == "gone" or at_bridge:
                    added.append(Added(what, 0, row.cite, basis, ("ruined_bridge",)))
                    continue
                at_bridge = True
                worth = row.number("column")
                added.append(Added(what, worth, row.cite, basis, ("ruined_bridge",)))
            elif feature.kind == "bridge" and not at_bridge:
                row, at_bridge = bridge_rules["modifier"], True
                told = state.bridge_is(number.split("/"), "destroyed")
                unsaid = told is None and not feature.is_never("destroyed")
                doubt = ", if it stands" if unsaid and readings.ruined_bridge == "gone" else ""
                added.append(Added(name + doubt, row.number("column"), row.cite, basis))
            elif feature.kind == "pontoon" and pontoon_counts(state, number, side, game):
                row = bridge_rules["pontoon"]
                added.append(Added(name, row.number("column"), row.cite, basis))
    raised = raised_road(country, here)
    under = None if raised is None else raised.provenance
    return together(game, found, added, readings, under, column, at_bridge)


def together(
    game: str,
    found: list[Added],
    added: list[Added],
    readings: FireReadings,
    raised: Provenance | None,
    column: bool,
    at_bridge: bool,
) -> list[Added]:
    """What terrain adds and what else does, each as far as the others leave it.

    :param found: what the hex's own terrain adds; ``added`` what Column and bridges do.
    :param raised: what the raised Road of the hex rests on, if it has one.
    """
    if raised is not None:
        row = book("fire", game)["raised"]
        if not at_bridge or readings.raised_bridge == "both":
            told = ("raised_bridge",) if at_bridge else ()
            added = [
                *added,
                Added("raised Road", row.number("modifier"), row.cite, raised, told),
            ]
        else:
            name = "raised Road, but at a bridge hexside"
            added = [*added, Added(name, 0, row.cite, raised, ("raised_bridge",))]
        if column and not at_bridge and any(one.modifier != 0 for one in found):
            found = list(by_reading(found, readings))
    if at_bridge:
        cite = book("bridge", game)["modifier"].cite
        found = [
            Added(f"{one.what}, ignored at a bridge hexside", 0, cite, one.provenance)
            for one in found
        ]
    return [*found, *added]


def ruined(state: Position, number: str) -> bool:
    """Whether the bridge at a printed hexside is destroyed, and none stands in its place."""
    bridge = state.bridge(number.split("/"))
    return bridge.is_("destroyed") and not bridge.is_("bailey")


def is_assembled(state: Position, number: str) -> bool | None:
    """Whether the pontoon bridge at a printed hexside is assembled, None if that is not said.

    Where the bridges are told one that is not named is as printed; after an attempt that failed
    there is none (TDC 2.15.7).
    """
    told = state.bridge_is(number.split("/"), "assembled")
    return False if told is None and state.events("pontoon_failed") else told


def of_hex(country: MapFile, here: int, state: Position) -> Iterator[Added]:
    """The modifier of a hex's own terrain, and of rubble in it."""
    game, terrain = country.game(here), country.terrain_of(here)
    own = of_terrain(game, terrain, country.provenance_of(here))
    if own is None:
        return
    yield own
    rubble = book("fire", game)["terrain"][terrain].value("rubble")
    number = country.number(here)
    if rubble is not None and any(one.hex == number for one in state.markers_of("rubble")):
        yield Added("rubble", int(rubble), own.rule)


def unattacked(game: str, unit: Unit) -> Receipt | None:
    """The answer about fire at a Unit that may not be attacked, by its kind; None for others."""
    row = book("fire", game)["unattacked"].get(unit.kind or "")
    if not row.holds:
        return None
    work = Working()
    work.forbid(row.text("words"), row.cite)
    return work.receipt()


def column_by(game: str, terrain: str | None, raised: bool, unit: Unit) -> tuple[str, str] | None:
    """Why a Vehicle whose Column nobody said is in Column in such a hex, and the rule; None where
    it need not be."""
    if unit.column is not None or unit.move_class not in ("wheeled", "tracked"):
        return None
    if raised:
        return "vehicles are on a raised Road only in Column", book("fire", game)["raised"].cite
    row = book("movement", game)["terrain"].get(terrain or "")
    # What can enter in Column alone may be out of it where the hex lets it leave Column.
    kept = row.holds and row.flag("keeps_column") and row.value(unit.move_class)[0] == "no"
    what = (terrain or "").replace("_", " ")
    return (f"vehicles are in a {what} hex only in Column", row.cite) if kept else None


def by_reading(found: Iterable[Added], readings: FireReadings) -> Iterator[Added]:
    """Let the terrain of a hex count, or not, for a Unit in Column on its raised Road."""
    for one in found:
        counts = readings.raised_column == "counts"
        what = one.what if counts else f"{one.what}, not in Column on a raised Road"
        worth = one.modifier if counts else 0
        yield Added(what, worth, one.rule, one.provenance, ("raised_column",))


def pontoon_counts(state: Position, number: str, side: str | None, game: str) -> bool:
    """Whether the pontoon bridge is there, and the Unit is of the side it weighs upon."""
    rules = book("bridge", game)["pontoon"]
    return rules.holds and bool(is_assembled(state, number)) and side == rules.text("side")


def modifiers_of_hex(country: MapFile, here: int) -> dict[str, Any]:
    """What ``hex.describe`` tells: fire at a Unit that stands there, in Column or not."""
    found: dict[str, Any] = {}
    for column, name in ((False, "not_column"), (True, "column")):
        added = ground(country, here, column, FireReadings(), NOTHING_SAID)
        found[name] = sum(one.modifier for one in added)
    weapons = ignored_by(country.game(here), country.terrain_of(here))
    return {**found, **({"terrain_ignored_by": list(weapons)} if weapons else {})}
