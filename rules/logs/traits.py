"""The properties pieces have by their traits, as far as a reader of logs asks for them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from clubroute.builder.counting import is_signed, is_whole
from clubroute.builder.vassal.buildfile import decode
from clubroute.builder.vassal.traits.base import Trait


def property_of(trait: Trait, name: str) -> str | None:
    """The value of the property ``name`` if this trait has it, else None.

    Read are Marks, dynamic properties, layers (``<layer>_Level``, ``_Active``, ``_Name``), the
    moved mark (``Moved``), rotation (``<name>_Facing``), and what modules of the Grand Tactical
    Series have in traits of their own: ``Ratings_Move`` and the like, ``Ratings2_Move`` on the
    second side; ``Leader_Range``.
    """
    head, _, rest = trait.type.partition(";")
    match head:
        case "mark":
            names = _tokens(rest, ",")
            return dict(zip(names, decode(trait.state, ","), strict=False)).get(name)
        case "PROP":
            return trait.state if _tokens(rest, ";")[0] == name else None
        case "emb2":
            return _layer(rest, trait.state, name)
        case "markmoved":
            return trait.state if name == "Moved" else None
        case "rotate":
            return _facing(rest, trait.state, name)
        case "ratings" | "leader":
            return _own_field(head, rest, name)
        case _:
            return None


SIDE = (
    *("Fire", "FireColour", "Assault", "AssaultColour", "AssaultDouble", "Range", "Defence"),
    *("Armoured", "Quality", "Move", "MoveColour"),
)
"""What one side of a counter has, in the order of the trait."""
OWN_FIELDS: Mapping[str, tuple[str, ...]] = {
    "ratings": (
        *(f"Ratings_{one}" for one in SIDE),
        "Ratings_Organic",
        *(f"Ratings2_{one}" for one in SIDE),
        *("Ratings_DiffStep", "Ratings_Flak", "Ratings_RedQuality"),
        *("Ratings2_Flak", "Ratings2_RedQuality"),
    ),
    "leader": ("Leader_Limit", "Leader_Range", "Leader_Limit2", "Leader_Range2"),
}
"""The fields of these traits in order. ``2``: of the second side, a Leader's as a replacement."""
DEFAULTS: Mapping[str, str] = {
    "Ratings_Move": "6",
    "Ratings_MoveColour": "White",
    "Ratings_Organic": "false",
    "Ratings2_Move": "18",
    "Ratings2_MoveColour": "Black",
    "Ratings_DiffStep": "false",
}
"""What a field is that a trait is too short to have, of those that rules ask for."""


def _own_field(head: str, rest: str, name: str) -> str | None:
    fields = OWN_FIELDS[head]
    if name not in fields:
        return None
    told = _tokens(rest, ";")
    at = fields.index(name)
    if at < len(told):
        return told[at]
    return DEFAULTS.get(name)


def may_have(type_: str, name: str) -> bool:
    """Whether :func:`property_of` may find a property in a trait of this type in some state."""
    head, _, rest = type_.partition(";")
    match head:
        case "mark":
            return name in _tokens(rest, ",")
        case "PROP":
            return _tokens(rest, ";")[0] == name
        case "markmoved":
            return name == "Moved"
        case "ratings" | "leader":
            return name in OWN_FIELDS[head]
        case _:
            return head in ("emb2", "rotate")


def shown_name(basic: str, traits: tuple[Trait, ...]) -> str:
    """The name VASSAL shows: that of the basic piece, as changed by layers with names (a name
    with ``+`` in front is added to it, one with ``+`` behind put before it)."""
    name = basic
    for trait in reversed(traits):
        if not trait.type.startswith("emb2;"):
            continue
        fields = _tokens(trait.type, ";")
        level = decode(trait.state, ";")[0]
        # The names of its levels; the first field is what the trait is called.
        names = _tokens(fields[17], ",") if len(fields) > 17 else ()
        value = int(level) if is_whole(level) and len(level) < 10 else 0
        given = names[value - 1] if 0 < value <= len(names) else ""
        if given:
            first, plus, second = given.partition("+")
            name = first if not plus else first + name if first else name + second
    return name


@lru_cache(maxsize=4096)
def _tokens(text: str, delimiter: str) -> tuple[str, ...]:
    return tuple(decode(text, delimiter))


def _layer(type_: str, state: str, name: str) -> str | None:
    fields = _tokens(type_, ";")
    own = fields[18] if len(fields) > 18 else ""  # the layer's own name
    if not own or not name.startswith(own):
        return None
    level = decode(state, ";")[0]
    value = int(level) if is_signed(level) and len(level) < 10 else 1
    match name[len(own) :]:
        case "_Level":
            return str(abs(value))
        case "_Active":
            return "true" if value > 0 else "false"
        case "_Name":
            names = decode(fields[16], ",") if len(fields) > 16 else []
            return names[abs(value) - 1] if 0 < abs(value) <= len(names) else ""
        case _:
            return None


def _facing(type_: str, state: str, name: str) -> str | None:
    fields = _tokens(type_, ";")
    facings = fields[0]
    at = 5 if facings == "1" else 7  # one that turns freely has two fields fewer
    own = fields[at] if len(fields) > at else ""
    if name == own + "_Facing" and facings != "1" and is_signed(state):
        return str(int(state[:9]) + 1)
    if name == own + "_Degrees" and facings == "1":
        return state
    return None
