"""The map room: the maps, their counters and every answer in a browser, served on this machine."""
