"""Answers for a program inside VASSAL, in the words that its player reads (docs/adviser.md)."""
