"""The grammar of questions in words: words and a position become a method and its parameters.

    parse("los Veghel 78.127", Here(context)).method  # "los.check"

A command (``words.toml``) names methods and the parameters that are said by their places; any other
parameter is said by its name, ``range=6``, or by a word that only it can mean: ``leg``, ``column``,
``8mp``. A method's own name is a command, too. The map follows from what is named, unless the
position or the asker says it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.rules.context import Context
from clubroute.rules.methods import Method, methods_in
from clubroute.rules.series import Series, all_series
from clubroute.rules.words.commands import Form, Slot, called, command_names
from clubroute.rules.words.reading import MAP, PART, AskedWords, MisfitError, Reading
from clubroute.rules.words.reading import Here as Here
from clubroute.rules.words.values import is_list

QUOTED = re.compile(r'[“"]([^”"]*)[”"]|\'([^\']*)\'(?=\s|$)|([^\s“”"]+(?:"[^"]*")?)')


def words_of(text: str) -> list[str]:
    """The words of a line; a name of several may stand in quotes, and needs none."""
    return [next(part for part in found if part) for found in QUOTED.findall(text) if any(found)]


def parse(text: str | Sequence[str], here: Here) -> AskedWords:
    """Understand a command: a line, or the words of a command line.

    :raises InputError: no command, a word that means nothing in it, or something is missing.
    """
    words = words_of(text) if isinstance(text, str) else list(text)
    if not words:
        raise InputError(Where(PART), "nothing", "a command, as: los 75.129 78.127")
    head, rest = words[0].casefold(), split(words[1:])
    tries = list(readings(head, rest, here))
    if not tries:
        raise unknown_command(words[0], here)
    failed: list[tuple[int, InputError]] = []
    for window, forms in tries:
        try:
            found = understood(forms, rest, window, here)
        except MisfitError as misfit:
            failed.append((misfit.far, misfit.error))
            continue
        told = (f"map {window}: say map=… for another",)
        guessed = len(tries) > 1 and found.params.get(MAP) == window
        return replace(found, said=told) if guessed else found
    # The map on which most of the words meant something knows best what is wrong.
    raise max(failed, key=lambda one: one[0])[1]


def split(words: Sequence[str]) -> list[str]:
    """Words without the commas between them; a list in brackets stays one."""
    return [
        one
        for word in words
        for one in ([word] if "=" in word or "[" in word else word.split(","))
        if one
    ]


def readings(head: str, rest: Sequence[str], here: Here) -> Iterator[tuple[str, tuple[Form, ...]]]:
    """The maps a command may be about, with its forms there; those it says itself alone."""
    said = [word.partition("=")[2] for word in rest if word.startswith(f"{MAP}=")]
    only = said[0] if said else here.map
    for series in all_series():
        forms = tuple(
            form for one in called(head) if one.series in ("", series.id) for form in one.forms
        )
        if not forms and "." in head and has_method(here.context, head, series):
            forms = (by_place(method_of(here.context, head, series.maps[0])),)
        for window in series.maps if forms else ():
            if only in (None, window):
                yield window, forms


def has_method(context: Context, name: str, series: Series) -> bool:
    """Whether a series, or the frame, has a method."""
    family = name.partition(".")[0]
    modules = (*series.families.get(family, ()), *context.registry.frame.get(family, ()))
    return any(method.name == name for one in modules for method in methods_in(one))


def method_of(context: Context, name: str, window: str) -> Method:
    """The method that answers about a map."""
    return context.registry.find(name, {MAP: window})


def by_place(method: Method) -> Form:
    """A method's own form: what it needs, in its order."""
    needs = (part for part in method.params if part.required and part.name != MAP)
    return Form(method.name, tuple(Slot(part.name, many=is_list(part.schema())) for part in needs))


def unknown_command(word: str, here: Here) -> InputError:
    """The error for a first word that is no command."""
    known = [*command_names(), *(method.name for method in here.context.registry.all())]
    proper = ", ".join(dict.fromkeys(command_names().values()))
    return InputError(
        Where(PART), repr(word), f"one of {proper}, or a method", nearest_name(word, known)
    )


def understood(forms: Sequence[Form], words: Sequence[str], window: str, here: Here) -> AskedWords:
    """Understand a command's words by the first of its forms that they fit.

    :raises MisfitError: they fit none.
    """
    misfits = []
    for form in forms:
        method = method_of(here.context, form.method, window)
        try:
            return Reading(form, method, window, here).asked(words)
        except MisfitError as misfit:
            misfits.append(misfit)
    raise max(misfits, key=lambda one: one.far)
