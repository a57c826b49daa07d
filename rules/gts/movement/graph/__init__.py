"""The state graph: where a unit can go from where it is, by its class, readings and position."""
