"""Describes a piece of a log as the rules of the series see it: a unit or a marker."""

from __future__ import annotations

from dataclasses import dataclass

from clubroute.rules.kit.counter import LogCounter
from clubroute.rules.logs.counters import PieceReader, Shown, Told, allowance
from clubroute.rules.logs.mapping import CounterRow, PieceMap
from clubroute.rules.logs.pieces import GamePiece
from clubroute.rules.scs.logcheck.mapping import SIDES
from clubroute.rules.scs.position import Unit
from clubroute.rules.scs.position.units import KIND_OF
from clubroute.rules.scs.roster import roster


@dataclass(frozen=True, slots=True)
class Counter(LogCounter):
    """A piece as the rules see it.

    ``shown`` has the states its module shows, with whether they are on; ``ma`` is MP, None if the
    piece does not show its allowance. ``hidden``: some player hid it or turned it face down.
    """

    shown: tuple[tuple[str, bool], ...] = ()
    ma: int | None = None
    hidden: bool = False

    def is_(self, state: str) -> bool | None:
        """Tell whether it shows a state, None if the module does not show it."""
        return dict(self.shown).get(state)


def counter_of(piece: GamePiece, row: CounterRow, told: Told, shown: Shown) -> Counter:
    """Make the counter of a piece that a row fits."""
    unit = row.role == "unit"
    half = allowance(piece, row, told) if unit else None
    return Counter(
        row.role,
        "",
        told.get("id", ""),
        piece.name,
        side if (side := told.get("side", "")) in SIDES else "",
        told.get("division", ""),
        told.get("formation", ""),
        told.get("kind", ""),
        tuple(sorted(shown.items())) if unit else (),
        None if half is None else half // 2,
        unit and (piece.hidden_by is not None or piece.masked_by is not None),
    )


def reader_of(mapping: PieceMap) -> PieceReader[Counter]:
    """Open what reads the pieces of a log."""
    return PieceReader(mapping, counter_of)


def bare_unit(counter: Counter) -> Unit:
    """Make a unit of the rules of what a counter shows; one of ours is known by its id."""
    own = roster().counter(Unit(id=counter.id))
    known = own is not None and own.side == (counter.side or own.side)
    return Unit(
        id=counter.id if own is None else own.id,
        name=None if known else counter.name or None,
        side=counter.side or None,
        division=None if known else counter.division or None,
        formation=None if known else counter.formation or None,
        kind=None if known else KIND_OF.get(counter.kind),
        back=counter.is_("reduced"),
        dg=counter.is_("dg"),
        oos=counter.is_("oos"),
        ma=counter.ma,
    )
