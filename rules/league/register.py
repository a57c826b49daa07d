"""The register of rulings: a text file each, with every state it was in, by whom and why."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clubroute.builder.errors import (
    InputError,
    Where,
    nearest_name,
    one_of,
)
from clubroute.builder.files.atomic import TEMPORARY, not_staged
from clubroute.builder.files.staging import (
    Content,
    Say,
    Staging,
    silent,
    staging,
)
from clubroute.builder.sources.tables import read_toml
from clubroute.rules.logs.check.rounds import read_round
from clubroute.rules.logs.container import LOG_LIMITS, read_bytes
from clubroute.rules.logs.privacy import bare_name
from clubroute.rules.logs.read import log_of

# The folder of a league: ``league.toml``, a folder of ``rounds`` with their games, the rulings.
#
# Nothing in it has a date: the folder is meant to be kept under version control, which has them.

HEAD = "league.toml"
ROUNDS = "rounds"
RULES = "round.toml"
WRITING = "league"
"""What only one command at a time does in a league."""
LINES = "\n\t"
"""Control characters that a text may have."""


@dataclass(frozen=True, slots=True)
class League:
    """A league: where it lies, and what it is called."""

    folder: Path
    title: str

    @property
    def rounds(self) -> list[str]:
        """List the names of the rounds, in order."""
        inside = self.folder / ROUNDS
        found = not_staged(inside.glob("*"), inside)
        return sorted(path.name for path in found if (path / RULES).is_file())

    @property
    def logs(self) -> list[str]:
        """List the logs by their places below the rounds, in order."""
        inside = self.folder / ROUNDS
        found = not_staged(inside.rglob("*.vlog"), inside)
        return sorted(path.relative_to(inside).as_posix() for path in found)

    def round(self, name: str) -> Path:
        """Find the folder of a round. :raises InputError: there is none of that name."""
        if name not in self.rounds:
            near = nearest_name(name, self.rounds)
            expected = one_of(self.rounds) if self.rounds else "a round: clubroute league add"
            raise InputError(Where("round"), repr(name), expected, near)
        return self.folder / ROUNDS / name


@contextmanager
def changing(folder: Path, say: Say) -> Iterator[Staging]:
    """Let one command at a time change a league; what a killed one left is seen to first.

    :raises InputError: the folder cannot be written.
    """
    with staging(folder, WRITING, say) as place:
        yield place


def open_league(folder: Path, say: Say = silent) -> League:
    """Open a league's folder. :raises InputError: it is none."""
    path = folder / HEAD
    if (folder / f"{TEMPORARY}{WRITING}").is_dir():
        with changing(folder, say):  # a command was killed here, or is at work
            pass
    if not path.is_file():
        raise InputError(Where.of(folder), f"no {HEAD}", "a league's folder: clubroute league new")
    title = read_toml(path).get("title")
    if not isinstance(title, str) or not title.strip():
        raise InputError(Where(str(path), part="title"), repr(title), "what the league is called")
    return League(folder, title)


def new_league(folder: Path, title: str, say: Say = silent) -> League:
    """Begin a league. :raises InputError: one is there already, or it cannot be written."""
    path = folder / HEAD
    text = f"title = {quoted(title, 'title')}\n".encode()
    with changing(folder, say) as place:
        if path.exists() and not (place.finished and place.holds({path: text})):
            raise InputError(Where.of(path), "a league", "a folder without one")
        place.put({path: text})
    return League(folder, title)


def add_games(
    league: League, name: str, logs: list[Path], table: str, rules: Path | None, say: Say = silent
) -> list[Path]:
    """Take logs into a round, which begins with its first ones, by ``rules`` (a round.toml).

    All are read before any is taken. :raises InputError: one is no log, or another of its name is
    there already or among them, or the rules do not fit.
    """
    home = league.folder / ROUNDS / plain_name(name, "round")
    text = f"title = {quoted(f'{league.title}, {name}', 'title')}\n".encode()
    if rules is not None:
        read_round(rules)
        text = rules.read_bytes()
    place = home / plain_name(table, "table") if table else home
    taken: dict[str, tuple[Path, bytes]] = {}
    for path in logs:
        data = read_bytes(path, LOG_LIMITS.total)
        log_of(data, Where.of(path))
        target = place / plain_text(bare_name(path.name), "log")
        # Some systems take names that differ in capitals for one.
        same = taken.setdefault(target.name.casefold(), (target, data))
        if same != (target, data):
            found = f"another log called {target.name}"
            raise InputError(Where.of(path), found, "names that differ, or a --table for each")
    with changing(league.folder, say) as staged:
        made: dict[Path, bytes] = {}
        if not (home / RULES).is_file() or rules is not None:
            made[home / RULES] = text
        for target, data in taken.values():
            if target.exists() and target.read_bytes() != data:
                raise InputError(Where.of(target), "another log of that name", "a name of its own")
            made[target] = data
        staged.put(in_one(home, made))
    return [target for target, _ in taken.values()]


def in_one(folder: Path, files: Mapping[Path, bytes]) -> Mapping[Path, Content]:
    """Write files as the folder they lie in, which gets its name in one step, if it is new."""
    if folder.exists():
        return files
    return {folder: {path.relative_to(folder).as_posix(): files[path] for path in files}}


def plain_name(name: str, what: str) -> str:
    """Take the name of a folder. :raises InputError: it is none."""
    plain_text(name, what)
    if (
        name != bare_name(name)
        or not name.strip(". ")
        or name.startswith(TEMPORARY)
        or set(name) & set('/\\:*?"<>|\n\t')
    ):
        raise InputError(Where(what), repr(name), "a name of a folder, without / and :")
    return name


def plain_text(text: str, what: str) -> str:
    """Take a text as a file can keep it.

    :raises InputError: it has control characters, or bytes that are no UTF-8.
    """
    for letter in text:
        if unicodedata.category(letter) in ("Cc", "Cs") and letter not in LINES:
            found = f"{text!r}, with the character U+{ord(letter):04X}"
            raise InputError(Where(what), found, "a text in UTF-8 without control characters")
    return text


def quoted(text: str, what: str) -> str:
    """Write a text as TOML has it; ``what`` it is. :raises InputError: no TOML can have it."""
    return json.dumps(plain_text(text, what), ensure_ascii=False)


RULINGS = "rulings"
STATES = ("open", "upheld", "appealed", "overturned")
NEXT: Mapping[str, tuple[str, ...]] = {
    "": ("open", "upheld", "overturned"),
    "open": ("upheld", "overturned"),
    "upheld": ("appealed",),
    "overturned": ("appealed",),
    "appealed": ("upheld", "overturned"),
}
"""Which states may follow which."""
NUMBER = re.compile(r"([0-9]{4})\.toml")
ABOUT = ("log", "step", "unit", "check")


@dataclass(frozen=True, slots=True)
class RulingEntry:
    """A state a ruling came into."""

    state: str
    by: str
    why: str


@dataclass(frozen=True, slots=True)
class LeagueRuling:
    """A ruling on a finding: its log (its place below the rounds), first step, Unit and check."""

    number: int
    log: str
    step: int
    unit: str
    check: str
    entries: tuple[RulingEntry, ...]

    @property
    def state(self) -> str:
        """Return the state it is in."""
        return self.entries[-1].state if self.entries else ""

    @property
    def history(self) -> str:
        """Tell every state it was in, by whom and why."""
        told = "; ".join(f"{one.state} by {one.by}: {one.why}" for one in self.entries)
        return f"ruling {self.number}: {told}"

    def about(self, log: str, finding: Mapping[str, Any]) -> bool:
        """Tell whether it is about a finding of a log."""
        return (self.log, self.step, self.unit, self.check) == (
            log,
            finding["steps"][0] if finding["steps"] else 0,
            finding.get("unit", ""),
            finding["check"],
        )

    def text(self) -> str:
        """Write its file."""
        lines = [
            f"log = {quoted(self.log, 'log')}",
            f"step = {self.step}",
            f"unit = {quoted(self.unit, 'unit')}",
            f"check = {quoted(self.check, 'check')}",
        ]
        for one in self.entries:
            lines += [
                "",
                "[[entry]]",
                f"state = {quoted(one.state, 'state')}",
                f"by = {quoted(one.by, 'by')}",
                f"why = {quoted(one.why, 'why')}",
            ]
        return "\n".join(lines) + "\n"

    def next(self, entry: RulingEntry) -> LeagueRuling:
        """Bring it into another state. :raises InputError: that cannot follow."""
        allowed = NEXT[self.state]
        if entry.state not in allowed:
            found = f"{entry.state} after {self.state or 'nothing'}"
            raise InputError(Where(f"ruling {self.number}"), found, one_of(allowed))
        entries = (*self.entries, entry)
        return LeagueRuling(self.number, self.log, self.step, self.unit, self.check, entries)


def read_register(league: League) -> list[LeagueRuling]:
    """Read all rulings of a league, in order. :raises InputError: a file of one is wrong."""
    folder = league.folder / RULINGS
    return [read_ruling(path) for path in sorted(not_staged(folder.glob("*.toml"), folder))]


def read_ruling(path: Path) -> LeagueRuling:
    """Read a ruling's file. :raises InputError: something in it does not fit."""
    match = NUMBER.fullmatch(path.name)
    if match is None:
        raise InputError(Where.of(path), path.name, "a name as 0001.toml")
    values = read_toml(path)
    for name in ABOUT:
        kind = int if name == "step" else str
        if not isinstance(values.get(name), kind):
            expected = "a step" if name == "step" else "a text"
            raise InputError(Where(str(path), part=name), repr(values.get(name)), expected)
    log, step, unit, check = (values[name] for name in ABOUT)
    found = LeagueRuling(int(match[1]), log, step, unit, check, ())
    entries = values.get("entry", [])
    if not isinstance(entries, list) or not entries:
        raise InputError(Where(str(path), part="entry"), repr(entries), "an [[entry]] with a state")
    for entry in entries:
        for name in ("state", "by", "why"):
            if not isinstance(entry.get(name), str) or not entry[name].strip():
                raise InputError(Where(str(path), part=name), repr(entry.get(name)), "a text")
        if entry["state"] not in STATES:
            where = Where(str(path), part="state")
            raise InputError(where, repr(entry["state"]), one_of(STATES))
        found = found.next(RulingEntry(entry["state"], entry["by"], entry["why"]))
    return found


def log_in(league: League, log: str) -> str:
    """Take a log of a league by its place below the rounds. :raises InputError: there is none."""
    if log not in league.logs:
        expected = "a log of the league: round/name.vlog"
        raise InputError(Where("--log"), repr(log), expected, nearest_name(log, league.logs))
    return log


def rule_anew(
    league: League, about: tuple[str, int, str, str], entry: RulingEntry, say: Say = silent
) -> Path:
    """Rule on a finding, by the next number; the ruling's file.

    :param about: the finding's log, first step, Unit and check.
    :raises InputError: it is about no log of the league, or cannot be written.
    """
    with changing(league.folder, say) as place:
        log_in(league, about[0])
        last = max((one.number for one in read_register(league)), default=0)
        return write_ruling(league, LeagueRuling(last + 1, *about, ()).next(entry), place)


def rule_on(league: League, number: int, entry: RulingEntry, say: Say = silent) -> Path:
    """Bring a ruling into another state; its file.

    :raises InputError: there is none of that number, or the state cannot follow.
    """
    with changing(league.folder, say) as place:
        return write_ruling(league, ruling_numbered(league, number).next(entry), place)


def write_ruling(league: League, ruling: LeagueRuling, place: Staging) -> Path:
    """Write a ruling's file. :raises InputError: it cannot be written."""
    path = league.folder / RULINGS / f"{ruling.number:04}.toml"
    place.put({path: ruling.text().encode("utf-8")})
    return path


def ruling_numbered(league: League, number: int) -> LeagueRuling:
    """Find a ruling by its number. :raises InputError: there is none."""
    found = {one.number: one for one in read_register(league)}
    if number not in found:
        raise InputError(Where("ruling"), str(number), one_of(map(str, found)) or "a ruling")
    return found[number]
