"""Movement by a game's tables: steps, ways, Zones of Control, stacks."""
