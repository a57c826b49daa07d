"""What a file says of a position: its counters, the state that questions take, and its sources."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

if TYPE_CHECKING:
    from clubroute.rules.logs.pieces import GamePiece

Source: TypeAlias = Literal["file", "scenario set-up", "unknown"]
"""Where something that is said of a position comes from."""


FLAGS = ("column", "mounted", "back", "suppressed", "dg", "oos", "emplaced")
"""What a state may say of a unit that its owner sees on the map."""


class KnownCounter(Protocol):
    """What a mapping file tells of a piece, whatever the series."""

    @property
    def role(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def id(self) -> str: ...
    @property
    def side(self) -> str: ...
    @property
    def division(self) -> str: ...
    @property
    def formation(self) -> str: ...
    @property
    def kind(self) -> str: ...


@dataclass(frozen=True, slots=True)
class SourceNote:
    """Where a part of a position comes from, or what nobody has said, in a player's words."""

    part: str
    source: Source
    text: str

    def record(self) -> dict[str, str]:
        """JSON values."""
        return {"part": self.part, "source": self.source, "text": self.text}


@dataclass(frozen=True, slots=True)
class FileCounter:
    """A counter that everybody sees, as it lies in a file.

    ``piece`` is the file's own id, ``id`` that of the counter if the module tells it. ``hex`` is
    the printed number, None off the main map; ``place`` is then the name of where it lies.
    ``x`` and ``y`` are px of the ``map`` window. ``pictures`` lie one over the other, files of
    the module's ``images/``; ``words`` is what its layers add to its name, ``shown`` the
    states a mapping knows, with whether they are on. A value is None where the module does not show
    it.
    """

    piece: str
    role: str
    name: str
    id: str = ""
    side: str = ""
    division: str = ""
    formation: str = ""
    kind: str = ""
    move_class: str | None = None
    hex: str | None = None
    place: str = ""
    map: str = ""
    x: int = 0
    y: int = 0
    column: bool | None = None
    back: bool | None = None
    mounted: bool | None = None
    organic: str | None = None
    ma: float | None = None
    shown: tuple[tuple[str, bool], ...] = ()
    words: str = ""
    pictures: tuple[str, ...] = ()

    def record(self) -> dict[str, Any]:
        """JSON values, those left out that are not known."""
        told = {name: getattr(self, name) for name in self.__slots__ if name != "move_class"}
        told |= {"class": self.move_class, "pictures": list(self.pictures)}
        told |= {"shown": dict(self.shown)}
        return {name: value for name, value in told.items() if value not in (None, "", [], {})}


def counter_of(piece: GamePiece, known: KnownCounter, **more: Any) -> FileCounter:
    """Make the counter of a piece of what a mapping file tells, and ``more`` of its fields."""
    return FileCounter(
        piece.id,
        known.role,
        known.name,
        known.id,
        known.side,
        known.division,
        known.formation,
        known.kind,
        **more,
    )


@dataclass(frozen=True, slots=True)
class FilePosition:
    """A position as a file has it.

    ``map`` is the rules' map, ``state`` what their questions take. ``step`` says how many of the
    ``steps`` of the log are played. ``digest`` is that of the file's bytes, ``file`` its name.
    """

    file: str
    digest: str
    map: str
    module: str
    scenario: str | None
    step: int
    steps: int
    turn: str
    state: Mapping[str, Any]
    counters: tuple[FileCounter, ...] = field(repr=False)
    notes: tuple[SourceNote, ...] = ()

    @property
    def units(self) -> tuple[FileCounter, ...]:
        """The units, those off the map too."""
        return tuple(one for one in self.counters if one.role == "unit")

    @property
    def markers(self) -> tuple[FileCounter, ...]:
        """The markers, those off the map too."""
        return tuple(one for one in self.counters if one.role == "marker")
