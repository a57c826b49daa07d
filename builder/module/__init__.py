"""The VASSAL module made from a compiled map and a counter set."""
