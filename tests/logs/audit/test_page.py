"""The page and the Markdown: whole, escaped, nothing fetched."""

from __future__ import annotations

import base64
import json
import re
import zlib
from pathlib import Path
from typing import Any

import pytest
from lxml import html

from clubroute.rules.asking.context import Context
from clubroute.rules.logs.audit.elements import (
    clean,
    node,
    raw,
    serialized,
)
from clubroute.rules.logs.audit.markdown import error_line, markdown_parts
from clubroute.rules.logs.audit.modules import Modules, modules_in
from clubroute.rules.logs.audit.page import Page, script_json
from clubroute.rules.logs.audit.parts import Packs, standing_rows
from clubroute.rules.logs.audit.pictures import MovePictures
from clubroute.rules.logs.audit.summary import summary_of
from tests.logs.audit.scripted import HARM

HOSTILE = ("</script>", "<img", "<svg onload", "<script>document")


@pytest.fixture(scope="module")
def page(record: dict[str, Any], wed_build: Path) -> str:
    pictures = {"wed": MovePictures(Context(wed_build), Modules(modules_in(wed_build)))}
    return "".join(Page(pictures).parts([summary_of(record)], [record], brief=False))


@pytest.fixture(scope="module")
def tree(page: str) -> html.HtmlElement:
    return html.document_fromstring(page)


def test_findings_come_first_and_unfold(tree: html.HtmlElement) -> None:
    section = tree.find_class("log")[0]
    heads = [h.text for h in section.iter("h3")]
    assert heads[0] == "Findings"
    wanted = {"Dice", "Undone", "Timeline", "Players", "Saved", "Versions"}
    assert wanted <= {str(head) for head in heads}
    first = tree.find_class("finding")[0]
    assert first.get("data-verdict") == "illegal"
    assert first.find("details/pre") is not None


def test_moves_are_drawn_before_and_after(tree: html.HtmlElement) -> None:
    drawn = tree.find_class("move")
    pictures = [one for one in drawn if one.tag == "svg"]
    assert pictures
    assert all(len(one.findall("g")) == 2 for one in pictures)
    symbols = {one.get("id") for one in tree.iter("symbol", "g")}
    used = {use.get("href", "")[1:] for one in pictures for use in one.iter("use")}
    assert used
    assert used <= symbols
    ids = [one.get("id") for one in tree.iter() if one.get("id")]
    assert len(ids) == len(set(ids))
    faces = [one for one in tree.iter("symbol") if one.get("id").startswith("face-")]
    assert faces
    assert len({one.find("image").get("href") for one in faces}) == len(faces)


def test_nothing_is_fetched(page: str, tree: html.HtmlElement) -> None:
    policy = tree.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")[0]
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy
    assert not list(tree.iter("img", "link", "iframe", "object", "embed", "base", "form"))
    for one in tree.iter():
        assert not one.get("src")
        assert one.get("href", "#").startswith("data:image/" if one.tag == "image" else "#")
        assert not [name for name in one.attrib if name.startswith("on")]
    assert set(re.findall(r"url\([^)]*\)", page)) == {"url(#outline-wed)"}
    assert "http:" not in page.replace("http-equiv", "")


def test_what_players_write_is_text(page: str, tree: html.HtmlElement) -> None:
    for bad in HOSTILE[1:]:
        assert bad not in page
    assert len(list(tree.iter("script"))) == 2
    assert "document.title='harm'" in tree.text_content()


def test_a_hostile_file_name_is_text(record: dict[str, Any]) -> None:
    name = HARM + ".vlog"
    evil = {**record, "log": name}
    text = "".join(Page({}).parts([summary_of(evil)] * 2, [evil, evil], brief=True))
    for bad in HOSTILE[1:]:
        assert bad not in text
    found = html.document_fromstring(text)
    assert len(list(found.iter("script"))) == 2
    assert name in found.text_content()
    data = json.loads(str(found.get_element_by_id("summary").text))
    assert data[0]["log"] == name


def test_script_json_cannot_end_its_element() -> None:
    text = script_json({"a": "</script><!--&\u2028"})
    assert not re.search(r"[<>&\u2028]", text)
    assert json.loads(text) == {"a": "</script><!--&\u2028"}
    with pytest.raises(ValueError, match="markup"):
        raw("script", "'</script>'")


@pytest.mark.parametrize("text", ["\x00", "\ud800", "\ufffe", "\u202e", "\x1b[0m", "\x85"])
def test_what_no_document_may_hold_is_replaced(text: str) -> None:
    assert "\ufffd" in clean(text)
    assert text not in serialized(node("p", text, title=text))


def test_the_same_record_gives_the_same_page(record: dict[str, Any]) -> None:
    pages = ["".join(Page({}).parts([summary_of(record)], [record], brief=False)) for _ in range(2)]
    assert pages[0] == pages[1]


def test_markdown_holds_no_markup(record: dict[str, Any]) -> None:
    text = "".join(markdown_parts([summary_of(record)], [record]))
    prose = "\n".join(line for line in text.splitlines() if not line.startswith("    "))
    assert "<" not in prose
    assert "**illegal**" in text
    assert "=== clubroute ruling 1 ===" in text
    assert "### Dice" in text
    assert "player1" not in prose or "Ann" in prose


@pytest.fixture(scope="module")
def many(record: dict[str, Any]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """A season of a clean log and others like the record, in rounds and tables."""
    clean_one = {
        **record,
        "log": "round 1/B/clean.vlog",
        "findings": [one for one in record["findings"] if one["verdict"] == "legal"],
        "counts": {"legal": record["counts"]["legal"]},
        "rerolls": [],
        "sha256": "0" * 64,
    }
    others = [{**record, "log": f"round 1/A/{n}.vlog", "sha256": f"{n:064}"} for n in range(60)]
    records = [*others, clean_one]
    return [summary_of(one) for one in records], records


def unpacked(tree: html.HtmlElement) -> dict[str, list[str]]:
    """The parts in each pack of a page, as its script unpacks them."""
    return {
        one.get("id", ""): zlib.decompress(base64.b64decode(str(one.text)))
        .decode("ascii")
        .split("\f")
        for one in tree.iter("template")
    }


def test_a_season_begins_with_what_is_illegal(
    many: tuple[list[dict[str, Any]], list[dict[str, Any]]],
) -> None:
    summary, records = many
    tree = html.document_fromstring("".join(Page({}).parts(summary, records, brief=True)))
    heads = [head.text for head in tree.iter("h2")]
    assert heads.index("Illegal") < heads.index("Files") < heads.index("round 1/A/0.vlog")
    illegal = sum(row["counts"]["illegal"] for row in summary)
    lines = tree.find_class("front")[0].xpath("p[contains(@class, 'told illegal')]")
    assert len(lines) == illegal
    packs = unpacked(tree)
    assert set(packs) == {"pack-0"}
    parts = [html.fragment_fromstring(part) for part in packs["pack-0"]]
    targets = {one.get("id") for part in parts for one in part.find_class("finding")}
    assert {one.find("a").get("href")[1:] for one in lines} <= targets
    player = records[0]["findings"][0]["player"]
    assert player in lines[0].text_content()
    # What is clean has its row, folded, and no part of its own.
    assert "round 1/B/clean.vlog" not in heads
    (folded,) = tree.xpath("//details[summary[contains(., 'nothing is wrong or open')]]")
    assert "clean.vlog" in folded.text_content()


def test_a_log_of_a_season_costs_the_browser_its_rows_only(
    many: tuple[list[dict[str, Any]], list[dict[str, Any]]],
) -> None:
    summary, records = many
    text = "".join(Page({}).parts(summary, records, brief=True))
    live = re.sub(r"<template.*?</template>", "", text, flags=re.DOTALL)
    told = sum(1 for one in records for finding in one["findings"] if finding["verdict"] != "legal")
    most = 100 + 3 * told + 30 * len(records)
    assert len(list(html.document_fromstring(live).iter())) < most
    # And little to read: what sixty logs have in common is packed once.
    (pack,) = unpacked(html.document_fromstring(text)).values()
    assert len(text) - len(live) < sum(map(len, pack)) / 20
    assert text == "".join(Page({}).parts(summary, records, brief=True))


def test_a_pack_is_closed_when_it_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clubroute.rules.logs.audit.parts.FULL", 30)
    packs = Packs("pack")
    places = []
    made = []
    for word in ("first", "zweites", "dritte", "é"):
        places.append(packs.add(node("p", f"part {word}")))
        made += packs.full()
    made += packs.rest()
    assert places == [("pack-0", 0), ("pack-0", 1), ("pack-1", 0), ("pack-1", 1)]
    assert unpacked(html.document_fromstring("".join(made))) == {
        "pack-0": ["<p>part first</p>", "<p>part zweites</p>"],
        "pack-1": ["<p>part dritte</p>", "<p>part &#233;</p>"],
    }
    assert list(packs.rest()) == []


def test_a_season_in_an_email_has_a_hundred_lines_at_most(
    many: tuple[list[dict[str, Any]], list[dict[str, Any]]],
) -> None:
    text = "".join(markdown_parts(*many))
    assert len(text.splitlines()) <= 100
    assert "more illegal in the page" in text


@pytest.mark.parametrize(
    ("log", "error", "line"),
    [
        ("round 1/bad.vlog", "bad.vlog: found a, expected b", "round 1/bad.vlog: found a, expect"),
        ("round 1/bad.vlog", "bad.vlog:3: found a", "round 1/bad.vlog:3: found a"),
        ("bad.vlog", "it took longer", "bad.vlog: it took longer"),
    ],
)
def test_a_file_that_cannot_be_read_is_named_once(log: str, error: str, line: str) -> None:
    assert error_line({"log": log, "error": error}).startswith(line)


def test_a_standing_tells_round_table_and_how_it_stood(
    many: tuple[list[dict[str, Any]], list[dict[str, Any]]],
) -> None:
    summary, records = many
    head, first, *rest = standing_rows([row["log"] for row in summary], records)
    assert head[:4] == ["round", "table", "log", "players"]
    assert first[:3] == ["round 1", "A", "0.vlog"]
    assert len(first) == len(head)
    assert rest[-1][1] == "B"
