"""The clubroute test suite."""
