"""Nothing of ours reaches for another machine."""

from __future__ import annotations

from pathlib import Path

from tests.parsed import imports_of

ROOT = Path(__file__).parents[1]
NETWORK = {"urllib", "http", "ftplib", "smtplib", "requests", "httpx", "aiohttp", "telnetlib"}


def test_nothing_reaches_for_another_machine() -> None:
    reaching = {
        f"{path.relative_to(ROOT)}: {name}"
        for folder in ("builder", "rules")
        for path in (ROOT / folder).rglob("*.py")
        for name in imported(path)
        if name.partition(".")[0] in NETWORK
    }
    # Cutting up an address that somebody else sent reaches for nothing.
    assert {one for one in reaching if not one.endswith("urllib.parse")} == set()


def imported(path: Path) -> set[str]:
    """The modules a file imports."""
    return {name for one in imports_of(path) for name in one.modules()}
