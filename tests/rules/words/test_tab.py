"""Tests of what the Tab key of a shell offers."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from clubroute.builder.survey.compile import CompiledMap
from clubroute.rules.cli import cli, main
from clubroute.rules.words.cli import SHELLS, VARIABLE
from clubroute.rules.words.commands import all_commands
from tests.installing import bare_environment


@pytest.fixture
def anywhere(gts_map: CompiledMap, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder of somebody whose maps are compiled."""
    monkeypatch.chdir(tmp_path)


def offered(*words: str) -> list[str]:
    """What a shell is offered for the last of some words."""
    *before, incomplete = words
    shell = ShellComplete(cli, {}, "clubroute", VARIABLE)
    return [item.value for item in shell.get_completions(before, incomplete)]


def test_every_question_and_every_command_is_offered() -> None:
    names = offered("")
    assert {one.name for one in all_commands()} <= set(names)
    assert {"build", "check", "room", "completion"} <= set(names)
    assert offered("mo") == ["move"]


@pytest.mark.usefixtures("anywhere")
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (("move", "A/1/5"), ["A/1/501", "A/1/502", "A/1/506"]),
        (("los", "Vegh"), ["Veghel"]),
        (("move", "A/1/501", "from", "75.12"), [f"75.12{n}" for n in range(10)]),
        (("where", "Sint-O"), ["Sint-Oedenrode"]),
        (("cost", "leg", "wo"), ["woods"]),
        (("ask", "los.c"), ["los.check"]),
        (("ask", "los.check", "Vegh"), ["Veghel"]),
        (("where", "--map", "tdc", "Oosterbeek"), ["Oosterbeek"]),
        (("move", "A/1/5", "--map", "nowhere", "x"), []),
    ],
)
def test_words_of_a_question(line: tuple[str, ...], expected: list[str]) -> None:
    assert offered(*line)[: len(expected)] == expected
    assert offered(*line) or not expected


@pytest.mark.usefixtures("anywhere")
def test_of_a_name_in_several_words_the_rest_is_offered() -> None:
    assert offered("where", "Velp", "(Gr") == ["(Grave)"]
    assert offered("move", "2", "Wing", "Gl")[0] == "Glider Pilots"


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_of_each_shell_names_the_program(
    shell: str, capsys: pytest.CaptureFixture[str]
) -> None:
    from click.shell_completion import get_completion_class

    if get_completion_class(shell) is None:  # click before 8.4 has none for PowerShell
        assert main(["completion", shell]) == 2
        assert "expected one of bash, fish, zsh" in capsys.readouterr().err
        return
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert "clubroute" in script
    assert VARIABLE in script


def test_another_shell_is_refused_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "bahs"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("clubroute: SHELL: found 'bahs', expected one of bash, fish")
    assert told.endswith("(did you mean bash?)\n")


@pytest.mark.skipif(shutil.which("bash") is None, reason="asks a real bash")
def test_a_real_bash_completes(tmp_path: Path) -> None:
    program = Path(sys.executable).with_name("clubroute")
    script = f"""
        PATH="{program.parent}:$PATH"
        eval "$(clubroute completion bash)"
        COMP_WORDS=(clubroute sco) COMP_CWORD=1
        _clubroute_completion clubroute sco clubroute
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=tmp_path,
        env=bare_environment(),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.stdout.split(), done.stderr) == (["score"], "")
