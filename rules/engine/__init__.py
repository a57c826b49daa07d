"""Any game by its tables: what a ``rules.toml`` says, read strictly, and what follows from it.

It imports no series. Where a game's rules are no tables, a series hands it data, never a verdict.
"""
