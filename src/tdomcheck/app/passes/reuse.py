"""Pass 0, reuse: what the cache knows of files that have not changed."""

from __future__ import annotations

import os
import typing as t
from collections.abc import Mapping, Sequence

from tdomcheck.app.contents import digests_of
from tdomcheck.app.passes.state import FileState, ProjectContext, result_key, too_much
from tdomcheck.app.plan_files import PlannedFile
from tdomcheck.app.work import read_failure
from tdomcheck.edges.cache import Stamp, stamp_of
from tdomcheck.lint.plan import FileAnalysis
from tdomcheck.model import Bucket, codec
from tdomcheck.model.codec import Unreadable


def reuse(context: ProjectContext, files: Sequence[PlannedFile]) -> tuple[FileState, ...]:
    """Every file with what an earlier run has learned of the same content; nothing is read but what has no stamp."""
    session, cache, contents = context.session, context.cache, context.contents
    stamps = cache.files(file.path for file in files)
    digests = digests_of(contents, [file.path for file in files if file.path in contents], session.tree, cache)
    identities = [_identity(file, stamps, digests) for file in files]
    words = cache.words({identity.digest for identity in identities if identity.digest})
    wanted = [(file, identity.digest) for file, identity in zip(files, identities, strict=True) if file.is_planned]
    keys = {file.path: result_key(session, file, digest) for file, digest in wanted if digest}
    results = cache.results(keys.values())
    return tuple(
        _state(file, identity, words, results.get(keys.get(file.path, "")))
        for file, identity in zip(files, identities, strict=True)
    )


class _Identity(t.NamedTuple):
    """What content a file has: the digest is empty where no earlier run knows it."""

    digest: str = ""
    stamp: Stamp = (0, 0, 0, 0)
    reason: str = ""


def _identity(file: PlannedFile, stamps: Mapping[str, tuple[Stamp, str]], digests: Mapping[str, str]) -> _Identity:
    """A file whose stamp is the one of an earlier run has the content of then; some have their digest already."""
    if file.path in digests:
        return _Identity(digests[file.path])
    try:
        stamp = stamp_of(os.stat(file.path))
    except OSError as error:
        return _Identity(reason=read_failure(error))
    earlier, digest = stamps.get(file.path, ((0, 0, 0, 0), ""))
    return _Identity(digest if earlier == stamp else "", stamp)


def _state(file: PlannedFile, identity: _Identity, words: Mapping[str, str], result: str | None) -> FileState:
    """Made once: a hook makes one for each file of the project."""
    analysis = _decoded(result)
    digest, stamp, reason = identity
    bucket = Bucket.FAILED if analysis is None else Bucket.CACHED
    if analysis is not None and analysis.excess:
        bucket, reason = Bucket.LIMITED, too_much(analysis.excess)
    return FileState(file, bucket, reason, digest, stamp, analysis, words=words.get(digest))


def _decoded(result: str | None) -> FileAnalysis | None:
    """An analysis that was kept; one of which there is nothing to tell is kept as no text."""
    try:
        return None if result is None else codec.loads(result, FileAnalysis) if result else FileAnalysis()
    except Unreadable:
        return None
