"""How long a command takes from its start to its end, over bare Python.

    python -m tests.bench.bench_start [--repeats 15]

The real map is compiled first. Bare Python and the commands take turns, and the least time of each
counts: what else the machine does only ever adds. Bytecode is compiled before, as after any first
run. Prints a Markdown table in milliseconds and exits with 1 if a bar is missed.
"""

from __future__ import annotations

import argparse
import compileall
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from clubroute.builder.survey.compile import compile_map
from clubroute.builder.terrain.terrain_file import encode_terrain

ROOT = Path(__file__).parents[2]
HELP, ASK = 80, 150
"""Milliseconds over bare Python."""
LONGER = {"ask move.reach": 200}
"""The bar of a question that does more than look something up."""

QUESTIONS = {
    "step.cost": '{"unit": {"class": "leg"}}',
    "move.check": '{"map": "wed", "unit": {"class": "wheeled", "column": true}, '
    '"path": ["75.129", "74.129", "73.128"]}',
    "move.best": '{"map": "wed", "unit": {"class": "wheeled", "column": true}, '
    '"from": "75.129", "to": "66.135"}',
    "move.reach": '{"map": "wed", "unit": {"class": "wheeled", "column": true}, '
    '"from": "75.129", "allowance": 13}',
    "los.check": '{"map": "wed", "from": "75.129", "to": "70.126"}',
}
"""What is asked: over the real map, 13 MP and 5 hexes of sight among them."""


def main() -> int:
    parser = argparse.ArgumentParser(description="time the start of commands")
    parser.add_argument("--repeats", type=int, default=15)
    repeats = parser.parse_args().repeats
    for package in ("builder", "rules"):
        compileall.compile_dir(ROOT / package, quiet=1)
    with tempfile.TemporaryDirectory() as folder:
        data = encode_terrain(compile_map(ROOT, "gts").terrain)
        Path(folder, "gts.terrain").write_bytes(data)
        commands: dict[str, Sequence[str]] = {
            "bare": ["-c", "pass"],
            "--help": ["-m", "clubroute.rules", "-h"],
        }
        for method, params in QUESTIONS.items():
            commands[f"ask {method}"] = [
                "-m",
                "clubroute.rules",
                "ask",
                method,
                params,
                "--map",
                folder,
            ]
        least = times(commands, repeats)
    lines = ["| | over bare Python, ms | bar | |", "|---|---|---|---|"]
    missed = False
    for name in [name for name in commands if name != "bare"]:
        over = 1000 * (least[name] - least["bare"])
        bar = LONGER.get(name, ASK if name.startswith("ask") else HELP)
        missed |= over > bar
        lines.append(f"| `{name}` | {over:.0f} | {bar} | {'met' if over <= bar else 'MISSED'} |")
    sys.stdout.write("\n".join([*lines, f"bare Python: {1000 * least['bare']:.0f} ms", ""]))
    return int(missed)


def times(commands: Mapping[str, Sequence[str]], repeats: int) -> dict[str, float]:
    """The least seconds of each command."""
    least = dict.fromkeys(commands, float("inf"))
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    for _ in range(repeats):
        for name, arguments in commands.items():
            begun = time.perf_counter()
            subprocess.run(
                [sys.executable, *arguments],
                check=True,
                stdout=subprocess.DEVNULL,
                cwd=ROOT,
                env=environment,
            )
            least[name] = min(least[name], time.perf_counter() - begun)
    return least


if __name__ == "__main__":
    sys.exit(main())
