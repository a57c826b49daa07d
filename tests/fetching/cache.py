"""The cache folder, and running the programs that fill it.

``CLUBROUTE_CACHE`` moves it; by default it is a folder of the user's own cache, which all clones of
the repository share.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from platformdirs import user_cache_path

from clubroute.builder.errors import InputError
from clubroute.builder.files.atomic import alone

REPOSITORY = Path(__file__).resolve().parents[2]
VARIABLE = "CLUBROUTE_CACHE"
SHARED = user_cache_path("clubroute-tests", appauthor=False)
SECONDS = 600


class NotHereError(Exception):
    """Something cannot be had on this machine; one line says what is missing."""


def cache_folder(name: str) -> Path:
    """Where a part of the cache is; it need not be there yet."""
    return Path(os.environ.get(VARIABLE) or SHARED) / name


@contextmanager
def locked(name: str) -> Iterator[Path]:
    """A part of the cache, for one process at a time: several may start at once on an empty cache,
    and one fills it.

    Raises NotHereError when the folder cannot be made or written to.
    """
    folder = cache_folder(name)
    with ExitStack() as stack:
        try:
            stack.enter_context(alone(folder, lambda: None))
        except InputError as error:
            raise NotHereError(f"the cache folder {error}") from error
        yield folder


def say(text: str) -> None:
    """Tell whoever waits what takes so long."""
    sys.stderr.write(f"fetching: {text}\n")
    sys.stderr.flush()


def run(command: list[str], folder: Path, purpose: str) -> str:
    """What a program prints. Raises NotHereError when it fails or takes ten minutes."""
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NotHereError(f"{purpose}: {error}") from error
    if done.returncode != 0:
        said = (done.stderr.strip() or done.stdout.strip() or "nothing").splitlines()
        line = next((text for text in said if "error" in text.lower()), said[-1])
        raise NotHereError(f"{purpose}: {command[0]} said: {line}")
    return done.stdout


def place(source: Path, target: Path) -> None:
    """Copy so that two runs at the same time, or a killed one, never leave half a file."""
    partial = target.with_name(f".{target.name}.{os.getpid()}")
    shutil.copyfile(source, partial)
    partial.replace(target)
