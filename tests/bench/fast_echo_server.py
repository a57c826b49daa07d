"""The fast peer of the service's bench: an asyncio Protocol and orjson, one JSON value a line.

python -m tests.bench.fast_echo_server SOCKET
"""

from __future__ import annotations

import asyncio
import sys

import orjson


class Echo(asyncio.Protocol):
    """Answers each line with its value; a line may come in several pieces."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None
        self.rest = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        assert self.transport is not None
        *lines, self.rest = (self.rest + data).split(b"\n")
        for line in lines:
            self.transport.write(orjson.dumps(orjson.loads(line)) + b"\n")


async def main(path: str) -> None:
    loop = asyncio.get_running_loop()
    server = await loop.create_unix_server(Echo, path, backlog=1024)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    async with server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
