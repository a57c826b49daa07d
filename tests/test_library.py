"""``import clubroute`` is a library: few names, typed answers, errors in one line."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import clubroute
from clubroute.builder import __version__
from clubroute.rules.asking.library import Answer

ROOT = Path(__file__).resolve().parents[1]


def test_an_answer_is_typed_and_is_what_the_method_says() -> None:
    answer = clubroute.ask("step.cost", {"unit": {"class": "leg"}, "to": {"terrain": "woods"}})
    assert isinstance(answer, Answer)
    assert (answer.verdict, answer.total, answer.rules) == ("legal", 3, ("WED 2.4",))
    assert [step.cost for step in answer.steps] == [3]
    assert answer.record["verdict"] == "legal"
    assert str(answer).startswith("3 MP out of Column (2 in Column): woods hex")


def test_what_is_missing_is_named_and_no_error() -> None:
    answer = clubroute.Session().ask("weather.day", {"map": "wed", "date": "1944-09-18"})
    assert answer.verdict == "undetermined"
    assert answer.needs


def test_a_mistake_is_one_line_of_the_one_root() -> None:
    with pytest.raises(clubroute.InputError, match="params:map: found 'web', expected") as raised:
        clubroute.ask("los.check", {"map": "web"})
    assert isinstance(raised.value, clubroute.ClubrouteError)
    assert "\n" not in str(raised.value)


def test_questions_are_listed() -> None:
    known = {one.method: one for one in clubroute.questions()}
    assert "from" in known["los.check"].parameters
    assert any(rule.startswith("WED 2.") for rule in known["los.check"].rules)


def test_public_names_are_few_and_there() -> None:
    assert clubroute.__version__ == __version__
    assert set(clubroute.__all__) == set(dir(clubroute)) <= {*vars(clubroute), *clubroute.__all__}
    assert all(getattr(clubroute, name) is not None for name in clubroute.__all__)
    with pytest.raises(AttributeError, match="no attribute 'asks'"):
        _ = clubroute.asks  # type: ignore[attr-defined]
    page = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    public = [name for name in clubroute.__all__ if name != "__version__"]
    assert [name for name in public if not re.search(rf"\b{name}\b", page)] == []


def test_the_command_line_imports_no_name_of_the_library() -> None:
    program = (
        "import sys, clubroute.rules.cli;"
        "print('clubroute.rules.asking.library' in sys.modules, 'numpy' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True
    )
    assert done.stdout == "False False\n"


@pytest.mark.usefixtures("gts_map")
def test_the_page_of_the_library_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its Python block, in an empty folder: the map is compiled, or found in the user's cache."""
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    exec(compile(block, "docs/library.md", "exec"), {})
