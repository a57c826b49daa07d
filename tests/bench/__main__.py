"""``python -m tests.bench``: every bench, fuzz and soak in turn; exit code 1 if any misses."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

KINDS = ("bench", "fuzz", "soak")


def main() -> int:
    folder = Path(__file__).parent
    root = folder.parents[1]
    codes = []
    for script in sorted(p for kind in KINDS for p in folder.glob(f"{kind}_*.py")):
        sys.stdout.write(f"\n## {script.stem}\n\n")
        sys.stdout.flush()
        module = f"tests.bench.{script.stem}"
        codes.append(
            subprocess.run([sys.executable, "-m", module], cwd=root, check=False).returncode
        )
    return max(codes, default=0)


if __name__ == "__main__":
    sys.exit(main())
