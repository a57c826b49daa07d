"""What a game folder cannot say of a module that was taken over, listed."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

FILE = "adopted.csv"
SHOWN = 12
"""So many kinds of loss are told on the screen; the file has all."""


@dataclass(frozen=True, slots=True, order=True)
class Loss:
    """One thing that is otherwise than in the module: of which ``part`` (module, window, board,
    counter, prototype, picture, file), its name there, and what became of it."""

    part: str
    name: str
    what: str


@dataclass(slots=True)
class Losses:
    """All that is otherwise, in the order it was met."""

    found: list[Loss] = field(default_factory=list)

    def add(self, part: str, name: str, what: str) -> None:
        """Take note of one, each once."""
        loss = Loss(part, name, what)
        if loss not in self.found:
            self.found.append(loss)

    def text(self) -> str:
        """The report as CSV."""
        out = io.StringIO()
        table = csv.writer(out, lineterminator="\n")
        table.writerow(["part", "name", "what"])
        table.writerows((one.part, one.name, one.what) for one in self.found)
        return out.getvalue()

    def lines(self) -> Iterator[str]:
        """Tell the kinds of loss, a line each."""
        kinds = Counter((one.part, one.what) for one in self.found)
        first = {(one.part, one.what): one.name for one in reversed(self.found)}
        for (part, what), many in [*kinds.items()][:SHOWN]:
            named = f"{part} {first[part, what]!r}" + (f" and {many - 1} more" if many > 1 else "")
            yield f"{named}: {what}"
        if len(kinds) > SHOWN:
            yield f"… and {len(kinds) - SHOWN} more kinds of such lines"
