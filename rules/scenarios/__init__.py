"""The scenarios of any series of games, from the rows their modules are built from."""
