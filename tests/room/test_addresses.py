"""Addresses on a site: of a file, a ruling, and each finding of an audit."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from clubroute.rules.cli import main
from clubroute.rules.cli_options import context_of
from clubroute.rules.logs.audit.examine import Auditor, Settings
from clubroute.rules.logs.audit.page import Page
from clubroute.rules.logs.audit.summary import summary_of
from clubroute.rules.room.addresses import FindingLinks, opened
from clubroute.rules.rulings.asking import rule
from clubroute.rules.saves.reading import read_position
from clubroute.rules.saves.tape import read_tape
from tests.logs.audit.scripted import dated, play
from tests.room.logs import long_log
from tests.room.serving import bare_room

SITE = "https://example.org/x/y/"


@pytest.fixture(scope="module")
def log(gts_map: object, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("logs") / "turn.vlog"
    long_log(bare_room().context, path, 8)
    return path


def parts_of(address: str) -> tuple[dict[str, Any], str]:
    """The tape of an address, and the question in it."""
    match = re.fullmatch(re.escape(SITE) + r"#p=([\w.-]+)(?:&q=(.+))?", address)
    assert match, address
    return opened(context_of(None, None), match[1]), unquote(match[2] or "")


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["link", *words, "--site", SITE]) == 0
    return capsys.readouterr().out.rstrip("\n")


def test_a_moment_of_a_log_is_an_address_with_all_its_counters(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tape, asked = parts_of(printed(capsys, f"{log}:3"))
    found = read_position(context_of(None, None), log, 3)
    assert tape["first"] == json.loads(json.dumps(found.state))
    assert [(one["piece"], one.get("hex")) for one in tape["counters"]] == [
        (one.piece, one.hex) for one in found.counters
    ]
    assert asked == ""


@pytest.mark.usefixtures("gts_map")
def test_a_ruling_is_an_address_with_its_position_and_its_question(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    units = [{"name": "A/2/1", "side": "Allied", "hex": "75.129"}]
    asked = {"map": "wed", "state": {"units": units}, "from": "75.129", "to": "75.130"}
    ruling = rule(context_of(None, None), "los.check", asked)
    path = tmp_path / "ruling.txt"
    path.write_text(f"You wrote:\n> {ruling.text()}", encoding="utf-8")
    tape, words = parts_of(printed(capsys, str(path)))
    assert tape["first"] == {"units": units}
    assert [(one["name"], one["hex"]) for one in tape["counters"]] == [("A/2/1", "75.129")]
    assert words.startswith("los.check")


@pytest.mark.parametrize(
    "site",
    [
        *(
            "javascript:alert(1)",
            "example.org",
            "https://",
            "file:///x",
            "https://@",
            "https://a:b/",
        ),
        *(
            "https://example.org/a b",
            'https://example.org/"x',
            "https://example.org/'x",
            " https://a",
        ),
        *(
            "https://a/<x>",
            "https://a/\n",
            "https://a/\t",
            "https://a/\\",
            "https://[a",
            "https://a/\xa0",
        ),
    ],
)
def test_a_site_has_an_address_of_the_web(site: str, capsys: pytest.CaptureFixture[str]) -> None:
    for command in (["link", "x.vsav"], ["audit", "x.vlog"]):
        assert main([*command, "--site", site]) == 2
        assert "--site: found" in capsys.readouterr().err


def test_a_finding_is_opened_at_the_position_before_it(log: Path) -> None:
    context = context_of(None, None)
    findings = [one.record() for one in read_tape(context, log).findings]
    assert findings
    links = FindingLinks(context, SITE, {"turn.vlog": log})
    for one in findings:
        tape, words = parts_of(links("turn.vlog", one) or "")
        assert tape["first"] == json.loads(
            json.dumps(read_position(context, log, one["steps"][0]).state)
        )
        assert words.startswith("move.check") == bool(one.get("hexes"))
    assert links("another.vlog", findings[0]) is None


def test_an_audit_leads_to_what_is_open(wed_build: Path) -> None:
    played = dated(play(wed_build).log_bytes(), 1_750_000_000_000)
    record = Auditor(Settings(wed_build)).audit_bytes(played, "scripted.vlog")
    asked = []

    def links(name: str, one: Any) -> str:
        asked.append(one["verdict"])
        return f"{SITE}#p={name}"

    text = "".join(Page({}, links).parts([summary_of(record)], [record], brief=False))
    assert asked
    assert "legal" not in asked
    assert text.count(f'href="{SITE}#p=') == len(asked)
    assert SITE not in "".join(Page({}).parts([summary_of(record)], [record], brief=False))
