"""What is safe to mend in a module: numbers given twice, the next number, letters of pictures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from clubroute.builder.compare.changes import Growing
from clubroute.builder.compare.contents import ComparedFile
from clubroute.builder.compare.gpids import GpidLedger, gpids_in, is_number
from clubroute.builder.compare.lines import label_of
from clubroute.builder.compare.noise import NEXT_GPID
from clubroute.builder.compare.tree import Tree, gpid_key
from clubroute.builder.compare.writing import Source, merged_bytes
from clubroute.builder.errors import InputError, Where
from clubroute.builder.files.staging import staging
from clubroute.builder.lint.module_checks import CheckedModule, brought, named_pictures
from clubroute.builder.vassal.archive import (
    BUILD_FILE,
    OLD_BUILD_FILE,
    read_entries,
    write_archive,
)


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
