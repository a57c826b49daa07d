"""Traits that show something on the counter: layers, text labels, rotation, shape."""

from __future__ import annotations

from dataclasses import dataclass

from clubroute.builder.vassal.buildfile import boolean, number, string_list
from clubroute.builder.vassal.traits.base import Fields, Trait, fields

_CTRL_DOWN = "128"
"""What the engine's editor leaves in the unused modifier fields of a layer."""


@dataclass(frozen=True, slots=True)
class Layer:
    """``emb2;``: pictures one of which lies over the counter (step loss, flipped side…).

    Levels count from 1; a negative level is switched off. ``images`` name files in ``images/``,
    "" for a level without picture; ``names`` run parallel (``+x`` appends to the piece's name,
    ``x+`` puts before it). Offsets are pixels from the counter's centre. Key fields are strokes
    as :mod:`clubroute.builder.vassal.buildfile` writes them. With ``follow`` the level is the value
    of ``follow_property`` minus ``first_level`` plus 1.
    """

    name: str
    images: tuple[str, ...]
    names: tuple[str, ...] = ()
    level: int = 1
    always_active: bool = True
    activate: tuple[str, str] = ("", "")
    increase: tuple[str, str] = ("", "")
    decrease: tuple[str, str] = ("", "")
    reset: tuple[str, str] = ("", "")
    reset_level: str = "1"
    random: tuple[str, str] = ("", "")
    under_when_selected: bool = False
    x_offset: int = 0
    y_offset: int = 0
    loop: bool = False
    follow: bool = False
    follow_property: str = ""
    first_level: int = 1
    description: str = ""
    scale: float = 1.0
    only_property: str = ""
    only_state: str = "true"

    PREFIX = "emb2;"

    def trait(self) -> Trait:
        """Written as version 1 of the trait; menu texts come first in the (text, key) pairs."""
        names = self.names + ("",) * (len(self.images) - len(self.names))
        values = (
            *(self.activate[0], _CTRL_DOWN, "A"),
            *(self.increase[0], _CTRL_DOWN, ""),
            *(self.decrease[0], _CTRL_DOWN, ""),
            *(self.reset[0], self.reset[1], self.reset_level),
            boolean(self.under_when_selected),
            str(self.x_offset),
            str(self.y_offset),
            string_list(self.images),
            string_list(names),
            boolean(self.loop),
            self.name,
            *(self.random[1], self.random[0]),
            boolean(self.follow),
            self.follow_property,
            str(self.first_level),
            "1",
            boolean(self.always_active),
            *(self.activate[1], self.increase[1], self.decrease[1]),
            self.description,
            number(self.scale),
        )
        later = ((self.only_property, ""), (self.only_state, "true"))
        return Trait(fields(self.PREFIX, values, later), str(self.level))

    @classmethod
    def read(cls, trait: Trait) -> Layer | None:
        """None for version 0 of the trait (VASSAL before 3.1), whose fields differ."""
        f = Fields.of(trait)
        activate, _, _ = f.text(), f.text(), f.text()
        increase, _, _ = f.text(), f.text(), f.text()
        decrease, _, _ = f.text(), f.text(), f.text()
        reset, reset_level = (f.text(), f.text()), f.text("1")
        under, x, y = f.truth(), f.integer(), f.integer()
        images, names, loop, name = f.strings(), f.strings(), f.truth(True), f.text()
        random_key, random = f.text(), f.text()
        follow, follow_property, first = f.truth(), f.text(), f.integer(1)
        if f.integer(0) == 0:
            return None
        always, activate_key = f.truth(True), f.text()
        increase_key, decrease_key, description = f.text(), f.text(), f.text()
        scale, only_property, only_state = f.decimal(1.0), f.text(), f.text("true")
        return cls(
            name,
            images,
            names,
            Fields(trait.state).integer(-1),
            always,
            (activate, activate_key),
            (increase, increase_key),
            (decrease, decrease_key),
            reset,
            reset_level,
            (random, random_key),
            under,
            x,
            y,
            loop,
            follow,
            follow_property,
            first,
            description,
            scale,
            only_property,
            only_state,
        )


@dataclass(frozen=True, slots=True)
class Label:
    """``label;``: text on or beside the counter; ``text`` is the state.

    ``horizontal``, ``vertical`` place it (c, l, r; c, t, b), offsets in pixels; ``background``
    and ``foreground`` are ``r,g,b`` or "" for none. ``format`` makes the piece's name.
    """

    text: str = ""
    key: str = ""
    menu: str = "Change Label"
    size: int = 10
    background: str = ""
    foreground: str = "0,0,0"
    vertical: str = "t"
    vertical_offset: int = 0
    horizontal: str = "c"
    horizontal_offset: int = 0
    vertical_justify: str = "b"
    horizontal_justify: str = "c"
    format: str = "$pieceName$ ($label$)"
    font: str = "Dialog"
    style: int = 0
    rotation: int = 0
    property: str = "TextLabel"
    description: str = ""
    always_format: bool = False

    PREFIX = "label;"

    def trait(self) -> Trait:
        values = (
            *(self.key, self.menu, str(self.size), self.background, self.foreground),
            *(self.vertical, str(self.vertical_offset)),
            *(self.horizontal, str(self.horizontal_offset)),
            *(self.vertical_justify, self.horizontal_justify),
            *(self.format, self.font, str(self.style), str(self.rotation)),
            *(self.property, self.description),
        )
        later = ((boolean(self.always_format), "false"),)
        return Trait(fields(self.PREFIX, values, later), self.text)

    @classmethod
    def read(cls, trait: Trait) -> Label:
        f = Fields.of(trait)
        return cls(
            trait.state,
            f.text(),
            f.text("Change Label"),
            f.integer(10),
            f.text(),
            f.text("0,0,0"),
            f.text("t"),
            f.integer(),
            f.text("c"),
            f.integer(),
            f.text("b"),
            f.text("c"),
            f.text("$pieceName$ ($label$)"),
            f.text("Dialog"),
            f.integer(),
            f.integer(),
            f.text("TextLabel"),
            f.text(),
            f.truth(),
        )


@dataclass(frozen=True, slots=True)
class Rotate:
    """``rotate;``: the counter turns.

    With ``facings`` > 1 it turns in steps by the (text, key) pairs ``clockwise`` and
    ``counterclockwise`` and ``angle`` is the facing's index; with 1 it turns freely by
    ``set_angle`` and ``angle`` is in degrees. ``more`` are the fields of direct rotation:
    key, text, expression, whether it gives a facing.
    """

    facings: int
    clockwise: tuple[str, str] = ("", "")
    counterclockwise: tuple[str, str] = ("", "")
    set_angle: tuple[str, str] = ("", "")
    random: tuple[str, str] = ("", "")
    name: str = "Rotate"
    description: str = ""
    angle: str = "0"
    more: tuple[str, ...] = ("", "", "", "true")

    PREFIX = "rotate;"

    def trait(self) -> Trait:
        turning: tuple[str, ...]
        if self.facings == 1:
            turning = (self.set_angle[1], self.set_angle[0])
        else:
            turning = (
                *(self.clockwise[1], self.counterclockwise[1]),
                *(self.clockwise[0], self.counterclockwise[0]),
            )
        tail = (self.random[1], self.random[0], self.name, self.description, *self.more)
        return Trait(fields(self.PREFIX, (str(self.facings), *turning, *tail)), self.angle)

    @classmethod
    def read(cls, trait: Trait) -> Rotate:
        f = Fields.of(trait)
        facings = f.integer(1)
        cw = ccw = free = ("", "")
        if facings == 1:
            free_key, free_text = f.text(), f.text()
            free = (free_text, free_key)
        else:
            cw_key, ccw_key, cw_text, ccw_text = f.text(), f.text(), f.text(), f.text()
            cw, ccw = (cw_text, cw_key), (ccw_text, ccw_key)
        random_key, random_text = f.text(), f.text()
        name, description = f.text(), f.text()
        return cls(
            facings,
            cw,
            ccw,
            free,
            (random_text, random_key),
            name,
            description,
            trait.state,
            f.rest(),
        )


@dataclass(frozen=True, slots=True)
class Shape:
    """``nonRect;`` (``nonRect2;`` with a scale): the outline that takes mouse clicks.

    ``path`` is the engine's own list: ``c`` for a circle…, or path letters and pixels. It is
    not a delimited list, so it is kept as it stands.
    """

    path: str
    scale: float = 1.0

    PREFIX = "nonRect2;"
    OLD_PREFIX = "nonRect;"

    def trait(self) -> Trait:
        if self.scale == 1.0:
            return Trait(self.OLD_PREFIX + self.path)
        return Trait(f"{self.PREFIX}{number(self.scale)};{self.path}")

    @classmethod
    def read(cls, trait: Trait) -> Shape:
        if trait.type.startswith(cls.OLD_PREFIX):
            return cls(trait.type[len(cls.OLD_PREFIX) :])
        scale, _, path = trait.type[len(cls.PREFIX) :].partition(";")
        try:
            return cls(path, float(scale))
        except ValueError:
            return cls(path)


@dataclass(frozen=True, slots=True)
class Ring:
    """``AreaOfEffect;``: the hexes within a radius, tinted; a property may tell the radius.

    ``opacity`` is per cent, ``colour`` as the engine writes it: ``200,0,0``.
    """

    menu: str
    key: str
    colour: str
    opacity: int = 30
    radius: int = 1
    radius_of: str = ""
    always_active: bool = False
    shader: str = ""
    description: str = ""
    state: str = "false"
    more: tuple[str, ...] = ()

    PREFIX = "AreaOfEffect;"

    def trait(self) -> Trait:
        size = (self.colour, str(self.opacity), str(self.radius), boolean(self.always_active))
        command = (self.menu, self.key, self.shader, boolean(not self.radius_of))
        values = (*size, *command, self.radius_of, self.description, *self.more)
        return Trait(fields(self.PREFIX, values), self.state)

    @classmethod
    def read(cls, trait: Trait) -> Ring:
        f = Fields.of(trait)
        colour, opacity, radius, always = f.text(), f.integer(30), f.integer(1), f.truth(True)
        menu, key, shader = f.text(), f.text(), f.text()
        fixed, marker = f.truth(True), f.text()
        told = "" if fixed else marker
        return cls(
            menu,
            key,
            colour,
            opacity,
            radius,
            told,
            always,
            shader,
            f.text(),
            trait.state,
            f.rest(),
        )
