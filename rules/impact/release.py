"""Another installed clubroute, asked over a process of its own.

It is named by its program, by the Python it is installed for, or by the folder of its environment.
It brings its own rules and, unless ``--maps`` names some, its own maps; it is told the same files,
modules, owner's tables and round. Of its commands it needs ``audit --json``, ``verify --out`` and
``try``.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clubroute.builder.errors import InputError, Where

FORMAT = "clubroute audits 1"
"""What its audits have to be."""
VERSION = re.compile(r"clubroute, version (\S+)")
PYTHON = re.compile(r"Python 3\.\d+")
PYTHONS = ("bin/python", "Scripts/python.exe")
"""Where an environment has its Python."""
MODULE = ("-P", "-m", "clubroute.rules")
"""How Python is told to run it; -P, so that what lies in the current folder is not taken for it."""
START_SECONDS = 60
"""How long it may take to tell its version."""
INHERITED = ("PYTHONPATH", "PYTHONHOME", "PYTHONSTARTUP")
"""What of our surroundings would make it load our code."""
WANTED = "an installed clubroute: its program, its Python or the folder of its environment"


@dataclass(frozen=True, slots=True)
class OtherRelease:
    """Another clubroute: the path it was named by, how it is started, and its version."""

    path: Path
    command: tuple[str, ...]
    version: str

    def run(self, *arguments: str, fails: bool = False) -> tuple[int, str, str]:
        """Run one of its commands: the exit code, and what it printed on both streams.

        :param fails: an exit code above 1 is told, too.
        :raises InputError: it cannot be run, or ends with such a code.
        """
        code, out, err = ran((*self.command, *arguments), self.path, None)
        if code not in (0, 1) and not (fails and code == 2):
            raise InputError(Where.of(self.path), f"{arguments[0]}: {last_line(err)}", WANTED)
        return code, out, err

    def audit(self, *arguments: str) -> Mapping[str, Any]:
        """Audit logs: its report; of a single log that it cannot read, a row with the error.

        :raises InputError: it does not, or reports otherwise.
        """
        code, out, err = self.run("audit", *arguments, "--json", "--quiet", fails=True)
        try:
            report = json.loads(out)
            if report["format"] == FORMAT:
                return report  # type: ignore[no-any-return]
        except (ValueError, TypeError, KeyError):
            pass
        found = f"audit: {last_line(err)}" if code == 2 else "audits of another form"
        raise InputError(Where.of(self.path), found, f"a release that writes {FORMAT!r}")


def has_python(folder: Path) -> bool:
    """Tell whether a folder is an environment with a Python."""
    return any((folder / name).exists() for name in PYTHONS)


def release_at(path: Path) -> OtherRelease:
    """Find the clubroute installed at a place. :raises InputError: there is none."""
    program = path
    if path.is_dir():
        program = next(path / name for name in PYTHONS if (path / name).exists())
    # Not resolved: a link is how an environment names its Python.
    command: tuple[str, ...] = (str(program.absolute()),)
    _, said, _ = ran((*command, "--version"), path, START_SECONDS)
    if PYTHON.match(said):
        command = (*command, *MODULE)
        _, said, err = ran((*command, "--version"), path, START_SECONDS)
        said = said or err
    match = VERSION.search(said)
    if match is None:
        raise InputError(Where.of(path), last_line(said) or "a program that says nothing", WANTED)
    return OtherRelease(path, command, match[1])


def ran(command: Sequence[str], path: Path, seconds: float | None) -> tuple[int, str, str]:
    """Run a program without our own Python around it.

    :raises InputError: it cannot be started, or takes longer.
    """
    around = {name: value for name, value in os.environ.items() if name not in INHERITED}
    around["PYTHONUTF8"] = "1"
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            env=around,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        found = f"no version after {seconds:g} seconds"
        raise InputError(Where.of(path), found, WANTED) from None
    except OSError as error:
        found = error.strerror or "no program"
        raise InputError(Where.of(path), found, WANTED) from None
    return done.returncode, done.stdout, done.stderr


def last_line(said: str) -> str:
    """Cut the last line out of what a program said."""
    lines = said.strip().splitlines()
    return lines[-1].removeprefix("clubroute: ") if lines else ""
