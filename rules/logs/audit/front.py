"""The front of a season's page: totals, players, what is illegal in a line each, what is open."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from clubroute.builder.counting import so_many
from clubroute.rules.logs.audit.summary import last_standing, place_of
from clubroute.rules.logs.check.finding import VERDICTS, Verdict, shortened, steps_text
from clubroute.rules.logs.check.judge import Record
from clubroute.rules.logs.check.series import check_names, series_of_window

PLAYERS_HEAD = ("player", *VERDICTS, "logs")
UNNAMED = "(nobody named)"
UNJUDGED = ("not checked: ", "its module cannot be read", "no hexes, no checks")
"""How the note begins that says why a log was not checked."""
MOST_OPEN = 1000
"""Findings that are open of which a front tells; the others stand with their logs."""


@dataclass(frozen=True, slots=True)
class SeasonFinding:
    """A finding of a season on one line, and where it stands: its log's number and its own."""

    log: str
    number: int
    place: int
    finding: Record

    @property
    def line(self) -> str:
        """Tell who, which Unit, where, what and why."""
        one = self.finding
        who = one.get("name") or one.get("unit", "")
        way = " → ".join(shortened(one.get("hexes", ())))
        about = " ".join(bit for bit in (check_names()[one["check"]], who, way) if bit)
        rule = f" [{one['rule']}]" if one.get("rule") else ""
        player = one.get("player") or UNNAMED
        return f"{player}: {about}: {one['why']}{rule}, {self.log} step {steps_text(one['steps'])}"


@dataclass(slots=True)
class Front:
    """Collects what a season's page begins with. Of findings that are open the first are kept."""

    totals: Counter[str] = field(default_factory=Counter)
    unjudged: Counter[str] = field(default_factory=Counter)
    players: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    illegal: list[SeasonFinding] = field(default_factory=list)
    open: dict[Verdict, list[SeasonFinding]] = field(default_factory=lambda: defaultdict(list))

    @property
    def rows(self) -> list[list[str]]:
        """List the players with the counts of what they did, the worst first."""
        ordered = sorted(
            self.players.items(),
            key=lambda one: (*(-one[1][verdict] for verdict in VERDICTS), one[0]),
        )
        return [
            [name, *(str(counts[verdict]) for verdict in VERDICTS), str(counts["logs"])]
            for name, counts in ordered
        ]

    @property
    def line(self) -> str:
        """Tell the totals."""
        told = [f"{self.totals[verdict]} {verdict}" for verdict in VERDICTS]
        logs, steps = (so_many(self.totals[f"{one}s"], one) for one in ("log", "step"))
        return f"{logs}, {steps}: {', '.join(told)}"

    @property
    def missed(self) -> list[str]:
        """Tell how many logs were not checked, and why."""
        return [
            f"{so_many(many, 'log')} not checked: {why}"
            for why, many in self.unjudged.most_common()
        ]


def front_of(names: Sequence[str], records: Iterable[Record]) -> Front:
    """Read the records of a season for its front. ``names`` are those of the logs, in order."""
    front = Front()
    for number, (name, record) in enumerate(zip(names, records, strict=True)):
        front.totals["logs"] += 1
        front.totals["steps"] += record["steps"]
        if not record["checked"]:
            front.unjudged[why_unjudged(record)] += 1
        seen = set()
        for place, one in enumerate(record["findings"]):
            verdict: Verdict = one["verdict"]
            player = one.get("player") or UNNAMED
            front.totals[verdict] += 1
            front.players[player][verdict] += 1
            seen.add(player)
            brief = {key: one[key] for key in SHOWN if key in one}
            if verdict == "illegal":
                front.illegal.append(SeasonFinding(name, number, place, brief))
            elif verdict != "legal" and len(front.open[verdict]) < MOST_OPEN:
                front.open[verdict].append(SeasonFinding(name, number, place, brief))
        for player in seen:
            front.players[player]["logs"] += 1
    for many in (front.illegal, *front.open.values()):
        many.sort(key=by_play)
    return front


def why_unjudged(record: Record) -> str:
    """Say why a log was not checked, by its notes."""
    told = [note for note in record["notes"] if note.startswith(UNJUDGED)]
    return told[0].removeprefix(UNJUDGED[0]) if told else "its notes say why"


def by_play(one: SeasonFinding) -> tuple[object, ...]:
    """Order findings as a season is played: by round, table and log (2 before 10), then by step."""
    parts = re.split(r"(\d+)", "/".join(place_of(one.log)).casefold())
    words = tuple((not part.isdigit(), int(part) if part.isdigit() else 0, part) for part in parts)
    return words, tuple(one.finding["steps"]), one.place


SHOWN = ("check", "verdict", "why", "rule", "player", "unit", "name", "hexes", "steps")


def standing_rows(names: Sequence[str], records: Iterable[Record]) -> Iterator[list[str]]:
    """Tell how each game of a season stood at last: the head, then a row a log."""
    head: Sequence[str] = ()
    many: list[list[str]] = []
    for name, record in zip(names, records, strict=True):
        series = series_of_window(record.get("map", ""))
        head = head or series.standing_head
        turn, cells = last_standing(record, series)
        players = ", ".join(sorted(one["name"] for one in record["players"]))
        counts: Mapping[str, int] = record["counts"]
        told = [str(counts.get(verdict, 0)) for verdict in VERDICTS]
        many.append([*place_of(name), players, turn, *cells, *told])
    yield ["round", "table", "log", "players", "turn", *head, *VERDICTS]
    yield from sorted(many)
