"""A module of anybody's taken over as a game folder: ``clubroute adopt OLD.vmod``."""
