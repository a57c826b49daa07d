"""The answers each owner's table unlocks: the methods that may read it.

Made by ``python -m tests.rules.owner.reading``, which works them out from the sources.
"""

from __future__ import annotations

from collections.abc import Mapping

UNLOCKS: Mapping[str, tuple[str, ...]] = {
    "weather": ("weather.day",),
    "drop": ("drop.roll",),
    "zone_change": ("drop.change",),
    "zones": (
        "drop.modifiers",
        "drop.place",
        "drop.plan",
        "drop.roll",
        "supply.check",
    ),
    "division_zones": (
        "drop.plan",
        "supply.check",
    ),
    "stops": (
        "clubroute.advance",
        "clubroute.choose",
        "clubroute.lock",
        "clubroute.release",
        "clubroute.remove",
        "clubroute.status",
        "clubroute.trace",
        "clubroute.turn",
        "victory.score",
    ),
    "formations": ("clubroute.release",),
    "flank": (
        "flank.advance",
        "flank.behind",
    ),
    "boxes": (
        "flank.advance",
        "flank.behind",
        "off_map.move",
    ),
    "parks": (
        "artillery.place",
        "artillery.range",
    ),
    "ratings": (
        "artillery.join",
        "artillery.place",
        "artillery.range",
        "bridge.bailey",
        "bridge.improve",
        "bridge.pontoon",
        "bridge.repair",
        "bridge.wire",
        "clubroute.lock",
        "command.check",
        "deploy.check",
        "drop.modifiers",
        "drop.place",
        "drop.roll",
        "ferry.assault",
        "ferry.create",
        "ferry.improve",
        "ferry.use",
        "fire.modifiers",
        "move.best",
        "move.check",
        "move.reach",
        "rout.check",
        "rout.voluntary",
        "special.check",
        "step.cost",
        "supply.troop_quality",
    ),
    "series": (
        "bridge.improve",
        "bridge.pontoon",
        "bridge.repair",
        "bridge.wire",
        "ferry.assault",
        "ferry.create",
        "ferry.improve",
        "ferry.use",
    ),
    "areas": (
        "air.target",
        "area.hexes",
        "deploy.check",
        "special.check",
        "supply.troop_quality",
    ),
    "garrisons": (
        "garrison.check",
        "garrison.move",
        "garrison.relief",
    ),
    "readings": (
        "air.strikes",
        "airdrop.losses",
        "barrage.check",
        "barrage.resolve",
        "combat.resolve",
        "overrun.resolve",
        "supply.link_up",
        "victory.score",
    ),
}
