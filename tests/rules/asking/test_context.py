"""What a context keeps."""

from __future__ import annotations

from clubroute.rules.asking.context import Loaded


def test_the_longest_unused_makes_room() -> None:
    loaded = Loaded(most=2)
    loaded[("map", "wed")] = "wed"
    loaded[("map", "tdc")] = "tdc"
    assert loaded.get(("map", "wed")) == "wed"
    loaded[("map", "mg")] = "mg"
    assert len(loaded) == 2
    assert loaded.get(("map", "tdc")) is None
    assert loaded.get(("map", "wed")) == "wed"
    loaded[("map", "wed")] = "new"
    assert (len(loaded), loaded.get(("map", "wed"))) == (2, "new")
