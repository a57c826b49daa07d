"""What lint finds in other people's modules is so: held to the plain text of their build files."""

from __future__ import annotations

import random
import re
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from clubroute.builder.compare.contents import contents_of
from clubroute.builder.errors import Where
from clubroute.builder.lint.finding import Finding
from clubroute.builder.lint.module_checks import brought, lint_module
from tests.fetching.modules import BUILD_FILES, modules

SEED, MODULES, DRAWN, RIGHT = 58, 10, 30, 24


@dataclass(frozen=True, slots=True)
class Plain:
    """A module as a reader of text sees it: its build file, and the names of its files."""

    build: str
    names: tuple[str, ...]

    @classmethod
    def of(cls, path: Path) -> Plain:
        """Read it without a reader of ours."""
        with zipfile.ZipFile(path) as archive:
            names = tuple(archive.namelist())
            build = next(one for one in BUILD_FILES if one in names)
            return cls(archive.read(build).decode("utf-8", "replace"), names)

    def has_file(self, name: str) -> bool:
        """Whether a picture is there, spelt so."""
        return any(one.rpartition("/")[2] == name for one in self.names)

    def has_any_file(self, name: str) -> bool:
        """Whether a picture is there in whatever capitals."""
        return any(one.rpartition("/")[2].casefold() == name.casefold() for one in self.names)

    def is_defined(self, prototype: str) -> bool:
        """Whether a prototype has a definition."""
        made = re.findall(r"PrototypeDefinition\b[^>]*? name=\"([^\"]*)\"", self.build)
        return prototype in made


def missing_picture(text: str, plain: Plain) -> bool:
    if found := re.match(r"picture (.+) is called (.+?):", text):
        return not plain.has_file(found[1]) and plain.has_file(found[2])
    if found := re.match(r"picture (.+) is not in", text):
        return not plain.has_any_file(found[1]) and found[1] in plain.build
    _, _, names = text.partition(": ")
    listed = re.sub(r" and [0-9]+ more$", "", names).split(", ")
    return not any(plain.has_any_file(one) for one in listed)


def no_prototype(text: str, plain: Plain) -> bool:
    name = re.search(r"prototype ['\"](.+?)['\"] is not defined", text)
    near = re.search(r"is it ['\"](.+?)['\"]\?", text)
    assert name is not None
    return not plain.is_defined(name[1]) and (near is None or plain.is_defined(near[1]))


def double_gpid(text: str, plain: Plain) -> bool:
    number = re.match(r"gpid (\S+) again", text)
    assert number is not None
    return plain.build.count(f'gpid="{number[1]}"') > 1


def dead_key(text: str, plain: Plain) -> bool:
    key = re.search(r"sends key ['\"](.+?)['\"]", text)
    assert key is not None
    return len(re.findall(rf"(?<![\w]){re.escape(key[1])}(?![\w])", plain.build)) == 1


def unused_picture(text: str, plain: Plain) -> bool:
    _, _, names = text.partition("nothing names: ")
    listed = re.sub(r" and [0-9]+ more$", "", names).split(", ")
    return all(plain.has_file(one) and one not in plain.build for one in listed)


def expression(text: str, plain: Plain) -> bool:
    found = re.search(r": (\w+) is (\w+) in VASSAL", text)
    own = found is not None and re.search(rf'name="{found[1]}"', plain.build)
    return found is None or (found[2] in brought().spelt and found[1] in plain.build and not own)


def copied_traits(text: str, plain: Plain) -> bool:
    many = re.match(r"([0-9]+) counters have the same ([0-9]+) traits", text)
    return many is not None and int(many[1]) >= 8 and int(many[2]) >= 4


LOOKED_AT: dict[str, Callable[[str, Plain], bool]] = {
    "missing-picture": missing_picture,
    "no-prototype": no_prototype,
    "double-gpid": double_gpid,
    "dead-key": dead_key,
    "unused-picture": unused_picture,
    "expression": expression,
    "copied-traits": copied_traits,
}
"""How each check is held to the text; what is not here counts as wrong."""


def found_in(path: Path) -> tuple[Finding, ...]:
    """What lint finds."""
    return lint_module(contents_of(path.read_bytes(), Where(path.name)))


def test_what_is_found_in_modules_of_others_is_so(foreign_modules: Path) -> None:
    found = {path: found_in(path) for path in modules(foreign_modules)}  # none of them fails
    chance = random.Random(SEED)
    rich = [path for path, findings in found.items() if len(findings) > 1]
    ten = chance.sample(rich, min(MODULES, len(rich)))
    drawn = [(path, one) for path in ten for one in chance.sample(found[path], 2)]
    rest = [(path, one) for path in ten for one in found[path] if (path, one) not in drawn]
    drawn += chance.sample(rest, min(len(rest), DRAWN - len(drawn)))
    plain = {path: Plain.of(path) for path in ten}
    wrong = [
        f"{path.name}: {one.line()}"
        for path, one in drawn
        if not LOOKED_AT.get(one.rule, lambda *_: False)(one.text, plain[path])
    ]
    assert len(wrong) * DRAWN <= len(drawn) * (DRAWN - RIGHT), "\n".join(wrong)
