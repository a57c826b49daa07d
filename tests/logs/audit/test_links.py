"""Which logs of a season go on where which ended, whatever their names and clocks say."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.vassal.archive import SAVED_GAME
from clubroute.builder.vassal.atoms import PlayerEntry
from clubroute.builder.vassal.metadata import MODULE_DATA
from clubroute.rules.asking.schema import check_value
from clubroute.rules.cli import main
from clubroute.rules.logs.audit.examine import Settings
from clubroute.rules.logs.audit.season import (
    AuditJob,
    Comparison,
    audit_file,
    compare_files,
    link_at,
)
from clubroute.rules.logs.audit.summary import (
    follows_text,
    link_findings,
    link_rows,
    settle,
)
from tests.engine.small_board import MAP_NAME, hex_centres
from tests.logs.audit.scripted import dated
from tests.logs.audit.test_examine import SCHEMA
from tests.logs.going_on import save_of
from tests.logs.recorder import Recorder
from tests.logs.samples import (
    OTHER_PASSWORD,
    PASSWORD,
    REPORT,
    entry_of,
    recorder,
    small_archive,
    small_maps,
    with_entry,
)

pytestmark = pytest.mark.slow

HOUR = 3_600_000
BEGUN = 1_750_000_000_000
VERSION = "3.6.0-SNAPSHOT"
PLACES = ["99.118", "01.117", "98.90", "99.101"]
PLAYERS = (PlayerEntry(PASSWORD, "Ann", "Allied"), PlayerEntry(OTHER_PASSWORD, "Bob", "German"))


def going_on(game: Recorder, *players: PlayerEntry) -> Recorder:
    """A recorder that begins where another is."""
    save = save_of(game.game, small_archive().read(MODULE_DATA), VERSION)
    return Recorder(
        save, small_maps(), password=PASSWORD, report=REPORT, players=players or PLAYERS
    )


def turn(game: Recorder, number: int) -> Recorder:
    """Something is done."""
    for piece, place in (("101", number), ("103", number + number // 4 + 3)):
        game.move(piece, MAP_NAME, *hex_centres()[PLACES[place % len(PLACES)]])
    game.say("Ann", f"turn {number}")
    game.roll("d10", [number % 10])
    return game


def chain(length: int) -> list[Recorder]:
    """Logs of one game, one after the other."""
    games = [turn(recorder(), 0)]
    for number in range(1, length):
        games.append(turn(going_on(games[-1]), number))
    return games


class Season:
    """A folder of logs that is audited."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def put(self, name: str, data: bytes, hours: float) -> None:
        """A file, and how many hours after the first it says it was saved."""
        (self.folder / name).write_bytes(dated(data, BEGUN + int(hours * HOUR)))

    def rows(self, *order: str) -> dict[str, dict[str, Any]]:
        """The rows by name, audited in an order."""
        names = order or tuple(sorted(path.name for path in self.folder.glob("*.v*")))
        settings, cache = Settings(self.folder / "none"), self.folder / "cache"
        done = [audit_file(settings, cache, AuditJob(self.folder / name, name)) for name in names]
        rows = [one.row for one in done]
        told = []
        for number, pair in enumerate(link_rows(rows)):
            earlier, later = (self.folder / row["log"] for row in (pair.earlier, pair.later))
            work = Comparison(number, earlier, later, pair.anew, link_at(pair))
            told.append((pair, compare_files(settings, cache, work)))
        settle(told)
        return {row["log"]: row for row in rows}


@pytest.fixture
def season(tmp_path: Path) -> Season:
    return Season(tmp_path)


def links(rows: dict[str, dict[str, Any]]) -> dict[str, str]:
    """Kind and other log by name."""
    return {
        name: f"{row['link']['kind']} {row['link']['log']}"
        for name, row in rows.items()
        if "link" in row
    }


def test_a_chain_whatever_the_names(season: Season) -> None:
    for name, game, hours in zip(["d", "a", "c"], chain(3), (0, 5, 29.5), strict=True):
        season.put(f"{name}.vlog", game.log_bytes(), hours)
    rows = season.rows()
    assert links(rows) == {"a.vlog": "after d.vlog", "c.vlog": "after a.vlog"}
    assert "gap_ms" not in rows["d.vlog"]
    assert follows_text(rows["d.vlog"]) == ""
    text = "continues d.vlog, 5 h 0 min later"
    assert follows_text(rows["a.vlog"]) == text
    assert rows["c.vlog"]["gap_ms"] == int(24.5 * HOUR)
    assert link_findings(rows.values()) == []


@pytest.mark.parametrize("seed", range(3))
def test_the_order_of_files_and_wrong_clocks_do_not_matter(season: Season, seed: int) -> None:
    chance = random.Random(seed)
    names = [f"{number}.vlog" for number in range(5)]
    clocks = chance.sample(range(100), 5)
    for name, game, hours in zip(names, chain(5), clocks, strict=True):
        season.put(name, game.log_bytes(), hours)
    order = chance.sample(names, 5)
    rows = season.rows(*order)
    assert links(rows) == {f"{n}.vlog": f"after {n - 1}.vlog" for n in range(1, 5)}
    back = [n for n in range(1, 5) if clocks[n] < clocks[n - 1]]
    assert [one["why"] for one in link_findings(rows.values())] == [
        f"{n}.vlog continues {n - 1}.vlog, but its file says that it was saved before it"
        for n in back
    ]
    for n in back:
        assert follows_text(rows[f"{n}.vlog"]).endswith(" earlier")


def test_a_missing_log_is_named(season: Season) -> None:
    first, _, third = chain(3)
    season.put("1.vlog", first.log_bytes(), 0)
    season.put("3.vlog", third.log_bytes(), 9)
    rows = season.rows()
    link = rows["3.vlog"]["link"]
    assert (link["kind"], link["log"]) == ("broken", "1.vlog")
    assert link["pieces"] == link["elsewhere"] == 2
    assert len(link["names"]) == 2
    assert "gap_ms" not in rows["3.vlog"]
    assert follows_text(rows["3.vlog"]) == "does not continue 1.vlog: 2 pieces differ"
    (finding,) = link_findings(rows.values())
    assert finding["verdict"] == "unchecked"
    assert finding["logs"] == ["1.vlog", "3.vlog"]
    assert finding["why"] == (
        "a log between 1.vlog and 3.vlog is missing, or something was changed without one: "
        f"2 pieces differ, 2 of them elsewhere ({', '.join(link['names'])})"
    )


def test_the_nearest_of_several_ends_is_named(season: Season) -> None:
    first, second, _, fourth = chain(4)
    strange = turn(turn(going_on(first), 3), 1)
    strange.move("102", MAP_NAME, *hex_centres()["98.90"])
    strange.delete("103")
    season.put("1.vlog", first.log_bytes(), 0)
    season.put("2.vlog", second.log_bytes(), 1)
    season.put("2 strange.vlog", strange.log_bytes(), 2)
    season.put("4.vlog", fourth.log_bytes(), 3)
    assert links(season.rows())["4.vlog"] == "broken 2.vlog"


def test_something_changed_between_two_logs(season: Season) -> None:
    (first,) = chain(1)
    tidied = going_on(first)
    tidied.change("103", "rotate;", "2")
    tidied.delete("102")
    season.put("1.vlog", first.log_bytes(), 0)
    season.put("2.vlog", turn(going_on(tidied), 2).log_bytes(), 9)
    link = season.rows()["2.vlog"]["link"]
    assert (link["kind"], link["pieces"], link["elsewhere"]) == ("broken", 2, 0)
    assert link["added_or_removed"] == 1


def test_a_save_between_two_logs(season: Season) -> None:
    first, second = chain(2)
    season.put("1.vlog", first.log_bytes(), 0)
    save = with_entry(going_on(first).log_bytes(), SAVED_GAME, saved_game(going_on(first)))
    season.put("2.vsav", save, 1)
    season.put("3.vlog", second.log_bytes(), 2)
    rows = season.rows()
    assert links(rows) == {"2.vsav": "after 1.vlog", "3.vlog": "after 2.vsav"}
    # The log was gone on from, and saved besides: nobody did anything twice.
    assert link_findings(rows.values()) == []


def saved_game(game: Recorder) -> bytes:
    """The saved game of a log without steps."""
    return entry_of(game.bytes_of(()), SAVED_GAME)


def test_a_log_gone_on_from_twice(season: Season) -> None:
    (first,) = chain(1)
    season.put("1.vlog", first.log_bytes(), 0)
    season.put("2a.vlog", turn(going_on(first), 1).log_bytes(), 1)
    season.put("2b.vlog", turn(going_on(first), 2).log_bytes(), 2)
    rows = season.rows()
    assert links(rows) == {"2a.vlog": "after 1.vlog", "2b.vlog": "after 1.vlog"}
    (finding,) = link_findings(rows.values())
    assert finding["why"] == (
        "2a.vlog and 2b.vlog continue 1.vlog each: it was gone on from more than once"
    )
    assert finding["logs"] == ["1.vlog", "2a.vlog", "2b.vlog"]


def test_the_same_file_twice(season: Season) -> None:
    first, second = chain(2)
    season.put("1.vlog", first.log_bytes(), 0)
    for name in ("2.vlog", "2 again.vlog"):
        season.put(name, second.log_bytes(), 1)
    rows = season.rows()
    assert links(rows) == {"2.vlog": "copy 2 again.vlog", "2 again.vlog": "after 1.vlog"}
    assert follows_text(rows["2.vlog"]) == "the same file as 2 again.vlog"
    assert link_findings(rows.values()) == []


def test_a_second_game_and_one_that_repeats_the_first(season: Season) -> None:
    season.put("1.vlog", turn(recorder(), 0).log_bytes(), 0)
    season.put("2.vlog", turn(recorder(), 3).log_bytes(), 5)
    season.put("3.vlog", turn(turn(recorder(), 3), 4).log_bytes(), 7)
    rows = season.rows()
    assert links(rows) == {"2.vlog": "anew 1.vlog", "3.vlog": "replayed 2.vlog"}
    assert "gap_ms" not in rows["2.vlog"]
    assert rows["3.vlog"]["gap_ms"] == 2 * HOUR
    assert follows_text(rows["2.vlog"]) == "begins where 1.vlog began"
    assert follows_text(rows["3.vlog"]).startswith("continues 2.vlog, its steps again, 2 h 0 min")


def begun_again(earlier: str, later: str) -> list[tuple[str, str]]:
    """Which logs are compared, where two begin with the same set-up."""
    shared = {"module": "m", "players": ["Ann", "Bob"]}
    rows = [
        {**shared, "log": log, "sha256": log, "saved_ms": saved, "positions": places}
        for saved, (log, places) in enumerate(
            ((earlier, {"begins": "a", "ends": "b"}), (later, {"begins": "a", "ends": "c"}))
        )
    ]
    return [(pair.earlier["log"], pair.later["log"]) for pair in link_rows(rows)]


def test_who_plays_a_scenario_at_two_tables_plays_two_games() -> None:
    assert begun_again("round 1/a/1.vlog", "round 1/b/1.vlog") == []
    same = ("round 1/a/1.vlog", "round 2/a/1.vlog")
    assert begun_again(*same) == [same]


def test_of_a_damaged_log_nobody_can_tell(season: Season) -> None:
    first, second, third = chain(3)
    season.put("1.vlog", first.log_bytes(), 0)
    whole = dated(second.log_bytes(), BEGUN + HOUR)
    cut = entry_of(whole, SAVED_GAME)[:-61]
    season.put("2.vlog", with_entry(whole, SAVED_GAME, cut), 1)
    season.put("3.vlog", third.log_bytes(), 2)
    rows = season.rows()
    assert rows["2.vlog"]["damaged"]
    assert links(rows) == {"2.vlog": "unknown 1.vlog", "3.vlog": "unknown 2.vlog"}
    assert [one["why"] for one in link_findings(rows.values())] == [
        "whether 2.vlog continues 1.vlog cannot be told: 2.vlog is damaged",
        "whether 3.vlog continues 2.vlog cannot be told: 2.vlog is damaged",
    ]


def test_other_players_games_are_left_alone(season: Season) -> None:
    (first,) = chain(1)
    strangers = (PlayerEntry("x1", "Cid", "Allied"), PlayerEntry("x2", "Dot", "German"))
    season.put("1.vlog", first.log_bytes(), 0)
    # Even the same position proves nothing of players who were not there.
    season.put("2.vlog", turn(going_on(first, *strangers), 1).log_bytes(), 1)
    assert links(season.rows()) == {}
    # One of them takes over from a player who leaves.
    joined = (PLAYERS[0], strangers[1])
    season.put("3.vlog", turn(going_on(first, *joined), 2).log_bytes(), 2)
    assert links(season.rows()) == {"3.vlog": "after 1.vlog"}


def test_logs_in_which_nothing_happens_go_round_in_no_circle(season: Season) -> None:
    game = recorder()
    for number in range(4):
        idle = going_on(game)
        idle.say("Ann", f"hello {number}")
        season.put(f"{number}.vlog", idle.log_bytes(), 4 - number)
    found = links(season.rows())
    assert found == {f"{n}.vlog": f"after {n + 1}.vlog" for n in range(3)}


def test_a_report_of_a_season_says_it(season: Season, capsys: pytest.CaptureFixture[str]) -> None:
    first, _, third = chain(3)
    season.put("1.vlog", first.log_bytes(), 0)
    season.put("3.vlog", third.log_bytes(), 9)
    page = season.folder / "out" / "report.html"
    asked = ["audit", str(season.folder), "--map", str(season.folder), "--quiet", "--jobs", "1"]
    assert main([*asked, "--json", "--out", str(page)]) == 0
    whole = json.loads(capsys.readouterr().out)
    check_value(whole, json.loads(SCHEMA.read_text(encoding="utf-8")), "audit")
    assert [one["logs"] for one in whole["findings"]] == [["1.vlog", "3.vlog"]]
    told = page.read_text(encoding="utf-8")
    assert "does not continue 1.vlog: 2 pieces differ" in told
    assert "a log between 1.vlog and 3.vlog is missing, or something was changed" in told
    assert main([*asked, "--markdown"]) == 0
    text = capsys.readouterr().out
    assert "- **unchecked** a log between 1.vlog and 3.vlog is missing, or " in text
