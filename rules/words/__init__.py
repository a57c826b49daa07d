"""Questions in words: one grammar for the command line, the shell and the map room."""
