"""The page in a real browser: it works, breaks no policy of its own, fetches nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.cli import main
from tests.fetching.absence import BROWSER, without
from tests.fetching.cache import NotHereError
from tests.fetching.chromium import prepare
from tests.logs.audit.browser import Browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    try:
        chromium = prepare()
    except NotHereError as error:
        without(BROWSER, error)
    with Browser(chromium) as running:
        yield running


@pytest.fixture(scope="module")
def opened(
    browser: Browser, wed_build: Path, scripted: bytes, tmp_path_factory: pytest.TempPathFactory
) -> Browser:
    folder = tmp_path_factory.mktemp("audited")
    for name in ("one", "two"):
        (folder / f"{name}.vlog").write_bytes(scripted)
    (folder / "bad.vlog").write_bytes(b"no log")
    page = folder / "report.html"
    arguments = ["audit", str(folder), "--out", str(page), "--map", str(wed_build), "--jobs", "1"]
    assert main([*arguments, "--quiet"]) == 1
    browser.open(page)
    return browser


def test_it_opens_without_a_complaint(opened: Browser) -> None:
    assert opened.value("document.title") == "Audit of 3 logs"
    assert opened.events("Log.entryAdded") == []
    assert opened.events("Runtime.exceptionThrown") == []
    urls = [one["request"]["url"] for one in opened.events("Network.requestWillBeSent")]
    assert len(urls) == 1
    assert urls[0].startswith("file:")


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
    assert opened.value("document.getElementById('shown').textContent") == "2"
    opened.value(typed.replace("enemy", ""))


def test_the_table_sorts_and_leads_to_each_log(opened: Browser) -> None:
    first = "document.querySelector('table.summary tbody tr').cells[0].textContent"
    assert opened.value(first) == "bad.vlog"
    opened.value("document.querySelector('table.summary th').click()")
    opened.value("document.querySelector('table.summary th').click()")
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
