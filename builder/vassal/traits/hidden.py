"""The trait that keeps a counter's face from other players, and from everybody inside a deck."""

from __future__ import annotations

from dataclasses import dataclass

from clubroute.builder.sources.strokes import stroke
from clubroute.builder.sources.toml_table import TomlTable
from clubroute.builder.vassal.buildfile import boolean
from clubroute.builder.vassal.traits.base import Fields, Trait, fields


@dataclass(frozen=True, slots=True)
class Mask:
    """``obs;``: a counter that can be turned face down; ``image`` is what others then see.

    A deck that lies face down shows the mask of its top piece, and its face if it has none.
    ``style`` is the engine's letter for what the owner sees: ``B`` the image as background.
    ``access`` says who may look: ``player:`` for whoever masked it. The state holds that
    player's *password* while masked.
    """

    image: str
    key: str = ""
    menu: str = "Mask"
    style: str = "B"
    name: str = "?"
    access: str = "player:"
    peek: str = "Peek"
    description: str = ""
    peeks_on_hover: bool = False
    state: str = "null;"

    PREFIX = "obs;"
    KIND = "mask"

    def trait(self) -> Trait:
        who = (self.name, self.access, self.peek, self.description, boolean(self.peeks_on_hover))
        values = (self.key, self.image, self.menu, self.style, *who)
        return Trait(fields(self.PREFIX, values), self.state)

    @classmethod
    def read(cls, trait: Trait) -> Mask:
        f = Fields.of(trait)
        key, image, menu, style = f.text(), f.text(), f.text("Mask"), f.text("I")
        name, access, peek = f.text("?"), f.text(), f.text("Peek")
        description, hover = f.text(), f.truth()
        return cls(image, key, menu, style, name, access, peek, description, hover, trait.state)

    @classmethod
    def of_table(cls, table: TomlTable) -> Mask:
        """``picture``, ``menu``, ``key``."""
        table.only(("is", "picture", "menu", "key"))
        menu = table.optional("menu", "Mask")
        return cls(table.value("picture", str), stroke(table, "key"), menu)
