"""A question that no command fits, looked up in the rules by its words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress

from clubroute.builder.errors import InputError, Where
from clubroute.rules.clauses.clause import clauses
from clubroute.rules.clauses.methods import of_game
from clubroute.rules.clauses.search import search
from clubroute.rules.clauses.search import vocabulary as said_of_clauses
from clubroute.rules.series import all_games
from clubroute.rules.words.commands import vocabulary
from clubroute.rules.words.grammar import UnknownCommandError, map_said, understand
from clubroute.rules.words.items import PART, AskedWords, Here
from clubroute.rules.words.names import NUMBER
from clubroute.rules.words.phrasing import Phrased, cleaned, phrased
from clubroute.rules.words.scope import MAP, SCENARIO

ABOUT = "where"
"""The command that tells about a name which somebody says alone."""
RULES = "rule.find"
MOST_CLAUSES = 4
"""Clauses shown of what is looked up in the rules because no question fits."""
NOTE = "no question of a position in these words: looked up in the rules"
LACKING = ("a hex", "a bridge", "which hex", "where it", "what can be so")
"""How what a command expects begins where it is but a place that it lacks, or not deniable."""
DIE = "die="
NAMED = (f"{MAP}=", f"{SCENARIO}=", DIE)
POSITION = re.compile(rf"(?:{NUMBER.pattern})|.*[=]|.*/.*/")
"""A word that is about a hex, a unit or something of a position."""
UNIT_NAME = re.compile(r"(?=.*[a-z]).*/", re.IGNORECASE)
"""A word that may be a Unit's name, A/1/501; 9/19 is a day."""
JOINED = f"{MAP}=mg"
"""The map of both games joined: who names it, too, means it."""


def look_up(words: Sequence[str], game: str | None, here: Here) -> AskedWords | None:
    """Words looked up in the rules of a game, or of all; None where no rule is about them."""
    nothing = UnknownCommandError(Where(PART), repr(" ".join(words)), "a question")
    asked = phrased([*cleaned(words), *([f"{MAP}={game}"] if game else [])], nothing)
    return looked_up(asked, nothing, here)


def looked_up(asked: Phrased, error: InputError, here: Here) -> AskedWords | None:
    """Its words looked up in the rules; None where it is about a hex or a unit, is a command
    that lacks something, or has a word that no rule has."""
    own = [part for part in asked.words if not part.startswith(NAMED)]
    about_place = [part for part in own if POSITION.match(part)]
    if about_place and not (asked.asks and refusal_is_of_words(error)):
        return None
    left = vocabulary().sentence | vocabulary().noise | vocabulary().leads.keys()
    content = [
        one
        for one in own
        if "=" not in one and one not in about_place and one.casefold() not in left
    ]
    asks = [one for one in own if one.casefold() in said_of_clauses().asked]
    rolled = [f"rolled {one.partition('=')[2]}" for one in asked.words if one.startswith(DIE)]
    about = " ".join((*asks, *content, *rolled))[:100].strip()
    scenario = next((one for one in asked.words if one.startswith(f"{SCENARIO}=")), "")
    game = map_said(sorted(asked.words, key=JOINED.__ne__)) or here.map
    if not content or (game is not None and game not in all_games()):
        return None
    own_rules = of_game(clauses(), game)
    found = search(own_rules, about, game=game)
    elsewhere: tuple[str, ...] = ()
    if game and (found.strange or not found.clauses):
        other = search(clauses(), about)
        better = not other.near or not found.clauses
        if other.clauses and better and not other.strange:
            found = other
            if not any(one in own_rules for one in other.clauses[:MOST_CLAUSES]):
                elsewhere = (f"no rule of {game} has these words: other games' do",)
            game = None
    if found.strange and (len(content) < 2 or any(map(UNIT_NAME.match, own))):
        return None  # a name that no rule has
    slip = asked.is_command and is_slip(asked.error, found.strange)
    whole = not (found.near or found.strange) and names_nothing(content, here)
    if not found.clauses or (slip and not asked.asks and not whole):
        return None
    params = {"about": about, "most": MOST_CLAUSES, **({MAP: game} if game else {})}
    if scenario:
        params[SCENARIO] = scenario.partition("=")[2]
    strange = (f"no rule has: {' '.join(found.strange)}",) if found.strange else elsewhere
    if about_place:
        strange = (*strange, f"not looked at: {' '.join(about_place)}")
    near = found.near or bool(found.strange)
    said, spelled = (*strange, NOTE), (f'about="{about}"',)
    return AskedWords(RULES, params, said, spelled, game or "", near=near)


def names_nothing(content: Sequence[str], here: Here) -> bool:
    """Whether some words, several beside the command, are of rules and name no place: what a
    command lacks is not wanted then."""
    for word in content:
        with suppress(InputError):
            understand([ABOUT, word], here)
            return False
    return len(content) > 1


def is_slip(error: InputError, strange: Sequence[str]) -> bool:
    """Whether a command lacks something, or has a word that no rule has."""
    lacks = error.found == "nothing" or error.expected.startswith(LACKING)
    return lacks or bool(strange)


def refusal_is_of_words(error: InputError) -> bool:
    """Whether a refusal is of a word that means nothing, and of nothing that is missing."""
    lacks = error.found == "nothing" or error.expected.startswith(LACKING) or error.nearest
    return not lacks and "several" not in error.found
