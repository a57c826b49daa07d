"""Games whose rules are tables: a project's own, each a series by itself.

``game.py`` reads what a game has beside its map, ``book.py`` its ``rules.toml``; the other files
answer by them and know no game.
"""
