"""Pictures of boards as a second opinion on our map."""
