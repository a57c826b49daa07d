"""A game's ``rules.toml``: read strictly, with every mistake at its row."""
