"""Bring a Chromium into the cache folder, with its libraries and a font.

Run ``python -m tests.fetching.chromium`` or call :func:`prepare`. The Chromium, Chrome or Edge that
``CLUBROUTE_CHROMIUM`` names or PATH has is used as it is; else Debian packages are unpacked into
the cache folder, without installing them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests.fetching.cache import NotHereError, locked, say
from tests.fetching.debian import (
    direct_needs,
    extract,
    libraries,
    needed_by,
)

VARIABLE = "CLUBROUTE_CHROMIUM"
PROGRAMS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "msedge",
    "microsoft-edge",
)
PACKAGE, COMMON = "chromium-headless-shell", "chromium-common"
FONTS = "fonts-dejavu-core"
START_SECONDS = 30
FONTS_CONF = """<?xml version="1.0"?>
<fontconfig>
<dir>{fonts}</dir>
<cachedir>{cache}</cachedir>
<alias><family>sans-serif</family><prefer><family>DejaVu Sans</family></prefer></alias>
<alias><family>system-ui</family><prefer><family>DejaVu Sans</family></prefer></alias>
<alias><family>serif</family><prefer><family>DejaVu Serif</family></prefer></alias>
<alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
</fontconfig>
"""


@dataclass(frozen=True, slots=True)
class Chromium:
    """A browser's program, and what to add to the environment it runs in."""

    program: str
    environment: tuple[tuple[str, str], ...] = ()


def prepare() -> Chromium:
    """A browser that starts; cheap when nothing is to be done.

    Raises NotHereError when none can be had.
    """
    own = os.environ.get(VARIABLE)
    if own:
        complaint = _complaint(Chromium(own))
        if complaint:
            raise NotHereError(f"{VARIABLE}={own}: {complaint}")
        return Chromium(own)
    for name in PROGRAMS:
        found = shutil.which(name)
        # Some systems have a program of that name that only tells how to install one.
        if found and not _complaint(Chromium(found)):
            return Chromium(found)
    with locked("chromium") as cache:
        return _fetched(cache)


def _fetched(cache: Path) -> Chromium:
    root = cache / "root"
    if not root.is_dir():
        with tempfile.TemporaryDirectory(dir=cache) as scratch:
            unpacked = Path(scratch) / "root"
            try:
                extract(_packages(Path(scratch)), Path(scratch), unpacked)
            except NotHereError as error:
                raise NotHereError(
                    f"{error}; or put a Chromium, Chrome or Edge on PATH, or name one in {VARIABLE}"
                ) from error
            unpacked.replace(root)
    conf = FONTS_CONF.format(fonts=root / "usr/share/fonts", cache=cache / "fontconfig")
    (cache / "fonts.conf").write_text(conf, encoding="utf-8", newline="\n")
    browser = Chromium(
        str(root / "usr/lib/chromium" / PACKAGE),
        (("LD_LIBRARY_PATH", libraries(root)), ("FONTCONFIG_FILE", str(cache / "fonts.conf"))),
    )
    complaint = _complaint(browser)
    if complaint:
        raise NotHereError(f"the {PACKAGE} in {root}: {complaint}")
    return browser


def _packages(folder: Path) -> list[str]:
    # What only the common part needs is for a browser with windows.
    direct = [name for name in direct_needs(PACKAGE, folder) if name != COMMON]
    below = [name for name in needed_by(direct, folder) if name.startswith(("lib", "zlib"))]
    return [PACKAGE, COMMON, FONTS, *below]


def _complaint(browser: Chromium) -> str:
    """Why a browser does not start, "" if it does."""
    try:
        done = subprocess.run(
            [browser.program, "--version"],
            env={**os.environ, **dict(browser.environment)},
            capture_output=True,
            text=True,
            errors="replace",
            timeout=START_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    if done.returncode == 0:
        return ""
    return (done.stderr.strip() or done.stdout.strip() or "it does not start").splitlines()[-1]


def main() -> int:
    """Prepare and say what is there; 1 when it cannot be had."""
    try:
        browser = prepare()
    except NotHereError as error:
        say(str(error))
        return 1
    say(f"ready: {browser.program}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
