"""A page of the browser that tests of the map room drive, too, with what it tells of itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import playwright.sync_api

from tests.fetching.chromium import Chromium
from tests.room.serving import browsing

TOLD = (
    "Log.entryAdded",
    "Runtime.exceptionThrown",
    "Network.requestWillBeSent",
)
"""What the browser tells of by itself, in the words of the Chrome DevTools protocol."""


class Browser:
    """A browser with one page. ``seen`` collects what it tells of."""

    def __init__(self, page: playwright.sync_api.Page) -> None:
        self.page = page
        self._session = page.context.new_cdp_session(page)
        self.seen: list[tuple[str, dict[str, Any]]] = []
        for method in TOLD:
            self._session.on(method, partial(self._told, method))
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")

    def _told(self, method: str, params: dict[str, Any]) -> None:
        self.seen.append((method, params))

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """Ask the browser something in the words of its own protocol."""
        answer: dict[str, Any] = self._session.send(method, params)
        return answer

    def open(self, path: Path) -> None:
        """Open a file and wait until it is there."""
        self.seen.clear()
        self.page.goto(path.as_uri())

    def value(self, expression: str) -> Any:
        """The value of an expression in the page, of a promise when it is kept."""
        return self.page.evaluate(expression)

    def press(self, key: str) -> None:
        """Press a key where the focus is."""
        self.page.keyboard.press(key)

    def resize(self, width: int, height: int = 900) -> None:
        """Give the window a size, in px."""
        self.page.set_viewport_size({"width": width, "height": height})

    def events(self, method: str) -> list[dict[str, Any]]:
        """What the browser told of one kind since the page was opened."""
        return [params for told, params in self.seen if told == method]


@contextmanager
def one_page(chromium: Chromium) -> Iterator[Browser]:
    """A browser without a window, with one empty page."""
    with browsing(chromium) as browser:
        yield empty_page(browser)


def empty_page(browser: playwright.sync_api.Browser) -> Browser:
    """An empty page of a browser that runs."""
    return Browser(browser.new_page(viewport={"width": 1000, "height": 900}))
