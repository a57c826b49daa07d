"""The compiled map, as questions see it."""
