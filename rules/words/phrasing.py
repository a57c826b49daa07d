"""Words of a question as commands say them: phrases, titles of scenarios, what was rolled."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache

from clubroute.builder.counting import is_whole
from clubroute.builder.errors import InputError, Where
from clubroute.rules.clauses.methods import of_game
from clubroute.rules.clauses.search import clauses, search
from clubroute.rules.clauses.search import vocabulary as said_of_clauses
from clubroute.rules.scenarios.book import scenario_files
from clubroute.rules.series import all_games, all_series
from clubroute.rules.words.commands import vocabulary
from clubroute.rules.words.grammar import (
    UnknownCommandError,
    game_of,
    is_map,
    map_said,
    scenario_names,
    told_whole,
    understand,
    words_of,
)
from clubroute.rules.words.items import PART, AskedWords, Here
from clubroute.rules.words.names import NUMBER
from clubroute.rules.words.scope import MAP, SCENARIO

ROLLED = re.compile(r"die|dice|rolls?|rolled|rolling|throws?|threw|thrown", re.IGNORECASE)
THROWN = re.compile(r"rolled|thrown", re.IGNORECASE)
"""What may be said after the face of a die: 9 rolled."""
ODDS_SAID = re.compile(r"([0-9]{1,2})(?:-| to | - )([0-9]{1,2})(?= |$)")
ODDS_OF_DICE = re.compile(r"(?:([2-7])(?:-| to | - )(1)|(1)(?:-| to | - )([23]))(?= |$)")
"""Odds of a column, 3-1 or 1-2: beside dice they are odds without a word for a fight."""
FIGHTS = frozenset(("attack", "attacks", "attacking", "crt", "combat", "odds", "overrun"))
"""Odds as people say them beside a word for a fight: 3-1, 3 to 1."""
SHELLING, RATING = frozenset(("barrage", "barrages", "shells", "mortar", "mortars")), "rating"
"""Words of a barrage, beside which a rating may be said in two words: rating 4."""
FACE = re.compile(r"[0-9]{1,2}")
STRENGTH, AGAINST = (
    re.compile(r"[1-9][0-9]{0,2}"),
    (*("against", "vs", "vs.", "versus", "v"), *("attack", "attacks", "attacking", "hits")),
)
"""Strengths that stand against each other: 13 against 4, 8 attack 4."""
STRONG = ("strength", "factors", "points")
"""What a strength may be called: 12 strength against 5."""
LAST_WORD = re.compile(r"[A-Za-z]{3,}\.")
"""A word of a sentence with its full stop."""
LAST_FIGURE = re.compile(r"[0-9]{1,2}\.")
"""A number at the end of a clause."""
LONGEST_PHRASE = 6
"""Words in the longest phrase, or title of a scenario."""
GAP, MOST_BETWEEN = "…", 3
"""What stands for the words in the midst of a phrase, and how many they may be."""
ENDS = ",;:?!…"
"""Marks that end a word and say nothing; a full stop may be part of a unit's name."""


@dataclass(frozen=True, slots=True)
class Phrased:
    """A question's words as commands say them."""

    words: tuple[str, ...]
    asks: bool
    """Whether it has a word that only a sentence has."""
    error: InputError
    """Why it is no command as it stands."""

    @property
    def is_command(self) -> bool:
        """Whether its first word is a command's."""
        return not isinstance(self.error, UnknownCommandError)


def phrased(words: Sequence[str], error: InputError) -> Phrased:
    """Say a question's words as commands do."""
    said = vocabulary()
    own = said.sentence - said.noise - {"hex", "hexes", "unit", "units"}
    first = any(word.casefold() in said.questions for word in words[:2])
    asks = first or any(word.casefold() in own for word in words)
    return Phrased(tuple(as_said(words)), asks, error)


def one_line(words: Sequence[str]) -> list[str]:
    """Words of a command line, of which one may be a whole question in quotes."""
    return [part for word in words for part in (words_of(word) if " " in word else [word])]


def cleaned(words: Sequence[str]) -> list[str]:
    """Words without the marks around them, the full stop of a sentence among them; that of a name,
    ``Abt. 424``, stays."""
    bare = [word if "=" in word else word.strip("()").rstrip(ENDS) for word in words]
    after = [*bare[1:], ""]
    ended = [
        word[:-1]
        if LAST_FIGURE.fullmatch(word)
        or (LAST_WORD.fullmatch(word) and not is_whole(following[:1]))
        else word
        for word, following in zip(bare, after, strict=True)
    ]
    ended[-1:] = [word.rstrip(".") for word in ended[-1:]]
    return [word for word in ended if word not in ("", "=")]


def as_said(words: Sequence[str]) -> list[str]:
    """Words with phrases as commands say them, maps and scenarios by their names, and dice."""
    return with_figures([told_or_same(word) for word in rephrased(numbered(cleaned(words)))])


def numbered(words: Sequence[str]) -> list[str]:
    """Words with a scenario that has a number in its title as its name: ``campaign game 2``. A
    number that counts something, ``campaign 3 attacked``, is none."""
    found, at = list[str](), 0
    while at < len(words):
        match = NUMBERED.match(" ".join(words[at : at + LONGEST_NUMBERED]))
        count = len(match[0].split()) if match else 0
        name = f"{match[1]} {match[2]}".casefold() if match else ""
        after = [one.casefold() for one in words[at + count : at + count + 1]]
        if (
            count
            and name in numbered_scenarios()
            and not (set(after) & vocabulary().figures.keys())
        ):
            found.append(f"{SCENARIO}={name.replace(' ', '-')}")
            at += count
            continue
        found.append(words[at])
        at += 1
    return found


NUMBERED = re.compile(
    r"([a-z]+)(?: games?)?(?: (?:no\.?|number|nr\.?|scenario))? #?([0-9])[,;:?!]?(?= |$)",
    re.IGNORECASE,
)
LONGEST_NUMBERED = 4
"""Words in the longest title with a number."""


@cache
def numbered_scenarios() -> frozenset[str]:
    """The scenarios whose names end in a number, small letters: campaign 2."""
    names = (name.casefold() for series in all_series() for name in series.scenarios)
    return frozenset(name for name in names if re.fullmatch(r"[a-z]+ [0-9]", name))


def rephrased(words: Sequence[str]) -> list[str]:
    """Words with the phrases that people say otherwise than commands do."""
    phrases, found, at = {**titles(), **vocabulary().phrases}, list[str](), 0
    while at < len(words):
        for count in range(min(LONGEST_PHRASE, len(words) - at), 0, -1):
            key = " ".join(words[at : at + count]).casefold()
            if key in phrases:
                found += phrases[key].split()
                at += count
                break
        else:
            said, count = around(words[at:])
            found += said
            at += count
    return found


def around(words: Sequence[str]) -> tuple[list[str], int]:
    """What the first words say by a phrase that stands around others, ``get … out of column``,
    with those others, and how many they are; the first word alone where none does."""
    low = [word.casefold() for word in words]
    for (head, tail), said in gapped().items():
        if low[0] != head:
            continue
        for start in range(2, MOST_BETWEEN + 2):
            if tuple(low[start : start + len(tail)]) == tail:
                return [*said.split(), *words[1:start]], start + len(tail)
    return [words[0]], 1


@cache
def gapped() -> Mapping[tuple[str, tuple[str, ...]], str]:
    """The phrases that stand around others: by their first word and their last, what they say."""
    parts = ((key.split(GAP), said) for key, said in vocabulary().phrases.items() if GAP in key)
    return {(head.strip(), tuple(tail.split())): said for (head, tail), said in parts}


def titles() -> Mapping[str, str]:
    """Scenarios by the titles that no other has: WED-2 by Son with the Wind."""
    return {title: ids[0] for title, ids in all_titles().items() if len(ids) == 1}


@cache
def all_titles() -> Mapping[str, tuple[str, ...]]:
    """Scenarios by their titles, small letters: Hell's Highway is one's of each of two games."""
    known = {id_.casefold() for series in all_series() for id_ in scenario_files(series.id)}
    found: dict[str, tuple[str, ...]] = {}
    for series in all_series():
        for id_, them in series.scenarios.items():
            told = dict.fromkeys(way for one in them for way in ways_to_write(one.casefold()))
            for title in told if id_.casefold() in known else ():
                word = title.isalpha() and not is_map(title) and title not in scenario_names()
                if word or (" " in title and not is_whole(title[-1])):
                    found[title] = tuple(dict.fromkeys((*found.get(title, ()), id_)))
    return found


def ways_to_write(title: str) -> tuple[str, ...]:
    """A title in small letters as people write it: without its article, without apostrophes.

    >>> ways_to_write("hell's highway"), ways_to_write("the best laid plans")
    (("hell's highway", 'hells highway'), ('the best laid plans', 'best laid plans'))
    """
    ways = (title, title.removeprefix("the ").removeprefix("a "))
    bare = (APOSTROPHES.sub("", one) for one in ways)
    return tuple(dict.fromkeys((*ways, *bare)))


APOSTROPHES = re.compile("['’]")


def of_shared_title(words: Sequence[str], window: str | None) -> Mapping[str, Sequence[str]]:
    """Words in which a title that several scenarios have is told as one of them, by its name:
    those of the map, if one is said or held; nothing where there is no such title, or it is of
    something else, as the Hell's Highway box is."""
    low = [word.casefold() for word in words]
    said = map_said(words) or window
    for start in range(len(low)):
        for end in range(min(start + LONGEST_PHRASE, len(low)), start, -1):
            ids = all_titles().get(" ".join(low[start:end]), ())
            if len(ids) < 2 or low[end : end + 1] in (["box"], ["marker"], ["markers"]):
                continue
            ids = tuple(one for one in ids if said in (None, game_of(one)))
            return {one: [*words[:start], f"{SCENARIO}={one}", *words[end:]] for one in ids}
    return {}


def with_games(words: Sequence[str]) -> list[str]:
    """Words with the games that they name by their titles as maps: ``the Devil's Cauldron``, and
    the scenarios by theirs: ``The Best Laid Plans``."""
    games = {
        phrase: f"{MAP}={said}"
        for phrase, said in vocabulary().phrases.items()
        if is_map(said) and (" " in phrase or "-" in phrase)
    }
    own = {title: title for title in all_titles()}
    alone = {
        title: f"{SCENARIO}={id_}"
        for title, id_ in titles().items()
        if not any(map(is_map, title.split()))
    }
    return replaced(words, {**own, **alone, **games})


def replaced(words: Sequence[str], phrases: Mapping[str, str]) -> list[str]:
    """Words with each phrase, the longest first, as what it says; one that says itself stays."""
    found, at = list[str](), 0
    while at < len(words):
        for count in range(min(LONGEST_PHRASE, len(words) - at), 0, -1):
            part = words[at : at + count]
            key = " ".join(part).casefold()
            if key in phrases:
                found += part if phrases[key] == key else [phrases[key]]
                at += count
                break
        else:
            found.append(words[at])
            at += 1
    return found


def told_or_same(word: str) -> str:
    """A map's or scenario's name as it is said; a word that only looks like one as it is."""
    with suppress(InputError):
        return told_whole(word)
    return word


def odds_with(after: Sequence[str]) -> int:
    """Where the number stands, after a number, that it stands against: ``against 4``, ``strength
    against 4``; 0 where none does."""
    at = int(after[:1] != [] and after[0].casefold() in STRONG)
    against = after[at : at + 2]
    both = len(against) > 1 and against[0].casefold() in AGAINST
    return at + 1 if both and STRENGTH.fullmatch(against[1]) else 0


def is_thrown(after: Sequence[str]) -> bool:
    """Whether the words after a number say that it was rolled: ``9 rolled``, with no other number
    that may be the die, ``turn 6, rolled a 5``."""
    return bool(THROWN.fullmatch(after[0]) if after else None) and not any(
        FACE.fullmatch(one) for one in after[1:]
    )


def fights(words: Sequence[str]) -> bool:
    """Whether words are of a fight: figures among them are odds."""
    return not FIGHTS.isdisjoint(map(str.casefold, words))


def rolls(words: Sequence[str]) -> bool:
    """Whether words tell of a die."""
    return any(ROLLED.fullmatch(word) for word in words)


def with_figures(words: Sequence[str]) -> list[str]:
    """Words with what was rolled as ``die=4``; a scenario's name without ``scenario`` before it."""
    found: list[str] = []
    shells = not SHELLING.isdisjoint(map(str.casefold, words))
    at, said = 0, ODDS_SAID if fights(words) else ODDS_OF_DICE if rolls(words) else None
    while at < len(words):
        word, after = words[at], words[at + 1 : at + 3]
        weaker = odds_with(words[at + 1 : at + 4]) if STRENGTH.fullmatch(word) else 0
        number = next((k for k, one in enumerate(after) if FACE.fullmatch(one)), None)
        between = after[: number or 0]
        idle = all(one.casefold() in vocabulary().sentence for one in between)
        if ROLLED.fullmatch(word) and number is not None and idle:
            found.append(f"die={after[number]}")
            at += number + 2
            continue
        if FACE.fullmatch(word) and is_thrown(words[at + 1 : at + 4]):
            found.append(f"die={word}")
            at += 2
            continue
        if shells and word.casefold() == RATING and after[:1] and STRENGTH.fullmatch(after[0]):
            found.append(f"{RATING}={after[0]}")
            at += 2
            continue
        if weaker:
            found.append(f"{word}:{words[at + 1 + weaker]}")
            at += 2 + weaker
            continue
        if said and (odds := said.match(" ".join(words[at : at + 3]))):
            found.append(":".join(figure for figure in odds.groups() if figure))
            at += len(odds[0].split())
            continue
        if word.casefold() == SCENARIO and after and after[0].startswith(f"{SCENARIO}="):
            at += 1
            continue
        found.append(word)
        at += 1
    return found


# A question that no command fits, looked up in the rules by its words.

ABOUT = "where"
"""The command that tells about a name which somebody says alone."""
RULES = "rule.find"
MOST_CLAUSES = 4
"""Clauses shown of what is looked up in the rules because no question fits."""
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
    # A campaign that several games have is that of the game which is talked of.
    talked = here.map is not None and not any(one.startswith(f"{MAP}=") for one in asked.words)
    shared = talked and scenario.partition("=")[2] in scenario_names()
    game = here.map if shared else map_said(sorted(asked.words, key=JOINED.__ne__)) or here.map
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
    return AskedWords(RULES, params, strange, window=game or "", near=near, is_look_up=True)


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
    """Whether a refusal is of a word that means nothing, or is one of rules, and of nothing that is
    missing."""
    lacks = error.found == "nothing" or error.expected.startswith(LACKING)
    slip = bool(error.nearest) and bool(search(clauses(), error.found.strip("'")).strange)
    return not (lacks or slip) and "several" not in error.found
