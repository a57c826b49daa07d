"""Reads a module of somebody else's into the owner's folder: facts only, no picture, no text.

Of the file its build file and the texts of its terrain are read, and the size of its boards from
the first bytes of their pictures.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from clubroute.builder.errors import InputError, Where
from clubroute.builder.files.staging import Say, Staging, silent, staging
from clubroute.builder.grid import Lattice
from clubroute.builder.sources.json_text import json_of
from clubroute.builder.sources.tables import toml_of
from clubroute.builder.sources.text import csv_records, read_text
from clubroute.builder.terrain.terrain_map import TerrainMap
from clubroute.builder.vassal.archive import ModuleArchive, read_outline
from clubroute.builder.vassal.buildfile import Element
from clubroute.builder.vassal.terrain_lines import MOST_BYTES, Definitions, board_of, definitions_of
from clubroute.rules.logs.check.series import read_counters, series_named
from clubroute.rules.logs.grids.maps import ModuleMap, read_maps
from clubroute.rules.owner.modules import ratings_csv
from clubroute.rules.owner.modules.boards import FILE as LAYOUT
from clubroute.rules.owner.modules.boards import (
    BoardHexes,
    layout_bytes,
    map_with_numbers,
    rules_of,
    sheets_of,
    shifts_of,
)
from clubroute.rules.owner.modules.digest import digest_of
from clubroute.rules.owner.modules.facts import (
    COLUMNS,
    ModuleGround,
    defined_words,
    facts_of,
    facts_text,
    read_ground,
    texts_of,
    unknown_words,
)
from clubroute.rules.owner.modules.known import (
    IMPORTED,
    MODULES,
    RATINGS,
    REPORT_JSON,
    REPORT_TEXT,
    TERRAIN,
    folder_for,
    folders,
)
from clubroute.rules.owner.modules.module_file import (
    FILE,
    BoardNote,
    ModuleFile,
    check_words,
    module_file_of,
    read_module_file,
    stamp_of,
)
from clubroute.rules.owner.modules.names import match, slots_in, slots_of
from clubroute.rules.owner.modules.overlay import lay
from clubroute.rules.owner.modules.ratings_csv import ratings_of, ratings_text
from clubroute.rules.owner.modules.report import ImportReport
from clubroute.rules.series import all_series

# Keeps what the owner has changed in a file when its module is imported again.

Key = tuple[str, ...]
Line = tuple[str, ...]
KeyOf = Callable[[Mapping[str, str]], Key]


@dataclass(slots=True)
class Merged:
    """A file as it is to be: its text, what of the owner's is kept, what the module says anew."""

    text: str
    kept: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)


def merge_rows(name: str, base: str, mine: str, new: str, key: KeyOf) -> Merged:
    """A CSV file as newly read, with the rows the owner has changed, added or taken since ``base``.

    ``key`` tells a row by its cells. Rows come in the order they are newly read in, the
    owner's additions behind them.
    """
    head, were = rows_by_key(base, name, key)
    _, are = rows_by_key(mine, name, key, head)
    fresh_head, fresh = rows_by_key(new, name, key)
    if fresh_head != head:
        return Merged(new)
    merged = Merged("")
    rows: dict[Key, Line] = {}
    for one, row in fresh.items():
        was, own = were.get(one), are.get(one)
        if own in (was, row):
            rows[one] = row
            continue
        what = " ".join(part for part in one if part)
        if own is None:
            merged.kept.append(f"{name}: {what}: taken out")
        else:
            rows[one] = own
            merged.kept.append(f"{name}: {what}: {difference(head, row, own)}")
    for one, own in are.items():
        if one not in fresh and one not in were:
            rows[one] = own
            merged.kept.append(f"{name}: {' '.join(part for part in one if part)}: added")
    merged.changed = changes(name, head, were, fresh)
    out = io.StringIO(newline="")
    out.write("".join(f"{line}\n" for line in new.splitlines() if line.startswith("#")))
    write = csv.writer(out, lineterminator="\n")
    write.writerow(head)
    write.writerows(rows.values())
    merged.text = out.getvalue()
    return merged


def rows_by_key(
    text: str, name: str, key: KeyOf, like: Line | None = None
) -> tuple[Line, dict[Key, Line]]:
    """The columns of a file and its rows by key, cells in the order of other columns if told."""
    told = (line for line in text.splitlines() if line.strip(" ,") and not line.startswith("#"))
    rows = [row for _, row in csv_records("\n".join(told), name)]
    own = tuple(cell.strip() for cell in rows[0]) if rows else ()
    head = own if like is None else like
    found: dict[Key, Line] = {}
    for row in rows[1:]:
        cells = dict(zip(own, (cell.strip() for cell in row), strict=False))
        line = tuple(cells.get(column, "") for column in head)
        found[key(cells)] = line
    return head, found


def difference(head: Line, before: Line, after: Line) -> str:
    """The first cell in which two rows differ."""
    for name, one, other in zip(head, before, after, strict=True):
        if one != other:
            return f"{name} {other or 'blank'}, the module has {one or 'nothing'}"
    return "the same"


def changes(
    name: str, head: Line, before: Mapping[Key, Line], after: Mapping[Key, Line]
) -> list[str]:
    """What a module says otherwise than the one imported before, a line each."""
    found = []
    for one in {**before, **after}:
        what = f"{name}: {' '.join(part for part in one if part)}"
        was, now = before.get(one), after.get(one)
        if was is None:
            found.append(f"{what}: new")
        elif now is None:
            found.append(f"{what}: gone")
        elif [*stripped(head, was)] != [*stripped(head, now)]:
            cells = zip(head, was, now, strict=True)
            column, old, fresh = next(one for one in cells if one[1] != one[2] and one[0] != "line")
            found.append(f"{what}: {column} was {old or 'blank'}, is {fresh or 'blank'}")
    return found


def stripped(head: Line, row: Line) -> Line:
    """A row without the place of its line, which moves when a line is put before it."""
    return tuple(cell for name, cell in zip(head, row, strict=True) if name != "line")


HEAD_BYTES = 1 << 16
"""Bytes of a picture in which its size stands."""
MUG = ("mug", "cup", "chit")
"""Words in the name of the deck that chits are drawn from, the plainest first."""

IMPORT = "import"
"""What only one command at a time does among the owner's modules."""


@dataclass(frozen=True, slots=True)
class ReadModule:
    """A module's file as far as it is read."""

    path: Path
    archive: ModuleArchive
    root: Element
    digest: str

    @property
    def name(self) -> str:
        """The name it gives itself."""
        return self.root.get("name")

    @property
    def version(self) -> str:
        """Its version, as its author counts."""
        return self.root.get("version")

    @property
    def stamp(self) -> str:
        """What tells it by the metadata that its logs repeat, "" where it has none."""
        try:
            return stamp_of(self.archive.metadata())
        except InputError:
            return ""


def read_module_at(path: Path) -> ReadModule:
    """Read a module's file. :raises InputError: it is none, or damaged where it is read."""
    where = Where.of(path)
    archive = read_outline(path, lambda name: board_of(name) is not None, HEAD_BYTES)
    for entry in archive.entries:
        if board_of(entry.name) is not None and len(entry.data) > MOST_BYTES:
            place = Where(str(path), part=entry.name)
            raise InputError(place, f"{len(entry.data)} bytes", f"at most {MOST_BYTES}")
    root = archive.build_file()
    if not root.get("name").strip():
        raise InputError(where, "a module without a name", "a name in its build file")
    return ReadModule(path, archive, root, digest_of(path))


def import_module(path: Path, owner: Path, base: TerrainMap) -> ImportReport:
    """Read a module into the owner's folder, as :func:`import_read`."""
    return import_read(read_module_at(path), owner, base)


def import_read(
    read: ReadModule,
    owner: Path,
    base: TerrainMap,
    newer: Path | None = None,
    say: Say = silent,
) -> ImportReport:
    """Write what a module's file says into the owner's folder; what came of it.

    :param base: our map, which the report compares its ground with. :param newer: the folder of
        the module that this is a newer file of; by itself the file's own folder is found
        (:func:`clubroute.rules.owner.modules.known.folder_for`). :param say: is told of an import
        that was killed or is at work there.
    :raises InputError: it cannot be read, or the owner's own files of it are wrong; then nothing is
        written.
    """
    with staging(owner / MODULES, IMPORT, say) as place:
        folder = newer or folder_for(owner, read.name, read.version, read.digest, read.path)
        return imported(read, folder, base, place)


def imported(read: ReadModule, folder: Path, base: TerrainMap, place: Staging) -> ImportReport:
    """Import a module into its folder, which no other process works in."""
    fresh, defined, window_map = described(read, base.lattice)
    notes: list[str] = []
    kept: list[str] = []
    changed: list[str] = []
    before = imported_before(folder)
    told = fresh
    if before:
        was = module_file_of(toml_of(before[FILE], folder / IMPORTED), folder / IMPORTED)
        told, kept = fresh.merged(was, read_module_file(folder / FILE))
        if was.version != fresh.version:
            changed.append(f"version {was.version or '(none)'}, now {fresh.version or '(none)'}")
        if was.file != fresh.file:
            changed.append(f"file {was.file}, now {fresh.file}")
    words = check_words(told.words, folder / FILE, told.lattice)
    lattice = base.lattice
    ground = ModuleGround()
    texts = texts_of({entry.name: entry.data for entry in read.archive.entries})
    if window_map is not None:
        hexes = BoardHexes(window_map, lattice, told.rules, shifts_of(told))
        ground = read_ground(hexes, texts, defined, words, lattice)
    elif texts:
        what = f"{len(texts)} terrain files, and no map with hexes in numbers"
        ground.remark("text of no board", what)
    slots, faults = slots_of(read.root, Where.of(read.path))
    series = next(one for one in all_series() if one.lattice == told.lattice)
    matches = match(slots, tuple(game.id for game in series.games))
    files = {
        FILE: fresh.text(),
        ratings_csv.COUNTERS_FILE: ratings_csv.counters_text(
            told, matches, slots_in(read.root, told.mug, slots)
        ),
        RATINGS: ratings_text(matches.units, classes()),
        TERRAIN: facts_text(ground.facts.values(), lattice),
    }
    final = {**files, FILE: told.text()}
    if before:
        check_own(folder, lattice, told.rules)
        for name, key in KEYS.items():
            merged = merge_rows(name, before[name], text_of(folder / name), files[name], key)
            final[name] = merged.text
            kept += merged.kept
            changed += merged.changed
        own = text_of(folder / ratings_csv.COUNTERS_FILE)
        if own and own != before[ratings_csv.COUNTERS_FILE]:
            final[ratings_csv.COUNTERS_FILE] = own
            kept.append(f"{ratings_csv.COUNTERS_FILE}: yours; as imported it is in {IMPORTED}")
    report = ImportReport(
        told.name, str(folder), told.version, told.digest, told.rules, told.window, notes=notes
    )
    facts = facts_of(final[TERRAIN], folder / TERRAIN, lattice, told.rules)
    ratings_of(final[RATINGS], folder / RATINGS)
    report.take_ground(ground, unknown_words(iter(facts)))
    report.take_laid(lay(base, facts, told))
    report.take_names(matches)
    report.faults, report.kept, report.changed = faults, kept, changed
    notes += remarks_on(told, ground)
    notes += namesakes(folder, told)
    layout = layout_bytes(read.root, read_maps(read.archive))
    write(place, folder, final, files, report, layout)
    return report


def face_key(cells: Mapping[str, str]) -> tuple[str, ...]:
    """What tells a row of ratings."""
    return cells.get("gpid", ""), cells.get("face", "")


def place_key(cells: Mapping[str, str]) -> tuple[str, ...]:
    """What tells a row of terrain: one thing is in a place, but any number of tags."""
    tag = cells.get("word", "") if cells.get("fact") == "tag" else ""
    return cells.get("fact", ""), cells.get("hex", ""), cells.get("beside", ""), tag


KEYS: Mapping[str, KeyOf] = {RATINGS: face_key, TERRAIN: place_key}
"""What tells a row of a file."""


def check_own(folder: Path, lattice: Lattice, window: str) -> None:
    """Read the owner's files of a module, before anything is laid over them.

    :raises InputError: one is wrong.
    """
    facts_of(text_of(folder / TERRAIN) or ",".join(COLUMNS), folder / TERRAIN, lattice, window)
    ratings = text_of(folder / RATINGS)
    if ratings:
        ratings_of(ratings, folder / RATINGS)


def described(
    read: ReadModule, lattice: Lattice
) -> tuple[ModuleFile, Definitions, ModuleMap | None]:
    """What a module's file says of itself, the words it defines, and the map Units move on."""
    chosen = map_with_numbers(read.archive)
    sheets = {} if chosen is None else sheets_of(chosen, lattice)
    defined = definitions_of(read.root)
    told = ModuleFile(
        name=read.name,
        version=read.version,
        file=str(read.path.resolve()),
        digest=read.digest,
        rules=rules_of(read.root, chosen, lattice),
        window=chosen.name if chosen is not None else "",
        mug=mug_of(read.root),
        metadata=read.stamp,
        boards={name: BoardNote(sheet=one.sheet) for name, one in sheets.items()},
        words=defined_words(defined),
    )
    return told, defined, chosen


def mug_of(root: Element) -> str:
    """The deck that chits are drawn from, by a word of its name; "" if no name says so."""
    decks = [one.get("name") for one in root.walk() if one.tag.endswith(".DrawPile")]
    named = {name: set(re.findall(r"[a-z]+", name.casefold())) for name in decks}
    # A mug is the plainest word for it; a deck "Occupied" is no cup.
    found = (name for word in MUG for name, words in named.items() if {word, f"{word}s"} & words)
    return next(found, "")


def classes() -> Mapping[str, str]:
    """Our movement classes by the words of the series' counters."""
    series = series_named(all_series()[0].id)
    values = read_counters(series.counters.parent / "gts-series.toml")["values"]["class"]
    found: Mapping[str, str] = values
    return found


def remarks_on(told: ModuleFile, ground: ModuleGround) -> Iterator[str]:
    """What is worth knowing of a module as a whole."""
    if not told.window:
        yield "no map with hexes in numbers: its logs are shown and not judged"
    if not told.mug:
        yield "no deck of chits is known by its name: say it in module.toml (mug) and import again"
    if ground.lines:
        yield "its blocking flags are not taken: villages differ in WED 2.7 and TDC 2.7"


def namesakes(folder: Path, told: ModuleFile) -> Iterator[str]:
    """The other modules of the owner's that have this one's name."""
    for other in folders(folder.parent.parent):
        one = read_module_file(other / FILE)
        if other == folder or one.name != told.name:
            continue
        if one.digest == told.digest:
            yield f"{other.name} is of the same file: delete that folder unless you need it"
            continue
        yield (
            f"{one.called} in {other.name} is another module of its name ({one.file}); if this is "
            f"a newer file of it: clubroute owner import FILE --update {other.name}"
        )


def imported_before(folder: Path) -> dict[str, str]:
    """The texts of a module's files as they were imported; none if they were not, or are lost."""
    path = folder / IMPORTED
    if not (folder / FILE).is_file() or not path.is_file():
        return {}
    try:
        told = json_of(text_of(path), Where.of(path), "the file as import wrote it")
        return {name: str(told[name]) for name in (FILE, ratings_csv.COUNTERS_FILE, *KEYS)}
    except (KeyError, TypeError):
        raise InputError(Where.of(path), "something else", "the file as import wrote it") from None


def text_of(path: Path) -> str:
    """The text of a file, "" where there is none. :raises InputError: it cannot be read."""
    return read_text(path) if path.is_file() else ""


def write(
    place: Staging,
    folder: Path,
    final: Mapping[str, str],
    files: Mapping[str, str],
    report: ImportReport,
    layout: bytes,
) -> None:
    """Write a module's folder, all files or none."""
    texts = {folder / REPORT_TEXT: report.text(), folder / REPORT_JSON: report.json()}
    texts[folder / IMPORTED] = json.dumps(dict(files), ensure_ascii=False, indent=0) + "\n"
    texts |= {folder / name: text for name, text in reversed([*final.items()])}
    told = {path: text.encode("utf-8") for path, text in texts.items()}
    place.put({folder / LAYOUT: layout, **told})
