"""What is taken from one file of VASSAL's, so that a hostile one fills neither memory nor time.

Everything is counted in bytes, before an object is made of any of it.
"""

from __future__ import annotations

from dataclasses import dataclass

from clubroute.builder.errors import InputError, Where


@dataclass(frozen=True, slots=True)
class ArchiveLimits:
    """What a reader takes from one archive.

    ``total`` is in bytes, unpacked. ``ratio`` is unpacked size over file size and counts only
    above ``ratio_from`` bytes: drawn boards and saves do pack well.
    """

    entries: int = 20_000
    total: int = 2 << 30
    ratio: int = 300
    ratio_from: int = 64 << 20

    def most(self, size: int) -> int:
        """How many bytes a file of so many may unpack to."""
        return min(self.total, max(self.ratio_from, self.ratio * size))

    def within(self, other: ArchiveLimits) -> ArchiveLimits:
        """The narrower ones of these and others."""
        return ArchiveLimits(
            min(self.entries, other.entries),
            min(self.total, other.total),
            min(self.ratio, other.ratio),
            min(self.ratio_from, other.ratio_from),
        )


MODULE_LIMITS = ArchiveLimits()
"""What a module may unpack to."""
SAVE_LIMITS = ArchiveLimits(entries=1000, total=64 << 20, ratio=100, ratio_from=8 << 20)
"""What one save or log may unpack to. The longest logs seen have 20 MB, and shrink to a
fifteenth."""
MOST_TEXT = 32 << 20
"""Bytes of the commands of a save or log; scrambled, as VASSAL writes them, they take twice as
many."""
MOST_COMMANDS = 250_000
"""Commands of a save or log; a season's longest log has some 50,000."""
MOST_FIELDS = 4_000_000
"""Fields and traits of all its commands; the longest logs seen have a quarter of them."""
MOST_OF_ONE = 1 << 20
"""Letters of one command; a counter with all its traits has some 5,000."""

COMMAND_ENDS, FIELD_ENDS = b"\x1b", b"\t;,/"


def check_commands(text: bytes, where: Where) -> None:
    """Count what the commands of a save or log would become.

    :raises InputError: more than a game can have.
    """
    if len(text) > MOST_TEXT:
        raise InputError(where, f"{len(text)} bytes of commands", f"at most {MOST_TEXT}")
    counts = (("commands", COMMAND_ENDS, MOST_COMMANDS), ("fields", FIELD_ENDS, MOST_FIELDS))
    for what, ends, most in counts:
        many = sum(map(text.count, ends))
        if many > most:
            raise InputError(where, f"{many} {what}", f"at most {most}")
