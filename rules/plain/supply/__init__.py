"""Supply by a game's tables: to where a unit traces a path."""
