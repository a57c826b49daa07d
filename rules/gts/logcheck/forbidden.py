"""Looks for what the rulebooks forbid plainly, besides moves: Road Blocks at bridges (2.15.2),
Units that act under drop markers (3.4.2), Formation chits at night (WED S6.4, TDC S5.4), Units that
never move (WED S5.4, 2.11; TDC S4.7)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.gts.games import book
from clubroute.rules.gts.logcheck.board import Snapshot, bridge_sides
from clubroute.rules.gts.logcheck.counter import Counter
from clubroute.rules.gts.logcheck.track import Drag, Track
from clubroute.rules.gts.roster import roster_of
from clubroute.rules.position.names import same_group

DROPPED = "drop"
"""The kind of the markers that dropped Units lie under."""
CLASS = "whether it moves at all: that it has no movement is assumed of its counter"
TAKEN = "that its drop markers were taken off before it moved"


def block_at_bridge(mapfile: MapFile, hex_: int) -> str:
    """Return the rule by which no Road Block may be in a hex, "" if one may."""
    if not bridge_sides(mapfile, hex_, "bridge"):
        return ""
    return book("stacks", mapfile.window)["road_block"].cite


def night_chit(window: str, chit: Counter, now: Mapping[str, str] | None) -> str:
    """Return the rule by which a chit may not be drawn in a turn, "" if it may."""
    if chit.kind != "Formation" or now is None:
        return ""
    rules = book("command", window)["night"]
    if now["time"] != rules.text("turn"):
        return ""
    barred = any(same_group(name, chit.division) for name in rules.words("divisions"))
    return rules.cite if barred else ""


def immobile(window: str, track: Track) -> tuple[str, bool]:
    """Return the rule by which a Unit does not move, and whether that is sure: its kind never does,
    and its class is the rulebook's. "" for one that moves or was flipped in the activation."""
    who = track.counter
    if not (who.immobile and track.last.immobile) or not track.drags:
        return "", False
    kind = book("immobile", window).get(who.kind)
    if not kind.holds:
        return "", False
    known = roster_of(window).ids.get(who.id)
    return kind.cite, known is not None and "class" not in known.assumed


def under_drop(
    window: str, track: Track, after: Snapshot, passive: Collection[str]
) -> tuple[str, bool]:
    """Return the rule by which a Unit could not act at first, as markers of its drop lay on it, and
    whether that is sure: it lay alone under them, and they are there or on it still. To be taken
    out of Column is no Action: no Unit drops in Column (3.4)."""
    acts = [leg for leg in track.legs if isinstance(leg, Drag) or leg.column]
    if not acts:
        return "", False
    before = acts[0].before
    lying = [
        one.counter.piece
        for one in before.markers.values()
        if one.hex == track.start and one.counter.kind == DROPPED
    ]
    if not lying:
        return "", False
    rules = book("drop", window)["act"]
    if not rules.flag("bars_others"):
        return "", False
    there = [
        one
        for one in before.units.values()
        if one.hex == track.start and one.counter.kind not in passive
    ]
    still = all(piece in after.markers for piece in lying)
    return rules.cite, still and len(there) == 1
