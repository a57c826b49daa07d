"""What no table of a game says is named where it belongs, and an answer it decides waits for it."""

from __future__ import annotations

from clubroute.builder.project import SHIPPED
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.plain.game import game_of
from clubroute.rules.plain.page import rule_lines

GOOD = (SHIPPED / "counters" / "testland" / "rules.toml").read_text(encoding="utf-8")
RAFTS = '"rafts" = "8"\n'
MUST = '"must attack" = { rule = "9.9", of = ["combat"], decides = true }\n'
STEP = {
    "map": "island",
    "unit": {"id": "blue-1", "state": [], "back": False},
    "from": "1.05",
    "to": "1.04",
    "state": {"weather": "clear", "units": []},
}
FIGHT = {
    "map": "island",
    "hex": "4.05",
    "attackers": [
        {"id": id_, "hex": "3.05", "back": False, "state": []} for id_ in ("blue-1", "blue-2")
    ],
    "state": {
        "units": [{"id": "red-1", "hex": "4.05", "back": False, "state": []}],
        "weather": "clear",
    },
}


def write(more: str) -> None:
    assert GOOD.count(RAFTS) == 1
    text = GOOD.replace(RAFTS, RAFTS + more)
    (game_of("island").folder / "rules.toml").write_text(text, encoding="utf-8")


def test_it_is_named_only_where_it_belongs(island: Context) -> None:
    write('"must attack" = { rule = "9.9", of = ["combat"] }\n')
    assert ask(island, "step.cost", STEP)["unchecked"] == ["rafts (TL 8)"]
    fought = ask(island, "combat.resolve", FIGHT)
    assert fought["unchecked"] == ["rafts (TL 8)", "must attack (TL 9.9)"]
    assert fought["verdict"] == "legal"


def test_what_it_decides_is_undetermined_without_it(island: Context) -> None:
    write(MUST)
    assert ask(island, "step.cost", STEP)["verdict"] == "legal"
    fought = ask(island, "combat.resolve", FIGHT)
    assert fought["verdict"] == "undetermined"
    assert fought["needs"] == ["must attack (TL 9.9)"]
    page = "\n".join(rule_lines(island, "island"))
    assert "not judged: must attack, of combat, without which they are not decided [TL 9.9]" in page
