"""moduledata and savedata."""

from __future__ import annotations

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.vassal.metadata import Metadata, read_metadata


def test_the_engines_fields_in_its_order() -> None:
    data = Metadata("1.0", "3.6.0", 315532800000, "about & more", "Eagles")
    assert data.write().decode() == (
        '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<data version="1">\n'
        "    <version>1.0</version>\n    <extra1/>\n    <extra2/>\n"
        "    <VassalVersion>3.6.0</VassalVersion>\n    <dateSaved>315532800000</dateSaved>\n"
        "    <description>about &amp; more</description>\n    <name>Eagles</name>\n</data>"
    )
    assert read_metadata(data.write()) == data


def test_a_save_has_no_name() -> None:
    data = Metadata("1.0", "3.6.0", 0)
    assert b"<name>" not in data.write()
    assert read_metadata(data.write()) == data


def test_missing_fields_read_as_nothing() -> None:
    assert read_metadata(b"<data/>") == Metadata("", "", 0)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"<date/>", "found <date>, expected <data>"),
        (b"<data>\n<dateSaved>soon</dateSaved></data>", "2: found dateSaved soon, expected"),
        (b"<data><dateSaved>" + b"9" * 5000 + b"</dateSaved></data>", "found dateSaved 999"),
        (b"<data><dateSaved>-</dateSaved></data>", "found dateSaved -"),
    ],
)
def test_bad_ones(data: bytes, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_metadata(data)
    assert message in str(caught.value)


def test_a_name_in_other_languages_is_not_the_name() -> None:
    data = b'<data><name lang="ru">ru</name><name>Mine</name><name lang="es">Mia</name></data>'
    assert read_metadata(data).name == "Mine"
