"""clubroute builder: map and counter data in, VASSAL modules and compiled terrain out."""

__version__ = "0.1.0"
