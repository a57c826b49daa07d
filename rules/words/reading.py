"""One way to read a command: a form of it, about a map."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NoReturn

from clubroute.builder.errors import InputError, Where, nearest_name, one_of
from clubroute.rules.kinds import BRIDGE, HEX, HEX_NUMBER, HEXSIDE
from clubroute.rules.methods import STATE, Method
from clubroute.rules.position.record import (
    Part,
    flattened,
    parts_of,
    premises,
    unknown_name,
    value_at,
)
from clubroute.rules.schema import Schema
from clubroute.rules.series import series_at
from clubroute.rules.words import names
from clubroute.rules.words.commands import Form, Slot, all_commands, example_of, vocabulary
from clubroute.rules.words.items import PART, AskedWords, Here, Item, MisfitError
from clubroute.rules.words.names import LONGEST, NUMBER, Names, key_of, names_of
from clubroute.rules.words.values import (
    MOMENTS,
    add,
    bridge_told,
    day_said,
    figures,
    is_list,
    merged,
    options_of,
    preferred,
    put,
    same_type,
    schema_at,
    steps_of,
    type_of,
    value_in,
    value_of,
)

MAP = "map"
SCENARIO = "scenario"
GROUND = (names.HEX, names.BRIDGE, names.AREA, "text")
"""Types of slots for which the map is looked at."""


def maps_of(asks: type) -> Sequence[str]:
    """The maps that a question may be about."""
    part = parts_of(asks).get(MAP)
    return part.schema().get("enum", ()) if part else ()


def leads_to(slot: Slot) -> Collection[str]:
    """The leads of words that a slot may take: none, or its own where it has one."""
    leads = {"", *vocabulary().leads.values()}
    return {"", slot.path} if slot.path in leads else leads


@dataclass(frozen=True)
class Reading:
    """One way to read a command: a form of it, about a map."""

    form: Form
    method: Method
    window: str
    here: Here

    def asked(self, words: Sequence[str]) -> AskedWords:
        """The question that words ask. :raises MisfitError: they do not fit."""
        begun = next((one for one in words if one.startswith(f"{SCENARIO}=")), "")
        told, position = begun.partition("=")[2], self.here.state or {}
        if isinstance(position, Mapping) and self.is_begun(told):
            here = replace(self.here, state={**position, SCENARIO: told})
            return replace(self, here=here).asked([one for one in words if one != begun])
        params: dict[str, Any] = {}
        words = self.whole(words)
        named = [word for word in words if "=" in word]
        items, far = self.items([word for word in words if "=" not in word])
        left = self.fill(items, params)
        left = self.tell(left, params)
        if left and not self.too_few(left, params):
            types = {self.type_of(slot) for slot in self.form.slots}
            near = self.known.near(left[0].text, types, ()) if "number" in left[0].may else None
            self.refuse(far, repr(left[0].text), self.wanted(left[0]), near)
        for word in named:
            try:
                self.name(word, params)
            except InputError as error:
                raise MisfitError(far, error) from None
            self.refuse_unknown(far, params)
        self.surround(params)
        said = self.who_stands_there(params)
        # Who said only what fits, and too little, is nearer than who said too much.
        self.start(params, far - len(left) if left else far + 1)
        return AskedWords(self.method.name, params, said)

    def whole(self, words: Sequence[str]) -> list[str]:
        """Words, each ``name=value`` with the words after it that belong to the value's name."""
        found: list[str] = []
        at = 0
        while at < len(words):
            _, is_, value = words[at].partition("=")
            more = [one for one in words[at + 1 : at + LONGEST] if "=" not in one] if is_ else []
            count, _ = self.whole_country.longest([value, *more]) if more else (1, None)
            found.append(" ".join(words[at : at + max(count, 1)]))
            at += max(count, 1)
        return found

    def position(self, words: Sequence[str]) -> Mapping[str, Any]:
        """The position with what words say of it. :raises MisfitError: they say something else."""
        params: dict[str, Any] = {}
        for word in words:
            self.name(word, params)
            other = next((name for name in params if name != STATE), None)
            if other is not None:
                parts = (schema_at(self.method, STATE) or {}).get("properties", {})
                expected = "a unit, a side, a bridge, or one of " + ", ".join(parts)
                self.refuse(0, repr(word), expected, nearest_name(other, parts))
        self.surround(params)
        told = params[STATE]
        if not isinstance(told, Mapping):
            self.refuse(0, "an open state", "a position that is said in full")
        parts_of(self.method.asks)[STATE].kind.read(told, STATE)
        return dict(told)

    def refuse(self, far: int, found: str, expected: str, near: str | None = None) -> NoReturn:
        """:raises MisfitError: always."""
        raise MisfitError(far, InputError(Where(PART), found, expected, near))

    def refuse_unknown(self, far: int, params: Mapping[str, Any]) -> None:
        """:raises MisfitError: something is told that the method does not ask for."""
        parts = parts_of(self.method.asks)
        for name in params.keys() - parts.keys():
            raise MisfitError(far, unknown_name(name, name, parts))

    def expected(self) -> str:
        """What the command takes, in words, with an example."""
        command = next((one for one in all_commands() if self.form in one.forms), None)
        forms = [self.form] if command is None else command.forms
        ways = dict.fromkeys(" ".join(map(self.shown, form.slots)) for form in forms)
        return f"{' or '.join(filter(None, ways)) or 'no more'}{self.example()}"

    def shown(self, slot: Slot) -> str:
        """A slot as it is said: ``UNIT``, ``[from HEX]``, ``HEX HEX …``."""
        if slot.literal:
            return slot.path
        name = "HEX" if slot.many and slot.type == names.HEX else slot.path.upper()
        if slot.path in vocabulary().leads.values():
            name = f"{slot.path} HEX"
        name = " ".join([name] * slot.least) + (" …" if slot.many else "")
        return f"[{name}]" if slot.optional else name

    def example(self) -> str:
        """How the method is asked, in the words of the map's series."""
        line = example_of(self.method.name, series_at(self.window).id)
        return f", as: {line}" if line else ""

    def wanted(self, item: Item) -> str:
        """What is expected where an item fits nowhere: a unit's hex, if nobody said where it is."""
        types = {self.type_of(slot) for slot in self.form.slots}
        if names.HEX in types and names.HEX not in item.may and names.BRIDGE in item.may:
            return f"a hex: it lies at {item.may[names.BRIDGE]}"
        if names.BRIDGE in types and (near := self.bridges_with(item.text)):
            return f"a bridge: {one_of(near)}"
        if names.HEX in types and names.UNIT in item.may and names.HEX not in item.may:
            if self.here.state:
                return f"a hex: the position does not say where {item.text} is"
            return f"a hex, or where it is: {item.text}=75.129, or a position (--at, --scenario)"
        return self.expected()

    def bridges_with(self, text: str) -> list[str]:
        """The names of bridges in which a text stands: a town may have several. Each once, by the
        shorter of two names."""
        key = key_of(text)
        found = {one for one in self.known.texts((names.BRIDGE,)) if key in key_of(one)}
        return sorted(one for one in found if one.removesuffix(" Bridge") not in found - {one})

    @cached_property
    def known(self) -> Names:
        """The names that can be said: the map's if the form takes any, and the units'."""
        if any(self.type_of(slot) in GROUND for slot in self.form.slots):
            return self.whole_country
        return self.with_units(names_of(self.here.context, self.window, False))

    @cached_property
    def whole_country(self) -> Names:
        """The names of the map, and the units'."""
        return self.with_units(names_of(self.here.context, self.window))

    def with_units(self, found: Names) -> Names:
        """Names, with where the units of the position stand."""
        standing = {
            key_of(call): unit.hex
            for unit in self.units
            for call in (unit.id, unit.name)
            if call and unit.hex
        }
        return replace(found, standing=standing) if standing else found

    @cached_property
    def units(self) -> Sequence[Any]:
        """The units of the position, as the method would see them; as others of its series do
        where it takes no position itself."""
        if self.here.state is None:
            return ()
        part = parts_of(self.method.asks).get(STATE) or self.state_of_others()
        if part is None or part.kind.opens is None:
            return ()
        read = part.kind.read(self.here.state, STATE)
        position = part.kind.opens(self.here.context, read, {MAP: self.window})
        return getattr(position, "units", None) or ()

    def state_of_others(self) -> Part | None:
        """How a position is said to the methods about this map that take one."""
        id_ = series_at(self.window).id
        forms = (form for one in all_commands() if one.series == id_ for form in one.forms)
        find = self.here.context.registry.find
        methods = (find(form.method, {MAP: self.window}) for form in forms)
        parts = (parts_of(method.asks)[STATE] for method in methods if method.takes_state)
        return next(parts, None)

    def items(self, words: Sequence[str]) -> tuple[list[Item], int]:
        """Words as items, and how many there are. :raises MisfitError: one that means nothing."""
        known, said = self.known, vocabulary()
        spoken = dict(self.spoken())
        found: list[Item] = []
        lead, at = "", 0
        text = [slot for slot in self.form.slots if self.type_of(slot) in ("text", "rest")]
        if text and self.type_of(text[0]) == "rest":
            return [Item(" ".join(words), {"rest": " ".join(words)})] if words else [], len(words)
        while at < len(words):
            word = words[at]
            count, named = known.longest(words[at:])
            if count < 2 and word.casefold() in said.leads:
                lead, at = said.leads[word.casefold()], at + 1
                continue
            may: dict[str, Any] = dict(named.may) if named else {}
            run, values = self.spoken_run(words[at:], spoken)
            if run > count:
                may, count = values, run
            elif run == count:
                may |= values
            if not may and word.casefold() in said.noise:
                at += 1
                continue
            count = max(count, 1)
            whole = " ".join(words[at : at + count])
            if not may and not text:
                types = {self.type_of(slot) for slot in self.form.slots}
                near = known.near(whole, types, spoken)
                near = near or known.near(" ".join(words[at : at + 2]), types, ())
                if NUMBER.fullmatch(word) and names.HEX in types:
                    hexes = f"a hex of {' or '.join(maps_of(self.method.asks) or [self.window])}"
                    self.refuse(len(found), repr(whole), hexes, near)
                self.refuse(len(found), repr(whole), self.expected(), near)
            if named:
                whole = named.text
            found.append(Item(whole, {**may, "text": whole}, lead))
            lead, at = "", at + count
        return found, len(found)

    def spoken(self) -> Iterator[tuple[str, list[tuple[str, Any]]]]:
        """The words that name a parameter's value by themselves, and each value's place."""
        found: dict[str, list[tuple[str, Any]]] = {}
        for path, schema in sorted(self.said_parts(), key=preferred):
            for option in options_of(schema):
                found.setdefault(flattened(option), []).append((path, option))
            if schema.get("type") == "boolean":
                found.setdefault(flattened(path.rpartition(".")[2]), []).append((path, True))
        yield from found.items()

    def said_parts(self) -> Iterator[tuple[str, Schema]]:
        """The parameters that can be said by their words: by path, with their schemas."""
        for part in self.method.params:
            if part.name not in (MAP, "options"):
                yield part.name, part.schema()
        for record in vocabulary().spoken:
            inner = schema_at(self.method, record) or {}
            for name, schema in inner.get("properties", {}).items():
                yield f"{record}.{name}", schema

    def spoken_run(
        self, words: Sequence[str], spoken: Mapping[str, list[tuple[str, Any]]]
    ) -> tuple[int, dict[str, Any]]:
        """How many of the first words say a parameter's value, and the values by place."""
        for count in (3, 2, 1):
            found = spoken.get(flattened(" ".join(words[:count]))) if count <= len(words) else None
            if found:
                return count, dict(found)
        if day := day_said(words[:2]):
            return 2, day
        return figures(words[0])

    def type_of(self, slot: Slot) -> str:
        """What words a slot takes."""
        if slot.type:
            return slot.type
        schema = schema_at(self.method, slot.path) or {}
        part: Part | None = parts_of(self.method.asks).get(slot.path)
        if part is not None and part.kind in (HEX, HEX_NUMBER):
            return names.HEX
        if part is not None and part.kind in (BRIDGE, HEXSIDE):
            return names.BRIDGE
        return type_of(slot.path, schema)

    def fill(self, items: Sequence[Item], params: dict[str, Any]) -> list[Item]:
        """Give the slots their items; returns those left over."""
        left = list(items)
        for slot in (one for one in self.form.slots if one.literal):
            found = next((one for one in left if one.text == slot.path), None)
            if found is None and slot.optional:
                continue
            if found is None:
                self.refuse(-1, "nothing", slot.path)
            else:
                left.remove(found)
        slots = [(slot, self.type_of(slot)) for slot in self.form.slots if not slot.literal]
        for slot, type_ in slots:
            led = [one for one in left if one.lead == slot.path.split(".")[0] and type_ in one.may]
            if led and not slot.many:
                put(params, slot.path, led[0].may[type_])
                left.remove(led[0])
        open_ = [(slot, type_) for slot, type_ in slots if value_of(params, slot.path) is None]
        for number, (slot, type_) in enumerate(open_):
            fits = [one for one in left if type_ in one.may and one.lead in leads_to(slot)]
            needs = sum(
                (other.path == slot.path or same_type(kind, type_)) and not other.optional
                for other, kind in open_[number + 1 :]
            )
            if slot.many:
                taken = fits[: len(fits) - needs] if needs else fits
                if 0 < len(taken) < slot.least:
                    taken = []
                if taken:
                    put(params, slot.path, [one.may[type_] for one in taken])
            else:
                taken = fits[:1] if not slot.optional or len(fits) > needs else []
                for one in taken:
                    alone = is_list(schema_at(self.method, slot.path) or {})
                    put(params, slot.path, [one.may[type_]] if alone else one.may[type_])
            left = [one for one in left if all(one is not other for other in taken)]
        return left

    def too_few(self, left: Sequence[Item], params: Mapping[str, Any]) -> bool:
        """Whether what is left over are some of the words a slot takes, and more are missing."""
        return any(
            slot.least > 1
            and value_of(params, slot.path) is None
            and all(self.type_of(slot) in one.may and not one.lead for one in left)
            for slot in self.form.slots
        )

    def tell(self, items: Sequence[Item], params: dict[str, Any]) -> list[Item]:
        """Tell what words mean by themselves; returns what is left over."""
        left = []
        for one in items:
            places = [path for path in one.may if self.is_said(path)]
            places += self.loose(one)
            free = next((path for path in places if value_of(params, path) is None), None)
            if free is None:
                left.append(one)
                continue
            type_ = next(t for t in (free, free.rpartition(".")[2], "number") if t in one.may)
            value = one.may[type_]
            put(params, free, [value] if is_list(schema_at(self.method, free) or {}) else value)
        return left

    def loose(self, item: Item) -> list[str]:
        """The parameters that a number, a date or a time standing by itself may be."""
        asks = parts_of(self.method.asks)
        found = [one for one in vocabulary().loose if one in asks] if "number" in item.may else []
        said = [path for path, _ in self.said_parts()] if set(MOMENTS) & set(item.may) else []
        return found + [path for path in said if path.rpartition(".")[2] in item.may]

    def is_said(self, path: str) -> bool:
        """Whether a type of an item is a parameter's place."""
        return schema_at(self.method, path) is not None

    def name(self, word: str, params: dict[str, Any]) -> None:
        """Tell a parameter by its name, ``range=6``; that of a part of one need not say of which.

        What no parameter is called may be told of the position: ``Son=destroyed``,
        ``German=66.153``, ``A/1/501=75.129``. A name that nothing has is left for the method to
        refuse, with the nearest.
        """
        path, _, text = word.partition("=")
        if path == MAP and MAP not in parts_of(self.method.asks):
            return  # it has told the series
        schema = schema_at(self.method, path)
        for record in (*vocabulary().spoken, *vocabulary().named):
            if schema is None and (found := schema_at(self.method, f"{record}.{path}")):
                path, schema = f"{record}.{path}", found
        if schema is None and self.place(path, text, params):
            return
        if path in self.hexes() and self.whole_country.find(text) is None:
            near = self.whole_country.near(text, [names.HEX], ())
            self.refuse(0, repr(text), f"a hex or a place of {self.window}", near)
        numbered = (schema or {}).get("properties", {}).get("number")
        if numbered is not None and text.isdecimal():
            path, schema = f"{path}.number", numbered
        value = value_in(text, schema or {})
        self.make_objects(path, params)
        old = value_of(params, path)
        if isinstance(old, list) and isinstance(value, list):
            value = [*old, *value]
        put(params, path, value)

    def is_begun(self, text: str) -> bool:
        """Whether a scenario that is said has a set-up: the position then begins with it. A method
        that is about a scenario takes it itself."""
        from clubroute.rules.scenarios.book import named, scenario_files

        parts = parts_of(self.method.asks)
        own = parts.get(SCENARIO)
        if own is not None and (own.required or STATE not in parts or not options_of(own.schema())):
            return False
        id_ = series_at(self.window).id
        files = scenario_files(id_)
        return named(id_, text, files) in files

    def make_objects(self, path: str, params: dict[str, Any]) -> None:
        """Begin what is on the way to a parameter and no list, though a figure names its part."""
        steps = steps_of(path)
        for at in range(1, len(steps)):
            inner = ".".join(steps[:at])
            schema = schema_at(self.method, inner)
            if schema is not None and schema.get("type") == "object":
                put(params, inner, value_of(params, inner) or {})

    def hexes(self) -> Iterator[str]:
        """The parameters that are hexes."""
        for part in self.method.params:
            if part.kind in (HEX, HEX_NUMBER):
                yield part.name

    def place(self, name: str, text: str, params: dict[str, Any]) -> bool:
        """Tell of the position where a unit, one of a side, or a marker is, or how a bridge is;
        or something else of a unit, ``Beek.ma=4``, or of a Ferry, ``A44.10/A44.11.used=3``.

        False if a name is none of these.
        """
        if STATE not in parts_of(self.method.asks):
            return False
        known = self.whole_country
        part = ""
        if known.find(name) is None and "." in name:
            name, _, part = name.rpartition(".")
        may = found.may if (found := known.find(name)) else {}
        if part and names.UNIT in may and names.BRIDGE not in may:
            told = {"name": name, part: self.of_unit(part, text)}
            put(params, STATE, merged(params.get(STATE) or {}, {"units": [told]}))
            return True
        hexes = [
            one.may.get(names.HEX, end) if (one := known.find(end)) else end
            for end in text.split("/")
        ]
        side = self.one_of("units.items.side", name)
        kind = self.one_of("markers.items.kind", name)
        if side or names.UNIT in may:
            told = {"side": side} if side else {"name": name}
            add(params, f"{STATE}.units", {**told, "hex": hexes[0]})
        elif names.BRIDGE in may and self.is_ferry(part, text):
            self.make_objects(f"{STATE}.ferries.all", params)
            at = f"{STATE}.ferries.{may[names.BRIDGE]}"
            told = {part: value_in(text, schema_at(self.method, f"{at}.{part}") or {})}
            put(params, at, (value_of(params, at) or {}) | (told if part else {}))
        elif self.is_bridge(may, part, text):
            bridges = value_of(params, f"{STATE}.bridges") or {}
            side_ = may.get(names.BRIDGE) or may[names.HEX]
            how = bridge_told(bridges.get(side_), part, text, self.of_bridges())
            put(params, f"{STATE}.bridges", {**bridges, side_: how})
        elif kind:
            told = {"hex": hexes[0], "to": hexes[1]} if len(hexes) > 1 else {"hex": hexes[0]}
            add(params, f"{STATE}.markers", {"kind": kind, **told})
        else:
            return False
        return True

    def of_bridges(self) -> Mapping[str, Schema]:
        """What the position may say of a bridge, by name; nothing if it tells of none."""
        kinds = (schema_at(self.method, f"{STATE}.bridges.any") or {}).get("anyOf", ())
        return next((kind["properties"] for kind in kinds if "properties" in kind), {})

    def is_bridge(self, may: Mapping[str, Any], part: str, text: str) -> bool:
        """Whether something is said of a bridge: by its name or hexside, or by the hex it fills."""
        fields = self.of_bridges()
        stands = options_of(next(iter(fields.values()), {}))
        filled = names.HEX in may and (part in fields if part else text in stands)
        return bool(fields) and (names.BRIDGE in may or filled)

    def is_ferry(self, part: str, text: str) -> bool:
        """Whether something said of a hexside is said of a Ferry: ``ferry``, or what one has."""
        ferry = schema_at(self.method, f"{STATE}.ferries.any") or {}
        known = ferry.get("properties", {})
        return part in known if part else bool(known) and flattened(text) == "ferry"

    def of_unit(self, name: str, text: str) -> Any:
        """The value of what a unit is said to be. :raises MisfitError: nothing is so called."""
        path = f"{STATE}.units.items"
        schema = schema_at(self.method, f"{path}.{name}")
        if schema is None:
            known = (schema_at(self.method, path) or {}).get("properties", {})
            self.refuse(0, repr(name), one_of(known), nearest_name(name, known))
        return value_in(text, schema)

    def one_of(self, path: str, word: str) -> str | None:
        """The word of a field of the position that a text is, None if it is none of them."""
        options = options_of(schema_at(self.method, f"{STATE}.{path}") or {})
        return next((one for one in options if flattened(one) == flattened(word)), None)

    def surround(self, params: dict[str, Any]) -> None:
        """Tell the map, the position and the premises of a player, where the method takes them and
        the words do not."""
        parts = parts_of(self.method.asks)
        for name, value in premises(self.method.asks).items():
            params.setdefault(name, value)
        asked = MAP in parts and (parts[MAP].required or self.here.map == self.window)
        if asked and self.window in (maps_of(self.method.asks) or (self.window,)):
            params.setdefault(MAP, self.window)
        state = self.here.state
        if isinstance(state, Mapping):
            self.date(params, state)
        self.play(params)
        if state is None:
            return
        if STATE not in parts:
            return
        told = params.get(STATE)
        if told is None:
            params[STATE] = state
        elif isinstance(told, dict) and isinstance(state, Mapping):
            params[STATE] = merged(state, told)

    def play(self, params: dict[str, Any]) -> None:
        """Tell what is played on a map that is said, if that is all there is, to a method that must
        know it or does not see the map."""
        parts = parts_of(self.method.asks)
        lost = SCENARIO in parts and (parts[SCENARIO].required or MAP not in parts)
        named, known = self.window.upper(), series_at(self.window).scenarios.values()
        if lost and self.here.map == self.window and any(named in them for them in known):
            params.setdefault(SCENARIO, named)

    def date(self, params: dict[str, Any], state: Mapping[str, Any]) -> None:
        """Tell the scenario and the turn of the position, where the method needs them or does not
        see the position. A day or time that the words say is of no other turn than they say."""
        parts = parts_of(self.method.asks)
        alone = SCENARIO in parts and (parts[SCENARIO].required or STATE not in parts)
        if alone and SCENARIO in state:
            params.setdefault(SCENARIO, state[SCENARIO])
        turn, moments = state.get("turn"), parts.keys() & set(MOMENTS)
        needed = any(parts[name].required for name in moments)
        if needed and isinstance(turn, Mapping) and moments.isdisjoint(params):
            params.update((name, turn[name]) for name in sorted(moments) if name in turn)

    def in_hex(self, hex_: Any) -> list[Any]:
        """The units that the position has in a hex."""
        return [one for one in self.units if hex_ is not None and one.hex == hex_]

    def who_stands_there(self, params: dict[str, Any]) -> tuple[str, ...]:
        """Name the unit that the words leave nameless: the only one in the hex it moves from, if
        it is what they say of it. What is taken for granted so."""
        asks, told = parts_of(self.method.asks), params.get("unit", {})
        there = self.in_hex(params.get("from")) if "unit" in asks else []
        if len(there) != 1 or not isinstance(told, Mapping) or told.keys() & {"id", "name"}:
            return ()
        (one,) = there
        if any(value_at(one, name) not in (None, value) for name, value in told.items()):
            return ()
        put(params, "unit.id" if one.id else "unit.name", one.id or one.name)
        return (f"unit {one.call}: it stands in {one.hex}",)

    def start(self, params: dict[str, Any], far: int) -> None:
        """Tell what may be left out for it follows: a unit's hex in the position.

        :raises MisfitError: something is missing.
        """
        parts = parts_of(self.method.asks)
        for slot in self.form.slots:
            if slot.literal:
                continue
            root = slot.path.split(".")[0]
            free = slot.optional or self.form.own
            if root in params or (free and not (root in parts and parts[root].required)):
                continue
            hex_ = self.standing(params) if slot.optional else None
            if hex_ is None:
                self.refuse(far, "nothing", self.missing(slot, root, params))
            params[root] = hex_

    def missing(self, slot: Slot, root: str, params: Mapping[str, Any]) -> str:
        """What is to be said for a slot that nobody filled, with an example."""
        summary = parts_of(self.method.asks)[root].summary or root
        example = self.example()
        told = f"{summary.partition(';')[0]} ({root}){example}" if example else summary
        if root == "unit" and (there := self.in_hex(params.get("from"))):
            return f"{told}; there stand {', '.join(one.call for one in there)}"
        if slot.optional and self.here.state:
            return f"{told}; the position does not tell it either"
        return told

    def standing(self, params: Mapping[str, Any]) -> str | None:
        """The hex of the question's unit: as it is said, or in the position."""
        unit = params.get("unit")
        if isinstance(unit, dict):
            if "hex" in unit:
                return str(unit["hex"])
            unit = unit.get("name")
        return self.known.standing.get(key_of(unit)) if isinstance(unit, str) else None
