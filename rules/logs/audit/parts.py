"""The parts of a log's section in the page: dice, undone steps, turns, the timeline, versions."""

from __future__ import annotations

import base64
import re
from collections import Counter, defaultdict
from collections.abc import (
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import dataclass, field

from clubroute.builder.counting import is_whole, so_many
from clubroute.builder.files.deflating import zlib_deflated
from clubroute.rules.logs.audit.elements import (
    Node,
    ascii_text,
    folded,
    node,
    table,
)
from clubroute.rules.logs.audit.summary import last_standing, place_of, saved_text
from clubroute.rules.logs.check.finding import (
    VERDICTS,
    Verdict,
    shortened,
    steps_text,
)
from clubroute.rules.logs.check.judge import Record
from clubroute.rules.logs.check.series import check_names, series_of_window

# The front of a season's page: totals, players, what is illegal in a line each, what is open.

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
    parts = re.split(r"([0-9]+)", "/".join(place_of(one.log)).casefold())
    words = tuple((not is_whole(part), int(part) if is_whole(part) else 0, part) for part in parts)
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


# Parts of a large page as packed text, which its script unpacks when one is opened or printed.

FULL = 1 << 20
"""Characters after which a pack is closed: a browser unpacks that many in some ms, and what parts
have in common is packed once. A hundred thousand made a page a tenth larger."""
BETWEEN = "\f"
"""What stands between two parts of a pack; no document may hold it."""


class Packs:
    """Gathers parts of one kind (a class of the page) into packs. Nothing else is in memory."""

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._closed = 0
        self._parts: list[str] = []
        self._size = 0

    def add(self, element: Node) -> tuple[str, int]:
        """Add a part; returns its pack's id and its place in it."""
        text = ascii_text(element)
        self._parts.append(text)
        self._size += len(text)
        return f"{self._kind}-{self._closed}", len(self._parts) - 1

    def full(self) -> Iterator[str]:
        """Yield the open pack as HTML if it is full."""
        if self._size >= FULL:
            yield from self.rest()

    def rest(self) -> Iterator[str]:
        """Yield the open pack as HTML if anything is in it, and close it."""
        if not self._parts:
            return
        packed = zlib_deflated(BETWEEN.join(self._parts).encode("ascii"))
        text = base64.b64encode(packed).decode("ascii")
        yield f'<template class="{self._kind}" id="{self._kind}-{self._closed}">{text}</template>'
        self._closed += 1
        self._parts, self._size = [], 0


def dice(record: Record) -> Node:
    """What was rolled, with the tests."""
    part = node("div", node("h3", "Dice"), class_="dice")
    if not record["dice"]:
        part.append(node("p", "no dice were rolled", class_="soft"))
    for one in record["dice"]:
        who = f", {one['player']}" if one["player"] else ""
        source = " (from the chat: can be forged)" if one["source"] == "chat" else ""
        part.append(node("p", f"{one['button']}{who}: {so_many(one['rolls'], 'roll')}{source}"))
        part.append(bars(one["counts"]))
        for test in one["tests"]:
            part.append(node("p", test_text(test), class_="test"))
        if one.get("power"):
            part.append(node("p", power_text(one["power"]), class_="soft"))
        if one.get("unknown"):
            part.append(node("p", f"no test: {one['unknown']}", class_="soft"))
    return part


def test_text(test: Record) -> str:
    """A test on one line."""
    told = f"p = {test['p']:.4f}, corrected {test['corrected']:.4f}"
    if test["test"] == "mean":
        return f"mean {test['mean']:.2f}, expected {test['expected']:.2f}: {told}"
    return f"evenly spread ({test['method']}): {told}"


def power_text(power: Record) -> str:
    """The power of a test on one line."""
    return (
        f"power: it would find out {power['against']} with chance about {power['chance']:.2f}; "
        f"about {power['rolls_needed']} rolls would be needed for 0.80"
    )


def bars(counts: Mapping[str, int]) -> Node:
    """How often each value came up, as bars."""
    most = max(counts.values(), default=0) or 1
    wide = 26
    drawn = node("svg", class_="dice", role="img", width=wide * len(counts) + 4, height=74)
    drawn.append(node("title", ", ".join(f"{value}: {n}" for value, n in counts.items())))
    for number, (value, count) in enumerate(counts.items()):
        high = round(44 * count / most, 1)
        x = 4 + number * wide
        drawn.append(
            node("rect", x=x, y=round(58 - high, 1), width=wide - 6, height=high, fill="#6b8fb5")
        )
        for y, text in ((71, value), (round(56 - high, 1), str(count))):
            label = node("text", text, x=x + 10, y=y, font_size=10, fill="currentColor")
            label.set("text-anchor", "middle")
            drawn.append(label)
    return drawn


def undos(record: Record) -> Node | None:
    """What was taken back, and dice rolled again."""
    if not record["undos"]:
        return None
    part = node("div", node("h3", "Undone"), class_="undos")
    rows = [
        [
            str(one["step"]),
            "before the log began" if one["takes_back"] is None else f"step {one['takes_back']}",
            one.get("turn", ""),
            one.get("player", ""),
        ]
        for one in record["undos"]
    ]
    part.append(table(("step", "takes back", "turn", "by"), rows))
    for one in record["rerolls"]:
        showed, then = (", ".join(map(str, one[name])) for name in ("showed", "then"))
        told = (
            f"{one['button']} showed {showed} in step {one['step']}, was taken back and rolled "
            f"again in step {one['again']}: {then}"
        )
        part.append(node("p", told, class_="reroll"))
    return part


def turns(record: Record) -> Node | None:
    """How the game stood turn by turn."""
    if not record["turns"] and not record["counted"]:
        return None
    series = series_of_window(record.get("map", ""))
    part = node("div", node("h3", f"{series.standing} by turn"), class_="turns")
    rows = [
        [one["turn"] or "before the first turn", *series.standing_row(one)]
        for one in record["turns"]
    ]
    if rows:
        part.append(table(("at the end of", *series.standing_head), rows))
    if record["turns"]:
        part.append(node("p", series.standing_line(record["turns"][-1]), class_="soft"))
    for one in record["counted"]:
        values = ", ".join(f"{name} = {value}" for name, value in one["values"].items())
        part.append(node("p", f"the players' own count, {one['turn'] or 'at first'}: {values}"))
    return part


def timeline(record: Record, brief: bool) -> Node | None:
    """Turn by turn and chit by chit what happened."""
    if not record["timeline"]:
        return None
    part = node("div", node("h3", "Timeline"), class_="timeline")
    for one in record["timeline"]:
        name = " · ".join(bit for bit in (one["turn"], one["chit"]) if bit) or "at first"
        first, last = one["steps"]
        steps = f"step {first}" if first == last else f"steps {first}–{last}"
        many = len(one["events"])
        told = f"{name}: {steps}, {many} event{'s' * (many != 1)}"
        if brief:
            part.append(node("p", told))
            continue
        events = []
        for event in one["events"]:
            line = node("li", event["text"], value=event["step"], class_=event["kind"])
            if event.get("undone"):
                line.set("class", event["kind"] + " undone")
            events.append(line)
        part.append(folded(told, node("ol", events, class_="events")))
    return part


def facts(record: Record) -> Node:
    """Players, saves, versions."""
    versions = record["versions"]
    players = [[one["id"], one["name"], one["side"]] for one in record["players"]]
    return node(
        "div",
        node("h3", "Players"),
        table(("id", "name", "side"), players) if players else node("p", "none", class_="soft"),
        node("h3", "Saved"),
        node("p", saved_text(record["saves"])),
        node("p", "VASSAL notes no time of single steps.", class_="soft"),
        node("h3", "Versions"),
        table(
            ("what", "which"),
            [
                *(
                    [name.replace("_", " "), str(value or "none")]
                    for name, value in versions.items()
                ),
                ["file", f"{record['bytes']} bytes, sha256 {record['sha256']}"],
            ],
        ),
        class_="facts",
    )
