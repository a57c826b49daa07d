"""Records declared by their fields: dataclasses that say which JSON values they take.

A field declared by :func:`needed` or :func:`said` names the :class:`Kind` of JSON value it takes
and what it means. From the one declaration come the JSON Schema, the documentation and the reader.
A value that is left out is None in the record: it is **not said**. That is neither no (False) nor
none (an empty tuple), and no rule may take it for either.

    @dataclass(frozen=True, slots=True, kw_only=True)
    class Ferry:
        hex: str = needed(HEX, "the hex it is in")
        suppressed: bool | None = said(YES, "whether it is Suppressed")

    read_record(Ferry, {"hex": "75.129"}, "ferry")  # Ferry(hex='75.129', suppressed=None)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass, replace
from functools import cache, lru_cache
from typing import Any, TypeAlias, TypeVar

from clubroute.builder.errors import InputError, Where, nearest_name, one_of
from clubroute.rules.answer.facts import GameFact, cases_of
from clubroute.rules.asking.schema import Schema, check_value, shown

T = TypeVar("T")
BESIDE = (
    "whether the units said stand beside those of the scenario's set-up, in its first turn; "
    "else they are all there are"
)
"""What ``beside_set_up`` of a position says, in every series."""
Surroundings: TypeAlias = Any
"""What a question may look at: a ``Context`` (:mod:`clubroute.rules.asking.context`), which is made
of methods and so of records; none of them is looked into here."""
Rests: TypeAlias = Callable[[Any, Any, Callable[[Any], Any]], Any]
"""Given a value, an answer, and what asks again with another value: the answer with more."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of JSON value.

    ``read`` checks a value, whose path is given for messages, and turns it into what the rules use;
    ``opens`` then looks up what a question's value stands for, such as the map of that name; its
    third argument has the question's values by name. ``rests`` adds to an answer what of the value
    it rests on; it may ask again with another value, and if it then looks only at what is decided
    (``decides``) nobody says what that answer rests on. One that ``opens`` ``always`` is opened
    where it is left out, too, from None. ``premise`` is what a question that a player asks, in
    words or about a file's position, is taken to say where it leaves this out (:func:`premises`).
    """

    schema: Callable[[], Schema]
    read: Callable[[Any, str], Any]
    opens: Callable[[Surroundings, Any, Mapping[str, Any]], Any] | None = None
    rests: Rests | None = None
    decides: bool = False
    always: bool = False
    premise: Any = None


def plain(schema: Schema) -> Kind:
    """Declare a value that must fit a JSON Schema and is used as it is.

    >>> plain({"type": "integer", "minimum": 1}).read(3, "turn")
    3
    """

    def read(value: Any, path: str) -> Any:
        check_value(value, schema, path)
        return value

    return Kind(lambda: schema, read)


def of(schema: Schema, make: Callable[[Any, str], T]) -> Kind:
    """Declare a value that must fit a JSON Schema, and is then converted by ``make``."""

    def read(value: Any, path: str) -> T:
        check_value(value, schema, path)
        return make(value, path)

    return Kind(lambda: schema, read)


def word(*words: str, also: Mapping[str, str] | None = None) -> Kind:
    """Declare a choice of words. Case is ignored; spaces and hyphens stand for underscores.

    ``also`` are further spellings and the word each stands for.

    >>> word("no_road", "road", also={"street": "road"}).read("No-Road", "by")
    'no_road'
    """
    flat = {flattened(one): one for one in words} | {
        flattened(other): one for other, one in (also or {}).items()
    }

    def read(value: Any, path: str) -> str:
        found = flat.get(flattened(value)) if isinstance(value, str) else None
        if found is None:
            nearest = nearest_name(str(value), words)
            expected = one_of(words)
            raise InputError(Where("params", part=path), shown(value), expected, nearest)
        return found

    return Kind(lambda: {"type": "string", "enum": list(words)}, read)


@lru_cache(maxsize=1 << 13)  # the same few words, in every question
def flattened(text: str) -> str:
    """Return a word in lower case, with underscores for spaces and hyphens."""
    return text.strip().casefold().replace(" ", "_").replace("-", "_")


def list_of(kind: Kind, most: int, least: int = 0) -> Kind:
    """Declare a list of values of one kind; it is read as a tuple.

    >>> list_of(word("dry", "wet"), most=2).read(["Dry", "wet"], "days")
    ('dry', 'wet')
    """

    def read(value: Any, path: str) -> tuple[Any, ...]:
        check_value(value, {"type": "array", "minItems": least, "maxItems": most}, path)
        return tuple([kind.read(one, f"{path}[{index}]") for index, one in enumerate(value)])

    def schema() -> Schema:
        low = {"minItems": least} if least else {}
        return {"type": "array", "items": kind.schema(), **low, "maxItems": most}

    opens = kind.opens
    if opens is None:
        return Kind(schema, read)

    def open_each(context: Surroundings, value: tuple[Any, ...], told: Mapping[str, Any]) -> Any:
        return tuple([opens(context, one, told) for one in value])

    return Kind(schema, read, open_each)


def by_name(kind: Kind, most: int, key: Callable[[str, str], str] | None = None) -> Kind:
    """Declare an object with free names and values of one kind.

    ``key`` checks each name, given with its path, and gives the name to use.
    """

    def read(value: Any, path: str) -> dict[str, Any]:
        check_value(value, {"type": "object"}, path)
        if len(value) > most:
            found, expected = f"{len(value)} names", f"at most {most}"
            raise InputError(Where("params", part=path), found, expected)
        values: dict[str, Any] = {}
        for name, one in value.items():
            place = f"{path}.{name}"
            checked = key(name, place) if key else name
            values[checked] = kind.read(one, place)
        return values

    return Kind(lambda: {"type": "object", "additionalProperties": kind.schema()}, read)


def record(cls: type, short: str = "") -> Kind:
    """Declare an object that is read as a record of a class.

    :param short: the JSON name of the field whose value alone stands for the record, too.

    >>> @dataclass(frozen=True)
    ... class Ferry:
    ...     hex: str = needed(plain({"type": "string"}))
    >>> record(Ferry, short="hex").read("75.129", "ferry").hex
    '75.129'
    """

    def schema() -> Schema:
        whole = record_schema(cls)
        return {"anyOf": [parts_of(cls)[short].kind.schema(), whole]} if short else whole

    def read(value: Any, path: str) -> Any:
        if not short or isinstance(value, (Mapping, cls)):
            return read_record(cls, value, path)
        part = parts_of(cls)[short]
        return cls(**{part.attribute: part.kind.read(value, path)})

    return Kind(schema, read, open_record)


def open_record(context: Surroundings, value: Any, told: Mapping[str, Any]) -> Any:
    """Look up what the fields of a record stand for, such as the hex of a place's name."""
    cls: type = type(value)
    found = {}
    for part in parts_of(cls).values():
        one, opens = getattr(value, part.attribute), part.kind.opens
        if opens is not None and one is not None:
            found[part.attribute] = opens(context, one, told)
    return replace(value, **found) if found else value


def needed(kind: Kind, summary: str = "", *, name: str = "") -> Any:
    """Declare a field that must be given. ``name`` is its name in JSON where it differs.

    >>> @dataclass(frozen=True)
    ... class Ferry:
    ...     hex: str = needed(plain({"type": "string"}), "the hex it is in")
    >>> read_record(Ferry, {}, "ferry")
    Traceback (most recent call last):
    clubroute.builder.errors.InputError: params:ferry.hex: found nothing, expected the hex it is in
    """
    return field(metadata={"kind": kind, "summary": summary, "name": name})


def said(kind: Kind, summary: str = "", *, name: str = "", default: Any = None) -> Any:
    """Declare a field that may be left out; then it is ``default``. None means: not said.

    >>> @dataclass(frozen=True)
    ... class Ferry:
    ...     suppressed: bool | None = said(plain({"type": "boolean"}))
    >>> read_record(Ferry, {}, "ferry").suppressed is None
    True
    """
    told = {"kind": kind, "summary": summary, "name": name}
    if isinstance(default, dict):
        return field(default_factory=dict, metadata=told)
    return field(default=default, metadata=told)


def fact(kind: Kind, summary: str = "", *, name: str = "") -> Any:
    """Declare a field of a question that may be left out and tells what is so, a
    :class:`~clubroute.rules.answer.facts.GameFact`: a rule reads it through a case only.

    :func:`said` is for what is asked. A fact has no default: nobody's silence tells it.
    """
    told = {"kind": kind, "summary": summary, "name": name, "fact": True}
    return field(default=None, metadata=told)


@cache
def facts_of(cls: type) -> tuple[tuple[str, GameFact[Any]], ...]:
    """The fields of a question that are facts, each as one that is not said."""
    return tuple(
        (
            one.name,
            GameFact(
                name := one.metadata["name"] or one.name,
                None,
                cases_of(one.metadata["kind"].schema()),
                f"{name}: {one.metadata['summary']}",
            ),
        )
        for one in fields(cls)
        if "fact" in one.metadata
    )


def derived(make: Callable[[Surroundings, Any], Any]) -> Any:
    """Declare a field that no question says: it is made of the others, once a question.

    ``make`` is given the context and the question; what it makes may be asked by every method.
    """
    return field(default=None, metadata={"derives": make}, compare=False)


@cache
def derivations(cls: type) -> tuple[tuple[str, Callable[[Surroundings, Any], Any]], ...]:
    """The fields of a question that are made of its others, with what makes them."""
    told = [(one.name, one.metadata.get("derives")) for one in fields(cls)]
    return tuple((name, make) for name, make in told if make is not None)


def settled(context: Surroundings, asked: Any) -> Any:
    """A question with the fields that are made of its others, each of those before it too, and
    with facts for what it tells.

    :raises InputError: one cannot be made.
    """
    cls: type = type(asked)
    for name, make in derivations(cls):
        asked = replace(asked, **{name: make(context, asked)})
    facts = {name: known(one, getattr(asked, name)) for name, one in facts_of(cls)}
    return replace(asked, **facts) if facts else asked


def known(fact_: GameFact[Any], value: Any) -> GameFact[Any]:
    """A fact with what a question says of it; one that has been made is taken as it is."""
    return value if isinstance(value, GameFact) else replace(fact_, value=value)


@dataclass(frozen=True, slots=True)
class Part:
    """A declared field: its name in Python and in JSON, its kind, and what it means."""

    attribute: str
    name: str
    kind: Kind
    summary: str
    required: bool

    def schema(self) -> Schema:
        """Return its JSON Schema, with its meaning as the description."""
        return {**self.kind.schema(), **({"description": self.summary} if self.summary else {})}


@cache
def parts_of(cls: type) -> Mapping[str, Part]:
    """List the declared fields of a record class by their JSON names, in order."""
    found = {}
    for one in fields(cls):
        if "kind" not in one.metadata:
            continue
        name = one.metadata["name"] or one.name
        required = one.default is MISSING and one.default_factory is MISSING
        summary = one.metadata["summary"]
        found[name] = Part(one.name, name, one.metadata["kind"], summary, required)
    return found


@cache
def premises(cls: type) -> Mapping[str, Any]:
    """What a question of a player's is taken to say, by the JSON names of its fields.

    A program says it itself; left out of its question, nothing is said.
    """
    parts = parts_of(cls).items()
    return {name: part.kind.premise for name, part in parts if part.kind.premise is not None}


@cache
def record_schema(cls: type) -> Schema:
    """Make the JSON Schema of a record class. It is closed, so that a misspelt name is refused."""
    parts = parts_of(cls)
    required = [name for name, part in parts.items() if part.required]
    return {
        "type": "object",
        "additionalProperties": False,
        **({"required": required} if required else {}),
        "properties": {name: part.schema() for name, part in parts.items()},
    }


def read_record(cls: type[T], value: Any, path: str) -> T:
    """Read a record from a JSON object; a record of the class is taken as it is.

    :raises InputError: an unknown name, a missing one, or a value that does not fit.
    """
    if isinstance(value, cls):
        return value
    plain_class: type = cls
    if not isinstance(value, Mapping):
        raise InputError(Where("params", part=path), shown(value), "a value of type object")
    return cls(**read_parts(plain_class, value, path))


def read_parts(cls: type, value: Mapping[str, Any], path: str) -> dict[str, Any]:
    """Read the declared fields of a record class from a JSON object, by attribute.

    :raises InputError: an unknown name, a missing one, or a value that does not fit.
    """
    parts = parts_of(cls)
    values: dict[str, Any] = {}
    for name, one in value.items():
        part = parts.get(name)
        if part is None:
            raise unknown_name(f"{path}.{name}" if path else name, name, parts)
        values[part.attribute] = part.kind.read(one, f"{path}.{name}" if path else name)
    # Most questions leave something out; only then is it worth looking for what is missing.
    if len(values) < len(parts):
        due = [part for part in parts.values() if part.required and part.attribute not in values]
        if len(due) == 1:
            where = Where("params", part=f"{path}.{due[0].name}" if path else due[0].name)
            raise InputError(where, "nothing", due[0].summary or due[0].name)
        if due:
            names = ", ".join(f"{path}.{part.name}" if path else part.name for part in due)
            raise InputError(Where("params", part=names), "nothing", "a value of each")
    return values


def unknown_name(path: str, name: str, parts: Mapping[str, Part]) -> InputError:
    """Make the error for a name that a record does not have."""
    expected = one_of(parts)
    found = "an unknown name" if "." in path or "[" in path else "an unknown parameter"
    # Whose rules hold follows from the map, which has the name of its game.
    near = "map" if name == "game" and "map" in parts else nearest_name(name, parts)
    return InputError(Where("params", part=path), found, expected, near)


def given(value: Any) -> dict[str, Any]:
    """Return the declared fields of a record that are not None, by attribute."""
    cls: type = type(value)
    names = (part.attribute for part in parts_of(cls).values())
    return {name: found for name in names if (found := getattr(value, name)) is not None}


def value_at(value: Any, path: str) -> Any:
    """Follow a path of JSON names, ``club_route.marker``; None if the value is not said."""
    for name in path.split("."):
        if isinstance(value, Mapping):
            value = value.get(name)
        elif is_dataclass(value) and not isinstance(value, type):
            part = parts_of(type(value)).get(name)
            value = getattr(value, part.attribute) if part else None
        else:
            return None
    return value
