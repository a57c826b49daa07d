"""A name that is misspelt: the nearest of the game in question is offered, and no rule is shown."""

from __future__ import annotations

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.asking.context import Context
from clubroute.rules.words.items import Here
from clubroute.rules.words.sentence import parse


@pytest.mark.parametrize(
    ("line", "near"),
    [
        ("can A/2/505 go from Graeve to Valkensward", "Valkenswaard"),
        ("where is Valkensward", "Valkenswaard"),
        ("road from Eindhovn to Son", "Eindhoven"),
        ("distance Nimegen to Arnem", "Nijmegen"),
        ("tdc distance Nimegen to Arnem", "Nijmegen"),
        ("ins distance Nimegen to Arnem", "Nijmegen"),
        ("tdc is Nimegen a town", "Nijmegen"),
        ("is Nimegen a town", "Nijmegen"),
        ("los from Arnem to 75.130", "Arnhem"),
        ("how far from Vegel to Uden", "Veghel"),
        ("tell me about Oosterbek", "Oosterbeek"),
        ("is St Odenrode a village", "Sint-Oedenrode"),
        ("who controls the Graeve bridge", "Grave Bridge"),
        ("can I blow the Nimegen road bridge", "Nijmegen Road Bridge"),
        ("ins Arnem bridge", "Arnhem Bridge"),
        ("Nimegen", "Nijmegen"),
    ],
)
def test_the_nearest_name_is_offered_before_any_rule(
    line: str, near: str, all_maps: Context
) -> None:
    with pytest.raises(InputError) as refused:
        parse(line, Here(all_maps))
    assert refused.value.nearest == near


def test_a_name_of_another_map_is_said_to_be_of_another(all_maps: Context) -> None:
    with pytest.raises(InputError, match=r"of map tdc; another map has one.*Eindhoven"):
        parse("tdc road from Eindhovn to Son", Here(all_maps))


@pytest.mark.parametrize("line", ["can infantry entrench", "how do I commence an assault"])
def test_a_word_of_no_rule_that_is_like_no_name_is_looked_up(line: str, all_maps: Context) -> None:
    assert parse(line, Here(all_maps)).method == "rule.find"


@pytest.mark.parametrize(
    ("line", "ends"),
    [
        ("ferry at Son", ("66.156", "66.157")),
        ("ferry at Veghel for tracked German", ("74.129", "75.129")),
        ("tdc ferry at Grave", ("14.86", "15.86")),
    ],
)
def test_a_ferry_is_called_by_its_town(line: str, ends: tuple[str, str], all_maps: Context) -> None:
    asked = parse(line, Here(all_maps))
    assert asked.method == "ferry.use"
    assert (asked.params["hex"], asked.params["to"]) == ends


def test_in_it_never_snows_a_ferry_is_called_by_its_town(all_maps: Context) -> None:
    asked = parse("ins ferry 21/1Abn at Son", Here(all_maps))
    assert (asked.method, asked.params["between"]) == ("ferry.use", "E54.24/E55.25")
