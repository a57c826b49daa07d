"""The commands in words on the command line: ``clubroute los 75.129 78.127``, and the shell.

Little is imported here; each command imports what it needs when it runs.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem, get_completion_class

from clubroute.builder.errors import ClubrouteError, InputError, Where, nearest_name, one_of
from clubroute.builder.terminal import for_people, show
from clubroute.rules.cli_options import (
    AT_OPTION,
    COUNTERS_OPTION,
    MAPS_OPTION,
    MODULE_OPTION,
    OWNER_OPTION,
    PROJECT_OPTION,
    context_of,
    with_project,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clubroute.rules.asking.context import Context
    from clubroute.rules.asking.question import Form
    from clubroute.rules.words.items import AskedWords, Here


# What the Tab key offers on the command line, as it does in ``clubroute shell``.
#
# Little is imported here; what is offered is looked up when a shell asks.

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
    from clubroute.rules.words.shell import complete

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


def page_of(name: str) -> str:
    """The page of help about a topic or a question. :raises InputError: there is none."""
    from clubroute.rules.asking.usual import context_of
    from clubroute.rules.words.commands import called, command_names
    from clubroute.rules.words.echo import question_page
    from clubroute.rules.words.helping import topic, topics

    page = topic(name)
    if page is None and called(name):
        page = question_page(name, context_of(None, None))
    if page is None:
        known = [*topics(), *command_names()]
        expected = f"a topic ({', '.join(topics())}) or a question (clubroute --help)"
        raise InputError(Where("help"), repr(name), expected, nearest_name(name, known))
    return page


def is_topic(name: str) -> bool:
    """Whether a page of help is about a topic, position, that a command is called, too."""
    from clubroute.rules.words.helping import topics

    return name in topics()


@click.command("help")
@click.argument("name", required=False, metavar="[TOPIC]")
@click.pass_context
def help_(ctx: click.Context, name: str | None) -> None:
    """Explain a TOPIC, a question or a command; alone, show the first screen."""
    root = ctx.find_root()
    command = root.command
    own = command.commands.get(name) if name and isinstance(command, click.Group) else None
    if name is None:
        text = command.get_help(root)
    elif own is not None and name != "help" and not is_topic(name):
        text = own.get_help(click.Context(own, info_name=f"clubroute {name}"))
    else:
        text = page_of(name.casefold())
    show(text)


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


OPTIONS: tuple[Callable[[Any], Any], ...] = (
    click.option("--map", "game", help="The map: wed, tdc, mg or ins [what is named tells]."),
    click.option("--scenario", help="Begin with the set-up of a scenario: WED-4, campaign …"),
    AT_OPTION,
    MODULE_OPTION,
    COUNTERS_OPTION,
    click.option("--text", is_flag=True, help="Print lines for people, the default."),
    click.option("--explain", is_flag=True, help="Say what each word was taken for."),
    click.option("--all", "whole", is_flag=True, help="Print every list to its end."),
    click.option("--json", "as_json", is_flag=True, help="Print JSON."),
    MAPS_OPTION,
    OWNER_OPTION,
    PROJECT_OPTION,
)


NEGATIVE = re.compile(r"-([0-9][0-9/]*)")
"""A number below nothing, which begins as an option does: the -2 for woods."""
MINUS = "−"


class WordsCommand(click.Command):
    """A command whose words may be numbers below nothing; what else begins so is an option."""

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Print the page of the question, the same as ``clubroute help`` prints."""
        from clubroute.rules.words.commands import called

        name = str(ctx.info_name).casefold()
        if called(name):
            formatter.write(f"{page_of(name)}\n")
        else:
            super().format_help(ctx, formatter)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the options, and the words as they stand."""
        return super().parse_args(ctx, [as_word(one) for one in args])


def as_word(text: str) -> str:
    """A number below nothing as one that no option can be taken for; another word as it is."""
    found = NEGATIVE.fullmatch(text)
    return f"{MINUS}{found[1]}" if found else text


class WordsGroup(click.Group):
    """A group with the commands in words beside its own."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command of the group, else one in words, else a method by its name, else a question
        in a sentence; its capitals do not matter, as they do not in the shell."""
        low = cmd_name.casefold()
        exact = super().get_command(ctx, cmd_name) or word_command(cmd_name)
        return exact or super().get_command(ctx, low) or word_command(low)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that arguments begin with.

        :raises InputError: there is none, with the nearest.
        """
        low = args[0].casefold() if args else "-"
        if not (low.startswith("-") or low in self.commands):
            from clubroute.rules.words.commands import command_names

            opened = None if low in command_names() else opened_among(args)
            if opened is not None:
                return opened, open_command(opened), []
        # ``scenario from mine.vsav`` is the group's, ``scenario WED-4`` a question.
        own = self.commands.get(args[0].casefold()) if len(args) > 1 else None
        if (
            isinstance(own, click.Group)
            and args[1] not in own.commands
            and not args[1].startswith("-")
        ):
            asked = word_command(args[0].casefold())
            if asked is not None:
                return args[0], asked, args[1:]
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            from clubroute.rules.words.commands import command_names

            near = nearest_name(args[0], [*self.commands, *command_names()])
            if begins_sentence(args, near):
                return args[0], sentence_command(args[0]), args[1:]
            raise InputError(Where("command"), repr(args[0]), "a command (clubroute --help)", near)
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem[str]]:
        """Offer the group's own commands and options, then the questions in words."""
        return [*super().shell_complete(ctx, incomplete), *questions(incomplete)]

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Print the first screen of help."""
        from clubroute.rules.words.helping import first_screen

        formatter.write(f"{first_screen()}\n")


def opened_among(words: list[str]) -> str | None:
    """The file that words name, alone or in a sentence, to tell what it is: ``was that legal
    turn3.vlog``; None where they name none, or ask a question with one."""
    from clubroute.rules.logs.opened import is_opened

    named = [word for word in words if any(mark in word for mark in "./\\")]
    files = [word for word in named if is_opened(word)]
    return files[0] if len(files) == len(named) == 1 and not any("=" in w for w in words) else None


def open_command(file: str) -> click.Command:
    """The command of a file alone."""

    def callback() -> None:
        from clubroute.rules.asking.usual import context_of
        from clubroute.rules.logs.opened import opened_lines

        show("\n".join(opened_lines(context_of(None, None), Path(file))))

    return click.Command(file, callback=callback)


def begins_sentence(words: list[str], near: str | None) -> bool:
    """Whether words, of which the first is no command, are a question all the same: there is a
    command among them, ``Can A/1/501 see 78.127``, or they may be a name, ``14 Field``."""
    from clubroute.rules.words.commands import command_names, vocabulary

    first, *rest = (word.casefold() for word in words if not word.startswith("-"))
    asked = first in vocabulary().sentence | vocabulary().questions
    files = any(mark in word for word in rest for mark in ("\\", ".v", ".json", ".toml", ".csv"))
    many = len(rest) >= FEW and not files
    if not rest and near is not None:
        from clubroute.rules.clauses.search import clauses, search

        return not search(clauses(), first).strange  # a word of the rules, towle
    return asked or many or any(word in command_names() for word in rest) or near is None


FEW = 2
"""Words after the first that make a sentence of a line whose first word is like a command."""


def words_argument() -> click.Argument:
    """Declare the words of a question, completed by Tab."""
    return click.Argument(["words"], nargs=-1, shell_complete=further_words)


def sentence_command(first: str) -> click.Command:
    """The command of a question whose first word is none."""

    def callback(words: tuple[str, ...], **given: Any) -> None:
        ask_words((first, *words), **given)

    command = WordsCommand(first, callback=callback, params=[words_argument()])
    for option in OPTIONS:
        option(command)
    return command


def word_command(name: str) -> click.Command | None:
    """The command that asks in words, or asks a method; None if there is none of that name."""
    from clubroute.rules.words.commands import called

    known = called(name)
    if not known and "." not in name:
        return None

    def callback(words: tuple[str, ...], **given: Any) -> None:
        ask_words((name, *words), **given)

    command = WordsCommand(name, callback=callback, params=[words_argument()])
    for option in OPTIONS:
        option(command)
    return command


def ask_words(
    words: tuple[str, ...],
    *,
    game: str | None,
    scenario: str | None,
    at: str | None,
    module: Path | None,
    counters: Path | None,
    text: bool,
    explain: bool,
    whole: bool,
    as_json: bool,
    folder: Path | None,
    owner: Path | None,
    project: Path | None,
) -> None:
    """Ask a question in words, and print the answer."""
    from clubroute.builder.project import project_named
    from clubroute.rules.asking.collector import resting_collector

    form = form_of(text, as_json)
    with project_named(project), resting_collector():
        from clubroute.rules.words.plain import in_plain_words
        from clubroute.rules.words.sentence import parse

        context = context_of(folder, owner, module, counters)
        here = here_at(context, game, scenario, at)
        with in_plain_words() as asking:
            asking.question = parse(words, here)
            print_answer(here, asking.question, form, whole or explain)
            if explain:
                from clubroute.rules.words.echo import explained

                for line in explained(here.context, asking.question):
                    click.echo(line, err=form != "text")


def here_at(context: Context, game: str | None, scenario: str | None, at: str | None) -> Here:
    """What a command is asked about: the position of a file, and what is said beside it."""
    from clubroute.rules.words.grammar import Here

    begun = {} if scenario is None else {"scenario": scenario}
    if at is None:
        return Here(context, game, begun or None)
    from clubroute.rules.saves.at import read_at
    from clubroute.rules.saves.reading import ToldOfFile

    found = read_at(context, at, ToldOfFile(context.logs.module, context.logs.counters))
    return Here(context, game or found.map, {**found.state, **begun})


def print_answer(here: Here, asked: AskedWords, form: Form, whole: bool) -> None:
    """Print an answer, and what was taken for granted."""
    from clubroute.rules.asking.question import ask_text
    from clubroute.rules.words.plain import answered, plain_lines

    if form == "text":
        answer = plain_lines(answered(asked, here, whole), asked.window)
    else:
        answer = ask_text(here.context, asked.method, asked.params, form)
    print_form(answer, asked.told if form == "text" else asked.notes, form)


def print_form(answer: str, notes: Sequence[str], form: Form) -> None:
    """Print an answer and notes on it, which go to stderr beside JSON."""
    if form == "text":
        show("\n".join((answer, *notes)))
        return
    click.echo(answer)
    for line in notes:
        click.echo(line, err=True)


def form_of(text: bool, as_json: bool, in_json: bool = False) -> Form:
    """How an answer is printed: as lines, to a pipe too, or as JSON where that is wanted or the
    question itself is ``in_json``; JSON indented at a terminal, on one line elsewhere."""
    if text and as_json:
        raise click.UsageError("--text goes without --json")
    if text or not (as_json or in_json):
        return "text"
    return "pretty" if sys.stdout.isatty() else "line"


@click.command()
@AT_OPTION
@click.option("--map", "game", metavar="GAME", help="The map to ask about, as the line: map GAME.")
@MODULE_OPTION
@COUNTERS_OPTION
@MAPS_OPTION
@OWNER_OPTION
@with_project
def shell(
    at: str | None,
    game: str | None,
    module: Path | None,
    counters: Path | None,
    folder: Path | None,
    owner: Path | None,
) -> int:
    """Ask question after question in words, about one position: help says how.

    At a terminal Tab completes and the arrow keys bring back what was asked. In a pipe each line is
    answered; the exit code is 2 if one was a mistake.
    """
    import platformdirs

    from clubroute.rules.words.shell import Talk, at_terminal, over_pipe

    for_people()
    context = context_of(folder, owner, module, counters)
    talk = Talk(here_at(context, None, None, at), lambda text: here_at(context, None, None, text))
    if game is not None:
        talk.turn_to(game.casefold())

    def say(text: str, wrong: bool) -> None:
        if wrong:
            click.echo(text, err=True)
        else:
            show(text, paged=False)

    if sys.stdin.isatty() and sys.stdout.isatty():
        history = Path(platformdirs.user_state_dir("clubroute", appauthor=False)) / "history"
        return at_terminal(talk, history, say)
    from clubroute.builder.sources.text import as_utf8

    typed = as_utf8(sys.stdin.buffer.read()).decode("utf-8", "replace")
    return over_pipe(talk, typed.splitlines(), say)
