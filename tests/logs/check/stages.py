"""What each game of the series is played with in these tests: its counters as they lie, and who and
where is fit for each habit and fault."""

from __future__ import annotations

from dataclasses import dataclass, replace

Lying = tuple[tuple[str, str, tuple[str, ...]], ...]
"""Counters on the map: id, hex, states."""
Way = tuple[tuple[str, ...], str, str]
"""Units, the hex where one of them has to be, the hex it is put into from there."""
NOBODY: Way = ((), "", "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """A set-up of a game, and the parts that its counters and hexes play.

    ``loose`` are chits that lie on the map; ``destroyed`` the bridges with such a marker,
    ``blocked`` the hex of the Road Block. ``wrong`` are hexes dragged to by slip, ``pile`` and
    ``named`` those where eliminated Units are piled, ``named`` on a Road by players who name it
    (``--pile``), ``gone`` one far from everybody. ``touched`` is who is moved before the first
    chit, ``early`` who may be eliminated by then.
    ``foot`` are Units on foot, ``far`` a hex where people are and none of them comes, ``beam`` one
    nearby. ``bridge`` leads over a destroyed bridge, ``water`` over water, ``limit`` out of where
    a Unit may be, ``ferried`` over by a ferry, ``barred`` where it takes nobody; ``among`` are
    Units, and an enemy they reach. ``riding`` is a tank and who may ride on it, ``night`` a chit
    that night bars. ``attached`` are Formations whose chit activates the Units of another one.
    """

    game: str
    day: str
    time: str
    units: Lying
    markers: tuple[tuple[str, str], ...] = ()
    chits: tuple[str, ...] = ()
    loose: tuple[tuple[str, str], ...] = ()
    destroyed: tuple[str, ...] = ()
    blocked: str = ""
    wrong: tuple[str, ...] = ()
    pile: str = ""
    named: str = ""
    gone: str = ""
    touched: tuple[str, tuple[str, ...]] = ("", ())
    early: tuple[str, ...] = ()
    foot: tuple[str, ...] = ()
    far: str = ""
    beam: str = ""
    bridge: Way = NOBODY
    water: Way = NOBODY
    limit: Way = NOBODY
    ferried: tuple[Way, ...] = ()
    barred: Way = NOBODY
    among: tuple[tuple[str, ...], str] = ((), "")
    riding: tuple[str, str] = ("", "")
    night: str = ""
    attached: tuple[tuple[str, str], ...] = ()

    @property
    def marked(self) -> frozenset[str]:
        """Hexes with a marker, which is dragged along with a stack."""
        return frozenset(number for _, number in self.markers)

    @property
    def date(self) -> str:
        """The day as a state has it."""
        return f"1944-09-{int(self.day.split()[1]):02d}"


LOOSE_CHIT = "chit-allied-direct"
"""A chit that lies on the map, for whoever will not wait for the mug."""
INDEPENDENT = "chit-101-independent"
"""Another one, of the Division's Independent Units."""

WED = Stage(
    game="wed",
    day="September 20",
    time="0900",
    # 59-3-i-1034-59 stands beside the ground its side may not enter; those from 101-d-2-502 on by a
    # ferry, with the engineers that are it; then by the culvert, by a Road Block on a dike; then
    # stacks: one Formation, two, a hex that is full, and a tank with riders; Infantry of a
    # Formation of tanks, and transport that nobody uses.
    units=(
        ("101-a-1-501", "75.129", ("column",)),
        ("101-b-1-501", "75.129", ("column",)),
        ("101-c-1-501", "76.128", ()),
        ("101-d-2-501", "77.130", ()),
        ("101-a-1-502", "66.157", ("column",)),
        ("101-b-1-502", "62.156", ()),
        ("gds-1-2-irishgds", "50.202", ("column",)),
        ("gds-2-2-irishgds", "50.212", ("column",)),
        ("gds-3-2-irishgds", "46.210", ("column",)),
        ("wal-1-pz-2107", "70.154", ("column",)),
        ("wal-2-pz-2107", "73.150", ("column",)),
        ("wal-3-pz-2107", "78.132", ("column",)),
        ("59-1-i-1034-59", "67.158", ()),
        ("59-2-i-1034-59", "60.140", ()),
        ("59-3-i-1034-59", "47.230", ()),
        ("101-d-2-502", "83.136", ("column",)),
        ("101-e-2-502", "83.136", ()),
        ("101-f-2-502", "82.136", ("column",)),
        ("101-c-326-eng", "82.135", ()),
        ("101-a-15-19-krh", "82.135", ("column",)),
        ("101-g-3-502", "70.156", ("column",)),
        ("101-b-15-19-krh", "70.157", ("column",)),
        ("101-c-15-19-krh", "16.87", ("column",)),
        ("101-h-3-502", "17.87", ()),
        ("101-e-2-501", "77.135", ("column",)),
        ("101-f-2-501", "77.135", ("column",)),
        ("101-g-3-501", "80.138", ()),
        ("101-i-3-502", "80.138", ()),
        ("101-h-3-501", "78.125", ()),
        ("101-i-3-501", "78.125", ()),
        ("101-a-1-506", "78.125", ()),
        ("101-b-1-506", "79.125", ()),
        ("101-a-44-rtr", "66.163", ("column",)),
        ("101-c-1-506", "66.163", ("column",)),
        ("gds-1-3-irishgds", "51.213", ()),
        ("101-divisional-jeep", "96.110", ()),
    ),
    markers=(
        ("bridge-destroyed", "74.129"),
        ("bridge-destroyed", "83.136"),
        ("ferry", "82.135"),
        ("road-block", "17.88"),
        ("suppressed", "94.110"),
        ("club-route", "61.141"),
        ("club-route-attacked", "90.110"),
        ("club-route-attacked", "91.110"),
        ("club-route-closed", "92.110"),
        ("club-route-closed", "93.110"),
        ("glider-paradrop", "94.112"),
    ),
    chits=(
        "chit-101-division",
        "chit-101-501",
        "chit-101-502",
        "chit-gds-division",
        "chit-gds-hot",
        "chit-wal-division",
        "chit-wal-107",
        "chit-59-division",
    ),
    loose=((LOOSE_CHIT, "95.110"), (INDEPENDENT, "95.112")),
    destroyed=("74.129/75.129", "82.135/83.136"),
    blocked="17.88",
    wrong=("92.118", "50.170", "66.140"),
    pile="95.110",
    named="72.86",
    gone="96.112",
    touched=("wal-2-pz-2107", ("74.149", "73.149")),
    early=("101-a-1-502", "59-2-i-1034-59"),
    foot=("101-c-1-501", "101-d-2-501", "101-h-3-501"),
    far="44.224",
    beam="80.133",
    bridge=(("101-a-1-501", "101-b-1-501"), "75.129", "74.129"),
    water=(("101-d-2-501",), "77.130", "76.130"),
    limit=(("59-3-i-1034-59",), "47.230", "47.231"),
    ferried=((("101-d-2-502",), "83.136", "82.135"),),
    barred=(("101-a-15-19-krh",), "82.135", "83.136"),
    among=(("101-e-2-501", "101-f-2-501"), "wal-3-pz-2107"),
    riding=("101-a-44-rtr", "101-c-1-506"),
    night="chit-gds-hot",
)

TDC = Stage(
    game="tdc",
    day="September 21",
    time="1900",
    # At Arnhem's bridge and by the river; in the town and the woods west of it; by the ferry, with
    # the engineers that are it; about Groesbeek; in Nijmegen; then the Germans about them.
    units=(
        ("1ab-a-2-1", "49.29", ("column",)),
        ("1ab-b-2-1", "49.29", ("column",)),
        ("1ab-c-2-1", "47.28", ()),
        ("1ab-r-1-1", "42.23", ()),
        ("1ab-s-1-1", "40.26", ("column",)),
        ("1ab-1-ab-recce-sqn", "36.21", ("column",)),
        ("1ab-a-10-4", "34.22", ()),
        ("1ab-b-10-4", "34.22", ()),
        ("1ab-a-7-kosb", "33.26", ()),
        ("1ab-9-fld-coy-re", "31.31", ()),
        ("1ab-d-1-border", "31.31", ("column",)),
        ("1ab-tetrarch", "31.31", ()),
        ("1ab-divisional-jeep", "20.20", ()),
        ("82-g-3-504", "36.62", ()),
        ("82-a-307-eng", "36.62", ()),
        ("82-b-307-eng", "36.62", ()),
        ("43-a-43-recce", "30.58", ("column",)),
        ("82-a-1-505", "44.73", ("column",)),
        ("82-b-1-505", "46.72", ()),
        ("82-c-1-505", "43.75", ()),
        ("82-d-2-508", "50.73", ("column",)),
        ("82-e-2-508", "50.73", ("column",)),
        ("82-f-2-508", "47.73", ()),
        ("82-82-recon", "42.70", ("column",)),
        ("43-a-4-somli", "36.70", ()),
        ("43-b-4-somli", "36.70", ()),
        ("gds-1-2-grengds", "41.66", ("column",)),
        ("gds-2-1-grengds", "41.66", ("column",)),
        ("gds-2-2-grengds", "43.66", ("column",)),
        ("gds-3-2-grengds", "40.68", ("column",)),
        ("gds-kings-1-gg", "42.68", ()),
        ("fel-1-kg-hoxter", "41.64", ()),
        ("fel-4-ers-btl-6", "53.74", ()),
        ("fel-21-ulk-hg-a-u-e", "54.76", ()),
        ("fel-4-schiff-abt-14", "56.73", ("column",)),
        ("fel-pz-ers", "56.78", ("column",)),
        ("hoh-2-kg-krafft", "44.22", ()),
        ("hoh-4-kg-krafft", "45.23", ("column",)),
        ("hoh-9-kg-krafft", "38.20", ()),
        ("hoh-kg-buttlar", "52.26", ("column",)),
        ("hoh-1-pio-lehr-btl-9", "50.24", ()),
        ("fru-1-ss-pz-a-a-10", "49.60", ("column",)),
    ),
    markers=(
        ("bridge-destroyed", "49.30"),
        ("ferry", "31.31"),
        ("assault-ferry-american", "36.62"),
        ("ferry", "30.58"),
        ("road-block", "48.79"),
        ("suppressed", "10.90"),
        ("glider-paradrop", "12.90"),
    ),
    chits=(
        "chit-1ab-1st-airborne-division-activation",
        "chit-1ab-1st-para-formation-activation",
        "chit-82-82nd-airborne-division-activation",
        "chit-82-505-pir-formation-activation",
        "chit-gds-guards-armored-division-activation",
        "chit-43-43rd-infantry-division-activation",
        "chit-hoh-hohenstaufen-division-activation",
        "chit-hoh-kg-krafft-formation-activation",
        "chit-hoh-kg-spindler-formation-activation",
        "chit-fel-korps-feldt-division-activation",
    ),
    loose=(("chit-gds-group-hot-formation-activation", "10.92"),),
    destroyed=("49.29/49.30",),
    blocked="48.79",
    wrong=("20.45", "58.50", "12.70"),
    pile="08.60",
    named="29.90",
    gone="04.92",
    touched=("fel-21-ulk-hg-a-u-e", ("54.75", "55.76")),
    early=("82-f-2-508", "hoh-9-kg-krafft"),
    foot=("82-a-1-505", "82-b-1-505", "82-c-1-505"),
    far="36.24",
    beam="45.74",
    bridge=(("1ab-a-2-1", "1ab-b-2-1"), "49.29", "49.30"),
    water=(("1ab-c-2-1",), "47.28", "47.29"),
    limit=(("fel-1-kg-hoxter",), "41.64", "41.63"),
    ferried=(
        (("1ab-d-1-border",), "31.31", "31.32"),
        (("82-g-3-504",), "36.62", "36.61"),
        (("43-a-43-recce",), "30.58", "30.57"),
    ),
    barred=(("1ab-tetrarch",), "31.31", "31.32"),
    among=(("82-d-2-508", "82-e-2-508"), "fel-4-ers-btl-6"),
    riding=("gds-1-2-grengds", "gds-2-1-grengds"),
    night="chit-gds-group-hot-formation-activation",
    attached=(("Group Hot", "Grenadier Guards"), ("KG Spindler", "KG Krafft")),
)

MG = replace(
    WED,
    game="mg",
    units=(*WED.units, *TDC.units),
    markers=(*WED.markers, *TDC.markers),
    chits=(*WED.chits, *TDC.chits, TDC.night),
    destroyed=(*WED.destroyed, *TDC.destroyed),
    wrong=(*WED.wrong, *TDC.wrong),
    early=(*WED.early, *TDC.early),
    foot=(*WED.foot, *TDC.foot),
    water=TDC.water,
    limit=TDC.limit,
    ferried=(*WED.ferried, *TDC.ferried),
    barred=TDC.barred,
    among=TDC.among,
    night=TDC.night,
    attached=TDC.attached[:1],
)

STAGES = {stage.game: stage for stage in (WED, TDC, MG)}
