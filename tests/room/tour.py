"""A tour of the room, and its pictures in docs/room.md.

``python -m tests.room.tour`` writes them into docs/pictures, with the boards drawn (a few minutes
where no build has). The test walks the same tour.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping

from PIL import Image
from playwright.sync_api import Page, expect

from tests.art.pictures import keep
from tests.room.serving import pick

SIZE = (1040, 640)
ENGINEERS = "gds-14-field-sqn-re"
WALKER = "wal-1-i-fj-rgt-21"


def scenario(page: Page, name: str, id_: str) -> None:
    page.evaluate("([map, id]) => clubroute.source.scenario(map, id)", [name, id_])
    page.focus("#map")


def take(page: Page, unit: str) -> None:
    """Take a unit with the tool Move; the form for its ratings is shut."""
    page.keyboard.press("m")
    page.evaluate(
        """id => { const {tool, position} = clubroute;
            return tool.take(position.counters.find(one => one.id === id)); }""",
        unit,
    )
    page.evaluate("document.querySelector('.ratings').open = false")


def near(page: Page, number: str, zoom: float) -> None:
    page.evaluate(
        "([number, zoom]) => clubroute.view.fit([clubroute.lattice.find(number)], zoom)",
        [number, zoom],
    )


def move(page: Page) -> None:
    """A unit's way, with what each step costs."""
    scenario(page, "wed", "WED-2")
    take(page, WALKER)
    pick(page, "81.157")
    expect(page.locator("#panel .gist")).to_contain_text(" MP")
    page.evaluate("document.querySelector('.ratings').open = false")
    near(page, "84.157", -0.75)


def compare(page: Page) -> None:
    """What a blown bridge changes."""
    scenario(page, "wed", "WED-2")
    take(page, ENGINEERS)
    page.get_by_role("button", name="Keep").click()
    page.keyboard.press("w")
    pick(page, "66.156")
    page.get_by_role("group", name="Son Bridge").get_by_role("button", name="blown").click()
    page.get_by_role("button", name="Compare", exact=True).click()
    expect(page.locator(".compare")).to_contain_text("destroyed")
    near(page, "66.157", -0.5)


def turn(page: Page) -> None:
    """The 1900 turn as a checklist."""
    scenario(page, "wed", "WED-CAMPAIGN")
    page.keyboard.press("t")
    page.select_option("#time", "1900")
    expect(page.locator(".due")).to_contain_text("whether a bridge on Club Route is destroyed")
    page.get_by_label("Done: Note Club Route's status").check()
    near(page, "44.224", -1.0)


STOPS: Mapping[str, Callable[[Page], None]] = {
    "room-move": move,
    "room-compare": compare,
    "room-turn": turn,
}


def write(page: Page) -> None:
    """Take the pictures."""
    for name, go in STOPS.items():
        go(page)
        page.wait_for_timeout(4000)
        with Image.open(io.BytesIO(page.screenshot())) as picture:
            keep(picture.convert("RGB"), name)


def main() -> None:
    from clubroute.builder.project import Project
    from clubroute.rules.cli_options import context_of
    from clubroute.rules.room.app import Room
    from tests.fetching.chromium import prepare
    from tests.room.serving import (
        ROOT,
        browsing,
        opened,
        serving,
    )

    room = Room(context_of(None, None), Project(ROOT), None)
    with serving(room) as served, browsing(prepare()) as browser:
        page = opened(browser, served.address, *SIZE)
        scenario(page, "wed", "WED-2")
        while not ((told := room.pictures.progress("wed") or {})["ready"] and told["counters"]):
            assert not told["failed"], told
            page.wait_for_timeout(1000)
        page.reload()
        page.wait_for_selector("body.ready")
        write(page)


if __name__ == "__main__":
    main()
