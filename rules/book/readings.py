"""Readings a referee may have to choose between: options with a default, said when they matter.

Each kind of question has a frozen dataclass of its readings. A field is declared with what each of
its values means; the schema of ``options``, the sentence an answer says and the other readings to
try come from that declaration.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field, field, fields, replace
from typing import Any, ClassVar, Self


def reading(**meanings: str) -> str:
    """A field of :class:`ChosenReadings`: by value what it means, the default first."""
    declared: str = field(default=next(iter(meanings)), metadata=meanings)
    return declared


def options_schema(meanings: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
    """JSON Schema of readings to choose, from the meaning of each value; the first is the default.

    :param meanings: by the name of each reading.
    """
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            name: {
                "type": "string",
                "enum": list(values),
                "default": next(iter(values)),
                "description": "; ".join(f"{k}: {v}" for k, v in values.items()),
            }
            for name, values in meanings.items()
        },
    }


class ChosenReadings:
    """The readings a question chose, a field each: what a dataclass of them can do."""

    __slots__ = ()
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @classmethod
    def meanings(cls) -> dict[str, Mapping[str, str]]:
        """Return the meaning of each value of each reading; the first value is the default."""
        return {one.name: one.metadata for one in fields(cls)}

    @classmethod
    def schema(cls) -> dict[str, Any]:
        """JSON Schema of the ``options`` parameter."""
        return options_schema(cls.meanings())

    def chosen(self, name: str) -> str:
        """Return the sentence in which an answer tells its reading."""
        return f"referee: {self._values(name)[getattr(self, name)]} ({name})"

    def others(self, name: str) -> list[Self]:
        """Return these readings with one of them changed, once for each of its other values."""
        now = getattr(self, name)
        return [replace(self, **{name: value}) for value in self._values(name) if value != now]

    def _values(self, name: str) -> Mapping[str, str]:
        """Return the meaning of each value of a reading."""
        meanings: Mapping[str, str] = self.__dataclass_fields__[name].metadata
        return meanings
