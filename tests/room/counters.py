"""A click on every counter of a set-up, and what the room says to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

OPEN = """async ([map, id]) => {
    await clubroute.source.scenario(map, id);
    return clubroute.position.counters.filter(one => clubroute.lattice.find(one.hex))
        .map(({piece, role, name, hex, kind}) => ({piece, role, name, hex, kind}));
}"""
TAKE = """async ([tool, piece]) => {
    const desk = clubroute, one = desk.position.counters.find(one => one.piece === piece);
    desk.take(tool);
    desk.tool.clear();
    if (one.role === "unit" && desk.tool.take) await desk.tool.take(one);
    else await desk.pick(desk.lattice.find(one.hex));
    const panel = desk.panel.element, said = [];
    for (let at = 0; at < panel.querySelectorAll(".unmoved button").length; at++) {
        const button = panel.querySelectorAll(".unmoved button")[at];
        said.push(button.textContent);
        const before = panel.firstChild;
        button.click();
        while (panel.firstChild === before) await new Promise(done => setTimeout(done, 5));
        if (panel.querySelector(".trouble") || panel.querySelector(".unmoved")) break;
        desk.tool.saidOf.clear();
        await desk.tool.reach();
    }
    return {red: panel.querySelector(".trouble")?.textContent ?? "",
        gist: panel.querySelector(".gist")?.textContent ?? "", said};
}"""


EVERY = """async ([piece, range]) => {
    const desk = clubroute, {lattice, position} = desk, found = [];
    const here = lattice.find(position.counters.find(one => one.piece === piece).hex);
    const near = lattice.hexes.filter(one => lattice.distance(here, one) === range);
    const other = near[here.number.length * 7 % near.length];
    const note = what => {
        const {element} = desk.panel, red = element.querySelector(".trouble")?.textContent ?? "";
        if (red || !element.textContent.trim()) found.push(`${what}: ${red || "nothing"}`);
    };
    for (const tool of desk.usable.map(one => one.constructor.id)) {
        desk.take(tool);
        await desk.pick(here, tool === "sight");
        note(`${tool}, its hex ${here.number}`);
        if (tool === "whatif") {
            // Every state of every bridge of its hex, then itself elsewhere.
            const names = [...desk.panel.element.querySelectorAll(".row[role=group] button")];
            for (let at = 0; at < names.length; at++) {
                [...desk.panel.element.querySelectorAll(".row[role=group] button")][at].click();
                note(`${tool}, ${names[at].textContent}`);
                desk.tool.undo(true);
                await desk.pick(here);
            }
        }
        await desk.pick(other);
        note(`${tool}, ${other.number} near it`);
        if (tool === "whatif") desk.tool.undo(true);
    }
    return {asked: desk.usable.length, found};
}"""
"""Click a counter's hex and one near it with every tool of the map: what brought a red line, or
nothing at all."""


@dataclass(frozen=True, slots=True)
class Clicked:
    """A counter, and the panel after a click on it: its red line, its first line, the buttons of
    what could be said of the counter."""

    counter: dict[str, Any]
    red: str
    gist: str
    said: tuple[str, ...]


def counters_in(page: Page, map_: str, scenario: str) -> list[dict[str, Any]]:
    """Open a set-up; the counters on its map."""
    found: list[dict[str, Any]] = page.evaluate(OPEN, [map_, scenario])
    return found


def clicked_on(
    page: Page, counters: Iterable[dict[str, Any]], tool: str = "move"
) -> Iterator[Clicked]:
    """Click counters with a tool, and say of each whatever its buttons offer."""
    for one in counters:
        told = page.evaluate(TAKE, [tool, one["piece"]])
        yield Clicked(one, told["red"], told["gist"], tuple(told["said"]))


def red_with_every_tool(page: Page, counter: dict[str, Any]) -> list[str]:
    """Click a counter's hex and one near it with every tool of the map; what went wrong."""
    told = page.evaluate(EVERY, [counter["piece"], 2])
    assert told["asked"] > 4, "the map has few tools"
    found: list[str] = told["found"]
    return found


def apart(counters: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Of counters alike by role, kind and the beginning of the name, the first."""
    found: dict[tuple[str, str, str], dict[str, Any]] = {}
    for one in counters:
        found.setdefault((one["role"], one.get("kind") or "", one["name"][:6]), one)
    return list(found.values())
