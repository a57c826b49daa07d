"""``python -m clubroute.builder``: the command line without the installed script."""

import sys

from clubroute.builder.cli import main

if __name__ == "__main__":
    sys.exit(main())
