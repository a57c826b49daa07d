"""Which class reads which trait, and which are declared by tables of their own.

A trait's class is found by its file, beside this one; no list names it.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from clubroute.builder.sources.toml_table import TomlTable
from clubroute.builder.vassal.traits.base import Trait, TraitValue

Reader = Callable[[Trait], TraitValue | None]
Tabled = Callable[[TomlTable], TraitValue]


def trait_classes() -> Iterator[Any]:
    """Every class of the files beside this one that has the prefix of a trait."""
    names = sorted(path.stem for path in Path(__file__).parent.glob("*.py"))
    for name in names:
        if name not in ("__init__", Path(__file__).stem):
            module = importlib.import_module(f"{__package__}.{name}")
            for one in vars(module).values():
                if hasattr(one, "PREFIX") and one.__module__ == module.__name__:
                    yield one


def readers() -> Iterator[tuple[str, Reader]]:
    """What reads a trait, by its prefix or an older one."""
    for one in trait_classes():
        yield one.PREFIX, one.read
        if hasattr(one, "OLD_PREFIX"):
            yield one.OLD_PREFIX, one.read


def kinds() -> dict[str, Tabled]:
    """What makes a trait from its table in ``traits.toml``, by what the table says it ``is``."""
    return {one.KIND: one.of_table for one in trait_classes() if hasattr(one, "KIND")}


_READERS: Mapping[str, Reader] = MappingProxyType(dict(readers()))


def read_trait(trait: Trait) -> TraitValue | None:
    """The trait with its fields as values, or None for one this project does not know.

    Missing trailing fields read as the engine's defaults. Reading is for looking; a trait that
    is not changed is written from its :class:`Trait`, byte for byte.

    >>> read_trait(Trait("delete;Remove;68,130;"))
    Delete(menu='Remove', key='68,130', description='', state='')
    >>> read_trait(Trait("nobody's;")) is None
    True
    """
    reader = _READERS.get(trait.id)
    return None if reader is None else reader(trait)
