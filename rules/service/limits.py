"""What the service grants a client. Whoever asks for more is told so in the standard's form."""

from __future__ import annotations

from dataclasses import dataclass

from clubroute.rules.asking.json_reader import MOST_LEVELS


@dataclass(frozen=True, slots=True)
class ServiceLimits:
    """Sizes in bytes, times in seconds."""

    message: int = 1024 * 1024
    """A message (a line without its newline)."""
    greeting: int = 4096
    """A message before the token has been shown."""
    depth: int = MOST_LEVELS
    """Levels of arrays and objects in a message."""
    batch: int = 256
    """Requests in a batch."""
    answer: int = 32 * 1024 * 1024
    """An answer, or all answers of a batch."""
    unsent: int = 256 * 1024
    """Answers a client has not read yet; above this the service stops reading its questions."""
    clients: int = 400
    """Connections at once; Windows cannot watch more than 512 sockets."""
    strangers: int = 64
    """Connections beside them before the token; the oldest makes room for a new one."""
    workers: int = 4
    """Short questions worked on at once, beside the quick ones that are answered on the spot."""
    long_workers: int = 1
    """Questions worked on at once that took longer than ``short_seconds``."""
    file_workers: int = 1
    """Files opened or written at once, in the map room."""
    spare: int = 12
    """Questions given up on that may still be running, each in place of a worker."""
    on_the_spot: int = 16 * 1024
    """A longer message never is answered on the spot."""
    turn: int = 16
    """Messages of one client answered on the spot before the others have their turn."""
    short_seconds: float = 0.1
    """A question that takes longer begins anew among the long ones."""
    answer_seconds: float = 30.0
    """From a message's last byte to its answer."""
    hello_seconds: float = 5.0
    """From connecting to showing the token."""
    message_seconds: float = 30.0
    """From a message's first byte to its last."""
    read_seconds: float = 30.0
    """For a client to read what it was sent, once ``unsent`` is reached."""
    stop_seconds: float = 2.0
    """For running questions to end when the service stops."""


DEFAULT = ServiceLimits()
