"""The parameters that a command's words say by their places."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from clubroute.rules.words.commands import Slot, vocabulary
from clubroute.rules.words.ground import OVER
from clubroute.rules.words.items import Item
from clubroute.rules.words.scope import Scope
from clubroute.rules.words.values import MOMENTS, is_list, put, same_type, value_of

TEXT = "text"


def leads_to(slot: Slot) -> Collection[str]:
    """The leads of words that a slot may take: none, or its own where it has one."""
    leads = {"", *vocabulary().leads.values()}
    return {"", OVER, slot.path} if slot.path in leads else leads


def fill(scope: Scope, items: Sequence[Item], params: dict[str, Any]) -> list[Item]:
    """Give the slots their items; returns those left over.

    :raises MisfitError: one of the words that make the form, ``1900``, is missing.
    """
    left = literals(scope, items)
    slots = [(slot, scope.type_of(slot)) for slot in scope.form.slots if not slot.literal]
    for slot, type_ in slots:
        root = slot.path.split(".")[0]
        led = [one for one in left if one.lead == root and fits(slot, type_, one)]
        if led and not slot.many:
            put(params, slot.path, led[0].may[type_])
            left.remove(led[0])
    open_ = [(slot, type_) for slot, type_ in slots if value_of(params, slot.path) is None]
    for number, (slot, type_) in enumerate(open_):
        may = [one for one in left if fits(slot, type_, one) and one.lead in leads_to(slot)]
        needs = sum(
            (other.path == slot.path or same_type(kind, type_)) and not other.optional
            for other, kind in open_[number + 1 :]
        )
        if slot.many:
            taken = may[: len(may) - needs] if needs else may
            taken = taken if len(taken) >= slot.least else []
            if taken:
                put(params, slot.path, [one.may[type_] for one in taken])
        else:
            taken = may[:1] if not slot.optional or len(may) > needs else []
            for one in taken:
                alone = is_list(scope.schema(slot.path) or {})
                put(params, slot.path, [one.may[type_]] if alone else one.may[type_])
        left = [one for one in left if all(one is not other for other in taken)]
        if slot.only and not taken:
            scope.refuse(-1, "nothing", " or ".join(slot.only))
    return left


def fits(slot: Slot, type_: str, item: Item) -> bool:
    """Whether an item may be what a slot takes, of the values it takes."""
    if type_ == TEXT and not item.may.keys().isdisjoint(MOMENTS):
        return False  # a day or a time is no name
    if type_ == TEXT and any(isinstance(value, bool) for value in item.may.values()):
        return False  # nor is what is so or not so
    return type_ in item.may and (not slot.only or item.may[type_] in slot.only)


def literals(scope: Scope, items: Sequence[Item]) -> list[Item]:
    """Items without those that are to be said as they are. :raises MisfitError: one is missing."""
    left = list(items)
    for slot in (one for one in scope.form.slots if one.literal):
        found = next((one for one in left if one.text == slot.path), None)
        if found is not None:
            left.remove(found)
        elif not slot.optional:
            scope.refuse(-1, "nothing", slot.path)
    return left


def too_few(scope: Scope, left: Sequence[Item], params: Mapping[str, Any]) -> bool:
    """Whether what is left over are some of the words a slot takes, and more are missing."""
    return any(
        slot.least > 1
        and value_of(params, slot.path) is None
        and all(scope.type_of(slot) in one.may and not one.lead for one in left)
        for slot in scope.form.slots
    )
