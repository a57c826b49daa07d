"""The page in a real browser: it works, breaks no policy of its own, fetches nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import playwright.sync_api
import pytest

from clubroute.rules.asking.context import Context
from clubroute.rules.cli import main
from clubroute.rules.logs.audit.modules import Modules, modules_in
from clubroute.rules.logs.audit.page import Page
from clubroute.rules.logs.audit.pictures import MovePictures
from clubroute.rules.logs.audit.summary import summary_of
from tests.logs.audit.browser import Browser, empty_page


@pytest.fixture(scope="module")
def browser(browser: playwright.sync_api.Browser) -> Iterator[Browser]:
    """A page of the browser of all tests: one process may drive no second one beside it."""
    running = empty_page(browser)
    yield running
    running.page.close()


@pytest.fixture(scope="module")
def page(wed_build: Path, scripted: bytes, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("audited")
    for name in ("one", "two"):
        (folder / f"{name}.vlog").write_bytes(scripted)
    (folder / "bad.vlog").write_bytes(b"no log")
    page = folder / "report.html"
    arguments = ["audit", str(folder), "--out", str(page), "--map", str(wed_build), "--jobs", "1"]
    assert main([*arguments, "--quiet"]) == 1
    return page


@pytest.fixture(scope="module")
def opened(browser: Browser, page: Path) -> Browser:
    browser.open(page)
    return browser


def test_it_opens_without_a_complaint(opened: Browser) -> None:
    assert opened.value("document.title") == "Audit of 3 logs"
    assert opened.events("Log.entryAdded") == []
    assert opened.events("Runtime.exceptionThrown") == []
    urls = [one["request"]["url"] for one in opened.events("Network.requestWillBeSent")]
    assert len(urls) == 1
    assert urls[0].startswith("file:")


def test_a_log_of_a_season_is_made_when_it_is_opened(opened: Browser) -> None:
    made = "document.querySelectorAll('.log .finding').length"
    lines = "document.querySelectorAll('.front .told').length"
    assert opened.value(made) == 0
    # The front says what was found, for whoever looks through the page for a player or Unit.
    assert opened.value(lines) > 2
    assert opened.value("document.querySelector('.front').textContent.includes('Ann')")
    opened.value("document.querySelector('details.log').open = true")
    opened.value("new Promise((done) => setTimeout(done, 50))")
    count = opened.value(made)
    assert count > 0
    unknown = (
        "[...document.querySelectorAll('.log use')]"
        ".filter((one) => !document.getElementById(one.getAttribute('href').slice(1))).length"
    )
    assert opened.value("document.querySelectorAll('.log use').length") > 0
    assert opened.value(unknown) == 0
    opened.value("document.getElementById('unfold').click()")
    assert opened.value(made) > count
    assert opened.value("document.querySelector('details.log noscript')") is None


def test_a_line_of_the_front_leads_to_its_evidence(opened: Browser, page: Path) -> None:
    opened.open(page)
    opened.value("document.querySelector('.told.illegal a').click()")
    opened.value("new Promise((done) => setTimeout(done, 50))")
    found = "document.getElementById(location.hash.slice(1))"
    assert opened.value(f"{found}.querySelector('.receipt').checkVisibility()")


def test_without_a_script_every_part_is_there(opened: Browser, page: Path) -> None:
    opened.call("Emulation.setScriptExecutionDisabled", value=True)
    try:
        opened.open(page)
        assert opened.value("document.querySelectorAll('.log .finding').length") > 2
        assert opened.value("document.querySelectorAll('symbol').length") > 10
        assert opened.value("document.querySelector('.tools').offsetHeight") == 0
    finally:
        opened.call("Emulation.setScriptExecutionDisabled", value=False)
    opened.open(page)
    opened.value("document.getElementById('unfold').click()")


def test_style_and_script_pass_the_policy(opened: Browser) -> None:
    border = "getComputedStyle(document.querySelector('.finding')).borderLeftWidth"
    assert opened.value(border) == "4px"
    assert opened.value("document.querySelector('.tools').offsetHeight > 0")
    injected = (
        "(() => { const s = document.createElement('script'); s.textContent = 'window.hit = 1';"
        " document.body.append(s); return window.hit; })()"
    )
    assert opened.value(injected) is None


def test_nothing_of_the_players_runs(opened: Browser) -> None:
    assert opened.value("document.images.length") == 0
    assert "harm" not in opened.value("document.title")
    assert opened.value("document.body.textContent.includes(\"document.title='harm'\")")


def test_receipts_unfold(opened: Browser) -> None:
    seen = "document.querySelector('.finding.illegal .receipt').checkVisibility()"
    opened.value("document.getElementById('fold').click()")
    assert opened.value(seen) is False
    opened.value("document.getElementById('unfold').click()")
    assert opened.value(seen) is True


def test_findings_are_filtered(opened: Browser) -> None:
    shown = "[...document.querySelectorAll('.finding')].filter((f) => f.offsetHeight).length"
    every = opened.value(shown)
    assert every > 2
    opened.value("document.getElementById('show-illegal').click()")
    assert opened.value(shown) == every - 2
    opened.value("document.getElementById('show-illegal').click()")
    typed = (
        "(() => { const box = document.querySelector('input[type=search]'); box.value = 'enemy';"
        " box.dispatchEvent(new Event('input')); })()"
    )
    opened.value(typed)
    assert opened.value(shown) == 2
    assert opened.value("document.getElementById('shown').textContent") == "2 findings shown"
    opened.value(typed.replace("enemy", ""))


def test_the_table_sorts_and_leads_to_each_log(opened: Browser) -> None:
    first = "document.querySelector('table.summary tbody tr').cells[0].textContent"
    assert opened.value(first).startswith("bad.vlog")
    sorted_ = "document.querySelector('table.summary th').ariaSort"
    opened.value("document.querySelector('table.summary th button').focus()")
    opened.press("Enter")
    assert opened.value(sorted_) == "ascending"
    opened.press("Enter")
    assert opened.value(sorted_) == "descending"
    assert opened.value(first) == "two.vlog"
    targets = (
        "[...document.querySelectorAll('table.summary a')]"
        ".every((a) => document.querySelector(a.getAttribute('href')))"
    )
    assert opened.value(targets)


def test_pictures_are_drawn(opened: Browser) -> None:
    opened.value("document.getElementById('unfold').click()")
    box = (
        "(() => { const use = document.querySelector('svg.move use').getBoundingClientRect();"
        " return use.width; })()"
    )
    assert opened.value(box) > 20


def test_keys_unfold(opened: Browser) -> None:
    opened.value("document.getElementById('fold').click()")
    opened.value("document.querySelector('details.log summary').focus()")
    opened.press("Enter")
    opened.value("document.querySelector('.finding.illegal summary').focus()")
    opened.press("Enter")
    seen = "document.querySelector('.finding.illegal .receipt').checkVisibility()"
    assert opened.value(seen) is True
    opened.press("Enter")
    assert opened.value(seen) is False


@pytest.mark.parametrize("width", [320, 700, 1100])
def test_nothing_hangs_over_the_edge(opened: Browser, width: int) -> None:
    opened.resize(width)
    opened.value("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert opened.value("document.documentElement.scrollWidth") <= width
    outside = (
        "[...document.querySelectorAll('body *')]"
        ".filter((one) => !one.closest('.wide, pre, svg'))"
        f".filter((one) => one.getBoundingClientRect().right > {width})"
        ".map((one) => one.outerHTML.slice(0, 80))"
    )
    assert opened.value(outside) == []


@pytest.mark.parametrize("width", [320, 1100])
def test_words_are_whole(opened: Browser, width: int) -> None:
    opened.resize(width)
    # A cell of one word is one line high.
    broken = (
        "[...document.querySelectorAll('th, td')]"
        ".filter((one) => /^\\w{1,9}$/.test(one.textContent))"
        ".filter((one) => { const r = document.createRange(); r.selectNodeContents(one);"
        " return r.getBoundingClientRect().height > 30; })"
        ".map((one) => one.textContent)"
    )
    assert opened.value(broken) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_stands_out(opened: Browser, scheme: str) -> None:
    opened.resize(1100)
    opened.call(
        "Emulation.setEmulatedMedia",
        media="",
        features=[{"name": "prefers-color-scheme", "value": scheme}],
    )
    paper = opened.value("getComputedStyle(document.body).backgroundColor")
    colours = opened.value(
        "[...new Set([...document.querySelectorAll('body *')]"
        ".filter((one) => !one.closest('svg, input, button, script'))"
        ".filter((one) => [...one.childNodes].some((c) => c.nodeType === 3 && c.data.trim()))"
        ".map((one) => getComputedStyle(one).color))]"
    )
    assert len(colours) > 4
    # 4.5 : 1 is what the Web Content Accessibility Guidelines ask of text.
    assert [colour for colour in colours if contrast(colour, paper) < 4.5] == []


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as WCAG 2 defines it."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_all_is_unfolded_on_paper_and_folded_after(opened: Browser) -> None:
    opened.value("document.getElementById('fold').click()")
    folded = "document.querySelectorAll('details:not([open])').length"
    unfolded = "document.querySelectorAll('details[open]').length"
    before = opened.value(unfolded)
    assert opened.value(folded) > 0
    opened.value("addEventListener('beforeprint', () => { window.printed = " + folded + "; })")
    opened.value(
        "(() => { window.after = new Promise((done) => {"
        " addEventListener('afterprint', done); }); })()"
    )
    opened.call("Page.printToPDF")
    assert opened.value("window.printed") == 0
    opened.value("window.after.then(() => 0)")
    assert opened.value(unfolded) == before
    opened.call("Emulation.setEmulatedMedia", media="print", features=[])
    assert opened.value("document.querySelector('.tools').offsetHeight") == 0
    opened.call("Emulation.setEmulatedMedia", media="", features=[])


def test_a_link_does_not_hide_its_log_under_the_tools(opened: Browser) -> None:
    opened.resize(1100, 300)
    opened.value(
        "new Promise((done) => { document.querySelector('a[href=\"#log-0\"]').click();"
        " requestAnimationFrame(() => requestAnimationFrame(done)); })"
    )
    top = opened.value("document.getElementById('log-0').getBoundingClientRect().top")
    assert top >= opened.value("document.querySelector('.tools').getBoundingClientRect().bottom")


MADE = "document.querySelectorAll('.log .finding').length"
LOGS = 21


@pytest.fixture(scope="module")
def season(
    record: dict[str, Any], wed_build: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A season of so many logs that their parts are packed."""
    pictures = {"wed": MovePictures(Context(wed_build), Modules(modules_in(wed_build)))}
    records = [{**record, "log": f"{n}.vlog", "sha256": f"{n:064}"} for n in range(LOGS)]
    page = tmp_path_factory.mktemp("season") / "season.html"
    rows = [summary_of(one) for one in records]
    parts = Page(pictures).parts(rows, records, brief=True)
    page.write_text("".join(parts), encoding="utf-8", newline="\n")
    return page


def unpacked(browser: Browser) -> None:
    """Wait until the page has unpacked all of its packs."""
    come(browser, "!document.querySelector('template')")


def come(browser: Browser, condition: str) -> None:
    """Wait until a condition holds. Asked frame by frame: the page's policy lets in no script."""
    waited = browser.value(
        "(async () => { for (let n = 0; n < 2000; n += 1) {"
        f" if ({condition}) return true;"
        " await new Promise((done) => setTimeout(done, 10)); } return false; })()"
    )
    assert waited


def test_a_packed_log_is_made_when_it_is_opened(browser: Browser, season: Path) -> None:
    browser.open(season)
    assert browser.value(MADE) == 0
    assert browser.value("document.querySelectorAll('template').length") > 1
    browser.value("document.querySelector('.told.illegal a').click()")
    come(browser, f"{MADE} > 2")
    found = "document.getElementById(location.hash.slice(1))"
    assert browser.value(f"{found}.querySelector('.receipt').checkVisibility()")
    unknown = (
        "[...document.querySelectorAll('.log use')]"
        ".filter((one) => !document.getElementById(one.getAttribute('href').slice(1))).length"
    )
    assert browser.value("document.querySelectorAll('.log use').length") > 0
    assert browser.value(unknown) == 0
    assert browser.value("document.querySelectorAll('clipPath').length") == 1
    assert browser.events("Runtime.exceptionThrown") == []
    assert browser.events("Log.entryAdded") == []
    urls = [one["request"]["url"] for one in browser.events("Network.requestWillBeSent")]
    assert [url.partition(":")[0] for url in urls if not url.startswith("data:image/")] == ["file"]


def test_packed_logs_are_filtered_and_printed_whole(browser: Browser, season: Path) -> None:
    browser.open(season)
    # Printed before anything is unpacked, the paper says so.
    said = "addEventListener('beforeprint', () => { window.soon = [MADE, NOTE]; })"
    note = "!document.getElementById('too-soon').matches('.hidden')"
    browser.value(said.replace("MADE", MADE).replace("NOTE", note))
    browser.call("Page.printToPDF")
    if browser.value("document.querySelector('template') !== null"):
        assert browser.value("window.soon") == [0, True]
    unpacked(browser)
    browser.call("Page.printToPDF")
    each = browser.value("document.querySelectorAll('#log-0 .finding').length")
    assert browser.value("window.soon") == [each * LOGS, False]
    assert browser.value("document.querySelectorAll('.log .receipt').length") >= LOGS
    assert browser.value("document.querySelectorAll('.log .ruling').length") >= LOGS
    browser.value("document.getElementById('unfold').click()")
    shown = "[...document.querySelectorAll('.log .finding')].filter((f) => f.offsetHeight).length"
    every = browser.value(shown)
    browser.value("document.getElementById('show-illegal').click()")
    wrong = browser.value("document.querySelectorAll('.log .finding.illegal').length")
    assert wrong > 0
    assert browser.value(shown) == every - wrong


def test_a_page_that_cannot_unpack_says_what_to_do(browser: Browser, season: Path) -> None:
    seen = "document.querySelector('WHAT').checkVisibility()"
    browser.call("Emulation.setScriptExecutionDisabled", value=True)
    try:
        browser.open(season)
        assert browser.value(seen.replace("WHAT", "noscript .note"))
        assert browser.value("document.querySelectorAll('.told.illegal').length") >= LOGS
    finally:
        browser.call("Emulation.setScriptExecutionDisabled", value=False)
    older = browser.call(
        "Page.addScriptToEvaluateOnNewDocument", source="delete self.DecompressionStream"
    )
    try:
        browser.open(season)
        assert browser.value(seen.replace("WHAT", "#too-old"))
    finally:
        browser.call("Page.removeScriptToEvaluateOnNewDocument", identifier=older["identifier"])
    browser.open(season)
    assert not browser.value(seen.replace("WHAT", "#too-old"))
