"""The campaign's book-keeping: bridges, ferries, weather, drops, supply, air, parks, command."""
