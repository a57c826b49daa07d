"""Rulings: answers that can be kept and asked again, and what they depend on."""
