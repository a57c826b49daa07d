"""Taking players' passwords out of a tree of commands (:mod:`builder.vassal.pseudonyms`)."""

from __future__ import annotations

from clubroute.builder.errors import InputError
from clubroute.builder.vassal.atoms import Atom, read_atom
from clubroute.builder.vassal.commands import LOG, Command, with_texts
from clubroute.builder.vassal.pseudonyms import Pseudonyms


def redact(command: Command) -> Command:
    """The same tree with every password replaced where it is a player's id.

    Chat lines keep their words, counters their states. A changed node is written anew, an
    unchanged one keeps its text.
    """
    names, atoms, covered = _covered(command)
    if not names.secrets:
        return command
    texts = iter(
        [
            node.text if new == old else _written(node.text, new, names)
            for node, old, new in zip(command.walk(), atoms, covered, strict=True)
        ]
    )
    return with_texts(command, texts)


def _covered(command: Command) -> tuple[Pseudonyms, list[Atom], list[Atom]]:
    """The names of the players, and each node (in a log entry: what is logged) before and after."""
    names = Pseudonyms()
    atoms = [read_atom(node.text.removeprefix(LOG)) for node in command.walk()]
    covered = [names.cover(atom) for atom in atoms]
    names.cover_rest(covered)
    return names, atoms, covered


def _written(text: str, atom: Atom, names: Pseudonyms) -> str:
    """The text of a changed node."""
    prefix = LOG if text.startswith(LOG) else ""
    try:
        return prefix + atom.text()
    except InputError:
        # A field VASSAL itself could not write back; cover it where it stands.
        return names.cover_text(text)
