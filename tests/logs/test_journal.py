"""A table knows what has changed since it was last marked, and can take it back."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from clubroute.rules.logs.table import Table

deeds = st.lists(
    st.one_of(
        st.tuples(st.just("put"), st.sampled_from("abc"), st.sampled_from(["v", "w", "x"])),
        st.tuples(st.just("drop"), st.sampled_from("abc"), st.just("")),
        st.tuples(st.just("wipe"), st.just(""), st.just("")),
    ),
    max_size=8,
)


@given(st.lists(deeds, max_size=5))
def test_marks_are_the_differences_and_take_them_back(rounds: list[list[tuple[str, ...]]]) -> None:
    table: Table[str, str] = Table()
    kept = []
    for one in rounds:
        before = dict(table)
        for deed, key, value in one:
            match deed:
                case "put":
                    table.put(key, value)
                case "drop":
                    table.drop(key)
                case _:
                    table.wipe()
        changed = table.mark()
        assert changed == {
            key: (before.get(key), table.get(key))
            for key in before.keys() | table.keys()
            if before.get(key) != table.get(key)
        }
        kept.append((before, changed, dict(changed)))
    for before, changed, then in reversed(kept):
        assert changed == then, "a mark given is not changed any more"
        table.restore(changed)
        assert table == before
    assert table.mark() == {}
