"""``python -m tests.bench [NAME …]``: every bench, fuzz and soak in turn, or those named
(``own_game``); exit code 1 if any misses."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

KINDS = ("bench", "fuzz", "soak")


def main() -> int:
    folder = Path(__file__).parent
    root = folder.parents[1]
    codes = []
    scripts = sorted(p for kind in KINDS for p in folder.glob(f"{kind}_*.py"))
    known = {name: p for p in scripts for name in (p.stem, p.stem.partition("_")[2])}
    if unknown := [name for name in sys.argv[1:] if name not in known]:
        names = ", ".join(p.stem.partition("_")[2] for p in scripts)
        sys.stderr.write(f"found {unknown[0]!r}, expected one of {names}\n")
        return 2
    for script in [known[name] for name in sys.argv[1:]] or scripts:
        sys.stdout.write(f"\n## {script.stem}\n\n")
        sys.stdout.flush()
        module = f"tests.bench.{script.stem}"
        codes.append(
            subprocess.run([sys.executable, "-m", module], cwd=root, check=False).returncode
        )
    return max(codes, default=0)


if __name__ == "__main__":
    sys.exit(main())
