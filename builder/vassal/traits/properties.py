"""Traits that give a counter properties: marks, values that change, prototypes."""

from __future__ import annotations

from dataclasses import dataclass

from clubroute.builder.sources.toml_table import TomlTable
from clubroute.builder.vassal.buildfile import boolean, decode, encode
from clubroute.builder.vassal.traits.base import Fields, Trait, fields


@dataclass(frozen=True, slots=True)
class Marks:
    """``mark;``: fixed properties, (name, value) pairs in file order."""

    pairs: tuple[tuple[str, str], ...]

    PREFIX = "mark;"
    KIND = "marks"

    def trait(self) -> Trait:
        names = encode([name for name, _ in self.pairs], ",")
        return Trait(self.PREFIX + names, encode([value for _, value in self.pairs], ","))

    @classmethod
    def read(cls, trait: Trait) -> Marks:
        """A mark without a value has "", as in the engine; surplus values are dropped."""
        names = decode(trait.type[len(cls.PREFIX) :], ",")
        values = decode(trait.state, ",")
        values += [""] * (len(names) - len(values))
        return cls(tuple(zip(names, values, strict=False)))

    @classmethod
    def of_table(cls, table: TomlTable) -> Marks:
        """Any names with texts: fixed properties."""
        names = [name for name in table.table if name != "is"]
        return cls(tuple((name, table.value(name, str)) for name in names))


@dataclass(frozen=True, slots=True)
class Range:
    """What values a property may take: a number between two, going round or stopping."""

    numeric: bool = False
    minimum: int = 0
    maximum: int = 100
    wrap: bool = False

    def text(self) -> str:
        limits = (str(self.minimum), str(self.maximum))
        return encode((boolean(self.numeric), *limits, boolean(self.wrap)), ",")

    @classmethod
    def read(cls, text: str) -> Range:
        f = Fields(text, ",")
        return cls(f.truth(), f.integer(), f.integer(100), f.truth())


@dataclass(frozen=True, slots=True)
class PropertyCommand:
    """One menu line or key of a property trait and what it does to the value.

    ``change`` is the engine's letter, then its arguments: I (increment), n; P (plain value),
    text; R (prompt), question; E (choose from a list), question, choices…
    """

    menu: str
    key: str
    change: tuple[str, ...]

    def text(self) -> str:
        return encode((self.menu, self.key, encode(self.change, ",")), ":")

    @classmethod
    def read(cls, text: str) -> PropertyCommand:
        f = Fields(text, ":")
        return cls(f.text(), f.text(), tuple(decode(f.text(), ",")))


@dataclass(frozen=True, slots=True)
class DynamicProperty:
    """``PROP;``: a property the players change; ``value`` is the state."""

    name: str
    value: str = ""
    range: Range = Range()
    commands: tuple[PropertyCommand, ...] = ()
    description: str = ""

    PREFIX = "PROP;"

    def trait(self) -> Trait:
        commands = _write_commands(self.commands)
        values = (self.name, self.range.text(), commands, self.description)
        return Trait(fields(self.PREFIX, values), self.value)

    @classmethod
    def read(cls, trait: Trait) -> DynamicProperty:
        f = Fields.of(trait)
        name, range_, commands = f.text(), Range.read(f.text()), _read_commands(f.strings())
        return cls(name, trait.state, range_, commands, f.text())


@dataclass(frozen=True, slots=True)
class SetGlobalProperty:
    """``setprop;``: commands of a counter that change a global property.

    ``level`` says where it is sought (the engine's words: "Current Zone/Current Map/Module",
    "Named Zone", "Named Map"); ``search`` is the zone's or map's name.
    """

    name: str
    range: Range = Range()
    commands: tuple[PropertyCommand, ...] = ()
    description: str = ""
    level: str = "Current Zone/Current Map/Module"
    search: str = ""
    state: str = ""

    PREFIX = "setprop;"

    def trait(self) -> Trait:
        commands = _write_commands(self.commands)
        values = (self.name, self.range.text(), commands, self.description)
        return Trait(fields(self.PREFIX, (*values, self.level, self.search)), self.state)

    @classmethod
    def read(cls, trait: Trait) -> SetGlobalProperty:
        f = Fields.of(trait)
        name, range_, commands = f.text(), Range.read(f.text()), _read_commands(f.strings())
        description, level = f.text(), f.text("Current Zone/Current Map/Module")
        return cls(name, range_, commands, description, level, f.text(), trait.state)


@dataclass(frozen=True, slots=True)
class CalculatedProperty:
    """``calcProp;``: a property worked out from a BeanShell expression, without braces kept
    off: ``expression`` is as the file has it."""

    name: str
    expression: str
    description: str = ""
    state: str = ""

    PREFIX = "calcProp;"
    KIND = "calculated"

    def trait(self) -> Trait:
        values = (self.name, self.expression, self.description)
        return Trait(fields(self.PREFIX, values), self.state)

    @classmethod
    def read(cls, trait: Trait) -> CalculatedProperty:
        f = Fields.of(trait)
        return cls(f.text(), f.text(), f.text(), trait.state)

    @classmethod
    def of_table(cls, table: TomlTable) -> CalculatedProperty:
        """``property``, ``expression``."""
        table.only(("is", "property", "expression"))
        return cls(table.value("property", str), table.value("expression", str))


@dataclass(frozen=True, slots=True)
class UsePrototype:
    """``prototype;``: the traits of a named prototype stand here.

    ``parameters`` are (name, value) pairs put in for ``$name$`` in the prototype's text.
    """

    name: str
    parameters: tuple[tuple[str, str], ...] = ()
    state: str = ""

    PREFIX = "prototype;"
    KIND = "prototype"

    def trait(self) -> Trait:
        if not self.parameters:
            return Trait(fields(self.PREFIX, (self.name,)), self.state)
        pairs = encode([encode(pair, "=") for pair in self.parameters], ",")
        return Trait(fields(self.PREFIX, (self.name, pairs)), self.state)

    @classmethod
    def read(cls, trait: Trait) -> UsePrototype:
        f = Fields.of(trait)
        name, pairs = f.text(), []
        for pair in f.strings():
            key, *value = decode(pair, "=")
            if value:
                pairs.append((key, value[0]))
        return cls(name, tuple(pairs), trait.state)

    @classmethod
    def of_table(cls, table: TomlTable) -> UsePrototype:
        """``name``."""
        table.only(("is", "name"))
        return cls(table.value("name", str))


def _write_commands(commands: tuple[PropertyCommand, ...]) -> str:
    return encode([command.text() for command in commands], ",")


def _read_commands(texts: tuple[str, ...]) -> tuple[PropertyCommand, ...]:
    return tuple(PropertyCommand.read(text) for text in texts)
