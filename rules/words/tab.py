"""What the Tab key offers on the command line, as it does in ``clubroute shell``.

Little is imported here; what is offered is looked up when a shell asks.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem, get_completion_class

from clubroute.builder.errors import ClubrouteError, InputError, Where, nearest_name, one_of

if TYPE_CHECKING:
    from collections.abc import Iterator

SHELLS = ("bash", "fish", "powershell", "zsh")
VARIABLE = "_CLUBROUTE_COMPLETE"
"""Set while a shell asks what may come next, as click defines it."""


def questions(incomplete: str) -> list[CompletionItem[str]]:
    """Offer the questions in words that begin so."""
    from clubroute.rules.words.commands import all_commands

    says = {one.name: one.says for one in reversed(all_commands())}
    return [
        CompletionItem(name, help=says[name])
        for name in sorted(says)
        if name.startswith(incomplete)
    ]


def further_words(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem[str]]:
    """Offer what may come next in a question: units, places, bridges, hexes, words."""
    head = context.info_name or ""
    if head == "ask":
        head = context.params.get("method") or ""
    said = context.params.get(str(parameter.name)) or ()
    return list(next_words((head, *said), incomplete, context))


def method_names(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem[str]]:
    """Offer the methods that begin so."""
    from clubroute.rules.asking.usual import context_of

    methods = context_of(None, None).registry.all()
    return [
        CompletionItem(one.name, help=one.summary)
        for one in methods
        if one.name.startswith(incomplete)
    ]


def next_words(
    words: tuple[str, ...], incomplete: str, context: click.Context
) -> Iterator[CompletionItem[str]]:
    """Complete a line of words; of a name of several words what is still to come."""
    from clubroute.rules.asking.usual import context_of
    from clubroute.rules.words.cli import here_at
    from clubroute.rules.words.completion import complete

    line = " ".join((*words, incomplete))
    begin = len(line) - len(incomplete)
    given = context.params
    try:
        surroundings = context_of(given.get("folder"), given.get("owner"))
        here = here_at(surroundings, given.get("game"), given.get("scenario"), given.get("at"))
        found = complete(line, here)
    except ClubrouteError:
        return  # what is wrong with the line is said when it is asked
    for one in found:
        rest = one.text[begin - one.start :]
        # A name may be spelt otherwise than it is typed: it fits where this word begins it.
        if rest.casefold().startswith(incomplete.casefold()):
            yield CompletionItem(rest, help=one.what)


@click.command("completion")
@click.argument("name", metavar="SHELL")
def completion(name: str) -> None:
    """Print what makes the Tab key of a SHELL (bash, fish, powershell, zsh) complete commands.

    \b
    bash        clubroute completion bash >> ~/.bashrc
    zsh         clubroute completion zsh >> ~/.zshrc
    fish        clubroute completion fish > ~/.config/fish/completions/clubroute.fish
    powershell  clubroute completion powershell >> $PROFILE

    A new window of the shell then completes questions, units, places and hexes: docs/questions.md
    """
    kind = get_completion_class(name)
    if name not in SHELLS or kind is None:
        known = [shell for shell in SHELLS if get_completion_class(shell) is not None]
        raise InputError(Where("SHELL"), repr(name), one_of(known), nearest_name(name, known))
    root = click.get_current_context().find_root().command
    click.echo(kind(root, {}, "clubroute", VARIABLE).source(), nl=False)
    sys.stdout.flush()
