"""Content-derived ids. Belongs here: how ids and buckets are made; nothing random, no clock."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

ID_BYTES = 16


def content_id(*parts: str) -> str:
    """32 hex characters for a sequence of texts; ("ab", "c") and ("a", "bc") differ."""
    state = blake2b(digest_size=ID_BYTES)
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        state.update(len(data).to_bytes(8, "big"))
        state.update(data)
    return state.hexdigest()


def content_ids(rows: Iterable[tuple[str, ...]]) -> list[str]:
    """`content_id` of every row."""
    return [content_id(*row) for row in rows]


def bucket_of(owner_id: str, buckets: int) -> int:
    """Bucket of an owner: stable across runs, machines and versions."""
    digest = blake2b(owner_id.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big") % buckets
