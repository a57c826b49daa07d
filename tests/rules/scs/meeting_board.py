"""Questions where rules of It Never Snows meet, a line each (``meeting.csv``), and the made board
that most are asked on: two banks with bridges and a Ferry between, each kind of ground, a Full Hex
Bridge, the XXX Corps Boundary and two Entry Areas.

A unit is a word for what it is, its hex (``-`` for none) and what it is said to be: ``own A20.13 dg
ma=8``; ``own`` is of the 101st, ``corps`` of XXX Corps, ``foe`` and ``german`` are the enemy's,
``gun`` is Allied artillery, of ``any`` nothing is told but what stands there. A state is its units,
``3 friend A20.13``, and what else is said: ``bridge A23.14/A24.14 blown``, ``unsaid linked``.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from clubroute.rules.asking.context import Context
from tests.rules.scs.made_map import (
    beside,
    block,
    context_of,
    course,
    hexside,
    made_map,
)

ISLE, NEAR, FAR = "A27.16", "A26.16", "A28.16"
"""A Full Hex Bridge, and the hexes at its ends."""
GROUND = {"A21.12": "woods", "A21.13": "polder", "A21.16": "village", "A22.17": "polder"}
GROUND |= {"A22.12": "polder", "A25.12": "city", "A25.15": "woods", "A25.14": "polder"}
GROUND |= {ISLE: "full_hex_bridge"}
BRIDGES = {"A23.14/A24.14": "bridge", "A23.17/A24.17": "light_bridge", "A23.11/A24.11": "bridge"}
RIVER = hexside("A20.15", "A21.16"), hexside("A21.12", "A22.12")
ROADS = {
    "primary_road:main": [f"A{row}.14" for row in range(20, 29)],
    "secondary_road:side": [f"A{row}.17" for row in range(20, 26)],
    "railroad:line": [f"A{row}.11" for row in range(20, 29)],
    "secondary_road:isle": ["A25.17", NEAR, ISLE, FAR],
}
HEXES = block(9, 9)

OWN: Mapping[str, Any] = {
    "name": "it",
    "side": "Allied",
    "division": "101",
    "kind": "infantry",
    "ma": 6,
    "attack": 4,
    "defence": 4,
    "exploit": True,
    "emplaced": True,
    **dict.fromkeys(("oval", "dukw", "dg", "oos", "landed", "ferried", "entering"), False),
}
FOE = {"side": "German", "kind": "infantry", "ma": 5, "attack": 2, "defence": 2}
FOE |= {"dg": False, "oos": False}
FIRES = {"kind": "artillery", "barrage": 3, "range": 5, "yellow": False, "defence": 1}
KINDS: Mapping[str, Mapping[str, Any]] = {
    "own": OWN,
    "friend": OWN,
    "corps": {**OWN, "division": "Guards", "corps": True},
    "german": {**OWN, "side": "German", "division": ""},
    "foe": FOE,
    "gun": {**OWN, **FIRES, "name": "gun", "attack": ""},
    "any": {},
}
"""By the word for a unit what it is; an empty text is not said."""
ON_BOARD: Mapping[str, Any] = {
    "bridges": {},
    "ferries": {"A23.12/A24.12": {"used": 0}},
    "linked": [],
    "turn": {"number": 4, "phase": "movement", "player": "Allied"},
}
ON_MAP: Mapping[str, Any] = {"ferries": {}, "linked": []}
ENTERED = {"~": {"via": "ferry"}, "!": {"overrun": True}, "-": {"via": "off_road"}}
"""How the hexes of a path are entered that have such a mark."""
LISTS = ("points", "shifts", "terrain", "landings", "dice")


@cache
def board() -> Context:
    """The board."""
    sides: dict[str, list[str]] = {one: ["sea_line"] for one in banks()}
    for one, kind in BRIDGES.items():
        sides[one].append(kind)
    for one in beside(ISLE):
        if one in HEXES:
            sides[hexside(ISLE, one)] = ["sea_line", *["bridge"] * (one in (NEAR, FAR))]
    sides |= {one: ["river"] for one in RIVER}
    links: dict[str, list[str]] = {}
    for name, hexes in ROADS.items():
        for one in course(*hexes):
            links.setdefault(one, []).append(name)
    inside = [one for one in HEXES if int(one[4:]) >= 12]
    areas = {"entry-a": ["A20.14"], "entry-h": ["A28.14"], "xxx-corps-boundary": inside}
    return context_of(made_map(HEXES, terrain=GROUND, sides=sides, links=links, areas=areas))


def banks() -> Iterator[str]:
    """The hexsides of the Sea Line between the banks: hexrows 23 and 24."""
    for number in range(10, 19):
        for other in beside(f"A23.{number}"):
            if other.startswith("A24.") and other in HEXES:
                yield hexside(f"A23.{number}", other)


@dataclass(frozen=True)
class Meeting:
    """A question: the rules that meet, the method, ``on`` the board or the map, what is asked of
    whom in which state, its verdict, and what the answer says.
    """

    rule: str
    method: str
    on: str
    unit: str
    asked: str
    state: str
    verdict: str
    says: str

    @property
    def params(self) -> dict[str, Any]:
        """The parameters of the question; the unit that acts stands in the position."""
        found: dict[str, Any] = {"map": "ins", **dict(map(param, told(self.asked)))}
        state = position(ON_BOARD if self.on == "board" else ON_MAP, told(self.state))
        if self.unit:
            found["unit"] = unit(self.unit.split())
            state["units"] += [found["unit"]] * ("hex" in found["unit"])
        state["units"] += [one for one in found.get("attackers", ()) if "hex" in one]
        return {**found, **({} if self.stateless else {"state": state})}

    @property
    def stateless(self) -> bool:
        """Whether the question has no position."""
        return self.method in ("arrival.shift", "air.target")


def meetings() -> list[Meeting]:
    """The questions."""
    with (Path(__file__).parent / "meeting.csv").open(encoding="utf-8", newline="") as file:
        return [Meeting(**row) for row in csv.DictReader(file)]


def told(text: str) -> list[str]:
    """The parts of a cell."""
    return [part for part in text.split("; ") if part]


def value(text: str) -> Any:
    """A word as JSON has it."""
    return {"yes": True, "no": False}.get(text, int(text) if text.isdigit() else text)


def fact(word: str) -> tuple[str, Any]:
    """What a word says of a unit, bridge or Ferry."""
    name, is_, said = word.partition("=")
    texts = ("division", "assigned", "name")
    return name, said.replace("_", " ") if name in texts else value(said) if is_ else True


def unit(words: list[str]) -> dict[str, Any]:
    """A unit by its words."""
    kind, hex_, *facts = words
    found = {**KINDS[kind], "name": KINDS[kind].get("name", f"{kind} {hex_}"), "hex": hex_}
    found |= dict(map(fact, facts))
    return {name: one for name, one in found.items() if one not in ("", "-")}


def stack(words: list[str]) -> list[dict[str, Any]]:
    """The units of a part of a state: one, or so many as it says."""
    count, words = (int(words[0]), words[1:]) if words[0].isdigit() else (1, words)
    one = unit(words)
    return [{**one, "name": f"{one['name']} {n}"} if count > 1 else one for n in range(count)]


def position(base: Mapping[str, Any], parts: list[str]) -> dict[str, Any]:
    """A state by its parts."""
    found: dict[str, Any] = {**base, "units": []}
    for part in parts:
        word, *rest = part.split()
        if word in KINDS or word.isdigit():
            found["units"] += stack([word, *rest])
        elif word in ("bridge", "ferry"):
            name = {"bridge": "bridges", "ferry": "ferries"}[word]
            plain = word == "bridge" and "=" not in rest[1]
            said = rest[1] if plain else dict(map(fact, rest[1:]))
            found[name] = {**found.get(name, {}), rest[0]: said}
        elif word == "no":
            found[rest[0]] = {}
        elif word == "unsaid":
            del found[rest[0]]
        elif word == "linked":
            found["linked"] = [*found["linked"], *rest]
        elif word == "zone":
            found["drop_zones"] = {**found.get("drop_zones", {}), rest[0]: rest[1]}
        elif word == "turn":
            found["turn"] = {"number": int(rest[0]), "player": rest[1], "phase": rest[2]}
        else:
            found[word] = " ".join(rest)
    return found


def param(part: str) -> tuple[str, Any]:
    """A parameter by its part of a cell."""
    name, _, text = part.partition("=")
    if name == "path":
        marked = ((one[0], one[1:]) if one[0] in ENTERED else ("", one) for one in text.split())
        return name, [{"hex": hex_, **ENTERED[mark]} if mark else hex_ for mark, hex_ in marked]
    if name == "attackers":
        return name, [unit(one.split()) for one in text.split(" + ")]
    if name == "ammo" and ":" in text:
        return name, {division: int(n) for division, n in (one.split(":") for one in text.split())}
    if name in LISTS:
        return name, list(map(value, text.split()))
    return name, text if name == "division" else value(text)
