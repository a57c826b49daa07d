"""clubroute rules: answers about movement, line of sight and more, each with its working shown."""
