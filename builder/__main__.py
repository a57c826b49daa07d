"""``python -m builder``: the command line without the installed script."""

import sys

from builder.cli import main

if __name__ == "__main__":
    sys.exit(main())
