"""The room's answers inside a browser: what a worker of the page asks. It loads what answers, and
nothing that makes a site."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from clubroute.builder.files.atomic import not_staged
from clubroute.builder.project import shipped_project
from clubroute.rules.asking.context import Context
from clubroute.rules.room.answers import (
    MODULE,
    Answers,
    Reply,
    fault_reply,
    file_name,
    query_parts,
)
from clubroute.rules.room.mistakes import report
from clubroute.rules.service.faults import TIME_UP, FaultError

MODULES = "modules"
"""The folder of the modules that a page was given, beside the owner's."""
Told = tuple[int, str, dict[str, str], bytes, dict[str, bytes] | None]
"""A status, a type, headers, bytes, and the owner's tables where they have changed."""


class NoFiles:
    """No folder: a page in a browser opens what it is given. Modules that it was given lie in a
    folder of the browser's memory."""

    def __init__(self, modules: Path | None = None) -> None:
        self.modules = modules

    def find(self, name: str) -> Path | None:
        """No file."""
        return None

    def module(self, name: str) -> Path | None:
        """The module of that name that was given."""
        path = None if self.modules is None else self.modules / name
        return path if path is not None and path.is_file() else None

    def opened(self) -> dict[str, Any]:
        """The room was started with nothing."""
        return {"folder": None, "files": [], "file": None}


class Engine:
    """Answers the questions of one page.

    :param maps: the folder of the compiled maps.
    :param owner: the folder of what the owner has said of their counters.
    """

    def __init__(self, maps: str, owner: str) -> None:
        self.owner = Path(owner)
        context = Context(Path(maps), owner_folder=self.owner)
        self.modules = Path(MODULES)
        self.answers = Answers(context, shipped_project(), NoFiles(self.modules), report)
        self.seconds = self.answers.limits.answer_seconds

    def answer(self, method: str, path: str, body: Any = None) -> Told:
        """Answer what a page asks at an address, with its query. Never raises."""
        place, _, query = path.partition("?")
        if body is not None and place == "/tape" and query.lower().endswith(MODULE):
            self.keep_module(query, body)
            body = None
        data = b"" if body is None else body if isinstance(body, bytes) else body.to_bytes()
        found = self.answers.answer(method, place, query, data)
        changed = method == "POST" and place == "/ratings" and found.status == 200
        headers = dict(found.headers)
        return found.status, found.type, headers, found.data, self.tables() if changed else None

    def keep_module(self, query: str, body: Any) -> None:
        """Keep the file of a module for as long as the page is open."""
        self.modules.mkdir(exist_ok=True)
        with (self.modules / file_name(query_parts(query)["name"])).open("wb") as file:
            if isinstance(body, bytes):
                file.write(body)
            else:
                body.to_file(file)

    def tables(self) -> dict[str, bytes]:
        """The owner's tables by their names."""
        return {
            path.name: path.read_bytes()
            for path in sorted(not_staged(self.owner.glob("*.csv"), self.owner))
        }

    def words(self) -> dict[str, tuple[int, str, str]]:
        """What a page tells of a question whose time is up, as the room's server tells it: of one
        to the methods, and of any other. Nobody can interrupt what runs in a worker."""
        fault = FaultError(TIME_UP, "answer", "no answer yet", "an answer in time")
        told: dict[str, Reply] = {
            "rpc": fault_reply(fault),
            "late": self.answers.refusal("", fault),
        }
        return {name: (one.status, one.type, one.data.decode()) for name, one in told.items()}
