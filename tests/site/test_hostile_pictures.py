"""A stranger's SVG is drawn and runs nothing, also where it is opened by its own address."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser

from clubroute.builder.art.drawn_svg import NOTHING, drawn_only
from clubroute.builder.authoring.new_game import new_game
from clubroute.builder.project import Project
from clubroute.rules.room.art import faces
from clubroute.rules.site.build import HEADERS, headers_text
from tests.site.served import serving_site

SPACE = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
RAN = "document.documentElement.setAttribute('ran', 'yes')"
BARE = f'<svg {SPACE} width="75" height="75">{{}}<rect width="9" height="9"/></svg>'
SCRIPT = f"<script>{RAN}</script>"
HOSTILE = {
    "a script": BARE.format(SCRIPT),
    "a script by another prefix": BARE.format(
        f'<x:script xmlns:x="http://www.w3.org/2000/svg">{RAN}</x:script>'
    ),
    "a handler": BARE.format("").replace("<svg ", f'<svg onload="{RAN}" '),
    "a handler in capitals": BARE.format(f'<g ONLOAD="{RAN}" OnClick="{RAN}"/>'),
    "a page inside": BARE.format(
        f'<foreignObject><body xmlns="http://www.w3.org/1999/xhtml">{SCRIPT}</body></foreignObject>'
    ),
    "an address that runs": BARE.format(f'<a xlink:href="javascript:{RAN}"><rect/></a>'),
    "an animation that sets one": BARE.format(
        f'<use href="#a"><set attributeName="href" to="javascript:{RAN}"/></use>'
    ),
    "a picture from elsewhere": BARE.format('<image href="https://example.org/a.png"/>'),
    "a style from elsewhere": BARE.format("<style>@import url(https://example.org/a);</style>"),
    "a paint from elsewhere": BARE.format('<g fill="url( https://example.org/a#b)"/>'),
    "a style sheet": '<?xml-stylesheet href="https://example.org/a"?>' + BARE.format(""),
    "an entity": f'<!DOCTYPE svg [<!ENTITY a "{SCRIPT.replace("<", "&#60;")}">]>'
    + BARE.format("&a;"),
    "a beginning like another picture's": "<!--GIF8-->" + BARE.format(SCRIPT),
    "another encoding": BARE.format("").replace(
        "<svg", '<?xml version="1.0" encoding="iso-2022-jp"?><svg', 1
    ),
}
"""What a picture may bring besides what it draws. Nothing of it may be left."""
HARMLESS = (
    BARE.format(""),
    '<?xml version="1.0" encoding="UTF-8"?>\n<!-- drawn -->\n' + BARE.format("<g id='a'/>"),
    BARE.format(
        '<defs><linearGradient id="b"><stop offset="0"/></linearGradient></defs>'
        '<style>.c { fill: url(#b); font: 9px "Arial" }</style>'
        '<use xlink:href="#b"/><image href="data:image/png;base64,iVBORw0KGgo="/>'
    ),
)
BAD = ("script", "onload", "onclick", "foreignobject", "javascript", "example.org", "<set", "<!d")


@pytest.mark.parametrize("what", HOSTILE)
def test_what_runs_or_is_fetched_is_left_out_and_the_drawing_stays(what: str) -> None:
    made = drawn_only(HOSTILE[what].encode()).decode("utf-8")
    assert not [word for word in BAD if word in made.casefold()]
    if what != "another encoding":
        root = ElementTree.fromstring(made)
        assert root.find("{http://www.w3.org/2000/svg}rect") is not None


@pytest.mark.parametrize("picture", HARMLESS)
def test_a_picture_that_only_draws_is_the_same_bytes(picture: str) -> None:
    assert drawn_only(picture.encode()) == picture.encode()


@pytest.mark.parametrize(
    "damaged",
    [
        b"",
        b"<svg",
        b"no picture",
        b"<svg>" * 300,
        BARE.format("").encode("utf-16")[:-3],
        b'<!DOCTYPE svg [<!ENTITY a "' + b"b" * 100_000 + b'">]><svg>' + b"&a;" * 100 + b"</svg>",
    ],
)
def test_of_what_nobody_can_read_nothing_is_left(damaged: bytes) -> None:
    assert drawn_only(damaged) == NOTHING


def test_the_counters_of_a_game_are_served_without_what_runs(tmp_path: Path) -> None:
    """In the room and in a site: both have their counters from here."""
    new_game(tmp_path, "lorne", rules=True)
    folder = tmp_path / "counters" / "lorne"
    (folder / "art").mkdir()
    for file, text in (("hostile.svg", HOSTILE["a script"]), ("GIF89a.svg", HARMLESS[0])):
        (folder / "art" / file).write_text(text, encoding="utf-8")
    lines = (folder / "units.csv").read_text(encoding="utf-8").splitlines()
    head = f"{lines[0]},picture"
    rows = [f"{lines[1]},art/hostile.svg", f"{lines[2]},art/GIF89a.svg"]
    text = "\n".join([head, *rows, *(f"{line}," for line in lines[3:])]) + "\n"
    (folder / "units.csv").write_text(text, encoding="utf-8")
    made = faces(Project(tmp_path), "lorne", tmp_path / "build")
    wanted = {drawn_only(HOSTILE["a script"].encode()), HARMLESS[0].encode()}
    assert wanted <= set(made.values())
    assert not [data for data in made.values() if b"script" in data]


def has_run(browser: Browser, address: str) -> bool:
    """Whether a picture that is opened by its address runs its script."""
    page = browser.new_page()
    try:
        page.goto(address)
        page.wait_for_timeout(100)
        return page.evaluate("document.documentElement.getAttribute('ran')") is not None
    finally:
        page.close()


@pytest.mark.slow
def test_a_host_that_sends_the_headers_runs_no_picture(browser: Browser, tmp_path: Path) -> None:
    files = {
        "index.html": b"",
        HEADERS: headers_text().encode(),
        "art/a.svg": HOSTILE["a script"].encode(),
    }
    with serving_site(tmp_path / "asked", files) as site:
        assert not has_run(browser, f"{site.address}art/a.svg")
    files[HEADERS] = b"/*\n"
    with serving_site(tmp_path / "silent", files) as site:
        assert has_run(browser, f"{site.address}art/a.svg")
