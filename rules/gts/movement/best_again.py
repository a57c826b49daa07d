"""Whether a cheapest way gets cheaper by another reading, told without searching all of it again.

Of the first search the cost of every node is known from which a way so cheap could still lead on.
By a reading that makes no step dearer, a cheaper way takes at least one step that has got cheaper;
what follows from those steps is looked at, as far as it can still lead to the goal for less.
"""

from __future__ import annotations

from collections.abc import Collection

from clubroute.rules.gts.movement.reread import Reread
from clubroute.rules.gts.movement.search import Led


def leads_cheaper(other: Reread, near: Collection[int] | None, led: Led) -> bool:
    """Whether another graph, no step of which costs more, leads to the goal for fewer half-MP.

    ``near`` has the hexes from which steps may differ, None for any hex. Where some steps do cost
    more, no is still no, but yes may be wrong.
    """
    lines, halves, per_hex, width = other.map.lines, other.map.halves, other.per_hex, other.width
    goal_line, goal_half = other.map.hex(led.goal)
    column, on_foot = other.floors.to(led.goal)
    known, total = led.costs, led.totals[-1]
    steps, unfold = other.steps, other.steps_of
    better: dict[int, int] = {}
    buckets: list[list[int]] = [[] for _ in range(total)]
    for node, cost in known.items():
        hex, in_column = node // per_hex, node // width & 1
        if near is None:
            if not in_column:
                continue
            floor = on_foot  # what changes anywhere is leaving Column
        elif hex in near:
            floor = column if in_column else on_foot
        else:
            continue
        # as apart(), without a call
        across, along = abs(lines[hex] - goal_line), abs(halves[hex] - goal_half)
        far = across if along <= across else (across + along) >> 1
        if cost + floor[far] >= total:
            continue
        for there, price in other.changes_at(node)[0]:
            reached = cost + price
            hex = there // per_hex
            far = apart(lines[hex] - goal_line, halves[hex] - goal_half)
            rank = reached + (column if there // width & 1 else on_foot)[far]
            if rank < total and reached < better.get(there, known.get(there, total)):
                better[there] = reached
                buckets[rank].append(there)
    for bucket in buckets:
        while bucket:
            node = bucket.pop()
            cost = better[node]
            if node // per_hex == led.goal and (led.accepts is None or led.accepts(node)):
                return True
            for there, price, line, half, foot in steps[node] if node in steps else unfold(node):
                reached = cost + price
                if reached >= known.get(there, total) or reached >= better.get(there, total):
                    continue
                far = apart(line - goal_line, half - goal_half)
                rank = reached + (on_foot if foot else column)[far]
                if rank < total:
                    better[there] = reached
                    buckets[rank].append(there)
    return False


def apart(across: int, along: int) -> int:
    """The distance in hexes, as :func:`builder.grid.distance`, of lines and halves apart."""
    across, along = abs(across), abs(along)
    return across if along <= across else (across + along) >> 1
