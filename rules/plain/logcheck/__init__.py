"""Judges logs of games of one's own by their rules.toml."""
