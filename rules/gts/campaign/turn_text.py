"""The 1900 turn as text: what a state says of a step, and an answer as lines for people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import is_dataclass
from typing import Any

from clubroute.rules.answer.model import mp
from clubroute.rules.gts.kinds import MP
from clubroute.rules.gts.position.bridges import Bridge
from clubroute.rules.gts.position.events import Event
from clubroute.rules.position.record import parts_of

FEW = 4
"""A list with more values than this is told by their number."""


def recorded(event: Event) -> str:
    """A record as text: ``status: status open``."""
    words = listed(event.told().items())
    return f"{event.event}: {words}" if words else event.event


def shown(value: Any) -> str:
    """A value of a position in few words."""
    if isinstance(value, Bridge) and value == Bridge(words=value.words):
        return shown(value.words or ())
    if isinstance(value, Mapping):
        return listed(value.items()) or "none"
    if is_dataclass(value) and not isinstance(value, type):
        parts = ((part, getattr(value, part.attribute)) for part in parts_of(type(value)).values())
        named = [(p.name, mp(one) if p.kind is MP else one) for p, one in parts if one is not None]
        return listed(named) or "none"
    if isinstance(value, tuple):
        return (
            f"{len(value)} of them" if len(value) > FEW else " ".join(map(shown, value)) or "none"
        )
    return str(value)


def listed(values: Iterable[tuple[str, Any]]) -> str:
    """Named values as text, sorted by name: ``hex 61.141, side Allied``."""
    return ", ".join(f"{name} {shown(one)}" for name, one in sorted(values, key=lambda v: v[0]))


def lines(answer: Mapping[str, Any]) -> list[str]:
    """An answer as lines for people."""
    found = [f"{answer['title']}: {answer['summary'].removeprefix(answer['title'] + ': ')}"]
    found += answer.get("remarks", ())
    found += [f"note: {note}" for note in answer.get("notes", ())]
    for row in answer["list"]:
        number = f"{row['number']:>2}." if "number" in row else "  -"
        state = {"no": " [not today]", "unknown": " [perhaps]"}.get(row.get("applies", ""), "")
        state = " [done]" if row.get("done") else state
        found.append(f"{number} {row['title']}{state} ({row['cite']})")
        if row.get("applies") == "no":
            found.append(f"      {row['why']}")
            continue
        found.append(f"      {row['text']}")
        found += [f"      {row['why']}"] if "why" in row else []
        found += [f"      known: {text}" for text in row.get("decided", ())]
        if row.get("missing"):
            found.append(f"      missing: {', '.join(row['missing'])}")
        if row.get("ask"):
            found.append(f"      ask: {', '.join(row['ask'])}")
    return found
