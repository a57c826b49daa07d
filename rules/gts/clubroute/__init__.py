"""The Club Route: what it is, how it advances, what attacks it, and what it releases."""
