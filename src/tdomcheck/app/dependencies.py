"""All that the answer of a run depends on besides its arguments and the environment: the one list of it.

What stands here is asked again before an answer is replayed. A path is as it was if it has the stamp that it had: a
folder has another one when a file comes or goes, and a link that leads elsewhere when it is asked for what it leads to.
The variables of the environment are listed in `edges.snapshot`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping

from tdomcheck.app.analysis import RunAnalysis
from tdomcheck.app.session import Session
from tdomcheck.app.targets import target_files
from tdomcheck.catalog.manifest import installed_folders, source_files, sources_of_plugins

Source = Callable[[Session, RunAnalysis], Iterable[str]]


def dependencies(session: Session, run: RunAnalysis) -> Iterator[str]:
    """Every file, folder and absent file that the answer of a run depends on."""
    for source in SOURCES.values():
        yield from source(session, run)


def _files(_: Session, run: RunAnalysis) -> Iterator[str]:
    yield from run.states
    yield from run.others
    yield from (state.planned.path for state in run.dependents.states)


def _folders(_: Session, run: RunAnalysis) -> Iterator[str]:
    yield from run.plan.watched_folders
    for project in run.projects:
        yield from project.files.folders


def _links(_: Session, run: RunAnalysis) -> Iterable[str]:
    return run.plan.discovery.links


def _named(session: Session, _: RunAnalysis) -> Iterator[str]:
    return (os.path.join(session.cwd, path) for path in session.request.paths)


def _import_roots(session: Session, _: RunAnalysis) -> Iterator[str]:
    """As they are configured: each may be a link."""
    for settings in session.settings_cache.all_settings:
        yield from (os.path.join(settings.root, root) for root in settings.src)


def _ignore_files(_: Session, run: RunAnalysis) -> Iterable[str]:
    return run.plan.discovery.ignore_files


def _configuration(session: Session, _: RunAnalysis) -> Iterable[str]:
    return session.settings_cache.watched


def _rules(session: Session, _: RunAnalysis) -> Iterator[str]:
    """Ours, those of the project with the folders that they are in, and what they import."""
    yield from source_files((), "")
    for settings in session.settings_cache.all_settings:
        for path in sources_of_plugins(settings.plugins, settings.root):
            yield path
            yield os.path.dirname(path)
        yield from (os.path.join(settings.root, plugin) for plugin in settings.plugins)
        yield from session.catalog(settings).helpers


def _baselines(session: Session, _: RunAnalysis) -> Iterator[str]:
    for settings in session.settings_cache.all_settings:
        if settings.baseline:
            yield os.path.join(settings.root, settings.baseline)


def _trust(session: Session, _: RunAnalysis) -> Iterable[str]:
    return session.trust.watched


def _installed(_: Session, __: RunAnalysis) -> Iterable[str]:
    return installed_folders()


def _targets(session: Session, _: RunAnalysis) -> Iterator[str]:
    for settings in session.settings_cache.all_settings:
        yield from target_files(settings.root)


def _absences(session: Session, _: RunAnalysis) -> Iterable[str]:
    return session.consulted


SOURCES: Mapping[str, Source] = {
    "files": _files,
    "folders": _folders,
    "links": _links,
    "named paths": _named,
    "import roots": _import_roots,
    "ignore files": _ignore_files,
    "configuration": _configuration,
    "rules": _rules,
    "baselines": _baselines,
    "trust": _trust,
    "installed packages": _installed,
    "targets": _targets,
    "what is missing": _absences,
}
"""By what they are; each has a test that changes it and asks again."""
