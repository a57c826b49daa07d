"""Writing several files or whole folders as one, though the command may be killed amid its work.

All is staged in a hidden folder beside its targets, then a plan is written there, then each target
gets its name. A command that was killed before the plan has changed nothing: the next one sweeps
what it staged. One that was killed after it is finished by the next one. Two at once wait for one
another; whoever reads folders leaves out what is staged.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import (
    Callable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from clubroute.builder.errors import InputError, Where
from clubroute.builder.files.atomic import (
    PLACE,
    TEMPORARY,
    held,
    write_bytes,
)

PLAN = "plan.json"
HERE, EXCHANGE = -100, 2
"""A path as it stands, and that both files are to stay: as the C library has it."""
MOST_PLAN = 1 << 20
"""Bytes of a plan; one of a thousand files has a hundred thousand."""
OLD = ".old"
"""Ends the name of what stood where something staged goes."""

Content: TypeAlias = bytes | Mapping[str, bytes]
"""The bytes of a file, or those of a folder's files by their names in it."""
Say: TypeAlias = Callable[[str], None]


def silent(line: str) -> None:
    """Say nothing."""


@dataclass(frozen=True, slots=True)
class Staging:
    """A place beside some targets, held by one process. ``finished`` tells that a command which
    was killed had to be finished first."""

    root: Path
    folder: Path
    finished: bool = False

    def put(self, targets: Mapping[Path, Content]) -> None:
        """Write files and folders, all or none; a folder that stands there is replaced.

        :raises InputError: one cannot be written; then all is as it was.
        """
        names = [os.path.relpath(target, self.root) for target in targets]
        at = self.folder
        try:
            try:
                self.folder.mkdir()
                for number, (target, content) in enumerate(targets.items()):
                    at = target
                    write_lasting(self.folder / str(number), content)
                plan = [[Path(name).as_posix(), self.stamp(n)] for n, name in enumerate(names)]
                write_bytes(self.folder / PLAN, json.dumps(plan).encode("utf-8"))
                self.place(names)
            except BaseException:
                # Where even this fails, what is staged stays for the next command to finish.
                self.take_back(names)
                self.clear()
                raise
            self.clear()
        except OSError as error:
            why = error.strerror or "an unwritable place"
            raise InputError(Where.of(at), why, PLACE) from None

    def stamp(self, number: int) -> int:
        """What tells a staged file or folder from the one it changes places with."""
        return (self.folder / str(number)).stat().st_ino

    def place(self, names: Sequence[str]) -> None:
        """Give what is staged its names, as far as it has not got them."""
        for number, name in enumerate(names):
            part, target = self.folder / str(number), self.root / name
            if not part.exists():
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            old = part.with_suffix(OLD)
            if target.is_dir() and exchanged(part, target):
                part.rename(old)
                continue
            if target.is_dir():
                target.rename(old)
            elif target.exists():
                shutil.copyfile(target, old)
            part.replace(target)

    def take_back(self, names: Sequence[str]) -> None:
        """Put back what stood where something staged went."""
        for number, name in enumerate(names):
            part, target = self.folder / str(number), self.root / name
            old = part.with_suffix(OLD)
            placed = (self.folder / PLAN).exists() and not part.exists()
            if placed:
                remove(target)
            if old.exists() and (placed or old.is_dir()):
                old.rename(target)

    def clear(self) -> None:
        """Remove what is staged, the plan first: then nothing is left to be done."""
        with suppress(OSError):
            (self.folder / PLAN).unlink(missing_ok=True)
        shutil.rmtree(self.folder, ignore_errors=True)

    def holds(self, targets: Mapping[Path, Content]) -> bool:
        """Whether targets stand there as they would be written."""
        return all(content == content_of(target) for target, content in targets.items())


@contextmanager
def staging(root: Path, name: str, say: Say = silent) -> Iterator[Staging]:
    """Hold a target in a folder, after seeing to what a killed command left there.

    :param name: of the target, or of the kind of work that only one may do there at a time.
    :param say: is told if another command is waited for, or one that was killed is seen to.
    :raises InputError: the folder cannot be made or written.
    """
    place = root / f"{TEMPORARY}{name}"
    lock = root / f"{TEMPORARY}{name}.lock"
    waited = f"{root / name}: another command writes there: waiting for it"
    with held(lock, lambda: say(waited), remove=True):
        found = Staging(root, place)
        if place.exists():
            found = settled(found, name, say)
        yield found


def settled(left: Staging, name: str, say: Say) -> Staging:
    """See to what a killed command left: finish it if its plan was made, else sweep it.

    :raises InputError: it cannot be finished.
    """
    names = read_plan(left)
    try:
        for number, (_, stamp) in enumerate(names):
            part = left.folder / str(number)
            if part.exists() and left.stamp(number) != stamp:
                part.rename(part.with_suffix(OLD))  # what stood there: they have changed places
        left.place([name for name, _ in names])
    except OSError as error:
        why = error.strerror or "an unwritable place"
        raise InputError(Where.of(left.root), why, PLACE) from None
    left.clear()
    ended = "finished what it had begun" if names else "begun anew"
    say(f"{left.root / name}: an earlier command was stopped amid its work: {ended}")
    return Staging(left.root, left.folder, bool(names))


def read_plan(left: Staging) -> list[tuple[str, int]]:
    """The targets of a plan with the stamps of what is staged, none if there is none.

    A folder may come from a stranger: what would write outside of it is no plan.
    """
    path = left.folder / PLAN
    try:
        if not path.is_file() or path.stat().st_size > MOST_PLAN:
            return []
        rows = [(str(name), int(stamp)) for name, stamp in json.loads(path.read_text("utf-8"))]
    except (OSError, ValueError, TypeError, RecursionError):
        return []
    root = left.root.resolve()
    return rows if all(is_below(root, name) for name, _ in rows) else []


def is_below(root: Path, name: str) -> bool:
    """Whether a name leads to a place below a folder."""
    try:
        return (root / name).resolve().is_relative_to(root) and (root / name).resolve() != root
    except (OSError, ValueError):
        return False


def exchanged(first: Path, second: Path) -> bool:
    """Let two folders change places in one step, where the system can; whether they did."""
    import ctypes

    if sys.platform == "win32":
        return False
    system = ctypes.CDLL(None)
    names = os.fsencode(first), os.fsencode(second)
    if hasattr(system, "renameat2"):  # Linux
        return bool(system.renameat2(HERE, names[0], HERE, names[1], EXCHANGE) == 0)
    if hasattr(system, "renamex_np"):  # macOS
        return bool(system.renamex_np(*names, EXCHANGE) == 0)
    return False


def write_lasting(path: Path, content: Content) -> None:
    """Write a file or a folder that a loss of power does not undo."""
    if isinstance(content, bytes):
        with path.open("xb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        return
    path.mkdir()
    for name, data in content.items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        write_lasting(path / name, data)


def content_of(path: Path) -> Content | None:
    """What stands at a path, None for nothing."""
    if path.is_dir():
        inside = (one for one in sorted(path.rglob("*")) if one.is_file())
        return {one.relative_to(path).as_posix(): one.read_bytes() for one in inside}
    return path.read_bytes() if path.is_file() else None


def remove(path: Path) -> None:
    """Remove a file, or a folder with what is in it."""
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
