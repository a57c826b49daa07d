"""The peer of the service's bench: asyncio streams and json, one JSON value a line, echoed.

python -m tests.bench.echo_server SOCKET
"""

from __future__ import annotations

import asyncio
import json
import sys


async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while line := await reader.readline():
        writer.write(json.dumps(json.loads(line)).encode() + b"\n")
        await writer.drain()
    writer.close()


async def main(path: str) -> None:
    server = await asyncio.start_unix_server(echo, path, backlog=1024)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    async with server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
