"""Addresses on a site that open what a file, a ruling or a finding of a log is about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from clubroute.builder.errors import InputError, Where
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.schema import shown
from clubroute.rules.room.asked import LinkTold, RulingAsked, TapeSource
from clubroute.rules.room.links import link_of, words_of
from clubroute.rules.rulings.ruling import Ruling
from clubroute.rules.saves.at import At
from clubroute.rules.saves.position import FileCounter
from clubroute.rules.saves.reading import SaveFile, open_save, position_at
from clubroute.rules.series import series_at

STATE = "state"


def site_address(text: str, where: Where) -> str:
    """The address of a site, without a fragment. :raises InputError: it is none."""
    try:
        parts = urlsplit(text)
    except ValueError:
        parts = None
    if parts is None or parts.scheme not in ("http", "https") or not parts.netloc:
        raise InputError(where, shown(text), "the address of a site, https://…")
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
