"""The campaign: ammunition, air drops, bridges, arrivals, victory, the turn (INS 1.8b–5.8)."""
