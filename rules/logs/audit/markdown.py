"""An audit as Markdown, to be sent by e-mail: what is wrong first, no pictures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from clubroute.builder.counting import so_many
from clubroute.rules.answer.receipt_text import receipt_lines
from clubroute.rules.logs.audit.elements import clean
from clubroute.rules.logs.audit.parts import (
    PLAYERS_HEAD,
    Front,
    front_of,
    power_text,
    test_text,
)
from clubroute.rules.logs.audit.summary import (
    HEAD,
    link_findings,
    row_of,
    saved_text,
    verdict_line,
)
from clubroute.rules.logs.check.errors import remedy_lines
from clubroute.rules.logs.check.finding import VERDICTS, shortened, steps_text
from clubroute.rules.logs.check.judge import Record
from clubroute.rules.logs.check.series import check_names, series_of_window

SPECIAL = re.compile(r"([\\`*_{}\[\]#|~!@]|:(?=//)|(?<=\bwww)\.|(?<=\bWWW)\.)")
"""What is Markdown, and what makes readers of e-mail take a bare address for a link."""


def markdown_parts(summary: Sequence[Record], records: Iterable[Record]) -> Iterator[str]:
    """The text, part by part: ``summary`` and ``records`` as for a page."""
    names = [row["log"] for row in summary if not row.get("error")]
    if len(summary) != 1:
        yield f"# Audit of {len(summary)} logs\n\n"
    if len(names) > 1:
        yield "\n".join(season_lines(summary, front_of(names, records))) + "\n"
        return
    if len(summary) > 1 or not names:
        yield "| " + " | ".join(HEAD) + " |\n" + "|---" * len(HEAD) + "|\n"
        for row in summary:
            yield "| " + " | ".join(map(plain, row_of(row))) + " |\n"
        yield "\n"
        doubts = link_findings([dict(row) for row in summary])
        for one in doubts:
            yield f"- **{one['verdict']}** {plain(one['why'])}\n"
        if doubts:
            yield "\n"
    for name, record in zip(names, records, strict=True):
        yield "\n".join(log_lines(name, record)) + "\n\n"


def season_lines(summary: Sequence[Record], front: Front) -> Iterator[str]:
    """A season on at most a hundred lines; the page has the rest."""
    yield plain(front.line)
    yield ""
    yield "| " + " | ".join(PLAYERS_HEAD) + " |"
    yield "|---" * len(PLAYERS_HEAD) + "|"
    players = ["| " + " | ".join(map(plain, row)) + " |" for row in front.rows]
    yield from within(players, MOST_PLAYERS, "players")
    yield ""
    illegal = [f"- **illegal** {plain(one.line)}" for one in front.illegal]
    nothing = "nothing that was checked is illegal" if front.unjudged else "nothing is illegal"
    yield from within(illegal, MOST_LINES, "illegal") or [nothing]
    yield ""
    missed = [f"- {plain(line)}" for line in front.missed]
    yield from within(missed, MOST_OTHERS, "reasons why logs are not checked")
    unread = [f"- {plain(error_line(row))}" for row in summary if row.get("error")]
    yield from within(unread, MOST_OTHERS, "files that cannot be read")
    doubts = link_findings([dict(row) for row in summary])
    others = [f"- **{one['verdict']}** {plain(one['why'])}" for one in doubts]
    yield from within(others, MOST_OTHERS, "of how logs follow each other")


def within(lines: Sequence[str], most: int, what: str) -> list[str]:
    """Keep so many lines, and say how many more the page has."""
    left = len(lines) - most
    return [*lines[:most], *([f"- {left} more {what} in the page"] if left > 0 else [])]


MOST_PLAYERS, MOST_LINES, MOST_OTHERS = 20, 45, 10
"""Lines of each kind: together they are fewer than a hundred."""


def log_lines(name: str, record: Record) -> Iterator[str]:
    """One log."""
    yield f"## {plain(name)}"
    yield ""
    yield plain(verdict_line(record))
    for verdict in VERDICTS[:-1]:
        for one in record["findings"]:
            if one["verdict"] == verdict:
                yield from finding_lines(one)
    yield from ("", "### Dice", "")
    if not record["dice"]:
        yield "no dice were rolled"
    for one in record["dice"]:
        who = f", {one['player']}" if one["player"] else ""
        source = " (from the chat: can be forged)" if one["source"] == "chat" else ""
        counts = ", ".join(f"{value}: {count}" for value, count in one["counts"].items())
        yield plain(f"{one['button']}{who}, {so_many(one['rolls'], 'roll')}{source}: {counts}")
        yield from (f"- {plain(test_text(test))}" for test in one["tests"])
        if one.get("power"):
            yield f"- {plain(power_text(one['power']))}"
        if one.get("unknown"):
            yield f"- {plain('no test: ' + one['unknown'])}"
    if record["undos"]:
        yield from ("", "### Undone", "")
        for one in record["undos"]:
            what = "a step before the log" if one["takes_back"] is None else one["takes_back"]
            yield plain(f"- step {one['step']} takes back {what} {one.get('player', '')}".rstrip())
        for one in record["rerolls"]:
            showed, then = (", ".join(map(str, one[part])) for part in ("showed", "then"))
            yield plain(f"- {one['button']}: {showed} taken back, then {then}")
    if record["turns"]:
        series = series_of_window(record["map"])
        yield from ("", f"### {series.standing}", "")
        for one in record["turns"]:
            yield plain(f"- {one['turn'] or 'at first'}: {series.standing_line(one)}")
    yield from ("", "### Saved", "", plain(saved_text(record["saves"])), "")
    players = ", ".join(f"{one['name']} ({one['side']})" for one in record["players"])
    yield plain(f"players: {players or 'none'}")
    yield ""
    yield from (f"- {plain(note)}" for note in record["notes"])


def finding_lines(one: Record) -> Iterator[str]:
    """A finding with its receipt and ruling record."""
    who = one.get("name") or one.get("unit", "")
    way = " → ".join(shortened(one.get("hexes", ())))
    rule = f" ({one['rule']})" if one.get("rule") else ""
    about = " ".join(bit for bit in (check_names()[one["check"]], who, way) if bit)
    told = f"{about}: {one['why']}{rule}, step {steps_text(one['steps'])}"
    yield ""
    yield f"**{one['verdict']}** {plain(told)}"
    if one["verdict"] == "illegal" and one.get("receipt"):
        yield ""
        yield from ("    " + clean(line) for line in receipt_lines(one["receipt"]))
    yield from (f"- needs: {plain(need)}" for need in one.get("needs", ()))
    yield from (f"- {plain(line)}" for line in remedy_lines(one.get("remedy", {})))
    if one.get("ruling"):
        yield ""
        # Indented, so that no text in it can end the block.
        yield from ("    " + line for line in one["ruling"].splitlines())


def plain(text: str) -> str:
    """A text in which nothing is Markdown or HTML."""
    safe = clean(" ".join(text.split())).replace("&", "&amp;").replace("<", "&lt;")
    return SPECIAL.sub(r"\\\1", safe)


def error_line(row: Record) -> str:
    """Say why a file cannot be read, with its folder, which its error leaves out."""
    log, error = str(row["log"]), str(row["error"])
    bare = log.rpartition("/")[2] + ":"
    return log + error[len(bare) - 1 :] if error.startswith(bare) else f"{log}: {error}"
