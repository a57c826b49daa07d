"""The compiled map: its types, its file, its columns and views, and where it is found."""
