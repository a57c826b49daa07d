"""Try every relation on every question, and hold what is broken to the table of what is known.

python -m tests.rules.answer.metamorphic             exits with 1 if anything is new, or gone
python -m tests.rules.answer.metamorphic METHOD ...  only some methods, as ferry.use@scs
python -m tests.rules.answer.metamorphic --calls     tell every violation with its shortest call
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from clubroute.builder.files.atomic import Cache
from clubroute.builder.passes.terrain import terrain_pass
from clubroute.builder.project import Project
from tests.rules.answer.metamorphic.answers import asker
from tests.rules.answer.metamorphic.owned import gone_ones, new_ones, read_owned
from tests.rules.answer.metamorphic.questions import asked
from tests.rules.answer.metamorphic.trying import every_base, try_all
from tests.signature.asking import ROOT

MAPS = ROOT / "build" / "metamorphic"
"""Where the compiled maps are kept; each is named by what it was made from."""
COUNTRIES = ("gts", "ins")


def main(arguments: list[str] | None = None, maps: Path = MAPS) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.rules.answer.metamorphic")
    parser.add_argument("methods", nargs="*", metavar="METHOD", help="only these")
    parser.add_argument("--calls", action="store_true", help="tell every violation with its call")
    options = parser.parse_args(arguments)
    if unknown := sorted(set(options.methods) - set(asked())):
        sys.stderr.write(f"no questions about {', '.join(unknown)}\n")
        return 2
    tried = try_all(asker(shipped(maps), maps), every_base(options.methods))
    if not options.methods:
        tried.add(tried.dead())
    owned = [one for one in read_owned() if one.row.method in (options.methods or asked())]
    new, gone = list(new_ones(tried, owned)), []
    if not options.methods:
        gone = list(gone_ones(tried, owned))
    lines = [str(one) for one in tried.violations.values()] if options.calls else [*new, *gone]
    for line in lines:
        sys.stdout.write(f"{line}\n")
    many = Counter(row.relation for row in tried.violations)
    by_relation = ", ".join(f"{name} {many[name]}" for name in sorted(many))
    sys.stdout.write(
        f"{tried.calls} questions with more said: {by_relation};"
        f" {len(new)} new, {len(gone)} no longer\n"
    )
    return int(bool(new or gone))


def shipped(maps: Path) -> Path:
    """A folder with the compiled maps of both countries."""
    folder = maps / "shipped"
    for lattice in COUNTRIES:
        data, _ = terrain_pass(Project(ROOT).with_lattice(lattice), lattice, Cache(folder))
        (folder / f"{lattice}.terrain").write_bytes(data)
    return folder


if __name__ == "__main__":
    sys.exit(main())
