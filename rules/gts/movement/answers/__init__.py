"""The answers of the movement methods, line by line, with the readings they turn on."""
