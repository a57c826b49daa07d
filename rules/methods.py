"""The one registry of methods: name, parameters, result and citations, declared once.

The command line's ``ask``, the socket, the OpenRPC document and docs/protocol.md all come from
these declarations. A method's parameters are declared as :class:`Param` values; what a caller
sends is checked against them before the method's function sees it.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from clubroute.builder.errors import ClubrouteError, InputError, Where, nearest_name

if TYPE_CHECKING:
    from clubroute.rules.context import Context

Schema = Mapping[str, Any]

STATE = "state"
"""The parameter that may be a whole state or the handle of an open one."""


@dataclass(frozen=True, slots=True)
class Param:
    """A named parameter: its JSON Schema, what it means (with units), whether it must be given."""

    name: str
    schema: Schema
    summary: str
    required: bool = False


@dataclass(frozen=True, slots=True)
class Method:
    """A question that can be asked.

    ``answer`` takes the context (maps, states, options) and the checked parameters by name, and
    gives a JSON value. ``text`` turns that value into lines for people. A ``quick`` method
    answers a short question in well under a millisecond: the service asks it on the spot, where
    it asks the others beside its other work. If only some questions are short, ``ready`` tells
    which, in a few µs and without raising, from parameters nobody has checked.
    """

    name: str
    summary: str
    params: tuple[Param, ...]
    result: Schema
    cites: tuple[str, ...]
    answer: Callable[[Context, Mapping[str, Any]], Any]
    text: Callable[[Any], Sequence[str]] | None = None
    quick: bool = False
    ready: Callable[[Context, Any], bool] | None = None

    @property
    def takes_state(self) -> bool:
        """Whether it takes a ``state``: given whole, or as the handle of an open one."""
        return any(
            param.name == STATE and param.schema.get("type") != "string" for param in self.params
        )


class UnknownMethodError(InputError):
    """No method of that name."""


MODULES: Mapping[str, str] = {
    "step": "clubroute.rules.gts.move_methods",
    "move": "clubroute.rules.gts.move_methods",
    "hex": "clubroute.rules.gts.move_methods",
    "los": "clubroute.rules.gts.los_methods",
    "owner": "clubroute.rules.owner.methods",
    "clubroute": "clubroute.rules.gts.clubroute_methods",
    "bridge": "clubroute.rules.gts.bridge_methods",
    "ferry": "clubroute.rules.gts.ferry_methods",
    "weather": "clubroute.rules.gts.weather_methods",
    "drop": "clubroute.rules.gts.drop_methods",
    "supply": "clubroute.rules.gts.supply_methods",
    "air": "clubroute.rules.gts.air_methods",
    "artillery": "clubroute.rules.gts.artillery_methods",
    "command": "clubroute.rules.gts.command_methods",
    "victory": "clubroute.rules.gts.victory_methods",
    "offmap": "clubroute.rules.gts.offmap_methods",
    "flank": "clubroute.rules.gts.offmap_methods",
    "rout": "clubroute.rules.gts.rout_methods",
    "turn": "clubroute.rules.gts.turn_methods",
    "garrison": "clubroute.rules.gts.garrison_methods",
    "deploy": "clubroute.rules.gts.garrison_methods",
    "log": "clubroute.rules.logs.methods",
    "state": "clubroute.rules.service.state_methods",
    "hello": "clubroute.rules.service.rpc_methods",
    "rpc": "clubroute.rules.service.rpc_methods",
}
"""The first part of a method's name → the module whose ``METHODS`` declares it. Modules are
imported when first asked for, so a question pays only for its own kind."""


class Registry:
    """The methods that can be asked.

    :param modules: first part of a name → module that declares such methods.
    :param methods: further methods, which come before a module's of the same name.
    """

    def __init__(
        self, modules: Mapping[str, str] = MODULES, methods: Sequence[Method] = ()
    ) -> None:
        self.modules = modules
        self._known = {method.name: method for method in methods}

    def all(self) -> tuple[Method, ...]:
        """Every method, sorted by name; imports every module."""
        for module in sorted(set(self.modules.values())):
            self._read(module)
        return tuple(self._known[name] for name in sorted(self._known))

    def known(self, name: str) -> Method | None:
        """The method of that name, if it has been declared or found already."""
        return self._known.get(name)

    def find(self, name: str) -> Method:
        """The method of that name. :raises UnknownMethodError: with the nearest name."""
        method = self._known.get(name)
        if method is not None:
            return method
        module = self.modules.get(name.partition(".")[0])
        if module is not None:
            self._read(module)
            if name in self._known:
                return self._known[name]
        names = [method.name for method in self.all()]
        raise UnknownMethodError(
            Where("method"), repr(name), "a method, see rpc.discover", nearest_name(name, names)
        )

    def ask(self, context: Context, name: str, params: Mapping[str, Any]) -> Any:
        """Answer a question. :raises InputError: unknown method, or parameters that do not fit."""
        return answered(self.find(name), context, params)

    def _read(self, module: str) -> None:
        for method in methods_in(module):
            self._known.setdefault(method.name, method)


def methods_in(module: str) -> tuple[Method, ...]:
    """The methods a module declares."""
    found: tuple[Method, ...] = importlib.import_module(module).METHODS
    return found


def ask(context: Context, name: str, params: Mapping[str, Any]) -> Any:
    """Answer a question. :raises InputError: unknown method, or parameters that do not fit."""
    return context.registry.ask(context, name, params)


def answered(method: Method, context: Context, params: Mapping[str, Any]) -> Any:
    """The method's answer. A ``state`` given as a handle reaches the method as the open state.

    :raises InputError: parameters that do not fit, or a state that is not open.
    """
    if not params and not method.params:
        return method.answer(context, params)
    handle = params.get(STATE)
    if isinstance(handle, str) and method.takes_state:
        # An open state was checked when it was opened.
        rest = {name: value for name, value in params.items() if name != STATE}
        opened = context.states.value(handle)
        return method.answer(context, {**checked(method, rest, given=(STATE,)), STATE: opened})
    return method.answer(context, checked(method, params))


def checked(method: Method, params: Mapping[str, Any], given: Sequence[str] = ()) -> dict[str, Any]:
    """The parameters, each known and of the right form; those ``given`` otherwise may be absent.

    :raises InputError: at the first wrong one.
    """
    found = 0
    for param in method.params:
        if param.name in params:
            found += 1
            check_value(params[param.name], param.schema, param.name)
        elif param.required and param.name not in given:
            refuse_unknown(method, params)
            raise InputError(Where("params", part=param.name), "nothing", param.summary)
    if found < len(params):
        refuse_unknown(method, params)
    return dict(params)


def refuse_unknown(method: Method, params: Mapping[str, Any]) -> None:
    """:raises InputError: at the first parameter the method does not have, if there is one."""
    known = [param.name for param in method.params]
    for name in params:
        if name not in known:
            raise InputError(
                Where("params", part=name),
                "an unknown parameter",
                "one of " + (", ".join(known) or "(none)"),
                nearest_name(name, known),
            )


KINDS: Mapping[type, frozenset[str]] = {
    str: frozenset(("string",)),
    bool: frozenset(("boolean",)),
    int: frozenset(("integer", "number")),
    float: frozenset(("number",)),
    list: frozenset(("array",)),
    dict: frozenset(("object",)),
    type(None): frozenset(("null",)),
}
"""The names JSON Schema has for a value of a type (true and false are no numbers)."""
NO_KIND: frozenset[str] = frozenset()


def check_value(value: Any, schema: Schema, path: str) -> None:
    """Check a JSON value against the part of JSON Schema that our declarations use.

    Known keywords: type (a name or a list), enum, items, minItems, maxItems, properties,
    required, additionalProperties (false), minimum, maximum, multipleOf, maxLength.

    :raises InputError: naming the path of the first value that does not fit.
    """
    kind = type(value)
    wanted = schema.get("type")
    if wanted is not None:
        names = (wanted,) if type(wanted) is str else wanted
        if KINDS.get(kind, NO_KIND).isdisjoint(names):
            expected = "a value of type " + " or ".join(names)
            raise InputError(Where("params", part=path), shown(value), expected)
    options = schema.get("enum")
    if options is not None and value not in options:
        texts = [str(option) for option in options]
        nearest = nearest_name(str(value), texts)
        expected = "one of " + ", ".join(texts)
        raise InputError(Where("params", part=path), shown(value), expected, nearest)
    if kind is dict:
        check_object(value, schema, path)
    elif kind is list:
        low, high = schema.get("minItems", 0), schema.get("maxItems", len(value))
        if not low <= len(value) <= high:
            found, expected = f"{len(value)} items", f"{low} to {high} items"
            raise InputError(Where("params", part=path), found, expected)
        inner = schema.get("items")
        if inner:
            for index, item in enumerate(value):
                check_value(item, inner, f"{path}[{index}]")
    elif kind is str:
        if len(value) > schema.get("maxLength", len(value)):
            found, expected = f"{len(value)} characters", f"at most {schema['maxLength']}"
            raise InputError(Where("params", part=path), found, expected)
    elif kind is int or kind is float:
        check_number(value, schema, path)


def check_number(value: float, schema: Schema, path: str) -> None:
    """Range and step of a number; NaN and infinities are never right."""
    if value != value or value in INFINITE:
        raise InputError(Where("params", part=path), shown(value), "a finite number")
    low, high = schema.get("minimum"), schema.get("maximum")
    if (low is not None and value < low) or (high is not None and value > high):
        expected = f"a number from {low} to {high}"
        raise InputError(Where("params", part=path), shown(value), expected)
    step = schema.get("multipleOf")
    if step is not None and (abs(value) > MOST_STEPS * step or value % step):
        raise InputError(Where("params", part=path), shown(value), f"a multiple of {step}")


INFINITE = (float("inf"), float("-inf"))
MOST_STEPS = 2**52
"""Beyond it a float cannot tell one step from the next."""


def check_object(value: Mapping[str, Any], schema: Schema, path: str) -> None:
    """Properties of an object: known, required, and each of its own form."""
    properties: Mapping[str, Schema] = schema.get("properties", {})
    if schema.get("additionalProperties") is False:
        for name in value:
            if name not in properties:
                raise InputError(
                    Where("params", part=f"{path}.{name}"),
                    "an unknown name",
                    "one of " + ", ".join(properties),
                    nearest_name(name, properties),
                )
    for name in schema.get("required", ()):
        if name not in value:
            raise InputError(Where("params", part=f"{path}.{name}"), "nothing", f"{name}")
    for name, part in properties.items():
        if name in value:
            check_value(value[name], part, f"{path}.{name}")


def shown(value: Any) -> str:
    """A JSON value in a message, cut short."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "…"


class NotAvailableError(ClubrouteError):
    """A method that cannot be used here, e.g. a service method outside the service."""
