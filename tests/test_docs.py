"""The documents are true: the files, functions and methods they name are there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path, PurePosixPath

import pytest

from clubroute.rules.asking.methods import Registry
from tests.cases import each
from tests.parsed import tree_of

ROOT = Path(__file__).parents[1]
NAMES = ("architecture", "performance", "vassal", "check", "logs")
DOCUMENTS = ("CONTRIBUTING.md", *(f"docs/{name}.md" for name in NAMES))
LINKING = (
    "README.md",
    "CONTRIBUTING.md",
    *(f"docs/{one.name}" for one in (ROOT / "docs").glob("*.md")),
)
OURS = ("builder", "rules", "map_sources", "counters", "docs", "tests")
MADE = ("build/", "owner/")
"""Folders of what is made or supplied: they are not in the repository."""
CODE = re.compile(r"`([^`\n]+)`")
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
SUFFIXES = ("py", "toml", "csv", "json", "geojson", "md", "java", "css", "svg")
PATH = re.compile(rf"[\w<>*./-]+(/|\.({'|'.join(SUFFIXES)}))")
DOTTED = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)+")


@cache
def files() -> frozenset[str]:
    """The files and folders of the repository."""
    found = {"README.md", "CHANGELOG.md", "Makefile", "pyproject.toml"}
    for name in OURS:
        found.add(name)
        for path in (ROOT / name).rglob("*"):
            if "__pycache__" not in path.parts:
                found.add(path.relative_to(ROOT).as_posix())
    return frozenset(found)


@cache
def ends() -> frozenset[str]:
    """Their paths, and what is left of each without its first folders."""
    parts = [name.split("/") for name in files()]
    return frozenset("/".join(one[at:]) for one in parts for at in range(len(one)))


@cache
def code() -> Mapping[str, frozenset[str]]:
    """By module and by class (``rules.series``, ``Series``) the names it defines."""
    found: dict[str, set[str]] = {}
    for name in files():
        if name.endswith(".py") and name.split("/")[0] in ("builder", "rules"):
            path = PurePosixPath(name)
            parts = path.parent.parts if path.stem == "__init__" else path.with_suffix("").parts
            tree = tree_of(ROOT / name)
            found.setdefault(".".join(parts), set()).update(defined(tree.body))
            for node in tree.body:
                if isinstance(node, ast.ClassDef):
                    found.setdefault(node.name, set()).update(defined(node.body))
                    for inner in ast.walk(node):
                        if isinstance(inner, ast.Attribute) and isinstance(inner.ctx, ast.Store):
                            found[node.name].add(inner.attr)
    return {name: frozenset(names) for name, names in found.items()}


def defined(body: list[ast.stmt]) -> Iterator[str]:
    """The names that statements define."""
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id
        elif isinstance(node, ast.Assign):
            yield from (one.id for one in node.targets if isinstance(one, ast.Name))
        elif isinstance(node, ast.ImportFrom):
            yield from (alias.asname or alias.name for alias in node.names)


def is_file(text: str) -> bool:
    """Whether a file or folder of the repository has that path, or ends with it."""
    wanted = text.rstrip("/")
    if not set("*<") & set(wanted):
        return wanted in ends()
    form = re.compile(re.sub(r"<\w+>", "[^/]*", re.escape(wanted).replace(r"\*", "[^/]*")))
    return any(form.fullmatch(name) for name in ends())


def is_name(text: str) -> bool:
    """Whether a dotted name is a method's, a module's, or one that a module or class defines."""
    text = text.removeprefix("clubroute.") if is_module(text.removeprefix("clubroute.")) else text
    return text in methods() or is_module(text) or is_member(text)


@cache
def methods() -> frozenset[str]:
    """The names of all methods."""
    return frozenset(method.name for method in Registry().all())


def is_module(text: str) -> bool:
    """Whether a dotted name begins as one of our packages does and leads to a definition."""
    parts = text.split(".")
    for end in range(len(parts), 0, -1):
        module, rest = ".".join(parts[:end]), parts[end:]
        if module in code():
            return follows(code()[module], rest)
    return False


def is_member(text: str) -> bool:
    """Whether it is a class with an attribute, or the end of a module's name with a definition."""
    first, *rest = text.split(".")
    named = [name for name in code() if name.lower() == first.lower()]
    named += [name for name in code() if name.endswith(f".{first}")]
    named += [name for name in code() if name.endswith(f".{first}.{rest[0]}")]
    return any(
        follows(code()[name], rest[1:] if name.endswith(f".{rest[0]}") else rest) for name in named
    )


def follows(names: frozenset[str], rest: list[str]) -> bool:
    """Whether names lead on: the first is defined here, each next by the class before it."""
    if not rest:
        return True
    return rest[0] in names and (
        len(rest) == 1 or follows(code().get(rest[0], frozenset()), rest[1:])
    )


def wrong_names(text: str) -> list[str]:
    """What a document names in backticks that is not there."""
    wrong = []
    for token in CODE.findall(FENCED.sub("", text)):
        word = token.partition("(")[0].strip()
        if word.startswith(MADE):
            continue
        if PATH.fullmatch(word):
            if not is_file(word):
                wrong.append(token)
        elif DOTTED.fullmatch(word) and not is_name(word):
            wrong.append(token)
    return wrong


@pytest.mark.parametrize("name", DOCUMENTS)
def test_what_a_document_names_is_there(name: str) -> None:
    assert wrong_names((ROOT / name).read_text(encoding="utf-8")) == []


@each("name", sorted(LINKING))
def test_the_links_of_a_document_lead_somewhere(name: str) -> None:
    """To a file, and in a page to a heading that is there."""
    folder = (ROOT / name).parent
    links = re.findall(r"\]\(([^)#\s]*)#?([^)\s]*)\)", (ROOT / name).read_text(encoding="utf-8"))
    for link, heading in links:
        if "://" not in link:
            path = folder / link if link else ROOT / name
            assert path.exists(), link
            if heading:
                assert heading in headings(path), f"{link}#{heading}"


def headings(path: Path) -> frozenset[str]:
    """The headings of a page, as links name them."""
    found = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return frozenset(re.sub(r"[^\w -]", "", one.lower()).replace(" ", "-") for one in found)


def test_names_that_are_not_there_are_found() -> None:
    wrong = (
        "`rules/metods.py` `rules.methods.Registri` `rules.methods.Registry.fnd` `move.chek` "
        "`clubroute.rules.nowhere` `GameLog.sav` `tests/rules/nowhere/`"
    )
    assert " ".join(f"`{one}`" for one in wrong_names(wrong)) == wrong
    right = (
        "`rules/asking/methods.py` `rules.asking.methods.Registry.find` `move.check` "
        "`clubroute.rules.asking.methods` "
        "`GameLog.save` `rules/gts/tables/<topic>.toml` `read.read_log(path)` `--out` `a b`"
    )
    assert wrong_names(right) == []
