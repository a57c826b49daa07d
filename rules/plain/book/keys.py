"""The tables of ``rules.toml`` and the keys each may have: the only place that lists them."""

from __future__ import annotations

from collections.abc import Mapping

FIGHT_KEYS = ("shift", "die", "attack", "defence", "combat", "supply")
"""What a row of the Terrain Effects Chart may say of combat and supply."""
SWITCHES: Mapping[str, tuple[str, ...]] = {
    "units": ("rule", "move", "attack", "defence", "stacking"),
    "move": ("rule", "minimum", "round", "friends", "hexes", "allowance", "off_road"),
    "stacking": ("rule", "most", "when", "free", "by", "terrain", "limit"),
    "zoc": (
        "rule",
        "enter",
        "leave",
        "zone_to_zone",
        "friend",
        "none",
        "over",
        "along",
        "most",
        "spared",
    ),
    "facing": ("rule", "front", "turn", "free", "zoc", "faced", "back", "together"),
    "turns": ("rule", "weather", "phases"),
    "combat": (
        "rule",
        "by",
        "round",
        "fractions",
        "columns",
        "below",
        "dice",
        "table",
        "result",
        "modifier",
        "none",
        "most_difference",
        "most_die",
        "most_shift",
    ),
    "retreat": ("rule", "hexes", "zoc", "away", "else", "not_over", "source", "beside"),
    "advance": ("rule", "units", "zoc", "class", "none", "not_over", "further"),
    "supply": ("rule", "source", "trace", "blocked", "ground", "relay", "class", "from", "range"),
}
"""The tables of switches."""
CHARTS: Mapping[str, tuple[str, ...]] = {
    "terrain": ("rule", "move", "stop", "zoc", "stack", *FIGHT_KEYS),
    "hexside": (
        "rule",
        "move",
        "stop",
        "zoc",
        "lifts",
        "all",
        "along",
        "into",
        "out_of",
        *FIGHT_KEYS,
    ),
    "road": ("rule", "move", "along", "lifts"),
    "state": (
        "rule",
        "move",
        "attack",
        "defence",
        "stacking",
        "class",
        "zoc",
        "take",
        "drop",
    ),
}
"""The tables of rows, with the keys of a row."""
OVERLAYS = ("weather", "phase")
TEXTS = ("short", "title")
NAMES = (*TEXTS, "class", "unjudged", *SWITCHES, *CHARTS, *OVERLAYS)
"""Whatever may stand at the top of the file."""

FACING_EFFECTS = ("move", "zoc", "attack", "back", "together")
"""What facing bears on, each with a rule of its own."""
FROM_SIDES = ("front", "flank", "rear")
ZONE_EFFECTS = ("enter", "leave", "zone_to_zone", "most", "along")
"""What a zone does that may have a rule of its own."""
FURTHER_KEYS = ("rule", "class", "none", "not_over", "straight")
LIMIT_KEYS = ("rule", "most", "of", "by")
STACKED_BY = ("units", "points")
PHASE_KEYS = ("name", "side", "does", "class")
RESULT_KEYS = ("is", "say")
LEG_KEYS = ("most", "mp", "along")
CHANGE_KEYS = ("rule", "move", "of", "when", "zoc", "not_in")
"""What taking up or leaving a state may have."""
SPARED_KEYS = ("rule", "of", "whom", "unless")
MODIFIER_EFFECTS = ("shift", "die", "attack", "defence", "bars")
MODIFIER_KEYS = ("rule", "when", "say", *MODIFIER_EFFECTS)
NAMED_FACTS: Mapping[str, str] = {
    "side": "sides",
    "attackers": "ranks",
    "with": "all_ranks",
    "with_each": "all_ranks",
    "joined": "all_ranks",
    "defenders": "ranks",
    "against": "all_ranks",
    "not_against": "all_ranks",
    "state": "states",
    "defenders_state": "states",
    "terrain": "terrain",
    "not_terrain": "terrain",
    "on": "terrain",
    "not_on": "terrain",
    "from_side": "from_sides",
    "hexside": "hexside",
    "weather": "weathers",
    "phase": "phases",
}
"""The facts of a ``when`` that name things, with what each names."""
COUNTED_FACTS = ("hexes", "stack")
FACTS = (*NAMED_FACTS, *COUNTED_FACTS, "turn")
"""The facts of a ``when``: a closed list."""
