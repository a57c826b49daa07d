"""The HTML page of an audit: findings first, everything in one file, nothing fetched."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import (
    Callable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from pathlib import Path
from typing import Any, TypeAlias

from clubroute.rules.answer.receipt_text import receipt_lines
from clubroute.rules.logs.audit.elements import (
    Node,
    folded,
    kept,
    node,
    raw,
    serialized,
    table,
)
from clubroute.rules.logs.audit.parts import (
    PLAYERS_HEAD,
    Front,
    Packs,
    SeasonFinding,
    dice,
    facts,
    front_of,
    timeline,
    turns,
    undos,
)
from clubroute.rules.logs.audit.summary import (
    HEAD,
    link_findings,
    row_of,
    verdict_line,
)
from clubroute.rules.logs.check.errors import remedy_lines
from clubroute.rules.logs.check.finding import VERDICTS, shortened, steps_text
from clubroute.rules.logs.check.judge import FindingPictures, Record
from clubroute.rules.logs.check.series import check_names
from clubroute.rules.logs.rulings import needs_log

HERE = Path(__file__).parent
MOST_PICTURES = 1000
"""Pictures in a page; one with more would be too large to send."""
GAP = "\n"


def source(name: str) -> str:
    """A file of the page's own, its style or script."""
    return (HERE / name).read_text(encoding="utf-8").replace("\r\n", "\n")


def sealed(text: str) -> str:
    """The digest by which the page's policy knows its style and script."""
    made = hashlib.sha256(text.encode("utf-8")).digest()
    return "'sha256-" + base64.b64encode(made).decode("ascii") + "'"


FindingLink: TypeAlias = Callable[[str, Mapping[str, Any]], "str | None"]
"""Where the position before a finding of a log can be opened, by the log's name; None: nowhere."""


class Page:
    """A page made part by part, so that a tournament's need not be in memory at once.

    ``pictures`` draws the findings on each of the rules' maps; none are drawn without. ``links``
    tells the address of the position before a finding. ``title`` is what the page is called, where
    its logs do not say it, ``back`` the address of the page that leads to it.
    """

    def __init__(
        self,
        pictures: Mapping[str, FindingPictures],
        links: FindingLink | None = None,
        title: str = "",
        back: str = "",
    ) -> None:
        self._pictures, self._links = pictures, links
        self._title, self._back = title, back
        self._drawn = 0

    def parts(
        self, summary: Sequence[Record], records: Iterable[Record], brief: bool
    ) -> Iterator[str]:
        """The page's text. ``summary`` has a row for each file in the order of ``records``, which
        has the readable ones; ``brief`` leaves out what was legal and packs the logs' parts."""
        style, script = source("report.css"), source("report.js")
        policy = (
            f"default-src 'none'; style-src {sealed(style)}; script-src {sealed(script)}; "
            "img-src data:; base-uri 'none'; form-action 'none'"
        )
        title = summary[0]["log"] if len(summary) == 1 else f"{len(summary)} logs"
        title = f"{self._title} ({title})" if self._title else title
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
        if self._back:
            yield serialized(node("p", node("a", "back", href=self._back))) + GAP
        yield serialized(node("h1", f"Audit of {title}")) + GAP
        yield serialized(tools()) + GAP
        names = [row["log"] for row in summary if not row.get("error")]
        many = len(summary) > 1
        if brief:
            yield serialized(unopened()) + GAP
        if many:
            yield serialized(self.front(front_of(names, records))) + GAP
            doubts = between(summary)
            if doubts is not None:
                yield serialized(doubts) + GAP
            yield serialized(files(summary)) + GAP
        packs, plates = Packs("pack"), Packs("plates")
        for number, (name, record) in enumerate(zip(names, records, strict=True)):
            if brief and not any(record["counts"].get(verdict) for verdict in VERDICTS[:-1]):
                continue  # its row says all that the page has of it
            section = self.section(name, record, number, brief)
            pictures = self._pictures.get(record.get("map", ""))
            shared = pictures.take() if pictures is not None else None
            if brief:
                if shared is not None:
                    plates.add(shared)
                yield packed_part(name, record, number, packs.add(section)) + GAP
                yield from packs.full()
                yield from plates.full()
                continue
            if shared is not None:
                yield (kept(shared, "plates") if many else serialized(shared)) + GAP
            yield log_part(name, record, number, section, folds=many) + GAP
        yield from packs.rest()
        yield from plates.rest()
        data = node("script", type="application/json", id="summary")
        data.text = script_json([dict(row) for row in summary])
        yield serialized(data) + GAP
        yield serialized(raw("script", script)) + "\n</body>\n</html>\n"

    def front(self, front: Front) -> Node:
        """What a season begins with: totals, players, what is illegal, what is open."""
        part = node(
            "section",
            node("p", front.line, class_="counts"),
            [node("p", line, class_="soft") for line in front.missed],
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

    def section(self, log: str, record: Record, number: int, brief: bool) -> Node:
        """What is told of one log."""
        numbered = enumerate(record["findings"])
        findings = sorted(numbered, key=lambda one: VERDICTS.index(one[1]["verdict"]))
        if brief:
            findings = [one for one in findings if one[1]["verdict"] != "legal"]
        return node(
            "section",
            [node("p", note, class_="note") for note in record["notes"]],
            node("h3", "Findings"),
            [self.finding(one, record, log, f"log-{number}-{place}") for place, one in findings]
            or node("p", "none" if record["checked"] else "not checked", class_="soft"),
            dice(record),
            undos(record),
            turns(record),
            timeline(record, brief),
            facts(record),
        )

    def finding(self, one: Record, record: Record, log: str, name: str) -> Node:
        """A finding of a log, ``name`` its id: the line; unfolded its receipt, picture, ruling."""
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
        address = self._links(log, one) if self._links and one["verdict"] != "legal" else None
        if address is not None:
            words = "open the position before it in the map room"
            inner.append(node("p", node("a", words, href=address, rel="noreferrer"), class_="room"))
        if one.get("receipt"):
            inner.append(node("pre", "\n".join(receipt_lines(one["receipt"])), class_="receipt"))
        if one.get("around"):
            told = ["the cheapest way round:", *receipt_lines(one["around"])]
            inner.append(node("pre", "\n".join(told), class_="receipt"))
        inner += [node("p", f"needs: {need}") for need in one.get("needs", ())]
        inner += [node("p", note, class_="note") for note in one.get("notes", ())]
        inner += [node("p", line, class_="remedy") for line in remedy_lines(one.get("remedy", {}))]
        if one.get("ruling"):
            about = "ruling record: save it and run clubroute verify"
            about += " with --log and this log" if needs_log(one["ruling"]) else ""
            inner.append(folded(about, node("pre", one["ruling"], class_="ruling")))
        body = folded(line, inner) if inner else node("p", line)
        verdict = one["verdict"]
        return node("div", body, class_=f"finding {verdict}", data_verdict=verdict, id=name)

    def picture(self, one: Record, record: Record) -> Node | None:
        """The picture of a finding about a way."""
        pictures = self._pictures.get(record.get("map", ""))
        if pictures is None or not one.get("hexes") or self._drawn >= MOST_PICTURES:
            return None
        drawn = pictures.draw(one, record)
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
        node("span", " ", node("span", "", id="shown"), class_="soft"),
        class_="tools hidden",
    )


def told_line(one: SeasonFinding) -> Node:
    """A finding on one line, which leads to its evidence."""
    verdict = one.finding["verdict"]
    link = node("a", one.line, href=f"#log-{one.number}-{one.place}")
    word = node("span", verdict, class_="verdict")
    return node("p", word, " ", link, class_=f"told {verdict}", data_verdict=verdict)


def unopened() -> Node:
    """What a page with packed parts says where none can be unpacked, or not yet on paper."""
    way = "or ask clubroute audit for the log alone: that page is whole as it is"
    return node(
        "div",
        node(
            "noscript",
            node(
                "p",
                "What was found stands below in lines; receipts, pictures and records open where "
                f"scripts may run. Allow them for this page, {way}.",
                class_="note",
            ),
        ),
        node(
            "p",
            "This browser cannot open the logs below: it has no DecompressionStream. Take one of "
            f"2023 or later, {way}.",
            class_="note hidden",
            id="too-old",
        ),
        node(
            "p",
            "Not every log was unpacked when this was printed: wait a moment, print again.",
            class_="note hidden",
            id="too-soon",
        ),
    )


def packed_part(name: str, record: Record, number: int, packed: tuple[str, int]) -> str:
    """A log under its name and counts, its section in a place of a pack."""
    pack, place = packed
    counts = node("span", verdict_line(record), class_="soft")
    head = node("summary", node("h2", name), " ", counts)
    marks = {"class_": "log", "id": f"log-{number}", "data_pack": pack, "data_place": place}
    return serialized(node("details", head, **marks))


def log_part(name: str, record: Record, number: int, section: Node, folds: bool) -> str:
    """A log under its name and counts; ``folds``: its section is made when it is opened."""
    counts = verdict_line(record)
    if folds:
        head = node("summary", node("h2", name), " ", node("span", counts, class_="soft"))
        inner = serialized(head) + kept(section)
        return f'<details class="log" id="log-{number}">{inner}</details>'
    heads = node("h2", name, id=f"log-{number}"), node("p", counts, class_="counts")
    return serialized(node("div", *heads, section, class_="log"))


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


def script_json(value: Any) -> str:
    """JSON that cannot end the script element it stands in."""
    text = json.dumps(value, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
