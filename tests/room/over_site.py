"""A site in the place of a room's server, for the tests of the room."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from playwright.sync_api import Page

from clubroute.builder.survey.compile import CompiledMap
from clubroute.builder.terrain.terrain_file import encode_terrain
from clubroute.rules.room.app import Room
from clubroute.rules.series import all_games
from tests.room.serving import bare_room
from tests.site.served import ANSWERING, Site, serving_site
from tests.site.sites import bare_files, shipped_runtime

BRING = """async tables => { const {transport} = clubroute.room, found = {};
    for (const [name, text] of Object.entries(tables)) {
        found[name] = Uint8Array.from(atob(text), c => c.charCodeAt(0));
    }
    await transport.kept.owner(found);
    transport.worker.terminate();
    await transport.begin(); }"""


@dataclass(frozen=True, slots=True)
class OverASite:
    """A site, with what a folder would have held: ``room`` is the same in this process."""

    site: Site
    room: Room
    files: Sequence[Path] = ()
    tables: Mapping[str, bytes] | None = None

    @property
    def address(self) -> str:
        return self.site.address

    def holding(self, room: Room, *files: Path, **tables: bytes) -> OverASite:
        """The same site for somebody who has some files and tables."""
        return replace(self, room=room, files=files, tables=tables)

    def arrive(self, page: Page) -> None:
        """Give a page what a server would have found in the owner's folder and in the watched."""
        page.wait_for_selector(ANSWERING, timeout=120_000)
        if self.tables:
            told = {f"{k}.csv": base64.b64encode(v).decode() for k, v in self.tables.items()}
            page.evaluate(BRING, told)
        for path in self.files:
            page.set_input_files("#file", path)
            page.wait_for_function("name => document.title.startsWith(name)", arg=path.name)


@contextmanager
def over_a_site(top: Path, gts: CompiledMap, ins: CompiledMap) -> Iterator[OverASite]:
    """Serve a site of all games, without pictures."""
    maps = top / "maps"
    maps.mkdir()
    for name, made in (("gts", gts), ("ins", ins)):
        (maps / f"{name}.terrain").write_bytes(encode_terrain(made.terrain))
    files = bare_files(maps, tuple(all_games()), shipped_runtime())
    with serving_site(top / "www", files) as site:
        yield OverASite(site, bare_room())
        assert site.elsewhere() == []
