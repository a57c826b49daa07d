"""A site in a real browser, below a path of a plain file server."""

from __future__ import annotations

import base64
import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from clubroute.rules.site.build import write_folder
from clubroute.rules.site.engine import Engine
from clubroute.rules.site.files import Files
from clubroute.rules.site.runtime import Runtime, read_runtime
from tests.fetching import pyodide
from tests.fetching.absence import RUNTIME, without
from tests.fetching.cache import NotHereError
from tests.site.requests import addresses, questions
from tests.site.sites import bare_files

pytestmark = pytest.mark.slow
GAMES = ("wed", "tdc", "mg", "ins")
SAMPLE = 6
"""Of so many full questions one is asked here; the bench asks them all."""
ASK = """async asked => {
    const found = [];
    for (const [method, path, body] of asked) {
        const data = body ? Uint8Array.from(atob(body), c => c.charCodeAt(0)).buffer : null;
        const answer = await clubroute.room.transport.ask(method, path, data);
        const bytes = new Uint8Array(await answer.arrayBuffer());
        let text = "";
        for (const one of bytes) text += String.fromCharCode(one);
        found.push([answer.status, answer.headers.get("content-type"), btoa(text)]);
    }
    return found;
}"""


@dataclass(slots=True)
class Site:
    """A site that is served, and what a page of it asked the network for."""

    folder: Path
    files: Files
    server: subprocess.Popen[bytes]
    port: int
    asked: list[str]

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/x/y/"


@pytest.fixture(scope="module")
def runtime() -> Runtime:
    try:
        return read_runtime(pyodide.prepare())
    except NotHereError as error:
        without(RUNTIME, error)


@pytest.fixture(scope="module")
def site(maps: Path, runtime: Runtime, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    top = tmp_path_factory.mktemp("www")
    files = bare_files(maps, GAMES, runtime)
    write_folder(top / "x" / "y", files)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1"]
    log = (top / "log").open("wb")
    server = subprocess.Popen([*command, "--directory", str(top)], stdout=log, stderr=log)
    for _ in range(200):
        with socket.socket() as knock:
            if knock.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(0.05)
    yield Site(top / "x" / "y", files, server, port, [])
    server.kill()
    server.wait()
    log.close()


@pytest.fixture(scope="module")
def visitor(browser: Browser, site: Site) -> Iterator[BrowserContext]:
    """Somebody who comes back."""
    found = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    found.set_default_timeout(120_000)
    found.on("request", lambda request: site.asked.append(request.url))
    yield found
    found.close()


@pytest.fixture(scope="module")
def page(visitor: BrowserContext, site: Site) -> Iterator[Page]:
    found = visit(visitor, site.address)
    wrong: list[str] = []
    found.on("pageerror", lambda error: wrong.append(str(error)))
    yield found
    assert wrong == []


def visit(who: BrowserContext, address: str) -> Page:
    """A page of the site once its rules are loaded."""
    page = who.new_page()
    page.goto(address)
    page.wait_for_selector("body.ready.answering", timeout=120_000)
    return page


def shown(page: Page) -> Any:
    """The state, and every counter with its hex and faces."""
    return page.evaluate(
        """async () => [await clubroute.position.state(), clubroute.position.counters.map(one =>
            [one.piece, one.name, one.hex ?? "", one.pictures ?? []])]"""
    )


def test_the_browser_answers_with_the_bytes_of_cpython(
    page: Page, maps: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "this browser").mkdir()
    here = Engine(str(maps), "this browser")
    asked = [*addresses(), *list(questions())[::SAMPLE]]
    bodies = [[one[0], one[1], base64.b64encode(one[2]).decode() or None] for one in asked]
    told = page.evaluate(ASK, bodies)
    answered = 0
    for one, (status, kind, data) in zip(asked, told, strict=True):
        found = here.answer(one[0], one[1], one[2] or None)
        assert (status, kind, base64.b64decode(data)) == (found[0], found[1], found[3]), one
        answered += status == 200 and b'"error"' not in found[3][:60]
    assert answered >= 40


def test_a_link_opens_in_a_fresh_profile_with_all_that_was_shown(
    page: Page, browser: Browser, site: Site
) -> None:
    page.evaluate("clubroute.source.scenario('wed', 'WED-2')")
    page.evaluate("clubroute.take('move')")
    page.evaluate(
        """async () => { const {position} = clubroute;
            const one = position.counters.find(it => it.name === "B/15/19 KRH");
            position.attempt({text: "moved", counters: many => many.map(it =>
                it.piece === one.piece ? {...it, hex: "78.165"} : it),
              state: all => ({...all, units: all.units.map(it => it.name === one.name
                ? {...it, hex: "78.165"} : it)})});
            await clubroute.pick(clubroute.lattice.find("78.165")); }"""
    )
    before, address = shown(page), page.evaluate("clubroute.links.address()")
    assert len(address) < 400
    assert "&q=" in address
    other = browser.new_context()
    opened = visit(other, address)
    assert shown(opened) == before
    assert opened.input_value("#ask")
    expect(opened.locator("#panel")).to_contain_text("78.165")
    for broken in (f"{address[:-40].split('&q=')[0][:-3]}", "#p=1wed.AAAA", "#p=9"):
        opened.goto("about:blank")
        opened.goto(broken if broken.startswith("http") else f"{site.address}{broken}")
        expect(opened.locator("#panel .trouble")).to_contain_text("link: found")
        opened.wait_for_selector("body.ready.answering", timeout=120_000)
    opened.evaluate("clubroute.pick(clubroute.lattice.find('75.129'))")
    expect(opened.locator("#panel")).to_contain_text("75.129")
    other.close()


def test_ratings_and_files_stay_in_the_browser_until_they_are_deleted(
    page: Page, visitor: BrowserContext, site: Site
) -> None:
    cells = {"unit": "101-easy-2-506", "face": "front", "move": "9"}
    post = "([path, told]) => clubroute.room.json(path, {method: 'POST', body: told})"
    told = page.evaluate(post, ["/ratings", json.dumps({"map": "wed", "cells": cells})])
    assert told == {"file": "this browser/ratings.csv"}
    save = page.evaluate(
        """async () => { const told = {map: "wed", state: await clubroute.position.state()};
            const answer = await clubroute.room.fetch("/clubroute", {method: "POST",
                body: JSON.stringify(told)}); return answer.text(); }"""
    )
    page.evaluate(post, ["/tape?name=ours.clubroute", save])
    again = visit(visitor, site.address)
    assert "ours.clubroute" in again.locator("#scenario").inner_text()
    kept = again.evaluate("clubroute.room.json('/ratings?map=wed&unit=101-easy-2-506')")
    assert kept["faces"]["front"]["move"] == "9"
    again.evaluate("clubroute.source.file('ours.clubroute')")
    again.get_by_role("button", name="Offline").click()
    again.get_by_role("button", name="Delete all that is mine").click()
    expect(again.locator("#panel")).to_contain_text("Nothing of yours is kept here yet")
    assert (
        again.evaluate("clubroute.room.json('/ratings?map=wed&unit=101-easy-2-506')")["faces"] == {}
    )
    again.close()


def test_a_long_question_is_given_up_and_the_position_is_as_it_was(page: Page) -> None:
    page.evaluate("clubroute.source.scenario('wed', 'WED-2')")
    before = shown(page)
    page.evaluate(
        """() => { const many = Array.from({length: 250}, (_, id) => ({jsonrpc: "2.0", id,
              method: "los.fan", params: {map: "wed", from: "75.129", range: 10 + id % 20}}));
            window.gone = clubroute.room.fetch("/rpc", {method: "POST", body: JSON.stringify(many)})
              .then(() => "answered", error => error.message); }"""
    )
    page.get_by_role("button", name="Give up").click()
    assert page.evaluate("window.gone") == "This question was given up."
    page.evaluate("clubroute.pick(clubroute.lattice.find('75.129'))")
    expect(page.locator("#panel")).to_contain_text("75.129")
    assert shown(page) == before


def test_a_changed_rule_is_there_after_one_reload_and_stays_without_the_server(
    page: Page, visitor: BrowserContext, site: Site
) -> None:
    page.wait_for_selector("body.kept", timeout=120_000)
    made = json.loads(site.files["sw.js"].split(b";\n", 1)[0].removeprefix(b"const TOLD = "))[
        "site"
    ]
    other = made[::-1]
    changed = {name.replace(made, other): data for name, data in site.files.items()}
    for name in ("index.html", "sw.js"):
        changed[name] = changed[name].replace(made.encode(), other.encode())
    text = changed[f"{other}/worker.js"]
    changed[f"{other}/worker.js"] = text.replace(
        b"made = engineModule.Engine",
        b"_ = python.runPython(\"import clubroute.builder as b; b.__version__ = '9.9'\");\n"
        b"  const made = engineModule.Engine",
    ).replace(b"const const", b"const")
    write_folder(site.folder, changed)
    page.reload()
    page.wait_for_selector("body.ready.answering.kept", timeout=120_000)
    hello = "clubroute.room.ask('hello', {})"
    assert "9.9" in json.dumps(page.evaluate(hello))
    address = page.evaluate("clubroute.links.address()")
    page.wait_for_function(
        """async site => (await caches.keys()).length === 1
            && (await caches.keys())[0].endsWith(site)""",
        arg=other,
    )
    page.close()
    site.server.kill()
    site.server.wait()
    alone = visit(visitor, address)
    assert "9.9" in json.dumps(alone.evaluate(hello))
    alone.evaluate("clubroute.pick(clubroute.lattice.find('75.129'))")
    expect(alone.locator("#panel")).to_contain_text("75.129")


def test_nothing_was_asked_of_another_origin(site: Site) -> None:
    assert len(site.asked) > 50
    assert [one for one in site.asked if not one.startswith((site.address, "data:", "blob:"))] == []
