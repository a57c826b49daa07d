"""The tables of movement, and who pays by them (INS 1.3, 1.13, 1.16, chart)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache
from typing import NamedTuple

from clubroute.rules.answer.model import Step
from clubroute.rules.book.rulebook import Section
from clubroute.rules.engine.ground import Price
from clubroute.rules.engine.tables import RuleTables
from clubroute.rules.scs.games import book, tables

TOPIC = "movement"
SEA_LINE, RIVER, FERRY = "sea_line", "river", "ferry"
FULL_HEX_BRIDGE, ENCLOSED, CLEAR = "full_hex_bridge", "enclosed", "clear"
BRIDGE, LIGHT = "bridge", "light_bridge"
BRIDGES = frozenset((BRIDGE, LIGHT))


class MoverClass(NamedTuple):
    """What of a unit changes the price of a step, and how built-up ground is read.

    ``heavy``: its printed MA makes polder dear; ``oval``: it has an armour oval.
    """

    heavy: bool = False
    dukw: bool = False
    oval: bool = False
    beside: str = CLEAR

    @property
    def class_(self) -> str:
        """Its class in the tables."""
        return f"{'dukw' if self.dukw else 'heavy' if self.heavy else 'foot'}{'_oval' * self.oval}"

    @property
    def rules(self) -> RuleTables:
        """The tables by which it pays."""
        return tables(built_up=self.beside)


@cache
def rules() -> Section:
    """The rules of movement."""
    return book(TOPIC)


@cache
def roads(march: bool = False) -> tuple[str, ...]:
    """The kinds of Road; for ``march`` those that count where a rule needs a road (1.3b)."""
    known = tables().road
    return rules()["roads"].words("march") if march else tuple(known)


def refused(why: str, rule: str) -> Price:
    """The price of a step that a rule prohibits."""
    return Price(None, (Step(why, rule, verdict="illegal"),))


def overrun_bars(terrains: Collection[str], sides: Collection[str]) -> Iterator[tuple[str, str]]:
    """Why there is no overrun into a hex over a hexside, and by which rule (1.17, chart)."""
    ground, row = tables(), rules()["overrun"]
    for one in (ground.terrain[name] for name in terrains if name not in row.words("into")):
        yield f"there is no overrun into {one.says(None, True)}", one.fight_rule
    for one in (ground.hexside[name] for name in row.words("over") if name in sides):
        yield f"there is no overrun {one.says(None, False)}", one.rule
