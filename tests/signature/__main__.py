"""Hold two thousand answers to those of the commit that last wrote them down.

python -m tests.signature                  say what is answered otherwise; exits with 1 if any
python -m tests.signature --write          keep what is answered now
python -m tests.signature --show FAMILY    print a family's records, to compare two of them
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from tests.signature.asking import ROOT, every_record
from tests.signature.digests import (
    ALL,
    FAMILIES,
    RECORDS,
    by_family,
    differences,
    families_of,
    families_text,
    read_families,
    records_text,
)

MAPS = ROOT / "build" / "signature"
"""Where the compiled maps are kept; each is named by what it was made from."""
SHOWN = 200
"""The characters of a line that are printed."""


def main(arguments: list[str] | None = None, maps: Path = MAPS) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.signature", description=__doc__)
    parser.add_argument("--write", action="store_true", help="keep what is answered now")
    parser.add_argument("--show", metavar="FAMILY", help="print the records of a family")
    options = parser.parse_args(arguments)
    begun = time.process_time()
    records = list(every_record(maps))
    if options.show is not None:
        shown = by_family(records).get(options.show)
        if shown is None:
            sys.stderr.write(f"no family {options.show}: one of {', '.join(by_family(records))}\n")
            return 2
        for record in shown:
            sys.stdout.write(f"{record.place} {record.asked}\n{record.text}\n\n")
        return 0
    kept, families = read_families(), families_of(records)
    lines = differences(records, kept)
    if options.write:
        FAMILIES.write_text(families_text(families), encoding="utf-8", newline="\n")
        RECORDS.write_text(records_text(records), encoding="utf-8", newline="\n")
    for line in lines:
        cut = line if len(line) <= SHOWN else f"{line[:SHOWN]} …"
        sys.stdout.write(f"{cut}\n")
    spent = time.process_time() - begun
    every = families[ALL]
    sys.stdout.write(
        f"{every.digest}  {every.many} records of {len(families) - 1} families,"
        f" {len(lines)} changed, {spent:.1f} s of processor time\n"
    )
    return int(bool(lines) and not options.write)


if __name__ == "__main__":
    sys.exit(main())
