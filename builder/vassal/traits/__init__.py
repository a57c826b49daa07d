"""The traits of a piece. See :mod:`.base` for the trait as the file has it, the other modules
for traits with their fields as values, :func:`read_trait` for the way from one to the other."""

from builder.vassal.traits.actions import (
    Clone,
    Delete,
    Replace,
    Report,
    Restrict,
    RestrictCommands,
    SubMenu,
    Trigger,
)
from builder.vassal.traits.base import Trait, TraitValue
from builder.vassal.traits.basic import BasicPiece, Deck, Stack
from builder.vassal.traits.hidden import Mask
from builder.vassal.traits.movement import DoesNotStack, MovedMark, SendTo, Trail
from builder.vassal.traits.pictures import Label, Layer, Rotate, Shape
from builder.vassal.traits.properties import (
    CalculatedProperty,
    DynamicProperty,
    Marks,
    PropertyCommand,
    Range,
    SetGlobalProperty,
    UsePrototype,
)
from builder.vassal.traits.registry import read_trait

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
