"""Checks of anybody's module, and the mends that are safe to make in a new file.

Each finding names the component, and says what to do. What may be meant so is a note, or no
finding at all.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from functools import cache, cached_property
from pathlib import Path, PurePosixPath

from clubroute.builder.compare.changes import Growing
from clubroute.builder.compare.contents import BUILD, ComparedFile
from clubroute.builder.compare.gpids import GpidLedger, gpids_in, is_number, next_number
from clubroute.builder.compare.lines import label_of, path_of
from clubroute.builder.compare.matching import standing_of
from clubroute.builder.compare.noise import NEXT_GPID, traits_of
from clubroute.builder.compare.traits import fields_of, trait_label, trait_name
from clubroute.builder.compare.tree import SLOTS, Tree, TreePart, gpid_key
from clubroute.builder.compare.writing import Source, merged_bytes
from clubroute.builder.errors import InputError, Where, nearest_name, one_line
from clubroute.builder.files.staging import staging
from clubroute.builder.lint.finding import Finding, Level
from clubroute.builder.sources.tables import read_toml
from clubroute.builder.vassal.archive import (
    BUILD_FILE,
    OLD_BUILD_FILE,
    SaveArchive,
    entries_of,
    read_entries,
    write_archive,
)
from clubroute.builder.vassal.atoms import ADD
from clubroute.builder.vassal.buildfile import decode
from clubroute.builder.vassal.traits import Trait, UsePrototype

MODULE_RULES: Mapping[str, str] = {
    "double-gpid": "two counters of one number: a refresh makes one of the other",
    "next-gpid": "the number for the next counter is taken already",
    "missing-picture": "a picture that is not in the module",
    "unused-picture": "pictures that nothing names",
    "no-prototype": "a prototype that there is not: VASSAL leaves it out without a word",
    "dead-key": "a key that is sent and that nothing waits for",
    "expression": "an expression that cannot be read, or a property misspelt",
    "copied-traits": "counters with the same traits, where a prototype would do",
    "old-setup": "a set-up with counters that the module does not have",
}
PROTOTYPE = ".PrototypeDefinition"
VASSAL = "VASSAL."
FOLDER = "Folder"
PICTURE = re.compile(r"[^;,|<>\"'{}()\t/\\]+\.(?:png|gif|jpe?g|svg)", re.IGNORECASE)
NAMED_KEY = re.compile(r"(?<![0-9])(?:5[7-9]|6[0-3])[0-9]{3}\\*,0\\*,([^\\,;:|\t]+)")
APART = re.compile(r"[;,\t/|\\\"'<>=(){}\n\x1b]")
"""What stands between names."""
ENDING = re.compile(r"[-_ ]?\.?(?:png|gif|jpe?g|svg)", re.IGNORECASE)
WORD = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
PROPERTY = re.compile(r"\b[A-Za-z_][A-Za-z_0-9]*\b(?!\s*\()")
"""A word of an expression that is no function."""
STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
SENDING = {"macro;": 5, "globalkey;": 2}
"""Fields of traits that hold keys to be sent, by the kind of trait."""
NAMING = ("mark;", "PROP;", "calcProp;", "emb2;")
"""Traits whose name is that of a property."""
SHAPES = ("nonRect;", "nonRect2;")
LETTERED = {"obs;": 3}
"""Fields of traits in which a letter stands before a picture's name, by the kind of trait."""
LONGEST_NAME = 120
"""Letters of a picture's name; what is longer is a shape."""
SHOWN = 6
"""Names that a finding lists."""
COPIES, COPIED = 8, 4
"""So many counters with so many traits in common want a prototype."""
ALIKE = 0.85
"""How like a name must be to what is meant: a guess that is far off is worse than none."""
SET_ASIDE = re.compile(r"x+|[xX][A-Z].*|.*[ _-]x|.*\b(?:disabled|unused)\b.*")
"""Names that authors give to what they have switched off on purpose."""
TOGETHER = 5
"""So many missing pictures of one folder are one finding."""
COMMON = frozenset(("mark;", "prototype;", "piece;", "emb2;", "label;", "cmt;", "basicName;"))
"""Traits that differ from counter to counter, or are no work to repeat."""


@dataclass(frozen=True, slots=True)
class Brought:
    """What VASSAL brings to every module: pictures, properties, and these by small letters."""

    pictures: frozenset[str]
    spelt: frozenset[str]
    properties: Mapping[str, str]


@cache
def brought() -> Brought:
    """What stands in ``vassal.toml``."""
    table = read_toml(Path(__file__).with_name("vassal.toml"))
    spelt = table["properties"]
    names = {name.casefold(): name for name in reversed(spelt)}
    return Brought(frozenset(table["pictures"]), frozenset(spelt), names)


@dataclass
class CheckedModule:
    """A module as checks see it."""

    contents: ComparedFile
    traits: dict[int, tuple[Trait, ...]] = field(default_factory=dict)

    @cached_property
    def tree(self) -> Tree:
        """The components."""
        tree = self.contents.trees[BUILD]
        for number, part in enumerate(tree):
            if part.text.startswith("+/") and (found := traits_of(part.text)):
                self.traits[number] = found
        return tree

    @property
    def is_whole(self) -> bool:
        """Whether all that a component may name is here: a module, no extension or bare file."""
        return self.contents.kind == "module" and not self.tree[0].tag.endswith("ModuleExtension")

    @cached_property
    def text(self) -> str:
        """All that components say."""
        rows = (row for part in self.tree for row in (part.text, *(v for _, v in part.attributes)))
        return "\n".join(rows)

    @cached_property
    def pictures(self) -> Mapping[str, str]:
        """The module's pictures: names as components use them, by their small letters."""
        names = (PurePosixPath(name) for name in self.contents.files)
        return {
            one.name.casefold(): one.name
            for one in names
            if one.parent.name == "images" and PICTURE.fullmatch(one.name)
        }

    @cached_property
    def games(self) -> Mapping[str, tuple[str, ...]]:
        """The commands of the set-ups in the module, by the names of their files."""
        found = {}
        for name, data in self.contents.files.items():
            if data.startswith(b"PK"):
                try:
                    save = SaveArchive(entries_of(data, Where(name)), Where(name))
                    found[name] = tuple(one.text for one in save.command().walk())
                except InputError:
                    continue  # a zip of its own, or a save that VASSAL cannot read either
        return found

    @cached_property
    def has_program(self) -> bool:
        """Whether the module has a program of its own, which may name pictures and keys, too."""
        return any("." in one.tag and not one.tag.startswith(VASSAL) for one in self.tree) or any(
            name.endswith(".class") for name in self.contents.files
        )

    def place(self, number: int) -> str:
        """Where a component is."""
        part = self.tree[number]
        return " › ".join(filter(None, (path_of(self.tree, part.parent), label_of(part))))

    def finding(self, level: Level, rule: str, number: int, text: str) -> Finding:
        """A finding about a component."""
        return Finding(level, rule, self.place(number), text, self.contents.where.path)


def lint_module(contents: ComparedFile) -> tuple[Finding, ...]:
    """What is wrong with a module, an extension or a bare build file, errors first."""
    module = CheckedModule(contents)
    found = [one for check in CHECKS for one in check(module)]
    return tuple(sorted(found, key=lambda one: one.order()[:2]))


def double_gpids(module: CheckedModule) -> Iterator[Finding]:
    """Counters of one number."""
    owners: dict[str, int] = {}
    for number, part in enumerate(module.tree):
        gpid = gpid_key(part)
        if not gpid:
            continue
        first = owners.setdefault(gpid, number)
        if first != number:
            other = module.place(first)
            text = f"gpid {gpid} again, as {other}: give one another number (--fix does)"
            yield module.finding("error", "double-gpid", number, text)


def next_gpid(module: CheckedModule) -> Iterator[Finding]:
    """The number of the next counter."""
    said = module.tree[0].get(NEXT_GPID)
    if not module.is_whole or not is_number(said):
        return
    without = TreePart(module.tree[0].tag, (), "", -1, ())
    free = next_number(((without, *module.tree[1:]),))
    if int(said) < free:
        text = f"{NEXT_GPID} is {said}, but {free - 1} is taken: {free} (--fix does)"
        yield module.finding("error", "next-gpid", 0, text)


def named_pictures(module: CheckedModule) -> Iterator[tuple[int, str]]:
    """The pictures that components name, with who names them."""
    for number, part in enumerate(module.tree):
        for name, value in part.attributes:
            own = value.removeprefix("/images/")
            if "description" not in name.lower() and PICTURE.fullmatch(own):
                yield number, value
        for trait in module.traits.get(number, ()):
            for name in trait_pictures(trait):
                yield number, name


def trait_pictures(trait: Trait) -> Iterator[str]:
    """The pictures that a trait names."""
    if trait.id in SHAPES:
        return  # a shape names the picture it was taken from, which VASSAL does not load
    for at, token in enumerate(fields_of(trait)):
        for name in decode(token, ",") if "," in token else (token,):
            own = name[1:] if at == LETTERED.get(trait.id) else name
            if len(own) <= LONGEST_NAME and PICTURE.fullmatch(own):
                yield own


def missing_pictures(module: CheckedModule) -> Iterator[Finding]:
    """Pictures that are not there, each once with the first component that names it."""
    if not module.is_whole:
        return
    seen: dict[str, list[int]] = defaultdict(list)
    for number, name in named_pictures(module):
        seen[name].append(number)
    names = set(module.pictures.values()) | {
        PurePosixPath(one).name for one in module.contents.files
    }
    absent: dict[int, list[tuple[int, str, str]]] = defaultdict(list)
    for name, numbers in seen.items():
        own = name.rpartition("/")[2]
        if own in names or own in brought().pictures or f"{own}.gif" in names:
            continue
        more = f" (and {len(set(numbers)) - 1} more)" if len(set(numbers)) > 1 else ""
        spelt = module.pictures.get(own.casefold())
        if spelt is not None:
            text = f"picture {own} is called {spelt}: spell it so (--fix does){more}"
            yield module.finding("error", "missing-picture", numbers[0], text)
        else:
            absent[outer_folder(module.tree, numbers[0])].append((numbers[0], own, more))
    for folder, rows in absent.items():
        if folder and len(rows) >= TOGETHER:
            listed = shown_names([own for _, own, _ in rows])
            text = f"{len(rows)} pictures are not in the module: {listed}"
            yield module.finding("error", "missing-picture", folder, text)
            continue
        for number, own, more in rows:
            text = f"picture {own} is not in the module: add it, or take the name away{more}"
            yield module.finding("error", "missing-picture", number, text)


def outer_folder(tree: Tree, number: int) -> int:
    """The outermost folder that a component lies in, 0 if in none."""
    found = 0
    while number > 0:
        number = tree[number].parent
        if tree[number].tag.endswith(FOLDER):
            found = number
    return found


def shown_names(names: Sequence[str]) -> str:
    """Some names, and how many more there are."""
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return ", ".join(names[:SHOWN]) + more


def like(name: str, valid: Iterable[str]) -> str | None:
    """The name that is most likely meant; None if none is nearly the same."""
    near = nearest_name(name, valid)
    if near is None:
        return None
    alike = SequenceMatcher(None, name.casefold(), near.casefold()).ratio()
    return near if alike >= ALIKE else None


def unused_pictures(module: CheckedModule) -> Iterator[Finding]:
    """Pictures that no component, page or set-up names."""
    if not module.is_whole or module.has_program:
        return
    told = [module.text]
    for name, data in module.contents.files.items():
        if name.endswith((".html", ".htm", ".txt", ".css")):
            told.append(data.decode("utf-8", "replace"))
    told += [text for game in module.games.values() for text in game]
    # Other capitals are a finding of their own.
    words = {word.casefold() for text in told for word in APART.split(text)}
    found = [
        name
        for small, name in sorted(module.pictures.items())
        if small not in words and PurePosixPath(small).stem not in words
    ]
    # A name may be put together of parts, of which one ends as pictures do; then nothing is sure.
    unsure = any(ENDING.fullmatch(word) for word in words)
    if found and not unsure:
        text = f"{len(found)} pictures that nothing names: {shown_names(found)}"
        yield Finding("note", "unused-picture", "images", text, module.contents.where.path)


def missing_prototypes(module: CheckedModule) -> Iterator[Finding]:
    """Prototypes that there are not, each once with how many use it."""
    if not module.is_whole:
        return
    defined = {part.get("name") for part in module.tree if part.tag.endswith(PROTOTYPE)}
    users: dict[str, list[int]] = defaultdict(list)
    for number in range(len(module.tree)):
        for trait in module.traits.get(number, ()):
            if trait.id == UsePrototype.PREFIX:
                name = UsePrototype.read(trait).name
                if name and name not in defined and not set(name) & set("${"):
                    users[name].append(number)
    for name, numbers in users.items():
        if SET_ASIDE.fullmatch(name) or f"{name} x" in defined:
            continue
        near = like(name, defined)
        hint = f": is it {near!r}?" if near else ": define it, or take the trait away"
        many = f"{len(numbers)} times, " if len(numbers) > 1 else ""
        text = f"{many}prototype {name!r} is not defined{hint}"
        yield module.finding("warning", "no-prototype", numbers[0], text)


def dead_keys(module: CheckedModule) -> Iterator[Finding]:
    """Named keys that a trait sends and that stand nowhere else."""
    if not module.is_whole or module.has_program:
        return
    every = Counter(NAMED_KEY.findall(module.text))
    small: dict[str, set[str]] = defaultdict(set)
    for key in every:
        small[key.casefold()].add(key)
    told: set[str] = set()
    for number in range(len(module.tree)):
        for trait in module.traits.get(number, ()):
            at = SENDING.get(trait.id)
            fields = fields_of(trait) if at is not None else []
            if at is None or len(fields) <= at:
                continue
            for key in NAMED_KEY.findall(fields[at]):
                waited = every[key] > 1 or key == trait_key(trait)
                if waited or key in told or SET_ASIDE.fullmatch(key):
                    continue
                told.add(key)
                other = next((one for one in small[key.casefold()] if one != key), None)
                hint = f": is it {other!r}?" if other else ": nothing waits for it"
                text = f"{trait_label(trait)} sends key {key!r}{hint}"
                yield module.finding("warning", "dead-key", number, text)


def trait_key(trait: Trait) -> str:
    """The name of the key that a trait itself waits for."""
    fields = fields_of(trait)
    found = NAMED_KEY.search(fields[2]) if len(fields) > 2 and trait.id == "macro;" else None
    return found[1] if found else ""


def expressions(module: CheckedModule) -> Iterator[Finding]:
    """Expressions that cannot be read, and properties whose letters are not as VASSAL has them."""
    own = {name.casefold() for name in own_properties(module)}
    misspelt: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for number, part in enumerate(module.tree):
        texts = [value for _, value in part.attributes]
        texts += [token for trait in module.traits.get(number, ()) for token in fields_of(trait)]
        for text in dict.fromkeys(texts):
            if not (text.startswith("{") and text.endswith("}")):
                continue
            bare = STRING.sub('""', text[1:-1])
            shown = one_line(text, 80)
            if bare.count("(") != bare.count(")"):
                text_ = f"{shown}: brackets are not even"
                yield module.finding("error", "expression", number, text_)
            elif bare.replace('""', "").count('"') % 2:
                text_ = f"{shown}: a quote is not closed"
                yield module.finding("error", "expression", number, text_)
            for word in dict.fromkeys(PROPERTY.findall(bare)):
                misspelt[word].append((number, shown))
    for word, places in misspelt.items():
        spelt = brought().properties.get(word.casefold())
        if spelt and word not in brought().spelt and word.casefold() not in own:
            number, shown = places[0]
            more = f" (and {len(places) - 1} more)" if len(places) > 1 else ""
            text_ = f"{shown}: {word} is {spelt} in VASSAL, whose letters count{more}"
            yield module.finding("warning", "expression", number, text_)


def own_properties(module: CheckedModule) -> Iterator[str]:
    """Properties that the module has itself."""
    for number, part in enumerate(module.tree):
        if part.tag.endswith("Property"):
            yield part.get("name")
        for trait in module.traits.get(number, ()):
            if trait.id in NAMING:
                yield from WORD.findall(trait_name(trait))


def copied_traits(module: CheckedModule) -> Iterator[Finding]:
    """Counters that share traits of their own."""
    groups: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for number, traits in module.traits.items():
        if module.tree[number].tag.endswith(SLOTS):
            own = tuple(trait.type for trait in traits if trait.id not in COMMON)
            if len(own) >= COPIED:
                groups[own].append(number)
    for own, numbers in groups.items():
        if len(numbers) >= COPIES:
            text = f"{len(numbers)} counters have the same {len(own)} traits: a prototype would do"
            yield module.finding("note", "copied-traits", numbers[0], text)


def old_setups(module: CheckedModule) -> Iterator[Finding]:
    """Set-ups with pieces whose number no counter of the module has."""
    if not module.is_whole:
        return
    known = set(re.findall(r"[0-9]+", " ".join(gpids_of(module.tree))))
    for part in module.tree:
        file = part.get("file")
        game = module.games.get(file) if part.tag.endswith("PredefinedSetup") else None
        if game is None:
            continue
        pieces = [standing_of(text) for text in game if text.startswith(ADD)]
        lost = Counter(
            one.key[0] for one in pieces if is_number(one.key[1]) and one.key[1] not in known
        )
        if lost:
            listed = ", ".join(repr(name) for name in [*lost][:SHOWN])
            text = f"{lost.total()} counters that the module has not ({listed}): refresh the set-up"
            yield Finding("warning", "old-setup", f"Set-up {part.name!r}", text, file)


def gpids_of(tree: Sequence[TreePart]) -> Iterator[str]:
    """All that may be the number of a counter, those within traits too."""
    for part in tree:
        if part.get("gpid"):
            yield part.get("gpid")
        for trait in traits_of(part.text) or ():
            if trait.id in ("placemark;", "replace;"):
                yield trait.type


CHECKS = (
    double_gpids,
    next_gpid,
    missing_pictures,
    missing_prototypes,
    expressions,
    dead_keys,
    old_setups,
    copied_traits,
    unused_pictures,
)
"""Every check, the most telling first."""


# What is safe to mend in a module: numbers given twice, the next number, letters of pictures.


def fix_module(path: Path, contents: ComparedFile, out: Path) -> list[str]:
    """Write a module with what is safe to mend mended; a line for each.

    :raises InputError: it is to be written over itself, or cannot be written.
    """
    if out.resolve() == path.resolve():
        raise InputError(Where.of(out), "the file itself", "another file (--out)")
    module = CheckedModule(contents)
    growing = Growing.of(module.tree)
    lines = [*fix_gpids(module.tree, growing), *fix_pictures(module, growing)]
    numbers = {number: number for number in range(len(module.tree))}
    source = Source.of(contents.build, module.tree, numbers)
    build = merged_bytes(growing, source, source)
    data = build
    if contents.kind == "module":
        names = (BUILD_FILE, OLD_BUILD_FILE)
        entries = read_entries(path)
        data = write_archive(replace(e, data=build) if e.name in names else e for e in entries)
    with staging(out.parent, out.name) as stage:
        stage.put({out: data})
    return lines


def fix_gpids(tree: Tree, growing: Growing) -> Iterator[str]:
    """Give counters whose number another has, further ahead, one of their own."""
    ledger = GpidLedger.of(tree, tree, tree)
    ledger.used = set()
    for number, part in enumerate(tree):
        gpid = gpid_key(part)
        if gpid and gpid in ledger.used:
            growing.parts[number] = ledger.part(part)
            now = growing.parts[number].get("gpid")
            yield f"{label_of(part)}: gpid {gpid} is now {now}"
        else:
            ledger.used.update(gpids_in(part))
    said = tree[0].get(NEXT_GPID)
    if is_number(said) and int(said) < ledger.highest():
        growing.change(0, NEXT_GPID, str(ledger.highest()))
        yield f"{NEXT_GPID}: {said} is now {ledger.highest()}"


def fix_pictures(module: CheckedModule, growing: Growing) -> Iterator[str]:
    """Spell pictures as their files are."""
    there = set(module.pictures.values())
    for number, name in named_pictures(module):
        own = name.rpartition("/")[2]
        spelt = module.pictures.get(own.casefold())
        if own in there or own in brought().pictures or spelt is None:
            continue
        part = growing.parts[number]
        for key, value in part.attributes:
            if value.rpartition("/")[2] == own:
                growing.change(number, key, value.removesuffix(own) + spelt)
        text = growing.parts[number].text
        if own in text:
            growing.write(number, text=text.replace(own, spelt))
        yield f"{label_of(part)}: picture {own} is now {spelt}"
