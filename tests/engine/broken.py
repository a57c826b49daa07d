"""Ways to break the small module, each with the check that must notice."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tests.engine import handmade, small_board
from tests.engine import small_module as small

Files = dict[str, bytes]
BUILD_FILE = "buildFile.xml"


@dataclass(frozen=True, slots=True)
class Breakage:
    """A change to the entries of the small module, and the name of the check that must see it.

    ``also`` are the checks that notice it, too, or that it keeps from seeing anything.
    """

    name: str
    check: str
    apply: Callable[[Files], None]
    also: tuple[str, ...] = ()

    def disturbs(self, other: Breakage) -> bool:
        """Whether a check that must see the other one would see this, or see nothing."""
        return other.check in (self.check, *self.also) or "open" in (self.check, other.check)


def _edit(old: str, new: str, times: int = 1) -> Callable[[Files], None]:
    """Change a text of the build file, which must be there."""

    def apply(files: Files) -> None:
        text = files[BUILD_FILE].decode()
        if old not in text:
            raise ValueError(f"the build file has no {old!r}")
        files[BUILD_FILE] = text.replace(old, new, times).encode()

    return apply


def _put(entry: str, data: bytes) -> Callable[[Files], None]:
    def apply(files: Files) -> None:
        files[entry] = data

    return apply


def _drop(entry: str) -> Callable[[Files], None]:
    def apply(files: Files) -> None:
        del files[entry]

    return apply


def _setup(change: Callable[[list[str]], list[str]]) -> Callable[[Files], None]:
    """Change the commands of the setup."""
    return _put(small.SETUP_FILE, handmade.saved_game(change(small.set_up_commands())))


def _replaced(old: str, new: str) -> Callable[[list[str]], list[str]]:
    def change(commands: list[str]) -> list[str]:
        if not any(old in command for command in commands):
            raise ValueError(f"the setup has no {old!r}")
        return [command.replace(old, new) for command in commands]

    return change


def _stacks_first(commands: list[str]) -> list[str]:
    stacks = [command for command in commands if "/stack/" in command]
    return [commands[0], *stacks, *(one for one in commands[1:] if one not in stacks)]


def _newer_version(files: Files) -> None:
    _edit(f'VassalVersion="{small.VASSAL_VERSION}"', 'VassalVersion="9.9.0"')(files)
    files["moduledata"] = small.module_data("9.9.0").encode()


def _old_name(files: Files) -> None:
    files["buildFile"] = files.pop(BUILD_FILE)


def _truncated(files: Files) -> None:
    files[BUILD_FILE] = files[BUILD_FILE][:-200]


_PICTURE = small.small_module()["images/allied.png"]
_X, _Y = small_board.hex_centres()["98.120"]

SETUP = ("pieces", "setups")
"""The checks of the setup: one that is broken has nothing else to be found."""
BREAKAGES = (
    Breakage("missing counter image", "images", _drop("images/german.png"), also=("complaints",)),
    Breakage(
        "missing board image",
        "images",
        _drop("images/board.png"),
        also=("at start", "complaints", "hex names", "maps", "pieces"),
    ),
    Breakage("missing layer image", "images", _drop("images/step.png")),
    Breakage(
        "corrupt image", "images", _put("images/allied.png", b"not a picture"), also=("complaints",)
    ),
    Breakage(
        "half an image",
        "images",
        _put("images/allied.png", _PICTURE[: len(_PICTURE) // 2]),
        also=("keys",),
    ),
    Breakage("unused image", "images", _put("images/left-over.png", _PICTURE)),
    Breakage(
        "unresolved prototype",
        "prototypes",
        _edit("prototype;Unit", "prototype;Unti"),
        also=("buttons", "idle"),  # it takes the keys along
    ),
    Breakage("misspelt attribute", "build file", _edit("reportTotal=", "reportTotals=")),
    Breakage(
        "misspelt element class",
        "complaints",
        _edit("DiceButton", "DiceButon", times=2),
        also=("build file",),
    ),
    Breakage(
        "unknown component",
        "build file",
        _edit("map.MapCenterer", "map.MapCentrer"),
        also=("complaints",),
    ),
    Breakage(
        "unreadable number",
        "complaints",
        _edit('dx="30.0"', 'dx="wide"'),
        also=("at start", "build file", "hex names", "pieces", "validate"),
    ),
    Breakage(
        "wrong default board",
        "maps",
        _edit("\tCountry\t", "\tCuntry\t"),
        also=("at start", "boards", "buttons", "hex names", "idle", "pieces"),
    ),
    Breakage(
        "at-start hex outside the grid",
        "at start",
        _edit("99.120", "55.120"),
        also=("complaints", "validate"),
    ),
    Breakage("at-start stack of another board", "at start", _edit('Board="Country"', 'Board="B"')),
    Breakage("missing setup file", "setups", _drop(small.SETUP_FILE), also=SETUP),
    Breakage("setup that is no zip", "setups", _put(small.SETUP_FILE, b"not a zip"), also=SETUP),
    Breakage(
        "setup with odd hex digits",
        "setups",
        _put(small.SETUP_FILE, handmade.zip_bytes({"savedGame": b"!VCSK00626"})),
        also=SETUP,
    ),
    Breakage(
        "setup without a saved game",
        "setups",
        _put(small.SETUP_FILE, handmade.zip_bytes({"savedata": b"<data/>"})),
        also=SETUP,
    ),
    Breakage(
        "setup on another map",
        "pieces",
        _setup(_replaced("Main Map;", "Mian Map;")),
        also=("complaints", "round trip", *SETUP),
    ),
    Breakage(
        "setup beside the hex",
        "pieces",
        _setup(_replaced(f";{_X};{_Y};", f";{_X};{_Y - 34};")),
        also=SETUP,
    ),
    Breakage(
        "setup with an unknown gpid",
        "pieces",
        _setup(_replaced(f"{_Y};1;", f"{_Y};99;")),
        also=SETUP,
    ),
    Breakage("stacks before their pieces", "pieces", _setup(_stacks_first), also=SETUP),
    Breakage(
        "setup that repeats at-start stacks",
        "pieces",
        _setup(lambda commands: [one for one in commands if "SETUP_STACK" not in one]),
        also=SETUP,
    ),
    Breakage(
        "duplicate gpid",
        "gpids",
        _edit('gpid="3"', 'gpid="2"'),
        also=("build file", "pieces", "slots"),
    ),
    Breakage(
        "slot without gpid", "gpids", _edit('gpid="3" ', ""), also=("build file", "pieces", "slots")
    ),
    Breakage("module for a newer VASSAL", "complaints", _newer_version),
    Breakage(
        "unknown trait",
        "traits",
        _edit("mark;Side", "marc;Side"),
        also=("build file", "complaints"),
    ),
    Breakage(
        "trait with a field left out",
        "traits",
        _edit("rotate;6;93,130;", "rotate;6;"),
        also=("idle",),
    ),
    Breakage("malformed expression", "expressions", _edit("{Side + ", "{Side + (")),
    Breakage("columns off by one", "hex names", _edit('hOff="97"', 'hOff="98"'), also=("pieces",)),
    Breakage(
        "wrong parity",
        "hex names",
        _edit('x0="-5"', 'x0="25"'),
        also=("at start", "complaints", "pieces", "validate"),
    ),
    Breakage(
        "button that nothing hears",
        "idle",
        _edit(
            "</VASSAL.build.module.Map>",
            '<VASSAL.build.module.map.MassKeyCommand name="Deaf" buttonText="Deaf" hotkey="90,130"'
            ' filter="" deckCount="0"/></VASSAL.build.module.Map>',
        ),
        also=("build file",),
    ),
    Breakage(
        "button without an action",
        "buttons",
        _edit(
            "</VASSAL.build.GameModule>",
            '<VASSAL.build.module.DoActionButton name="Mute" '
            'text="Mute"/></VASSAL.build.GameModule>',
        ),
    ),
    Breakage("two names", "metadata", _edit('name="Small"', 'name="Smal"')),
    Breakage("missing side", "sides", _edit("<entry>German</entry>\n", "")),
    Breakage("build file under its old name", "open", _old_name),
    Breakage("truncated build file", "open", _truncated),
)


def put_together(breakages: Iterable[Breakage]) -> list[list[Breakage]]:
    """Share breakages out over modules, as few as possible, so that none disturbs another."""
    modules: list[list[Breakage]] = []
    for one in breakages:
        for module in modules:
            if not any(one.disturbs(other) or other.disturbs(one) for other in module):
                module.append(one)
                break
        else:
            modules.append([one])
    return modules
