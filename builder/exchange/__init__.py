"""A map exchanged with geographic programs: GeoJSON written, edited, read back."""
