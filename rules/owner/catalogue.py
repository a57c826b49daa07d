"""Every table an owner may supply, declared once: files, templates and documentation follow."""

from __future__ import annotations

from clubroute.builder.art.mark_names import SYMBOL_NAMES
from clubroute.builder.errors import (
    InputError,
    Where,
    nearest_name,
    one_of,
)
from clubroute.builder.sources.layout import CLASSES
from clubroute.rules.owner.read import (
    Column,
    DiceTable,
    TableSpec,
    die_columns,
    game_column,
)

FACES = (0, 9)
"""A die's lowest and highest face (WED and TDC, Components)."""

TABLES: tuple[TableSpec, ...] = (
    TableSpec(
        "weather",
        "The Weather Table: what the 0700 die makes of the day.",
        "the Weather Table among the games' charts",
        ("WED 1.2", "TDC 1.2"),
        (
            game_column(),
            Column("date", "date", "the day the row is for", blank="every day"),
            *die_columns(FACES),
            Column("weather", "choice", "the weather", ("clear", "overcast", "rain", "fog")),
            Column(
                "fog_number",
                "integer",
                "the number that clears the fog",
                low=0,
                high=9,
                only_if=("weather", "fog"),
            ),
        ),
        (
            ",,0,4,clear,",
            ",,5,7,fog,4",
            ",,8,8,overcast,",
            ",,9,9,rain,",
        ),
        dice=DiceTable(("game", "date"), FACES),
    ),
    TableSpec(
        "drop",
        "The Drop Table: what becomes of a Unit that drops, by the modified die.",
        "the Drop Table among the games' charts",
        ("WED 3.4.1", "TDC 3.4.1"),
        (
            game_column(),
            Column(
                "arrival", "choice", "how the Unit lands", ("parachute", "glider"), blank="both"
            ),
            *die_columns(),
            Column("delays", "integer", "activation delays", low=0, high=9),
            Column("steps", "integer", "Steps lost", low=0, high=9),
            Column("eliminated", "yes_no", "whether the Unit is eliminated"),
        ),
        (
            ",,,5,0,0,no",
            ",,6,8,1,0,no",
            ",,9,10,0,1,no",
            ",,11,,0,0,yes",
        ),
        dice=DiceTable(("game", "arrival")),
    ),
    TableSpec(
        "zone_change",
        "The Drop Zone/Landing Zone Changing Table: whether drops may be planned anew.",
        "the Drop Zone/Landing Zone Changing Table among the games' charts",
        ("WED 3.6", "TDC 3.6"),
        (
            game_column(),
            *die_columns(FACES),
            Column("result", "choice", "what the roll brings", ("success", "abort", "no_effect")),
        ),
        (
            ",0,3,success",
            ",4,7,no_effect",
            ",8,9,abort",
        ),
        dice=DiceTable(("game",), FACES),
    ),
    TableSpec(
        "zones",
        "Airborne zones whose hexes the rulebooks do not list (DZ A and DZ A2), or whose printed "
        "list you read otherwise. A zone given here replaces the map's.",
        "the zones printed on the map",
        ("WED 3.3", "TDC 3.3"),
        (
            Column("zone", "text", "its id, as dz-a"),
            Column("name", "text", "its name, as DZ A"),
            Column("kind", "choice", "drop zone, landing zone or both", ("dz", "lz", "dz/lz")),
            Column("starred", "yes_no", "whether a star is printed with it"),
            Column("hexes", "hexes", "its hexes"),
        ),
        ("dz-example,DZ Example,dz,no,70.126 70.127 71.127",),
        keys=("zone",),
    ),
    TableSpec(
        "division_zones",
        "Which Division uses which airborne zones, and which is its supply drop zone.",
        "the letters' colours on the map, and the scenario",
        ("TDC 3.3", "WED 3.3.2", "WED 3.5", "TDC 3.5"),
        (
            Column("division", "text", "the Division, as 101st Airborne"),
            Column("zone", "text", "the zone's id, as lz-w"),
            Column("supply", "yes_no", "whether its supplies are dropped there"),
        ),
        (
            "101st Airborne,lz-w,yes",
            "101st Airborne,dz-b,no",
        ),
        keys=("division", "zone"),
    ),
    TableSpec(
        "stops",
        "Club Route Stop hexes, where the Club Route Marker may stand. The rulebooks list only "
        "some; those of the map hold too.",
        "the Stop symbols on the map",
        ("WED 4.1", "WED 4.2", "WED MG 2"),
        (
            Column("hex", "hex", "the Stop hex"),
            Column("name", "text", "its name", blank="no name"),
            game_column(),
        ),
        ("61.141,Sint-Oedenrode,",),
        keys=("hex", "game"),
    ),
    TableSpec(
        "formations",
        "The queue of XXX Corps with the numbers of the Formation Reinforcement markers.",
        "the Guards Armored Divisional Display and the markers on it",
        ("WED 4.3.1", "WED 4.3.2", "WED MG 2"),
        (
            game_column(),
            Column("order", "integer", "its place in line, 1 first", low=1, high=99),
            Column("formation", "text", "the Formation, as Group Cold"),
            Column("division", "text", "its Division", blank="none"),
            Column(
                "kind",
                "choice",
                "numbered: rolled for; auto: released without a roll; sea_tail: rolled for, a "
                "Sea Tail",
                ("numbered", "auto", "sea_tail"),
            ),
            Column(
                "number",
                "integer",
                "the number on its marker",
                low=0,
                high=19,
                blank="Auto Formations have none",
            ),
        ),
        (
            ",1,Group Hot,Guards Armored,numbered,5",
            ",2,Group Cold,Guards Armored,numbered,5",
            ",3,15/19 KRH,101st Airborne,auto,",
        ),
        keys=("game", "order"),
    ),
    TableSpec(
        "flank",
        "The flank corps' way: the number at each arrow of the off-map display.",
        "the off-map display",
        ("WED 5.2",),
        (
            Column("corps", "choice", "the corps", ("VIII", "XII")),
            Column("from_box", "text", "the box it leaves"),
            Column("to_box", "text", "the box the arrow points to"),
            Column("number", "integer", "the number at the arrow", low=0, high=19),
        ),
        (
            "VIII,start,east-1,6",
            "XII,start,west-1,5",
        ),
        keys=("corps", "from_box"),
    ),
    TableSpec(
        "boxes",
        "The boxes of the off-map display, what they touch and where they lead to the map.",
        "the off-map display",
        ("WED 5.1", "WED 5.2"),
        (
            Column("box", "text", "the box's name"),
            Column("neighbours", "names", "the boxes a Formation may move to", blank="none"),
            Column("hexes", "hexes", "the map's reinforcement hexes at it", blank="none"),
        ),
        (
            "west-1,west-2,37.136",
            "west-2,west-1,",
        ),
        keys=("box",),
    ),
    TableSpec(
        "parks",
        "Artillery parks: the number printed on each marker and where it comes into play.",
        "the artillery park markers and the Divisions' reinforcement hexes",
        ("WED S1.0", "TDC S1.0"),
        (
            Column("park", "text", "the park's name"),
            Column("division", "text", "its Division"),
            Column("number", "integer", "the number on the marker", low=0, high=99),
            Column("hexes", "hexes", "its Division's reinforcement hexes", blank="not given"),
        ),
        (
            "KG Chill,KG Chill,0,",
            "59th,59th Infantry,4,37.136",
        ),
        keys=("park",),
    ),
    TableSpec(
        "ratings",
        "The ratings printed on your counters, one row for each face of a Unit.",
        "the counters",
        ("WED S6.6", "WED S6.7", "WED S1.0", "WED 2.15.6", "TDC S5.9", "TDC S5.12"),
        (
            Column("unit", "text", "the Unit's id or name, as in counters/*/units.csv"),
            Column("face", "choice", "the side of the counter", ("front", "back")),
            Column("engineer", "yes_no", "whether it has the engineer symbol", blank="no"),
            Column("indirect", "yes_no", "whether it has Indirect HE fire", blank="no"),
            Column("tq", "integer", "Troop Quality", low=0, high=9, blank="none printed"),
            Column("defence", "integer", "defence", low=-9, high=9, blank="none printed"),
            Column("fire", "text", "Fire Rating and its colour, `5 white`", blank="not drawn"),
            Column("assault", "text", "Assault Rating, `4`", blank="not drawn"),
            Column("move", "integer", "MP", low=0, high=99, blank="none printed"),
            Column(
                "range", "integer", "longest range, hexes", low=0, high=99, blank="none printed"
            ),
            Column("minimum", "integer", "shortest range", low=0, high=99, blank="none printed"),
            Column("command_range", "integer", "of a Leader", low=0, high=99, blank="no Leader"),
            Column("telephone", "yes_no", "whether a Leader has the telephone", blank="no"),
            Column("class", "choice", "how it moves", CLASSES, blank="as our counters have it"),
            Column("kind", "choice", "its kind", SYMBOL_NAMES, blank="as our counters have it"),
            Column(
                "division",
                "text",
                "its Division, told by its colour, where no rulebook says it (KG Henke's Leaders)",
                blank="not told",
            ),
        ),
        (
            "C/326 Eng,front,yes,no,6,0,3 white,4,7,1,,,,,,",
            "Leader/Oberst Henke,front,no,no,,,,,,,,7,yes,,,Korps Feldt",
        ),
        keys=("unit", "face"),
    ),
    TableSpec(
        "ins_ratings",
        "What stands on your counters of It Never Snows, one row for each face of a unit.",
        "the counters",
        ("INS 1.6a", "INS 1.6b", "INS 1.9", "INS 1.10", "INS 1.16", "INS 2.1c", "INS 2.4"),
        (
            Column("unit", "text", "the unit's id or name, as in counters/ins/units.csv"),
            Column("face", "choice", "the side of the counter", ("front", "back")),
            Column("steps", "integer", "steps of that side", low=1, high=9, blank="not told"),
            Column("attack", "integer", "attack", low=0, high=99, blank="none, or not told"),
            Column("barrage", "integer", "barrage", low=0, high=99, blank="none, or not told"),
            Column("range", "integer", "in hexes", low=0, high=99, blank="none, or not told"),
            Column("defence", "integer", "defence", low=0, high=99, blank="not told"),
            Column("move", "text", "MP, or Na", blank="not told"),
            *(
                Column(name, "yes_no", what, blank="not told")
                for name, what in (
                    ("exploit", "whether it is Exploit Capable: yellow coded"),
                    ("yellow", "whether it is yellow coded artillery"),
                    ("oval", "whether its symbol has an armor oval"),
                    ("dukw", "whether it has DUKWs"),
                    ("glider", "whether it has the Glider symbol"),
                )
            ),
        ),
        (
            "C/1/501,front,2,2,,,4,6,no,,no,no,no",
            "C/1/501,back,1,1,,,3,6,no,,no,no,no",
        ),
        keys=("unit", "face"),
    ),
    TableSpec(
        "series",
        "What the series rules say where the two rulebooks build on it.",
        "the series rules",
        ("WED 2.15.6", "TDC 2.15.5"),
        (
            Column("rule", "choice", "what is said", ("tq_check",)),
            Column(
                "value",
                "text",
                "of tq_check: at_most if a die equal to the Troop Quality passes, below if not",
            ),
        ),
        ("tq_check,at_most",),
        keys=("rule",),
    ),
    TableSpec(
        "areas",
        "Named sets of hexes printed on the maps that the rulebooks do not list: the far banks of "
        "rivers, deployment areas, Germany, the city limits, Entry Areas, the XXX Corps Boundary.",
        "the maps",
        (
            "TDC S4.1",
            "TDC S4.3",
            "TDC S4.9",
            "TDC S5.6",
            "TDC S5.7",
            "TDC S5.16",
            "WED S6.10",
            "INS 1.8a",
            "INS 2.2",
        ),
        (
            Column("area", "text", "its id, as north-of-the-waal"),
            Column("hexes", "hexes", "its hexes"),
        ),
        ("north-of-the-waal,41.63 41.62",),
        keys=("area",),
    ),
    TableSpec(
        "garrisons",
        "The towns that must be garrisoned: their hexes, from which distance counts.",
        "the town on the map",
        ("TDC S5.5",),
        (
            Column("town", "choice", "the town", ("Grave", "Mook")),
            Column("hexes", "hexes", "its hexes"),
            Column("relief", "names", "the Units that relieve it, first ones first", blank="none"),
        ),
        ("Grave,14.86,first relief; second relief",),
        keys=("town",),
    ),
    TableSpec(
        "readings",
        "How what It Never Snows only cites from the Standard Combat Series rulebook is read.",
        "the series rulebook; rules/scs/tables/readings.toml lists the choices",
        ("SCS series",),
        (
            Column("reading", "text", "its name, as odds_rounding"),
            Column("choice", "text", "the choice, as nearest"),
        ),
        ("odds_rounding,nearest",),
        keys=("reading",),
    ),
)
"""In the order of the documentation."""


def table_spec(name: str) -> TableSpec:
    """The table of that name. :raises InputError: with the nearest name."""
    for spec in TABLES:
        if spec.name == name:
            return spec
    names = [spec.name for spec in TABLES]
    raise InputError(Where("owner"), repr(name), one_of(names), nearest_name(name, names))
