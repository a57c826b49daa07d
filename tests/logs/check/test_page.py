"""The page about the check is true: its example is a game."""

from __future__ import annotations

import re

from clubroute.rules.asking.context import Context
from clubroute.rules.logs.check.module import Module
from tests.logs.check.game import Game
from tests.logs.check.scenario import ROOT, Scenario

CHECK = (ROOT / "docs" / "check.md").read_text(encoding="utf-8")
LEFT_OUT = "…"


def test_the_example_of_the_page_is_what_is_said(
    told: Scenario, module: Module, context: Context
) -> None:
    game = Game(told, module, context)
    game.draw("chit-101-division")
    game.put("101-c-1-501", "76.127")
    game.put("101-h-3-501", "79.126")
    game.put("101-b-1-501", "74.129")
    game.put("101-d-2-501", "71.132")
    game.draw("chit-wal-107")
    game.put("wal-2-pz-2107", "74.149")
    game.put("59-1-i-1034-59", "67.159")
    game.draw("chit-59-division")
    game.put("59-2-i-1034-59", "60.141")
    shown = re.search(r"^```\n\$ clubroute check game.vlog\n(.*?)^```$", CHECK, re.M | re.S)
    assert shown is not None
    said = iter(game.report().text(legal_too=False))
    lines = [line for line in shown[1].splitlines() if line != LEFT_OUT]
    assert len(lines) > 9
    assert [line for line in lines if line not in said] == []  # in their order
