"""What a thread and the rulebook say of a module's lines, as a page that opens from disk.

The pictures are drawn here from facts: nothing of the module's boards is on it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape

from clubroute.builder.counting import so_many
from clubroute.builder.grid import Hex, Lattice
from clubroute.builder.pixels import Scale, axis_scales
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.owner.sight.compare import ComparedLine, LeftBarrage, PaintedObject, reasons

SCALE = Scale(7, 12)
EXAMPLES = 3
"""Pictures of each reason."""
MARGIN = 30
GROUND: Mapping[str, str] = {
    "woods": "#9dc08b",
    "orchard": "#cfe3a6",
    "village": "#e9c9a0",
    "town": "#d9a878",
    "city": "#c98e6b",
    "fortified": "#b57c74",
    "swamp": "#b9d6cf",
    "polder": "#e3ecc8",
}
CLEAR = "#f6f1de"
STYLE = """
body{font:16px/1.45 system-ui,sans-serif;max-width:64rem;margin:1.5rem auto;padding:0 1rem;
color:#1d2328;background:#fffdf7}
table{border-collapse:collapse}
td,th{text-align:left;padding:.2rem .7rem;border-top:1px solid #d9d2c0}
section{border-top:2px solid #17293a;margin-top:1.5rem}
figure{display:inline-block;margin:.5rem 1rem .5rem 0;vertical-align:top;max-width:22rem}
figcaption{font-size:.9rem}
.rule,.hint{color:#59626a}
svg{border:1px solid #b8b09a;max-width:100%}
"""
POLICY = "default-src 'none'; style-src 'unsafe-inline'"
LEGEND = (
    "Red: painted as blocking by the thread. Pink: painted as possible. Ring: the first thing that "
    "blocks by the rulebook. Line: from the first hex to the second."
)


def page_text(
    called: str,
    window: str,
    country: MapFile,
    lines: Sequence[ComparedLine],
    left: list[LeftBarrage],
) -> str:
    """The page. :param called: the module and its version."""
    title = f"Lines of sight: {called} and the rulebook"
    body = [f"<h1>{escape(title)}</h1>", *summary(lines), f"<p class=hint>{escape(LEGEND)}</p>"]
    for name, reason in reasons().items():
        many = [one for one in lines if one.reason == name]
        if many:
            rule = reason.rule.get(window, "")
            cited = f" <span class=rule>[{escape(rule)}]</span>" if rule else ""
            head = f"<h2>{escape(reason.title)}: {len(many)}</h2>"
            pictures = [figure(one, country) for one in many[:EXAMPLES]]
            body.append(
                f"<section>{head}<p>{escape(reason.text)}{cited}</p>{''.join(pictures)}</section>"
            )
    body.append(left_text(left, country.lattice))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n<body><main>"
        + "\n".join(body)
        + "</main></body></html>\n"
    )


def summary(lines: Sequence[ComparedLine]) -> Iterator[str]:
    """How often both agree, and a table of the verdicts."""
    same = sum(not one.reason for one in lines)
    yield f"<p>{so_many(len(lines), 'line')}: {same} the same, {len(lines) - same} otherwise.</p>"
    counted = Counter((one.thread, one.rulebook) for one in lines)
    rows = "".join(
        f"<tr><td>{thread}</td><td>{escape(rulebook)}</td><td>{many}</td></tr>"
        for (thread, rulebook), many in sorted(counted.items())
    )
    yield f"<table><tr><th>thread</th><th>rulebook</th><th>lines</th></tr>{rows}</table>"


def left_text(left: Sequence[LeftBarrage], lattice: Lattice) -> str:
    """What barrages leave behind."""
    if not left:
        return ""
    shown = ", ".join(
        f"{lattice.format(one.start)}–{lattice.format(one.end)} after one in "
        f"{lattice.format(one.hex)}"
        for one in left[:EXAMPLES]
    )
    text = (
        f"{len(left)} of the lines that were possible stay blocked after a barrage was laid in a "
        f"hex of theirs and lifted again, until the game is opened anew: {shown}."
    )
    return f"<section><h2>left-over barrages: {len(left)}</h2><p>{escape(text)}</p></section>"


def figure(line: ComparedLine, country: MapFile) -> str:
    """The picture of a line, with what both say."""
    lattice = country.lattice
    painted = "; ".join(one.text(lattice) for one in line.painted) or "nothing"
    told = str(line.answer.get("summary", "")) or line.rulebook
    return (
        f"<figure>{picture(line, country)}<figcaption>Thread: {line.thread} ({escape(painted)})."
        f"<br>Rulebook: {escape(told)}</figcaption></figure>"
    )


def picture(line: ComparedLine, country: MapFile) -> str:
    """The hexes around a line."""
    lattice = country.lattice
    sx, sy = axis_scales(lattice, SCALE)
    ends = [spot(lattice, h, sx, sy) for h in (line.start, line.end)]
    left, right = min(x for x, _ in ends) - MARGIN, max(x for x, _ in ends) + MARGIN
    top, bottom = min(y for _, y in ends) - MARGIN, max(y for _, y in ends) + MARGIN
    parts = []
    for h in around(line, country):
        x, y = spot(lattice, h, sx, sy)
        if left - MARGIN < x < right + MARGIN and top - MARGIN < y < bottom + MARGIN:
            ground = country.terrain_of(country.find(h))
            fill = GROUND.get(ground, CLEAR)
            shape = points(lattice, h, sx, sy)
            parts.append(f'<polygon points="{shape}" fill="{fill}" stroke="#b8b09a"/>')
    parts += [drawn(one, lattice, sx, sy) for one in line.painted]
    (ax, ay), (bx, by) = ends
    parts.append(f'<path d="M{ax} {ay}L{bx} {by}" stroke="#17293a" stroke-width="2"/>')
    first = next((s for s in line.answer["steps"] if s.get("verdict") == "blocked"), None)
    if first is not None and (id_ := country.known(str(first.get("from")).split("/", 1)[0])) >= 0:
        x, y = spot(lattice, country.hex(id_), sx, sy)
        parts.append(
            f'<circle cx="{x}" cy="{y}" r="6" fill="none" stroke="#000" stroke-width="2"/>'
        )
    box = f"{left} {top} {right - left} {bottom - top}"
    wide, high = 2 * (right - left), 2 * (bottom - top)
    words = f"{lattice.format(line.start)} to {lattice.format(line.end)}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{wide}" height="{high}" '
        f'role="img" aria-label="{escape(words)}">{"".join(parts)}</svg>'
    )


def around(line: ComparedLine, country: MapFile) -> Iterable[Hex]:
    """The hexes of the map in the box around a line, and two beyond."""
    lines = sorted((line.start.line, line.end.line))
    halves = sorted((line.start.half, line.end.half))
    for column in range(lines[0] - 2, lines[1] + 3):
        for half in range(halves[0] - 4, halves[1] + 5):  # a hex is two halves high
            h = Hex(column, half)
            if (column + half) % 2 and country.find(h) >= 0:
                yield h


def drawn(one: PaintedObject, lattice: Lattice, sx: int, sy: int) -> str:
    """Something painted by the thread."""
    ink = "#e58fb1" if one.possible else "#c4122f"
    if len(one.hexes) == 2:
        first, second = (set(lattice.vertices(h)) for h in one.hexes)
        ends = sorted((v.x * sx, v.y * sy) for v in first & second)
        if len(ends) == 2:
            (ax, ay), (bx, by) = ends
            return f'<path d="M{ax} {ay}L{bx} {by}" stroke="{ink}" stroke-width="4"/>'
        return ""
    if not one.hexes:
        return ""
    shape = points(lattice, one.hexes[0], sx, sy)
    return f'<polygon points="{shape}" fill="none" stroke="{ink}" stroke-width="3"/>'


def spot(lattice: Lattice, h: Hex, sx: int, sy: int) -> tuple[int, int]:
    """The centre of a hex in a picture."""
    centre = lattice.centre(h)
    return centre.x * sx, centre.y * sy


def points(lattice: Lattice, h: Hex, sx: int, sy: int) -> str:
    """The corners of a hex in a picture."""
    return " ".join(f"{v.x * sx},{v.y * sy}" for v in lattice.vertices(h))
