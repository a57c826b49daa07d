"""Pass ``counters``: a picture of every counter face; only changed ones are drawn."""

from __future__ import annotations

import json
from collections.abc import Mapping

from clubroute.builder.files.atomic import Cache, digest
from clubroute.builder.module.pictures import picture_jobs
from clubroute.builder.own_code import code_digest
from clubroute.builder.sources.counter_set import CounterSet
from clubroute.builder.sources.toml_table import GameFolder


def counters_pass(
    counters: CounterSet, folder: GameFolder, cache: Cache, name: str
) -> dict[str, bytes]:
    """The PNG bytes of every counter face by file name.

    All faces are kept in one cache entry: a thousand small files would be slower to open than
    to draw.
    """
    jobs = {job.file: job for job in picture_jobs(counters, folder)}
    keys = {file: digest(job.key, code_digest()) for file, job in jobs.items()}
    kept = read_pictures(cache.read(f"{name}-counters", "faces"))
    made = {}
    for file, job in jobs.items():
        data = kept.get(keys[file])
        if data is None:
            from clubroute.builder.art.canvas import png_bytes

            drawn = job.draw()
            data = drawn if isinstance(drawn, bytes) else png_bytes(drawn)
        made[file] = data
    if set(keys.values()) != set(kept):
        pictures = {keys[file]: data for file, data in made.items()}
        cache.write(f"{name}-counters", "faces", write_pictures(pictures))
    return made


def write_pictures(pictures: Mapping[str, bytes]) -> bytes:
    """Pictures by key as one block: a JSON head of keys and sizes, then the bytes."""
    head = json.dumps([[key, len(data)] for key, data in pictures.items()]).encode("ascii")
    return b"%d\n" % len(head) + head + b"".join(pictures.values())


def read_pictures(block: bytes | None) -> dict[str, bytes]:
    """The pictures of a block; none for a missing one."""
    found: dict[str, bytes] = {}
    if block is None:
        return found
    size, _, rest = block.partition(b"\n")
    at = int(size)
    for key, length in json.loads(rest[:at]):
        found[key] = rest[at : at + length]
        at += length
    return found
