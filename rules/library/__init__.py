"""clubroute as a library: ask what may be done, and read the answer with its working.

>>> import clubroute
>>> answer = clubroute.ask("step.cost", {"unit": {"class": "leg"}, "to": {"terrain": "woods"}})
>>> answer.verdict, answer.total, answer.rules
('legal', 3, ('WED 2.4',))

The questions are those of ``clubroute ask`` and of the socket (docs/library.md). The names here are
the public API: what changes about them stands in CHANGELOG.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from clubroute.builder import __version__
    from clubroute.builder.errors import ClubrouteError, InputError
    from clubroute.rules.asking.library import (
        Answer,
        AnswerStep,
        QuestionInfo,
        Session,
        ask,
        questions,
    )

__all__ = [
    "Answer",
    "AnswerStep",
    "ClubrouteError",
    "InputError",
    "QuestionInfo",
    "Session",
    "__version__",
    "ask",
    "questions",
]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used: the command line uses none of them."""
    if name not in __all__:
        raise AttributeError(f"module 'clubroute' has no attribute {name!r}")
    if name == "__version__":
        from clubroute.builder import __version__ as found
    elif name.endswith("Error"):
        from clubroute.builder import errors

        found = getattr(errors, name)
    else:
        from clubroute.rules.asking import library

        found = getattr(library, name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """The public names."""
    return __all__
