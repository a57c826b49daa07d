"""What the room answers, whoever carries the question: a method, a path, a query and a body bring a
status, a type and bytes.

Nothing in here knows of HTTP, starts a thread or waits: the room's server asks it in threads, and
anything else that shows the page can ask it as it likes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from clubroute.builder.errors import ClubrouteError, InputError, Where, one_line
from clubroute.builder.project import Project
from clubroute.builder.vassal.limits import SAVE_LIMITS
from clubroute.rules.asking.context import OURS, Context
from clubroute.rules.asking.methods import Nothing, on_ground
from clubroute.rules.position.record import read_record
from clubroute.rules.series import series_at
from clubroute.rules.service.faults import (
    BUSY,
    DEFAULT,
    INVALID_REQUEST,
    TIME_UP,
    FaultError,
    ServiceLimits,
)
from clubroute.rules.service.protocol import (
    Id,
    Report,
    RequestFaultError,
    answer_value,
    decode,
    encode_fault,
)

if TYPE_CHECKING:
    from clubroute.rules.owner.read import TableSpec
    from clubroute.rules.room import asked
    from clubroute.rules.room.tapes import Tapes
    from clubroute.rules.service.workers import LaneName


# What stands on a player's own counters: asked once on the page, kept in the owner's folder.

FACES = ("front", "back")


def ratings_spec(name: str) -> TableSpec:
    """The table of what stands on the counters of a map's series. :raises InputError: no map."""
    from clubroute.rules.owner.catalogue import table_spec

    return table_spec(series_at(name, Where("map")).ratings)


def ratings_record(context: Context, name: str, unit: str) -> dict[str, Any]:
    """The columns of a map's ratings, and both faces of a unit as the owner's table has them.

    :raises InputError: no such map, or the table is wrong.
    """
    from clubroute.rules.owner.tables import owner_rows

    spec = ratings_spec(name)
    rows = [one for one in owner_rows(context, spec.name) or () if one.text("unit") == unit]
    return {
        "file": str(context.owner / spec.file),
        "columns": [
            {
                "name": one.name,
                "says": one.summary,
                "kind": one.kind,
                "choices": list(one.choices) or (["yes", "no"] if one.kind == "yes_no" else []),
                "blank": one.blank,
            }
            for one in spec.columns
            if one.name not in spec.keys
        ],
        "faces": {one.text("face"): dict(one.source.cells) for one in rows},
    }


def keep_ratings(context: Context, name: str, cells: Mapping[str, str]) -> dict[str, Any]:
    """Keep one face of a unit. :raises InputError: a cell is not as it must be."""
    from clubroute.rules.owner.tables import keep_row

    if not all(one.isprintable() for one in (*cells, *cells.values())):
        raise InputError(Where("ratings"), "no cells", "a row: each a line of text")
    if not cells.get("unit") or cells.get("face") not in FACES:
        raise InputError(Where("ratings"), "no unit or face", "a unit, and front or back")
    path = keep_row(context.owner, ratings_spec(name), cells)
    return {"file": str(path)}


# How the page puts a method's sentences into a player's words: as the command line does, with the
# same patterns and names.

SCRIPT = "paths.js"
"""What the page calls it; no such file stands among the page's."""


def page_script() -> bytes:
    """The patterns of paths, and what parameters are called, as a script of the page's."""
    from clubroute.rules.words import plain
    from clubroute.rules.words.commands import vocabulary

    patterns = {
        "PATH": plain.PATH,
        "TOLD": plain.TOLD,
        "ALONE": plain.ALONE,
        "JOINED": plain.JOINED,
        "SIDE_UNNAMED": plain.SIDE_UNNAMED,
        "AT_BRIDGE": plain.AT_BRIDGE,
    }
    lines = [f"export const {name} = {regular(one)};" for name, one in patterns.items()]
    lines.append(f"export const CALLED = {json.dumps(dict(vocabulary().called))};")
    return "".join(f"{line}\n" for line in lines).encode("ascii")


def regular(pattern: re.Pattern[str]) -> str:
    """A pattern as JavaScript has it: every place, groups with its own sign."""
    return f"new RegExp({json.dumps(pattern.pattern.replace('(?P<', '(?<'))}, 'g')"


JSON, PLAIN = "application/json", "text/plain; charset=utf-8"
MODULE = ".vmod"
NOT_KEPT: Mapping[str, str] = {"content-security-policy": "sandbox", "cache-control": "no-store"}
"""What goes along with a picture of somebody else's: no browser keeps it, and opened by its own
address it is no document of this place."""
MOST_REFUSAL = 600
"""Letters of a refusal: what was found, what is expected, and at its end the nearest name."""
MOST_COUNTRIES = 16
"""Maps kept as a page needs them: ours, and a few grounds of modules."""
MOST_PARTS = 20
"""Parts of a query."""
LONE = re.compile(rb"\\u[dD][89a-fA-F]")
"""Half a character, which is no text unless the other half follows."""


class Files(Protocol):
    """The files that a page may open by their names."""

    def find(self, name: str) -> Path | None:
        """The file of that name, None if there is none to be opened."""

    def module(self, name: str) -> Path | None:
        """The file of a module of that name that the page was given to keep."""

    def opened(self) -> dict[str, Any]:
        """What the room was started with, as JSON."""


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer: its bytes, their type, and what HTTP tells beside them."""

    data: bytes
    type: str = JSON
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


Answer: TypeAlias = Callable[["Answers", Any, bytes], Reply]


@dataclass(frozen=True, slots=True)
class Door:
    """An address that is answered: ``record`` is what declares its query, the names in its path,
    and its body, unless that is ``whole``; "" where nothing is asked.

    ``lane`` is where a server works on it, ``most`` the greatest body; ``named`` is a name in the
    query that leads here and not to another door of the same address.
    """

    method: str
    path: str
    record: str
    answer: Answer
    lane: LaneName = "short"
    most: Callable[[ServiceLimits], int] = lambda _: 0
    whole: bool = False
    named: str = ""

    @property
    def asks(self) -> type:
        """The record. Questions to the methods need none: the first answer waits for no others."""
        if not self.record:
            return Nothing
        from clubroute.rules.room import asked

        found: type = getattr(asked, self.record)
        return found

    def names(self, path: str) -> dict[str, str] | None:
        """The names in a path, None if it does not lead here."""
        wanted, found = self.path.split("/"), path.split("/")
        if len(wanted) != len(found):
            return None
        pairs = list(zip(wanted, found, strict=True))
        if any(part != want for want, part in pairs if not want.startswith("{")):
            return None
        return {want[1:-1]: part for want, part in pairs if want.startswith("{")}


class Answers:
    """Answers the questions of pages.

    :param files: what a page may open by its name.
    :param report: told of every mistake of ours: where, and what was raised.
    """

    def __init__(
        self,
        context: Context,
        project: Project,
        files: Files,
        report: Report,
        limits: ServiceLimits = DEFAULT,
    ) -> None:
        self.context, self.project, self.files = context, project, files
        self.report, self.limits = report, limits
        self.countries: dict[tuple[str, str], bytes] = {}

    @cached_property
    def tapes(self) -> Tapes:
        """The files that are open."""
        from clubroute.rules.room.tapes import Tapes

        return Tapes(self.context)

    def answer(self, method: str, path: str, query: str = "", body: bytes = b"") -> Reply:
        """Answer a question. Never raises."""
        door = door_at(method, path, query)
        return door if isinstance(door, Reply) else self.through(door, path, query, body)

    def through(self, door: Door, path: str, query: str, body: bytes) -> Reply:
        """Answer what comes to a door. Never raises."""
        try:
            if len(body) > door.most(self.limits) and not door.whole:
                found = f"at most {door.most(self.limits)} bytes"
                raise InputError(Where("body"), "more", found)
            told: dict[str, Any] = query_parts(query) | (door.names(path) or {})
            if door.method == "POST" and not door.whole:
                told |= json_object(body, self.limits.depth)
            return door.answer(self, read_asked(door.asks, told), body)
        except Exception as error:
            return self.refusal(path, error)

    def refusal(self, path: str, error: Exception) -> Reply:
        """What is told in place of an answer, in one line."""
        if not isinstance(error, ClubrouteError):
            self.report(path, error)
            what = f"the room failed on this ({type(error).__name__}); please report it"
            return reply({"error": what}, 500)
        later = isinstance(error, FaultError) and error.code in (BUSY, TIME_UP)
        return reply({"error": one_line(str(error), MOST_REFUSAL)}, 503 if later else 400)

    def country(self, name: str, ground: str = "") -> bytes:
        """A map's hexes and boards as JSON.

        :param ground: whose, by the name of a module; "" for ours.
        :raises InputError: it cannot be made, or there is no such module.
        """
        from clubroute.rules.room.pictures import country_record

        here, _ = on_ground(self.context, {"ground": ground or OURS.name})
        key = name, "" if here.ground is None else here.ground.key
        if key not in self.countries:
            while len(self.countries) >= MOST_COUNTRIES:
                self.countries.pop(next(iter(self.countries)))
            self.countries[key] = json_bytes(country_record(here, self.project, name))
        return self.countries[key]

    def has_country(self, path: str) -> bool:
        """Whether a map of ours is at hand already."""
        return ((COUNTRY.names(path) or {}).get("map", ""), OURS.key) in self.countries

    def shown(self, tape: dict[str, Any]) -> Reply:
        """A tape, with the module whose ground questions about it rest on; or what is listed of a
        game without rules here."""
        if "listing" in tape:
            return reply(tape)
        from clubroute.rules.room.pictures import ground_name

        name = ground_name(self.context, tape["map"], tape["first"].get("module"))
        return reply(tape | ({"ground": name} if name else {}))

    def message(self, body: bytes) -> Any:
        """The JSON value of a message to the methods. :raises FaultError: it is none."""
        if len(body) > self.limits.message:
            size = f"at most {self.limits.message} bytes"
            raise FaultError(INVALID_REQUEST, "message", "more", size)
        return decode(body, self.limits.depth)

    def line(self, value: Any) -> bytes:
        """The line that answers a message, empty for a notification."""
        return answer_value(self.context, value, self.limits, self.report) or b""


# What follows answers one address each.


def rpc(room: Answers, _: Nothing, body: bytes) -> Reply:
    """Questions: one JSON-RPC message, or a batch."""
    try:
        return Reply(room.line(room.message(body)))
    except FaultError as fault:
        return fault_reply(fault)


def country(room: Answers, told: asked.MapAsked, _: bytes) -> Reply:
    """A map's hexes and boards."""
    return Reply(room.country(told.map, told.ground or ""))


def start(room: Answers, _: Nothing, __: bytes) -> Reply:
    """What a page begins with: the scenarios, and what the room was started with."""
    from clubroute.rules.room.positions import scenario_list

    opened = room.files.opened()
    return reply({"scenarios": scenario_list(), "opened": opened, "live": room.tapes.live_names()})


def file_tape(room: Answers, told: asked.FileAsked, _: bytes) -> Reply:
    """The position in a file of the folder, or in a live game, and what follows it."""
    live = room.tapes.live(told.file, told.after)
    if live is not None:
        return reply(live) if told.after is not None else room.shown(live)
    path = room.files.find(told.file)
    if path is None:
        raise InputError(Where("file"), repr(told.file), "a file of the folder")
    return room.shown(room.tapes.read(path))


def set_up(room: Answers, told: asked.ScenarioAsked, _: bytes) -> Reply:
    """The position of a scenario's set-up."""
    from clubroute.rules.room.positions import scenario_tape

    return room.shown(scenario_tape(room.context, told.map, told.scenario))


def dropped(room: Answers, told: asked.DroppedFile, body: bytes) -> Reply:
    """A file that was dropped on the page, as a tape; or what a module is taken for."""
    from clubroute.builder.vassal.archive import ModuleArchive, entries_of

    name = file_name(told.name)
    if len(body) > SAVE_LIMITS.total:
        expected = f"at most {SAVE_LIMITS.total} bytes"
        raise InputError(Where(name), "a larger file", expected)
    if not name.lower().endswith(MODULE):
        return room.shown(room.tapes.take(body, name))
    path = room.files.module(name)
    if path is None:
        return reply(
            room.tapes.take_module(ModuleArchive(entries_of(body, Where(name)), Where(name)))
        )
    from clubroute.rules.room.own_module import module_taken, outline_of

    own = module_taken(room.context, path)
    return reply({"own_module": own} if own else room.tapes.take_module(outline_of(path)))


def file_name(text: str) -> str:
    """The name of a file that was dropped, without a folder."""
    from urllib.parse import unquote

    return Path(unquote(text)).name or "dropped"


def moment(room: Answers, told: asked.MomentAsked, _: bytes) -> Reply:
    """The position at a step of a file that is open."""
    return reply(room.tapes.state(told.digest, told.step))


def position(_: Answers, told: asked.PositionTold, __: bytes) -> Reply:
    """A page's position as a file to send."""
    from clubroute.rules.room.tapes import position_text

    return Reply(position_text(told).encode("utf-8"))


def link(room: Answers, told: asked.LinkTold, _: bytes) -> Reply:
    """A page's position as the text of a link."""
    from clubroute.rules.room.addresses import link_of, words_of

    return reply({"link": link_of(room.context, told), "words": words_of(room.context, told)})


def linked(room: Answers, told: asked.LinkAsked, _: bytes) -> Reply:
    """The position of a link, as a tape."""
    from clubroute.rules.room.addresses import opened

    return room.shown(opened(room.context, told.link))


def saved(room: Answers, told: asked.GameTold, _: bytes) -> Reply:
    """A page's position as a saved game of VASSAL."""
    from clubroute.rules.room.tapes import left_out_header, saved_game

    data, lines = saved_game(room.context, room.tapes, told)
    return Reply(data, "application/zip", headers=left_out_header(lines))


def ratings(room: Answers, told: asked.UnitAsked, _: bytes) -> Reply:
    """What the owner has said of a counter."""
    return reply(ratings_record(room.context, told.map, told.unit))


def ratings_told(room: Answers, told: asked.RatingsTold, _: bytes) -> Reply:
    """What the owner says of a counter now."""
    return reply(keep_ratings(room.context, told.map, told.cells))


def ruling(room: Answers, told: asked.RulingAsked, _: bytes) -> Reply:
    """An answer as a record that ``clubroute verify`` asks again."""
    from clubroute.rules.rulings.asking import rule

    text = rule(room.context, told.method, told.params).text()
    return Reply(text.encode("utf-8"), PLAIN)


def own_modules_of(room: Answers, told: asked.MapAsked, _: bytes) -> Reply:
    """The modules of the owner with boards of a map."""
    from clubroute.rules.room.own_module import modules_with_boards

    return reply(modules_with_boards(room.context, told.map))


def own_module(room: Answers, told: asked.OwnModuleAsked, _: bytes) -> Reply:
    """The boards and counters of a module."""
    from clubroute.rules.room.own_module import shown_module

    return reply(shown_module(room.context, room.project, told.map, told.id))


def own_picture(room: Answers, told: asked.OwnPictureAsked, _: bytes) -> Reply:
    """A picture of a module. No browser is to keep it."""
    from clubroute.rules.room.own_module import module_picture

    data, kind = module_picture(room.context, told.map, told.id, told.name)
    return Reply(data, kind, headers=NOT_KEPT)


def words(room: Answers, told: asked.WordsAsked, _: bytes) -> Reply:
    """A command in words as a method and its parameters; or what may follow it."""
    from clubroute.rules.words.follow import understood
    from clubroute.rules.words.grammar import Here, words_of
    from clubroute.rules.words.items import AskedWords
    from clubroute.rules.words.phrasing import RULES, look_up
    from clubroute.rules.words.plain import FEW_CLAUSES, in_plain_words
    from clubroute.rules.words.sentence import parse
    from clubroute.rules.words.shell import complete

    here, text = Here(room.context, told.map, told.state), told.text
    if told.complete:
        found = complete(text, here)
        return reply([[text[: one.start] + one.text, one.what] for one in found])
    last = told.before or {"method": "", "spelled": (), "window": ""}
    before = looked = None
    if last["method"]:
        spelled = tuple(last["spelled"])
        before = AskedWords(last["method"], {}, spelled=spelled, window=last["window"])
    if last.get("looked"):
        looked = AskedWords(RULES, {"about": last["looked"]}, near=bool(last.get("near")))
    with in_plain_words():
        line = words_of(text)
        goes_on = line and (before or looked)
        meant = understood(before, line, here, looked) if goes_on else parse(text, here)
    kept = {"method": meant.method, "spelled": meant.spelled, "window": meant.window}
    looked_up = {"looked": meant.params.get("about"), "near": meant.near}
    went = {**last, **looked_up} if meant.is_look_up else kept
    rules = look_up(meant.rules, meant.window or None, here) if meant.rules else None
    told_all = {"method": meant.method, "params": meant.params, "said": meant.notes}
    more = rules and {**rules.params, "most": FEW_CLAUSES}
    return reply({**told_all, "before": went, "rules": more})


def declared(room: Answers, told: asked.MethodAsked, _: bytes) -> Reply:
    """A method as it is declared for a map: its summary and parameters."""
    from clubroute.rules.service.openrpc import method_record

    record = method_record(
        room.context.registry.find(told.name, {"map": told.map} if told.map else {})
    )
    return reply({key: record[key] for key in ("name", "summary", "params")})


def message_size(limits: ServiceLimits) -> int:
    """Bytes of a question."""
    return limits.message


def answer_size(limits: ServiceLimits) -> int:
    """Bytes of a position that is to be written: as large as an answer may be."""
    return limits.answer


def file_size(_: ServiceLimits) -> int:
    """Bytes of a file."""
    return SAVE_LIMITS.total


RPC = Door("POST", "/rpc", "", rpc, most=message_size, whole=True)
COUNTRY = Door("GET", "/maps/{map}", "MapAsked", country, "files")
DOORS = (
    RPC,
    COUNTRY,
    Door("GET", "/start", "", start),
    Door("GET", "/tape", "FileAsked", file_tape, "files", named="file"),
    Door("GET", "/tape", "ScenarioAsked", set_up),
    Door("POST", "/tape", "DroppedFile", dropped, "files", file_size, whole=True),
    Door("GET", "/state", "MomentAsked", moment),
    Door("POST", "/clubroute", "PositionTold", position, most=answer_size),
    Door("POST", "/vsav", "GameTold", saved, "files", answer_size),
    Door("POST", "/link", "LinkTold", link, most=answer_size),
    Door("POST", "/linked", "LinkAsked", linked, most=message_size),
    Door("GET", "/ratings", "UnitAsked", ratings),
    Door("POST", "/ratings", "RatingsTold", ratings_told, "files", message_size),
    Door("POST", "/ruling", "RulingAsked", ruling, most=message_size),
    Door("POST", "/words", "WordsAsked", words, most=message_size),
    Door("GET", "/methods/{name}", "MethodAsked", declared),
    Door("GET", "/maps/{map}/own", "MapAsked", own_modules_of),
    Door("GET", "/maps/{map}/own/{id}", "OwnModuleAsked", own_module, "files"),
    Door("GET", "/maps/{map}/own/{id}/picture", "OwnPictureAsked", own_picture, "files"),
)


def door_at(method: str, path: str, query: str) -> Door | Reply:
    """The door a request leads to; a refusal where there is none."""
    here = [door for door in DOORS if door.names(path) is not None]
    for door in here:
        if door.method == method and (not door.named or f"{door.named}=" in query):
            return door
    return Reply(b"Method Not Allowed", PLAIN, 405) if here else Reply(b"Not Found", PLAIN, 404)


def read_asked(asks: type, told: Mapping[str, Any]) -> Any:
    """What is asked for, as declared. :raises InputError: it does not fit; names the part."""
    try:
        return read_record(asks, told, "")
    except InputError as error:
        where = Where(error.where.part or "body")
        raise InputError(where, error.found, error.expected, error.nearest) from None


def query_parts(query: str) -> dict[str, str]:
    """A query's parts by their names. :raises InputError: there are too many."""
    if not query:
        return {}
    from urllib.parse import parse_qsl

    try:
        return dict(parse_qsl(query, keep_blank_values=True, max_num_fields=MOST_PARTS))
    except ValueError:
        raise InputError(Where("query"), "more parts", f"at most {MOST_PARTS}") from None


def json_object(body: bytes, depth: int) -> dict[str, Any]:
    """The object a body is. :raises InputError: it is none. :raises FaultError: it is no JSON."""
    value = decode(body or b"{}", depth)
    if not isinstance(value, dict):
        raise InputError(Where("body"), type(value).__name__, "a JSON object")
    if LONE.search(body):
        try:
            json_bytes(value)
        except UnicodeEncodeError:
            raise InputError(Where("body"), "half a character", "text") from None
    return value


def fault_reply(fault: FaultError, id_: Id = None) -> Reply:
    """What the methods tell of a message, or of the request under an id, that has no answer."""
    return Reply(encode_fault(fault.id if isinstance(fault, RequestFaultError) else id_, fault))


def reply(value: Any, status: int = 200) -> Reply:
    """A value as an answer."""
    return Reply(json_bytes(value), status=status)


def json_bytes(value: Any) -> bytes:
    """A value as JSON in UTF-8."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
