"""The hexes a straight line passes, worked out hexside by hexside: an oracle for others."""

from __future__ import annotations

from clubroute.builder.grid import NEIGHBOUR_OFFSETS, VERTEX_OFFSETS, Hex


def line_of_hexes(a: Hex, b: Hex) -> tuple[tuple[Hex, ...], ...]:
    """The hexes whose inside the straight line from centre ``a`` to centre ``b`` passes, in order.

    Each entry is one hex, or the two hexes on either side of a hexside the line runs along.
    A hex touched only at a vertex is not passed. Exact for any distance.
    """
    passed: list[tuple[Hex, ...]] = [(a,)]
    dx, dy = 3 * (b.line - a.line), b.half - a.half
    current = a
    while current != b:
        x, y = 3 * (current.line - a.line), current.half - a.half
        # Going clockwise round a hex, the vertices pass from the line's left (< 0) over the
        # front to its right (> 0): that is where the line leaves the hex.
        turns = [dx * (y + vy) - dy * (x + vx) for vx, vy in VERTEX_OFFSETS]
        k = next(k for k in range(6) if turns[k - 1] < 0 <= turns[k])
        ahead, beside = NEIGHBOUR_OFFSETS[k], NEIGHBOUR_OFFSETS[(k + 1) % 6]
        left = Hex(current.line + ahead[0], current.half + ahead[1])
        right = Hex(current.line + beside[0], current.half + beside[1])
        if turns[k] > 0:
            current = left
        else:  # through vertex k, where the hexside between left and right begins
            bend = dx * (ahead[1] + beside[1]) - dy * 3 * (ahead[0] + beside[0])
            if bend == 0:
                passed.append((left, right) if left < right else (right, left))
                current = Hex(left.line + beside[0], left.half + beside[1])
            else:
                current = left if bend > 0 else right
        passed.append((current,))
    return tuple(passed)
