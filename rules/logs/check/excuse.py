"""Says what an excuse is: something that may explain what would be illegal, with its evidence."""

from __future__ import annotations

from dataclasses import dataclass, replace

from clubroute.rules.logs.check.finding import LogFinding, Verdict


@dataclass(frozen=True, slots=True)
class Excuse:
    """Something that may explain what would be illegal.

    ``evidence`` is what in the log speaks for it. ``verdict`` is that of what it explains,
    ``needs`` what would settle it. ``says`` is what the finding says, with the words of
    :meth:`explains` in braces: ``{why}`` it would be illegal, and ``{how}`` it may be legal.
    """

    name: str
    evidence: str
    verdict: Verdict
    needs: tuple[str, ...] = ()
    says: str = "{why}"
    how: str = ""

    def holds(self, seen: object) -> bool:
        """Tell whether it may explain something. ``seen`` is its evidence as it was looked for."""
        return bool(seen)

    def asks(self, *words: str) -> str:
        """Say what would settle it, with words in the place of its braces."""
        return self.needs[0].format(*words)

    def explains(self, found: LogFinding, **words: str) -> LogFinding:
        """Make a finding of one without a verdict, or of an accusation, whose proof it takes
        back."""
        if found.verdict == "illegal":
            bare = replace(found, receipt=None, around=None, method="", asked={}, provenance=None)
            found = bare
        why = self.says.format_map({"why": found.why, "how": self.how, **words})
        return replace(found, verdict=self.verdict, why=why, needs=(*found.needs, *self.needs))
