"""The grammar of questions in words: words and a position become a method and its parameters.

    parse("los Veghel 78.127", Here(context)).method  # "los.check"

A command (``words.toml``) names methods and the parameters that are said by their places; any other
parameter is said by its name, ``range=6``, or by a word that only it can mean: ``leg``, ``column``,
``8mp``. A method's own name is a command, too. The map follows from what is named, unless the
position or the asker says it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

from clubroute.builder.errors import InputError, Where, nearest_name, one_of
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import Method, methods_in
from clubroute.rules.position.record import parts_of
from clubroute.rules.scenarios.book import scenario_files
from clubroute.rules.series import (
    Series,
    all_games,
    all_series,
    every_map,
    own_series,
    own_series_list,
    series_at,
)
from clubroute.rules.words.commands import (
    Form,
    Slot,
    all_commands,
    called,
    command_names,
    vocabulary,
)
from clubroute.rules.words.items import PART, AmbiguousError, AskedWords, MisfitError
from clubroute.rules.words.items import Here as Here
from clubroute.rules.words.names import NUMBER, names_of
from clubroute.rules.words.reading import asked, check_ahead, must_be_compiled, position, uncompiled
from clubroute.rules.words.reading import game_of as game_of
from clubroute.rules.words.reading import scenario_names as scenario_names
from clubroute.rules.words.scope import MAP, SCENARIO, Scope, is_list

QUOTED = re.compile(r'[“"]([^”"]*)[”"]|\'([^\']*)\'(?=\s|$)|([^\s“”"]+(?:"[^"]*")?)')

VALUE = re.compile(r'^([^="]+=)"([^"]*)"$')
"""A value in quotes, ``unit="14 Field Sqn, RE"``."""


def words_of(text: str) -> list[str]:
    """The words of a line; a name of several may stand in quotes, and needs none."""
    found = [next(part for part in parts if part) for parts in QUOTED.findall(text) if any(parts)]
    ended = [*found[:-1], *(word.rstrip("?!") or word for word in found[-1:])]
    return [VALUE.sub(r"\1\2", word) for word in ended]


def parse(text: str | Sequence[str], here: Here) -> AskedWords:
    """Understand a command: a line, or the words of a command line.

    :raises InputError: no command, a word that means nothing in it, or something is missing.
    """
    words = words_of(text) if isinstance(text, str) else list(text)
    if len(words) == 2 and " " in words[1] and not isinstance(text, str):
        # The whole question in quotes, as a line of the shell is.
        words = [words[0], *words_of(words[1])]
    if not words:
        raise InputError(Where(PART), "nothing", "a command, as: los 75.129 78.127")
    told = [words[0], *map(told_whole, words[1:])]
    try:
        return understand(told, here)
    except InputError:
        if told != words:
            with suppress(InputError):
                return understand(words, here)
        raise


def told_whole(word: str) -> str:
    """The bare name of a map as ``map=…``, of a scenario as ``scenario=…``; others as they are."""
    if "=" in word:
        return word
    if is_map(word.casefold()):
        return f"{MAP}={word.casefold()}"
    if word.casefold() in scenario_names():
        return f"{SCENARIO}={word.casefold()}"
    if LIKE_SCENARIO.fullmatch(word) is None:
        return word
    if game_of(word) is not None:
        return f"{SCENARIO}={word}"
    game = word.partition("-")[0].casefold()
    if game in all_games():
        known = scenario_files(series_at(game).id)
        raise InputError(Where(PART), repr(word), one_of(known), nearest_name(word, known))
    return word


def is_map(word: str) -> bool:
    """Whether a word is the name of a map."""
    if word in all_games():
        return True
    idle = word in vocabulary().sentence or word in vocabulary().noise
    return not idle and word.isascii() and own_series(word) is not None


LIKE_SCENARIO = re.compile(r"[a-z]+-[a-z0-9.]+|[0-9]\.[0-9]", re.IGNORECASE)
"""What the name of a scenario looks like: WED-4, INS-5.3, 5.3. Others are not looked up."""


def map_said(words: Sequence[str]) -> str | None:
    """The map that some words say, by its name or a scenario's; None if they say none."""
    told = [word.partition("=") for word in map(told_whole, words)]
    maps = [value for name, _, value in told if name == MAP]
    games = [game_of(value) for name, _, value in told if name == SCENARIO]
    return next((one for one in (*maps, *games) if one), None)


def understand(words: Sequence[str], here: Here) -> AskedWords:
    """Understand the words of a command as they stand, or with the one unit whose hex they tell
    as the unit that is meant: ``reach A/1/501=76.130``. :raises InputError: as :func:`parse`."""
    try:
        return as_they_stand(words, here)
    except AmbiguousError:
        raise
    except InputError:
        placed = [one.partition("=") for one in words[1:]]
        units = [unit for unit, _, hex_ in placed if NUMBER.fullmatch(hex_)]
        if len(units) == 1 and units[0] not in words:
            with suppress(InputError):
                return as_they_stand([words[0], units[0], *words[1:]], here)
        raise


def as_they_stand(words: Sequence[str], here: Here) -> AskedWords:
    """Understand the words of a command. :raises InputError: as :func:`parse`."""
    here = situated(here, words)
    head, rest = words[0].casefold(), split(words[1:])
    tries = list(readings(head, rest, here))
    if not tries:
        raise elsewhere(head, rest, here) or unknown_command(words[0], here)
    failed: list[tuple[int, InputError]] = []
    broken: tuple[str, InputError] | None = None
    for window, forms in tries:
        try:
            check_ahead(forms, rest, window, here)
            found = understood(forms, rest, window, here)
        except MisfitError as misfit:
            failed.append((misfit.far, misfit.error))
            continue
        except InputError as mistake:
            if here.map is not None or not in_own_files(mistake, window):
                raise
            broken = broken or (window, mistake)
            continue
        told = guess_of(found, tries, rest, here)
        unread = () if broken is None else (f"map {broken[0]} cannot be read: {broken[1]}",)
        guessed = len(tries) > 1 and found.params.get(MAP) == window
        return replace(found, said=(*found.said, *told, *unread), guessed=guessed)
    if broken is not None:
        raise broken[1]
    # The map on which most of the words meant something knows best what is wrong; what is nearest
    # to a word that none knows may be a name of another.
    error = max(failed, key=lambda one: one[0])[1]
    raise nearest_told(error, [other for _, other in failed])


def in_own_files(error: InputError, window: str) -> bool:
    """Whether a mistake stands in the files of a game of one's own, and not in a question."""
    own = own_series(window)
    home = None if own is None else own.home
    return home is not None and Path(error.where.path).is_relative_to(home)


def nearest_told(error: InputError, others: Sequence[InputError]) -> InputError:
    """A refusal with the nearest name that any refusal of the same word tells."""
    if isinstance(error, AmbiguousError):
        return error

    def nearest() -> str | None:
        near = [one.nearest for one in others if one.found == error.found and one.nearest]
        best = max(near, key=lambda one: alike(error.found.strip("'"), one), default=None)
        return best or error.nearest

    return InputError(error.where, error.found, error.expected, nearest)


def alike(one: str, other: str) -> float:
    """How alike two words are, from 0 to 1."""
    return SequenceMatcher(None, one.casefold(), other.casefold()).ratio()


def guess_of(
    found: AskedWords,
    tries: Sequence[tuple[str, Sequence[Form]]],
    rest: Sequence[str],
    here: Here,
) -> tuple[str, ...]:
    """What is told of a map that nobody named: that another has what the words name, too.

    :param tries: the maps in the order of trying: in the project of one's own game that first.
    """
    first, window = tries[0][0], found.window
    if own_series(first) is not None:
        told = f"by the rules of the {series_at(window).title}: say map={first} for your own"
        return (told,) if first != window and window in all_games() else ()
    hexes = {hex_ for word in found.spelled for hex_ in HEX_NUMBER.findall(word)}
    typed = {hex_ for word in rest for hex_ in HEX_NUMBER.findall(word)}
    if not hexes:
        return ()
    for other, forms in tries:
        if other != window and not is_joined(other, window):
            with suppress(MisfitError, InputError):
                check_ahead(forms, rest, other, here)
                project = must_be_compiled(here.context, other)
                if project is None:
                    understood(forms, rest, other, here)
                    known = names_of(here.context, other)
                else:  # no map is compiled for a hint
                    known = uncompiled(here.context, project, other).names
                if all(map(known.has_hex, typed)):
                    return (f"read on the map {window}, for the other say map={other}",)
    return ()


HEX_NUMBER = re.compile(r"\b[A-E]?[0-9]+\.[0-9]+\b")
"""A hex by its number, as what a name was understood as has it."""


def is_joined(game: str, other: str) -> bool:
    """Whether one of two games is joined of the other and more: what one has, both have."""
    joined = {one.id: one.base for series in all_series() for one in series.games}
    return other in joined.get(game, ()) or game in joined.get(other, ())


def told_of(words: Sequence[str], here: Here) -> Mapping[str, Any]:
    """The position with more said of it, ``German=66.153``.

    :raises InputError: a name that nothing of a position has; a position that is but a handle.
    """
    here = situated(here, words)
    failed: InputError | None = None
    for series in series_with(here.map):
        for window in series.maps:
            if here.map not in (None, window):
                continue
            forms = (
                form
                for one in all_commands()
                if one.series == series.kind
                for form in one.forms
                if series.home is None or has_method(here.context, form.method, series)
            )
            methods = (method_of(here.context, form.method, window) for form in forms)
            method = next(one for one in methods if one.takes_state)
            scope = Scope(Form(method.name), method, window, here)
            try:
                return position(scope, split(words))
            except MisfitError as misfit:
                failed = failed or misfit.error
    raise failed or InputError(Where(PART), repr(here.map), "a map")


def split(words: Sequence[str]) -> list[str]:
    """Words without the commas between them. A list in brackets is one word, though a shell may
    have taken it apart at its commas."""
    found: list[str] = []
    for word in words:
        if found and found[-1].count("[") > found[-1].count("]"):
            found[-1] += f",{word}"
        elif "=" in word or "[" in word:
            found.append(word)
        else:
            found += filter(None, word.split(","))
    return found


def situated(here: Here, words: Sequence[str] = ()) -> Here:
    """Where a command is said, on the map of the scenario if words or the position say one."""
    window = next((one.partition("=")[2] for one in words if one.startswith(f"{MAP}=")), None)
    if window is not None:
        return replace(here, map=window)
    state = here.state if isinstance(here.state, Mapping) else {}
    said = [word.partition("=")[2] for word in words if word.startswith(f"{SCENARIO}=")]
    told = said[0] if said else state.get(SCENARIO)
    game = game_of(told) if here.map is None and isinstance(told, str) else None
    return here if game is None else replace(here, map=game)


def readings(head: str, rest: Sequence[str], here: Here) -> Iterator[tuple[str, tuple[Form, ...]]]:
    """The maps a command may be about, with its forms there; those it says itself alone."""
    said = [word.partition("=")[2] for word in rest if word.startswith(f"{MAP}=")]
    only = said[0] if said else here.map
    for series in series_with(only):
        forms = tuple(
            form for one in called(head) if one.series in ("", series.kind) for form in one.forms
        )
        if series.home is not None:
            # A game of one's own answers what its rules have tables for.
            forms = tuple(form for form in forms if has_method(here.context, form.method, series))
        if not forms and has_method(here.context, head, series):
            forms = forms_of(method_of(here.context, head, series.maps[0]), series)
        for window in series.maps if forms else ():
            fits = tuple(form for form in forms if takes_map(here.context, form, window))
            if fits and only in (None, window):
                yield window, fits


def series_with(window: str | None) -> Iterator[Series]:
    """The series that a command may be about: those with the map, all of them if none is said, a
    game of one's own first: who stands in its project asks about it.

    The free game that comes with clubroute is never guessed: who plays it says its map.
    """
    if window is None:
        yield from (one for one in own_series_list() if not one.shipped)
    elif (own := own_series(window)) is not None:
        yield own
    yield from all_series()


def has_method(context: Context, name: str, series: Series) -> bool:
    """Whether a series, or the frame, has a method."""
    family = name.partition(".")[0]
    modules = (*series.families.get(family, ()), *context.registry.frame.get(family, ()))
    return any(method.name == name for one in modules for method in methods_in(one))


def takes_map(context: Context, form: Form, window: str) -> bool:
    """Whether a form's method can be asked about a map."""
    part = parts_of(method_of(context, form.method, window).asks).get(MAP)
    if part is None or not part.required or series_at(window).home is not None:
        return True
    return window in part.schema().get("enum", (window,))


def method_of(context: Context, name: str, window: str) -> Method:
    """The method that answers about a map."""
    return context.registry.find(name, {MAP: window})


def forms_of(method: Method, series: Series) -> tuple[Form, ...]:
    """How a method is said by its own name: as in a command; else what it needs, in its order."""
    told = [
        replace(form, slots=own_slots(form), own=True, holds=())
        for command in all_commands()
        for form in command.forms
        if form.method == method.name and command.series in ("", series.kind)
    ]
    needs = (part for part in method.params if part.required and part.name != MAP)
    schemas = {part.name: part.schema() for part in needs}
    slots = (
        Slot(name, many=is_list(schema))
        for name, schema in schemas.items()
        if schema.get("type") != "object"
    )
    return tuple(told) or (Form(method.name, tuple(slots)),)


def own_slots(form: Form) -> tuple[Slot, ...]:
    """The slots of a form whose method is named: what told it from others need not be said."""
    return tuple(
        replace(slot, least=1, optional=slot.optional or slot.literal) for slot in form.slots
    )


def elsewhere(head: str, rest: Sequence[str], here: Here) -> InputError | None:
    """The error for a command of other maps than the one that is said; None for no command."""
    said = [word.partition("=")[2] for word in rest if word.startswith(f"{MAP}=")]
    free = [word for word in rest if not word.startswith(f"{MAP}=")]
    maps = [window for window, _ in readings(head, free, replace(here, map=None))]
    if not maps:
        return None
    window = said[0] if said else here.map
    if window is not None and not is_map(window):
        # What is no map at all is told as such, with the nearest.
        known = every_map()
        return InputError(Where(PART), f"map {window}", one_of(known), nearest_name(window, known))
    return InputError(Where(PART), f"{head} on map {window}", f"it on {', '.join(maps)}")


class UnknownCommandError(InputError):
    """A first word that is no command."""


def unknown_command(word: str, here: Here) -> UnknownCommandError:
    """The error for a first word that is no command."""
    known = [*command_names(), *(method.name for method in here.context.registry.all())]
    proper = ", ".join(sorted(set(command_names().values())))
    expected = f"a method, or one of {proper}"
    return UnknownCommandError(Where(PART), repr(word), expected, nearest_name(word, known))


def understood(forms: Sequence[Form], words: Sequence[str], window: str, here: Here) -> AskedWords:
    """Understand a command's words by the first of its forms that they fit.

    :raises MisfitError: they fit none.
    """
    misfits = []
    for form in forms:
        method = method_of(here.context, form.method, window)
        try:
            return asked(Scope(form, method, window, here), words)
        except MisfitError as misfit:
            misfits.append(misfit)
    raise max(misfits, key=lambda one: one.far)
