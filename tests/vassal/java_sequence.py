"""SequenceEncoder's algorithm step by step, character by character, as the engine runs it.

Slow and literal on purpose: the oracle for the fast one.
"""

from __future__ import annotations


def java_encode(tokens: list[str], delimiter: str) -> str:
    buffer: str | None = None
    for token in tokens:
        buffer = "" if buffer is None else buffer + delimiter
        if not token:
            continue
        escaped = ""
        for character in token:
            escaped += "\\" + character if character == delimiter else character
        if token[0] == "\\" or (token[0] == "'" and token[-1] == "'"):
            buffer += "'" + escaped + "'"
        else:
            buffer += escaped
    return buffer or ""


def java_decode(text: str, delimiter: str) -> list[str]:
    tokens = []
    start, stop = 0, len(text)
    more = True
    while more:
        if start == stop:
            tokens.append("")
            break
        pieces = ""
        at = start
        ended = False
        while at < stop:
            if text[at] == delimiter:
                if at > 0 and text[at - 1] == "\\":
                    pieces += text[start : at - 1]
                    start = at
                else:
                    pieces += text[start:at]
                    start = at + 1
                    ended = True
                    break
            at += 1
        if not ended:
            pieces += text[start:]
            more = False
        if len(pieces) > 1 and pieces[0] == "'" and pieces[-1] == "'":
            pieces = pieces[1:-1]
        tokens.append(pieces)
    return tokens
