"""A league in a folder."""
