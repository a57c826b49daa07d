"""Lists what alone explains in a log of the series what would be illegal, beside what does in any
log (:mod:`clubroute.rules.logs.check.excuses`).

The phases of a unit's turn (INS 1.1) are no excuses but the rules; that a log does not show where
one ends is. What is not known of a unit itself stands in ``tables/unsaid.toml``.
"""

from __future__ import annotations

from clubroute.rules.logs.check.finding import Excuse

# Phases that one drag may hold.
MARCH_AND_MOVE = Excuse(
    "a Road March, then movement", "one drag, of a unit that may Road March", "possible"
)
ADVANCE_AND_EXPLOIT = Excuse(
    "an advance, then exploitation",
    "one drag after a die, of a unit beside a hex that enemies held in the turn",
    "possible",
)
MOVE_AND_EXPLOIT = Excuse(
    "movement, then exploitation", "one drag, of a unit that may exploit", "possible"
)

# Crossings.
FERRY = Excuse(
    "a Ferry",
    "its last hex lies over a Sea Line from one it reaches; one of its side's engineers at it, or "
    "a board that is not ours",
    "unchecked",
    ("whether a Ferry joins {} and {}: a printed one, or an engineer's (INS 1.14, 1.15b)",),
)
SPANNED = Excuse(
    "a Bridging unit's bridge",
    "such a unit that is emplaced, within a dozen hexes of the way",
    "unchecked",
    ("which Sea Line {} in {} spans, if it stands as a bridge (INS 1.15c)",),
)

# States and markers.
MARKED_BY_MISTAKE = Excuse(
    "put on by mistake", "the state is taken off again in the same turn", "legal"
)
TURNED_BY_MISTAKE = Excuse(
    "turned over by mistake", "the marker is turned back in the same turn", "legal"
)
BUILT = Excuse(
    "a Bridging unit's bridge",
    "such a unit at the bridge",
    "unchecked",
    ("whether the bridge of {} stands there: no rule mends a blown one (INS 1.15c)",),
)
BLOWN_BY_MISTAKE = Excuse(
    "blown by mistake",
    "the log shows that it was blown",
    "unchecked",
    ("whether it was blown by mistake: nobody can unsee it",),
)
BLOWN_EARLIER = Excuse(
    "blown by mistake",
    "the log begins within the turn",
    "unchecked",
    ("how a blown bridge came to stand again",),
)
DIE_ELSEWHERE = Excuse(
    "a die that is not shown",
    "an Allied unit at the bridge",
    "unchecked",
    ("the die that blew it",),
)

# The log itself.
OTHER_GROUND = Excuse(
    "other ground",
    "not a module of ours, and what the answer rests on is surveyed",
    "unchecked",
    ("the printed map: what rests on surveyed ground proves nothing",),
)
OTHER_READING = Excuse(
    "another reading",
    "a reading of the series' rules that the players did not choose, and by which it is legal",
    "unchecked",
    ("how the series' rules are read: {}",),
)
