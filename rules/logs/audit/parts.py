"""The parts of a log's section in the page: dice, undone steps, turns, the timeline, versions."""

from __future__ import annotations

from collections.abc import Mapping

from clubroute.builder.counting import so_many
from clubroute.rules.logs.audit.elements import Node, folded, node, table
from clubroute.rules.logs.audit.summary import saved_text
from clubroute.rules.logs.check.judge import Record
from clubroute.rules.logs.check.series import series_of_window


def dice(record: Record) -> Node:
    """What was rolled, with the tests."""
    part = node("div", node("h3", "Dice"), class_="dice")
    if not record["dice"]:
        part.append(node("p", "no dice were rolled", class_="soft"))
    for one in record["dice"]:
        who = f", {one['player']}" if one["player"] else ""
        source = " (from the chat: can be forged)" if one["source"] == "chat" else ""
        part.append(node("p", f"{one['button']}{who}: {so_many(one['rolls'], 'roll')}{source}"))
        part.append(bars(one["counts"]))
        for test in one["tests"]:
            part.append(node("p", test_text(test), class_="test"))
        if one.get("power"):
            part.append(node("p", power_text(one["power"]), class_="soft"))
        if one.get("unknown"):
            part.append(node("p", f"no test: {one['unknown']}", class_="soft"))
    return part


def test_text(test: Record) -> str:
    """A test on one line."""
    told = f"p = {test['p']:.4f}, corrected {test['corrected']:.4f}"
    if test["test"] == "mean":
        return f"mean {test['mean']:.2f}, expected {test['expected']:.2f}: {told}"
    return f"evenly spread ({test['method']}): {told}"


def power_text(power: Record) -> str:
    """The power of a test on one line."""
    return (
        f"power: it would find out {power['against']} with chance about {power['chance']:.2f}; "
        f"about {power['rolls_needed']} rolls would be needed for 0.80"
    )


def bars(counts: Mapping[str, int]) -> Node:
    """How often each value came up, as bars."""
    most = max(counts.values(), default=0) or 1
    wide = 26
    drawn = node("svg", class_="dice", role="img", width=wide * len(counts) + 4, height=74)
    drawn.append(node("title", ", ".join(f"{value}: {n}" for value, n in counts.items())))
    for number, (value, count) in enumerate(counts.items()):
        high = round(44 * count / most, 1)
        x = 4 + number * wide
        drawn.append(
            node("rect", x=x, y=round(58 - high, 1), width=wide - 6, height=high, fill="#6b8fb5")
        )
        for y, text in ((71, value), (round(56 - high, 1), str(count))):
            label = node("text", text, x=x + 10, y=y, font_size=10, fill="currentColor")
            label.set("text-anchor", "middle")
            drawn.append(label)
    return drawn


def undos(record: Record) -> Node | None:
    """What was taken back, and dice rolled again."""
    if not record["undos"]:
        return None
    part = node("div", node("h3", "Undone"), class_="undos")
    rows = [
        [
            str(one["step"]),
            "before the log began" if one["takes_back"] is None else f"step {one['takes_back']}",
            one.get("turn", ""),
            one.get("player", ""),
        ]
        for one in record["undos"]
    ]
    part.append(table(("step", "takes back", "turn", "by"), rows))
    for one in record["rerolls"]:
        showed, then = (", ".join(map(str, one[name])) for name in ("showed", "then"))
        told = (
            f"{one['button']} showed {showed} in step {one['step']}, was taken back and rolled "
            f"again in step {one['again']}: {then}"
        )
        part.append(node("p", told, class_="reroll"))
    return part


def turns(record: Record) -> Node | None:
    """How the game stood turn by turn."""
    if not record["turns"] and not record["counted"]:
        return None
    series = series_of_window(record.get("map", ""))
    part = node("div", node("h3", f"{series.standing} by turn"), class_="turns")
    rows = [
        [one["turn"] or "before the first turn", *series.standing_row(one)]
        for one in record["turns"]
    ]
    if rows:
        part.append(table(("at the end of", *series.standing_head), rows))
    if record["turns"]:
        part.append(node("p", series.standing_line(record["turns"][-1]), class_="soft"))
    for one in record["counted"]:
        values = ", ".join(f"{name} = {value}" for name, value in one["values"].items())
        part.append(node("p", f"the players' own count, {one['turn'] or 'at first'}: {values}"))
    return part


def timeline(record: Record, brief: bool) -> Node | None:
    """Turn by turn and chit by chit what happened."""
    if not record["timeline"]:
        return None
    part = node("div", node("h3", "Timeline"), class_="timeline")
    for one in record["timeline"]:
        name = " · ".join(bit for bit in (one["turn"], one["chit"]) if bit) or "at first"
        first, last = one["steps"]
        steps = f"step {first}" if first == last else f"steps {first}–{last}"
        many = len(one["events"])
        told = f"{name}: {steps}, {many} event{'s' * (many != 1)}"
        if brief:
            part.append(node("p", told))
            continue
        events = []
        for event in one["events"]:
            line = node("li", event["text"], value=event["step"], class_=event["kind"])
            if event.get("undone"):
                line.set("class", event["kind"] + " undone")
            events.append(line)
        part.append(folded(told, node("ol", events, class_="events")))
    return part


def facts(record: Record) -> Node:
    """Players, saves, versions."""
    versions = record["versions"]
    players = [[one["id"], one["name"], one["side"]] for one in record["players"]]
    return node(
        "div",
        node("h3", "Players"),
        table(("id", "name", "side"), players) if players else node("p", "none", class_="soft"),
        node("h3", "Saved"),
        node("p", saved_text(record["saves"])),
        node("p", "VASSAL notes no time of single steps.", class_="soft"),
        node("h3", "Versions"),
        table(
            ("what", "which"),
            [
                *(
                    [name.replace("_", " "), str(value or "none")]
                    for name, value in versions.items()
                ),
                ["file", f"{record['bytes']} bytes, sha256 {record['sha256']}"],
            ],
        ),
        class_="facts",
    )
