"""The command line: what ``ask`` prints and returns, and what the commands import."""

from __future__ import annotations

import gc
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from clubroute.rules.asking.collector import resting_collector
from clubroute.rules.cli import main

STATE = '{"units": [{"id": "a", "hex": "75.129"}]}'


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run in an empty folder: nothing may depend on the current one."""
    monkeypatch.chdir(tmp_path)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of a command."""
    code = main(list(arguments))
    out, err = capsys.readouterr()
    return code, out, err


def test_an_answer_is_json_on_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "ask", "rpc.ping", "{}") == (0, '"pong"\n', "")
    assert run(capsys, "ask", "rpc.ping", "--json") == (0, '"pong"\n', "")
    code, out, err = run(capsys, "ask", "state.open", f'{{"state": {STATE}}}')
    assert (code, err, out.count("\n")) == (0, "", 1)
    assert json.loads(out)["units"] == 1
    code, out, _ = run(capsys, "ask", "rpc.discover")
    assert "rpc.ping" in [method["name"] for method in json.loads(out)["methods"]]


def test_parameters_by_position_and_from_stdin(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, by_position, _ = run(capsys, "ask", "state.open", f"[{STATE}]")
    stdin = io.TextIOWrapper(io.BytesIO(f'\n{{"state": {STATE}}}\n'.encode()))
    monkeypatch.setattr(sys, "stdin", stdin)
    assert run(capsys, "ask", "state.open", "-") == (0, by_position, "")


def test_lines_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "ask", "hello", "--text")
    assert code == 0
    assert out.splitlines()[0] == "service: clubroute"


def test_an_illegal_move_is_an_answer(capsys: pytest.CaptureFixture[str]) -> None:
    question = {
        "map": "wed",
        "unit": {"class": "wheeled", "column": False},
        "to": {"terrain": "impassable"},
    }
    code, out, err = run(capsys, "ask", "step.cost", json.dumps(question))
    assert (code, err) == (0, "")
    assert json.loads(out)["verdict"] == "illegal"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("rpc.pong",), "did you mean rpc.ping?"),
        (("rpc.ping", '{"x": 1}'), "params:x: found an unknown parameter"),
        (("rpc.ping", "{"), "params:column 2: found its end, expected JSON"),
        (("rpc.ping", "[NaN]"), "NaN is no JSON number"),
        (("rpc.ping", "7"), "params: found a number, expected an object"),
        (("rpc.ping", "[1]"), "found 1 values"),
        (("rpc.ping", "[" * 100), "at most 32 levels"),
        (("rpc.ping", "[" * 2 + "]" * 2), "found 1 values"),
        (("state.open", "{}"), "params:state: found nothing"),
        (("state.close", '{"state": "s-1"}'), "open it again"),
        (("rpc.ping", '{"\\ud800": 1}'), "unknown parameter"),
        ((".", "{}"), "found '.'"),
        (("", "{}"), "found ''"),
        (("nothing.at.all",), "see rpc.discover"),
    ],
)
def test_a_mistake_is_one_line_and_exit_code_2(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str
) -> None:
    code, out, err = run(capsys, "ask", *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("clubroute: ")
    assert err.count("\n") == 1
    assert message in err


@pytest.mark.parametrize(
    "arguments",
    [
        ("serve", "--port", "70000"),
        ("serve", "--port", "x"),
        ("ask",),
        ("ask", "rpc.ping", "--text", "--json"),
    ],
    ids=" ".join,
)
def test_wrong_usage(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert "Error" in err


def test_the_builders_commands_are_here_too(capsys: pytest.CaptureFixture[str]) -> None:
    from clubroute.builder.cli import cli as builder_cli

    told = "".join(run(capsys, "help", topic)[1] for topic in ("authors", "programs", "referee"))
    for name in (*builder_cli.commands, "ask", "serve"):
        assert name in told, name
    assert "serve" not in builder_cli.commands


DEAR = {
    "PIL",
    "asyncio",
    "email",
    "hypothesis",
    "importlib.metadata",
    "lxml",
    "networkx",
    "numpy",
    "shapely",
    "socket",
    "ssl",
    "subprocess",
    "tomllib",
    "urllib.request",
    "zipfile",
}
"""What a command that needs none of it must not import: each costs 5 to 150 ms."""


def imported(*arguments: str) -> set[str]:
    """Every module a command imports."""
    program = (
        "import sys; from clubroute.rules.cli import main; "
        f"code = main({list(arguments)!r}); sys.stderr.write(' '.join(sys.modules)); sys.exit(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        encoding="utf-8",
        check=True,
        cwd=Path(__file__).parents[2],
    )
    return set(done.stderr.split())


def test_help_imports_click_and_little_else() -> None:
    modules = imported("--help")
    assert not modules & (
        DEAR - {"tomllib"}
        | {"json", "clubroute.rules.asking.methods", "clubroute.rules.asking.context", "hashlib"}
    )
    ours = {name for name in modules if name.startswith(("clubroute.builder", "clubroute.rules"))}
    assert ours == {
        *("clubroute.builder", "clubroute.builder.cli", "clubroute.builder.counting"),
        "clubroute.builder.errors",
        *("clubroute.builder.authoring", "clubroute.builder.authoring.author_commands"),
        "clubroute.builder.terminal",
        *(
            "clubroute.rules",
            "clubroute.rules.author_commands",
            "clubroute.rules.cli",
            "clubroute.rules.cli_options",
            *("clubroute.rules.room", "clubroute.rules.room.command"),
            "clubroute.rules.logs",
            "clubroute.rules.logs.commands",
            *("clubroute.rules.league", "clubroute.rules.league.commands"),
            *("clubroute.rules.owner", "clubroute.rules.owner.commands"),
            *("clubroute.rules.site", "clubroute.rules.site.command"),
            "clubroute.rules.saves",
            "clubroute.rules.saves.commands",
        ),
        *("clubroute.rules.words", "clubroute.rules.words.cli", "clubroute.rules.words.commands"),
        "clubroute.rules.words.helping",
        "clubroute.rules.words.cli",
    }
    others = {name.partition(".")[0] for name in modules} - set(sys.stdlib_module_names)
    assert {name for name in others if not name.startswith("__")} <= {
        "click",
        "clubroute",
        *SITE,
    }


SITE = {"distutils-precedence", "_distutils_hack", "sitecustomize", "usercustomize"}
"""What Python's own start may bring along."""


def test_a_question_imports_its_own_methods_only() -> None:
    modules = imported("ask", "rpc.ping")
    assert not modules & DEAR
    assert not {name for name in modules if name.startswith("clubroute.rules.gts")}


def test_the_collector_rests_while_a_question_is_answered_and_goes_on_after() -> None:
    with resting_collector():
        assert not gc.isenabled()
        with resting_collector():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()
    with pytest.raises(ValueError, match="wrong"), resting_collector():
        raise ValueError("wrong")
    assert gc.isenabled()


def test_the_process_ends_with_the_exit_code_of_its_command() -> None:
    root = Path(__file__).parents[2]
    for arguments, code in ((["--version"], 0), (["ask", "no.method"], 2)):
        done = subprocess.run(
            [sys.executable, "-m", "clubroute.rules", *arguments],
            capture_output=True,
            cwd=root,
            check=False,
        )
        assert done.returncode == code


@pytest.mark.parametrize("coding", ["utf-8-sig", "utf-16", "utf-16-le"])
def test_what_windows_pipes_is_read(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, coding: str
) -> None:
    mark = "\ufeff" if coding == "utf-16-le" else ""
    source = (mark + f'{{"state": {STATE}}}').encode(coding)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(source)))
    code, out, _ = run(capsys, "ask", "state.open", "-")
    assert code == 0
    assert json.loads(out)["units"] == 1


@pytest.mark.usefixtures("gts_map")
def test_words_need_no_quotes(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("map=wed", "to.terrain=woods", "unit.class=leg", "features=[stream]")
    by_words = run(capsys, "ask", "step.cost", *words, "--json")
    asked = {"map": "wed", "to": {"terrain": "woods"}, "unit": {"class": "leg"}}
    code, answer, note = by_words
    by_json = run(capsys, "ask", "step.cost", json.dumps({**asked, "features": ["stream"]}))
    assert (code, answer, "") == by_json
    assert code == 0
    assert note.splitlines()[-1].startswith("understood: ")  # a first command compiles the map


@pytest.mark.parametrize(
    "words",
    [
        # What cmd and PowerShell 5.1 make of '{"map": "wed", "from": "75.129"}'.
        ("'{map:", "wed,", "from:", "75.129}'"),
        ("{map: wed, from: 75.129}",),
    ],
)
def test_json_that_lost_its_quotes_gets_a_line_that_helps(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    code, out, err = run(capsys, "ask", "los.check", *words)
    assert (code, out) == (2, "")
    assert "without its quotes" in err
    assert "map=wed from=75.129" in err


def test_all_that_is_missing_is_told_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "ask", "los.check")
    assert code == 2
    assert "params:map, from, to: found nothing" in err


def test_the_help_of_a_method_shows_its_parameters(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "ask", "los.check", "--help")
    assert code == 0
    assert out.startswith("los.check: ")
    assert "\n  from (string)\n" in out
    assert "\n  state (object, may be left out)\n" in out
    code, out, _ = run(capsys, "ask", "--help")
    assert code == 0
    assert "Usage: clubroute ask" in out


def test_a_terminal_gets_lines_for_people_unless_it_asks_for_json(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(sys.stdout), "isatty", lambda self: True)
    assert run(capsys, "ask", "hello")[1].startswith("service: clubroute")
    assert run(capsys, "ask", "hello", "--json")[1].startswith("{\n")
    assert run(capsys, "ask", "hello", "{}")[1].startswith("{\n")


@pytest.mark.usefixtures("gts_map")
def test_a_pipe_gets_the_same_lines_and_what_is_asked_in_json_json(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(capsys, "ask", "hello")[1].startswith("service: clubroute")
    assert run(capsys, "where", "Veghel")[1].startswith("77.127 Veghel")
    assert run(capsys, "where", "Veghel", "--json")[1].startswith("{")
    assert run(capsys, "ask", "hello", "{}")[1].startswith("{")
    assert run(capsys, "ask", "hello", "{}", "--text")[1].startswith("service: clubroute")
    assert run(capsys, "ask", "rpc.discover", "--text")[1].startswith("{")
