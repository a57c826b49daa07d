"""The Standard Combat Series: It Never Snows.

What its rulebook only cites from the series' own rules stands as readings in
``tables/readings.toml``, each marked ``assumed`` and changeable.
"""
