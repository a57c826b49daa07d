"""Methods: questions that can be asked, declared where they are answered.

A function that answers is declared by :func:`method`. Its first paragraph says what is asked; its
second parameter is a record (:mod:`clubroute.rules.position.record`) whose fields are the
parameters:

    @dataclass(frozen=True, slots=True, kw_only=True)
    class FogQuestion:
        time: str = needed(TIME, "the turn of the day")
        die: int | None = said(DIE, "the die, 0 to 9")

    @method("weather.fog", cites=("WED 1.2",), answers=answer_of("legal", "decided"))
    def fog(context: Context, asked: FogQuestion) -> Receipt:
        # the docstring: Whether fog clears on the 0900 or 1100 turn.

The command line's ``ask``, the socket, the OpenRPC document and the pages of the reference all
come from these declarations.
"""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

from clubroute.builder.errors import ClubrouteError, InputError, Where, nearest_name, one_of
from clubroute.rules.answer.facts import cases_of
from clubroute.rules.answer.model import Receipt
from clubroute.rules.asking.schema import Schema
from clubroute.rules.position.record import Part, Rests, parts_of, read_parts, settled

if TYPE_CHECKING:
    from clubroute.rules.asking.context import Context
    from clubroute.rules.series import Families, Series

STATE = "state"
"""The parameter that may be a whole state or the handle of an open one."""
AT = "at"
"""The parameter that names a file with the position, in place of the state."""
OPTIONS = "options"
"""The parameter with the readings that a referee chose."""
GROUND = "ground"
"""The parameter that names a ground: ``ours``, or a module the owner has."""
OWN_MODULES = "modules"
"""Where in an owner's folder the modules are."""
GROUNDS = "clubroute.rules.owner.modules.known"
"""The module that knows the grounds the owner has."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """The parameters of a method that has none."""


class Premise(NamedTuple):
    """What an answer takes for granted where a question leaves a field out: what holds then, and
    how the contrary is said. The field may be said in the position, too, or in its turn; one of
    things in a list is ``units[].emergency``. ``maps`` are those where it matters, () for all. What
    lies or stands on the board is never taken so: of it ``holds`` says what is ``unseen``. Nothing
    is taken where ``unless``, another field, is said."""

    field: str
    holds: str
    say: str
    maps: tuple[str, ...] = ()
    unseen: bool = False
    unless: str = ""

    def concerns(self, asked: object, params: Mapping[str, Any]) -> bool:
        """Tell whether a question leaves the field out, on a map where it matters."""
        there = not self.maps or params.get("map") in self.maps
        if self.unless and params.get(self.unless) is not None:
            return False
        return there and not is_said(asked, params, self.field.split("."))


def nothing_taken() -> tuple[Premise, ...]:
    """Return what most methods take for granted: nothing."""
    return ()


@dataclass(frozen=True, slots=True)
class Method:
    """A question that can be asked.

    ``answer`` takes the context (maps, states, options) and the parameters, a record of class
    ``asks``, and gives a :class:`Receipt` or a JSON value. ``text`` turns the answer's JSON into
    lines for people where it is no receipt. A ``quick`` method answers a short question in well
    under a millisecond: the service asks it on the spot, and all others beside its other work. If
    only some questions are short, ``ready`` says which, in a few µs and without raising, from
    unchecked parameters. ``takes`` lists what a decided answer takes for granted.
    """

    name: str
    summary: str
    asks: type
    result: Schema
    rules: Callable[[], tuple[str, ...]]
    answer: Callable[[Context, Any], Any]
    text: Callable[[Any], Sequence[str]] | None = None
    quick: bool = False
    ready: Callable[[Context, Any], bool] | None = None
    takes: Callable[[], Sequence[Premise]] = nothing_taken

    @property
    def cites(self) -> tuple[str, ...]:
        """The rules it applies, as ``WED 2.11``."""
        return self.rules()

    @property
    def params(self) -> tuple[Part, ...]:
        """Its parameters, in order."""
        return tuple(parts_of(self.asks).values())

    @property
    def takes_state(self) -> bool:
        """Whether it takes a ``state``: given whole, or as the handle of an open one."""
        state = parts_of(self.asks).get(STATE)
        return state is not None and state.kind.schema().get("type") != "string"


Resting: TypeAlias = Sequence[tuple[Rests, str, bool]]
Answer = TypeVar("Answer", bound=Callable[..., Any])
DECLARED = "__method__"
"""The attribute of an answering function that holds its declaration."""


def method(
    name: str,
    *,
    answers: Schema,
    cites: tuple[str, ...] | Callable[[], tuple[str, ...]] = (),
    text: Callable[[Any], Sequence[str]] | None = None,
    quick: bool = False,
    ready: Callable[[Context, Any], bool] | None = None,
    takes: Callable[[], Sequence[Premise]] = nothing_taken,
) -> Callable[[Answer], Answer]:
    """Declare the function that answers a method.

    :param answers: JSON Schema of the answer.
    :param cites: the rules it applies, as ``WED 2.11``; or what looks them up when asked for.

    >>> from clubroute.rules.gts.movement.questions import step_cost
    >>> declared = getattr(step_cost, DECLARED)
    >>> declared.name, declared.asks.__name__
    ('step.cost', 'StepQuestion')
    """

    def declare(answer: Answer) -> Answer:
        told = (answer.__doc__ or "").strip().partition("\n\n")[0]
        asks = annotation_of(answer, "asked")
        rules = cites if callable(cites) else lambda: cites
        made = Method(
            name, " ".join(told.split()), asks, answers, rules, answer, text, quick, ready, takes
        )
        setattr(answer, DECLARED, made)
        return answer

    return declare


def annotation_of(function: Callable[..., Any], name: str) -> type:
    """Return the class of a parameter's annotation, found in the function's own module."""
    told = function.__annotations__[name]
    found: type = vars(sys.modules[function.__module__])[told] if isinstance(told, str) else told
    return found


FRAME: Families = {
    "owner": ("clubroute.rules.owner.tables",),
    "log": ("clubroute.rules.logs.methods",),
    "rule": ("clubroute.rules.clauses.methods",),
    "state": ("clubroute.rules.service.state_methods",),
    "adviser": ("clubroute.rules.adviser.show",),
    "hello": ("clubroute.rules.service.faults",),
    "rpc": ("clubroute.rules.service.faults", "clubroute.rules.service.openrpc"),
}
"""The families of methods that belong to no series: the modules that answer them."""


class UnknownMethodError(InputError):
    """The error that no method has that name."""


class Registry:
    """The methods that can be asked.

    :param frame: the families of methods that belong to no series.
    :param series: the series whose methods can be asked, too; all if None.
    :param methods: further methods, which come before a module's of the same name.
    """

    def __init__(
        self,
        frame: Families = FRAME,
        methods: Sequence[Method] = (),
        series: Sequence[Series] | None = None,
    ) -> None:
        self.frame, self._told = frame, series
        self._known = {("", method.name): method for method in methods}

    @property
    def series(self) -> Sequence[Series]:
        """The series whose methods can be asked. The first answers where a question names none."""
        if self._told is None:
            from clubroute.rules.series import all_series  # reads TOML, which few commands need

            self._told = all_series()
        return self._told

    def all(self) -> tuple[Method, ...]:
        """Return every method, sorted by name: those of the first series before others'."""
        ids = {"", *(series.id for series in self.series)}
        found = {name: method for (id_, name), method in self._known.items() if id_ in ids}
        for families in (self.frame, *(series.families for series in self.series)):
            for method in methods_of(families):
                found.setdefault(method.name, method)
        return tuple(found[name] for name in sorted(found))

    def others(self) -> Mapping[str, tuple[Method, ...]]:
        """List by series, after the first, the methods that are not those of :meth:`all`.

        They are asked by the same names about the series' own maps, or by names of their own.
        """
        if not self.series:
            return {}
        first, *rest = self.series
        known = {id(method) for method in (*methods_of(self.frame), *methods_of(first.families))}
        return {
            series.id: tuple(
                method for method in methods_of(series.families) if id(method) not in known
            )
            for series in rest
        }

    def known(self, name: str, params: Any = None) -> Method | None:
        """Return the method that :meth:`find` would give, if no module has to be imported; else
        None.

        If :meth:`find` would raise, the result is None.
        """
        if ("", name) in self._known or name.partition(".")[0] in self.frame:
            return self._known.get(("", name))
        try:
            keys = [(series.key, name) for series in self._tried(name, params)]
        except InputError:  # whoever finds it says what is wrong
            return None
        return next((self._known[key] for key in keys if key in self._known), None)

    def find(self, name: str, params: Any = None) -> Method:
        """Find a method by its name, in the series the parameters are about.

        :raises UnknownMethodError: there is none, with the nearest name.
        """
        found = self._known.get(("", name))
        if found is not None:
            return found
        # The frame's families belong to no series, so that no map decides who answers them.
        family = name.partition(".")[0]
        if family in self.frame:
            found = self._read("", self.frame[family], name)
        else:
            for series in self._tried(name, params):
                found = self._known.get((series.key, name)) or self._read(
                    series.key, series.families[family], name
                )
                if found is not None:
                    break
        if found is not None:
            return found
        elsewhere = [
            map_ for series in self.series if self._has(series, name) for map_ in series.maps
        ]
        if elsewhere:
            about = f"{name} on map {params['map']}"
            raise UnknownMethodError(Where("method"), about, f"it on {', '.join(elsewhere)}")
        names = [method.name for method in self.all()]
        raise UnknownMethodError(
            Where("method"), repr(name), "a method, see rpc.discover", nearest_name(name, names)
        )

    def ask(self, context: Context, name: str, params: Mapping[str, Any]) -> Any:
        """Answer a question that names no file (:func:`clubroute.rules.asking.ask.ask`).

        :raises InputError: unknown method, or parameters that do not fit.
        """
        return answered(self.find(name, params), context, params)

    def _tried(self, name: str, params: Any) -> Sequence[Series]:
        """Return the series to search for a method: the question's own, or all that have its
        family.

        A series without the family may know the method from a module read for another family.

        :raises InputError: the question's map is none, with those it can be asked about.
        """
        from clubroute.rules.series import series_of

        told = series_of(params) if isinstance(params, Mapping) and self.series else None
        if told is None and isinstance(params, Mapping) and isinstance(params.get("map"), str):
            map_, maps = params["map"], self._maps(name)
            where, near = Where("params", part="map"), nearest_name(map_, maps)
            raise InputError(where, repr(map_), one_of(maps), near)
        family = name.partition(".")[0]
        return [
            series
            for series in (self.series if told is None else (told,))
            if family in series.families
        ]

    def _maps(self, name: str) -> tuple[str, ...]:
        """List the maps whose series answer a method; every map if none does."""
        from clubroute.rules.series import every_map, own_series_list

        every = (*self.series, *own_series_list())
        maps = (map_ for series in every if self._has(series, name) for map_ in series.maps)
        return tuple(dict.fromkeys(maps)) or every_map()

    def _has(self, series: Series, name: str) -> bool:
        """Tell whether a series answers a method."""
        modules = series.families.get(name.partition(".")[0], ())
        return self._read(series.key, modules, name) is not None

    def _read(self, series: str, modules: Sequence[str], name: str) -> Method | None:
        for module in modules:
            for method in methods_in(module):
                self._known.setdefault((series, method.name), method)
        return self._known.get((series, name))


def methods_of(families: Families) -> tuple[Method, ...]:
    """List the methods that families' modules declare, sorted by name. Imports them."""
    modules = {module for modules in families.values() for module in modules}
    found = (method for module in modules for method in methods_in(module))
    return tuple(sorted(found, key=lambda method: method.name))


def methods_in(module: str) -> tuple[Method, ...]:
    """List the methods a module declares, in order."""
    loaded = importlib.import_module(module)
    own = [value for value in vars(loaded).values() if getattr(value, "__module__", "") == module]
    declared = [getattr(value, DECLARED, None) for value in own]
    return tuple(method for method in declared if method is not None)


def named(method: Method, params: Mapping[str, Any] | list[Any]) -> Mapping[str, Any]:
    """Give the parameters by name, if they came by position.

    :raises InputError: there are too many.
    """
    if not isinstance(params, list):
        return params
    if len(params) > len(method.params):
        most = f"at most {len(method.params)}"
        raise InputError(Where("params"), f"{len(params)} values", most)
    return {param.name: value for param, value in zip(method.params, params, strict=False)}


def answered(method: Method, context: Context, params: Mapping[str, Any]) -> Any:
    """Answer a question with JSON values.

    :raises InputError: parameters that do not fit, or a state that is not open.
    """
    context, params = on_ground(context, params)
    refuse_ignored(method.asks, params)
    asked = read_question(method.asks, context, params)
    value = answer_to(method, context, asked)
    if isinstance(value, Receipt):
        value = with_taken(with_idle_options(value, params), method, asked, params).record()
    if isinstance(value, dict) and "needs" in value:
        value["needs"] = [with_allowed(method.asks, need) for need in value["needs"]]
    return value


def is_said(asked: object, params: Mapping[str, Any], names: Sequence[str]) -> bool:
    """Tell whether a question says a field, in its position or the turn of that, too; of things in
    a list (``units[]``), whether it says it of each. The position may be open, told by a handle."""
    state = params.get(STATE)
    position = state if isinstance(state, Mapping) else field_of(asked, STATE)
    records = (position, field_of(position, "turn"))
    if names[0].endswith("[]"):
        lists = [field_of(one, names[0].removesuffix("[]")) for one in (params, *records)]
        each = [one for many in lists if isinstance(many, (list, tuple)) for one in many]
        return all(field_of(one, names[1]) is not None for one in each)
    return names[0] in params or any(field_of(one, names[0]) is not None for one in records)


def field_of(told: object, name: str) -> Any:
    """Return a field of JSON, or of a record by its name there; None if it has none such."""
    if isinstance(told, Mapping):
        return told.get(name)
    kind: type = type(told)
    part = parts_of(kind).get(name) if is_dataclass(kind) else None
    return None if part is None else getattr(told, part.attribute)


def with_taken(
    answer: Receipt, method: Method, asked: object, params: Mapping[str, Any]
) -> Receipt:
    """Return a decided answer with what it takes for granted of what the question left out, and
    with what of the board it did not look at."""
    if answer.verdict == "undetermined":
        return answer
    rows = [one for one in method.takes() if one.concerns(asked, params)]
    unseen = tuple(f"{one.holds} ({one.say})" for one in rows if one.unseen)
    granted = [one for one in rows if not one.unseen]
    holds = ", ".join(one.holds for one in granted)
    say = ", ".join(one.say for one in granted)
    notes = (f"Taken for granted: {holds} (else say: {say})",) if granted else ()
    return replace(
        answer,
        notes=(*answer.notes, *notes),
        unchecked=tuple(dict.fromkeys((*answer.unchecked, *unseen))),
    )


def with_allowed(asks: type, need: Mapping[str, Any]) -> Mapping[str, Any]:
    """Add to a need the values of its parameter, if they can be listed."""
    values = allowed_at(asks, need["path"]) if "path" in need else ()
    return {**need, "allowed": list(values)} if values else need


SIDES = re.compile(r"\.[A-E]?[0-9]+\.[0-9][0-9./A-E]*")
"""A hex or hexside in the path of a parameter: the name of one of many alike."""


@lru_cache(4096)
def allowed_at(asks: type, path: str) -> tuple[Any, ...]:
    """Return the values that a parameter of a question may have, none if they cannot be listed."""
    first, *names = re.findall(r"\w+|\*", SIDES.sub(".*", path))
    part = parts_of(asks).get(first)
    schema: Schema = part.kind.schema() if part else {}
    for name in names:
        ways = [schema, *schema.get("anyOf", ())]
        inner = [way.get("properties", {}).get(name) or way.get("items") for way in ways]
        others = [way.get("additionalProperties") or None for way in ways]
        schema = next(filter(None, (*inner, *others)), {})
    return cases_of(schema)


def refuse_ignored(asks: type, params: Mapping[str, Any]) -> None:
    """Refuse a reading that decides nothing on the question's map.

    :raises InputError: one is chosen.
    """
    chosen = params.get(OPTIONS) if type(params) is dict else None
    for name in chosen if type(chosen) is dict else ():
        maps = only_on(asks).get(name)
        if maps and params.get("map") not in (None, *maps):
            found = f"a reading that nothing turns on in {params['map']}"
            expected = f"it on {one_of(maps).removeprefix('one of ')}"
            raise InputError(Where("params", part=f"{OPTIONS}.{name}"), found, expected)


@cache
def only_on(asks: type) -> Mapping[str, tuple[str, ...]]:
    """List by reading the maps on which it decides something, if these are not all."""
    part = parts_of(asks).get(OPTIONS)
    default = next(
        (field.default for field in fields(asks) if part and field.name == part.attribute), 0
    )
    found: Mapping[str, tuple[str, ...]] = getattr(default, "only", {})
    return found


def with_idle_options(answer: Receipt, params: Mapping[str, Any]) -> Receipt:
    """Return an answer that names chosen readings on which it does not turn.

    Otherwise a referee might take the answer for a result of his choice.
    """
    chosen = params.get(OPTIONS) if type(params) is dict else None
    if not chosen:
        return answer
    told = (*answer.extra.get("notes", ()), *answer.notes, *answer.unchecked)
    idle = [name for name in chosen if not any(f"({name})" in note for note in told)]
    notes = tuple(f"{name}: no line of this answer turns on it" for name in idle)
    return replace(answer, notes=(*answer.notes, *notes))


def on_ground(context: Context, params: Mapping[str, Any]) -> tuple[Context, Mapping[str, Any]]:
    """Return the surroundings on the ground of a question, and the parameters without ``ground``.

    The ground is the one that the question names, else that of its position's module, else the one
    its owner uses.

    :raises InputError: the owner has no module of that name, or its files are wrong.
    """
    if not params or (context.ground is not None and GROUND not in params):
        return context, params
    if GROUND not in params and not (context.owner / OWN_MODULES).is_dir():
        return context, params
    # Named here and read when asked for: what knows modules asks questions itself.
    return importlib.import_module(GROUNDS).on_ground(context, params)  # type: ignore[no-any-return]


def answer_to(method: Method, context: Context, asked: Any) -> Any:
    """Answer a question whose parameters are read, with the provenance of its parameters."""
    asks: type = type(asked)
    return rested(method, context, asked, resting(asks))


def rested(method: Method, context: Context, asked: Any, parts: Resting) -> Any:
    """Answer a question, with the provenance of some of its parameters, in order."""
    if not parts:
        return method.answer(context, asked)
    *before, (rests, name, decides) = parts
    value = rested(method, context, asked, before)
    comparing = replace(context, compared=value)

    def again(other: Any) -> Any:
        return rested(
            method,
            comparing,
            settled(comparing, replace(asked, **{name: other})),
            () if decides else before,
        )

    return rests(getattr(asked, name), value, again)


@cache
def resting(asks: type) -> Resting:
    """Return the parameters that have a provenance, by attribute."""
    parts = parts_of(asks).values()
    return tuple(
        (part.kind.rests, part.attribute, part.kind.decides) for part in parts if part.kind.rests
    )


def read_question(asks: type, context: Context, params: Mapping[str, Any]) -> Any:
    """Read a question's parameters, and look up the map and the state they name.

    :raises InputError: at the first wrong one.
    """
    values = read_parts(asks, params, "")
    parts = [
        part for part in parts_of(asks).values() if part.attribute in values or part.kind.always
    ]
    told = {part.name: values.get(part.attribute) for part in parts}
    # The state comes first: it tells more of what the other parameters name.
    for part in sorted(parts, key=lambda part: part.name != STATE):
        if part.kind.opens is not None:
            opened = part.kind.opens(context, told[part.name], told)
            values[part.attribute] = told[part.name] = opened
    return settled(context, asks(**values))


class AnotherAnswerError(ClubrouteError):
    """The error that ends a comparison early: the answer surely differs from the first."""


class GoneError(InputError):
    """The error that a question refers to a state that is gone or changed: send it whole."""


class NotAvailableError(ClubrouteError):
    """The error that a method cannot be used here, as a service method outside the service."""
