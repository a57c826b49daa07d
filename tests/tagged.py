"""Whether a tag may be released: ``python -m tests.tagged v0.1.0`` (``make tagged``).

The tag is the version of the package, and the changelog says when that version is of.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from clubroute.builder import __version__

CHANGELOG = Path(__file__).resolve().parents[1] / "CHANGELOG.md"


def objections(tag: str, version: str, changelog: str) -> Iterator[str]:
    """What stands against a release, a line each.

    >>> list(objections("v0.2.0", "0.2.0", "## 0.2.0 (2027-01-31)"))
    []
    >>> list(objections("v0.2.0", "0.1.0", "## 0.1.0 (2027-01-31)"))
    ["tag: found 'v0.2.0', expected 'v0.1.0', the version in builder/__init__.py"]
    """
    if tag != f"v{version}":
        yield f"tag: found {tag!r}, expected 'v{version}', the version in builder/__init__.py"
    headings = (line for line in changelog.splitlines() if line.startswith(f"## {version} "))
    heading = next(headings, None)
    if heading is None or not re.search(r"\(\d{4}-\d\d-\d\d\)$", heading):
        yield f"CHANGELOG.md: found {heading!r}, expected '## {version} (YYYY-MM-DD)'"


if __name__ == "__main__":
    against = list(objections(" ".join(sys.argv[1:]), __version__, CHANGELOG.read_text("utf-8")))
    sys.exit("\n".join(against) or None)
