"""Tests of the rules for assistants."""
