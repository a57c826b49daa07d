"""The docstrings of the wings a newcomer reads first are plain English: a function's begins with a
verb, and says what it returns rather than pointing at another."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.cases import each
from tests.parsed import tree_of

ROOT = Path(__file__).parents[1]
WINGS = ("rules/asking", "rules/answer", "rules/gts/movement", "builder/sources")
FILES = [path for wing in WINGS for path in sorted((ROOT / wing).rglob("*.py"))]
HOUSE = [path for name in ("builder", "rules") for path in sorted((ROOT / name).rglob("*.py"))]
POINTER = '"""As :'
"""How a docstring begins that says only that a function does as another."""
NO_VERBS = frozenset(
    (
        *("The", "A", "An", "All", "Any", "Each", "Every", "Its", "Their", "Our", "Those", "One"),
        *("As", "By", "If", "In", "Like", "No", "Of", "That", "Where", "Whether", "With"),
        *("How", "What", "Which", "Who", "Whoever", "Whose", "Why", "Nothing", "Everything"),
    )
)
"""Words that begin no sentence with a verb first."""
ASKED = frozenset(("answers", "method"))
"""Decorators of methods: the first paragraph of such a docstring is the question."""
VALUES = frozenset(("property", "cached_property"))


def decorators(node: ast.FunctionDef) -> frozenset[str]:
    """The names of a function's decorators."""
    bare = (one.func if isinstance(one, ast.Call) else one for one in node.decorator_list)
    return frozenset(one.id for one in bare if isinstance(one, ast.Name))


def nouns(tree: ast.Module) -> Iterator[str]:
    """The functions whose docstring begins with no verb."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and not decorators(node) & (ASKED | VALUES):
            text = ast.get_docstring(node) or ""
            if text.partition(" ")[0].rstrip(",.:;") in NO_VERBS:
                yield f"{node.name}: {text.splitlines()[0]}"


@each("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_the_docstring_of_a_function_begins_with_a_verb(path: Path) -> None:
    assert [*nouns(tree_of(path))] == []


@each("path", HOUSE, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_docstring_only_points_at_another(path: Path) -> None:
    assert POINTER not in path.read_text(encoding="utf-8")


def test_a_docstring_that_begins_with_no_verb_is_found() -> None:
    text = 'def a():\n    """Whether it is so."""\n\n\ndef b():\n    """Tell whether it is so."""\n'
    assert [*nouns(ast.parse(text))] == ["a: Whether it is so."]
