"""Whether a client has hung up, as the system knows it: the loop may not have come so far yet."""

from __future__ import annotations

import select
import socket

GONE: int = getattr(select, "POLLHUP", 0) | getattr(select, "POLLERR", 0)
ENDS: int = getattr(select, "POLLRDHUP", 0)


def seems_gone(connected: socket.socket, ended: bool) -> bool:
    """Whether a client seems to have hung up.

    :param ended: whether it is known that the client sends nothing more. Over TCP that is all the
        system knows at first of one that is gone; one that only listens on looks the same. Over a
        Unix socket it knows at once. Where there is no ``poll``, nobody seems gone.
    """
    if not hasattr(select, "poll"):
        return False
    signs = GONE if ended or connected.family != socket.AF_INET else GONE | ENDS
    poll = select.poll()
    poll.register(connected.fileno(), signs)
    return any(seen & signs for _, seen in poll.poll(0))
