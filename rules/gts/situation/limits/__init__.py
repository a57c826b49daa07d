"""What limits a Unit, a kind a file: each tells its conditions (``limits`` in ``series.toml``)."""
