"""The survey: from control points and geography to the terrain of every hex."""
