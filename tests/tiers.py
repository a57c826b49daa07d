"""Which tests a run has: three tiers, and the reasons for which a test is dear.

``quick`` builds nothing and starts no engine and no browser. ``test`` leaves out what is dear, but
for the tests marked ``smoke``: by these the real engine and a real browser are in it. ``all``
leaves out nothing. Why a test is dear is said here, by where its file lies and by what it asks for:
one reads one table and need not look for marks. A test that is dear for itself has the mark.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from _pytest.nodeid import NodeId

REPOSITORY = Path(__file__).resolve().parents[1]

QUICK, TEST, ALL = "quick", "test", "all"
TIERS = (QUICK, TEST, ALL)

FIXTURES: Mapping[str, str] = {
    "engine_files": "engine",
    "chromium": "browser",
    "browser": "browser",
    "runtime": "browser",
    "site": "browser",
    "foreign_modules": "foreign",
}
"""Why a test is dear that asks for a fixture."""

FILES: Mapping[str, tuple[str, ...]] = {
    "install": (
        "tests/pipeline/test_bytes.py",
        "tests/pipeline/test_command_line.py::test_two_builds",
        "tests/pipeline/test_kill.py",
        "tests/pipeline/test_own_project.py::test_commands_take_both",
        "tests/pipeline/test_writers.py::test_a_command_that_writes_many_files_as_one",
        "tests/pipeline/test_writers.py::test_a_disk_that_is_full",
        "tests/room/test_alone.py",
        "tests/room/test_docs_site.py",
        "tests/room/test_stopping.py::test_a_room_that_is_killed",
        "tests/rules/assistant/test_official_client.py",
        "tests/rules/owner/modules/test_tour.py::test_the_room",
        "tests/rules/plain/test_trial.py::test_a_project_is_seen",
        "tests/rules/service/test_real_questions.py::test_many_clients",
        "tests/rules/service/test_serving.py::test_a_port_in_use",
        "tests/rules/service/test_serving.py::test_a_port_with_a_token",
        "tests/rules/service/test_serving.py::test_a_socket_and_a_port",
        "tests/rules/service/test_serving.py::test_a_stale_socket",
        "tests/rules/service/test_serving.py::test_platforms_without_unix",
        "tests/rules/service/test_serving.py::test_what_dead_services_left",
        "tests/rules/service/test_windows.py::test_the_port_s_door",
        "tests/site/test_building.py",
        "tests/test_no_home.py::test_a_service_and_a_room_stand_open_to_them",
        "tests/test_readme.py",
        "tests/test_wheel.py",
    ),
    "season": (
        "tests/logs/audit/test_cluster.py",
        "tests/logs/audit/test_hidden_names.py",
        "tests/logs/audit/test_season.py",
        "tests/logs/audit/test_workers.py",
        "tests/logs/check/test_chain.py::test_a_slip_at_a_logs_end_waits",
        "tests/logs/check/test_chain.py::test_a_slip_may_be_put",
        "tests/logs/check/test_chain.py::test_an_audit_waits",
        "tests/logs/check/test_habits.py::test_nobody_is_accused_and_faults_are_named_in_the_other_games",
        "tests/logs/check/test_impact.py",
        "tests/logs/check/test_measure.py",
        "tests/rules/plain/test_own_logs.py::test_audit",
    ),
    "oracle": (
        "tests/compare/test_merge.py::test_two_authors_at_once",
        "tests/compare/test_merge.py::test_what_is_asked",
        "tests/logs/check/test_arrivals.py::test_ways_equal",
        "tests/logs/check/test_transport.py::test_no_rider",
        "tests/logs/referee/test_arriving.py::test_where_the_scenario",
        "tests/logs/scs/test_excuse_rows.py::test_a_row_taken_out_or_doubled_is_noticed",
        "tests/rules/adviser/test_live_judging.py::test_random_drags",
        "tests/rules/answer/metamorphic/test_everything.py",
        "tests/rules/answer/test_said.py::test_what_a_question_says_never_stands_unchecked",
        "tests/rules/answer/test_silence.py",
        "tests/rules/clauses/test_breaking.py",
        "tests/rules/movement/test_readings_said.py",
        "tests/rules/movement/test_trips_against_oracle.py",
        "tests/rules/movement/test_variants.py",
        "tests/rules/owner/modules/test_against.py",
        "tests/rules/owner/modules/test_alike.py",
        "tests/rules/owner/modules/test_same_log.py",
        "tests/rules/owner/modules/test_same_sight.py",
        "tests/rules/plain/test_precedence.py::test_a_column_that",
        "tests/rules/plain/test_precedence.py::test_what_reading",
        "tests/rules/scs/test_agreement.py::test_every_counter",
        "tests/rules/scs/test_agreement.py::test_thousands_of_questions_about_the_same_acts_do_not_differ",
    ),
    "fuzz": (
        "tests/logs/test_bombs.py",
        "tests/logs/test_fuzz.py",
        "tests/module/test_missing_parts.py",
        "tests/room/test_answers.py::test_random_requests",
        "tests/rules/owner/modules/test_doors.py::test_every_door",
        "tests/rules/service/test_fuzz.py",
        "tests/rules/service/test_lanes.py::test_300",
        "tests/rules/service/test_lanes.py::test_short_questions",
        "tests/rules/words/test_plain.py::test_no_line_however_bad_brings_a_path_to_a_player",
        "tests/rules/words/test_plain.py::test_what_a_method_needs_is_told_without_joined_names",
        "tests/test_command_doors.py::test_every_line",
        "tests/test_command_doors.py::test_no_text_that_names_a_program_runs_it",
        "tests/test_fuzz_files.py",
        "tests/test_security_doors.py",
    ),
    "boards": (
        "tests/art/test_beyond.py",
        "tests/art/test_board.py::test_each_layer",
        "tests/art/test_courses.py",
        "tests/art/test_furniture.py::test_a_panel",
        "tests/art/test_furniture.py::test_every_sample",
        "tests/art/test_furniture.py::test_where_there_is_no_room_there_is_no_panel",
        "tests/art/test_indexed.py::test_a_large",
        "tests/art/test_kept_plan.py",
        "tests/art/test_naming.py",
        "tests/art/test_own_kinds.py::test_a_kind",
        "tests/art/test_own_sheets.py",
        "tests/art/test_sheets.py",
        "tests/art/test_sight_lines.py::test_what_blocks",
        "tests/art/test_tiles.py",
        "tests/art/test_whole_boards.py",
        "tests/counters/test_printed.py::test_a_build",
        "tests/counters/test_ratings_extension.py",
        "tests/counters/test_states.py",
        "tests/lint/test_geojson.py::test_real_maps",
        "tests/lint/test_lint.py::test_a_window_shows",
        "tests/lint/test_lint.py::test_our_maps_have_no_errors_and_known_warnings",
        "tests/lint/test_lint.py::test_the_rulebooks",
        "tests/lint/test_unreached.py",
        "tests/module/test_authoring.py::test_the_page",
        "tests/module/test_build_lints.py::test_a_bridge",
        "tests/module/test_hex_numbers.py",
        "tests/module/test_legend.py::test_a_small",
        "tests/module/test_saved_setup.py::test_a_save",
        "tests/pipeline/test_cache.py::test_a_build_keeps",
        "tests/pipeline/test_cache.py::test_an_edited_hex",
        "tests/pipeline/test_publishing.py::test_a_release_that",
        "tests/pipeline/test_publishing.py::test_two_releases",
        "tests/rules/plain/test_printed_commands.py::test_every_printed",
        "tests/rules/plain/test_without_dots.py::test_its_module",
        "tests/survey/test_blind.py",
        "tests/survey/test_compile.py::test_the_corridor",
        "tests/survey/test_kept.py",
        "tests/survey/test_line_checks.py",
        "tests/survey/test_residuals.py",
    ),
    "players": (
        "tests/rules/assistant/test_nineteen.py",
        "tests/rules/words/test_ahead.py",
        "tests/rules/words/test_bridges.py::test_every",
        "tests/rules/words/test_bridges.py::test_no_answer",
        "tests/rules/words/test_examples.py::test_what_was",
        "tests/rules/words/test_ground.py::test_a_word_of_two",
        "tests/rules/words/test_mended.py",
        "tests/rules/words/test_players.py",
        "tests/rules/words/test_sessions.py",
        "tests/rules/words/test_talk.py::test_a_hundred_lines_that_follow_others_are_understood",
    ),
}
"""Why tests are dear, by the beginning of their file's path or, with ``::``, of their names."""

SAMPLED: Mapping[str, int] = {
    "tests/art/": 6,
    "tests/compare/test_merge.py::test_what_is_asked": 5,
    "tests/counters/": 3,
    "tests/engine/test_smoke.py::test_a_log_is_replayed": 3,
    "tests/fetching/test_absence.py": 2,
    "tests/lint/": 3,
    "tests/logs/check/test_check.py": 10,
    "tests/logs/check/test_excuse_rows.py": 20,
    "tests/logs/check/test_excuses.py": 8,
    "tests/logs/check/test_habits.py": 12,
    "tests/logs/check/test_mounted.py": 2,
    "tests/logs/check/test_transport.py::test_no_vehicle": 6,
    "tests/logs/own/test_own_games.py": 3,
    "tests/logs/referee/test_arriving.py::test_a_unit": 2,
    "tests/logs/referee/test_played.py": 20,
    "tests/logs/referee/test_scoreboard.py": 10,
    "tests/logs/scs/": 5,
    "tests/module/test_own_boards.py": 3,
    "tests/module/test_saved_setup.py": 2,
    "tests/pipeline/test_bad_counters.py": 3,
    "tests/pipeline/test_own_project.py": 4,
    "tests/pipeline/test_pipes.py": 3,
    "tests/pipeline/test_writers.py": 3,
    "tests/room/test_links.py::test_every_unit": 5,
    "tests/rules/agreement/": 8,
    "tests/rules/asking/test_methods.py::test_whatever_is_asked": 8,
    "tests/rules/assistant/test_tools.py::test_whatever": 5,
    "tests/rules/campaign/test_any_question.py": 8,
    "tests/rules/los/test_against_oracle.py": 3,
    "tests/rules/los/test_trace.py": 5,
    "tests/rules/movement/test_against_oracle.py": 4,
    "tests/rules/owner/modules/": 3,
    "tests/rules/plain/test_broken_games.py": 5,
    "tests/rules/plain/test_movement.py": 3,
    "tests/rules/plain/test_strangers.py::test_facing": 5,
    "tests/rules/scenarios/test_whereabouts.py": 4,
    "tests/rules/scs/test_agreement.py": 8,
    "tests/rules/words/test_follow.py::test_of_a": 2,
    "tests/rules/words/test_follow.py::test_what_no": 3,
    "tests/rules/words/test_misspelt.py": 4,
    "tests/rules/words/test_shell.py::test_in_a_pipe": 3,
    "tests/saves/": 4,
    "tests/saves/test_writing.py::test_a_state_laid": 2,
    "tests/survey/test_ins.py::test_a_hex": 3,
    "tests/test_command_doors.py::test_a_damaged": 3,
    "tests/test_command_doors.py::test_nothing": 4,
    "tests/test_command_doors.py::test_what_is_no_file": 3,
    "tests/test_security_doors.py": 3,
    "tests/vassal/test_xml_budgets.py::test_what_would": 4,
}
"""By the beginning of a test's name, every which of its rows the smaller tiers take, of ``@each``
too: each is a game, a picture, or many questions."""

REASONS = (
    *("engine", "browser", "install", "season", "oracle", "fuzz", "boards", "players"),
    "foreign",
)
"""All there are; pyproject.toml says what each means."""

SLOW = "slow"
SMOKE = "smoke"

BUILDS = {"gts_map", "ins_map", "wed_build", "tdc_build", "mg_build", "ins_build"}
"""Fixtures that compile a country or build its module: a quick run does without their tests."""

ALL_LONG = re.compile(r"^pytestmark = \[?pytest\.mark\.(?:engine|slow)\b", re.MULTILINE)
"""How a file says that each of its tests takes long."""


def tier_of(config: pytest.Config) -> str:
    """Tell the tier of a run."""
    found: str = config.getoption("--tier")
    return found


def reasons_of_name(name: str) -> list[str]:
    """Tell why a test is dear, or all tests of a file, by its path."""
    return [reason for reason, begun in FILES.items() if name.startswith(begun)]


def name_of(path: Path) -> str:
    """Name a file as the tables do."""
    return path.relative_to(REPOSITORY).as_posix() if path.is_relative_to(REPOSITORY) else ""


def reasons_of(item: pytest.Item) -> set[str]:
    """Tell why a test is dear; of one that is not, nothing."""
    marked = {mark.name for mark in item.iter_markers()} & set(REASONS)
    asked = {FIXTURES[name] for name in getattr(item, "fixturenames", ()) if name in FIXTURES}
    _, mark, test = item.nodeid.partition("::")
    return marked | asked | set(reasons_of_name(f"{name_of(item.path)}{mark}{test}"))


def is_smoke(item: pytest.Item) -> bool:
    """Tell whether a test stands for dear ones beside it; of a page's, the one over a server."""
    call = getattr(item, "callspec", None)
    over_a_site = call is not None and call.params.get("transport") == "site"
    return item.get_closest_marker(SMOKE) is not None and not over_a_site


def takes_long(item: pytest.Item) -> bool:
    """Tell whether a quick run does without a test."""
    fixtures = set(getattr(item, "fixturenames", ()))
    slow = item.get_closest_marker(SLOW) is not None
    return slow or bool(fixtures & BUILDS or reasons_of(item))


def is_in(tier: str, item: pytest.Item) -> bool:
    """Tell whether a tier has a test."""
    if tier == ALL:
        return True
    if tier == QUICK:
        return not takes_long(item)
    return is_smoke(item) or not reasons_of(item)


def chosen(tier: str, items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """Leave the tests that a tier has, in order; of a sampled file's rows every so manieth."""
    rows: Counter[str] = Counter()
    kept = []
    for item in items:
        function, _, row = item.nodeid.partition("[")
        number = rows[function]
        rows[function] += 1
        each = stride_of(function) if row and tier != ALL else 1
        if number % each == 0 and is_in(tier, item):
            kept.append(item)
    return kept


def stride_of(function: str) -> int:
    """Tell every which row of a test a smaller tier takes, by the longest beginning of its name."""
    begun = [beginning for beginning in SAMPLED if function.startswith(beginning)]
    return SAMPLED[max(begun, key=len)] if begun else 1


def is_left_unread(tier: str, path: Path) -> bool:
    """Tell whether a tier has none of the tests of a file, before it is read.

    Reading such files takes a process of a quick run a fifth of its time.
    """
    if tier == ALL or path.suffix != ".py":
        return False
    text = path.read_text(encoding="utf-8")
    if tier == QUICK:
        return bool(reasons_of_name(name_of(path))) or ALL_LONG.search(text) is not None
    dear = bool(reasons_of_name(name_of(path))) or "pytestmark = pytest.mark.engine" in text
    return dear and f"mark.{SMOKE}" not in text


def mark(items: Iterable[pytest.Item]) -> None:
    """Mark each test with the reasons for which it is dear, so that ``-m engine`` finds it."""
    for item in items:
        for reason in reasons_of(item):
            if item.get_closest_marker(reason) is None:
                item.add_marker(reason)


ENGINES = ("small", "foreign", "testland", "ombrey", "wed", "tdc", "mg", "ins")
"""Modules that one engine each has open for all tests of a run; of two, a test goes with the later
one, which is the dearer."""


def group_of(item: pytest.Item) -> str:
    """Name what a test is run with, in one process: the engine or the browser that it shares with
    other files, or its own file, whose fixtures are not made twice.

    All engines of the smoke tests take turns in one process, and have one display and service.
    """
    asked = set(getattr(item, "fixturenames", ()))
    call = getattr(item, "callspec", None)
    game = call.params.get("game", "") if call is not None and "engine" in asked else ""
    engines = [name for name in ENGINES if f"{name}_engine" in asked]
    if item.get_closest_marker("engine") and getattr(game, "id", game) in ENGINES:
        engines.append(getattr(game, "id", game))
    if engines:
        return "engine" if tier_of(item.config) == TEST else f"engine-{engines[-1]}"
    return "browser" if "browser" in asked else item.nodeid.partition("::")[0]


@contextmanager
def grouped(items: Iterable[pytest.Item]) -> Iterator[None]:
    """Name each test by what it shares, while pytest-xdist sends the names to the process that
    deals tests out (``--dist loadgroup``): tests with one name behind ``@`` stay together.

    pytest-xdist 3.8 would write them itself, into a field that pytest 9.2 reads no more.
    """
    names = {item: item.nodeid for item in items}
    for item, name in names.items():
        item._id = NodeId.parse(f"{name}@{group_of(item)}")
        assert item.nodeid != name, "tests that share something dear are dealt out one by one"
    yield
    for item, name in names.items():
        item._id = NodeId.parse(name)
