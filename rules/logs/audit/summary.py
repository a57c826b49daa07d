"""A row for each audited file, worst first, and times in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, TypeAlias

from clubroute.builder.counting import so_many
from clubroute.rules.logs.audit.chance import ALPHA
from clubroute.rules.logs.audit.dice import remarkable
from clubroute.rules.logs.check.finding import VERDICTS
from clubroute.rules.logs.check.judge import JudgedSeries

Record: TypeAlias = Mapping[str, Any]

HEAD = ("log", *VERDICTS, "moves", "undone", "dice", "saved", "follows", "note")
MOST_MS = 253402300799999
"""The last millisecond of the year 9999."""


def summary_of(record: Record) -> dict[str, Any]:
    """What the table of many logs needs of one."""
    counts = record["counts"]
    return {
        "log": record["log"],
        "sha256": record["sha256"],
        "checked": record["checked"],
        "counts": {verdict: counts.get(verdict, 0) for verdict in VERDICTS},
        "steps": record["steps"],
        "moves": record["moves"],
        "undos": len(record["undos"]),
        "rerolls": len(record["rerolls"]),
        "dice": dice_word(record["dice"]),
        "p": min((t["p"] for one in record["dice"] for t in one["tests"]), default=None),
        "tests": sum(len(one["tests"]) for one in record["dice"]),
        "module": record["versions"].get("module", ""),
        "players": sorted(one["name"] for one in record["players"]),
        "saved_ms": record["saves"].get("saved_ms"),
        "positions": record["positions"],
        "damaged": any(note.startswith("read up to the damage") for note in record["notes"]),
    }


def unreadable(name: str, error: str) -> dict[str, Any]:
    """The row of a file that could not be audited, with the one line that says why."""
    return {"log": name, "error": error}


def dice_word(records: Iterable[Record]) -> str:
    """What the dice of a log come to."""
    many = list(records)
    if not many:
        return "none"
    if remarkable(many):
        return "remarkable"
    return "plain" if any(one["tests"] for one in many) else "too few"


def worst_first(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows in the order of a report: unreadable files, then by what was found."""

    def rank(row: Record) -> tuple[Any, ...]:
        if row.get("error"):
            return (0, row["log"])
        counts = row["counts"]
        found = [-counts[verdict] for verdict in VERDICTS[:-1]]
        return (1, *found, -row["rerolls"], row["log"], row["sha256"])

    return sorted(rows, key=rank)


def with_dice(rows: list[dict[str, Any]]) -> None:
    """Judge the dice of many logs together: of so many tests some are remarkable by luck."""
    tests = sum(row.get("tests", 0) for row in rows)
    for row in rows:
        # Bonferroni: of all tests together one in twenty may be remarkable by luck.
        if row.get("dice") == "remarkable" and row["p"] * tests >= ALPHA:
            row["dice"] = f"plain among {tests} tests"


def row_of(row: Record) -> list[str]:
    """The cells of a row, as in ``HEAD``."""
    if row.get("error"):
        return [row["log"], *[""] * (len(HEAD) - 2), row["error"]]
    undone = str(row["undos"])
    if row["rerolls"]:
        undone += f" ({row['rerolls']} re-rolled)"
    notes = [] if row["checked"] else ["not checked"]
    notes += ["damaged"] if row["damaged"] else []
    return [
        row["log"],
        *(str(row["counts"][verdict]) for verdict in VERDICTS),
        str(row["moves"]),
        undone,
        row["dice"],
        date_text(row.get("saved_ms")),
        follows_text(row),
        ", ".join(notes),
    ]


def follows_text(row: Record) -> str:
    """Which log a log follows, how, and after how long."""
    link = row.get("link")
    if not link:
        return ""
    log, gap = link["log"], row.get("gap_ms")
    match link["kind"]:
        case "after" | "replayed":
            again = ", its steps again" if link["kind"] == "replayed" else ""
            word = "later" if gap is not None and gap >= 0 else "earlier"
            when = "" if gap is None else f", {gap_text(gap)} {word}"
            return f"continues {log}{again}{when}"
        case "copy":
            return f"the same file as {log}"
        case "anew":
            return f"begins where {log} began"
        case "broken":
            pieces = link["pieces"]
            many = "1 piece differs" if pieces == 1 else f"{pieces} pieces differ"
            return f"does not continue {log}: {many}"
        case _:
            return f"cannot be told: {link['why']}"


def verdict_line(record: Record) -> str:
    """The counts of a log on one line."""
    counts = ", ".join(f"{n} {verdict}" for verdict, n in record["counts"].items() if n)
    if counts:
        told = f"findings {counts}"
    else:
        told = "nothing to judge" if record["checked"] else "not checked"
    return f"{so_many(record['steps'], 'step')}, {so_many(record['moves'], 'move')}: {told}"


def place_of(name: str) -> tuple[str, str, str]:
    """Split the name of a log, ``round 1/table A/game.vlog``, into round, table and the rest."""
    first, *rest = name.split("/")
    if not rest:
        return "", "", first
    return (first, rest[0], "/".join(rest[1:])) if len(rest) > 1 else (first, "", rest[0])


def last_standing(record: Record, series: JudgedSeries) -> tuple[str, list[str]]:
    """Tell the last turn of a log that is known, and how the game stood then."""
    turns = record["turns"]
    if not turns:
        return "", [""] * len(series.standing_head)
    return turns[-1]["turn"], list(series.standing_row(turns[-1]))


def date_text(ms: int | None) -> str:
    """A moment, UTC to the minute; "" for none."""
    if ms is None or not 0 < ms <= MOST_MS:
        return ""
    # Not fromtimestamp, which some machines limit to their own clock's years.
    moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=ms)
    return moment.strftime("%Y-%m-%d %H:%M")


def gap_text(ms: int | None) -> str:
    """A span of time in its two largest units."""
    if ms is None:
        return ""
    minutes = abs(ms) // 60_000
    hours, left = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    if days:
        return f"{days} d {hours} h"
    return f"{hours} h {left} min" if hours else f"{left} min"


def saved_text(saves: Record) -> str:
    """When a file says it was saved."""
    bits = []
    if "saved_ms" in saves:
        bits.append(f"the log: {date_text(saves['saved_ms'])} UTC")
    if "module_saved_ms" in saves:
        bits.append(f"its module: {date_text(saves['module_saved_ms'])} UTC")
    for name, date in saves.get("zip_dates", {}).items():
        bits.append(f"{name} in the zip: {date} by that machine's clock")
    return "; ".join(bits) or "the file does not say"
