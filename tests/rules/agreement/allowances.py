"""Where one voice may be undecided beside another that decides, and why."""

from __future__ import annotations

from collections.abc import Mapping

from tests.rules.agreement.case import Heard

ONCE_FOR_ALL = "move.reach names a limit whose area it lacks once for all hexes, as unchecked"
PRINTED = "the abstract knows the ground for sure; our map only assumes it and says where to look"
FORM = "of a Unit of which nobody says whether it is mounted the cheapest way may be two ways"
CHECK = "a Troop Quality Check is told to ferry.use alone (check, die)"
ALLOWED: Mapping[tuple[str, str, str], str] = {
    ("way", "best", "reach"): ONCE_FOR_ALL,
    ("way", "declared", "best way"): FORM,
    ("limit", "check", "reach"): ONCE_FOR_ALL,
    ("limit", "best", "reach"): ONCE_FOR_ALL,
    ("limit", "deploy", "reach"): ONCE_FOR_ALL,
    ("limit", "limits", "reach"): ONCE_FOR_ALL,
    ("ferried", "check", "use"): CHECK,
    ("ferried", "check", "use, said otherwise"): CHECK,
    ("ferry hit", "check", "use"): CHECK,
    ("ferry hit", "check", "after"): CHECK,
    ("ground", "map", "abstract"): PRINTED,
    ("ground", "map", "described"): PRINTED,
    ("retreat", "deploy", "abstract"): PRINTED,
}
"""By topic, undecided voice and deciding voice: why that is no difference."""


def allowed(topic: str, undecided: Heard, decided: Heard) -> bool:
    """Whether a voice may be undecided beside another in a topic."""
    return (topic, undecided.voice.name, decided.voice.name) in ALLOWED
