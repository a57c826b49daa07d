"""Logs of games of one's own, played by a seeded player and judged by their rules.toml."""
