"""CONTRIBUTING.md is true: its changes, made in a copy of the sources, do what it says."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.typing_links import link_folder

ROOT = Path(__file__).parents[1]
DOCUMENT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
FENCED = re.compile(r"^```(\w+) ?(new |end of )?(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COPIED, LINKED = ("builder", "rules", "counters"), ("map_sources",)


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block: its language, what is done with a file (``new``, ``end of``), the file."""

    row: int
    language: str
    action: str
    path: str
    body: str


def blocks_of(document: str) -> tuple[Block, ...]:
    """The fenced blocks of a document, in order."""
    found = FENCED.finditer(document)
    return tuple(
        Block(document.count("\n", 0, at.start()) + 1, at[1], (at[2] or "").strip(), at[3], at[4])
        for at in found
    )


BLOCKS = blocks_of(DOCUMENT)


class House:
    """A copy of the sources as the package ``clubroute``, which the blocks change."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        package = folder / "clubroute"
        package.mkdir()
        for name in COPIED:
            compiled = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / name, folder / name, ignore=compiled)
        for name in LINKED:
            link_folder(folder / name, ROOT / name)
        for name in (*COPIED, *LINKED):
            link_folder(package / name, folder / name)

    def take(self, block: Block) -> None:
        """Do what a block says."""
        does: Mapping[str, Callable[[Block], None]] = {
            "new": self.write,
            "end of": self.add,
            "diff": self.change,
            "console": self.ask,
            "python": self.run,
        }
        does.get(block.action or block.language, self.leave)(block)

    def write(self, block: Block) -> None:
        """Write a new file."""
        path = self.folder / block.path
        assert not path.exists(), f"row {block.row}: {block.path} is no new file"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block.body, encoding="utf-8")

    def add(self, block: Block) -> None:
        """Add lines to a file."""
        path = self.folder / block.path
        text = path.read_text(encoding="utf-8")
        assert text.endswith("\n")
        path.write_text(text + block.body, encoding="utf-8")

    def change(self, block: Block) -> None:
        """Change the one place of a file that has the lines without ``+``."""
        lines = block.body.splitlines(keepends=True)
        old = "".join(line[1:] for line in lines if not line.startswith("+"))
        new = "".join(line[1:] for line in lines if not line.startswith("-"))
        path = self.folder / block.path
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"row {block.row}: {text.count(old)} times in {block.path}"
        path.write_text(text.replace(old, new), encoding="utf-8")

    def ask(self, block: Block) -> None:
        """Run commands; they print what the document says they print."""
        for part in re.split(r"^\$ ", block.body, flags=re.MULTILINE)[1:]:
            command, _, expected = part.partition("\n")
            name, *arguments = shlex.split(command)
            assert name == "clubroute"
            done = self.python("-m", "clubroute.rules", *arguments)
            # What takes long is told in lines that begin with an ellipsis.
            told = "".join(
                line for line in done.stderr.splitlines(keepends=True) if line[:1] != "…"
            )
            assert done.stdout + told == expected, f"row {block.row}: {command}"

    def run(self, block: Block) -> None:
        """Run a script."""
        done = self.python("-c", block.body)
        assert done.returncode == 0, f"row {block.row}: {done.stderr}"

    def leave(self, block: Block) -> None:
        """Shell commands install and test; the tests below look at them."""
        assert block.language == "sh", f"row {block.row}: {block.language}"

    def python(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run Python, with this copy for clubroute."""
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(self.folder), "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            encoding="utf-8",
            timeout=300,
            check=False,
        )


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    """The copy with every change of the document made, in order."""
    made = House(tmp_path_factory.mktemp("house"))
    for block in BLOCKS:
        made.take(block)
    return made


def test_every_block_is_read() -> None:
    assert len(BLOCKS) == DOCUMENT.count("\n```") // 2


def test_a_question_is_one_file_and_its_rows() -> None:
    """Of code one file is new; the others are data, and lines that are added."""
    written = [block for block in BLOCKS if block.path]
    code = [block.path for block in written if block.action == "new" and block.language == "python"]
    assert code == ["rules/gts/campaign/daylight.py", "tests/rules/campaign/test_daylight.py"]
    rows = [block for block in written if block.action == "end of"]
    assert {Path(block.path).name for block in rows} == {"applies.toml", "series.toml"}


@pytest.mark.slow
def test_the_examples_work_as_printed(house: House) -> None:
    assert (house.folder / "rules/gts/campaign/daylight.py").is_file()


@pytest.mark.slow
def test_the_example_of_a_test_passes(house: House) -> None:
    command = next(b.body for b in reversed(BLOCKS) if b.language == "sh")
    _, path = shlex.split(command)
    done = house.python("-m", "pytest", "-q", "-p", "no:cacheprovider", path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 passed" in done.stdout


@pytest.mark.slow
def test_the_examples_keep_the_house_style(house: House) -> None:
    written = {block.path for block in BLOCKS if block.path.endswith(".py")}
    for arguments in (["check"], ["format", "--check", "--diff"]):
        config = ["--no-cache", "--config", str(ROOT / "pyproject.toml")]
        done = house.python("-m", "ruff", *arguments, *config, *sorted(written))
        assert done.returncode == 0, done.stdout + done.stderr


def test_the_targets_of_make_are_there() -> None:
    shell = "".join(block.body for block in BLOCKS if block.language == "sh")
    targets = re.findall(r"^make (\S+)", shell, re.MULTILINE)
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert targets
    for target in targets:
        assert re.search(rf"^{re.escape(target)}:", makefile, re.MULTILINE), target
