"""The situation of a question: one world that every method of the series asks."""
