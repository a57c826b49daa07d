"""What an assistant can read besides asking: lists of names, receipts, and two prompts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from clubroute.builder.errors import ClubrouteError
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.question import ask_text
from clubroute.rules.assistant.tools import tool_table, ways_to_ask
from clubroute.rules.rulings.asking import rule
from clubroute.rules.series import (
    all_games,
    all_series,
    every_map,
    own_series_list,
)
from clubroute.rules.words.names import counters_named
from clubroute.rules.words.plain import plain_lines
from clubroute.rules.words.shell import help_lines

SCHEME = "clubroute://"


@dataclass(frozen=True, slots=True)
class Prompt:
    """A text for an assistant to begin with. ``asks`` is what the user fills in."""

    name: str
    says: str
    asks: str
    text: str

    def record(self) -> dict[str, Any]:
        """As the protocol has it."""
        argument = {"name": self.asks, "required": True}
        return {"name": self.name, "description": self.says, "arguments": [argument]}


PROMPTS: Mapping[str, Prompt] = {
    one.name: one
    for one in (
        Prompt(
            "judge_situation",
            "Judge a situation of a game by the rules",
            "situation",
            "A player describes a situation: {}\n\nFind out first, asking the player where he has "
            "not said it: which game and scenario, which turn, whether each Unit is in Column, "
            "where enemy Units stand and project Fire Zones, which bridges are gone. Then ask the "
            "tools, one question each. Answer with their verdicts and rule numbers, and pass on "
            "what they took for granted and did not look at. Add nothing from memory.",
        ),
        Prompt(
            "read_receipt",
            "Explain an answer of clubroute to a player",
            "receipt",
            "Explain this answer to a player in a few sentences: {}\n\nIts first line is the "
            "verdict. TELL ME is what the answer turns on: undetermined means that it has to be "
            "asked, never guessed. TAKEN AS was assumed. NOT LOOKED AT limits the verdict and "
            "has to be passed on. RESTS ON says how far to trust it: rulebook, then owner, survey "
            "(our map, not the printed one), assumed. Keep the rule numbers.",
        ),
    )
}


def prompt_text(prompt: Prompt, told: Mapping[str, Any]) -> str:
    """A prompt with what the user filled in."""
    return prompt.text.format(str(told.get(prompt.asks, ""))[:4000])


def games(_: Context) -> str:
    """The games, by the word the tools take."""
    lines = [f"{map_}: {series.title}" for series in all_series() for map_ in series.maps]
    own = [
        f"{map_}: {series.title} (of your own)"
        for series in own_series_list()
        for map_ in series.maps
    ]
    return "\n".join((*lines, *own))


def scenarios(context: Context) -> str:
    """The scenarios of every game with their titles."""
    lists = (ask(context, "scenario.list", {"map": map_}) for map_ in all_games())
    lines = (step["why"] for told in lists for step in told["steps"])
    return "\n".join(dict.fromkeys(lines))


def owners(context: Context) -> str:
    """The owner's tables: which are there, and which answers each decides."""
    return plain_lines(ask_text(context, "owner.tables", {}, "text"))


def series_rules(_: Context) -> str:
    """What the rulebooks only build on, and is therefore not held."""
    return tool_table().series


FIXED: Mapping[str, tuple[str, Callable[[Context], str]]] = {
    "games": ("The games and the words for them", games),
    "scenarios": ("The scenarios with their titles", scenarios),
    "owner": ("The owner's tables: which are missing, and what each decides", owners),
    "series": ("What the series rules say, which are not held", series_rules),
}


def units(context: Context, game: str) -> str:
    """The names of the counters of a game."""
    named = {text for text, kind, _ in counters_named(game) if kind == "unit"}
    return "\n".join(sorted(named))


def areas(context: Context, game: str) -> str:
    """The named areas of a map."""
    return ask_text(context, "area.list", {"map": game}, "text")


def bridges(context: Context, game: str) -> str:
    """The bridges of a map that have a name."""
    return ask_text(context, "bridge.list", {"map": game}, "text")


OF_A_GAME: Mapping[str, tuple[str, Callable[[Context, str], str]]] = {
    "units": ("The names of a game's counters", units),
    "areas": ("The named areas of a game's map", areas),
    "bridges": ("The named bridges of a game's map", bridges),
}
RECEIPT, METHOD = "receipt", "method"


def listed() -> list[dict[str, Any]]:
    """List the resources that have an address of their own."""
    return [
        {"uri": f"{SCHEME}{name}", "name": name, "description": says, "mimeType": "text/plain"}
        for name, (says, _) in FIXED.items()
    ]


def templates() -> list[dict[str, Any]]:
    """List the forms of the other addresses."""
    forms = [(f"{name}/{{game}}", says) for name, (says, _) in OF_A_GAME.items()]
    forms.append((f"{RECEIPT}/{{id}}", "The whole of an answer, as a ruling record"))
    forms.append((f"{METHOD}/{{name}}", "Every parameter of a method"))
    return [
        {"uriTemplate": f"{SCHEME}{form}", "name": form.partition("/")[0], "description": says}
        for form, says in forms
    ]


def read_resource(
    context: Context, receipts: Mapping[str, tuple[str, Mapping[str, Any]]], address: str
) -> str | None:
    """Read a resource by its address; None if there is none of it."""
    if not address.startswith(SCHEME):
        return None
    kind, _, name = address.removeprefix(SCHEME).partition("/")
    try:
        if kind in FIXED and not name:
            return FIXED[kind][1](context)
        if kind in OF_A_GAME and name in every_map():
            return OF_A_GAME[kind][1](context, name)
        if kind == RECEIPT and name in receipts:
            return rule(context, *receipts[name]).text()
        if kind == METHOD:
            return method_text(context, name)
    except ClubrouteError as error:
        return str(error)
    return None


def method_text(context: Context, name: str) -> str:
    """The parameters of a method, and the tools that ask it."""
    lines = help_lines(context, name)
    return "\n".join((*lines, f"tools: {', '.join(ways_to_ask(name)) or 'none'}"))
