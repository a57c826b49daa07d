"""Files of a numbered form: what is said of one that is newer or older than is read here."""

from __future__ import annotations

from clubroute.builder.counting import is_whole
from clubroute.builder.errors import InputError, Where


def other_form(where: Where, kind: str, found: str, known: int, remedy: str) -> InputError:
    """The error about a file of a number that is not read.

    :param kind: what the file is: ``"terrain"``, ``"position"``, ``"ruling"``.
    :param found: its number as it stands in the file.
    :param known: the number that is read.
    :param remedy: what to do about an older one, in a few words.

    >>> from clubroute.builder.errors import Where
    >>> print(other_form(Where("a"), "position", "0", 1, "ask again"))
    a: found position form 0, expected form 1: an older clubroute wrote it, so ask again
    """
    number = int(found) if is_whole(found) else None
    if number is None:
        expected = f"form {known}"
    elif number > known:
        expected = f"form {known}: a newer clubroute wrote it, so update this one"
    else:
        expected = f"form {known}: an older clubroute wrote it, so {remedy}"
    return InputError(where, f"{kind} form {found[:20]}", expected)
