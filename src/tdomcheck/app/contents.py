"""Contents that are not read from disk: what they are known by, without reading them where that is possible."""

from __future__ import annotations

import typing as t
from collections.abc import Mapping, Sequence

from tdomcheck.app.work import digest_of, kind_of, sha256_of
from tdomcheck.edges.cache import Cache

if t.TYPE_CHECKING:  # only for what is staged
    from tdomcheck.edges.index_tree import IndexTree


def digests_of(
    contents: Mapping[str, bytes], paths: Sequence[str], tree: IndexTree | None, cache: Cache
) -> dict[str, str]:
    """What the facts of files are kept under."""
    if tree is None or contents is not tree:
        return {path: digest_of(contents[path], path) for path in paths}
    oids = {path: tree.oid(path) for path in paths}
    cached = cache.hashes(oids.values())
    misses = [path for path in paths if oids[path] not in cached]
    tree.fetch(misses)
    fresh = {oids[path]: sha256_of(tree[path]) for path in misses}
    cache.store_hashes(fresh)
    return {path: (cached.get(oid) or fresh[oid]) + kind_of(path) for path, oid in oids.items()}
