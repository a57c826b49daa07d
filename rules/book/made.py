"""Documents made from declarations: writing one, or checking that it is up to date."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path


def write_or_check(arguments: Sequence[str], target: Path, text: str, module: str) -> int:
    """Write a document, or with ``--check`` say on stderr if it is not what would be written.

    :param arguments: of the command line: ``--check`` if only to check, and a file if not
        ``target``.
    :param module: the program that makes it.
    :returns: the exit code, 2 for another option.
    """
    check = "--check" in arguments
    names = [argument for argument in arguments if argument != "--check"]
    strange = [name for name in names if name.startswith("-")]
    if strange:
        sys.stderr.write(f"python -m {module} [--check] [FILE]: found {strange[0]}\n")
        return 2
    target = Path(names[0]) if names else target
    if not check:
        target.write_text(text, encoding="utf-8", newline="\n")
        return 0
    if target.is_file() and target.read_text(encoding="utf-8") == text:
        return 0
    sys.stderr.write(f"{target} is out of date: run python -m {module}\n")
    return 1
