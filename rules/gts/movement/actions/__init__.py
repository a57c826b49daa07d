"""Actions besides moving: riders, transport, ferries, leaving the map."""
