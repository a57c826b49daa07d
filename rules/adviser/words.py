"""The one line that a player reads while dragging a unit, and writes of numbers in it."""

from __future__ import annotations

from collections.abc import Sequence

from clubroute.rules.logs.check.judge import UnderWay

MOST = 80
"""Letters of a drag's line: a label under the pointer, and the same in VASSAL's chat."""
MOST_SAID = 240
"""Letters of an answer's line, which is in the chat alone."""
UNKNOWN = "allowance unknown"
MORE = "…"


def mp_text(mp: float) -> str:
    """Write movement points as players do: 1½."""
    whole, half = divmod(round(mp * 2), 2)
    return f"{whole or ''}½" if half else str(whole)


def cited(rules: Sequence[str]) -> str:
    """Name rules in brackets, a rulebook once: ``[WED 2.5, 2.7]``."""
    told, before = [], ""
    for rule in dict.fromkeys(rules):
        book, _, number = rule.rpartition(" ")
        told.append(number if book == before and book else rule)
        before = book
    return f"[{', '.join(told)}]" if told else ""


def line_of(now: UnderWay, rules: Sequence[str]) -> str:
    """The line for a unit that was dragged, or is being dragged, into a hex."""
    head, finding, tail = f"{now.hex}: ", now.finding, cited(rules)
    if finding is not None and finding.verdict == "illegal":
        tail = cited([finding.rule] if finding.rule else [])
        return cut(f"{head}illegal: {finding.why}", tail, keep=True)
    if now.setup:
        return cut(f"{head}{paid(now)}; set-up, not judged", tail)
    if now.open and finding is not None:
        # What stands against it goes before what is not known of its allowance.
        need = f"open: {now.open[0].partition(':')[0]}"
        against = need if finding.check == "move" else finding.why
        return cut(f"{head}{paid(now, plain=True)}; {against}", tail)
    possible = finding is not None and finding.verdict == "possible"
    return cut(head + paid(now) + (", possible" if possible else ""), tail)


def paid(now: UnderWay, plain: bool = False) -> str:
    """What the last drag cost, and what is spent of the allowance. ``plain``: that the allowance is
    not known goes without saying."""
    step, spent, most = now.step, now.spent, now.allowance
    parts = [] if step is None else [f"{mp_text(step)} MP"]
    if spent is not None and most is not None:
        parts.append(f"{mp_text(spent)} of {mp_text(most)}")
    elif spent is not None:
        parts += [f"{mp_text(spent)} spent"] if spent != step else []
        parts += [] if plain else [UNKNOWN]
    return ", ".join(parts) or "cost unknown"


def cut(text: str, tail: str = "", keep: bool = False, most: int = MOST) -> str:
    """A line of so many letters at most. The rules at its end are left out where there is no room,
    unless they are to be kept."""
    text = " ".join(text.split())
    whole = f"{text} {tail}" if tail else text
    if len(whole) <= most:
        return whole
    if keep and tail and len(tail) <= most // 2:
        return text[: most - len(tail) - 2].rstrip(" ,;:") + f"{MORE} {tail}"
    return text if len(text) <= most else text[: most - 1].rstrip(" ,;:") + MORE
