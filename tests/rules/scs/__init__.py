"""Tests of the Standard Combat Series: It Never Snows."""
