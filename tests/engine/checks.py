"""Judge what the engine reports: each check gives a list of problems, empty when all is well.

The engine itself is silent about most of these: a missing image, an unresolved prototype or a
misspelt attribute opens without a word and shows as a hole in somebody's game.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from clubroute.builder.module.counters import RATED_FACE
from clubroute.builder.vassal.atoms import AddPiece, read_atom
from clubroute.builder.vassal.pieces import read_definition, read_piece
from clubroute.builder.vassal.traits import SendTo, Stack
from tests.engine.expectation import ExpectedBoard, ExpectedPiece, ExpectedSetup
from tests.engine.reports import (
    AtStart,
    Definition,
    Expression,
    GameMap,
    Idle,
    Image,
    KeyAnswer,
    NamedPoint,
    Piece,
    Point,
    RoundTrip,
    Setup,
    ToolbarButton,
)

IMAGE_FOLDER = "images/"
PIECE = "+/null/"
"""What the text of a slot or prototype begins with."""
# The engine writes the size a slot has on its screen and the version of its own viewer, whatever it
# read.
ENGINES_OWN = {
    *(
        (f"VASSAL.build.widget.{slot}", name)
        for slot in ("PieceSlot", "CardSlot")
        for name in ("width", "height")
    ),
    ("VASSAL.build.module.map.CounterDetailViewer", "version"),
}


def check_images(images: Iterable[Image], entries: Iterable[str]) -> list[str]:
    """Every named image exists and decodes; every image among the zip entries is named.

    The faces that an owner's extension brings are in no module; that the extension has them all is
    for ``tests/counters/test_ratings_extension.py``.
    """
    images = list(images)
    problems = [
        f"image {image.name} is {'there' if image.exists else 'missing'}"
        for image in images
        if image.exists == image.name.endswith(RATED_FACE)
    ]
    problems += [
        f"image {image.name} cannot be decoded"
        for image in images
        if image.exists and image.width * image.height == 0
    ]
    stored = {
        name.removeprefix(IMAGE_FOLDER)
        for name in entries
        if name.startswith(IMAGE_FOLDER) and not name.endswith("/")
    }
    unused = sorted(stored - {image.name for image in images})
    return problems + [f"image {name} is used by nothing" for name in unused]


def check_build_file(ours: str, written: str) -> list[str]:
    """Everything in our XML comes back when the engine writes the module it has read.

    What the engine adds (defaults, components it cannot do without) is no problem. This is the only
    way to see a misspelt attribute.
    """
    return list(
        _element_problems(ElementTree.fromstring(ours), ElementTree.fromstring(written), "")
    )


def _element_problems(
    ours: ElementTree.Element, written: ElementTree.Element, path: str
) -> Iterable[str]:
    here = f"{path}/{_title(ours)}"
    for name, value in ours.attrib.items():
        if name not in written.attrib:
            yield f"{here}: attribute {name} is not known to the engine"
        elif (ours.tag, name) in ENGINES_OWN:
            continue
        elif not _same_value(value, written.attrib[name]):
            yield f"{here}: attribute {name} is {value!r}, the engine has {written.attrib[name]!r}"
    text, back = (ours.text or "").strip(), (written.text or "").strip()
    if text and not _same_text(text, back):
        yield f"{here}: text is {text!r}, the engine has {back!r}"
    yield from _children_problems(ours, written, here)


def _children_problems(
    ours: ElementTree.Element, written: ElementTree.Element, here: str
) -> Iterable[str]:
    """Match children of one class in order: the engine may interleave its own."""
    left: dict[str, list[ElementTree.Element]] = {}
    for child in written:
        left.setdefault(_kind(child), []).append(child)
    for child in ours:
        candidates = left.get(_kind(child), [])
        if candidates:
            yield from _element_problems(child, candidates.pop(0), here)
        else:
            yield f"{here}: element {_title(child)} is not known to the engine"


def _kind(element: ElementTree.Element) -> str:
    # <option name="..."> elements are a map, not a list.
    return f"{element.tag} {element.get('name')}" if element.tag == "option" else element.tag


def _title(element: ElementTree.Element) -> str:
    short = element.tag.rpartition(".")[2]
    name = element.get("name") or element.get("entryName") or element.get("mapName")
    return f"{short}[{name}]" if name else short


NAMED_KEY = re.compile(r"573\d\d(\\*,0\\*,)")
"""A stroke that exists by name only: its number is the engine's own, counted anew each time."""


def _same_value(ours: str, written: str) -> bool:
    ours, written = (NAMED_KEY.sub(r"N\1", text) for text in (ours, written))
    # A newer engine adds empty fields at the end.
    if ours == written or ours.rstrip("|") == written.rstrip("|"):
        return True
    try:
        return float(ours) == float(written)
    except ValueError:
        return False


def _same_text(ours: str, written: str) -> bool:
    """Whether the engine writes our text; of a piece a newer engine's traits may say more."""
    if ours == written:
        return True
    if not (ours.startswith(PIECE) and written.startswith(PIECE)):
        return False
    piece, back = read_definition(ours), read_definition(written)
    return len(piece.traits) == len(back.traits) and all(
        theirs.state == trait.state and f"{theirs.type};".startswith(f"{trait.type};")
        for trait, theirs in zip(piece.traits, back.traits, strict=True)
    )


def check_prototypes(definitions: Iterable[Definition]) -> list[str]:
    return [
        f"{definition.name}: prototype {use.name} does not exist"
        for definition in definitions
        for use in definition.prototypes
        if not use.exists
    ]


def check_traits(definitions: Iterable[Definition]) -> list[str]:
    """Every trait is known to the engine, and each field it reads is the one we wrote.

    The engine takes an unknown trait for an empty Marker, and shifts fields when one is left out.
    """
    problems = []
    for definition in definitions:
        if not definition.read:
            problems.append(f"{definition.name}: the piece cannot be read")
            continue
        if len(definition.declared) != len(definition.read):
            problems.append(
                f"{definition.name}: {len(definition.declared)} traits are written,"
                f" {len(definition.read)} are read"
            )
        for ours, back in zip(definition.declared, definition.read, strict=False):
            if ours[0] != back[0]:
                problems.append(f"{definition.name}: trait {ours[0]} is not known to the engine")
                continue
            problems += [
                f"{definition.name}: trait {ours[0]}, field {number} is {field!r},"
                f" the engine reads {read!r}"
                for number, (field, read) in enumerate(zip(ours, back, strict=False))
                if not _same_value(field, read)
            ]
    return problems


def check_expressions(expressions: Iterable[Expression]) -> list[str]:
    return [
        f"{one.where}: expression {one.text} is malformed" for one in expressions if not one.valid
    ]


def check_gpids(slots: Iterable[Definition]) -> list[str]:
    """Every slot has a gpid of its own: saved games find their pieces by it."""
    names: dict[str, list[str]] = {}
    for slot in slots:
        names.setdefault(slot.gpid, []).append(slot.name)
    problems = [f"{name}: the slot has no gpid" for name in names.pop("", [])]
    return problems + [
        f"gpid {gpid} is shared by {', '.join(shared)}"
        for gpid, shared in names.items()
        if len(shared) > 1
    ]


def check_slots(slots: Iterable[Definition], expected: Mapping[str, str]) -> list[str]:
    """The slots are the expected ones: gpid to name."""
    found = {slot.gpid: slot.name for slot in slots}
    problems = [
        f"slot {gpid} {name}: {'is ' + found[gpid] if gpid in found else 'is missing'}"
        for gpid, name in expected.items()
        if found.get(gpid) != name
    ]
    return problems + [
        f"slot {gpid} {name} is not expected"
        for gpid, name in found.items()
        if gpid not in expected
    ]


def check_setups(setups: Iterable[Setup], expected: Iterable[ExpectedSetup]) -> list[str]:
    """Every setup's file can be read, and the setups are the expected ones."""
    setups = list(setups)
    problems = [f"setup {one.name}, file {one.file}: {one.error}" for one in setups if one.error]
    found = [(one.name, one.file) for one in setups if one.file]
    wanted = [(one.name, one.file) for one in expected]
    if found != wanted:
        problems.append(f"the setups are {found}, expected {wanted}")
    return problems


def check_map_sizes(maps: Iterable[GameMap]) -> list[str]:
    """A map without its default board is 0 or 1 px wide."""
    return [
        f"map {one.name} is {one.width}x{one.height} px and has {len(one.boards)} boards"
        for one in maps
        if one.width <= 1 or one.height <= 1
    ]


def check_boards(game_map: GameMap, expected: Iterable[ExpectedBoard]) -> list[str]:
    found = [(board.name, board.x, board.y) for board in game_map.boards]
    wanted = [(board.name, board.x, board.y) for board in expected]
    if sorted(found) == sorted(wanted):
        return []
    return [f"map {game_map.name}: the boards are {found}, expected {wanted}"]


def check_at_start(stacks: Iterable[AtStart]) -> list[str]:
    return [f"at-start stack {stack.name}: {stack.error}" for stack in stacks if stack.error]


def check_hex_names(
    expected: Mapping[str, Point],
    named: Sequence[NamedPoint],
    places: Sequence[Point | None],
) -> list[str]:
    """Every centre snaps to itself, has the expected name, and the name leads back to it."""
    problems = []
    for (name, centre), found, place in zip(expected.items(), named, places, strict=True):
        if found.name != name:
            problems.append(f"hex {name} at {centre} is called {found.name}")
        if (found.x, found.y) != centre:
            problems.append(f"hex {name} at {centre} snaps to {(found.x, found.y)}")
        if place != centre:
            problems.append(f"hex {name} is found at {place}, not at {centre}")
    return problems


def check_pieces(
    pieces: Iterable[Piece], expected: Iterable[ExpectedPiece], slots: Iterable[Definition]
) -> list[str]:
    """The pieces of a game are exactly the expected ones, on a map, stacked, and in the palette."""
    pieces = list(pieces)
    gpids = {slot.gpid for slot in slots}
    problems = [f"piece {one.name} is on no map" for one in pieces if one.map is None]
    problems += [f"piece {one.name} is in no stack" for one in pieces if one.stack is None]
    problems += [
        f"piece {one.name} has gpid {one.gpid}, which no slot has"
        for one in pieces
        if one.gpid not in gpids
    ]
    wanted = Counter(expected)
    nameless = {(one.map, one.x, one.y) for one in wanted if not one.hex}
    found = Counter(
        ExpectedPiece(
            one.name,
            one.gpid or "",
            one.map or "",
            "" if (one.map, one.x, one.y) in nameless else one.location or "",
            one.x,
            one.y,
        )
        for one in pieces
    )
    problems += [f"missing: {_place(one)}" for one in sorted((wanted - found).elements())]
    problems += [f"not expected: {_place(one)}" for one in sorted((found - wanted).elements())]
    return problems


def _place(piece: ExpectedPiece) -> str:
    return f"{piece.name} (gpid {piece.gpid}) in {piece.hex} at {piece.x}, {piece.y} of {piece.map}"


def check_round_trip(round_trip: RoundTrip) -> list[str]:
    problems = [f"lost by saving: {command!r}" for command in round_trip.lost]
    problems += [f"gained by saving: {command!r}" for command in round_trip.gained]
    if not round_trip.identical and not problems:
        problems.append("saving changes the order of the commands")
    return problems


def check_keys(answers: Iterable[KeyAnswer]) -> list[str]:
    """Every key command works and its undo leaves no trace."""
    problems = []
    for answer in answers:
        title = f"{answer.piece}, {answer.menu or 'no menu text'} ({answer.key})"
        problems += [f"{title}: {problem}" for problem in answer.problems]
        if answer.error:
            problems.append(f"{title}: {answer.error}")
        elif not answer.restored and _told(answer.gained) != _told(answer.lost):
            problems.append(f"{title}: undo leaves {answer.gained} for {answer.lost}")
    return problems


def check_idle(idle: Idle) -> list[str]:
    """Every key of a counter and every button that sends keys changes something some time."""
    return [
        *(f"the key {key} never does anything" for key in idle.keys),
        *(f"the button {button} never does anything" for button in idle.buttons),
        *idle.problems,
    ]


def _told(commands: Iterable[str]) -> list[str]:
    """Commands as values, without what a Send-to trait remembers as its way back and without the
    stack it leaves empty: the engine undoes neither."""
    found: list[str] = []
    for command in commands:
        atom = read_atom(command)
        if isinstance(atom, AddPiece):
            whole = read_piece(atom.type, atom.state)
            if whole.basic.id != Stack.PREFIX:
                found.append(repr([t for t in whole.traits if t.id != SendTo.PREFIX]))
        else:
            found.append(command)
    return sorted(found)


def check_buttons(clicked: Iterable[tuple[ToolbarButton, set[str]]]) -> list[str]:
    """Every button of a toolbar changes the game, says, shows or asks something.

    One that sends keys may find no counter that hears it then: :func:`check_idle` is for those.
    """
    return [
        f"the button {button.text} of {button.map or 'the module'} does nothing"
        for button, changes in clicked
        if not changes and not button.sends
    ]


def check_metadata(build_file: str, module_data: str) -> list[str]:
    """Name and versions in moduledata, which the module library shows, are the module's own."""
    module, data = ElementTree.fromstring(build_file), ElementTree.fromstring(module_data)
    problems = []
    for name in ("name", "version", "VassalVersion"):
        told, own = data.findtext(name), module.get(name)
        if told != own:
            problems.append(f"moduledata has {name} {told!r}, the build file {own!r}")
    return problems


def check_sides(written: str, expected: Sequence[str]) -> list[str]:
    """The sides in the build file as the engine writes it."""
    found = [
        (entry.text or "").strip()
        for roster in ElementTree.fromstring(written).iter("VASSAL.build.module.PlayerRoster")
        for entry in roster.iter("entry")
    ]
    return [] if found == list(expected) else [f"the sides are {found}, expected {list(expected)}"]
