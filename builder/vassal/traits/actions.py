"""Traits that act: clone, delete, report, trigger, replace, and menus that show or hide it."""

from __future__ import annotations

from dataclasses import dataclass

from clubroute.builder.sources.strokes import stroke
from clubroute.builder.sources.toml_table import TomlTable
from clubroute.builder.vassal.buildfile import boolean, key_list, string_list
from clubroute.builder.vassal.traits.base import Fields, Trait, fields


@dataclass(frozen=True, slots=True)
class Clone:
    """``clone;``: a menu line that copies the counter."""

    menu: str = "Clone"
    key: str = ""
    description: str = ""
    state: str = ""

    PREFIX = "clone;"

    def trait(self) -> Trait:
        return Trait(fields(self.PREFIX, (self.menu, self.key, self.description)), self.state)

    @classmethod
    def read(cls, trait: Trait) -> Clone:
        f = Fields.of(trait)
        return cls(f.text(), f.text(), f.text(), trait.state)


@dataclass(frozen=True, slots=True)
class Delete:
    """``delete;``: a menu line that removes the counter."""

    menu: str = "Delete"
    key: str = ""
    description: str = ""
    state: str = ""

    PREFIX = "delete;"
    KIND = "delete"

    def trait(self) -> Trait:
        return Trait(fields(self.PREFIX, (self.menu, self.key, self.description)), self.state)

    @classmethod
    def read(cls, trait: Trait) -> Delete:
        f = Fields.of(trait)
        return cls(f.text(), f.text(), f.text(), trait.state)

    @classmethod
    def of_table(cls, table: TomlTable) -> Delete:
        """``menu``, ``key``."""
        table.only(("is", "menu", "key"))
        return cls(table.optional("menu", "Delete"), stroke(table, "key"))


@dataclass(frozen=True, slots=True)
class Report:
    """``report;``: a chat line when one of ``keys`` is pressed. The state is the place in the
    cycle of messages, -1 when there is no cycle."""

    keys: tuple[str, ...]
    format: str
    cycle_keys: tuple[str, ...] = ()
    cycle_formats: tuple[str, ...] = ()
    description: str = ""
    no_suppress: bool = False
    index: str = "-1"

    PREFIX = "report;"

    def trait(self) -> Trait:
        cycle = (key_list(self.cycle_keys), string_list(self.cycle_formats))
        values = (key_list(self.keys), self.format, *cycle, self.description)
        return Trait(fields(self.PREFIX, (*values, boolean(self.no_suppress))), self.index)

    @classmethod
    def read(cls, trait: Trait) -> Report:
        """Keys written before VASSAL 3.0, as bare letters, come back as one text."""
        f = Fields.of(trait)
        keys, format_, cycle_keys, cycle = f.strings(), f.text(), f.strings(), f.strings()
        return cls(keys, format_, cycle_keys, cycle, f.text(), f.truth(), trait.state)


@dataclass(frozen=True, slots=True)
class Trigger:
    """``macro;``: a Trigger Action: one command or any of ``watch`` sends all of ``actions``.

    ``when`` is a property expression that must hold. ``more`` are the loop fields: loop,
    pre-key, post-key, type, while, until, count, index, index property, start, step.
    """

    name: str
    menu: str = ""
    key: str = ""
    when: str = ""
    watch: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    more: tuple[str, ...] = ("false", "", "", "counted", "", "", "1", "false", "", "1", "1")
    state: str = ""

    PREFIX = "macro;"

    def trait(self) -> Trait:
        keys = (key_list(self.watch), key_list(self.actions))
        values = (self.name, self.menu, self.key, self.when, *keys, *self.more)
        return Trait(fields(self.PREFIX, values), self.state)

    @classmethod
    def read(cls, trait: Trait) -> Trigger:
        f = Fields.of(trait)
        name, menu, key, when = f.text(), f.text(), f.text(), f.text()
        watch, actions = f.strings(), f.strings()
        return cls(name, menu, key, when, watch, actions, f.rest(), trait.state)


@dataclass(frozen=True, slots=True)
class Replace:
    """``replace;``: a command that puts another piece in this one's place.

    ``marker`` is the new piece: an AddPiece text, a path through the module's palette, or
    "null". ``more`` are the fields behind the slot id: placement, above and newer ones.
    """

    menu: str
    key: str
    marker: str
    gpid: str = ""
    text: str = "null"
    x_offset: str = "0"
    y_offset: str = "0"
    match_rotation: bool = True
    after_key: str = ""
    description: str = ""
    more: tuple[str, ...] = ("0", "true")
    state: str = ""

    PREFIX = "replace;"

    def trait(self) -> Trait:
        values = (
            *(self.menu, self.key, self.marker, self.text, self.x_offset, self.y_offset),
            *(boolean(self.match_rotation), self.after_key, self.description, self.gpid),
        )
        return Trait(fields(self.PREFIX, (*values, *self.more)), self.state)

    @classmethod
    def read(cls, trait: Trait) -> Replace:
        f = Fields.of(trait)
        menu, key, marker, text = f.text(), f.text(), f.text("null"), f.text("null")
        x, y, match, after, description = f.text("0"), f.text("0"), f.truth(), f.text(), f.text()
        gpid = f.text()
        more = f.rest()
        return cls(
            menu, key, marker, gpid, text, x, y, match, after, description, more, trait.state
        )


@dataclass(frozen=True, slots=True)
class Restrict:
    """``restrict;``: only some sides may use the counter.

    The state is the claiming player's *password* when ``by_player`` is on.
    """

    sides: tuple[str, ...]
    by_player: bool = False
    movement: bool = True
    description: str = ""
    owner: str = ""

    PREFIX = "restrict;"

    def trait(self) -> Trait:
        flags = (boolean(self.by_player), boolean(self.movement))
        values = (string_list(self.sides), *flags, self.description)
        return Trait(fields(self.PREFIX, values), self.owner)

    @classmethod
    def read(cls, trait: Trait) -> Restrict:
        f = Fields.of(trait)
        return cls(f.strings(), f.truth(), f.truth(True), f.text(), trait.state)


@dataclass(frozen=True, slots=True)
class RestrictCommands:
    """``hideCmd;``: hides or disables menu lines while a property expression holds.

    ``action`` is ``Hide`` or ``Disable``.
    """

    name: str
    action: str
    when: str
    keys: tuple[str, ...]
    state: str = ""

    PREFIX = "hideCmd;"

    def trait(self) -> Trait:
        values = (self.name, self.action, self.when, key_list(self.keys))
        return Trait(fields(self.PREFIX, values), self.state)

    @classmethod
    def read(cls, trait: Trait) -> RestrictCommands:
        f = Fields.of(trait)
        return cls(f.text(), f.text("Hide"), f.text(), f.strings(), trait.state)


@dataclass(frozen=True, slots=True)
class SubMenu:
    """``submenu;``: gathers menu lines, by their text, under one."""

    menu: str
    commands: tuple[str, ...]
    description: str = ""
    state: str = ""

    PREFIX = "submenu;"
    KIND = "menu"

    def trait(self) -> Trait:
        values = (self.menu, string_list(self.commands), self.description)
        return Trait(fields(self.PREFIX, values), self.state)

    @classmethod
    def read(cls, trait: Trait) -> SubMenu:
        f = Fields.of(trait)
        return cls(f.text(), f.strings(), f.text(), trait.state)

    @classmethod
    def of_table(cls, table: TomlTable) -> SubMenu:
        """``menu``, ``commands``: lines gathered under one."""
        table.only(("is", "menu", "commands"))
        return cls(table.value("menu", str), table.texts("commands"))
