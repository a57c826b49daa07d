"""Modules of somebody else's that the owner has: their ground, their counters, how they number."""
