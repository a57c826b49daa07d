"""The map room as a site in a real browser, beside CPython: the same bytes, how soon, how large.

    python -m tests.bench.bench_site [--site FOLDER] [--minutes 15] [--only NAME …]

A site of all games is made with its boards drawn, unless FOLDER holds one below ``x/y``. It is
served by a plain file server that packs what hosts pack. Prints each figure with its bar; exit
code 1 if one is missed, an answer differs, a picture fails or anything was asked of another origin.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import statistics
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext

from clubroute.rules.asking.context import Loaded
from clubroute.rules.cli import main as clubroute
from clubroute.rules.room.positions import scenario_list
from clubroute.rules.site.engine import Engine
from tests.fetching import pyodide
from tests.fetching.chromium import prepare
from tests.room.clicking import TOOLS, clicked, crowded, random_clicks
from tests.room.serving import browsing
from tests.site.played import logs
from tests.site.requests import addresses, large, posted, questions
from tests.site.served import (
    BELOW,
    MOVED,
    Site,
    asked_of,
    is_answer,
    serving_folder,
    shown,
    visit,
    watched,
)

ROUNDS = 3
LONG = 5.0
"""Ms that a question takes CPython at least, to be held against the browser."""
BUSY = 1.2
"""Times as long as alone that some work takes on a machine on which others work, too."""
ASKED, ANSWERED = 100, 60
OWNER = "this browser"
PLAYED = ("wed", "WED-4"), ("ins", "INS-5.4"), ("wed", "WED-CAMPAIGN"), ("ins", "INS-5.3")
SETTLED = """() => [...document.querySelectorAll("img.leaflet-tile")].every(one =>
    one.classList.contains("leaflet-tile-loaded"))
    && [...clubroute.pieces.pictures.values()].every(Boolean)"""
SEE = """() => { const look = () => {
    const pieces = window.clubroute?.pieces;
    if (document.querySelector("img.leaflet-tile-loaded")
        && pieces && [...pieces.pictures.values()].some(Boolean)) window.seen = performance.now();
    else requestAnimationFrame(look); };
  requestAnimationFrame(look); }"""
MARK = "name => performance.getEntriesByName(name)[0]?.startTime ?? null"
ANEW = """() => { const {python, engine} = self.rules; python.globals.set("made", engine);
    python.runPython(`from clubroute.rules.asking.context import Loaded
made.answers.context.loaded["kept", "standing"] = Loaded()`); }"""
HEAP = "self.rules.python._module.HEAPU8.length"


@dataclass(slots=True)
class Bench:
    """What is measured with, and what came of it."""

    browser: Browser
    site: Site
    scratch: Path
    minutes: float
    missed: list[str] = field(default_factory=list)

    @property
    def maps(self) -> Path:
        return next(self.site.folder.glob("*/maps"))

    def here(self) -> Engine:
        """The same engine in this process."""
        os.chdir(self.scratch)
        (self.scratch / OWNER).mkdir(exist_ok=True)
        return Engine(str(self.maps), OWNER)

    def somebody(self) -> BrowserContext:
        """A fresh profile."""
        size = {"width": 1280, "height": 800}
        who = self.browser.new_context(viewport=size, reduced_motion="reduce")  # type: ignore[arg-type]
        return watched(who, self.site)

    def tell(self, what: str, met: bool, bar: str) -> None:
        """Print a figure and its bar."""
        sys.stdout.write(f"{what}; bar: {bar}{'' if met else ' MISSED'}\n")
        sys.stdout.flush()
        if not met:
            self.missed.append(what)


def same_bytes(bench: Bench) -> None:
    """Every full question of every method, and what the page asks besides."""
    page, here = visit(bench.somebody(), bench.site.address), bench.here()
    many = [*addresses(), *questions()]
    answered, other = 0, []
    for one in many:
        ((told, _),) = asked_of(page, [one])
        found = here.answer(one[0], one[1], one[2] or None)
        answered += is_answer(told)
        if told != (found[0], found[1], found[3]):
            other.append(one)
    what = f"{len(many)} requests, {answered} of them answered, {len(other)} with other bytes"
    met = not other and len(many) >= ASKED and answered >= ANSWERED
    bench.tell(what, met, f"{ASKED}, {ANSWERED}, 0")
    page.context.close()


def same_games(bench: Bench) -> None:
    """Logs as tapes, and positions as saved games."""
    page, here = visit(bench.somebody(), bench.site.address), bench.here()
    tapes, other, largest = 0, [], 0
    for name, data in logs(bench.scratch, bench.maps):
        one = ("POST", f"/tape?name={name}", data)
        ((told, _),) = asked_of(page, [one])
        found = here.answer(*one)
        tapes += is_answer(told) and bool(json.loads(told[2])["moments"])
        largest = max(largest, len(data))
        if told != (found[0], found[1], found[3]):
            other.append(name)
    what = f"{tapes} logs, the largest {largest / 1e3:.0f} kB: {len(other)} another tape"
    bench.tell(what, not other and tapes >= 20 and largest > 100_000, "20, one over 100 kB, 0")
    saves, other = 0, []
    for one in scenario_list():
        state = json.loads(here.answer("GET", tape_of(one))[3])["first"]
        told_ = posted("/vsav", map=one["map"], state=state, notes="ours")
        ((told, _),) = asked_of(page, [told_])
        found = here.answer(*told_)
        saves += told[0] == found[0] == 200
        if told[0] != found[0] or (found[0] == 200 and entries(told[2]) != entries(found[3])):
            other.append(str(one))
    bench.tell(f"{saves} saved games: {len(other)} with other entries", not other, "10, 0")
    page.context.close()


def tape_of(scenario: Mapping[str, str]) -> str:
    """Where a scenario's set-up is."""
    return f"/tape?map={scenario['map']}&scenario={scenario['id']}"


def entries(data: bytes) -> dict[str, bytes]:
    """The entries of a zip."""
    with zipfile.ZipFile(BytesIO(data)) as found:
        return {name: found.read(name) for name in found.namelist()}


def beside(bench: Bench) -> None:
    """CPython and the browser asked in turn, each answer worked out anew."""
    page, here = visit(bench.somebody(), bench.site.address), bench.here()
    (worker,) = page.workers
    ratios: list[tuple[float, float, str]] = []
    for one in (*questions(), *large(bench.maps)):
        mine, theirs = [], []
        for _ in range(ROUNDS + 1):  # the first imports what answers
            here.answers.context.loaded["kept", "standing"] = Loaded()
            begun = time.perf_counter()
            found = here.answer(*one)
            mine.append(1000 * (time.perf_counter() - begun))
            worker.evaluate(ANEW)
            theirs.append(asked_of(page, [one])[0][1])
        if min(mine[1:]) >= LONG and is_answer((found[0], found[1], found[3])):
            name = json.loads(one[2])["method"]
            ratios.append((min(theirs[1:]) / min(mine[1:]), min(mine[1:]), name))
    ratios.sort()
    middle, most = statistics.median(one[0] for one in ratios), ratios[-1]
    what = f"{len(ratios)} questions of {LONG:g} ms and more: median {middle:.2f} × CPython"
    bench.tell(what, middle <= 3, "3")
    bench.tell(f"the worst {most[0]:.2f} × ({most[2]}, {most[1]:.0f} ms)", most[0] <= 6, "6")
    page.context.close()


def cold(bench: Bench) -> None:
    """A first visit, and a link opened in a fresh profile."""
    page = visit(bench.somebody(), bench.site.address)
    page.evaluate("clubroute.source.scenario('wed', 'WED-4')")
    page.evaluate("clubroute.pick(clubroute.lattice.find('75.129'))")
    link = page.evaluate("clubroute.links.address()")
    page.context.close()
    crowds: list[float] = []
    boards, engines, answers = [], [], []
    for _ in range(ROUNDS):
        crowds.append(crowded(0.5))
        who = bench.somebody()
        who.add_init_script(f"({SEE})()")
        page = visit(who, bench.site.address)
        page.wait_for_function("() => window.seen")
        boards.append(page.evaluate("window.seen") / 1000)
        engines.append(page.evaluate(MARK, "engine") / 1000)
        who.close()
        who = bench.somebody()
        page = who.new_page()
        page.goto(link)
        page.wait_for_function("() => performance.getEntriesByName('linked').length")
        answers.append(page.evaluate(MARK, "linked") / 1000)
        who.close()
    for what, times, bar in (
        ("a board with counters is seen", boards, 2),
        ("the page is ready", engines, 8),
        ("a link is answered", answers, 10),
    ):
        told = ", ".join(f"{one:.2f}" for one in times)
        alone = min(one / crowd for one, crowd in zip(times, crowds, strict=True))
        busy = f" ({alone:.2f} without what others took)" if max(crowds) > BUSY else ""
        bench.tell(f"{what}, cold: {told} s{busy}", min(*times, alone) <= bar, f"{bar} s")


BARE_PAGE = """<!doctype html><script type="module" src="bare.js"></script>"""
BARE = """const worker = new Worker("bare-worker.js", {type: "module"});
worker.onmessage = () => performance.mark("bare");"""
BARE_WORKER = """import {loadPyodide} from "%s/pyodide.mjs";
const python = await loadPyodide({indexURL: new URL("%s/", self.location.href).href});
python.runPython("1 + 1");
self.postMessage("there");"""
FIRST = """async () => { const {position, lattice} = clubroute;
    const one = position.counters.find(it => it.kind === "infantry" && lattice.find(it.hex));
    clubroute.take("move");
    await clubroute.tool.take(one);
    return [performance.now(), document.querySelector("#panel .gist").textContent]; }"""


def start(bench: Bench) -> None:
    """The first answer to somebody who comes for the first time and clicks as soon as there is a
    counter, beside the bare start of the runtime: in turn, in fresh profiles."""
    (runtime,) = (one.name for one in bench.site.folder.glob("pyodide-*"))
    place = bench.site.folder / "bare"
    place.mkdir(exist_ok=True)
    for name, text in (
        ("index.html", BARE_PAGE),
        ("bare.js", BARE),
        ("bare-worker.js", BARE_WORKER % (f"../{runtime}", f"../{runtime}")),
    ):
        (place / name).write_text(text, encoding="utf-8")
    bare, first = [], []
    for _ in range(ROUNDS):
        who = bench.somebody()
        page = who.new_page()
        page.goto(f"{bench.site.address}bare/")
        page.wait_for_function("() => performance.getEntriesByName('bare').length")
        bare.append(page.evaluate(MARK, "bare") / 1000)
        who.close()
        who = bench.somebody()
        page = who.new_page()
        page.goto(bench.site.address)
        page.wait_for_selector("body.ready")
        took, gist = page.evaluate(FIRST)
        assert "reaches" in gist, gist
        first.append(took / 1000)
        who.close()
    share = min(first) / min(bare)
    what = f"the first answer {min(first):.2f} s, the runtime alone {min(bare):.2f}: {share:.2f} ×"
    bench.tell(what, share <= 1.6, "1.6")


def first_visit(bench: Bench) -> None:
    """What a first visit brings without pictures, packed as hosts pack it."""
    head = (bench.site.folder / "sw.js").read_bytes().split(b";\n", 1)[0]
    core = json.loads(head.removeprefix(b"const TOLD = "))["core"]
    names = ["sw.js", *(f"{one}index.html" if one.endswith("/") else one for one in core)]
    size = sum(len(gzip.compress((bench.site.folder / one).read_bytes(), 6)) for one in names)
    what = f"a first visit: {len(names)} files, {size / 1e6:.2f} MB after gzip"
    bench.tell(what, size <= 10_000_000, "10 MB")


def pictures(bench: Bench) -> None:
    """Every scenario and map looked at near and far: no picture fails."""
    who, failed = bench.somebody(), []
    who.on("response", lambda told: failed.append(told.url) if told.status >= 400 else None)
    page = visit(who, bench.site.address)
    many = scenario_list()
    for one in many:
        page.evaluate("([map, id]) => clubroute.source.scenario(map, id)", [one["map"], one["id"]])
        for zoom in (-3.5, -1.75, 0):
            page.evaluate("zoom => clubroute.view.map.setZoom(zoom, {animate: false})", zoom)
            page.wait_for_function(SETTLED)
    bench.tell(f"{len(many)} set-ups and maps seen: {len(failed)} pictures failed", not failed, "0")
    who.close()


def links(bench: Bench) -> None:
    """Every scenario as a link, opened in a fresh profile: the same state and counters."""
    page = visit(bench.somebody(), bench.site.address)
    other, longest = [], 0
    many = scenario_list()
    for one in many:
        page.evaluate("([map, id]) => clubroute.source.scenario(map, id)", [one["map"], one["id"]])
        page.evaluate(MOVED)
        before, address = shown(page), page.evaluate("clubroute.links.address()")
        longest = max(longest, len(address))
        who = bench.somebody()
        if shown(visit(who, address)) != before:
            other.append(one)
        who.close()
    what = f"{len(many)} links, the longest {longest} characters: {len(other)} show something else"
    bench.tell(what, not other, "0")
    page.context.close()


def memory(bench: Bench) -> None:
    """Clicks in several set-ups, and a log gone through, for some minutes."""
    page = visit(bench.somebody(), bench.site.address)
    place = bench.scratch / "scrubbed"
    place.mkdir()
    found = dict(logs(place, bench.maps, 1))
    (worker,) = page.workers
    until, clicks, steps, sizes = time.monotonic() + 60 * bench.minutes, 0, 0, [0]
    number = 0
    while time.monotonic() < until:
        page.evaluate("([map, id]) => clubroute.source.scenario(map, id)", list(PLAYED[number % 4]))
        usable = page.evaluate("clubroute.usable.map(tool => tool.constructor.id)")
        many = random_clicks(page, 40, number, [one for one in TOOLS if one in usable])
        clicks += len(clicked(page, many))
        name, data = list(found.items())[number % len(found)]
        file: Any = {"name": name, "mimeType": "application/zip", "buffer": data}
        page.set_input_files("#file", file)
        page.wait_for_function("name => document.title.startsWith(name)", arg=name)
        last = page.evaluate("clubroute.position.steps")
        for step in range(1, min(last, 60)):
            page.evaluate("step => clubroute.position.go(step)", step)
            if step % 6 == 0:
                page.evaluate("clubroute.position.state()")
            steps += 1
        sizes.append(worker.evaluate(HEAP))
        number += 1
    what = f"{bench.minutes:g} minutes, {clicks} clicks, {steps} steps: {max(sizes) / 1e6:.0f} MB"
    bench.tell(what, max(sizes) <= 256 * 2**20, "256 MB")
    page.context.close()


PARTS: Mapping[str, Callable[[Bench], None]] = {
    one.__name__: one
    for one in (
        first_visit, start, cold, same_bytes, same_games, beside, pictures, links, memory,
    )
}  # fmt: skip


def main(arguments: list[str] | None = None) -> int:
    """Measure, print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--site", type=Path, help="a folder with a site below x/y")
    parser.add_argument("--minutes", type=float, default=15, help="of clicking")
    parser.add_argument("--only", choices=PARTS, nargs="+", default=list(PARTS))
    told = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as scratch:
        top = (told.site or Path(scratch) / "www").resolve()
        place = top.joinpath(*BELOW)
        if not place.is_dir():
            place.parent.mkdir(parents=True, exist_ok=True)
            clubroute(["site", "--runtime", str(pyodide.prepare()), "--out", str(place)])
        with browsing(prepare()) as browser, serving_folder(top, "packed") as site:
            bench = Bench(browser, site, Path(scratch), told.minutes)
            for name in told.only:
                PARTS[name](bench)
            elsewhere = site.elsewhere()
            what = f"{len(site.asked)} requests of pages, {len(elsewhere)} to another origin"
            bench.tell(what, not elsewhere, "0")
    return int(bool(bench.missed))


if __name__ == "__main__":
    sys.exit(main())
