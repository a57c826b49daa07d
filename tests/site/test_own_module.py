"""A module dropped on a site: it shows in that browser alone, and nothing of it leaves."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from clubroute.builder.survey.compile import CompiledMap
from clubroute.rules.site.build import Runtime
from tests.rules.owner.modules.test_own_boards import (
    NAME,
    Owned,
    looked_at,
    many_of,
    on_screen,
    painted,
    shared,
)
from tests.site.served import ANSWERING, serving_site, visit, watched
from tests.site.sites import bare_files

pytestmark = pytest.mark.slow
SENT = """() => { window.sent = [];
    const post = XMLHttpRequest.prototype.send, asked = window.fetch;
    window.fetch = (at, init) => { if (init?.body) window.sent.push(String(at));
        return asked(at, init); };
    XMLHttpRequest.prototype.send = function (body) { if (body) window.sent.push("xhr");
        return post.call(this, body); };
    navigator.sendBeacon = () => { window.sent.push("beacon"); return false; }; }"""

FANS = 12
LONG = f"""() => {{ const many = Array.from({{length: {FANS}}}, (_, id) => ({{jsonrpc: "2.0", id,
      method: "los.fan", params: {{map: "tdc", from: "37.58", range: 20}}}}));
    window.answered = clubroute.room.fetch("/rpc", {{method: "POST", body: JSON.stringify(many)}})
      .then((answer) => answer.json()).then((all) => all.map((one) => "result" in one)); }}"""
"""Questions that take so long that all is deleted meanwhile."""


def test_a_module_dropped_on_a_site_shows_in_that_browser_alone(
    gts_map: CompiledMap, maps: Path, runtime: Runtime, browser: Browser, tmp_path: Path
) -> None:
    (tmp_path / "mine").mkdir()
    owned = Owned(gts_map, maps, tmp_path / "mine")
    with serving_site(tmp_path / "www", bare_files(maps, ("tdc",), runtime)) as site:
        who = watched(browser.new_context(viewport={"width": 1280, "height": 800}), site)
        bodies: list[str] = []
        who.on(
            "request", lambda asked: bodies.append(asked.url) if asked.post_data_buffer else None
        )
        who.add_init_script(f"({SENT})()")
        page = visit(who, site.address)
        page.set_input_files("#file", [owned.log, owned.vmod])
        is_shown(page, owned)
        address = page.evaluate("clubroute.links.address()")
        text, picture = shared(page)
        assert NAME not in address + text
        assert many_of(picture)[1:] == (0, 0)
        for data in (painted(owned.boards[0]), owned.face):
            for form in (base64.b64encode(data).decode(), data.hex(), data.decode("latin-1")):
                assert form[40:200] not in address + text
        assert (bodies, page.evaluate("window.sent")) == ([], [])
        assert site.elsewhere() == []
        comes_again(page, owned)
        who.close()


def is_shown(page: Page, owned: Owned) -> None:
    """Wait until the log is open, and the module's boards and counter are seen."""
    page.wait_for_function("name => document.title.startsWith(name)", arg=owned.log.name)
    looked_at(page)
    assert page.evaluate("document.getElementById('boards').value") == "own gts-pictured"
    _, red, yellow = on_screen(page)
    assert red > 50_000
    assert yellow > 500


def comes_again(page: Page, owned: Owned) -> None:
    """At the next visit it is there; until all that is the user's own is deleted."""
    page.reload()
    page.wait_for_selector(ANSWERING)
    page.evaluate("name => clubroute.source.file(name)", owned.log.name)
    is_shown(page, owned)
    page.get_by_role("button", name="Offline").click()
    page.evaluate(LONG)
    page.get_by_role("button", name="Delete all that is mine").click()
    # What was asked before is answered, though the rules that were asked are gone.
    assert page.evaluate("window.answered") == [True] * FANS
    assert page.evaluate("clubroute.room.json('/maps/tdc/own')") == []
