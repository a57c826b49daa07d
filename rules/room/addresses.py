"""Addresses on a site that open what a file, a ruling or a finding of a log is about."""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from collections.abc import Callable, Mapping, Sequence
from difflib import SequenceMatcher
from hashlib import sha256
from pathlib import Path
from typing import Any, NoReturn, TypeAlias
from urllib.parse import quote, urlsplit

from clubroute.builder.errors import InputError, Where
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.schema import shown
from clubroute.rules.room.asked import LinkTold, RulingAsked, TapeSource
from clubroute.rules.room.positions import scenario_tape
from clubroute.rules.room.tapes import units_drawn
from clubroute.rules.rulings.ruling import Ruling
from clubroute.rules.saves.at import MOST_DONE, At, digest_of
from clubroute.rules.saves.position import FileCounter, saves_of
from clubroute.rules.saves.reading import SaveFile, open_save, position_at
from clubroute.rules.series import series_at, series_of
from clubroute.rules.service.faults import FaultError
from clubroute.rules.service.protocol import decode

# What differs between two lists of records, and making one of the other.
#
# Values that changed stand column by column, their rows as steps from one to the next: what
# repeats lies together, and packs well.

Record: TypeAlias = Mapping[str, Any]
Difference: TypeAlias = dict[str, Any]
"""``-``: rows of the first list that are gone. ``+``: rows of the second that are new, each with
its place. ``~``: by field, the rows where it is another, and what it is there. ``!``: by field, the
rows where it is no more. Rows count in the second list, each from the one before."""


def differences(old: Sequence[Record], new: Sequence[Record], key: Callable[[Record], str]) -> Any:
    """What differs, so that :func:`applied` makes ``new`` of ``old``; empty if nothing does.

    :param key: what a record is known by. It need not be the only one of its key.
    """
    before, after = list(map(key, old)), list(map(key, new))
    blocks = SequenceMatcher(None, before, after, autojunk=False).get_matching_blocks()
    pairs = [(b.a + i, b.b + i) for b in blocks for i in range(b.size)]
    kept_old, kept_new = {a for a, _ in pairs}, {b for _, b in pairs}
    found: Difference = {}
    if gone := [at for at in range(len(old)) if at not in kept_old]:
        found["-"] = steps(gone)
    if added := [at for at in range(len(new)) if at not in kept_new]:
        found["+"] = [steps(added), [dict(new[at]) for at in added]]
    changed: dict[str, tuple[list[int], list[Any]]] = {}
    lost: dict[str, list[int]] = {}
    for a, b in pairs:
        for field in sorted(new[b]):
            if field not in old[a] or old[a][field] != new[b][field]:
                rows, values = changed.setdefault(field, ([], []))
                rows.append(b)
                values.append(new[b][field])
        for field in sorted(set(old[a]) - set(new[b])):
            lost.setdefault(field, []).append(b)
    if changed:
        found["~"] = {one: [steps(rows), values] for one, (rows, values) in sorted(changed.items())}
    if lost:
        found["!"] = {field: steps(rows) for field, rows in sorted(lost.items())}
    return found


def applied(old: Sequence[Record], found: Record) -> list[dict[str, Any]]:
    """The second list. :raises ValueError: no difference of this list, whatever it is."""
    try:
        gone = set(rows_of(found.get("-", ())))
        if gone - set(range(len(old))):
            raise ValueError("a row that is not there")
        made = [dict(one) for at, one in enumerate(old) if at not in gone]
        places, records = found.get("+", ((), ()))
        for at, one in zip(rows_of(places), records, strict=True):
            if at > len(made):
                raise ValueError("a place that is not there")
            made.insert(at, dict(one))
        for field, (rows, values) in found.get("~", {}).items():
            for at, value in zip(rows_of(rows), values, strict=True):
                made[at][field] = value
        for field, rows in found.get("!", {}).items():
            for at in rows_of(rows):
                del made[at][field]
    except (AttributeError, IndexError, KeyError, TypeError) as error:
        raise ValueError("no difference") from error
    return made


def steps(rows: Sequence[int]) -> list[int]:
    """Growing numbers, each as its distance from the one before."""
    return [row - before for row, before in zip(rows, (0, *rows), strict=False)]


def rows_of(told: Sequence[int]) -> list[int]:
    """The numbers that distances tell. :raises ValueError: they do not grow."""
    found, at = [], 0
    for step in told:
        if type(step) is not int or step < 0:
            raise ValueError("no row")
        at += step
        found.append(at)
    return found


# A position as the fragment of an address: the scenario it is of, and what differs from it.
#
# A link comes from anybody. Its size, what it unpacks to and its depth are limited, its position
# is read as every question's, its counters by what a page draws. A digest tells whether it was
# damaged, another whether the scenario here is the one that it was made of.

FORM = "1"
"""The form of links, their first character."""
MOST_LINK = 100_000
"""Characters of a link; the largest position we have has some 5,000."""
MOST_UNPACKED = 2_000_000
"""Bytes a link unpacks to."""
DEPTH = 16
MOST_RECORDS = 5_000
"""Units and counters of a position that is made a link."""
MOST_TITLE, MOST_LINE = 200, 1000
MOST_PICTURES = 20
DRAWN = (
    *("piece", "role", "id", "name", "side", "hex", "class", "kind", "division", "formation"),
    *("column", "back", "words", "place", "pictures"),
)
"""What a page draws and tells of a counter."""
CHECKED = 6
"""Bytes of the digests: enough to see damage; nobody gains by a link that fits by chance."""
WHERE = Where("link")


def link_of(context: Context, told: LinkTold) -> str:
    """A page's position as the text of a link.

    :raises InputError: it is no position, or too large.
    """
    series_at(told.map, Where("body", part="map")).read_state(told.state)
    many = units_drawn(told.state) if told.counters is None else told.counters
    if len(many) > MOST_RECORDS or len(told.state.get("units") or ()) > MOST_RECORDS:
        raise InputError(Where("body"), "more units or counters", f"at most {MOST_RECORDS}")
    source = told.source
    scenario = source.name if source and source.kind == "scenario" else None
    first, stood, _ = base_of(context, told.map, scenario)
    counters = [drawn(one) for one in many]
    moved = differences(stood, counters, known_by)
    expected = predicted(first, stood, counters)
    state = rated(context, told) if told.ratings else dict(told.state)
    units = differences(expected.get("units") or [], state.get("units") or [], named)
    other = {k: v for k, v in state.items() if k != "units" and v != expected.get(k)}
    gone = sorted(set(expected) - set(state))
    record = {
        "s": scenario,
        "t": told.title[:MOST_TITLE],
        "n": [one[:MOST_LINE] for one in told.done[-MOST_DONE:]],
        "c": moved,
        "u": units,
        "o": other,
        "g": gone,
        "d": digest_for(told.map, state, counters),
    }
    return packed(told.map, {key: value for key, value in record.items() if value})


def rated(context: Context, told: LinkTold) -> dict[str, Any]:
    """A position that says what the owner's ratings say of its units: they travel by this alone.

    :raises InputError: the owner's table is wrong.
    """
    saves = saves_of(told.map)
    units = [{**saves.rated(context, one), **one} for one in told.state.get("units") or ()]
    return {**told.state, "units": units}


def words_of(context: Context, told: LinkTold) -> str | None:
    """The question that goes along in words that mean it; None where there is none, or no words."""
    from clubroute.rules.words.echo import spelled
    from clubroute.rules.words.grammar import Here, parse

    if told.question is None:
        return None
    method = told.question.method
    params = {k: v for k, v in told.question.params.items() if k not in ("map", "state")}
    text = " ".join((method, *spelled(params, tuple(params))))
    try:
        meant = parse(text, Here(context, told.map, told.state))
    except InputError:
        return None
    said = {k: v for k, v in meant.params.items() if k not in ("map", "state")}
    return text if (meant.method, said) == (method, params) else None


def packed(map_: str, record: Mapping[str, Any]) -> str:
    """A record as the text of a link: its form and map, a point, its digest, what it holds."""
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    # As small as can be, without zlib's own six bytes: the link has a digest of its own.
    pack = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = pack.compress(text.encode("utf-8")) + pack.flush()
    return f"{FORM}{map_}.{base64url(checked(map_, data) + data)}"


def unpacked(text: str) -> tuple[str, dict[str, Any]]:
    """The map of a link, and what it holds.

    :raises InputError: it is damaged, too large, or of another form.
    """
    if len(text) > MOST_LINK:
        raise InputError(WHERE, "a longer one", f"at most {MOST_LINK} characters")
    if text[:1] != FORM:
        found = "nothing" if not text else f"form {text[:1]!r}"
        raise InputError(WHERE, found, f"form {FORM}: a newer clubroute may read it")
    map_, _, packed_text = text[1:].partition(".")
    if series_of({"map": map_}) is None:
        damaged()
    try:
        body = packed_text.encode("ascii")
        data = base64.b64decode(body + b"=" * (-len(body) % 4), altchars=b"-_", validate=True)
    except (UnicodeEncodeError, binascii.Error):
        damaged()
    data, told = data[CHECKED:], data[:CHECKED]
    if told != checked(map_, data):
        damaged()
    opening = zlib.decompressobj(-15)  # as it was packed: no head, no sum
    try:
        made = opening.decompress(data, MOST_UNPACKED)
    except zlib.error:
        damaged()
    if opening.unconsumed_tail:
        raise InputError(WHERE, "more when unpacked", f"at most {MOST_UNPACKED} bytes")
    try:
        value = decode(made, DEPTH)
    except FaultError:
        damaged()
    if not isinstance(value, dict):
        damaged()
    return map_, value


def opened(context: Context, text: str) -> dict[str, Any]:
    """A link as a tape of one moment.

    :raises InputError: it is damaged, of another form, or its scenario is another here.
    """
    map_, record = unpacked(text)
    scenario = record.get("s")
    if not (scenario is None or isinstance(scenario, str)):
        damaged()
    first, stood, turn = base_of(context, map_, scenario)
    try:
        counters = applied(stood, record.get("c") or {})
        state: dict[str, Any] = predicted(first, stood, counters)
        if units := applied(state.get("units") or [], record.get("u") or {}):
            state["units"] = units
        state |= record.get("o") or {}
        state = {key: value for key, value in state.items() if key not in record.get("g", ())}
        done = [str(one)[:MOST_LINE] for one in (record.get("n") or [])[:MOST_DONE]]
        title = str(record.get("t") or scenario or "a position")[:MOST_TITLE]
    except (TypeError, ValueError, AttributeError):
        damaged()
    if record.get("d") != digest_for(map_, state, counters):
        found = "a position that does not come out as it was"
        raise InputError(WHERE, found, f"the {scenario or 'form'} that it was made of")
    series_at(map_, WHERE).read_state(state)
    if counters != [drawn(one) for one in counters]:
        damaged()
    kind = {"kind": "scenario", "name": scenario} if scenario else {"kind": "position"}
    return {
        "map": map_,
        "title": title,
        "source": kind,
        "scenario": state.get("scenario"),
        "first": state,
        **({"turn": turn} if turn else {}),
        "done": done,
        "counters": counters,
        "moments": [{"step": 0, "text": [f"{title}: as the link has it"]}],
        "notes": ["The position of a link (from whoever sent it)"],
    }


def damaged() -> NoReturn:
    """Refuse a link. :raises InputError: always."""
    raise InputError(WHERE, "a damaged one", "all of it, from #p= to its end") from None


def base_of(
    context: Context, map_: str, scenario: str | None
) -> tuple[dict[str, Any], list[dict[str, Any]], str]:
    """A scenario's position, its counters and its first turn, empty where none is named."""
    if scenario is None:
        return {}, [], ""
    tape = scenario_tape(context, map_, scenario)
    counters = [drawn(one) for one in tape["counters"]]
    return dict(tape["first"]), counters, tape.get("turn", "")


def drawn(counter: Mapping[str, Any]) -> dict[str, Any]:
    """What a page draws of a counter. :raises InputError: a value is none that a counter has."""
    found: dict[str, Any] = {}
    for name in DRAWN:
        value = counter.get(name)
        if value in (None, "", [], ()):
            continue
        many = value if isinstance(value, list) else [value]
        fits = isinstance(value, bool) or all(type(one) is str for one in many)
        if not fits or len(many) > MOST_PICTURES or max(map(len, map(str, many))) > MOST_LINE:
            raise InputError(Where("counters", part=name), shown(value), "what a counter says")
        if name == "pictures" and any(".." in one.split("/") for one in many):
            raise InputError(Where("counters", part=name), shown(value), "names of pictures")
        found[name] = value
    return found


def predicted(
    first: Mapping[str, Any],
    stood: Sequence[Mapping[str, Any]],
    counters: Sequence[Mapping[str, Any]],
) -> dict[str, Any]:
    """A scenario's position, with its units where their counters have gone."""
    now = {one.get("piece"): one.get("hex") for one in counters}
    went: dict[tuple[str, str], list[str | None]] = {}
    for one in stood:
        if "hex" in one:
            went.setdefault((named(one), one["hex"]), []).append(now.get(one["piece"]))
    units = []
    for unit in first.get("units") or ():
        there = went.get((named(unit), unit.get("hex", "")))
        to = there.pop(0) if there else None
        units.append({**unit, "hex": to} if to else dict(unit))
    return {**first, **({"units": units} if units else {})}


def known_by(counter: Mapping[str, Any]) -> str:
    """What a counter on the map is known by."""
    return str(counter.get("piece", ""))


def named(unit: Mapping[str, Any]) -> str:
    """What a Unit of a position is known by."""
    return str(unit.get("id") or unit.get("name") or "")


def digest_for(map_: str, state: Mapping[str, Any], counters: Sequence[Any]) -> str:
    """A short digest of a position with its counters."""
    whole = digest_of(map_, {"state": state, "counters": list(counters)})
    return base64url(sha256(whole.encode("ascii")).digest()[:CHECKED])


def checked(map_: str, data: bytes) -> bytes:
    """A short digest of what a link holds."""
    return sha256(map_.encode("ascii") + data).digest()[:CHECKED]


def base64url(data: bytes) -> str:
    """Bytes in letters that an address takes as they are."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


STATE = "state"
NO_ADDRESS = re.compile(r"[\s\x00-\x20\x7f\"'<>\\^`{|}]")
"""What no address has as it is."""


def site_address(text: str, where: Where) -> str:
    """The address of a site, without a fragment. :raises InputError: it is none."""
    expected = "the address of a site, https://…"
    if NO_ADDRESS.search(text):  # also what urlsplit would drop, or a page's markup would end with
        raise InputError(where, shown(text), f"{expected}, without blanks and quotes")
    try:
        parts = urlsplit(text)
        host, _ = parts.hostname, parts.port
    except ValueError:
        raise InputError(where, shown(text), expected) from None
    if parts.scheme not in ("http", "https") or not host:
        raise InputError(where, shown(text), expected)
    return parts._replace(fragment="").geturl()


def address(context: Context, site: str, told: LinkTold) -> str:
    """The address of a position. :raises InputError: it is none, or too large."""
    words = words_of(context, told)
    asks = f"&q={quote(words, safe='')}" if words else ""
    return f"{site}#p={link_of(context, told)}{asks}"


def of_file(at: At, title: str) -> LinkTold:
    """What a link tells of a position in a file.

    :raises InputError: it is a state whose map nobody says.
    """
    if at.found is not None:
        return of_board(at.found.map, at.found.state, at.found.counters, title)
    if at.map is None:
        raise InputError(Where(title), "a state that does not say its map", "a .clubroute file")
    done = at.file.done if at.file is not None else ()
    kind = TapeSource(kind="position")
    return LinkTold(map=at.map, state=at.state, source=kind, title=title, done=tuple(done))


def of_board(
    map_: str,
    state: Mapping[str, Any],
    counters: Sequence[FileCounter],
    title: str,
    question: RulingAsked | None = None,
) -> LinkTold:
    """What a link tells of a board that is in a file."""
    drawn = tuple(one.record() for one in counters)
    kind = TapeSource(kind="save")
    return LinkTold(
        map=map_, state=state, source=kind, title=title, counters=drawn, question=question
    )


def of_ruling(ruling: Ruling) -> LinkTold:
    """What a link tells of a ruling: its position, and what was asked.

    :raises InputError: it names no map, or has its position in a log.
    """
    map_, state = ruling.params.get("map"), ruling.params.get(STATE) or {}
    if not isinstance(map_, str) or not isinstance(state, Mapping):
        expected = "a ruling on a position of a map"
        raise InputError(Where("ruling"), f"{ruling.method} without one", expected)
    asked = RulingAsked(method=ruling.method, params=ruling.params)
    kind = TapeSource(kind="position")
    title = f"a ruling on {ruling.method}"
    return LinkTold(map=map_, state=state, source=kind, title=title, question=asked)


class FindingLinks:
    """Makes links to the positions before the findings of logs.

    :param paths: the logs by the names they have in an audit.
    """

    def __init__(self, context: Context, site: str, paths: Mapping[str, Path]) -> None:
        self.context, self.site, self.paths = context, site, paths
        self.open: tuple[str, SaveFile | None] = "", None

    def __call__(self, log: str, finding: Mapping[str, Any]) -> str | None:
        """The address for one; None where the log has no position that a site can show."""
        if log not in self.paths or not finding["steps"]:
            return None
        try:
            save = self.save(log)
            found = position_at(save, finding["steps"][0])
            series_at(found.map, Where("map"))
            title = f"{log}, before step {finding['steps'][0]}"
            told = of_board(found.map, found.state, found.counters, title, moved(finding))
            return address(self.context, self.site, told)
        except InputError:
            return None

    def save(self, log: str) -> SaveFile:
        """A log, the one read last kept open. :raises InputError: it cannot be read."""
        name, save = self.open
        if save is None or name != log:
            save = open_save(self.context, self.paths[log])
            self.open = log, save
        return save


def moved(finding: Mapping[str, Any]) -> RulingAsked | None:
    """The question whether a Unit may go the way it went; None where a finding is of no way."""
    unit, way = finding.get("unit"), list(finding.get("hexes") or ())
    if not unit or len(way) < 2:
        return None
    return RulingAsked(method="move.check", params={"unit": {"id": unit}, "path": way})
