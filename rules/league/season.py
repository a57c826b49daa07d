"""A league's games judged, each round by its own rules, and what the register makes of it."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from clubroute.rules.league.folder import RULES, League
from clubroute.rules.league.register import LeagueRuling
from clubroute.rules.logs.audit.examine import Settings
from clubroute.rules.logs.audit.season import ENDINGS, audit_all, jobs_of
from clubroute.rules.logs.audit.workers import WorkEngine
from clubroute.rules.logs.check.rounds import read_round
from clubroute.rules.logs.check.series import unusual

CACHE = ".cache"
STANDINGS_HEAD = ("player", "logs", "illegal", "overturned", "open", "possible", "unchecked")


@dataclass(frozen=True, slots=True)
class JudgedRound:
    """A round's rows and records, in one order."""

    name: str
    rows: Sequence[dict[str, Any]]
    records: Sequence[dict[str, Any]]

    def named(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Pair each readable log's place below the rounds with its record."""
        readable = (row for row in self.rows if not row.get("error"))
        for row, record in zip(readable, self.records, strict=True):
            yield f"{self.name}/{row['log']}", record


def judged_rounds(league: League, settings: Settings, engine: WorkEngine) -> Iterator[JudgedRound]:
    """Audit a league round by round. What was audited before is not audited again.

    :raises InputError: a round's rules do not fit.
    """
    for name in league.rounds:
        folder = league.round(name)
        told = tuple(unusual(read_round(folder / RULES)).items())
        if not any(path.suffix.lower() in ENDINGS for path in folder.rglob("*")):
            yield JudgedRound(name, (), ())
            continue
        mine = replace(settings, told=told)
        cache = league.folder / CACHE
        rows, records = audit_all(mine, jobs_of([folder]), cache, engine, None, lambda _: None)
        yield JudgedRound(name, rows, list(records()))


def standings(
    rounds: Iterable[JudgedRound], register: Sequence[LeagueRuling]
) -> Iterator[Sequence[str]]:
    """Count by player what was found; an overturned finding is no longer illegal, one whose ruling
    is open or appealed is told besides."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for one in rounds:
        for log, record in one.named():
            for player in {player["name"] for player in record["players"] if player["name"]}:
                counts[player]["logs"] += 1
            for finding in record["findings"]:
                verdict = finding["verdict"]
                ruling = next((r for r in register if r.about(log, finding)), None)
                state = ruling.state if ruling else ""
                mine = counts[finding.get("player") or "(nobody named)"]
                if verdict == "illegal" and state == "overturned":
                    verdict = "overturned"
                mine[verdict] += 1
                mine["open"] += state in ("open", "appealed")
    ordered = sorted(counts.items(), key=lambda one: (-one[1]["illegal"], one[0]))
    yield STANDINGS_HEAD
    for player, many in ordered:
        yield [player, *(str(many[name]) for name in STANDINGS_HEAD[1:])]


@dataclass(frozen=True, slots=True)
class Pseudonyms:
    """Puts a pseudonym where a player is named, in any text: chat, file names, findings."""

    names: Mapping[str, str]

    @classmethod
    def of(cls, rounds: Iterable[JudgedRound], register: Iterable[LeagueRuling] = ()) -> Pseudonyms:
        """Name who plays, rolls, speaks or rules by numbers, in the order of their names."""
        found = {entry.by for ruling in register for entry in ruling.entries}
        for one in rounds:
            for record in one.records:
                found.update(named_in(record))
        return cls({name: f"Player {n}" for n, name in enumerate(sorted(found), 1)})

    def text(self, text: str) -> str:
        """Hide the names in a text, whatever their case; the longest first."""
        for name in sorted(self.names, key=lambda one: (-len(one), one)):
            pattern = rf"(?<![^\W\d_]){re.escape(name)}(?![^\W\d_])"
            text = re.sub(pattern, self.names[name], text, flags=re.IGNORECASE)
        return text

    def everywhere(self, value: Any) -> Any:
        """Hide the names in JSON values; ruling records, which hold the log's own words under a
        seal, are left out."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, Mapping):
            return {
                self.text(key): self.everywhere(one)
                for key, one in value.items()
                if key not in ("ruling", "leaves")
            }
        if isinstance(value, (list, tuple)):
            return [self.everywhere(one) for one in value]
        return value

    def round(self, one: JudgedRound) -> JudgedRound:
        """Hide the names in a round."""
        return JudgedRound(
            self.text(one.name), self.everywhere(one.rows), self.everywhere(one.records)
        )


def named_in(record: Mapping[str, Any]) -> Iterator[str]:
    """List the names of people in a log's record: players, who rolled, who spoke."""
    people = [*record["players"], *record["findings"], *record["dice"], *record["undos"]]
    for one in people:
        for name in (one.get("name", "") if "side" in one else "", one.get("player", "")):
            if name and not OURS.fullmatch(name):
                yield name
    for chapter in record["timeline"]:
        for event in chapter["events"]:
            who, colon, _ = event["text"].partition(": ")
            if event["kind"] == "said" and colon and who:
                yield who


OURS = re.compile(r"player\d+")
"""What a nameless player is called here."""
