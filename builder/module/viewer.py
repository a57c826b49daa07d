"""The mouse-over stack viewer: which hex this is, what lies in it, and what stands there.

VASSAL has no terrain, so the viewer's text is an expression that looks the hex up in a table of
codes, a few letters for each hex. The engine hands a location such as ``05.130`` to an expression
as the number 5.13, so its zeros are put back: how many, the range of the second numbers tells, and
where it does not (rows 1 to 10 and more) the zone the hex is in, one for each number of digits.

The engine's parser reads what stands in brackets twice, and twice as often for each bracket inside:
few may stand in one another, for a player waits for it when the viewer first shows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from string import ascii_letters

from clubroute.builder.errors import ClubrouteError
from clubroute.builder.grid import DOT, Hex, Lattice, Sheet
from clubroute.builder.module.numbered_zones import band, hover_texts, second_numbers
from clubroute.builder.module.parts import stack_viewer
from clubroute.builder.sources.vocabulary import Vocabulary
from clubroute.builder.terrain.terrain_map import TerrainMap
from clubroute.builder.vassal.buildfile import Element

NOWHERE = "-"
"""Fills the code of a hex that is on no sheet."""
NUMBER = "@"
"""Stands in a text where the hex number is to be."""


class ViewerError(ClubrouteError):
    """A map whose hex numbers the viewer's expression could not read back."""


@dataclass(frozen=True, slots=True)
class HoverTable:
    """The texts of hexes as strings that an expression can search.

    ``head`` holds, for each first part of a number as the engine hands it over, the lowest and the
    highest second number of its hexes, where their codes begin, and the first part as printed:
    ``;5=08619500503005``; ``codes`` the codes one after another, ``width`` letters each; ``texts``
    every code with its text: ``|aa:@  Clear``.
    """

    head: str
    codes: str
    texts: str
    width: int


def hover_table(lattice: Lattice, texts: Mapping[Hex, str]) -> HoverTable:
    """The table of some hexes' texts."""
    lines: dict[str, dict[int, str]] = defaultdict(dict)
    for h, text in sorted(texts.items()):
        first, second = lattice.parts(h)
        lines[first][int(second)] = clean(text)
    distinct = sorted({text for line in lines.values() for text in line.values()})
    width = code_width(len(distinct))
    code = dict(zip(distinct, letters(width), strict=False))
    nowhere = NOWHERE * width
    head: list[str] = []
    codes: list[str] = []
    for first, line in lines.items():
        low, high = min(line), max(line)
        # What begins with a letter is handed over as it is; without a dot, zeros are put back.
        handed = (first.lstrip("0") or "0") if dotted(lattice.sheets) else first
        head.append(f";{handed}={low:03d}{high:03d}{len(codes):06d}{first}")
        codes += [code[line[n]] if n in line else nowhere for n in range(low, high + 1)]
    known = "".join(f"|{code[text]}:{NUMBER}  {text}" for text in distinct)
    return HoverTable("".join(head), "".join(codes), f"|{nowhere}:{known}|", width)


def clean(text: str) -> str:
    """A text without the signs that mean something to the table or to the engine."""
    for sign in '|@"\\$':
        text = text.replace(sign, "'" if sign == '"' else "/")
    return text


def code_width(count: int) -> int:
    """Letters needed for so many codes."""
    width = 1
    while len(ascii_letters) ** width < count:
        width += 1
    return width


def letters(width: int) -> Iterable[str]:
    """Every code of that many letters."""
    return map("".join, product(ascii_letters, repeat=width))


def dotted(sheets: Iterable[Sheet]) -> bool:
    """Whether numbers have something between column and row."""
    return not any(sheet.bare for sheet in sheets)


TEXT = '(""+LocationName)'
WHOLE = f'{TEXT}.substring(0,{TEXT}.indexOf("."))'
"""The first part of a number as the engine hands it over: without its leading zeros."""
REST = f'{TEXT}.substring({TEXT}.indexOf(".")+1)'
"""The second part of a number as the engine hands it over: without its last zeros."""


WITH_DOT = f'{TEXT}.matches("[A-Za-z]*[0-9]+[.][0-9]+")'
BARE_TEXT = "String.valueOf(LocationName)"
"""The same of a number without a dot: the engine's parser takes ``""+101`` for no text."""
WITHOUT_DOT = f'{BARE_TEXT}.matches("[A-Za-z]*[0-9]+")'


def second_text(low: int, high: int, digits: int) -> str:
    """An expression: the second part of a number as printed, where those run from low to high."""
    if max(len(str(high)), digits) == max(len(str(low)), digits):
        return padded(str(max(len(str(high)), digits)))
    if high < 10 * low:
        number = f"Integer.parseInt({REST})"
        zeros = f'({number}*10<{low}?"00":{number}<{low}?"0":"")'
        return f"({REST}+{zeros})"
    bands = range(max(len(str(low)), digits), len(str(high)))
    length = "".join(f'(""+CurrentZone).endsWith("{band(n)}")?{n}:' for n in bands)
    return padded(f"({length}{len(str(high))})")


def bare_parts(sheets: Iterable[Sheet]) -> tuple[str, str]:
    """Two expressions: the first and the second part of a number with no dot, as printed. Of one
    that begins with a letter no zeros are lost."""
    sheets = tuple(sheets)
    if all(sheet.letters for sheet in sheets):
        return f'{BARE_TEXT}.replaceAll("[0-9]","")', f'{BARE_TEXT}.replaceAll("[A-Za-z]","")'
    kinds = {(sheet.first_digits, sheet.second_digits) for sheet in sheets}
    letters = {len(sheet.prefix) for sheet in sheets}
    if len(kinds) > 1 or len(letters - {0}) > 1:
        raise ViewerError("sheets that write their numbers with other digits, without a dot")
    ((first, second),) = kinds
    figures = f"String.valueOf({10 ** (first + second)}+Integer.parseInt({BARE_TEXT}))"
    whole, rest = f"{figures}.substring(1,{1 + first})", f"{figures}.substring({1 + first})"
    for cut in (one + first for one in letters - {0}):
        lettered = f"{BARE_TEXT}.substring(0,{cut})", f"{BARE_TEXT}.substring({cut})"
        if 0 not in letters:
            return lettered
        plain = f'({BARE_TEXT}.matches("[0-9]+")?'
        whole, rest = f"{plain}{whole}:{lettered[0]})", f"{plain}{rest}:{lettered[1]})"
    return whole, rest


def padded(length: str) -> str:
    """An expression: the second part with zeros added to so many digits."""
    return f'({REST}+"000").substring(0,{length})'


def location_text(table: HoverTable, sheets: Iterable[Sheet]) -> str:
    """A BeanShell expression: ``75.130  Clear`` from the property LocationName.

    :raises ViewerError: sheets without a map letter that write their numbers in different ways.
    """
    sheets = tuple(sheets)
    plain = {
        (sheet.first_digits, sheet.second_digits): sheet for sheet in sheets if not sheet.prefix
    }
    if len(plain) > 1:
        raise ViewerError("sheets without a prefix that write their numbers with other digits")
    whole, second, is_number, dot = WHOLE, REST, WITH_DOT, DOT
    if not dotted(sheets):
        whole, second, is_number, dot = *bare_parts(sheets), WITHOUT_DOT, ""
    for sheet in plain.values() if dot else ():
        low, high = second_numbers(sheets)
        second = second_text(low, high, sheet.second_digits)
        if any(sheet.prefix for sheet in sheets):
            second = f'({TEXT}.matches("[A-Za-z].*")?{REST}:{second})'
    head = f'"{table.head}"'
    key = f'";"+{whole}+"="'
    entry = f"{head}.split({key})[1]"

    def field(start: int, size: int) -> str:
        return f"Integer.parseInt({entry}.substring({start},{start + size}))"

    number = f"Integer.parseInt({second})"
    known = f"{head}.contains({key})&&{number}>={field(0, 3)}&&{number}<={field(3, 3)}"
    place = f"{table.width}*({field(6, 6)}+{number}-{field(0, 3)})"
    code = f'"{table.codes}".substring({place},{place}+{table.width})'
    text = f'"{table.texts}".split("[|]"+{code}+":")[1].split("[|]")[0]'
    first = f'{entry}.substring(12).split(";")[0]'
    shown = f'{text}.replace("{NUMBER}",{first}+"{dot}"+{second})'
    return f'{{!{is_number}?{TEXT}:!({known})?"":{shown}}}'


def viewer(terrain: TerrainMap, window: str, words: Vocabulary) -> Element:
    """The stack viewer of a map window; it shows empty hexes too."""
    table = hover_table(terrain.lattice, hover_texts(terrain, window, words))
    text = location_text(table, terrain.lattice.window(window))
    return stack_viewer(text, "Stack, hex and terrain")
