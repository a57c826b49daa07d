"""The folder of a league: ``league.toml``, a folder of ``rounds`` with their games, the rulings.

Nothing in it has a date: the folder is meant to be kept under version control, which has them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from clubroute.builder.atomic import write_bytes
from clubroute.builder.errors import InputError, Where, nearest_name, one_of
from clubroute.builder.sources.tables import read_toml
from clubroute.rules.logs.check.rounds import read_round
from clubroute.rules.logs.container import LOG_LIMITS, read_bytes
from clubroute.rules.logs.privacy import bare_name
from clubroute.rules.logs.read import log_of

HEAD = "league.toml"
ROUNDS = "rounds"
RULES = "round.toml"


@dataclass(frozen=True, slots=True)
class League:
    """A league: where it lies, and what it is called."""

    folder: Path
    title: str

    @property
    def rounds(self) -> list[str]:
        """List the names of the rounds, in order."""
        inside = self.folder / ROUNDS
        return sorted(path.name for path in inside.glob("*") if (path / RULES).is_file())

    @property
    def logs(self) -> list[str]:
        """List the logs by their places below the rounds, in order."""
        inside = self.folder / ROUNDS
        return sorted(path.relative_to(inside).as_posix() for path in inside.rglob("*.vlog"))

    def round(self, name: str) -> Path:
        """Find the folder of a round. :raises InputError: there is none of that name."""
        if name not in self.rounds:
            near = nearest_name(name, self.rounds)
            expected = one_of(self.rounds) if self.rounds else "a round: clubroute league add"
            raise InputError(Where("round"), repr(name), expected, near)
        return self.folder / ROUNDS / name


def open_league(folder: Path) -> League:
    """Open a league's folder. :raises InputError: it is none."""
    path = folder / HEAD
    if not path.is_file():
        raise InputError(Where.of(folder), f"no {HEAD}", "a league's folder: clubroute league new")
    title = read_toml(path).get("title")
    if not isinstance(title, str) or not title.strip():
        raise InputError(Where(str(path), part="title"), repr(title), "what the league is called")
    return League(folder, title)


def new_league(folder: Path, title: str) -> League:
    """Begin a league. :raises InputError: one is there already, or it cannot be written."""
    path = folder / HEAD
    if path.exists():
        raise InputError(Where.of(path), "a league", "a folder without one")
    write_bytes(path, f"title = {quoted(title)}\n".encode())
    return League(folder, title)


def add_games(
    league: League, name: str, logs: list[Path], table: str, rules: Path | None
) -> list[Path]:
    """Take logs into a round, which begins with its first ones, by ``rules`` (a round.toml).

    All are read before any is taken. :raises InputError: one is no log or is there already and
    differs, or the rules do not fit.
    """
    home = league.folder / ROUNDS / plain_name(name, "round")
    text = f"title = {quoted(f'{league.title}, {name}')}\n".encode()
    if rules is not None:
        read_round(rules)
        text = rules.read_bytes()
    place = home / plain_name(table, "table") if table else home
    found: list[tuple[Path, bytes]] = []
    for path in logs:
        data = read_bytes(path, LOG_LIMITS.total)
        log_of(data, Where.of(path))
        target = place / bare_name(path.name)
        if target.exists() and target.read_bytes() != data:
            raise InputError(Where.of(target), "another log of that name", "a name of its own")
        found.append((target, data))
    if not (home / RULES).is_file() or rules is not None:
        write_bytes(home / RULES, text)
    for target, data in found:
        write_bytes(target, data)
    return [target for target, _ in found]


def plain_name(name: str, what: str) -> str:
    """Take the name of a folder. :raises InputError: it is none."""
    if name != bare_name(name) or not name.strip(". ") or set(name) & set('/\\:*?"<>|'):
        raise InputError(Where(what), repr(name), "a name of a folder, without / and :")
    return name


def quoted(text: str) -> str:
    """Write a text as TOML has it."""
    return json.dumps(text, ensure_ascii=False)
