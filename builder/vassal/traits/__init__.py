"""The traits of a piece. See :mod:`.base` for the trait as the file has it, the other modules
for traits with their fields as values, :func:`read_trait` for the way from one to the other."""

from clubroute.builder.vassal.traits.actions import (
    Clone,
    Delete,
    Replace,
    Report,
    Restrict,
    RestrictCommands,
    SubMenu,
    Trigger,
)
from clubroute.builder.vassal.traits.base import Trait, TraitValue
from clubroute.builder.vassal.traits.basic import BasicPiece, Deck, Stack
from clubroute.builder.vassal.traits.hidden import Mask
from clubroute.builder.vassal.traits.movement import (
    DoesNotStack,
    MovedMark,
    SendTo,
    Trail,
)
from clubroute.builder.vassal.traits.pictures import (
    Label,
    Layer,
    Ring,
    Rotate,
    Shape,
)
from clubroute.builder.vassal.traits.properties import (
    CalculatedProperty,
    DynamicProperty,
    Marks,
    PropertyCommand,
    Range,
    SetGlobalProperty,
    UsePrototype,
)
from clubroute.builder.vassal.traits.registry import read_trait

__all__ = [
    "BasicPiece",
    "CalculatedProperty",
    "Clone",
    "Deck",
    "Delete",
    "DoesNotStack",
    "DynamicProperty",
    "Label",
    "Layer",
    "Marks",
    "Mask",
    "MovedMark",
    "PropertyCommand",
    "Range",
    "Replace",
    "Report",
    "Restrict",
    "RestrictCommands",
    "Ring",
    "Rotate",
    "SendTo",
    "SetGlobalProperty",
    "Shape",
    "Stack",
    "SubMenu",
    "Trail",
    "Trait",
    "TraitValue",
    "Trigger",
    "UsePrototype",
    "read_trait",
]
