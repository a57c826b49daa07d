"""Tests of the VASSAL file codecs."""
