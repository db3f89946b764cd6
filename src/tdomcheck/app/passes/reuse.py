"""Pass 0, reuse: what the cache knows of files that have not changed."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace

from tdomcheck.app.contents import digests_of
from tdomcheck.app.passes.state import FileState, ProjectContext, result_key
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
    states = [_identified(file, stamps, digests) for file in files]
    identified = [state for state in states if state.digest]
    words = cache.words({state.digest for state in identified})
    keys = {state.planned.path: result_key(session, state) for state in identified if state.planned.is_wanted}
    results = cache.results(keys.values())
    return tuple(
        _reused(state, words.get(state.digest), results.get(keys.get(state.planned.path, "")))
        if state.digest
        else state
        for state in states
    )


def _identified(file: PlannedFile, stamps: Mapping[str, tuple[Stamp, str]], digests: Mapping[str, str]) -> FileState:
    """A file whose stamp is the one of an earlier run has the content of then; some have their digest already."""
    if file.path in digests:
        return FileState(file, digest=digests[file.path])
    try:
        stamp = stamp_of(os.stat(file.path))
    except OSError as error:
        return FileState(file, reason=read_failure(error))
    earlier, digest = stamps.get(file.path, ((0, 0, 0, 0), ""))
    return FileState(file, stamp=stamp, digest=digest if earlier == stamp else "")


def _reused(state: FileState, words: str | None, result: str | None) -> FileState:
    analysis = _decoded(result)
    bucket = state.bucket if analysis is None else Bucket.CACHED
    return replace(state, words=words, analysis=analysis, bucket=bucket)


def _decoded(result: str | None) -> FileAnalysis | None:
    """An analysis that was kept; one of which there is nothing to tell is kept as no text."""
    try:
        return None if result is None else codec.loads(result, FileAnalysis) if result else FileAnalysis()
    except Unreadable:
        return None
