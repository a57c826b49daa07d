"""The documentation as a site: its sources, with the pages that are made of the code.

``python -m tests.docs_site FOLDER`` writes what the generator of the site reads (``make docs``):
README as the first page, docs/, the pages made of the code (``tests/made_pages.py``), the reference
of every question and the clauses of every game. Each link leads to a page of the site or to the
repository. The generator finds plain Markdown and needs no hook of ours.
"""

from __future__ import annotations

import re
import shutil
import sys
import tomllib
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from clubroute.rules.asking.methods import Registry
from clubroute.rules.scenarios.document import pages as scenario_pages
from clubroute.rules.service.document import reference_pages
from tests.made_pages import MADE
from tests.rules.clauses.coverage import game_pages

ROOT = Path(__file__).resolve().parents[1]
BESIDE = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "NOTICE.md": "notice.md",
    "SECURITY.md": "reporting.md",
}
"""Documents at the top of the repository, by the page that shows them."""
LINK = re.compile(r"(?<=\]\()([^)#\s]+)(#[^)\s]*)?(?=\))")
MADE_OF = {path: name for name, page in MADE.items() for path in page.of}
"""Files of the code whose tables are a page of the site."""
SPREAD = re.compile(r"^( *)- (.*): \[(\w+)/\*\]$", re.MULTILINE)
"""In the navigation: all pages of a folder."""


def pages() -> Mapping[str, tuple[str, str]]:
    """Every page with its text, and the document of the repository whose links it has."""
    kept = sorted((ROOT / "docs").rglob("*.md"))
    found = {
        path.relative_to(ROOT / "docs").as_posix(): (
            path.read_text(encoding="utf-8"),
            path.relative_to(ROOT).as_posix(),
        )
        for path in kept
    }
    for name, shown in BESIDE.items():
        found[shown] = ((ROOT / name).read_text(encoding="utf-8"), name)
    registry = Registry()
    for family, text in reference_pages(registry.all(), registry.others()).items():
        found[f"reference/{family}.md"] = (text, f"docs/reference/{family}.md")
    for name, text in scenario_pages().items():
        found[f"scenarios/{name}"] = (text, f"docs/scenarios/{name}")
    for name, page in MADE.items():
        found[name] = (page.text(), f"docs/{name}")
    for name, text in game_pages().items():
        found[f"coverage/{name}.md"] = (text, f"docs/coverage/{name}.md")
    return found


def led(text: str, page: str, document: str, known: Collection[str], repository: str) -> str:
    """Lead a page's links to pages and pictures of the site, else to the repository.

    :param document: the path that relative links in ``text`` start from.
    :param known: the site's pages and files.
    """
    up = "../" * page.count("/")

    def target(match: re.Match[str]) -> str:
        link, anchor = match[1], match[2] or ""
        if re.match(r"[a-z]+:", link):
            return match[0]
        path = joined(document, link)
        inside = BESIDE.get(path) or MADE_OF.get(path) or path.removeprefix("docs/")
        if inside in known and inside != path:
            return f"{up}{inside}{anchor}"
        return f"{repository}/blob/main/{path}{anchor}"

    return LINK.sub(target, text)


def joined(document: str, link: str) -> str:
    """The path a relative link of a document means."""
    parts = document.split("/")[:-1]
    for part in link.split("/"):
        if part == "..":
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def navigation(settings: str, known: Collection[str]) -> str:
    """The settings with the pages of a folder where they say ``folder/*``."""

    def lines(match: re.Match[str]) -> Iterator[str]:
        yield f"{match[1]}- {match[2]}:"
        for name in sorted(name for name in known if name.startswith(f"{match[3]}/")):
            yield f"{match[1]}    - {name}"

    return SPREAD.sub(lambda match: "\n".join(lines(match)), settings)


def main(folder: Path) -> None:
    """Write the sources of the site, and its settings beside them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = pages()
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "docs", folder / "docs", ignore=shutil.ignore_patterns("*.md"))
    files = {path.relative_to(folder / "docs").as_posix() for path in folder.rglob("*.*")}
    for page, (text, document) in found.items():
        path = folder / "docs" / page
        path.parent.mkdir(parents=True, exist_ok=True)
        known = files | found.keys()
        text = led(text, page, document, known, project["urls"]["Source"])
        path.write_text(text, encoding="utf-8", newline="\n")
    settings = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    made = navigation(settings, found)
    (folder / "mkdocs.yml").write_text(made, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    if sys.argv[1:2] == [] or sys.argv[1].startswith("-"):
        sys.exit("python -m tests.docs_site FOLDER")
    main(Path(sys.argv[1]))
