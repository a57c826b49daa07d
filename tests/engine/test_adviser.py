"""The adviser in the real engine: it tells, and leaves no trace, whatever its service does.

One engine has our module open for all ways in which its service may be or fail; a module without
the adviser, and each place for an extension, needs one of its own.
"""

from __future__ import annotations

import base64
import json
import random
import re
import time
import zlib
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from clubroute.builder.errors import Where
from clubroute.builder.module.adviser import SOURCES, adviser_element, class_entries, extension
from clubroute.builder.survey.compile import CompiledMap
from clubroute.builder.vassal import obfuscation
from clubroute.builder.vassal.archive import (
    BUILD_FILE,
    SAVED_GAME,
    Entry,
    entries_of,
    write_archive,
)
from clubroute.builder.vassal.atoms import ADD, END_SAVE
from clubroute.builder.vassal.commands import ESC
from clubroute.rules.adviser.drag import dragged
from clubroute.rules.adviser.questions import MapPlace, table_of
from clubroute.rules.asking.context import Context
from clubroute.rules.logs.read import read_log
from tests.engine.advised import (
    COLUMN,
    DRAGS,
    IN_PLAY,
    MAIN,
    PATIENCE,
    ROW,
    answered,
    costs_told,
    game_of,
    handle_again,
    line_apart,
    played_again,
    random_drags,
    seen_lines,
    spoken,
    strayed,
    turned,
    turned_on,
    waited,
)
from tests.engine.adviser import compiled, kept
from tests.engine.adviser_table import (
    ANOTHER,
    GRENADIERS,
    PASSWORD,
    SETUP,
    TANKS,
    Table,
    chit,
    unit,
)
from tests.engine.adviser_table import ours as ours
from tests.engine.adviser_table import table as table
from tests.engine.driver import Engine
from tests.engine.expectation import BuiltModule
from tests.engine.listening import Listening
from tests.engine.prepare import EngineFiles
from tests.engine.shared import Engines
from tests.fetching.absence import ENGINE, without
from tests.fetching.cache import NotHereError
from tests.room.serving import Served, bare_room, serving_programs

pytestmark = pytest.mark.engine

LIVE_NAME = "Where Eagles Dare (live)"
SMALL = "Son with the Wind"
"""A set-up of fewer counters, which engines load, save and replay a dozen times over."""
FOOT, ARMOUR, LOST = "wal-1-pg-2107", "wal-1-pz-2107", "wal-4-pz-2107"
MOST_BYTES, MOST_LINES = 100_000, 1_300
SAMPLE, SEED = 24, 7
IDS = re.compile(r"\b\d{13}\b")


def test_the_classes_are_those_that_the_sources_make(tmp_path: Path) -> None:
    try:
        made = compiled(tmp_path)
    except NotHereError as error:
        without(ENGINE, error)
    assert made == kept(), "make adviser"
    assert sum(map(len, made.values())) < MOST_BYTES
    adviser = (SOURCES / "clubroute" / "adviser").glob("*.java")
    sources = [one.read_text(encoding="utf-8") for one in adviser]
    assert sum(len(one.splitlines()) for one in sources) <= MOST_LINES
    # Java 11: what is newer brings up a warning in VASSAL 3.6.19 to 3.7.24.
    assert {data[6:8] for data in made.values()} == {bytes((0, 55))}


@pytest.fixture(scope="module")
def bare(built_module: BuiltModule, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Our module without the adviser."""
    names = {entry.name for entry in class_entries([adviser_element()])}
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


def played(
    engine: Engine,
    folder: Path,
    start: Path,
    helped: Listening | None = None,
    settled: Callable[[], object] = lambda: None,
) -> dict[str, str]:
    """Play a little of all that can be logged: drags, a drag taken back, keys, Send-to-Location, a
    chit drawn and masked; the log and the saves around it as texts in which only ids are made
    alike.

    :param helped: the service that answers, and knows the game before the first drag, if any does.
    :param settled: waits until the adviser has said all that it will, while the log is open.
    """
    engine.load(start)
    if helped:
        waited(engine, lambda state: state["state"] == "ready")
    engine.save(folder / "start.vsav")
    engine.begin_log(folder / "game.vlog")
    for across, down in DRAGS:
        for id_ in (FOOT, ARMOUR):
            piece = unit(engine, id_)
            before = len(spoken(engine))
            engine.move(piece.id, MAIN, (piece.x + across * COLUMN, piece.y + down * ROW))
            if helped:
                # Of a counter that is dragged on, only the last drag is still told of.
                told_since(engine, before)
    engine.undo()
    engine.press(unit(engine, FOOT).id, "ctrl M")
    engine.press(unit(engine, LOST).id, "ctrl E")
    drawn = chit(engine)
    engine.move(drawn, *IN_PLAY)
    engine.adviser("mask", id=drawn, password=ANOTHER)
    engine.move(drawn, MAIN, (2000, 2000))
    engine.say("here we go")
    if helped:
        all_answered(engine, helped)
    settled()
    engine.end_log()
    engine.save(folder / "end.vsav")
    return {name: text_of(folder / name) for name in ("start.vsav", "game.vlog", "end.vsav")}


def all_answered(engine: Engine, service: Listening) -> None:
    """Wait until the adviser has nothing more to ask, and has said what it was answered."""
    waited(
        engine,
        lambda state: (
            not state["waiting"]
            and state["state"] == "ready"
            and len(service.sent) == len(service.answered)
        ),
    )
    engine.quiet()


def told_since(engine: Engine, before: int) -> None:
    """Wait until the adviser has more lines in the chat than before."""
    until = time.monotonic() + PATIENCE
    while len(spoken(engine)) == before and time.monotonic() < until:
        time.sleep(0.02)
    assert len(spoken(engine)) > before


def text_of(path: Path) -> str:
    """What a log or a saved game says. Its pieces come in the order of a table of the engine, which
    depends on how large the games were that it had open before: here they are sorted."""
    entries = {one.name: one.data for one in entries_of(path.read_bytes(), Where(path.name))}
    start, end, steps = obfuscation.read_text(entries[SAVED_GAME]).partition(END_SAVE)
    assert end
    commands = start.split(ESC)
    pieces = [one for one in commands if one.startswith(ADD)]
    assert pieces
    ordered = iter(sorted(pieces, key=lambda one: IDS.sub("#", one)))
    start = ESC.join(next(ordered) if one.startswith(ADD) else one for one in commands)
    known: dict[str, str] = {}
    return IDS.sub(lambda found: known.setdefault(found[0], f"#{len(known)}"), start + end + steps)


@pytest.fixture(scope="module")
def control(
    engine_files: EngineFiles, display: str, bare: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, dict[str, str]]:
    """A start, and what the module without the adviser makes of it, twice the same."""
    folder = tmp_path_factory.mktemp("control")
    with Engine(engine_files, display, bare) as engine:
        assert not engine.adviser()["present"]
        engine.start_setup(SMALL)
        engine.save(folder / "first.vsav")
        found = played(engine, folder, folder / "first.vsav")
        assert played(engine, folder, folder / "first.vsav") == found
        assert engine.problems == []
    return folder / "first.vsav", found


FAILING = ("nobody", "wrong token", "garbage", "slow", "killed amid a drag")


@pytest.mark.parametrize("way", ["off", "on", *FAILING])
def test_log_and_saves_are_those_of_the_module_without_it(
    way: str, table: Table, control: tuple[Path, dict[str, str]], tmp_path: Path
) -> None:
    start, expected = control
    engine = table.engine
    assert engine.adviser()["buttons"] == 1
    if way != "off":
        engine.load(start)
        turned_on(engine)
    # Who is cut off amid a drag may say so at once.
    before = len(spoken(engine))
    if way in FAILING:
        piece = unit(engine, FOOT)
        if way == "killed amid a drag":
            engine.adviser("hover", id=piece.id, map=MAIN, x=piece.x, y=piece.y - ROW)
        table.close(way)
        if way != "slow":
            table.service.cut()
    helped = table.service if way == "on" else None
    complained = partial(told_since, engine, before) if way in FAILING else engine.quiet
    found = played(engine, tmp_path, start, helped=helped, settled=complained)
    lines = spoken(engine)[before:]
    engine.replay(tmp_path / "game.vlog")
    if way == "on":
        all_answered(engine, table.service)
    engine.quiet()
    said_in_replay = spoken(engine)[before + len(lines) :]
    assert found == expected
    assert [line for line in said_in_replay if "MP" in line] == []
    if way == "off":
        assert lines == []
    elif way == "on":
        assert len([line for line in lines if re.match(r"- \d+\.\d+: .*MP", line)]) >= len(DRAGS)
    else:
        assert len([line for line in lines if "no answer" in line or "Refused" in line]) == 1


@pytest.mark.parametrize("way", ["in the user's folder", "beside the module", "three times"])
def test_an_extension_leaves_no_trace_either(
    way: str,
    engine_files: EngineFiles,
    display: str,
    built_module: BuiltModule,
    bare: Path,
    control: tuple[Path, dict[str, str]],
    engines: Engines,
    table: Table,
    tmp_path: Path,
) -> None:
    start, expected = control
    packed = tmp_path / "adviser.vmdx"
    packed.write_bytes(extension())
    module = tmp_path / bare.name
    module.write_bytes((built_module.path if way == "three times" else bare).read_bytes())
    more = None if way == "beside the module" else packed
    if way != "in the user's folder":
        beside = tmp_path / f"{bare.stem}_ext"
        beside.mkdir()
        (beside / packed.name).write_bytes(packed.read_bytes())
    environment = engines.environment
    with Engine(engine_files, display, module, extension=more, environment=environment) as engine:
        assert engine.adviser()["buttons"] == 1
        engine.load(start)
        turned_on(engine)
        found = played(engine, tmp_path, start, helped=table.service)
        lines = spoken(engine)
        assert engine.problems == []
    assert found == expected
    assert any(re.match(r"- \d+\.\d+: .*MP", line) for line in lines)


def test_every_drag_is_told_as_the_socket_and_the_check_of_the_log_have_it(
    table: Table, wed_build: Path, tmp_path: Path
) -> None:
    engine, service = table.engine, table.service
    engine.start_setup(SETUP)
    turned_on(engine)
    engine.begin_log(tmp_path / "game.vlog")
    told = list(random_drags(engine, service, random.Random(SEED), SAMPLE))
    engine.end_log()
    seen = [one.id for one in engine.pieces() if one.deck is None]
    assert [one for one in told if line_apart(one)] == []
    assert sum(bool(one.said) for one in told) > SAMPLE // 2
    log = read_log(tmp_path / "game.vlog")
    context = Context(wed_build)
    assert strayed(context, log, told[:: SAMPLE // 8]) == []
    costs = list(costs_told(context, service))
    assert [one for one in costs if one.apart] == []
    assert sum(one.cost is not None for one in costs) > SAMPLE // 2
    # The recorded exchange, asked once more without VASSAL, ends where the log ends.
    live = played_again(context, service.asked)
    assert seen_lines(live, seen) == seen_lines(game_of(context, log), seen)
    assert len(seen) > SAMPLE


def test_an_answer_is_drawn_and_published_on_request_alone(table: Table) -> None:
    engine = table.engine
    engine.start_setup(SETUP)
    turned_on(engine)
    piece = unit(engine, GRENADIERS)
    engine.adviser("ask", id=piece.id, ask="reach")
    waited(engine, lambda state: state["marks"] == 1)
    before = len(engine.chat())
    engine.adviser("publish")
    until = time.monotonic() + PATIENCE
    while not any("ruling" in line for line in engine.chat()[before:]):
        assert time.monotonic() < until
        time.sleep(0.05)


def hovered(engine: Engine, place: tuple[int, int]) -> str:
    """The label while the tanks are held over a place."""
    engine.adviser("leave")
    x, y = place
    engine.adviser("hover", id=unit(engine, TANKS).id, map=MAIN, x=x, y=y)
    return str(waited(engine, lambda state: bool(state["label"]))["label"])


def wholes(service: Listening) -> int:
    """How often the game was sent whole."""
    return sum("packed" in one["params"].get("vassal", {}) for one in service.asked)


@pytest.mark.parametrize("lost", ["before it came", "after it came"])
def test_a_lost_connection_heals_by_itself_and_the_games_stay_in_step(
    lost: str, table: Table, wed_build: Path, tmp_path: Path
) -> None:
    """What is said after it is what would have been said without: of the chit drawn before, and of
    what was spent before it and meanwhile. The command that fails came, or did not."""
    engine, service = table.engine, table.service
    engine.start_setup(SETUP)
    turned_on(engine)
    engine.begin_log(tmp_path / "game.vlog")
    engine.move(chit(engine), *IN_PLAY)
    piece = unit(engine, TANKS)
    places = [(piece.x, piece.y - ROW), (piece.x, piece.y), (piece.x, piece.y + ROW)]
    engine.move(piece.id, MAIN, places[0])
    waited(engine, lambda state: state["sent"] == 2 and not state["waiting"])
    if lost == "after it came":
        service.spoil = lambda line: None
    else:
        service.cut()
    engine.move(piece.id, MAIN, places[1])
    waited(engine, lambda state: "no answer" in state["state"])
    service.spoil = lambda line: line
    engine.move(piece.id, MAIN, places[2])
    waited(engine, lambda state: state["state"] == "ready" and state["sent"] == 4)
    aside = (piece.x + COLUMN, piece.y + ROW)
    label = hovered(engine, aside)
    engine.end_log()
    assert wholes(service) == 1
    told = [one["params"]["vassal"] for one in service.asked if "vassal" in one["params"]]
    context = Context(wed_build)
    once = [one for n, one in enumerate(told) if one not in told[:n]]
    asked = [{"method": "state.open", "params": {"vassal": one}} for one in once]
    with table_of(context, handle_again(context, asked)) as at:
        unbroken = dragged(at, piece.id, MapPlace(map=MAIN, x=aside[0], y=aside[1]))
    assert label == unbroken["line"]
    assert unbroken["chit"]
    assert unbroken["spent"] > unbroken["cost"]
    seen = [one.id for one in engine.pieces() if one.deck is None]
    live = played_again(context, service.asked)
    assert seen_lines(live, seen) == seen_lines(
        game_of(context, read_log(tmp_path / "game.vlog")), seen
    )


def test_turned_off_and_on_with_nothing_played_between_it_knows_what_it_knew(table: Table) -> None:
    engine, service = table.engine, table.service
    engine.start_setup(SETUP)
    turned_on(engine)
    engine.move(chit(engine), *IN_PLAY)
    piece = unit(engine, TANKS)
    engine.move(piece.id, MAIN, (piece.x, piece.y - ROW))
    aside = (piece.x + COLUMN, piece.y - ROW)
    before = hovered(engine, aside)
    said = answered(service)
    turned(engine, on=False)
    turned_on(engine)
    assert hovered(engine, aside) == before
    assert answered(service) == said
    assert wholes(service) == 2
    # Something was played of which it did not hear: another game, for all it knows.
    turned(engine, on=False)
    engine.move(piece.id, MAIN, (piece.x, piece.y))
    engine.move(piece.id, MAIN, (piece.x, piece.y - ROW))
    turned_on(engine)
    assert hovered(engine, aside) != before
    assert "chit" in said
    assert "chit" not in answered(service)


def test_two_players_who_exchange_logs_are_each_told_of_their_own_moves(
    table: Table, tmp_path: Path
) -> None:
    engine = table.engine
    engine.start_setup(SETUP)
    turned_on(engine)
    before = len(spoken(engine))
    for name, player, id_ in (("a", PASSWORD, GRENADIERS), ("b", ANOTHER, TANKS)):
        engine.adviser("player", password=player)
        if name == "b":
            assert engine.replay(tmp_path / "a.vlog") > 0
            all_answered(engine, table.service)
            assert spoken(engine)[before:] == [], "a line of another's move"
        engine.begin_log(tmp_path / f"{name}.vlog")
        piece = unit(engine, id_)
        engine.move(piece.id, MAIN, (piece.x, piece.y - ROW))
        told_since(engine, before)
        assert len(spoken(engine)) == before + 1
        assert spoken(engine)[before].startswith("- ")
        before += 1
        engine.end_log()
    engine.adviser("player", password=PASSWORD)
    assert engine.replay(tmp_path / "b.vlog") > 0
    all_answered(engine, table.service)
    assert spoken(engine)[before:] == []
    sent = b"\n".join(table.service.sent + table.service.answered).decode("utf-8")
    assert PASSWORD not in sent
    assert ANOTHER not in sent


def test_what_is_hidden_is_not_sent_nor_any_password(table: Table) -> None:
    engine, service = table.engine, table.service
    engine.start_setup(SETUP)
    turned_on(engine)
    cards = engine.cards()
    masked = chit(engine)
    engine.move(masked, *IN_PLAY)
    waited(engine, lambda state: state["sent"] == 1)
    engine.adviser("mask", id=masked, password=ANOTHER)
    waited(engine, lambda state: state["sent"] == 2)
    told = len(service.sent)
    (name,) = (one.name for one in engine.pieces() if one.id == masked)
    engine.move(masked, MAIN, (2000, 2000))
    piece = unit(engine, GRENADIERS)
    engine.move(piece.id, MAIN, (piece.x, piece.y - ROW))
    waited(engine, lambda state: not state["waiting"] and state["sent"] >= 3)
    turned(engine, on=False)
    turned_on(engine)
    chat = "\n".join(engine.chat())
    later = [one["params"].get("vassal", {}) for one in service.asked[told:]]
    wholes = [unpacked(one["packed"]) for one in later if "packed" in one]
    assert len(wholes) == 1
    assert piece.id in wholes[0]
    after = "\n".join([*(one.get("text", "") for one in later), *wholes])
    for secret in (f"+/{masked}/", f"M/{masked}/", f"D/{masked}/", name):
        assert secret not in after, secret
    first = [one["params"]["vassal"] for one in service.asked if "vassal" in one["params"]]
    everything = "\n".join([*map(unpacked, (first[0]["packed"],)), after])
    everything += b"\n".join(service.sent + service.answered).decode("utf-8")
    assert len(cards) > 10
    for secret in (PASSWORD, ANOTHER, *(f"+/{card}/" for card in cards - {masked})):
        assert secret not in everything
        assert secret not in chat


def test_the_room_goes_along_and_gets_nothing_that_is_hidden(
    table: Table, gts_map: CompiledMap, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = table.engine
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(table.service.folder))
    with serving_programs(bare_room()) as (room, _):
        table.close("nobody")
        table.service.cut()
        engine.start_setup(SETUP)
        turned_on(engine)
        (masked, piece), cards = (chit(engine), unit(engine, GRENADIERS)), engine.cards()
        engine.move(masked, *IN_PLAY)
        waited(engine, lambda state: state["sent"] == 1)
        engine.adviser("mask", id=masked, password=ANOTHER)
        waited(engine, lambda state: state["sent"] == 2)
        engine.move(piece.id, MAIN, (piece.x, piece.y - ROW))
        waited(engine, lambda state: state["sent"] == 3 and not state["waiting"])
        tape = shown_in(room)
        moments = tape["moments"]
        assert masked in {one["piece"] for one in moments[1]["changed"]}
        assert masked in moments[2]["gone"]
        (moved,) = (one for one in moments[3]["changed"] if one["piece"] == piece.id)
        assert (moved["x"], moved["y"]) == (piece.x, piece.y - ROW)
        turned(engine, on=False)
        turned_on(engine)
        again = shown_in(room)
        turned(engine, on=False)
    assert again["source"]["digest"] != tape["source"]["digest"]
    now = {one["piece"]: one for one in again["counters"]}
    assert masked not in now
    assert now[piece.id]["hex"] == moved["hex"]
    assert not {one["piece"] for one in tape["counters"]} & cards
    for secret in (PASSWORD, ANOTHER):
        assert secret not in json.dumps([tape, again])


def shown_in(room: Served) -> Mapping[str, Any]:
    status, _, data = room.request("GET", f"/tape?file={quote(LIVE_NAME)}")
    assert status == 200, data
    found: Mapping[str, Any] = json.loads(data)
    return found


def unpacked(text: str) -> str:
    return zlib.decompress(base64.b64decode(text)).decode("utf-8")
