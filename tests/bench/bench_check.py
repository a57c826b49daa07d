"""Many generated logs held to what was played, and how long checking them takes.

``python -m tests.bench.bench_check [how many]``; half are by the rules, half have a fault.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from builder.survey.compile import compile_map
from tests.logs.check.generated import checked, complaint, context_in, module_in, playing
from tests.logs.check.scenario import ROOT, scenario
from tests.logs.check.tables import Recorded

LOGS = 2000


def run(logs: int) -> int:
    """Check so many logs and print what came of it; how many verdicts were wrong."""
    terrain = compile_map(ROOT, "gts").terrain
    told = scenario(terrain)
    module = module_in(told)
    wrong = steps = 0
    seconds = 0.0
    verdicts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        context = context_in(Path(folder), terrain)
        for seed in range(logs):
            player, table, planted = playing(
                seed, lambda choose: Recorded(told, module.maps, choose), told, context
            )
            assert isinstance(table, Recorded)
            data = table.recorder.log_bytes()
            begun = time.perf_counter()
            report = checked(context, module, data)
            seconds += time.perf_counter() - begun
            steps += report.steps
            verdicts.update(finding.verdict for finding in report.findings)
            if said := complaint(report, planted, told):
                wrong += 1
                sys.stdout.write(f"log {seed}: {said}\n  {'; '.join(player.deeds)}" + "\n")
    sys.stdout.write(f"{logs} logs, {wrong} wrong; {dict(sorted(verdicts.items()))}" + "\n")
    sys.stdout.write(f"{steps} steps in {seconds:.1f} s: {steps / seconds:.0f} steps/s" + "\n")
    return wrong


if __name__ == "__main__":
    sys.exit(1 if run(int(sys.argv[1]) if len(sys.argv) > 1 else LOGS) else 0)
