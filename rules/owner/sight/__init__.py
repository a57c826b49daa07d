"""The line-of-sight thread of the series' modules, worked out again beside the rulebooks' rule."""
