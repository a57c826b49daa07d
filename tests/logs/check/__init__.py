"""Tests of the check of logs."""
