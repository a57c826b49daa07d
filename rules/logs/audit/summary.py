"""A row for each audited file, worst first, and times in words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import (
    Collection,
    Iterable,
    Mapping,
    Sequence,
)
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, TypeAlias

from clubroute.builder.counting import so_many
from clubroute.rules.logs.audit.chance import ALPHA
from clubroute.rules.logs.audit.dice import remarkable
from clubroute.rules.logs.audit.examine import Auditor
from clubroute.rules.logs.audit.story import clipped
from clubroute.rules.logs.check.finding import VERDICTS, is_damaged
from clubroute.rules.logs.check.judge import JudgedSeries
from clubroute.rules.logs.game import start
from clubroute.rules.logs.position import compared, name_in, position_of
from clubroute.rules.logs.read import GameLog
from clubroute.rules.logs.replay import final, repeats

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
        "breaches": breaches_of(record),
        "damaged": is_damaged(record["notes"]),
    }


def breaches_of(record: Record) -> list[dict[str, Any]]:
    """The positions before what is illegal in a log: one that begins there may redo it. At its own
    beginning others begin, too."""
    befores = [one["remedy"]["before"] for one in record["findings"] if one.get("remedy")]
    told = {one["position"]: one["step"] for one in befores if one.get("position") and one["step"]}
    return [{"position": position, "step": step} for position, step in told.items()]


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
        case "redo":
            return f"redoes {log} from step {link['step']} on"
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


# Which log of a season goes on where which other ended, proved by their positions.
#
# File names and clocks only say which logs to compare and which of several to prefer; what is said
# to continue, does. Where a log continues none, that is told, and accuses nobody: a log may be
# missing from the folder, or the players may have tidied the map between two of them.

Row: TypeAlias = dict[str, Any]
Link: TypeAlias = Mapping[str, Any]

MOST_ENDS = 3
"""Logs that a log is compared with: the last saved ones of those that nobody continues."""
MOST_NAMED = 5
"""Pieces that a finding names."""
PROVED = ("after", "replayed")


@dataclass(frozen=True, slots=True)
class LogPair:
    """Two rows to compare by their files. ``anew``: both begin with the same position."""

    earlier: Row
    later: Row
    anew: bool


def by_time(row: Row) -> tuple[int, str]:
    """In the order the files say they were saved, else by name."""
    return (row.get("saved_ms") or 0, row["log"])


def link_rows(rows: Iterable[Row]) -> list[LogPair]:
    """Give every row its ``link`` as far as the rows alone prove it; the pairs of files that must
    be compared for the rest."""
    ordered = sorted((row for row in rows if not row.get("error")), key=by_time)
    originals = note_copies(ordered)
    leaving: dict[str, list[Row]] = defaultdict(list)
    for row in originals:
        if row["positions"]:
            leaving[row["positions"]["ends"]].append(row)
    before: dict[int, Row] = {}
    for row in originals:
        if row["positions"]:
            found = [
                other
                for other in leaving[row["positions"]["begins"]]
                if may_precede(other, row) and not leads_to(other, row, before)
            ]
            chosen = nearest(found, row)
            if chosen is not None:
                before[id(row)] = chosen
                row["link"] = {"kind": "after", "log": chosen["log"]}
                note_gap(row, chosen)
    note_redos([row for row in originals if "link" not in row], originals)
    games: dict[tuple[str, tuple[Any, ...], str], list[Row]] = defaultdict(list)
    for row in originals:
        games[game_of(row)].append(row)
    continued = {id(other) for other in before.values()}
    loose = [row for row in originals if "link" not in row]
    return [pair for row in loose for pair in unlinked(row, games[game_of(row)], before, continued)]


def note_copies(ordered: Sequence[Row]) -> list[Row]:
    """The rows without those that are the same file as an earlier one."""
    first: dict[str, Row] = {}
    originals = []
    for row in ordered:
        known = first.setdefault(row["sha256"], row)
        if known is row:
            originals.append(row)
        else:
            row["link"] = {"kind": "copy", "log": known["log"]}
    return originals


def note_redos(loose: Sequence[Row], rows: Sequence[Row]) -> None:
    """Note of logs that continue none which other they redo: they begin at the position before
    something illegal in it, at the same table."""
    breaches: dict[str, list[tuple[Row, int]]] = defaultdict(list)
    for row in rows:
        for one in row.get("breaches", ()):
            breaches[one["position"]].append((row, one["step"]))
    for row in loose:
        begins = row["positions"].get("begins", "")
        many = [
            (other, step)
            for other, step in breaches.get(begins, ())
            if may_precede(other, row)
            and by_time(other) < by_time(row)
            and place_of(other["log"])[:2] == place_of(row["log"])[:2]
        ]
        if many:
            other, step = max(many, key=lambda one: by_time(one[0]))
            row["link"] = {"kind": "redo", "log": other["log"], "step": step}
            other.setdefault("redone", []).append({"log": row["log"], "position": begins})
            note_gap(row, other)


def with_redos(row: Row, record: dict[str, Any]) -> dict[str, Any]:
    """A record with the log that redoes each of its findings, as the rows together prove it."""
    redone = {one["position"]: one["log"] for one in row.get("redone", ())}
    for one in record["findings"] if redone else ():
        by = redone.get(one.get("remedy", {}).get("before", {}).get("position"))
        if by is not None:
            one["remedy"] = {**one["remedy"], "redone_by": by}
    return record


def may_precede(earlier: Row, later: Row) -> bool:
    """Whether two logs may be of one game: the same module, and the same players. Some may have
    joined or left; but where nothing was done, as at the start of every game, all must be the
    same."""
    if earlier is later or earlier["module"] != later["module"]:
        return False
    if earlier["players"] == later["players"]:
        return True
    return something_done(earlier) and bool(set(earlier["players"]) & set(later["players"]))


def something_done(row: Row) -> bool:
    """Whether a log ends with another position than it began with."""
    positions: dict[str, str] = row["positions"]
    return positions["begins"] != positions["ends"]


def leads_to(row: Row, other: Row, before: Mapping[int, Row]) -> bool:
    """Whether a row continues another, directly or by others."""
    following: Row | None = row
    while following is not None:
        if following is other:
            return True
        following = before.get(id(following))
    return False


def nearest(found: Sequence[Row], row: Row) -> Row | None:
    """The last of the rows saved before, else the first saved after by its file's clock; a clock
    is only doubted where something was done in between."""
    earlier = [other for other in found if by_time(other) < by_time(row)]
    if earlier:
        return max(earlier, key=by_time)
    return min(filter(something_done, found), key=by_time, default=None)


def note_gap(row: Row, earlier: Row) -> None:
    """The time between two logs of which one continues the other."""
    if row.get("saved_ms") and earlier.get("saved_ms"):
        row["gap_ms"] = row["saved_ms"] - earlier["saved_ms"]


def unlinked(
    row: Row, game: Sequence[Row], before: Mapping[int, Row], continued: Collection[int]
) -> list[LogPair]:
    """With which logs of the same players to compare one that continues none, at the same table of
    a season; with none for their first, and for the one that those with earlier clocks continue. Of
    a damaged one it is noted that nobody can tell. ``game`` are the rows of its game, in order."""
    earlier = [
        other
        for other in game
        if by_time(other) < by_time(row) and not leads_to(other, row, before)
    ]
    if not earlier:
        return []
    ends = [other for other in earlier if id(other) not in continued] or earlier[-1:]
    left = ends[-1]
    if not row["positions"]:
        row["link"] = {"kind": "unknown", "log": left["log"], "why": f"{row['log']} is damaged"}
        return []
    begins = row["positions"]["begins"]
    alike = [other for other in earlier if other["positions"].get("begins") == begins]
    if alike:
        return [LogPair(alike[-1], row, True)]
    if not left["positions"]:
        row["link"] = {"kind": "unknown", "log": left["log"], "why": f"{left['log']} is damaged"}
        return []
    return [LogPair(end, row, False) for end in ends[-MOST_ENDS:] if end["positions"]]


def game_of(row: Row) -> tuple[str, tuple[Any, ...], str]:
    """What the logs of one game have in common: module, players, and the table of a season."""
    return row["module"], tuple(row["players"]), place_of(row["log"])[1]


def settle(told: Iterable[tuple[LogPair, Link]]) -> None:
    """Note what the comparisons told: of several for one row, the one with the fewest differences,
    the last saved among equal ones."""
    best: dict[int, tuple[LogPair, Link]] = {}
    for pair, link in sorted(told, key=lambda one: by_time(one[0].earlier), reverse=True):
        known = best.get(id(pair.later))
        if known is None or closeness(link) < closeness(known[1]):
            best[id(pair.later)] = (pair, link)
    for pair, link in best.values():
        if link["kind"] == "unrelated":
            continue
        pair.later["link"] = {**link, "log": pair.earlier["log"]}
        if link["kind"] in PROVED:
            note_gap(pair.later, pair.earlier)


def closeness(link: Link) -> tuple[bool, int, int]:
    """Smaller where less differs."""
    return (link["kind"] in ("unknown", "unrelated"), link.get("pieces", 0), link.get("other", 0))


def compare(mine: Auditor, earlier: GameLog, later: GameLog, anew: bool) -> dict[str, Any]:
    """What the files of a pair tell. :raises InputError: the module is damaged."""
    stacking = mine.stacking(later)
    if anew:
        return {"kind": "replayed" if repeats(earlier, later) else "anew"}
    ended, begun = final(earlier, stacking), start(later, stacking)
    found = compared(position_of(ended), position_of(begun))
    ids = (*found.elsewhere, *found.unmatched, *found.otherwise)
    if 2 * len(found.unmatched) > max(len(begun.pieces), 1):
        return {"kind": "unrelated"}  # another scenario of the module
    names = [name_in(begun, id_) or name_in(ended, id_) for id_ in ids[: 4 * MOST_NAMED]]
    return {
        "kind": "broken",
        "pieces": found.pieces,
        "elsewhere": len(found.elsewhere),
        "added_or_removed": len(found.unmatched),
        "other": len(found.rest),
        "names": [clipped(name) for name in dict.fromkeys(names) if name][:MOST_NAMED],
    }


def link_findings(rows: Iterable[Row]) -> list[dict[str, Any]]:
    """What a season should be asked about how its logs follow each other."""
    found = []
    by: dict[str, list[Row]] = defaultdict(list)
    for row in sorted((row for row in rows if row.get("link")), key=lambda row: row["log"]):
        link = row["link"]
        if link["kind"] in PROVED and row["steps"]:
            by[link["log"]].append(row)
        why = doubt(row, link)
        if why:
            found.append(finding([link["log"], row["log"]], why))
    for log, many in sorted(by.items()):
        if len(many) > 1:
            names = [row["log"] for row in many]
            told = ", ".join(names[:-1]) + f" and {names[-1]}"
            why = f"{told} continue {log} each: it was gone on from more than once"
            found.append(finding([log, *names], why))
    return found


def doubt(row: Row, link: Link) -> str:
    """What is to be asked about one link, "" if nothing is."""
    log, earlier = row["log"], link["log"]
    if link["kind"] == "broken":
        names = ", ".join(link["names"])
        return (
            f"a log between {earlier} and {log} is missing, or something was changed without one: "
            + differ_text(link)
            + (f" ({names}{' …' if link['pieces'] > len(link['names']) else ''})" if names else "")
        )
    if link["kind"] == "unknown":
        return f"whether {log} continues {earlier} cannot be told: {link['why']}"
    if row.get("gap_ms", 0) < 0:
        return f"{log} continues {earlier}, but its file says that it was saved before it"
    return ""


def differ_text(link: Link) -> str:
    """How many things differ."""
    pieces = link["pieces"]
    bits = ["1 piece differs" if pieces == 1 else f"{pieces} pieces differ"] if pieces else []
    if link["elsewhere"]:
        bits.append(f"{link['elsewhere']} of them elsewhere")
    if link["added_or_removed"]:
        bits.append(f"{link['added_or_removed']} of them added or removed")
    if link["other"]:
        bits.append(f"{link['other']} of decks, properties and turn trackers differ")
    return ", ".join(bits)


def finding(logs: Sequence[str], why: str) -> dict[str, Any]:
    """A finding as JSON values. None of them accuses."""
    return {"check": "continuation", "verdict": "unchecked", "logs": list(logs), "why": why}
