"""The documentation as a site: built without a warning, searched and read in a real browser."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page, Request

from tests.docs_site import (
    joined,
    led,
    main,
    navigation,
    pages,
)
from tests.room.test_access import violations


class Quiet(SimpleHTTPRequestHandler):
    """Serves a folder and writes no log."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs")
    main(folder)
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet"]
    done = subprocess.run(
        [*build, "--config-file", str(folder / "mkdocs.yml")],
        capture_output=True,
        encoding="utf-8",
        check=False,
        env={"NO_MKDOCS_2_WARNING": "1", "PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert (done.returncode, done.stderr + done.stdout) == (0, "")
    return folder / "site"


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """A new page; asking any other host fails the test."""
    strangers: list[str] = []

    def note(request: Request) -> None:
        if not request.url.startswith((address, "data:", "blob:")):
            strangers.append(request.url)

    found = browser.new_page()
    found.on("request", note)
    yield found
    found.close()
    assert strangers == []


def test_no_source_of_a_page_is_too_long_to_read() -> None:
    long = {name: len(text.encode()) for name, (text, _) in pages().items()}
    assert {name: size for name, size in long.items() if size > 60_000} == {}


def test_links_lead_to_pages_of_the_site_or_to_the_repository() -> None:
    text = "[a](check.md#x) [b](../README.md) [c](../rules/cli.py) [d](https://e.f/g) [h](#i)"
    text += " [j](../rules/owner/catalogue.py)"
    known = {"check.md", "index.md", "owner-tables.md"}
    assert led(text, "reference/x.md", "docs/y.md", known, "https://r") == (
        "[a](../check.md#x) [b](../index.md) [c](https://r/blob/main/rules/cli.py) "
        "[d](https://e.f/g) [h](#i) [j](../owner-tables.md)"
    )
    assert joined("docs/a/b.md", "../../tests/./c.py") == "tests/c.py"


def test_a_folder_is_spread_in_the_navigation() -> None:
    settings = "nav:\n  - All: [reference/*]\n"
    assert navigation(settings, {"reference/b.md", "x.md", "reference/a.md"}) == (
        "nav:\n  - All:\n      - reference/a.md\n      - reference/b.md\n"
    )


@pytest.mark.parametrize("name", ["index", "questions", "reference/move", "coverage/wed-1"])
def test_pages_are_for_everyone(page: Page, address: str, name: str) -> None:
    page.goto(f"{address}/{name}.html")
    page.wait_for_load_state("networkidle")
    assert violations(page) == []


def test_what_is_searched_is_found(page: Page, address: str) -> None:
    page.goto(f"{address}/index.html")
    page.locator("[data-md-component=search-query]").first.fill("ferry")
    hit = page.locator(".md-search-result__link").first
    hit.wait_for()
    assert re.search("ferr", hit.inner_text(), re.IGNORECASE)
    hit.click()
    page.wait_for_url(re.compile(r"\.html\?h=ferr"))
