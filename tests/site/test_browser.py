"""A site in a real browser, below a path of a plain file server."""

from __future__ import annotations

import io
import json
import os
import re
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from clubroute.rules.room.positions import scenario_list
from clubroute.rules.site import build as site_parts
from clubroute.rules.site.build import Runtime, write_folder
from clubroute.rules.site.engine import Engine
from tests.fetching.chromium import Chromium
from tests.room.serving import BARE
from tests.room.test_access import violations
from tests.site.requests import addresses, questions
from tests.site.served import (
    ANSWERING,
    MOVED,
    OPENED,
    Site,
    asked_of,
    is_answer,
    serving_site,
    shown,
    visit,
    watched,
)
from tests.site.sites import PROJECT, all_small, bare_files

pytestmark = pytest.mark.slow
GAMES = ("wed", "tdc", "mg", "ins")
SAMPLE = 6
"""Of so many full questions one is asked here; the bench asks them all."""
COST = {"map": "wed", "to": {"terrain": "woods"}, "unit": {"class": "leg"}}
WOODS = b'[terrain.woods]\nrule = "2.4"\nleg = [3, 2]'
SETTLED = """() => [...document.querySelectorAll("img.leaflet-tile")].every(one =>
    one.classList.contains("leaflet-tile-loaded"))
    && clubroute.pieces.pictures.size && [...clubroute.pieces.pictures.values()].every(Boolean)"""


@pytest.fixture(scope="module")
def site(maps: Path, runtime: Runtime, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    files = bare_files(maps, GAMES, runtime, all_small)
    with serving_site(tmp_path_factory.mktemp("www"), files) as found:
        yield found
        assert found.elsewhere() == []


@pytest.fixture(scope="module")
def visitor(
    browser: Browser, chromium: Chromium, profile: Path, site: Site
) -> Iterator[BrowserContext]:
    """Somebody who comes back, in a browser of their own."""
    with at_home(browser, chromium, profile, site) as found:
        yield found


@pytest.fixture(scope="module")
def profile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which that browser keeps what is kept."""
    return tmp_path_factory.mktemp("profile")


@contextmanager
def at_home(
    browser: Browser, chromium: Chromium, profile: Path, site: Site
) -> Iterator[BrowserContext]:
    """A browser process with a profile that stays."""
    found = browser.browser_type.launch_persistent_context(
        profile,
        executable_path=chromium.program,
        env={**os.environ, **dict(chromium.environment)},
        args=list(BARE),
        viewport={"width": 1280, "height": 800},
        reduced_motion="reduce",
    )
    yield watched(found, site)
    found.close()


@pytest.fixture(scope="module")
def page(visitor: BrowserContext, site: Site) -> Iterator[Page]:
    found = visit(visitor, site.address)
    wrong: list[str] = []
    found.on("pageerror", lambda error: wrong.append(str(error)))
    yield found
    assert wrong == []


@pytest.mark.smoke
def test_the_browser_answers_with_the_bytes_of_cpython(
    page: Page, maps: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "this browser").mkdir()
    here = Engine(str(maps), "this browser")
    asked = [*addresses(), *list(questions())[::SAMPLE]]
    answered = 0
    for one, (told, _) in zip(asked, asked_of(page, asked), strict=True):
        found = here.answer(one[0], one[1], one[2] or None)
        assert told == (found[0], found[1], found[3]), one
        answered += is_answer(told)
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
    assert not opened.evaluate("clubroute.links.replies")
    opened.evaluate(
        """() => clubroute.position.attempt({text: "moved on", counters: many => many.map(it =>
            it.name === "B/15/19 KRH" ? {...it, hex: "77.165"} : it),
          state: all => ({...all, units: all.units.map(it => it.name === "B/15/19 KRH"
            ? {...it, hex: "77.165"} : it)})})"""
    )
    assert opened.evaluate("clubroute.links.replies")
    replied, reply = shown(opened), opened.evaluate("clubroute.links.address()")
    assert replied != before
    answered = visit(other, reply)
    assert shown(answered) == replied
    assert "tried: moved on" in answered.evaluate("JSON.stringify(clubroute.position.done)")
    answered.close()
    for broken in (f"{address[:-40].split('&q=')[0][:-3]}", "#p=1wed.AAAA", "#p=9"):
        opened.goto("about:blank")
        opened.goto(broken if broken.startswith("http") else f"{site.address}{broken}")
        expect(opened.locator("#panel .trouble")).to_contain_text("link: found")
        opened.wait_for_selector("body.ready.answering", timeout=120_000)
    opened.evaluate("clubroute.pick(clubroute.lattice.find('75.129'))")
    expect(opened.locator("#panel")).to_contain_text("75.129")
    other.close()


def test_every_scenario_is_sent_as_a_link_and_comes_back_with_all_counters(
    page: Page, browser: Browser, site: Site
) -> None:
    other = watched(browser.new_context(), site)
    opened = visit(other, site.address)
    for one in (one for one in scenario_list() if one["map"] in GAMES):
        page.evaluate("([map, id]) => clubroute.source.scenario(map, id)", [one["map"], one["id"]])
        page.evaluate(MOVED)
        before, address = shown(page), page.evaluate("clubroute.links.address()")
        assert len(address) < 600, one
        assert opened.evaluate(OPENED, address.partition("#")[2]), one
        assert shown(opened) == before, one
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


def test_what_a_site_has_besides_is_for_everyone_on_a_telephone(
    browser: Browser, site: Site
) -> None:
    who = watched(browser.new_context(viewport={"width": 390, "height": 844}), site)
    page = who.new_page()
    page.goto(site.address)
    page.wait_for_selector("#busy progress")
    told = {"loading": violations(page)}
    page.wait_for_selector(f"{ANSWERING}.kept")
    for name, into in (("Offline", "#keep-wed"), ("Share", "#share-link")):
        page.get_by_role("button", name=name, exact=True).focus()
        page.keyboard.press("Enter")
        page.wait_for_selector(into)
        told[name] = violations(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        reach_by_tab(page, into)
    page.goto(f"{site.address}#p=9")
    page.reload()
    page.wait_for_selector("#panel .trouble")
    told["a link that cannot be opened"] = violations(page)
    page.goto(f"{site.address}notices/")
    told["notices"] = violations(page)
    assert {name: many for name, many in told.items() if many} == {}
    who.close()


def reach_by_tab(page: Page, selector: str) -> None:
    """Come to a control by the Tab key alone."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("it => document.activeElement.matches(it)", selector):
            return
    raise AssertionError(f"no Tab comes to {selector}")


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


def test_nothing_is_asked_of_another_origin(browser: Browser, site: Site) -> None:
    """Of what the other tests here ask, the fixture holds it."""
    before = len(site.asked)
    who = watched(browser.new_context(viewport={"width": 1280, "height": 800}), site)
    page = visit(who, site.address)
    page.evaluate("clubroute.source.scenario('wed', 'WED-4')")
    page.evaluate("clubroute.pick(clubroute.lattice.find('75.129'))")
    for zoom in (-3, -1, 0):
        page.evaluate("zoom => clubroute.view.map.setZoom(zoom, {animate: false})", zoom)
        page.wait_for_function(SETTLED)
    who.close()
    assert len(site.asked) - before > 100
    assert site.elsewhere() == []


@pytest.mark.smoke
def test_a_changed_rule_is_there_after_one_reload(
    page: Page, site: Site, maps: Path, runtime: Runtime, monkeypatch: pytest.MonkeyPatch
) -> None:
    page.wait_for_selector("body.kept", timeout=120_000)
    cost = "async told => (await clubroute.room.ask('step.cost', told)).summary"
    assert "3 MP" in page.evaluate(cost, COST)
    engine = site_parts.engine_zip(PROJECT, GAMES)
    monkeypatch.setattr(site_parts, "engine_zip", lambda _, games: with_dearer_woods(engine))
    write_folder(site.folder, bare_files(maps, GAMES, runtime, all_small))
    page.reload()
    page.wait_for_selector(f"{ANSWERING}.kept", timeout=120_000)
    assert "7 MP" in page.evaluate(cost, COST)
    page.wait_for_function("async () => (await caches.keys()).length === 1")


def with_dearer_woods(engine: bytes) -> bytes:
    """The engine with one number of one table changed."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(engine)) as old, zipfile.ZipFile(made, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name.endswith("gts/tables/movement.toml"):
                changed = data.replace(WOODS, WOODS.replace(b"3", b"7"))
                assert changed != data
                data = changed
            new.writestr(name, data)
    return made.getvalue()


def test_a_kept_game_is_all_there_without_a_server_and_in_a_new_browser(
    page: Page,
    visitor: BrowserContext,
    browser: Browser,
    chromium: Chromium,
    profile: Path,
    site: Site,
) -> None:
    page.evaluate("clubroute.source.scenario('wed', 'WED-4')")
    page.evaluate("clubroute.take('hex')")
    page.get_by_role("button", name="Offline", exact=True).click()
    keep = page.locator("#keep-wed")
    expect(keep).to_have_text(re.compile(r"Keep .* for offline: \d+\.\d MB"))
    keep.click()
    expect(keep).to_have_text(re.compile(r"kept, \d+\.\d MB"))
    page.evaluate("clubroute.pick(clubroute.lattice.find('75.129'))")
    before, address = shown(page), page.evaluate("clubroute.links.address()")
    visitor.close()
    site.end()
    with at_home(browser, chromium, profile, site) as again:
        failed: list[str] = []
        again.on("requestfailed", lambda request: failed.append(request.url))
        again.on("response", lambda answer: failed.append(answer.url) if not answer.ok else None)
        alone = visit(again, address)
        assert shown(alone) == before
        for zoom in (-3, -1, 0):
            alone.evaluate("zoom => clubroute.view.map.setZoom(zoom, {animate: false})", zoom)
            alone.wait_for_function(SETTLED)
        alone.evaluate("clubroute.pick(clubroute.lattice.find('75.129'))")
        expect(alone.locator("#panel")).to_contain_text("75.129")
        assert [one for one in failed if "/sw.js" not in one and one != site.address] == []
