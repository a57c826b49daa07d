"""The HTML page of an audit: findings first, everything in one file, nothing fetched."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from clubroute.rules.logs.audit.elements import Node, folded, node, raw, serialized, table
from clubroute.rules.logs.audit.front import PLAYERS_HEAD, Front, Told, front_of
from clubroute.rules.logs.audit.links import link_findings
from clubroute.rules.logs.audit.summary import HEAD, row_of, saved_text, verdict_line
from clubroute.rules.logs.check.finding import VERDICTS, shortened, steps_text
from clubroute.rules.logs.check.judge import Pictures, Record
from clubroute.rules.logs.check.series import check_names, series_of_window
from clubroute.rules.logs.rulings import needs_log
from clubroute.rules.receipt_text import receipt_lines

HERE = Path(__file__).parent
MOST_PICTURES = 1000
"""Pictures in a page; a page with more would be slow to open."""
GAP = "\n"


def source(name: str) -> str:
    """A file of the page's own, its style or script."""
    return (HERE / name).read_text(encoding="utf-8").replace("\r\n", "\n")


def sealed(text: str) -> str:
    """The digest by which the page's policy knows its style and script."""
    made = hashlib.sha256(text.encode("utf-8")).digest()
    return "'sha256-" + base64.b64encode(made).decode("ascii") + "'"


class Page:
    """A page made part by part, so that a tournament's need not be in memory at once.

    ``pictures`` draws the findings on each of the rules' maps; none are drawn without.
    """

    def __init__(self, pictures: Mapping[str, Pictures]) -> None:
        self._pictures = pictures
        self._drawn = 0

    def parts(
        self, summary: Sequence[Record], records: Iterable[Record], brief: bool
    ) -> Iterator[str]:
        """The page's text. ``summary`` has a row for each file in the order of ``records``, which
        has the readable ones; ``brief`` leaves out what was legal."""
        style, script = source("report.css"), source("report.js")
        policy = (
            f"default-src 'none'; style-src {sealed(style)}; script-src {sealed(script)}; "
            "base-uri 'none'; form-action 'none'"
        )
        title = summary[0]["log"] if len(summary) == 1 else f"{len(summary)} logs"
        head = node(
            "head",
            node("meta", charset="utf-8"),
            node("meta", http_equiv="Content-Security-Policy", content=policy),
            node("meta", name="viewport", content="width=device-width, initial-scale=1"),
            node("meta", name="referrer", content="no-referrer"),
            node("title", f"Audit of {title}"),
            raw("style", style),
        )
        yield '<!DOCTYPE html>\n<html lang="en">\n' + serialized(head) + "\n<body>\n"
        yield serialized(node("h1", f"Audit of {title}")) + GAP
        yield serialized(tools()) + GAP
        names = [row["log"] for row in summary if not row.get("error")]
        if len(summary) > 1:
            yield serialized(self.front(front_of(names, records))) + GAP
            doubts = between(summary)
            if doubts is not None:
                yield serialized(doubts) + GAP
            yield serialized(files(summary)) + GAP
        for number, (name, record) in enumerate(zip(names, records, strict=True)):
            if brief and not any(record["counts"].get(verdict) for verdict in VERDICTS[:-1]):
                continue  # its row says all that the page has of it
            section = self.section(name, record, number, brief)
            pictures = self._pictures.get(record.get("map", ""))
            shared = pictures.take() if pictures is not None else None
            if shared is not None:
                yield serialized(shared) + GAP
            yield serialized(section) + GAP
        data = node("script", type="application/json", id="summary")
        data.text = script_json([dict(row) for row in summary])
        yield serialized(data) + GAP
        yield serialized(raw("script", script)) + "\n</body>\n</html>\n"

    def front(self, front: Front) -> Node:
        """What a season begins with: totals, players, what is illegal, what is open."""
        part = node(
            "section",
            node("p", front.line, class_="counts"),
            table(PLAYERS_HEAD, front.rows, "sorted"),
            node("h2", "Illegal"),
            [told_line(one) for one in front.illegal] or node("p", "nothing", class_="soft"),
            class_="front",
        )
        for verdict in ("unchecked", "possible"):
            many = front.open[verdict]
            if many:
                left = front.totals[verdict] - len(many)
                told = [told_line(one) for one in many]
                more = node("p", f"{left} more stand with their logs") if left else None
                part.append(folded(f"{verdict}: {front.totals[verdict]}", told, more))
        return part

    def section(self, name: str, record: Record, number: int, brief: bool) -> Node:
        """One log, under the name it has among the others."""
        numbered = enumerate(record["findings"])
        findings = sorted(numbered, key=lambda one: VERDICTS.index(one[1]["verdict"]))
        if brief:
            findings = [one for one in findings if one[1]["verdict"] != "legal"]
        return node(
            "section",
            node("h2", name, id=f"log-{number}"),
            node("p", verdict_line(record), class_="counts"),
            [node("p", note, class_="note") for note in record["notes"]],
            node("h3", "Findings"),
            [self.finding(one, record, f"log-{number}-{place}") for place, one in findings]
            or node("p", "none" if record["checked"] else "not checked", class_="soft"),
            dice(record),
            undos(record),
            turns(record),
            timeline(record, brief),
            facts(record),
            class_="log",
        )

    def finding(self, one: Record, record: Record, name: str) -> Node:
        """A finding, ``name`` its id: the line, and unfolded its receipt, picture and ruling."""
        who = one.get("name") or one.get("unit", "")
        way = " → ".join(shortened(one.get("hexes", ())))
        when = ", ".join(bit for bit in (one.get("turn"), one.get("chit")) if bit)
        rule = f" [{one['rule']}]" if one.get("rule") else ""
        about = " ".join(bit for bit in (check_names()[one["check"]], who, way) if bit)
        line: list[Node | str] = [
            node("span", one["verdict"], class_="verdict"),
            f" {about}: {one['why']}",
            node("span", rule, class_="rule"),
            node("span", f" step {steps_text(one['steps'])} {when}", class_="soft"),
        ]
        inner: list[Node] = []
        if one.get("player"):
            inner.append(node("p", f"moved by {one['player']}", class_="soft"))
        drawn = self.picture(one, record)
        if drawn is not None:
            inner.append(drawn)
        if one.get("receipt"):
            inner.append(node("pre", "\n".join(receipt_lines(one["receipt"])), class_="receipt"))
        if one.get("around"):
            told = ["the cheapest way round:", *receipt_lines(one["around"])]
            inner.append(node("pre", "\n".join(told), class_="receipt"))
        inner += [node("p", f"needs: {need}") for need in one.get("needs", ())]
        inner += [node("p", note, class_="note") for note in one.get("notes", ())]
        if one.get("ruling"):
            about = "ruling record: save it and run clubroute verify"
            about += " with --log and this log" if needs_log(one["ruling"]) else ""
            inner.append(folded(about, node("pre", one["ruling"], class_="ruling")))
        body = folded(line, inner) if inner else node("p", line)
        verdict = one["verdict"]
        return node("div", body, class_=f"finding {verdict}", data_verdict=verdict, id=name)

    def picture(self, one: Record, record: Record) -> Node | None:
        """The picture of a finding about a way."""
        window = record.get("map", "")
        pictures = self._pictures.get(window)
        if pictures is None or not one.get("hexes") or self._drawn >= MOST_PICTURES:
            return None
        drawn = pictures.draw(one, window)
        self._drawn += drawn is not None
        return drawn


def tools() -> Node:
    """What the script uses; hidden where none runs."""
    boxes = []
    for verdict in VERDICTS:
        box = node("input", type="checkbox", value=verdict, id=f"show-{verdict}")
        if verdict != "legal":
            box.set("checked", "checked")
        boxes.append(node("label", box, " " + verdict))
    return node(
        "div",
        boxes,
        node("input", type="search", placeholder="unit, hex, rule, player …", aria_label="Find"),
        " ",
        node("button", "unfold", type="button", id="unfold"),
        node("button", "fold", type="button", id="fold"),
        node("span", " ", node("span", "", id="shown"), " findings shown", class_="soft"),
        class_="tools hidden",
    )


def told_line(one: Told) -> Node:
    """A finding on one line, which leads to its evidence."""
    verdict = one.finding["verdict"]
    link = node("a", one.line, href=f"#log-{one.number}-{one.place}")
    return node("p", node("span", verdict, class_="verdict"), " ", link, class_=f"told {verdict}")


def files(summary: Sequence[Record]) -> Node:
    """A row for each file, worst first; those in which nothing is wrong or open are folded."""
    numbers = {id(one): n for n, one in enumerate(r for r in summary if not r.get("error"))}
    bad = [one for one in summary if one.get("error") or not clean(one)]
    good = [one for one in summary if not one.get("error") and clean(one)]
    part = node("section", node("h2", "Files"))
    if bad:
        part.append(summary_table(bad, numbers, True))
    if good:
        lines = summary_table(good, numbers, len(summary) <= FEW)
        part.append(folded(f"{len(good)} in which nothing is wrong or open", lines))
    return part


FEW = 20
"""Logs up to which each has a part of its own in the page, clean or not."""


def clean(row: Record) -> bool:
    """Whether a row has nothing to look at."""
    wrong = any(row["counts"][verdict] for verdict in VERDICTS[:-1])
    return not (wrong or row["damaged"] or row["rerolls"] or not row["checked"])


def summary_table(summary: Sequence[Record], numbers: Mapping[int, int], linked: bool) -> Node:
    """A row for each file; ``linked``: it has a part of its own in the page."""
    rows: list[list[Node | str]] = []
    for one in summary:
        cells: list[Node | str] = list(row_of(one))
        if one.get("error"):
            # Beside the name: seen in a narrow window too.
            cells[0] = node("span", one["log"], node("p", one["error"], class_="unreadable"))
            cells[-1] = ""
        else:
            if linked:
                cells[0] = node("a", one["log"], href=f"#log-{numbers[id(one)]}")
            if one["counts"]["illegal"]:
                cells[1] = node("strong", str(one["counts"]["illegal"]), class_="bad")
        rows.append(cells)
    return table(HEAD, rows, "sorted summary")


def between(summary: Sequence[Record]) -> Node | None:
    """What is to be asked about how the logs follow each other."""
    found = link_findings([dict(row) for row in summary])
    if not found:
        return None
    return node(
        "section",
        node("h2", "Between the logs"),
        node("p", "Positions are compared. Nothing here accuses anybody.", class_="note"),
        [
            node(
                "div",
                node("p", node("span", one["verdict"], class_="verdict"), f" {one['why']}"),
                class_=f"finding {one['verdict']}",
                data_verdict=one["verdict"],
            )
            for one in found
        ],
    )


def dice(record: Record) -> Node:
    """What was rolled, with the tests."""
    part = node("div", node("h3", "Dice"), class_="dice")
    if not record["dice"]:
        part.append(node("p", "no dice were rolled", class_="soft"))
    for one in record["dice"]:
        who = f", {one['player']}" if one["player"] else ""
        source = " (from the chat: can be forged)" if one["source"] == "chat" else ""
        part.append(node("p", f"{one['button']}{who}: {one['rolls']} rolls{source}"))
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
        told = f"{name}: steps {first}–{last}, {len(one['events'])} events"
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


def script_json(value: Any) -> str:
    """JSON that cannot end the script element it stands in."""
    text = json.dumps(value, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
