"""Talk to one running VASSAL engine that has one module open.

The Java side is ``java/driver``; each method here is one of its commands. Coordinates are map
pixels. Every wait ends: the engine stops itself when one answer takes too long, and this side kills
its whole process group. The process of an engine that ended well has the next (``hosts.py``).
"""

from __future__ import annotations

import json
import queue
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.engine.hosts import Host, Hosts
from tests.engine.prepare import EngineFiles
from tests.engine.reports import (
    AtStart,
    Board,
    ChartPage,
    Deck,
    DeckPosition,
    Definition,
    Expression,
    GameMap,
    Idle,
    Image,
    KeyAnswer,
    NamedPoint,
    Piece,
    PiecePosition,
    Point,
    Position,
    PrototypeUse,
    RoundTrip,
    Screenshot,
    Setup,
    ToolbarButton,
)

ANSWER_SECONDS = 60
# A little longer than the engine's own limit, so that its account of the hang reaches us first.
GRACE_SECONDS = 10
LOOKING = ("windows", "adviser")
"""Commands that change nothing a player sees."""
DIALOG = "DIALOG "
"""What a problem begins with that is a dialog: the engine's watchdog closed it."""


class EngineError(Exception):
    """The engine refused a command, died or hung; the message holds the end of what it printed."""


class Engine:
    """A running engine with ``module`` open; use it as a context manager.

    ``problems`` collects everything the engine complained about since it started: warnings in its
    log, bug reports, uncaught exceptions, modal dialogs. Raises EngineError when the module cannot
    be opened or an answer is an error. The engine gives up on an answer after ``answer_seconds``;
    ``patience`` is how many seconds this side waits for a word of it. ``extension`` is a .vmdx in
    the folder of the user's own, ``environment`` what is told to the process besides,
    ``preferences`` the files of preferences that are there already, ``language`` the one the
    player has chosen, ``editor`` whether the module is opened as the Module Editor does.
    ``process_id`` is its process's, which leads its own process group.
    """

    def __init__(
        self,
        files: EngineFiles,
        display: str,
        module: Path,
        *,
        answer_seconds: int = ANSWER_SECONDS,
        extension: Path | None = None,
        environment: Mapping[str, str] | None = None,
        preferences: Mapping[str, bytes] | None = None,
        language: str | None = None,
        editor: bool = False,
    ) -> None:
        if not module.is_file():
            # The engine would take it for a module yet to be written.
            raise EngineError(f"open: there is no file {module}")
        self.patience: float = answer_seconds + GRACE_SECONDS
        self.problems: list[str] = []
        self.engine_version = ""
        self.module_name = ""
        self.module_version = ""
        self._asked = ""
        self._types: list[str] = []
        self._home = Path(tempfile.mkdtemp(prefix="vassal-"))
        if extension is not None:
            (self._home / "conf" / "ext").mkdir(parents=True)
            shutil.copy(extension, self._home / "conf" / "ext")
        told = dict(preferences or {})
        if language is not None:
            # What a player chooses under Preferences, General.
            told["V_Global"] = f"Locale={language}\n".encode("ascii")
        for name, data in told.items():
            self._preferences.mkdir(parents=True, exist_ok=True)
            (self._preferences / name).write_bytes(data)
        self._hosts = files.hosts or Hosts()
        self._keeps = files.hosts is not None
        self._host: Host | None = self._hosts.taken(
            files.java, files.class_path, display, environment or {}
        )
        self._lost = False
        self.process_id = self._host.process.pid
        try:
            self._host.write(self._opening(files.class_path, module, answer_seconds, editor))
            opened = self._answer("open")
        except BaseException:
            self.close()
            raise
        self.engine_version = opened["engine"]
        self.module_name = opened["module"]
        self.module_version = opened["version"]

    def _opening(self, class_path: str, module: Path, answer_seconds: int, editor: bool) -> str:
        """The line that opens the module, with folders of our own."""
        folders = {name: self._home / name for name in ("home", "conf", "cache")}
        for folder in folders.values():
            folder.mkdir(exist_ok=True)
        properties = {
            "user.home": str(folders["home"]),
            "VASSAL.conf": str(folders["conf"]),
            "VASSAL.cache": str(folders["cache"]),
            "clubroute.engine.editor": str(editor).lower(),
        }
        asked = {"module": str(module), "seconds": str(answer_seconds), "properties": properties}
        return json.dumps({**asked, "classPath": class_path})

    @property
    def _preferences(self) -> Path:
        return self._home / "conf" / "prefs"

    def preferences(self) -> dict[str, bytes]:
        """The files of preferences, as they are when the engine ends."""
        self._ask("adviserremember")
        return {one.name: one.read_bytes() for one in self._preferences.iterdir()}

    @property
    def ended(self) -> bool:
        """Whether the process is there no more."""
        return self._host is None or self._host.process.poll() is not None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the engine, and all it started, with its process unless that can have another; safe
        to call again."""
        host, self._host = self._host, None
        if host is not None:
            if self._keeps and not self._lost and host.has_ended_engine():
                self._hosts.given_back(host)
            else:
                host.kill()
        shutil.rmtree(self._home, ignore_errors=True)

    def _ask(self, command: str, **arguments: object) -> Any:
        try:
            if self._host is None:
                raise ValueError(command)
            self._host.write(json.dumps({"command": command, **arguments}))
        except (OSError, ValueError) as error:
            raise self._failure(f"{command}: the engine is gone") from error
        if command not in LOOKING:
            self._asked = command
        return self._answer(command)

    def _answer(self, command: str) -> Any:
        assert self._host is not None
        try:
            line = self._host.answer(self.patience)
        except queue.Empty:
            self._lost = True
            raise self._failure(f"{command}: the engine hangs") from None
        if line is None:
            self._lost = True
            raise self._failure(f"{command}: the engine stopped without an answer")
        reply = json.loads(line)
        self.problems.extend(reply["problems"])
        if not reply["ok"]:
            raise self._failure(f"{command}: {reply['error']}")
        return reply["result"]

    def _failure(self, message: str) -> EngineError:
        log = "" if self._host is None else self._host.log()
        complaints = "\n".join(self.problems)
        return EngineError(f"{message}\n{complaints}\n{log}".strip())

    def adviser(self, command: str = "", **arguments: object) -> Any:
        """Tell the adviser something (toggle, hover, leave, ask …), or ask how it is."""
        return self._ask(f"adviser{command}", **arguments)

    def quiet(self) -> None:
        """Wait until dialogs and work put off by the engine have come up in ``problems``."""
        self._ask("quiet")

    def validate(self) -> list[str]:
        """What VASSAL's own validity check says when a module is saved."""
        return list(self._ask("validate"))

    def build_file(self) -> str:
        """The buildFile.xml the engine would write for the module it has read."""
        return str(self._ask("buildfile"))

    def images(self) -> list[Image]:
        return [
            Image(item["name"], item["exists"], item["width"], item["height"])
            for item in self._ask("images")
        ]

    def slots(self) -> list[Definition]:
        """Every piece slot: palette, at-start stacks and decks."""
        return [_definition(item) for item in self._ask("slots")]

    def prototypes(self) -> list[Definition]:
        return [_definition(item) for item in self._ask("prototypes")]

    def expressions(self) -> list[Expression]:
        return [Expression(**item) for item in self._ask("expressions")]

    def setups(self) -> list[Setup]:
        return [Setup(**item) for item in self._ask("setups")]

    def charts(self) -> list[ChartPage]:
        """The text pages of every chart window, as a player reads them."""
        return [ChartPage(**item) for item in self._ask("charts")]

    def new_game(self, side: str | None = None, *, seed: int = 0) -> int:
        """Start a game as File > New Game does; the number of pieces and stacks in it.

        :param seed: of all that is drawn and rolled in this game. Games of one seed draw the same.
        """
        return int(self._ask("newgame", side=side, seed=seed))

    def start_setup(self, name: str, *, seed: int = 0) -> int:
        """Start a predefined setup; the number of pieces and stacks in it."""
        return int(self._ask("setup", name=name, seed=seed))

    def load(self, path: Path, *, seed: int = 0) -> int:
        """Load a .vsav; the number of pieces and stacks in it."""
        return int(self._ask("load", file=str(path), seed=seed))

    def seed(self, seed: int) -> None:
        """Draw and roll from here on what a seed gives."""
        self._ask("seed", seed=seed)

    def tutorial(self) -> int:
        """Begin the tutorial of the Help menu; the number of pieces and stacks in it."""
        return int(self._ask("tutorial"))

    def save(self, path: Path) -> None:
        """Save the running game as a .vsav."""
        self._ask("save", file=str(path))

    def begin_log(self, path: Path) -> None:
        """Record what follows into a .vlog, until end_log."""
        self._ask("beginlog", file=str(path))

    def end_log(self) -> None:
        self._ask("endlog")

    def replay(self, path: Path) -> int:
        """Load a .vlog and step through it to its end; the number of steps."""
        return int(self._ask("replay", file=str(path)))

    def step(self) -> bool:
        """Click "step" once in a log loaded with :meth:`load`; False at its end."""
        return bool(self._ask("step"))

    def position(self) -> Position:
        """Where every piece is and in which state, and what every deck holds."""
        answer = self._ask("position")
        # A piece's type is long, and told once: from then on by its number.
        self._types += answer["types"]
        pieces = tuple(
            PiecePosition(*row, self._types[kind], state) for *row, kind, state in answer["pieces"]
        )
        decks = tuple(
            DeckPosition(row[0], row[1], row[2], row[3], tuple(row[4])) for row in answer["decks"]
        )
        return Position(pieces, decks)

    def turns(self) -> set[str]:
        """Turn trackers, as the engine saves them."""
        return set(self._ask("turns"))

    def cards(self) -> set[str]:
        """The ids of all cards that lie in decks; sooner told than a whole position."""
        return set(self._ask("cards"))

    def properties(self) -> dict[tuple[str, str], str]:
        """Every global property, those of dice and turn trackers too, by container and name."""
        return {(row[0], row[1]): row[2] or "" for row in self._ask("properties")}

    def raw_names(self, map_name: str, points: Sequence[Point]) -> list[str]:
        """The engine's name of each point as it is, not snapped."""
        return list(self._ask("rawnames", map=map_name, points=points))

    def move(self, piece_id: str, map_name: str, place: Point) -> None:
        """Drag a piece, or a stack by its id, as with the mouse."""
        x, y = place
        self._ask("move", id=piece_id, map=map_name, x=x, y=y)

    def press(self, piece_id: str, key: str) -> None:
        """Select a piece and press a key, written as Java writes it: ``ctrl F``."""
        self._ask("press", id=piece_id, key=key)

    def say(self, text: str) -> None:
        """Write a line into the chat."""
        self._ask("say", text=text)

    def undo(self) -> None:
        """Click the undo button."""
        self._ask("undo")

    def chat(self) -> list[str]:
        """Lines of the chat window."""
        return list(self._ask("chat"))

    def round_trip(self) -> RoundTrip:
        answer = self._ask("roundtrip")
        return RoundTrip(
            **{**answer, "lost": tuple(answer["lost"]), "gained": tuple(answer["gained"])}
        )

    def state(self) -> list[str]:
        """The running game as the engine saves it, one command an item."""
        return list(self._ask("state"))

    def global_property(self, name: str) -> str | None:
        """A global property, as a string; None where there is none of that name."""
        value = self._ask("property", name=name)
        return None if value is None else str(value)

    def toggle(self, name: str) -> None:
        """Push the toolbar button of that text that changes a global property."""
        self._ask("toggle", name=name)

    def push(self, name: str) -> None:
        """Push the button of that text that sends a key to many counters."""
        self._ask("push", name=name)

    def heap(self) -> tuple[int, int]:
        """Bytes of the heap in use after a collection, and the most it may grow to."""
        answer = self._ask("heap")
        return answer["used"], answer["most"]

    def maps(self) -> list[GameMap]:
        """Maps with the boards of the running game."""
        return [
            GameMap(
                item["name"],
                item["width"],
                item["height"],
                tuple(Board(**board) for board in item["boards"]),
            )
            for item in self._ask("maps")
        ]

    def names(self, map_name: str, points: Sequence[Point]) -> list[NamedPoint]:
        """Snap each point, then name it: the engine's names of unsnapped points are not exact."""
        return [NamedPoint(*item) for item in self._ask("names", map=map_name, points=points)]

    def hover(self, map_name: str, points: Sequence[Point]) -> list[str]:
        """What the map's stack viewer writes over each point when no piece is there."""
        return list(self._ask("hover", map=map_name, points=points))

    def beneath(self, piece_id: str) -> str:
        """What the map's stack viewer writes under a piece."""
        return str(self._ask("beneath", id=piece_id))

    def seen(self, map_name: str) -> tuple[int, int, int, int]:
        """The part of the map in its window: x, y, width, height in map pixels."""
        x, y, width, height = self._ask("seen", map=map_name)
        return x, y, width, height

    def places(self, map_name: str, board: str, names: Sequence[str]) -> list[Point | None]:
        """The inverse of names: map pixels of each place, None where the board has none."""
        answer = self._ask("places", map=map_name, board=board, names=names)
        return [None if item is None else (item[0], item[1]) for item in answer]

    def at_start(self) -> list[AtStart]:
        return [
            AtStart(item["name"], item["board"], item["location"], item["error"])
            for item in self._ask("atstart")
        ]

    def pieces(self, properties: Sequence[str] = ()) -> list[Piece]:
        """Every counter and card of the running game, with the named properties."""
        return [
            Piece(**{**item, "traits": tuple(item["traits"])})
            for item in self._ask("pieces", properties=properties)
        ]

    def keys(self, *, new: bool = False) -> list[KeyAnswer]:
        """Send one piece of each kind, on top of its stack, all its key commands, undoing each.

        :param new: leave out the kinds that were asked so in an earlier game.
        """
        return [_key_answer(item) for item in self._ask("keys", **({"new": True} if new else {}))]

    def slot_keys(self, map_name: str, place: Point) -> list[KeyAnswer]:
        """The same for every kind of piece in the palette, each put on the map for as long."""
        x, y = place
        return [_key_answer(item) for item in self._ask("slotkeys", map=map_name, x=x, y=y)]

    def idle(self, map_name: str, place: Point) -> Idle:
        """Keys and buttons that change nothing, tried on a counter of each kind, laid there."""
        x, y = place
        answer = self._ask("idle", map=map_name, x=x, y=y)
        return Idle(**{name: tuple(told) for name, told in answer.items()})

    def words(self) -> dict[str, str]:
        """What each part of the module says that VASSAL translates, by its key, as it is now."""
        return {item["key"]: item["value"] for item in self._ask("words")}

    def buttons(self) -> list[ToolbarButton]:
        """The buttons of the module's toolbar and of every map's."""
        return [ToolbarButton(**item) for item in self._ask("buttons")]

    def click(self, number: int) -> set[str]:
        """Click the button of that number; what changed: the game, the chat, what is shown, the
        view, who hears the mouse; or that it asks the player something."""
        before = len(self.problems)
        self._ask("click", number=number, seen=self._asked == "clicked" or None)
        changes = set(self._ask("clicked"))
        if any(problem.startswith(DIALOG) for problem in self.problems[before:]):
            # What comes of closing it in the engine's face is no fault of the module.
            self.quiet()
            del self.problems[before:]
            changes.add("asks")
        return changes

    def dice(self, name: str, times: int) -> list[str]:
        return list(self._ask("dice", name=name, times=times))

    def decks(self) -> list[Deck]:
        return [Deck(**{**item, "cards": tuple(item["cards"])}) for item in self._ask("decks")]

    def deck_menu(self, deck: str) -> list[str]:
        """The lines of a deck's menu."""
        return list(self._ask("deckmenu", name=deck))

    def choose(self, deck: str, line: str) -> None:
        """Choose a line of a deck's menu."""
        self._ask("deckline", name=deck, line=line)

    def draw(self, deck: str, times: int, place: Point) -> list[str]:
        """Draw cards one at a time onto the deck's map; their names in the order drawn."""
        x, y = place
        return list(self._ask("draw", name=deck, times=times, x=x, y=y))

    def turn(self, times: int) -> list[str]:
        """Text of the turn tracker now and after each of so many clicks on "next"."""
        return list(self._ask("turn", times=times))

    def windows(self) -> dict[str, tuple[int, int, int, int]]:
        """The windows that are seen, by their titles: x, y, width, height on the screen."""
        return {row[0] or "": (row[1], row[2], row[3], row[4]) for row in self._ask("windows")}

    def overview(self, map_name: str) -> bool:
        """Whether the overview of a map is shown."""
        return bool(self._ask("overview", map=map_name))

    def tab(self, title: str) -> None:
        """Turn to the tab of a title, in whatever window has it."""
        self._ask("tab", title=title)

    def screen(self, path: Path) -> None:
        """The whole screen as a player sees it, as a PNG file."""
        self.quiet()
        self._ask("screen", file=str(path))

    def screenshot(
        self,
        map_name: str,
        path: Path,
        *,
        scale: float = 1.0,
        region: tuple[int, int, int, int] | None = None,
    ) -> Screenshot:
        """Paint a map, or x, y, width, height of it, into a PNG file."""
        part = dict(zip(("x", "y", "width", "height"), region, strict=True)) if region else {}
        path.parent.mkdir(parents=True, exist_ok=True)
        answer = self._ask("screenshot", map=map_name, file=str(path), scale=scale, **part)
        return Screenshot(**answer)

    def drawn(
        self, names: Sequence[str], path: Path, *, scale: float, side: int, columns: int
    ) -> None:
        """Draw images at a scale into squares of a PNG file, ``columns`` in a row."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self._ask(
            "drawn", names=list(names), file=str(path), scale=scale, side=side, columns=columns
        )

    def sequence(
        self,
        encode: Sequence[tuple[str, Sequence[str]]],
        decode: Sequence[tuple[str, str]],
    ) -> tuple[list[str], list[list[str]]]:
        """The Java SequenceEncoder: texts of the token lists, token lists of the texts."""
        answer = self._ask("sequence", encode=encode, decode=decode)
        return answer["encoded"], answer["decoded"]


def _definition(item: Mapping[str, Any]) -> Definition:
    uses = tuple(PrototypeUse(use["name"], use["exists"]) for use in item["prototypes"])
    declared = tuple(tuple(fields) for fields in item["declared"])
    read = tuple(tuple(fields) for fields in item["read"])
    return Definition(item["name"], item["gpid"], declared, read, uses)


def _key_answer(item: Mapping[str, Any]) -> KeyAnswer:
    lists = {name: tuple(item[name]) for name in ("lost", "gained", "problems")}
    return KeyAnswer(**{**item, **lists})
