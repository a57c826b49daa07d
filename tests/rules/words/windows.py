"""How the shells of Windows and Unix turn a line into a program's arguments.

Written from their documentation: CommandLineToArgvW and the C runtime's rules since 2008; cmd's
special characters; PowerShell 5.1's argument mode, which puts its arguments together again for the
C runtime without escaping quotes inside them.
"""

from __future__ import annotations

import re
import shlex


class NotThereError(Exception):
    """The line does not reach the program as it stands."""


def c_runtime(line: str) -> list[str]:
    """The arguments of a command line by the C runtime: ``""`` inside quotes is a quote."""
    found: list[str] = []
    at = 0
    while at < len(line):
        if line[at] in " \t":
            at += 1
            continue
        word, quoted = "", False
        while at < len(line) and (quoted or line[at] not in " \t"):
            slashes = len(line[at:]) - len(line[at:].lstrip("\\"))
            if slashes and line[at + slashes : at + slashes + 1] == '"':
                word += "\\" * (slashes // 2)
                at += slashes
                if slashes % 2:
                    word, at = word + '"', at + 1
            elif line[at] == '"':
                if quoted and line[at + 1 : at + 2] == '"':
                    word, at = word + '"', at + 1
                else:
                    quoted = not quoted
                at += 1
            else:
                word, at = word + line[at], at + 1
        found.append(word)
    return found


def by_cmd(line: str) -> list[str]:
    """The arguments from cmd. :raises NotThereError: a sign that cmd itself acts on."""
    bare = re.sub(r'"[^"]*"', "", line)
    for sign in "&|<>^%!()":
        if sign in (line if sign == "%" else bare):
            raise NotThereError(f"cmd acts on {sign}")
    return c_runtime(line)


NUMBER = re.compile(r"-?\d+(\.\d+)?")
POWERSHELL_WORD = re.compile(r"""(?:"[^"$`]*"|'[^']*'|[^\s"'`$;|&(){}<>@,]|(?<=\S)@)+|,""")


def by_powershell(line: str) -> list[str]:
    """The arguments from PowerShell 5.1. :raises NotThereError: a sign it acts on."""
    words: list[str] = []
    at, comma = 0, False
    while at < len(line):
        if line[at].isspace():
            at += 1
            continue
        if line[at] == "#":
            break
        match = POWERSHELL_WORD.match(line, at)
        if match is None:
            raise NotThereError(f"PowerShell acts on {line[at:]}")
        at, word = match.end(), match[0]
        if word == ",":
            comma = True
            continue
        word = re.sub(r"\"([^\"]*)\"|'([^']*)'", lambda m: m[1] or m[2] or "", word)
        after = line[at:].lstrip().startswith(",")
        if (comma or after) and NUMBER.fullmatch(word):
            word = f"{float(word):g}"  # a list of numbers forgets how they were written
        comma = False
        words.append(word)
    return c_runtime(" ".join(f'"{one}"' if " " in one else one for one in words))


def by_sh(line: str) -> list[str]:
    """The arguments from a Unix shell. :raises NotThereError: a sign it acts on."""
    bare = re.sub(r"'[^']*'|\"[^\"]*\"", "", line)
    for sign in "*?[]~$`;|&<>(){}!":
        if sign in bare:
            raise NotThereError(f"sh acts on {sign}")
    return shlex.split(line, comments=True)
