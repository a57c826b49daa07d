"""Parameters that methods of several families share."""

from __future__ import annotations

from rules.methods import Param
from rules.readings import ChosenReadings


def options_param(kind: type[ChosenReadings]) -> Param:
    """The ``options`` of a method whose answers turn on readings of a kind."""
    return Param("options", kind.schema(), "readings a referee may choose between")
