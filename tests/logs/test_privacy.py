r"""No report tells a password, or in which folders anything lay; and hostile words stay words.

Everything a stranger can write into a log is tried at once: names of players, sides and files,
chat, properties, the comment, entries of the zip, an unreadable file, a missing log.
"""

from __future__ import annotations

import json
import re
import zipfile
from dataclasses import replace
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html

from clubroute.builder.vassal.atoms import PlayerEntry
from clubroute.builder.vassal.metadata import (
    MODULE_DATA,
    SAVE_DATA,
    Metadata,
    read_metadata,
)
from clubroute.rules.asking.schema import check_value
from clubroute.rules.cli import main
from clubroute.rules.logs.audit.markdown import plain
from clubroute.rules.logs.privacy import (
    bare_name,
    cleaned,
    everywhere,
    texts_of,
    without_paths,
)
from tests.engine.small_board import MAP_NAME, hex_centres
from tests.logs.audit.test_examine import SCHEMA
from tests.logs.going_on import save_of
from tests.logs.recorder import Recorder
from tests.logs.samples import (
    REPORT,
    recorder,
    small_archive,
    small_maps,
    with_entry,
)

pytestmark = pytest.mark.slow

PASSWORDS = ("correct-horse-battery", "hunter2-and-more")
FOLDERS = (
    r"C:\Users\Ann Smith\Documents\VASSAL",
    "D:/Games/Secret Folder",
    r"\\nas\market-garden\private stuff",
    "/home/ann/secret-season",
    "file:///Users/ann/secret-season",
    "~/secret-season",
)
SECRET = re.compile(
    r"Ann Smith|Documents|Secret Folder|nas\\|private stuff|/home/ann|secret-season|[A-Z]:[\\/]"
)
HARM = "|`[x](https://evil.example)`|<img src=x onerror=alert(1)>![y](http://evil.example/z.png)"
WINDOWS_FILE = r"C:\Users\Ann Smith\turn 9.vlog"


def hostile(number: int) -> Recorder:
    """A log whose players tell all they should not."""
    bad = (
        PlayerEntry(PASSWORDS[0], f"Ann {HARM}", FOLDERS[0] + "\\side.txt"),
        PlayerEntry(PASSWORDS[1], "Bob www.evil.example", "German|x"),
    )
    module = small_archive().read(MODULE_DATA)
    game = Recorder(
        save_of(recorder().game, module, "3.6.0-SNAPSHOT"),
        small_maps(),
        password=PASSWORDS[0],
        report=REPORT,
        players=bad,
    )
    place = list(hex_centres().values())
    game.move("101", MAP_NAME, *place[number])
    for folder in FOLDERS:
        game.say("Ann", f"I keep it in {folder.replace(chr(92), '/')}/turn.vlog")
        game.say("Ann", f"see {folder}\\turn.vlog and {HARM}")
    game.roll(f"d10 {FOLDERS[3]}/x", [number])
    game.set_property("Victory_Points " + FOLDERS[3] + "/vp", FOLDERS[0] + "\\points")
    return game


def with_comment(data: bytes) -> bytes:
    """The log with a comment that tells of folders, and a time."""
    with zipfile.ZipFile(BytesIO(data)) as archive:
        told = read_metadata(archive.read(SAVE_DATA), None)
    comment = f"saved as {FOLDERS[0]}\\turn.vlog {HARM}"
    made: Metadata = replace(told, description=comment, saved_ms=1_750_000_000_000)
    return with_entry(data, SAVE_DATA, made.write())


def with_bad_entry(data: bytes) -> bytes:
    """The log with an entry that no zip may hold."""
    whole = BytesIO(data)
    with zipfile.ZipFile(whole, "a") as archive:
        archive.writestr("D:/Games/Secret Folder/extra.txt", b"")
    return whole.getvalue()


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Everything that is told of a season: page, JSON, Markdown, cache, and what is said aside."""
    top = tmp_path_factory.mktemp("secret-season")
    folder = top / "games"
    folder.mkdir()
    for number, name in enumerate((WINDOWS_FILE, f"{HARM.replace('/', '_')}.vlog", "plain.vlog")):
        (folder / name).write_bytes(with_comment(hostile(number).log_bytes()))
    (folder / r"C:\Users\Ann Smith\broken.vlog").write_bytes(b"no log")
    (folder / "entry.vlog").write_bytes(with_bad_entry(hostile(1).log_bytes()))
    (folder / "D:").mkdir()
    (folder / "D:" / "cut|`.vlog").write_bytes(hostile(1).log_bytes()[:300])
    page = top / "out.html"
    found = {}
    asked = ["audit", str(folder), "--map", str(top), "--quiet", "--jobs", "1"]
    with pytest.MonkeyPatch.context() as patch:
        texts: list[str] = []
        patch.setattr("click.echo", lambda text="", **_: texts.append(str(text)))
        assert main([*asked, "--json", "--out", str(page)]) == 1
        found["json"] = "".join(texts)
        texts.clear()
        assert main([*asked, "--markdown"]) == 1
        found["markdown"] = "".join(texts)
    found["page"] = page.read_text(encoding="utf-8")
    for number, kept in enumerate(sorted((top / "out.cache").glob("*/*.json"))):
        found[f"kept {number}"] = kept.read_text(encoding="utf-8")
    assert len(found) >= 3 + 4
    return found


def test_no_password_is_told(told: dict[str, str]) -> None:
    assert [(name, p) for name, text in told.items() for p in PASSWORDS if p in text] == []


def test_no_folder_is_told(told: dict[str, str]) -> None:
    whole = json.loads(told["json"])
    check_value(whole, json.loads(SCHEMA.read_text(encoding="utf-8")), "audit")
    # As they are read: JSON and Markdown write a backslash twice.
    read = {
        "json": json.dumps(whole, ensure_ascii=False).replace("\\\\", "\\"),
        "page": str(html.document_fromstring(told["page"]).text_content()).replace("\\\\", "\\"),
        "markdown": re.sub(r"\\([^\w\s])", r"\1", told["markdown"]),
    }
    read |= {name: text.replace("\\\\", "\\") for name, text in told.items() if "kept" in name}
    for name, text in read.items():
        assert [hit[0] for hit in SECRET.finditer(text.replace("https:", ""))] == [], name
    assert "turn.vlog" in read["page"]
    assert {row["log"] for row in whole["files"]} >= {"turn 9.vlog", "broken.vlog", "plain.vlog"}


def test_hostile_words_stay_words_in_the_page(told: dict[str, str]) -> None:
    tree = html.document_fromstring(told["page"])
    assert not list(tree.iter("img", "iframe", "object", "embed", "form"))
    assert len(list(tree.iter("script"))) == 2
    assert all(one.get("href", "#").startswith("#") for one in tree.iter())
    assert HARM[:20] in str(tree.text_content())


def test_hostile_words_stay_words_in_markdown(told: dict[str, str]) -> None:
    lines = told["markdown"].splitlines()
    head = next(line for line in lines if line.startswith("| player"))
    table = [line for line in lines if line.startswith("| ")]
    columns = head.count("|")
    for line in table:
        assert len(re.findall(r"(?<!\\)(?:\\\\)*\|", line)) == columns, line
    for line in lines:
        if not line.startswith(("    ", "| ", "|-", "#", "**", "- **")):
            bare = re.sub(r"\\.", "", line)
            assert not re.search(r"[`*_\[\]<|!]|://|www\.", bare), line
        assert "](" not in re.sub(r"\\.", "", line)
        assert not re.search(r"(?<!\\)://|www\.", line), line


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        (r"look at C:\Users\Ann Smith\My Games\turn 3.vlog now", r"look at …\turn 3.vlog now"),
        (r"c:\a\b and d:\e\f.g", r"…\b and …\f.g"),
        ("D:/games/a.vlog", "…/a.vlog"),
        (r"\\server\share\b c\x.vlog", r"…\x.vlog"),
        ("(/home/ann/season/a.vlog)", "(…/a.vlog)"),
        ("~/x/y.vlog ~ann/z", "…/y.vlog …/z"),
        ("file:///C:/Users/ann/a.vlog", "…/a.vlog"),
        ("/Users/ann/a.vlog", "…/a.vlog"),
        # What is no path stays as it is.
        ("and/or 1/2 3/FJ Suppressed on/off", "and/or 1/2 3/FJ Suppressed on/off"),
        ("https://example.org/home/x/y", "https://example.org/home/x/y"),
        ("turn C: done, ratio 3:/4, /me says /tmp", "turn C: done, ratio 3:/4, /me says /tmp"),
    ],
)
def test_folders_are_taken_out(text: str, bare: str) -> None:
    assert without_paths(text) == bare
    assert without_paths(bare) == bare
    assert everywhere({text: [text, 1, None]}) == {bare: [bare, 1, None]}


@given(
    st.lists(st.text("abz ._-", min_size=1, max_size=9), min_size=1, max_size=5),
    st.text("abz._-", min_size=1, max_size=9),
)
def test_of_a_windows_path_only_the_name_is_left(folders: list[str], name: str) -> None:
    for separator in "\\/":
        path = "C:" + separator + separator.join([*folders, name])
        assert bare_name(path) == name
        assert without_paths(f"({path}") == f"(…{separator}{name}"


WORDS = st.text("abz ./-", max_size=9)
VALUES = st.recursive(
    st.none() | st.integers() | WORDS | st.sampled_from([f"{f}/x" for f in FOLDERS]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
)


@given(VALUES, st.sampled_from(FOLDERS))
def test_wherever_a_folder_stands_it_is_taken_out(value: object, folder: str) -> None:
    assert everywhere(value) == cleaned(value)
    deep = [{"a": (value, {f"{folder}/x": value})}, {"b": [value, f"in {folder}/x"]}]
    assert everywhere(deep) == cleaned(deep)
    assert SECRET.search("\n".join(texts_of(everywhere(deep)))) is None


def test_long_texts_are_quick() -> None:
    for text in ("C:\\" + "a" * 100_000, "/home" * 20_000, "~" * 100_000, "\\\\a\\" * 30_000):
        assert isinstance(without_paths(text), str)


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("a|b", "a\\|b"),
        ("[x](y)", "\\[x\\](y)"),
        ("https://a.b", "https\\://a.b"),
        ("www.a.b", "www\\.a.b"),
        ("a\\|", "a\\\\\\|"),
        ("two\nlines", "two lines"),
    ],
)
def test_nothing_is_markdown(text: str, safe: str) -> None:
    assert plain(text) == safe
