"""``python -m rules``: the command line without the installed script."""

import sys

from rules.cli import main

if __name__ == "__main__":
    sys.exit(main())
