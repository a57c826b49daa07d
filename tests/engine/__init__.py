"""The real VASSAL engine as the oracle for every file this project writes."""
