"""Asking ``clubroute.*`` in tests: short forms of states and questions."""

from __future__ import annotations

from typing import Any

from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context

STABLE = {"63.185/63.186": 3, "76.127/77.127": 1, "86.118/87.118": 0}
"""Dice that leave every suspect bridge stable (WED 2.11)."""
QUIET: dict[str, Any] = {
    **{"status": "open", "cut_by": [], "attacked": 0, "closed": 0},
    "this_turn": {"attacked": 0, "closed": 0},
    "used": {"attacked": 0, "closed": 0},
    "raid": {"revealed": False},
    "placed": {"bailey": 0, "bulldozer": 0},
}
"""A Club Route on which nothing has happened."""
EVENING = {"date": "1944-09-18", "time": "1900"}


def state(marker: str = "", **rest: Any) -> dict[str, Any]:
    """A state with the Marker in a hex; further values go to the state or to ``club_route``."""
    outside = ("units", "markers", "bridges", "turn", "fire_zones")
    found: dict[str, Any] = {"units": [], "markers": [], "bridges": {}, "turn": EVENING}
    found["fire_zones"] = {"German": []}
    found |= {k: rest.pop(k) for k in outside if k in rest}
    found["club_route"] = {**QUIET, **({"marker": marker} if marker else {}), **rest}
    return found


def german(hex: str, id: str = "KG") -> dict[str, Any]:
    """A German Unit."""
    return {"id": id, "side": "German", "hex": hex}


def advance(context: Context, told: dict[str, Any], **rest: Any) -> dict[str, Any]:
    """``clubroute.advance`` on the WED map, every suspect bridge stable unless said."""
    params = {"map": "wed", "state": told, "bridge_dice": STABLE, **rest}
    found: dict[str, Any] = ask(context, "clubroute.advance", params)
    return found


def wed(context: Context, method: str, told: dict[str, Any], **rest: Any) -> dict[str, Any]:
    """Any method on the WED map."""
    found: dict[str, Any] = ask(
        context, f"clubroute.{method}", {"map": "wed", "state": told, **rest}
    )
    return found


def words(answer: dict[str, Any]) -> str:
    """Every line of a receipt in one text."""
    return " | ".join(f"{s.get('from', '')}>{s.get('to', '')} {s['why']}" for s in answer["steps"])
