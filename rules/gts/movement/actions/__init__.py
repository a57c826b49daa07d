"""What a unit does besides moving: riders, transport, ferries, leaving the map."""
