"""clubroute builder: map and counter data in, VASSAL modules and compiled terrain out."""
