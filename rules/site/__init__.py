"""The map room as a static site: the page, and the rules in a worker of the browser."""
