"""Values that may depend on the movement class of a unit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

OTHERS = "else"
"""In a value told by class: every class that has none of its own."""


@dataclass(frozen=True, slots=True)
class ByClass:
    """A value that may depend on the movement class."""

    values: Mapping[str, Any]

    @property
    def alike(self) -> Any:
        """The value of every class, None where classes differ."""
        return self.values[OTHERS] if self.values.keys() == {OTHERS} else None

    def of(self, class_: str | None) -> Any:
        """The value for a class; that of all others where it has none of its own."""
        return self.values.get(class_ or OTHERS, self.values.get(OTHERS))


ANYBODY = ByClass({OTHERS: True})
"""What holds for every class."""


def told_by_class(value: ByClass) -> str:
    """A number by class, in words: ``2``, or ``riders 2, else 1``; ``any`` where there is none."""
    if value.alike is not None:
        return str(value.alike)
    return ", ".join(
        f"{name} {'any' if one is None else one}" for name, one in value.values.items()
    )
