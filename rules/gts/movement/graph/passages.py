"""The ways below a raised Road or a canal: culverts and viaducts, and the hexes they join."""

from __future__ import annotations

from clubroute.rules.ground.mapfile import MapFile

Under = dict[int, tuple[tuple[int, int, str], ...]]


def passages_of(game_map: MapFile) -> Under:
    """Return by hex (direction, hex led to, kind) of every culvert and viaduct.

    A culvert or viaduct on one hexside joins its two hexes. Two viaducts of one name on hexsides
    of one hex join the hexes beyond them, below the raised Road in that hex.
    """
    found: dict[int, list[tuple[int, int, str]]] = {}
    for place, features in sorted(game_map.sides.items()):
        hex_id, direction = divmod(place, 6)
        middle = game_map.beside[direction][hex_id]
        for feature in features:
            if feature.kind not in ("culvert", "viaduct"):
                continue
            low = feature.kind == "viaduct" and "leg only" in feature.note
            kind = "para_culvert" if low else feature.kind
            beyond = [
                game_map.beside[d][middle]
                for d in range(6)
                if d != (direction + 3) % 6
                and any(
                    f.kind == "viaduct" == feature.kind and f.name == feature.name
                    for f in game_map.sides.get(middle * 6 + d, ())
                )
            ]
            # seen from the hex in the middle, a pair of viaducts leads nowhere
            mine = [
                d
                for d in range(6)
                if d != direction
                and any(
                    f.kind == "viaduct" == feature.kind and f.name == feature.name
                    for f in game_map.sides.get(hex_id * 6 + d, ())
                )
            ]
            if not mine:
                ends = beyond or [middle]
                found.setdefault(hex_id, []).extend((direction, end, kind) for end in ends)
    return {hex_id: tuple(many) for hex_id, many in found.items()}
