"""Clauses by words: those that have them all, the likeliest first; else the nearest.

A word counts whole before in another form of it (routs, routed), that before a synonym (railway for
railroad) or what a short form stands for (tq), and only where none of these is found does a
beginning. Rare words weigh more than common ones, a title's more than a text's, and a clause more
with each of the words that it has.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import log
from pathlib import Path

from clubroute.builder.counting import is_whole
from clubroute.builder.errors import one_of
from clubroute.builder.sources.tables import read_rows, read_toml
from clubroute.rules.series import SeriesGame, all_series

# Clauses: what a rulebook says, in our own words, and which methods apply it.
#
# Each rulebook's stand in ``tables/clauses/<game>.csv`` of its series, in the rulebook's order.

KINDS = ("answered", "series rule", "owner's table", "printed map", "judgement", "not yet")
"""Whether methods answer what a clause says; if none does, what it rests on instead."""
COLUMNS = {"rule": True, "title": True, "text": True, "topic": True, "kind": True, "methods": True}

HEX = re.compile(r"(?<![0-9.])[A-Z]?[0-9]{2}\.[0-9]{2,3}(?![0-9])")
"""A printed hex number in a text; a rule's number has one digit before its dot."""
DASH = "–"


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of a rulebook. ``cite`` is its rule as cited, ``WED 2.16``."""

    game: str
    rule: str
    title: str
    text: str
    topic: str
    kind: str
    methods: tuple[str, ...]
    cite: str

    @property
    def hexes(self) -> frozenset[str]:
        """The hexes it names."""
        return frozenset(HEX.findall(f"{self.title} {self.text}"))


@cache
def clauses() -> tuple[Clause, ...]:
    """Read the clauses of every rulebook there is. :raises InputError: a kind that is none."""
    games = {game.id: game for series in all_series() for game in series.games}
    paths = sorted(Path(__file__).parents[1].glob("*/tables/clauses/*.csv"))
    order = sorted(paths, key=lambda path: ([*games, path.stem].index(path.stem), path.stem))
    return tuple(clause for path in order for clause in clauses_in(path, games.get(path.stem)))


def clauses_in(path: Path, game: SeriesGame | None) -> tuple[Clause, ...]:
    """Read a rulebook's clauses. One whose game has no series yet is cited by its file's name."""
    short = game.short if game else path.stem.upper()
    found = []
    for row in read_rows(path, COLUMNS):
        kind, rule = row.text("kind"), row.text("rule")
        if kind not in KINDS:
            raise row.error("kind", repr(kind), one_of(KINDS))
        title, text, topic = (row.text(name) for name in ("title", "text", "topic"))
        methods = tuple((row.optional("methods") or "").split())
        cite = f"{short} {rule}"
        found.append(Clause(path.stem, rule, title, text, topic, kind, methods, cite))
    return tuple(found)


def covers(cite: str, rule: str) -> bool:
    """Whether a citation is of a rule or one it is part of: ``WED 2.15`` covers ``WED 2.15.1``.

    A range, ``WED 2.1–2.10``, covers what lies between, by the last number.
    """
    first, dash, last = cite.partition(DASH)
    if dash:
        head, _, low = first.rpartition(".")
        top, _, high = last.rpartition(".")
        part = re.match(re.escape(head) + r"\.([0-9]+)", rule)
        same = head.endswith(top) and is_whole(low) and is_whole(high)
        return bool(same and part and int(low) <= int(part[1]) <= int(high))
    return rule == cite or bool(re.match(re.escape(cite) + r"(\.[0-9]| )", rule))


def cited_in(cites: Collection[str], rule: str) -> bool:
    """Whether any of a method's citations covers a rule."""
    return any(covers(cite, rule) for cite in cites)


ABBREVIATIONS = Path(__file__).with_name("abbreviations.toml")
SYNONYMS = Path(__file__).with_name("synonyms.toml")

WHOLE, FORM, ALIKE, BEGINNING = 1.0, 0.8, 0.6, 0.3
"""What a word counts for: itself, another form, a synonym, its beginning."""
TITLE, TOPIC, TEXT = 3.0, 1.5, 1.0
"""What a word counts for by where it stands."""
SHORTEST_BEGINNING = 3
"""Letters in the shortest beginning of a word that is taken for it."""
ROLLED = re.compile(r"\brolled ([0-9]{1,2})\b")
"""What was rolled: a clause that says the number comes before one that does not."""
FIGURE = re.compile(r"1?[0-9]")
"""A number that counts something, or a die: a clause need not have it. An 88 is no such number."""
SOFT = 1.0
"""What a word counts for that a clause need not have: a number rolled, what is asked for."""
OWN = 1.3
"""What a clause of the game itself counts for beside one of a game that it joins."""
MOST_NEAR = 8
"""Clauses that are shown where none has all the words."""
FIRST = 3
"""Clauses of which one at least must have half of what the words weigh, to be an answer."""
PAIR = 2
"""Words of which each has its likeliest clause shown first, where no clause has both."""
NEAR_ENOUGH = 0.25
"""Their share of the best one's score."""


@dataclass(frozen=True, slots=True)
class FoundClauses:
    """Clauses, the likeliest first; ``near``: whether none has all words; ``few``: nor half of
    what they weigh, rare ones more than common ones. ``strange`` are the words that no clause has,
    in no form and by no synonym."""

    clauses: Sequence[Clause]
    near: bool = False
    few: bool = False
    strange: tuple[str, ...] = ()


def search(
    known: Sequence[Clause], about: str, least: int = 0, game: str | None = None
) -> FoundClauses:
    """Find the clauses that a text's words are of.

    :param least: clauses to be had; fewer that have all words are followed by the nearest.
    :param game: whose own clauses come before those of the games it joins.
    """
    soft = dict.fromkeys(ROLLED.findall(about.casefold()))
    words = words_in(ROLLED.sub(" ", about.casefold()))
    if not all(map(FIGURE.fullmatch, words)):
        soft.update(dict.fromkeys(filter(FIGURE.fullmatch, words)))
        words = [one for one in words if not FIGURE.fullmatch(one)]
    for word in words:
        soft.update(dict.fromkeys(vocabulary().asked.get(word, ())))
    wanted = [one for one in dict.fromkeys(words) if one not in vocabulary().unsaid]
    wanted = wanted or words_in(about)
    if not wanted:
        return FoundClauses(())
    counted = {one: weighed(known, one) for one in wanted}
    strange = tuple(
        one for one, by in counted.items() if max(by.values(), default=0.0) <= BEGINNING * TITLE
    )
    rarity = {one: log(1 + len(known) / max(1, len(by))) for one, by in counted.items()}
    scores: dict[int, float] = {}
    having: dict[int, int] = {}
    for word, by_clause in counted.items():
        for at, count in by_clause.items():
            scores[at] = scores.get(at, 0.0) + count * rarity[word]
            having[at] = having.get(at, 0) + 1
    for word in soft:
        for at, count in weighed(known, word).items():
            if at in scores:
                scores[at] += SOFT * count
    for at, many in having.items():
        scores[at] *= many / len(wanted)
        if known[at].game == game:
            scores[at] *= OWN
    ranked = sorted(scores, key=lambda at: (-scores[at], at))
    whole = [at for at in ranked if having[at] == len(wanted)]
    if len(whole) >= max(least, 1) or not ranked:
        return FoundClauses([known[at] for at in whole], strange=strange)
    rest = [at for at in ranked if at not in whole]
    most = max((having[at] for at in rest), default=0)
    if most < len(wanted) / 2:
        rest = [at for at in rest if having[at] == most]
    near = [at for at in rest if scores[at] >= NEAR_ENOUGH * scores[ranked[0]]]
    if not whole and len(wanted) == PAIR:
        near = by_turns(near, [by_clause for by_clause in counted.values() if by_clause])
    found = [known[at] for at in (*whole, *near[:MOST_NEAR])]
    known_words = [one for one in wanted if one not in strange]
    weight = sum(rarity[one] for one in known_words)
    had = [sum(rarity[w] for w in known_words if at in counted[w]) for at in near[:FIRST]]
    few = not whole and (2 * max(had, default=0.0) < weight or 2 * len(known_words) < len(wanted))
    return FoundClauses(found, near=not whole, few=few, strange=strange)


def by_turns(ranked: Sequence[int], words: Sequence[Mapping[int, float]]) -> list[int]:
    """Clauses that have one of two words each, so that those of both words come first: as ranked,
    but never twice of one word before the first of the other."""
    firsts = {next((at for at in ranked if at in having), None) for having in words}
    ahead = [at for at in ranked if at in firsts]
    return [*ahead, *(at for at in ranked if at not in firsts)]


def weighed(known: Sequence[Clause], word: str) -> Mapping[int, float]:
    """What a word counts for in each clause that has it, by the clause's place: as itself, in
    another form or as a synonym; where no clause has it so, as a beginning."""
    forms = forms_of(word)
    alike = vocabulary().alike(word)
    whole = frozenset(words_in(abbreviations().get(word, "")))
    found: dict[int, float] = {}
    for at, clause in enumerate(known):
        parts = parts_of(clause)
        best = max((part.weight * part.kind_of(word, forms, alike) for part in parts), default=0.0)
        if not best and whole and any(whole <= part.words for part in parts):
            best = ALIKE
        if best:
            found[at] = best
    if found or len(word) < SHORTEST_BEGINNING:
        return found
    return {
        at: BEGINNING * max(places)
        for at, clause in enumerate(known)
        if (
            places := [
                part.weight
                for part in parts_of(clause)
                if any(one.startswith(word) for one in part.words)
            ]
        )
    }


@dataclass(frozen=True, slots=True)
class ClausePart:
    """The words of a part of a clause, all their forms, and what a word there counts for."""

    weight: float
    words: frozenset[str]
    forms: frozenset[str]

    def kind_of(self, word: str, forms: frozenset[str], alike: frozenset[str]) -> float:
        """What a word counts for here: itself, a form of it, a synonym, or nothing."""
        if word in self.words:
            return WHOLE
        if not forms.isdisjoint(self.forms):
            return FORM
        return 0.0 if alike.isdisjoint(self.forms) else ALIKE


@cache
def parts_of(clause: Clause) -> tuple[ClausePart, ...]:
    """The words of a clause's title, topic and text; what short forms stand for stands with the
    text."""
    short = (abbreviations().get(one, "") for one in words_in(f"{clause.title} {clause.text}"))
    texts = (
        (TITLE, clause.title),
        (TOPIC, clause.topic),
        (TEXT, " ".join((clause.text, *short))),
    )
    read = ((weight, frozenset(words_in(text))) for weight, text in texts)
    return tuple(
        ClausePart(weight, words, frozenset().union(*map(forms_of, words)))
        for weight, words in read
    )


@cache
def words_of(clause: Clause) -> frozenset[str]:
    """The words of a clause, its title and its topic, short forms written out, too."""
    return frozenset().union(*(part.words for part in parts_of(clause)))


@cache
def abbreviations() -> Mapping[str, str]:
    """What short forms stand for (``abbreviations.toml``)."""
    return read_toml(ABBREVIATIONS)


@dataclass(frozen=True, slots=True)
class Synonyms:
    """Words that mean the same, by each form of each, and words that no rule is looked up by."""

    groups: Mapping[str, frozenset[str]]
    unsaid: frozenset[str]
    asked: Mapping[str, tuple[str, ...]]
    """Words of clauses that answer a question word: who."""

    def alike(self, word: str) -> frozenset[str]:
        """The forms of the words that mean the same as one."""
        return frozenset().union(*(self.groups.get(one, frozenset()) for one in forms_of(word)))


@cache
def vocabulary() -> Synonyms:
    """Read ``synonyms.toml``."""
    told = read_toml(SYNONYMS)
    groups: dict[str, frozenset[str]] = {}
    for group in told["groups"]:
        forms = frozenset().union(*map(forms_of, group))
        for form in forms:
            groups[form] = groups.get(form, frozenset()) | forms
    asked = {word: tuple(words) for word, words in told["asked"].items()}
    return Synonyms(groups, frozenset(told["unsaid"]), asked)


def words_in(text: str) -> list[str]:
    """The words of a text, in small letters; the number of a rule or a hex is one.

    >>> words_in("6 Units, by 5.6 of it")
    ['6', 'units', 'by', '5.6', 'of', 'it']
    """
    return re.findall(
        r"[0-9]+(?:\.[0-9]+)+[a-z]?|[a-z0-9]+", text.casefold().replace("’s", "").replace("'s", "")
    )


SHORTEST_STEM = 3
"""Letters that must be left of a word without its ending."""


@cache
def forms_of(word: str) -> frozenset[str]:
    """What a word may be a form of: itself without the endings of English, in each way that may
    be right: ``routed`` of ``rout`` or of ``route``.

    >>> sorted(forms_of("moving")), sorted(forms_of("stopped")), sorted(forms_of("supplies"))
    (['mov', 'move', 'moving'], ['stop', 'stopp', 'stoppe', 'stopped'], ['supplies', 'supply'])
    """
    found = {word}
    if is_whole(word):
        return frozenset(found)
    if word.endswith("ies"):
        found.add(word[:-3] + "y")
    elif word.endswith(("ses", "shes", "ches", "xes", "zes")):
        found |= {word[:-2], word[:-1]}
    elif word.endswith("s") and not word.endswith("ss"):
        found.add(word[:-1])
    for ending in ("ing", "ed"):
        bare = word.removesuffix(ending)
        if bare == word or len(bare) < SHORTEST_STEM:
            continue
        found |= {bare, bare + "e"}
        if bare[-1] == bare[-2]:
            found.add(bare[:-1])
    return frozenset(one for one in found if len(one) >= SHORTEST_STEM or one == word)
