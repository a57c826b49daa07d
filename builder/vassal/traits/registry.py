"""Which class reads which trait."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

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
from clubroute.builder.vassal.traits.movement import DoesNotStack, MovedMark, SendTo, Trail
from clubroute.builder.vassal.traits.pictures import Label, Layer, Ring, Rotate, Shape
from clubroute.builder.vassal.traits.properties import (
    CalculatedProperty,
    DynamicProperty,
    Marks,
    SetGlobalProperty,
    UsePrototype,
)

_READERS: Mapping[str, Callable[[Trait], TraitValue | None]] = MappingProxyType(
    {
        BasicPiece.PREFIX: BasicPiece.read,
        CalculatedProperty.PREFIX: CalculatedProperty.read,
        Clone.PREFIX: Clone.read,
        Deck.PREFIX: Deck.read,
        Delete.PREFIX: Delete.read,
        DoesNotStack.PREFIX: DoesNotStack.read,
        DynamicProperty.PREFIX: DynamicProperty.read,
        Label.PREFIX: Label.read,
        Layer.PREFIX: Layer.read,
        Marks.PREFIX: Marks.read,
        Mask.PREFIX: Mask.read,
        MovedMark.PREFIX: MovedMark.read,
        Replace.PREFIX: Replace.read,
        Report.PREFIX: Report.read,
        Restrict.PREFIX: Restrict.read,
        RestrictCommands.PREFIX: RestrictCommands.read,
        Ring.PREFIX: Ring.read,
        Rotate.PREFIX: Rotate.read,
        SendTo.PREFIX: SendTo.read,
        SetGlobalProperty.PREFIX: SetGlobalProperty.read,
        Shape.PREFIX: Shape.read,
        Shape.OLD_PREFIX: Shape.read,
        Stack.PREFIX: Stack.read,
        SubMenu.PREFIX: SubMenu.read,
        Trail.PREFIX: Trail.read,
        Trigger.PREFIX: Trigger.read,
        UsePrototype.PREFIX: UsePrototype.read,
    }
)


def read_trait(trait: Trait) -> TraitValue | None:
    """The trait with its fields as values, or None for one this project does not know.

    Missing trailing fields read as the engine's defaults. Reading is for looking; a trait that
    is not changed is written from its :class:`Trait`, byte for byte.
    """
    reader = _READERS.get(trait.id)
    return None if reader is None else reader(trait)
