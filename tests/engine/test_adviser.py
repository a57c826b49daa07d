"""The adviser in the real engine: it tells, and leaves no trace, whatever its service does."""

from __future__ import annotations

import base64
import json
import re
import time
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.errors import Where
from clubroute.builder.module.adviser import class_entries, extension
from clubroute.builder.vassal import obfuscation
from clubroute.builder.vassal.archive import (
    BUILD_FILE,
    SAVED_GAME,
    Entry,
    entries_of,
    write_archive,
)
from tests.engine.adviser import compiled, kept
from tests.engine.driver import Engine
from tests.engine.expectation import BuiltModule
from tests.engine.listening import Listening, listening
from tests.engine.prepare import EngineFiles
from tests.engine.reports import Piece
from tests.fetching.absence import ENGINE, without
from tests.fetching.cache import NotHereError

pytestmark = pytest.mark.engine

SETUP = "Hell’s Highway"
MAIN = "Market-Garden"
GRENADIERS, TANKS = "wal-5-pg-2107", "wal-3-pz-2107"
PASSWORD = "not-a-password"
COLUMN, ROW = 126, 144
PATIENCE = 60.0
MOST_BYTES = 80_000
IDS = re.compile(r"\b\d{13}\b")
DRAGS = ((0, -1), (1, 0), (0, 1), (-1, -1))


def test_the_classes_are_those_that_the_sources_make(tmp_path: Path) -> None:
    try:
        made = compiled(tmp_path)
    except NotHereError as error:
        without(ENGINE, error)
    assert made == kept(), "make adviser"
    assert sum(map(len, made.values())) < MOST_BYTES
    # Java 11: what is newer brings up a warning in VASSAL 3.6.19 to 3.7.24.
    assert {data[6:8] for data in made.values()} == {bytes((0, 55))}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Listening]:
    with listening(tmp_path_factory.mktemp("adviser")) as found:
        yield found


@pytest.fixture(scope="module")
def bare(built_module: BuiltModule, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Our module without the adviser."""
    names = {entry.name for entry in class_entries()}
    entries = [
        Entry(one.name, without_it(one), one.method, one.date)
        for one in entries_of(built_module.path.read_bytes(), Where("module"))
        if one.name not in names
    ]
    path = tmp_path_factory.mktemp("bare") / built_module.path.name
    path.write_bytes(write_archive(entries))
    return path


def without_it(entry: Entry) -> bytes:
    if entry.name != BUILD_FILE:
        return entry.data
    found, times = re.subn(rb"\s*<clubroute\.adviser\.Adviser/>", b"", entry.data)
    assert times == 1
    return found


def waited(engine: Engine, ready: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Wait until the adviser is as it should be."""
    until = time.monotonic() + PATIENCE
    while True:
        state: dict[str, Any] = engine.adviser()
        if ready(state) or time.monotonic() > until:
            assert ready(state), state
            return state
        time.sleep(0.05)


def turned_on(engine: Engine) -> None:
    engine.adviser("toggle")
    waited(engine, lambda state: state["state"] == "ready")


def unit(engine: Engine, id_: str) -> Piece:
    found = engine.pieces(("UnitId",))
    return next(one for one in found if one.map == MAIN and one.properties.get("UnitId") == id_)


def played(
    engine: Engine, folder: Path, start: Path | None, answered: bool = False
) -> dict[str, str]:
    """Play a little; the log and the saves around it as texts in which only ids are made alike.

    :param answered: whether a service knows the game before the first drag.
    """
    if start is None:
        engine.start_setup(SETUP)
    else:
        engine.load(start)
    if answered:
        waited(engine, lambda state: state["state"] == "ready")
    engine.save(folder / "start.vsav")
    engine.begin_log(folder / "game.vlog")
    for across, down in DRAGS:
        for id_ in (GRENADIERS, TANKS):
            piece = unit(engine, id_)
            engine.move(piece.id, MAIN, (piece.x + across * COLUMN, piece.y + down * ROW))
    engine.undo()
    engine.press(unit(engine, GRENADIERS).id, "ctrl M")
    engine.say("here we go")
    time.sleep(1)
    engine.end_log()
    engine.save(folder / "end.vsav")
    return {name: text_of(folder / name) for name in ("start.vsav", "game.vlog", "end.vsav")}


def text_of(path: Path) -> str:
    entries = {one.name: one.data for one in entries_of(path.read_bytes(), Where(path.name))}
    text = obfuscation.read_text(entries[SAVED_GAME])
    known: dict[str, str] = {}
    return IDS.sub(lambda found: known.setdefault(found[0], f"#{len(known)}"), text)


def spoken(engine: Engine) -> list[str]:
    """The adviser's lines in the chat."""
    told = [line for line in engine.chat() if re.match(r"- (\d+\.\d+: |Adviser)", line)]
    return [line for line in told if not line.startswith("- Adviser: on")]


@pytest.fixture(scope="module")
def control(
    engine_files: EngineFiles, display: str, bare: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, dict[str, str]]:
    """A start, and what the module without the adviser makes of it."""
    folder = tmp_path_factory.mktemp("control")
    with Engine(engine_files, display, bare) as engine:
        assert not engine.adviser()["present"]
        engine.start_setup(SETUP)
        engine.save(folder / "first.vsav")
        found = played(engine, folder, folder / "first.vsav")
    return folder / "first.vsav", found


ANSWERED = ("on", "extension", "beside", "twice")
"""With the adviser, and a service that answers it."""
WAYS = ("bare", "off", *ANSWERED, "nobody", "wrong token", "garbage")


@pytest.mark.parametrize("way", WAYS)
def test_log_and_saves_are_those_of_the_module_without_it(
    way: str,
    engine_files: EngineFiles,
    display: str,
    built_module: BuiltModule,
    bare: Path,
    control: tuple[Path, dict[str, str]],
    service: Listening,
    tmp_path: Path,
) -> None:
    start, expected = control
    packed = tmp_path / "adviser.vmdx"
    packed.write_bytes(extension())
    module, more, folder = built_module.path, None, service.folder
    if way in ("bare", "extension", "beside"):
        module = bare
    if way in ("extension", "twice"):
        more = packed
    if way == "beside":
        module = tmp_path / bare.name
        module.write_bytes(bare.read_bytes())
        beside = tmp_path / f"{bare.stem}_ext"
        beside.mkdir()
        (beside / packed.name).write_bytes(packed.read_bytes())
    if way in ("nobody", "wrong token"):
        folder = tmp_path / "run"
        (folder / "clubroute").mkdir(parents=True)
    if way == "wrong token":
        (token,) = (service.folder / "clubroute").glob("*.token")
        (folder / "clubroute" / token.name).write_text("another", encoding="ascii")
    service.spoil = (lambda line: b'{"no": [json\n') if way == "garbage" else lambda line: line
    environment = {"XDG_RUNTIME_DIR": str(folder)}
    try:
        with Engine(
            engine_files, display, module, extension=more, environment=environment
        ) as engine:
            state = engine.adviser()
            assert state["present"] == (way != "bare")
            if way not in ("bare", "off"):
                assert state["buttons"] == 1
                engine.adviser("toggle")
            found = played(engine, tmp_path, start, way in ANSWERED)
            lines = spoken(engine)
            assert engine.problems == []
            engine.replay(tmp_path / "game.vlog")
            time.sleep(1)
            said_in_replay = spoken(engine)[len(lines) :]
    finally:
        service.spoil = lambda line: line
        service.cut()
    assert found == expected
    if way in ("bare", "off"):
        assert lines == []
    elif way in ("nobody", "wrong token", "garbage"):
        assert lines
        assert all("no answer" in line or "Refused" in line for line in lines)
        assert len(lines) == 1
    else:
        assert any(re.match(r"- \d+\.\d+: .*MP", line) for line in lines)
    assert [line for line in said_in_replay if "MP" in line] == []


def test_the_label_is_the_line_that_is_said_and_that_the_service_answered(
    engine_files: EngineFiles, display: str, built_module: BuiltModule, service: Listening
) -> None:
    service.answered.clear()
    with Engine(
        engine_files, display, built_module.path, environment=service.environment
    ) as engine:
        engine.start_setup(SETUP)
        turned_on(engine)
        for across, down in DRAGS:
            piece = unit(engine, GRENADIERS)
            place = {"x": piece.x + across * COLUMN, "y": piece.y + down * ROW}
            engine.adviser("hover", id=piece.id, map=MAIN, **place)
            label = waited(engine, lambda state: bool(state["label"]))["label"]
            engine.adviser("leave")
            assert engine.adviser()["label"] == ""
            engine.move(piece.id, MAIN, (place["x"], place["y"]))
            until = time.monotonic() + PATIENCE
            while f"- {label}" not in engine.chat() and time.monotonic() < until:
                time.sleep(0.05)
            assert f"- {label}" in engine.chat()
            answers = [json.loads(line)["result"] for line in list(service.answered)]
            assert label in [one.get("line") for one in answers if isinstance(one, dict)]
        engine.adviser("ask", id=unit(engine, GRENADIERS).id, ask="reach")
        waited(engine, lambda state: state["marks"] == 1)
        before = len(engine.chat())
        engine.adviser("publish")
        until = time.monotonic() + PATIENCE
        while not any("ruling" in line for line in engine.chat()[before:]):
            assert time.monotonic() < until
            time.sleep(0.05)
        assert engine.problems == []


def test_a_lost_connection_heals_by_itself_and_the_games_stay_in_step(
    engine_files: EngineFiles,
    display: str,
    built_module: BuiltModule,
    service: Listening,
) -> None:
    service.sent.clear()
    with Engine(
        engine_files, display, built_module.path, environment=service.environment
    ) as engine:
        engine.start_setup(SETUP)
        turned_on(engine)
        piece = unit(engine, TANKS)
        engine.move(piece.id, MAIN, (piece.x, piece.y - ROW))
        waited(engine, lambda state: state["sent"] == 1)
        service.cut()
        engine.move(piece.id, MAIN, (piece.x, piece.y))
        time.sleep(6)
        engine.adviser("hover", id=piece.id, map=MAIN, x=piece.x, y=piece.y - ROW)
        waited(engine, lambda state: state["state"] == "ready")
        engine.adviser("hover", id=piece.id, map=MAIN, x=piece.x, y=piece.y + ROW)
        waited(engine, lambda state: bool(state["label"]))
        assert engine.problems == []
    wholes = [one for one in service.asked if "packed" in one["params"].get("vassal", {})]
    assert len(wholes) == 2


def test_what_is_hidden_is_not_sent_nor_any_password(
    engine_files: EngineFiles,
    display: str,
    built_module: BuiltModule,
    service: Listening,
    tmp_path: Path,
) -> None:
    service.sent.clear()
    service.answered.clear()
    with Engine(
        engine_files, display, built_module.path, environment=service.environment
    ) as engine:
        engine.start_setup(SETUP)
        turned_on(engine)
        cards = engine.cards()
        piece = unit(engine, GRENADIERS)
        engine.move(piece.id, MAIN, (piece.x, piece.y - ROW))
        waited(engine, lambda state: state["sent"] >= 1)
        chat = "\n".join(engine.chat())
    texts = [
        zlib.decompress(base64.b64decode(one["params"]["vassal"]["packed"])).decode("utf-8")
        for one in service.asked
        if "packed" in one["params"].get("vassal", {})
    ]
    sent = b"\n".join(service.sent).decode("utf-8") + "\n".join(texts)
    assert texts
    assert len(cards) > 10
    for secret in (PASSWORD, *(f"+/{card}/" for card in cards)):
        assert secret not in sent
        assert secret not in b"\n".join(service.answered).decode("utf-8")
        assert secret not in chat
