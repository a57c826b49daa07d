"""What other machines run are commands of the Makefile, and one version stands everywhere."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from clubroute.builder import __version__
from tests.tagged import objections

ROOT = Path(__file__).resolve().parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_workflows_run_commands_of_the_makefile(path: Path) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    runs = re.findall(r"^ +(?:- )?run: (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    assert runs
    for run in runs:
        if run.startswith("make "):
            wanted = [word for word in run.split()[1:] if "=" not in word]
            assert set(wanted) <= targets, run
        else:
            # The one script that makes all, and the host's own tool for a page of a release.
            assert run.startswith(("bash .ci/run", "gh release create ")), run


PINNED = re.compile(r"([\w.-]+/[\w./-]+)@([0-9a-f]{40}) # (v[0-9]+\.[0-9]+\.[0-9]+)")
"""An action by the digest of a commit, and the tag that a reader and dependabot know it by."""


def test_actions_are_pinned_by_digest_one_for_all_workflows() -> None:
    """A tag or a branch can be moved by whoever takes over its repository."""
    used = [
        line.partition("uses:")[2].strip()
        for path in WORKFLOWS
        for line in path.read_text(encoding="utf-8").splitlines()
        if re.search(r"\buses:", line)
    ]
    matches = {told: PINNED.fullmatch(told) for told in used}
    assert used
    assert [told for told, match in matches.items() if match is None] == []
    digests: dict[str, set[str]] = {}
    for match in matches.values():
        if match is not None:
            digests.setdefault(match[1], set()).add(match[2])
    assert {name: many for name, many in digests.items() if len(many) > 1} == {}


def test_one_version_stands_everywhere() -> None:
    assert PROJECT["version"] == __version__
    assert f"\nversion: {__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"^## {re.escape(__version__)}\b", changes, re.MULTILINE)


def test_a_tag_is_the_version_with_its_date() -> None:
    assert not list(objections("v1.2.0", "1.2.0", "# Changes\n\n## 1.2.0 (2027-01-31)\n"))
    [line] = objections("1.2.0", "1.2.0", "## 1.2.0 (2027-01-31)")
    assert line.startswith("tag: found '1.2.0', expected 'v1.2.0'")
    [line] = objections("v1.2.0", "1.2.0", "## 1.2.0 (unreleased)")
    assert "found '## 1.2.0 (unreleased)', expected '## 1.2.0 (YYYY-MM-DD)'" in line
    [line] = objections("v1.2.0", "1.2.0", "## 1.1.0 (2027-01-01)")
    assert line.startswith("CHANGELOG.md: found None")


def test_one_address_stands_everywhere() -> None:
    source = PROJECT["urls"]["Source"]
    places = [*WORKFLOWS, ROOT / "CITATION.cff", *(ROOT / ".github" / "ISSUE_TEMPLATE").iterdir()]
    texts = "\n".join(path.read_text(encoding="utf-8") for path in places)
    ours = re.findall(r"https://github\.com/[^/\s]+/clubroute\b", texts)
    assert ours
    assert set(ours) == {source}


def test_every_page_of_the_docs_is_in_the_navigation_of_the_site() -> None:
    nav = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")[2]
    named = set(re.findall(r": ([\w-]+\.md)$", nav, re.MULTILINE))
    kept = {path.name for path in (ROOT / "docs").glob("*.md")}
    assert kept <= named
