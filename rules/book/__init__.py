"""Rulebooks: numbers with their citations, readings of a referee, charts."""
