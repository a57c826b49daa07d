"""A position as the fragment of an address: the scenario it is of, and what differs from it.

A link comes from anybody. Its size, what it unpacks to and its depth are limited, its position is
read as every question's, its counters by what a page draws. A digest tells whether it was damaged,
another whether the scenario here is the one that it was made of.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, NoReturn

from clubroute.builder.errors import InputError, Where
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.schema import shown
from clubroute.rules.room.asked import LinkTold
from clubroute.rules.room.differences import applied, differences
from clubroute.rules.room.positions import scenario_tape
from clubroute.rules.room.tapes import units_drawn
from clubroute.rules.saves.file import MOST_DONE, digest_of
from clubroute.rules.saves.series import saves_of
from clubroute.rules.series import series_at, series_of
from clubroute.rules.service.faults import FaultError
from clubroute.rules.service.protocol import decode

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
    first, stood = base_of(context, told.map, scenario)
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
    first, stood = base_of(context, map_, scenario)
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
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """A scenario's position and its counters, empty where none is named."""
    if scenario is None:
        return {}, []
    tape = scenario_tape(context, map_, scenario)
    counters = [drawn(one) for one in tape["counters"]]
    return dict(tape["first"]), counters


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
